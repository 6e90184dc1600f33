"""`lifeguard scene`: pictures and annotations that score.py can read."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import pytest

from firmware.cli.scene import annotated, annotated_cards, scene
from firmware.config import ConfigError
from firmware.games.decks import counts
from hardware.scene import SeenDie
from hardware.scene.world.cards import SeenCard


def seen(**change: object) -> SeenDie:
    """A die that is all right, but for `change`."""
    whole = {
        "set": "shark-attacks", "kind": "swimmer", "face": "2", "box": (10, 20, 50, 60), "centre": (35.0, 50.0),
        "quad": (), "angle": 0.0, "size": 40.0, "visible": 0.9, "cocked": False, "cut_off": False,
    }  # fmt: skip
    return SeenDie(**{**whole, **change})  # type: ignore[arg-type]


def test_pictures_lie_beside_their_annotations(tmp_path: Path) -> None:
    """Every file is there, of the size that is written down, boxes inside; kinds are named."""
    scene("shark-attacks", 3, 1, tmp_path / "out")
    notes = json.loads((tmp_path / "out" / "annotations.json").read_text())["images"]
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
    with pytest.raises(ConfigError, match="shark-attacks"):
        scene("chess", 1, 1, tmp_path)


def test_scenes_of_cards_name_what_lies_there(tmp_path: Path) -> None:
    """With a quad and a box inside the picture; the same seed, the same folder."""
    for name in ("a", "b"):
        scene("cards", 3, 5, tmp_path / name, deck="splash-down")
    written = (tmp_path / "a" / "annotations.json").read_text()
    assert written == (tmp_path / "b" / "annotations.json").read_text()
    assert (tmp_path / "a" / "0002.jpg").read_bytes() == (tmp_path / "b" / "0002.jpg").read_bytes()
    notes = json.loads(written)["scenes"]
    assert [note["file"] for note in notes] == ["0000.jpg", "0001.jpg", "0002.jpg"]
    cards = [card for note in notes for card in note["cards"]]
    assert {card["card"] for card in cards} <= {*counts("splash-down"), "back"}
    assert len(cards) >= 3
    for card in cards:
        x, y, w, h = card["box"]
        assert 0 <= x < x + w <= 1280
        assert 0 <= y < y + h <= 720
        assert len(card["quad"]) == 4


def test_a_card_that_the_border_cuts_marks_its_picture() -> None:
    """And a card that lies face down is the back, or counts neither way if a sleeve hides it."""
    quad = ((0.0, 0.0), (63.04, 0.0), (63.0, 88.0), (0.0, 88.0))
    up = SeenCard("hai-noon", "wild", quad, (0, 0, 63, 88), 1.0, False)
    down = SeenCard("hai-noon", None, quad, (0, 0, 63, 88), 1.0, False)
    cut = SeenCard("hai-noon", None, quad, (0, 0, 63, 88), 0.6, True)
    whole = {"card": "wild", "quad": [[0.0, 0.0], [63.0, 0.0], [63.0, 88.0], [0.0, 88.0]], "box": [0, 0, 63, 88]}
    back = SeenCard("hai-noon", None, quad, (0, 0, 63, 88), 1.0, False, back=True)
    assert annotated_cards([up, back]) == {"cards": [whole, {**whole, "card": "back"}]}
    assert annotated_cards([up, down]) == {"cards": [whole], "ignore": [{"box": [0, 0, 63, 88]}]}
    assert annotated_cards([up, cut]) == {"cards": [], "reject": True}


def test_a_deck_without_scenes_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    """The message names those that there are."""
    with pytest.raises(ConfigError, match="hold-your-breath"):
        scene("cards", 1, 1, tmp_path / "out", deck="tarot")
    assert not (tmp_path / "out").exists()
