"""A deck of cards: nine to a sheet, each sheet of faces followed by its backs, for printers that turn the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hardware.art import deck as deck_art
from hardware.print.page import PrintPage, paper_size

ACROSS, DOWN = 3, 3
MARK = 4.0
"""Length of a cut mark, mm."""


def deck(name: str, counts: Mapping[str, int], paper: str = "a4") -> bytes:
    """All cards of a built-in deck, `counts` of each face, as PDF, to be printed at 100 % on both sides.

    Cards lie edge to edge in the middle of the sheet, so that one straight cut parts two of them. The sheet is to be
    turned about its long edge. Raises ValueError for a deck or paper we do not know, KeyError for a face that the deck
    has not.
    """
    page = PrintPage(paper_size(paper), f"Lifeguard deck: {name}")
    for face in (*counts, deck_art.BACK):
        page.keep(face, deck_art.SIZE, deck_art.shapes(name, face))
    cards = [face for face, count in counts.items() for _ in range(count)]
    sheets = [cards[k : k + ACROSS * DOWN] for k in range(0, len(cards), ACROSS * DOWN)]
    for number, faces in enumerate(sheets):
        if number:
            page.turn()
        _sheet(page, faces, f"{name}, sheet {number + 1} of {len(sheets)}")
        page.turn()
        _sheet(page, _turned(len(faces)), f"{name}, sheet {number + 1}, backs")
    return page.done()


def _turned(count: int) -> list[str]:
    """Backs behind `count` faces, as they lie once the sheet is turned: each row from the right."""
    rows = [min(max(count - row * ACROSS, 0), ACROSS) for row in range(DOWN)]
    return [deck_art.BACK if column >= ACROSS - filled else "" for filled in rows for column in range(ACROSS)]


def _sheet(page: PrintPage, cards: Sequence[str], title: str) -> None:
    """Cards row by row, "" for an empty place, with marks to cut along round them."""
    wide, high = deck_art.SIZE
    left, top = (page.size[0] - ACROSS * wide) / 2, (page.size[1] - DOWN * high) / 2
    for k, card in enumerate(cards):
        if card:
            page.lay(card, deck_art.SIZE, left + k % ACROSS * wide, top + k // ACROSS * high)
    right, low = left + ACROSS * wide, top + DOWN * high
    for k in range(ACROSS + 1):
        x = left + k * wide
        page.line(x, top - 1 - MARK, x, top - 1)
        page.line(x, low + 1, x, low + 1 + MARK)
    for k in range(DOWN + 1):
        y = top + k * high
        page.line(left - 1 - MARK, y, left - 1, y)
        page.line(right + 1, y, right + 1 + MARK, y)
    notes = (title, "Print at 100 %, both sides, long edge", f"A card is {wide:g} x {high:g} mm")
    for k, words in enumerate(notes):
        page.text(left + k * wide + 2, top - 2.2, words, 2.0)
