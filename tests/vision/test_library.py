"""The readers as a library, as docs/api.md shows them: its own lines are run."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import cv2
import pytest

import vision
from firmware.cli.scene import scene
from hardware.art import deck as deck_art

DOCUMENT = Path(__file__).parents[2] / "docs" / "api.md"
DICE, CARDS = (text.split("```")[0] for text in DOCUMENT.read_text(encoding="utf-8").split("```python\n")[1:3])


def test_the_lines_for_dice_read_a_throw_with_no_device_imported(tmp_path: Path) -> None:
    scene("dice", 1, 5, tmp_path / "scenes", "pips", False, "hai-noon", None)
    picture = next((tmp_path / "scenes").glob("*.jpg"), None) or next((tmp_path / "scenes").glob("*.png"))
    cv2.imwrite(str(tmp_path / "throw.png"), cv2.imread(str(picture)))
    alone = "\nimport sys\nassert not {'firmware', 'hardware', 'engines', 'companion'} & set(sys.modules)"
    said = run(DICE + alone, tmp_path)
    *dice, sure = said.splitlines()
    (told,) = json.loads((tmp_path / "scenes" / "annotations.json").read_text())["images"]
    assert sorted(line.split()[1] for line in dice) == sorted(die["value"] for die in told["dice"])
    assert sure in ("sure", "not sure: look again")


def test_the_lines_for_cards_learn_the_faces_and_name_the_one_that_lies_there(tmp_path: Path) -> None:
    (tmp_path / "faces").mkdir()
    names = deck_art.faces("hai-noon")[:6]
    for name in names:
        cv2.imwrite(str(tmp_path / "faces" / f"{name}.png"), deck_art.draw("hai-noon", name, 300))
    card = deck_art.draw("hai-noon", names[2], 260)
    high, wide = card.shape[:2]
    table = cv2.imread(str(tmp_path / "faces" / f"{names[2]}.png"))
    table = cv2.resize(table, (1280, 800))
    table[:] = (60, 90, 70)
    table[150 : 150 + high, 300 : 300 + wide] = card
    cv2.imwrite(str(tmp_path / "table.png"), table)
    (line,) = run(CARDS, tmp_path).splitlines()
    assert line.split()[0] == names[2]


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "no.png").write_bytes(b"no")
    for file, says in (("no.png", "not a picture"), ("none.png", "no such file")):
        with pytest.raises(vision.NoPicture, match=says):
            vision.read_picture(tmp_path / file)
    with pytest.raises(vision.NoPicture, match="not a picture"):
        vision.read_pictures(tmp_path)
    with pytest.raises(AttributeError):
        vision.read_mind  # noqa: B018


def test_every_public_name_is_there_and_is_documented() -> None:
    said = DOCUMENT.read_text(encoding="utf-8")
    for name in vision.PUBLIC:
        assert getattr(vision, name).__name__ == name
        assert f"`{name}" in said or f"{name}" in said


def run(code: str, folder: Path) -> str:
    done = subprocess.run([sys.executable, "-c", code], cwd=folder, capture_output=True, text=True, env=ENVIRONMENT)
    assert done.returncode == 0, done.stderr
    return done.stdout


ENVIRONMENT = {"PYTHONPATH": str(DOCUMENT.parents[1]), "PATH": "/usr/bin:/bin"}
