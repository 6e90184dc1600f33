"""A deck of cards: nine to a sheet, each sheet of faces followed by its backs, for printers that turn the paper."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from hardware.art import deck as deck_art
from hardware.print.page import PrintPage, paper_size


@dataclass(frozen=True, slots=True)
class DeckPrintMeasures:
    """How cards lie on a sheet."""

    across: int = 3
    """Cards in a row."""
    down: int = 3
    """Rows."""
    cut_mark_mm: float = 4.0


MEASURES = DeckPrintMeasures()


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
    sheets = [
        cards[k : k + MEASURES.across * MEASURES.down] for k in range(0, len(cards), MEASURES.across * MEASURES.down)
    ]
    for number, faces in enumerate(sheets):
        if number:
            page.turn()
        _sheet(page, faces, f"{name}, sheet {number + 1} of {len(sheets)}")
        page.turn()
        _sheet(page, _turned(len(faces)), f"{name}, sheet {number + 1}, backs")
    return page.done()


def _turned(count: int) -> list[str]:
    """Backs behind `count` faces, as they lie once the sheet is turned: each row from the right."""
    rows = [min(max(count - row * MEASURES.across, 0), MEASURES.across) for row in range(MEASURES.down)]
    return [
        deck_art.BACK if column >= MEASURES.across - filled else ""
        for filled in rows
        for column in range(MEASURES.across)
    ]


def _sheet(page: PrintPage, cards: Sequence[str], title: str) -> None:
    """Cards row by row, "" for an empty place, with marks to cut along round them."""
    wide, high = deck_art.SIZE
    left, top = (page.size[0] - MEASURES.across * wide) / 2, (page.size[1] - MEASURES.down * high) / 2
    for k, card in enumerate(cards):
        if card:
            page.lay(card, deck_art.SIZE, left + k % MEASURES.across * wide, top + k // MEASURES.across * high)
    right, low = left + MEASURES.across * wide, top + MEASURES.down * high
    for k in range(MEASURES.across + 1):
        x = left + k * wide
        page.line(x, top - 1 - MEASURES.cut_mark_mm, x, top - 1)
        page.line(x, low + 1, x, low + 1 + MEASURES.cut_mark_mm)
    for k in range(MEASURES.down + 1):
        y = top + k * high
        page.line(left - 1 - MEASURES.cut_mark_mm, y, left - 1, y)
        page.line(right + 1, y, right + 1 + MEASURES.cut_mark_mm, y)
    notes = (title, "Print at 100 %, both sides, long edge", f"A card is {wide:g} x {high:g} mm")
    for k, words in enumerate(notes):
        page.text(left + k * wide + 2, top - 2.2, words, 2.0)
