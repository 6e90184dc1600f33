"""`lifeguard scene GAME` for the card games: tables in mid-game, with what lies there."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from firmware.cli.scene import scene
from firmware.config import ConfigError
from firmware.games.layouts import mat
from firmware.simulation import tables as scene_tables
from firmware.simulation.tables import TABLES, tables


@pytest.mark.parametrize("game", TABLES)
def test_a_table_is_written_with_its_truth(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scene_tables, "LIMITS", scene_tables.TableLimits(size_px=(640, 360)))
    scene(game, 2, 3, tmp_path)
    notes = json.loads((tmp_path / "annotations.json").read_text())["scenes"]
    assert len(notes) == 2
    for note in notes:
        height, width = cv2.imread(str(tmp_path / note["file"])).shape[:2]
        assert (note["width"], note["height"]) == (width, height)
        zones = mat(game, note["players"])["zones"]
        assert len(note["scores"]) == note["players"]
        for thing in (*note["cards"], *note["pieces"]):
            x, y, w, h = thing["box"]
            assert thing["place"] in zones
            assert 0 <= x < x + w <= width
            assert 0 <= y < y + h <= height
    assert any(note["cards"] for note in notes)


def test_the_pieces_of_a_table_are_those_of_its_game() -> None:
    """Sixteen places and sides for Hai Noon, a pirate a seat for Hold Your Breath!."""
    (_, truth), *_ = tables("hai-noon", 1, 5, (320, 180))
    assert sum(piece["place"].startswith("ring-") for piece in truth["pieces"]) == 12
    (_, truth), *_ = tables("hold-your-breath", 1, 5, (320, 180))
    assert sum(piece["piece"].startswith("pirate-") for piece in truth["pieces"]) == truth["players"]


def test_each_picture_comes_from_a_seed_of_its_own() -> None:
    one, two = (list(tables("splash-down", count, 4, (320, 180))) for count in (1, 2))
    assert (one[0][0] == two[0][0]).all()
    assert one[0][1] == two[0][1]
    assert one[0][1] != two[1][1]


def test_a_table_without_scenes_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="scenes: there is no 'chess'; there are cards, cribbage, dice"):
        scene("chess", 1, 1, tmp_path)
