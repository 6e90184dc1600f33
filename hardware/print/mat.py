"""The mat, true to size: on one sheet where it fits, else on several to glue together."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise, product
from math import ceil
from typing import Any

import numpy as np

from hardware.art import mat as mat_art
from hardware.art.polygons import ColouredPolygon
from hardware.print.page import MARGIN_MM, PrintPage, paper_size

Part = tuple[float, float, float, float]
"""x, y, width, height of a piece of a mat, mm."""

OVERLAP_MM = 10.0
"""How much neighbouring sheets share, to be glued."""


GLUE = "Sheet {number}: cut along the lines, glue {overlap} mm over the next sheet's edge."
TRUE_TO_SIZE = "100 mm when printed at 100 %"


def mat(layout: Mapping[str, Any], paper: str = "a4") -> bytes:
    """The mat of a layout as PDF, to be printed at 100 %; its `words` may say captions and notes in another language.
    Raises ValueError for paper or markers we do not know."""
    wide, deep = (float(v) for v in layout["size_mm"])
    page = PrintPage(paper_size(paper, wide=wide > deep), f"Lifeguard mat: {layout['name']}")
    shapes = mat_art.shapes(layout)
    if wide <= page.size[0] + 0.5 and deep <= page.size[1] + 0.5:
        _draw(page, layout, shapes, (page.size[0] - wide) / 2, (page.size[1] - deep) / 2)
        return page.done()
    for number, part in enumerate(_parts(_printed(shapes, (wide, deep)), page.size)):
        if number:
            page.turn()
        _part(page, layout, shapes, part, number + 1)
    return page.done()


def _printed(shapes: Sequence[ColouredPolygon], size: tuple[float, float]) -> Part:
    """The part of the mat that is not white, with a little rim."""
    inked = np.concatenate([outline for colour, outline in shapes if colour != mat_art.WHITE])
    low, high = np.maximum(inked.min(0) - 1, 0), np.minimum(inked.max(0) + 1, size)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])


def _parts(whole: Part, size: tuple[float, float]) -> list[Part]:
    """What goes on each sheet, row by row: equal parts that overlap."""
    spans = []
    for start, length, sheet in zip(whole[:2], whole[2:], size, strict=True):
        room = sheet - 2 * MARGIN_MM
        count = ceil((length - OVERLAP_MM) / (room - OVERLAP_MM)) if length > room else 1
        step = (length - OVERLAP_MM) / count if count > 1 else length
        spans.append([(start + k * step, step + (OVERLAP_MM if count > 1 else 0)) for k in range(count)])
    return [(x, y, w, h) for (y, h), (x, w) in product(spans[1], spans[0])]


def _part(
    page: PrintPage, layout: Mapping[str, Any], shapes: Sequence[ColouredPolygon], part: Part, number: int
) -> None:
    """One sheet of a mat that needs several, with a frame to cut along."""
    x, y, w, h = part
    page.window(MARGIN_MM, MARGIN_MM, w, h)
    _draw(page, layout, [shape for shape in shapes if _shows(shape, part)], MARGIN_MM - x, MARGIN_MM - y)
    page.open()
    right, low = MARGIN_MM + w, MARGIN_MM + h
    for a, b in pairwise(
        [(MARGIN_MM, MARGIN_MM), (right, MARGIN_MM), (right, low), (MARGIN_MM, low), (MARGIN_MM, MARGIN_MM)]
    ):
        page.line(*a, *b)
    note = _note(layout, GLUE).format(number=number, overlap=f"{OVERLAP_MM:g}")
    page.text(MARGIN_MM, low + 4, note)


def _shows(shape: ColouredPolygon, part: Part) -> bool:
    """Whether a shape reaches into a part of the mat."""
    x, y, w, h = part
    (left, top), (right, low) = shape[1].min(0), shape[1].max(0)
    return bool(left <= x + w and right >= x and top <= y + h and low >= y)


def _draw(
    page: PrintPage, layout: Mapping[str, Any], shapes: Iterable[ColouredPolygon], left: float, top: float
) -> None:
    for colour, outline in shapes:
        page.shape(outline + np.array([left, top]), colour)
    x, y = mat_art.ruler_at(layout)
    page.text(left + x + mat_art.RULER_MM + 3, top + y + 1.0, _note(layout, TRUE_TO_SIZE), 2.2)


def _note(layout: Mapping[str, Any], text: str) -> str:
    """What is said beside the mat, in the language of its layout."""
    note: str = layout.get("words", {}).get(text, text)
    return note
