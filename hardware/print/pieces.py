"""Tiles and tokens: fronts on one sheet, their other sides behind them, to be glued on card and cut out."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

import numpy as np

from hardware.art import pieces as piece_art
from hardware.print.page import PrintPage, paper_size

GAP_MM = 4.0
"""Between pieces."""
Row = Sequence[str]


def tiles(paper: str = "a4") -> bytes:
    """The tiles of Hai Noon as PDF, both sides: hungry sharks first, full ones behind them; the cage to be cut out.

    To be printed at 100 % on both sides, the sheet turned about its long edge. Raises ValueError for paper we do not
    know.
    """
    divers = sorted({name.rpartition("-")[0] for name in piece_art.pieces("hai-noon") if name.startswith("diver-")})
    fronts = [["shark-hungry"] * 4] * 3 + [[f"{diver}-healthy" for diver in divers], ["cage"]]
    backs = [["shark-full"] * 4] * 3 + [[f"{diver}-injured" for diver in divers], ["cage"]]
    page = _page(paper, "hai-noon", "Lifeguard tiles: Hai Noon")
    _sheet(page, "hai-noon", fronts, "Tiles of Hai Noon. Print at 100 %, both sides, long edge")
    page.turn()
    _sheet(page, "hai-noon", [list(reversed(row)) for row in backs], "Tiles of Hai Noon, other sides")
    return page.done()


def tokens(paper: str = "a4") -> bytes:
    """The pirates and anchors of Hold Your Breath! as PDF, two of each, to be glued on both sides of card.

    Raises ValueError for paper we do not know.
    """
    names = piece_art.pieces("hold-your-breath")
    half = len(names) // 2
    rows = [names[:half], names[:half], names[half:], names[half:]]
    page = _page(paper, "hold-your-breath", "Lifeguard tokens: Hold Your Breath!")
    _sheet(page, "hold-your-breath", rows, "Tokens of Hold Your Breath!: two of each, for both sides of a disc. 100 %")
    return page.done()


def marks(paper: str = "a4") -> bytes:
    """The marks of eight seats as PDF, two of each, to be glued on both sides of card.

    Raises ValueError for paper we do not know.
    """
    page = _page(paper, piece_art.MARKS, "Lifeguard marks")
    rows = [piece_art.pieces(piece_art.MARKS)] * 2
    _sheet(page, piece_art.MARKS, rows, "Marks: two of each, for both sides of a disc. 100 %")
    return page.done()


def _page(paper: str, game: str, title: str) -> PrintPage:
    """A page that has all pieces of a game to lay."""
    page = PrintPage(paper_size(paper), title)
    for name in piece_art.pieces(game):
        page.keep(name, (piece_art.size(game, name),) * 2, piece_art.shapes(game, name))
    return page


def _sheet(page: PrintPage, game: str, rows: Sequence[Row], title: str) -> None:
    """Rows of pieces about the middle of the sheet, each with the line to cut along."""
    top = 26.0
    page.text(14, 14, title)
    for row in rows:
        size = max(piece_art.size(game, name) for name in row)
        left = (page.size[0] - len(row) * (size + GAP_MM) + GAP_MM) / 2
        for k, name in enumerate(row):
            _piece(page, game, name, left + k * (size + GAP_MM), top)
        top += size + GAP_MM


def _piece(page: PrintPage, game: str, name: str, x: float, y: float) -> None:
    size = piece_art.size(game, name)
    edge, *holes = piece_art.outline(game, name)
    page.window(x, y, size, size)
    page.lay(name, (size, size), x, y)
    page.open()
    for hole in holes:
        page.shape(hole + np.array([x, y]), (255, 255, 255))
    for cut in (edge, *holes):
        for (ax, ay), (bx, by) in pairwise((np.concatenate([cut, cut[:1]]) + np.array([x, y])).tolist()):
            page.line(ax, ay, bx, by)
