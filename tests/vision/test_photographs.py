"""Real photographs, where LIFEGUARD_PHOTOS names the folder that holds them: nothing may be silently wrong."""

from __future__ import annotations

import json
import os
from pathlib import Path

import cv2
import pytest

from vision.dice.reader import DiceReader

PHOTOS = Path(os.environ.get("LIFEGUARD_PHOTOS", ""), "dice")
HERE = "LIFEGUARD_PHOTOS" in os.environ and PHOTOS.is_dir()
pytestmark = pytest.mark.skipif(not HERE, reason="LIFEGUARD_PHOTOS does not name a folder of photographs")


@pytest.mark.parametrize("folder", ["lk0103", "sciman", "wachuuu", "tai-studio", "rodrigo", "martinvisser"])
def test_no_photograph_is_read_wrong_without_a_doubt(folder: str) -> None:
    """Wrong readings may be; believed ones not."""
    reader = DiceReader("pips")
    notes = json.loads((PHOTOS / folder / "annotations.json").read_text("utf-8"))
    wrong = []
    for note in (notes if isinstance(notes, list) else notes["images"])[:8]:
        image = cv2.imread(str(PHOTOS / folder / note["file"]))
        reading = reader.read(image)
        true = sorted(str(die["value"]) for die in note["dice"])
        if reading.sure and (note.get("reject") or sorted(str(die.face) for die in reading.dice) != true):
            wrong.append(note["file"])
    assert wrong == []
