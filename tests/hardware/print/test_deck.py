"""Printed decks: every card as often as asked for, true to size, its back behind it."""

from __future__ import annotations

import re
from collections import Counter

import pytest

from hardware.art import deck as deck_art
from hardware.print import deck
from tests.hardware.print.streams import texts

POINT = 25.4 / 72
PAPERS = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}
Laid = tuple[str, float, float]


def sheets(pdf: bytes) -> list[list[Laid]]:
    """What lies on each page: face, and its left and lower edge from the page's lower left, mm."""
    found = []
    for text in texts(pdf):
        laid = re.findall(r"1 0 0 1 ([\d.]+) ([\d.]+) cm\s+/FormXob\.(\S+) Do", text)
        if laid:
            found.append([(name, float(x) * POINT, float(y) * POINT) for x, y, name in laid])
    return found


@pytest.mark.parametrize("paper", PAPERS)
def test_every_card_is_there_as_often_as_asked_for(paper: str) -> None:
    """Nine to a sheet, and as many backs."""
    counts = {"wild": 4, "flip-shark.red": 2, "all-sharks-swim-on.blue": 5}
    pages = sheets(deck("hai-noon", counts, paper))
    faces, backs = pages[::2], pages[1::2]
    assert Counter(name for page in faces for name, _, _ in page) == counts
    assert [[name for name, _, _ in page] for page in backs] == [["back"] * 9, ["back"] * 2]


@pytest.mark.parametrize("paper", PAPERS)
def test_cards_are_true_to_size_and_lie_edge_to_edge_in_the_middle(paper: str) -> None:
    """A card's form is 63 x 88 mm, the places are as far apart, and all margins can be printed."""
    pdf = deck("hai-noon", {"wild": 9}, paper)
    boxes = {tuple(float(v) for v in b.split()) for b in re.findall(rb"/BBox \[ ([^\]]+) \]", pdf)}
    assert all(box[:2] == (0, 0) for box in boxes)
    assert {(round(x * POINT, 2), round(y * POINT, 2)) for _, _, x, y in boxes} == {deck_art.SIZE}
    wide, high = PAPERS[paper]
    laid = sheets(pdf)[0]
    xs, ys = sorted({round(x, 2) for _, x, _ in laid}), sorted({round(y, 2) for _, _, y in laid})
    assert [b - xs[0] for b in xs] == pytest.approx([0, 63, 126], abs=0.02)
    assert [b - ys[0] for b in ys] == pytest.approx([0, 88, 176], abs=0.02)
    assert xs[0] == pytest.approx(wide - (xs[2] + 63), abs=0.05)
    assert ys[0] == pytest.approx(high - (ys[2] + 88), abs=0.05)
    assert min(xs[0], ys[0]) > 6


def test_backs_lie_behind_their_faces_once_the_sheet_is_turned_about_its_long_edge() -> None:
    """Mirrored left to right, also on the last sheet, which is not full."""
    front, back = sheets(deck("splash-down", {"krill": 5}, "a4"))
    turned = {(round(210 - x - 63, 1), round(y, 1)) for _, x, y in front}
    assert {(round(x, 1), round(y, 1)) for _, x, y in back} == turned


def test_what_is_printed_is_the_art() -> None:
    """The forms hold as many polygons as the art of the face and the back have."""
    pdf = deck("hold-your-breath", {"dolphin": 1})
    filled = 0
    for text in texts(pdf):
        filled += len(re.findall(r"\bf\*?(?!\S)", text))
    assert filled == sum(len(deck_art.shapes("hold-your-breath", name)) for name in ("dolphin", "back"))


def test_a_deck_a_face_or_a_paper_that_nobody_has_is_refused() -> None:
    """Before anything is printed."""
    with pytest.raises(ValueError, match="hai-noon"):
        deck("tarot", {"fool": 1})
    with pytest.raises(KeyError, match="wildest"):
        deck("hai-noon", {"wildest": 1})
    with pytest.raises(ValueError, match="a4, letter"):
        deck("hai-noon", {"wild": 1}, "papyrus")
