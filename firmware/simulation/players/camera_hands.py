"""What people do to a table without our mat: they draw its places on the phone, and push the camera."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from firmware.games.layouts import card_mm, mat_name, printed_mat
from firmware.games.other_art import card_mm_of
from firmware.observe.drawn_mat import DrawnMat
from hardware.art.folder import ArtFolder
from hardware.scene.optics.view import CameraView, array
from hardware.scene.random.table_scene import pushed
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera


@dataclass(frozen=True, slots=True)
class CameraHandHabits:
    """How exactly places are drawn, and how and when a camera is pushed."""

    finger_share: float = 0.002
    """How far a drawn corner is off, as a share of the picture's width (the spread of a bell)."""
    tables: int = 40
    """So many tables are tried until one has marks enough: people lay a cloth."""
    first_look: tuple[int, int] = (3, 12)
    """The camera is pushed first before one of these looks,"""
    looks_between: tuple[int, int] = (6, 16)
    """and again so many looks later."""
    push_mm: tuple[float, float] = (2.0, 60.0)
    """How far, all orders of size alike."""
    in_view_px: float = 2.0
    """All places stay in view by so much: who pushes a camera off its table sees it."""


HABITS = CameraHandHabits()


def drawn_table(
    game: str,
    players: int,
    zones: Mapping[str, Any],
    size: tuple[int, int],
    seeds: Iterator[int],
    art: ArtFolder | None,
) -> tuple[TableCamera, DrawnMat]:
    """A camera over a table without our mat, and the places as somebody drew them over its picture.

    The board of the art lies there, if it has one. A table too plain to draw on is changed for another one.
    """
    printed = printed_mat(mat_name(game, players), card_mm_of(art, game))
    for _ in range(HABITS.tables):
        stage = TableStage(game, zones, next(seeds), size, brief=True, art=art, bare=True)
        camera = TableCamera(stage, seed=next(seeds))
        made = _drawn(printed, camera, np.random.default_rng(next(seeds)))
        if made.holds:
            break
    return camera, made


def _drawn(printed: Mapping[str, Any], camera: TableCamera, rng: np.random.Generator) -> DrawnMat:
    """The places where they are, as exactly as fingers draw."""
    view = camera.stage.scene.view
    wide, deep = printed["size_mm"]
    corners = view.project(array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]]))
    off = rng.normal(0, HABITS.finger_share * view.size_px[0], (4, 2))
    shares = (corners + 0.5 + off) / np.array(view.size_px)
    boxes = {name: (float(x), float(y), float(w), float(h)) for name, (x, y, w, h) in printed["zones"].items()}
    at = tuple((float(x), float(y)) for x, y in shares)
    return DrawnMat(at, boxes, camera.look().image, (float(wide), float(deep)), card_mm(printed))


class CameraPushes:
    """Somebody who pushes a camera so many times in the course of a game."""

    def __init__(self, camera: TableCamera, seed: int, times: int) -> None:
        self._camera, self._rng = camera, np.random.default_rng(seed)
        self._looks, self._left = 0, times
        self._next = int(self._rng.integers(*HABITS.first_look))
        self._before: CameraView | None = None

    def pass_by(self) -> None:
        """Pushes the camera, if the time has come: call it once before each look."""
        self._looks += 1
        if not self._left or self._looks < self._next:
            return
        self._left -= 1
        self._next = self._looks + int(self._rng.integers(*HABITS.looks_between))
        self._before = self._camera.stage.scene.view
        self._camera.push(self._pushed(self._before))

    def stays(self) -> None:
        """The camera is well where it hangs now."""
        self._before = None

    def put_back(self) -> bool:
        """Puts the camera back where it was before the last push, if it does not hang well since; whether it was."""
        if self._before is None:
            return False
        self._camera.push(self._before)
        self._before = None
        return True

    def _pushed(self, view: CameraView) -> CameraView:
        far = float(np.exp(self._rng.uniform(*np.log(HABITS.push_mm))))
        wide, deep = self._camera.stage.layout["size_mm"]
        corners, size = array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]]), array(view.size_px)
        while True:
            made = pushed(view, self._rng, far)
            seen, far = made.project(corners), 0.93 * far
            if (seen > HABITS.in_view_px).all() and (seen < size - HABITS.in_view_px).all():
                return made
