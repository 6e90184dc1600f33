"""Tiles that are told apart by little."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame.mat import Mat, MatGround
from vision.pieces.tiles import TileReader, Tiles
from vision.reading import Image

PX_PER_MM, EDGE_MM = 2, 38.0
LAYOUT = {"size_mm": [200, 120], "markers": [], "zones": {"here": [80, 40, 40, 40]}}
MAT = Mat(LAYOUT, np.diag([1 / PX_PER_MM, 1 / PX_PER_MM, 1.0]))
INKS = {"green": (134, 224, 112), "turquoise": (224, 230, 80), "pink": (200, 120, 240), "white": (230, 225, 230)}
"""B, G, R."""


def tile(ink: str, hurt: bool, size: int = 304) -> Image:
    """A dark tile with a thin sign and a rim of one ink, and a red bar if the diver is hurt."""
    made, scale = np.full((size, size, 3), (42, 14, 12), np.uint8), size / 304
    at = [round(v * scale) for v in (12, 78, 96, 226, 150, 210)]
    cv2.rectangle(made, (at[0], at[0]), (size - at[0], size - at[0]), INKS[ink], max(round(7 * scale), 1))
    cv2.rectangle(made, (at[1], at[2]), (at[3], at[5]), INKS[ink], max(round(14 * scale), 1))
    cv2.rectangle(made, (at[1], at[2]), (at[3], at[4]), INKS[ink], -1)
    if hurt:
        made[: round(46 * scale)] = (50, 60, 250)
    return made


def seen(ink: str, hurt: bool, seed: int) -> Image:
    """The mat with that tile on it, a little askew, as a camera sees it that sharpens what it takes."""
    random = np.random.default_rng(seed)
    picture, size = printed().astype(np.float32), tile(ink, hurt).shape[0]
    turn, scale = random.uniform(-5, 5), EDGE_MM * PX_PER_MM / size
    way = cv2.getRotationMatrix2D((size / 2, size / 2), turn, scale)
    way[:, 2] += np.array([200, 120]) + random.uniform(-1, 1, 2) - size / 2
    face, share = (
        cv2.warpAffine(layer, way, (400, 240), flags=cv2.INTER_AREA)
        for layer in (tile(ink, hurt).astype(np.float32), np.ones((size, size, 3), np.float32))
    )
    picture = picture * (1 - share) + face * share
    lit = 255 * (0.1 + 0.9 * picture / 255) ** np.float32(0.85)
    lit += 0.7 * (lit - cv2.GaussianBlur(lit, (0, 0), 1.2)) + random.normal(0, 3, lit.shape)
    return np.asarray(np.clip(lit, 0, 255).round(), np.uint8)


def printed() -> Image:
    """The bare mat: sand, with a blue place and some colours that tell what a camera makes of them."""
    mat = np.full((240, 400, 3), (110, 180, 215), np.uint8)
    cv2.rectangle(mat, (160, 80), (240, 160), (150, 100, 50), -1)
    for number, colour in enumerate([(60, 60, 60), (90, 160, 90), (250, 250, 250), (60, 70, 190)]):
        cv2.rectangle(mat, (20 + 95 * number, 190), (90 + 95 * number, 230), colour, -1)
    return mat


def test_tiles_that_differ_by_the_hue_of_a_thin_sign_are_told_apart_in_a_sharpened_picture() -> None:
    """Of 24 none is named wrong, and at most two are doubted."""
    faces = {f"{ink}-{hurt}": tile(ink, hurt) for ink in INKS for hurt in (False, True)}
    reader, ground = TileReader(Tiles(faces, EDGE_MM)), MatGround(printed(), PX_PER_MM)
    sure = 0
    for ink in INKS:
        for seed in range(6):
            (found,) = reader.read(seen(ink, True, seed), MAT, ["here"], printed=ground)
            assert found.name == f"{ink}-True"
            sure += found.confidence > 0.9
    assert sure >= 22
