"""Pieces that were taken are told from pieces that something covers, by the table about them."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from firmware.observe.table_seen import COVERED, TableSeen
from tests.firmware.looks import die, look
from vision.reading import Image

PLACES = [(150 + 160 * n, 200 + 260 * (n % 2)) for n in range(7)]
"""Where the middles of seven dice lie, px."""
THROWN = look(*(die("die-3", x, y) for x, y in PLACES))


def table(laid: bool, beside: int) -> Image:
    """A table with marks (BGR); the seven dice if `laid`, and a row of other dice beside the first `beside` of them."""
    small = np.random.default_rng(4).uniform(90, 190, (90, 160, 3))
    picture = cv2.resize(small, (1280, 720), interpolation=cv2.INTER_CUBIC).clip(0, 255).astype(np.uint8)
    for x, y in PLACES if laid else ():
        cv2.rectangle(picture, (x - 18, y - 18), (x + 18, y + 18), (60, 40, 160), -1)
    for x, y in PLACES[:beside]:
        ring = [(x + a, y + b) for a in (-160, -110, -60, 60, 110, 160) for b in (-160, -110, -60, 0, 60, 110, 160)]
        for a, b in [*ring, *((x, y + b) for b in (-160, -110, -60, 60, 110, 160))]:
            cv2.rectangle(picture, (a - 27, b - 27), (a + 27, b + 27), (30, 160, 220), -1)
    return picture


@pytest.mark.parametrize(("beside", "doubt"), [(0, None), (1, None), (4, COVERED)])
def test_dice_are_gone_though_what_lay_beside_one_went_with_it(beside: int, doubt: str | None) -> None:
    """A row at the mat's edge was taken with the throw: the table was said to be covered, for ever."""
    seen = TableSeen()
    assert seen.doubt(table(laid=True, beside=beside), THROWN, None) is None
    assert seen.doubt(table(laid=False, beside=0), look(), None) == doubt


def test_a_piece_that_can_hardly_be_read_does_not_speak_for_a_table_that_is_covered() -> None:
    """A die half under a hand was read as one that came, and all beside it as gone."""
    seen = TableSeen()
    assert seen.doubt(table(laid=True, beside=0), THROWN, None) is None
    half_seen = die("die-2", PLACES[0][0] + 20, PLACES[0][1] + 20, sure=0.2)
    assert seen.doubt(table(laid=False, beside=7), look(half_seen), None) == COVERED
