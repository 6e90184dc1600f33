"""`lifeguard scene`: pictures and annotations that score.py can read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from firmware.cli_scene import annotated, scene
from hardware.scene import Seen


def seen(**change: object) -> Seen:
    """A die that is all right, but for `change`."""
    whole = {
        "set": "shark-attacks", "kind": "swimmer", "face": "2", "box": (10, 20, 50, 60), "centre": (35.0, 50.0),
        "quad": (), "angle": 0.0, "size": 40.0, "visible": 0.9, "cocked": False, "cut_off": False,
    }  # fmt: skip
    return Seen(**{**whole, **change})  # type: ignore[arg-type]


def test_pictures_lie_beside_their_annotations(tmp_path: Path) -> None:
    """Every file is there, of the size that is written down, boxes inside; kinds are named."""
    told: list[int] = []
    scene("shark-attacks", 3, 1, tmp_path / "out", tell=told.append)
    notes = json.loads((tmp_path / "out" / "annotations.json").read_text())["images"]
    assert told == [1, 2, 3]
    assert [note["file"] for note in notes] == ["0000.jpg", "0001.jpg", "0002.jpg"]
    for note in notes:
        image = cv2.imread(str(tmp_path / "out" / note["file"]))
        assert image.shape[:2] == (note["height"], note["width"]) == (720, 1280)
        for die in note["dice"]:
            x, y, w, h = die["box"]
            assert x >= 0
            assert y >= 0
            assert x + w <= 1280
            assert y + h <= 720
            assert die["kind"] in ("swimmer", "shark", "event")


def test_a_seed_gives_the_same_folder_again(tmp_path: Path) -> None:
    """Byte by byte; ordinary dice carry no kind."""
    for name in ("a", "b"):
        scene("dice", 2, 7, tmp_path / name)
    for file in ("0000.jpg", "0001.jpg", "annotations.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()
    assert "kind" not in (tmp_path / "a" / "annotations.json").read_text()


@pytest.mark.parametrize("change", [{"cocked": True}, {"cut_off": True}, {"visible": 0.1}])
def test_a_die_that_nobody_should_be_sure_of_marks_its_picture(change: dict[str, object]) -> None:
    """The right answer is then: not sure."""
    assert annotated([seen(), seen(**change)]) == {"dice": [], "reject": True}
    assert annotated([seen()]) == {"dice": [{"kind": "swimmer", "value": "2", "box": [10, 20, 50, 60]}]}


def test_a_game_without_scenes_is_refused(tmp_path: Path) -> None:
    """The message names those that there are."""
    with pytest.raises(ValueError, match="shark-attacks"):
        scene("chess", 1, 1, tmp_path)
