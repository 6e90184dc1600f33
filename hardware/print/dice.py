"""The dice of Shark Attacks!: stickers for sixteen blank dice, and the same dice as nets of card to fold."""

from __future__ import annotations

import itertools
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np

from hardware.arrays import Matrix
from hardware.art import dice as dice_art
from hardware.art import mat as mat_art
from hardware.print.page import PrintPage, paper_size

COUNTS = {"swimmer": 11, "shark": 4, "event": 1}
"""How many dice of each kind a game needs (ruling SA-1)."""


@dataclass(frozen=True, slots=True)
class DicePrintMeasures:
    """Where stickers and nets lie on their sheets."""

    max_die_mm: float = 30.0
    """Larger dice have no room on the papers that we print on."""
    edge_mm: float = 10.0
    """What printers leave white at the edges of the paper, and a little more."""
    sticker_gap_mm: float = 1.0
    """Between stickers."""
    dice_gap_mm: float = 4.0
    """Between the stickers of the two dice of a line."""
    stickers_top_mm: float = 34.0
    """Where the first stickers lie."""
    ruler_mm: float = 16.0
    """What the ruler under the stickers takes."""
    nets_left_mm: float = 20.0
    """Where the first net lies."""
    nets_top_mm: float = 22.0
    """Where the first net lies."""
    nets_gap_across_mm: float = 30.0
    """Between two nets beside each other."""
    nets_gap_down_mm: float = 16.0
    """Between two nets under each other."""
    flap_mm: float = 5.0
    """How deep the flaps of a net are."""


MEASURES = DicePrintMeasures()

# Cells (column, row) of the cross of a net, and the quarter turns of its picture, clockwise, in the order of the die's
# sides (+x, -x, +y, -y, +z, -z), so that a folded die is the twin of the simulated one.
NET = ((2, 1, 3), (0, 1, 1), (1, 0, 2), (1, 2, 0), (1, 1, 0), (3, 1, 2))


def dice(paper: str = "a4", die_mm: float = 16.0) -> bytes:
    """Stickers, then nets, as PDF, to be printed at 100 %, as many to a sheet as there is room for. Raises ValueError
    for paper we do not know, and dice larger than `DicePrintMeasures.max_die_mm`."""
    if die_mm > MEASURES.max_die_mm:
        raise ValueError(f"dice of {die_mm:g} mm have no room on a sheet; up to {MEASURES.max_die_mm:g} mm have")
    page = PrintPage(paper_size(paper), "Lifeguard dice: Shark Attacks!")
    made = [kind for kind, count in COUNTS.items() for _ in range(count)]
    for number, (draw, some) in enumerate(_sheets(page, made, die_mm)):
        if number:
            page.turn()
        draw(page, some, die_mm)
    return page.done()


def _sheets(page: PrintPage, made: list[str], die_mm: float) -> Iterator[tuple[Callable[..., None], list[str]]]:
    """What draws each sheet, and the dice on it."""
    (width, height), pitch = page.size, die_mm - 2 + MEASURES.sticker_gap_mm
    lines = int((height - MEASURES.stickers_top_mm - MEASURES.ruler_mm - MEASURES.edge_mm) // pitch)
    yield from ((_stickers, some) for some in _batches(made, lines * _halves(width, pitch)))
    lines = int((height - MEASURES.nets_top_mm - MEASURES.edge_mm) // (3 * die_mm + MEASURES.nets_gap_down_mm))
    yield from ((_nets, some) for some in _batches(made, lines * _crosses(width, die_mm)))


def _batches(made: list[str], most: int) -> list[list[str]]:
    return [made[first : first + most] for first in range(0, len(made), most)]


def _halves(width: float, pitch: float) -> int:
    """How many dice's stickers lie in a line."""
    return 2 if 12 * pitch + MEASURES.dice_gap_mm + 2 * MEASURES.edge_mm <= width else 1


def _crosses(width: float, edge: float) -> int:
    """How many nets lie in a line."""
    return (
        2
        if MEASURES.nets_left_mm + 8 * edge + MEASURES.nets_gap_across_mm + MEASURES.flap_mm + MEASURES.edge_mm <= width
        else 1
    )


def _stickers(page: PrintPage, made: list[str], die_mm: float) -> None:
    """A row of six for each die, two dice to a line where there is room."""
    size = die_mm - 2
    pitch = size + MEASURES.sticker_gap_mm
    halves = _halves(page.size[0], pitch)
    wide = 6 * halves * pitch + MEASURES.dice_gap_mm * (halves - 1)
    left = (page.size[0] - wide) / 2
    top = MEASURES.stickers_top_mm
    words = min(left, 14)
    page.text(words, 15, f"Shark Attacks! stickers for blank dice of {die_mm:g} mm", 4)
    how = "Print at 100 % on sticker paper, cut out, and put the six of one row on one die as they come:"
    page.text(words, 21, how)
    page.text(words, 25, "first two on opposite sides, then the next two, then the last two.")
    for number, kind in enumerate(made):
        row, half = divmod(number, halves)
        for side, face in enumerate(dice_art.KINDS[kind]):
            x = left + half * (6 * pitch + MEASURES.dice_gap_mm) + side * pitch
            _face(page, f"{kind}-{face}", x, top + row * pitch, size, corner=1.8)
    rows = -(-len(made) // halves)
    for k in range(6 * halves + 1):
        x = left + k * pitch + (MEASURES.dice_gap_mm if k > 6 else 0) - MEASURES.sticker_gap_mm / 2
        page.line(x, top - 5, x, top - 2)
        page.line(x, top + rows * pitch + 1, x, top + rows * pitch + 4)
    for k in range(rows + 1):
        y = top + k * pitch - MEASURES.sticker_gap_mm / 2
        page.line(left - 5, y, left - 2, y)
        page.line(left + wide + 1, y, left + wide + 4, y)
    _scale(page, left, top + rows * pitch + 12)


def _scale(page: PrintPage, x: float, y: float) -> None:
    for outline in mat_art.ruler(x, y):
        page.shape(outline, (120, 120, 120))
    page.text(x + mat_art.RULER_MM + 3, y + 1, "100 mm when printed at 100 %", 2.2)


def _face(page: PrintPage, item: str, x: float, y: float, size: float, corner: float, quarter: int = 0) -> None:
    """One side: its ground in the die's colour, its art turned clockwise by quarters."""
    body, ink = dice_art.COLOURS[item.rsplit("-", 1)[0]]
    page.shape(mat_art.rounded(x, y, size, size, corner), body)
    inner = 0.94 * size
    for inked, part in dice_art.shapes(item):
        page.shape(_turned(part, quarter) * inner + (x + 0.03 * size, y + 0.03 * size), ink if inked else body)


def _turned(part: Matrix, quarter: int) -> Matrix:
    for _ in range(quarter % 4):
        part = np.stack([1 - part[:, 1], part[:, 0]], 1)
    return part


def _nets(page: PrintPage, made: list[str], edge: float) -> None:
    """Crosses with flaps, two to a line where there is room."""
    page.text(
        14, 12, f"Dice of {edge:g} mm to fold: print at 100 % on card, cut along the outline, fold, glue the flaps."
    )
    for number, kind in enumerate(made):
        row, half = divmod(number, _crosses(page.size[0], edge))
        left, top = (
            MEASURES.nets_left_mm + half * (4 * edge + MEASURES.nets_gap_across_mm),
            MEASURES.nets_top_mm + row * (3 * edge + MEASURES.nets_gap_down_mm),
        )
        for (column, line, quarter), face in zip(NET, dice_art.KINDS[kind], strict=True):
            _face(page, f"{kind}-{face}", left + column * edge, top + line * edge, edge, 0.01, quarter)
        _flaps(page, left, top, edge)


def _flaps(page: PrintPage, left: float, top: float, edge: float) -> None:
    """Seven flaps, so that every open edge has one; all edges to fold are dashed."""
    deep, slant = MEASURES.flap_mm, 3.0
    for column in (0, 2, 3):
        for line, way in ((1, -1), (2, 1)):
            x, y = left + column * edge, top + line * edge
            _flap(page, [(x, y), (x + slant, y + way * deep), (x + edge - slant, y + way * deep), (x + edge, y)])
    x, y = left + 4 * edge, top + edge
    _flap(page, [(x, y), (x + deep, y + slant), (x + deep, y + edge - slant), (x, y + edge)])
    for k in range(1, 4):
        page.line(left + k * edge, top + edge, left + k * edge, top + 2 * edge, dashed=True)
    for line in (1, 2):
        page.line(left + edge, top + line * edge, left + 2 * edge, top + line * edge, dashed=True)


def _flap(page: PrintPage, points: list[tuple[float, float]]) -> None:
    for a, b in itertools.pairwise(points):
        page.line(*a, *b)
    page.line(*points[0], *points[-1], dashed=True)
