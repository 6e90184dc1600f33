"""The photographs from which the memory of a device is measured."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from firmware.simulation.film import film
from firmware.simulation.served_game import PhotographedGame
from hardware.cameras.recorded import decode


def test_a_game_is_photographed_look_by_look(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(PhotographedGame, "limits", replace(PhotographedGame.limits, pictures=2))
    film(PhotographedGame(tmp_path))
    first, second = (decode(path) for path in sorted(tmp_path.iterdir()))
    assert first.shape == second.shape == (720, 1280, 3)
    assert (first != second).any()
