"""Tokens on a board that nobody printed for us: told from what the board itself shows."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import cv2
import numpy as np

from firmware.games.layouts import mat
from firmware.observe.drawn_mat import DrawnMat, size_of
from firmware.observe.pieces import ground_of, read_pieces
from firmware.observe.table_setup import TableSetup
from hardware.art import pieces as piece_art
from hardware.scene.objects.mat import PX_PER_MM
from hardware.scene.optics.view import array
from hardware.scene.stage.table_stage import LayPiece, TableStage
from hardware.simulated.table_camera import TableCamera
from vision.frame.mat import Mat, MatGround

DECOYS = ("depth-4", "depth-9", "depth-15")


def decoyed(stage: TableStage) -> np.ndarray:
    """A board on which pirates are printed that look like the tokens."""
    wide, deep = stage.layout["size_mm"]
    rough = np.random.default_rng(3).normal(0, 1, (deep // 4, wide // 4, 3))
    rough = cv2.resize(cv2.GaussianBlur(rough, (0, 0), 2), (wide * PX_PER_MM, deep * PX_PER_MM))
    board = np.clip(np.array((150, 110, 60)) + 120 * rough, 0, 255).astype(np.uint8)
    size = 13 * PX_PER_MM
    token = piece_art.draw("hold-your-breath", "pirate-1", size)
    for place in DECOYS:
        x, y, w, h = stage.layout["zones"][place]
        left, top = round((x + w / 2) * PX_PER_MM) - size // 2, round((y + h / 2) * PX_PER_MM) - size // 2
        cover = token[..., 3:] / 255
        part = board[top : top + size, left : left + size]
        part[:] = (token[..., :3] * cover + part * (1 - cover)).astype(np.uint8)
    return board


def test_a_token_is_seen_on_cloth_that_is_faintly_like_it() -> None:
    """Even cloth has the shape of anything somewhere, at a twentieth of its contrast: that is no print."""
    setup, scale, size = TableSetup("hold-your-breath", seats=3), 2.0, 26
    wide, deep = setup.layout["size_mm"]
    token = piece_art.draw("hold-your-breath", "pirate-0", size)
    x, y, w, h = setup.layout["zones"]["depth-2"]
    left, top = round((x + w / 2) * scale) - size // 2, round((y + h / 2) * scale) - size // 2
    place = slice(top, top + size), slice(left, left + size)
    cover = token[..., 3:] / 255
    cloth = np.full((round(deep * scale), round(wide * scale), 3), 90, np.uint8)
    table = cloth.copy()
    for picture, strength in ((cloth, 0.06), (table, 1.0)):
        faint = 90 + strength * (token[..., :3] - 90.0)
        picture[place] = (faint * cover + picture[place] * (1 - cover)).round()
    seen = read_pieces(setup, table, Mat(setup.layout, np.diag([1 / scale, 1 / scale, 1.0])), MatGround(cloth, scale))
    assert [(token.place, token.name) for token in seen] == [("depth-2", "pirate-0")]


def test_what_is_printed_on_a_foreign_board_is_no_token_and_tokens_on_it_are() -> None:
    stage = TableStage("hold-your-breath", mat("hold-your-breath", 3), 3, brief=True, straight=True, bare=True)
    stage.scene = replace(stage.scene, table=replace(stage.scene.table, board=decoyed(stage)))
    camera, (wide, deep) = TableCamera(stage, seed=3), size_of("hold-your-breath")
    corners = stage.scene.view.project(array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]]))
    shares = tuple(map(tuple, ((corners + 0.5) / stage.scene.view.size_px).tolist()))
    drawn = DrawnMat(shares, {}, camera.look().image, (wide, deep))
    setup = TableSetup("hold-your-breath", seats=3, drawn=drawn)
    stage.set_up(LayPiece("pirate-0", "depth-2"), LayPiece("pirate-2", "depth-9"), LayPiece("anchor-1", "depth-12"))
    seen = read_pieces(setup, camera.look().image, Mat(setup.layout, drawn.to_mm), ground_of(setup))
    tokens = Counter((token.place, token.name) for token in seen)
    assert tokens == Counter({("depth-2", "pirate-0"): 1, ("depth-9", "pirate-2"): 1, ("depth-12", "anchor-1"): 1})
    assert not any(token.doubt for token in seen)
