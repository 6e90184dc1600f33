"""Readings as JSON, and drawn on their pictures."""

from __future__ import annotations

import json
from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision import annotate
from vision.reading import CardReading, Die, Reading

DIE = Die(
    set="pips",
    kind="white",
    face="5",
    box=(412.0, 300.0, 66.0, 64.0),
    centre=(445.0, 330.0),
    size=50.0,
    angle=12.0,
    confidence=0.998,
    candidates=(("5", 0.998), ("6", 0.00123456), ("4", 0.0004), ("3", 0.0001)),
    kind_candidates=(("white", 1.0),),
)
CARD = CardReading(
    "hai-noon", "flip-shark.red", ((10, 10), (200, 12), (198, 300), (8, 297)), 0.99, (("flip-shark.red", 0.99),)
)
READING = Reading(1280, 720, (DIE,), (CARD,), sharp=True, sure=True, ms=14.23)


def test_a_reading_prints_as_the_contract_says() -> None:
    assert json.loads(json.dumps(READING.to_json())) == {
        "width": 1280,
        "height": 720,
        "ms": 14.2,
        "sure": True,
        "dice": [
            {
                "set": "pips",
                "kind": "white",
                "face": "5",
                "box": [412.0, 300.0, 66.0, 64.0],
                "confidence": 0.998,
                "candidates": [["5", 0.998], ["6", 0.0012], ["4", 0.0004]],
            }
        ],
        "cards": [
            {
                "deck": "hai-noon",
                "card": "flip-shark.red",
                "quad": [[10, 10], [200, 12], [198, 300], [8, 297]],
                "confidence": 0.99,
                "candidates": [["flip-shark.red", 0.99]],
            }
        ],
    }


def test_a_drawing_frames_the_pieces_and_leaves_the_picture_alone() -> None:
    picture = np.full((720, 1280, 3), 90, np.uint8)
    drawn = annotate.draw(picture, READING)
    assert (picture == 90).all()
    assert tuple(drawn[332, 412]) == annotate.STYLE.certain_bgr
    assert (drawn[600:, 600:] == 90).all()


def test_names_are_written_beside_the_dice_and_not_on_others() -> None:
    """Five dice close above each other, one in the corner."""
    dice = [replace(DIE, box=(412.0, 200.0 + 90 * row, 50.0, 50.0)) for row in range(5)]
    dice.append(replace(DIE, box=(2.0, 2.0, 50.0, 50.0)))
    drawn = annotate.draw(np.full((720, 1280, 3), 90, np.uint8), replace(READING, dice=tuple(dice), cards=()))
    for die in dice:
        x, y = round(die.box[0]), round(die.box[1])
        assert (drawn[y + 6 : y + 44, x + 6 : x + 44] == 90).all()
    assert (drawn == annotate.STYLE.certain_bgr).all(axis=2).sum() > 6 * 4 * 50


def test_evidence_is_the_piece_with_a_margin_even_at_the_rim() -> None:
    picture = np.zeros((100, 200, 3), np.uint8)
    picture[:40, :40] = 255
    cut = cv2.imdecode(np.frombuffer(annotate.crop(picture, (0, 0, 40, 40)), np.uint8), cv2.IMREAD_COLOR)
    assert cut.shape == (51, 51, 3)
    assert cut[20, 20].min() > 240
    assert cut[48, 48].max() < 15


def test_an_empty_picture_has_no_evidence() -> None:
    with pytest.raises(ValueError, match="empty"):
        annotate.crop(np.zeros((100, 100, 3), np.uint8), (400, 400, 10, 10))
