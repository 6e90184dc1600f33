"""The photographs from which the memory of a device is measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import cv2
import pytest

from firmware.simulation.film import film
from firmware.simulation.served_game import PhotographedGame
from firmware.state.observation import Observation
from hardware.cameras.recorded import decode
from hardware.simulated.table_camera import TableCamera


def test_the_table_at_rest_is_photographed_look_by_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    at_rest = []

    def photographed(self: PhotographedGame, camera: TableCamera) -> Observation:
        seen = taken(self, camera)
        at_rest.append(camera.frame().image)
        return seen

    taken = PhotographedGame._photographed
    monkeypatch.setattr(PhotographedGame, "_photographed", photographed)
    monkeypatch.setattr(PhotographedGame, "limits", replace(PhotographedGame.limits, pictures=3))
    film(PhotographedGame(tmp_path))
    photographs = [decode(path) for path in sorted(tmp_path.iterdir())]
    assert len(photographs) == 3
    for photograph, table in zip(photographs, at_rest, strict=True):
        assert cv2.absdiff(photograph, table).mean() < 4  # but for noise: a hand in view changes far more
    assert cv2.absdiff(photographs[0], photographs[2]).max() > 100
