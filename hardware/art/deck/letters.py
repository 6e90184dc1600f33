"""Our own lettering: capitals and digits as strokes with round ends. Letters of other scripts are dots, as given."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from unicodedata import normalize

import numpy as np

from hardware.art.deck.pen import box, line, path
from hardware.art.polygons import Art, Colour, Points

_GLYPHS: dict[str, tuple[float, str]] = {
    "A": (4.4, "M0 6L2.2 0L4.4 6|M0.9 4L3.5 4"),
    "B": (3.6, "M0 0L0 6L2 6C4.1 6 4.1 2.9 2 2.9L0 2.9|M0 0L1.8 0C3.6 0 3.6 2.9 1.8 2.9"),
    "C": (4, "M4 1.1C2.9 -0.5 0 -0.3 0 3C0 6.3 2.9 6.5 4 4.9"),
    "D": (4, "M0 0L0 6L1.5 6C4.9 6 4.9 0 1.5 0L0 0"),
    "E": (3.2, "M3.2 0L0 0L0 6L3.2 6|M0 2.9L2.7 2.9"),
    "F": (3.2, "M3.2 0L0 0L0 6|M0 2.9L2.7 2.9"),
    "G": (4.2, "M4 1.1C2.9 -0.5 0 -0.3 0 3C0 6.4 3.2 6.5 4.2 5L4.2 3.3L2.5 3.3"),
    "H": (3.8, "M0 0L0 6|M3.8 0L3.8 6|M0 2.9L3.8 2.9"),
    "I": (0, "M0 0L0 6"),
    "J": (2.8, "M2.8 0L2.8 4.3C2.8 6.6 0 6.6 0 4.6"),
    "K": (3.8, "M0 0L0 6|M3.6 0L0 3.5|M1.3 2.4L3.8 6"),
    "L": (3, "M0 0L0 6L3 6"),
    "M": (4.8, "M0 6L0 0L2.4 3.6L4.8 0L4.8 6"),
    "N": (3.9, "M0 6L0 0L3.9 6L3.9 0"),
    "O": (4.6, "M2.3 0C-0.77 0 -0.77 6 2.3 6C5.37 6 5.37 0 2.3 0"),
    "P": (3.5, "M0 6L0 0L1.8 0C4.1 0 4.1 3.4 1.8 3.4L0 3.4"),
    "Q": (4.6, "M2.3 0C-0.77 0 -0.77 6 2.3 6C5.37 6 5.37 0 2.3 0|M3 4.5L4.6 6.2"),
    "R": (3.7, "M0 6L0 0L1.8 0C4.1 0 4.1 3.3 1.8 3.3L0 3.3|M1.9 3.3L3.7 6"),
    "S": (3.5, "M3.3 1C2.6 -0.5 0.2 -0.3 0.2 1.5C0.2 3.6 3.5 2.5 3.5 4.5C3.5 6.4 0.7 6.5 0 4.9"),
    "T": (4, "M0 0L4 0|M2 0L2 6"),
    "U": (3.8, "M0 0L0 3.8C0 6.75 3.8 6.75 3.8 3.8L3.8 0"),
    "V": (4.2, "M0 0L2.1 6L4.2 0"),
    "W": (5.8, "M0 0L1.5 6L2.9 1.2L4.3 6L5.8 0"),
    "X": (4, "M0 0L4 6|M4 0L0 6"),
    "Y": (4, "M0 0L2 3L4 0|M2 3L2 6"),
    "Z": (3.7, "M0 0L3.7 0L0 6L3.7 6"),
    "0": (3.8, "M1.9 0C-0.63 0 -0.63 6 1.9 6C4.43 6 4.43 0 1.9 0"),
    "1": (1.9, "M0 1.4L1.6 0L1.6 6"),
    "2": (3.6, "M0.1 1.5C0.4 -0.6 3.5 -0.5 3.5 1.7C3.5 3.2 1.6 4.2 0 6L3.6 6"),
    "3": (
        3.5,
        "M0.1 0.9C1 -0.5 3.3 -0.2 3.3 1.5C3.3 2.5 2.5 2.9 1.4 2.9C2.6 2.9 3.5 3.4 3.5 4.5C3.5 6.4 0.7 6.5 0 4.9",
    ),
    "4": (3.9, "M2.9 6L2.9 0L0 4.2L3.9 4.2"),
    "5": (3.5, "M3.2 0L0.5 0L0.2 2.7C1.2 1.9 3.5 1.9 3.5 4C3.5 6.4 0.8 6.5 0 5.1"),
    "6": (3.6, "M3 0.3C1.2 0.9 0 2.5 0 4.1C0 6.6 3.6 6.6 3.6 4.1C3.6 1.8 0.3 1.9 0 4.1"),
    "7": (3.5, "M0 0L3.5 0L1.3 6"),
    "8": (3.5, "M1.75 2.8C-0.2 2.8 -0.2 0 1.75 0C3.7 0 3.7 2.8 1.75 2.8C-0.6 2.8 -0.6 6 1.75 6C4.1 6 4.1 2.8 1.75 2.8"),
    "9": (3.6, "M0.6 5.7C2.4 5.1 3.6 3.5 3.6 1.9C3.6 -0.6 0 -0.6 0 1.9C0 4.2 3.3 4.1 3.6 1.9"),
    "!": (0, "M0 0L0 3.8|M0 5.9L0 6"),
    "¡": (0, "M0 0L0 0.1|M0 2.2L0 6"),
    "+": (3.4, "M0 3L3.4 3|M1.7 1.3L1.7 4.7"),
    "-": (2, "M0 3.2L2 3.2"),
    " ": (1.1, ""),
}
"""Letter -> its width and its strokes; capitals are 6 high, y downwards from their top."""


_ACCENTS = {
    "\u0300": "M-0.9 -2.3L0.5 -1.2",
    "\u0301": "M0.9 -2.3L-0.5 -1.2",
    "\u0302": "M-1.1 -1.1L0 -2.2L1.1 -1.1",
    "\u0303": "M-1.2 -1.3C-0.4 -2.5 0.4 -0.7 1.2 -1.9",
    "\u0308": "M-0.9 -1.7L-0.9 -1.6|M0.9 -1.7L0.9 -1.6",
    "\u030a": "M0 -2.3C-1.1 -2.3 -1.1 -0.9 0 -0.9C1.1 -0.9 1.1 -2.3 0 -2.3",
    "\u0327": "M0.2 6.2L-0.4 7.6",
}
"""What is set on a letter -> its strokes, from the middle of the letter's top."""

_DOTS_HIGH = 8.0
"""How high letters of dots are, where capitals are 6."""

Dots = Sequence[str]
"""A letter of another script: rows from the top, `#` is ink."""
Text = Sequence[str | Dots]
"""What is written, letter by letter: a character that we have drawn, or dots."""


def drawn(letter: str) -> bool:
    """Whether we have drawn this letter."""
    apart = normalize("NFD", letter)
    return apart[0] in _GLYPHS and all(mark in _ACCENTS for mark in apart[1:])


def words(text: Text, x: float, y: float, tall: float, colour: Colour, weight: float = 0.15, gap: float = 0.28) -> Art:
    """Capitals and digits about the point (x, y): `tall` mm high, strokes `weight` and spaces `gap` times as wide.

    Raises KeyError for a letter that we have not drawn.
    """
    unit = tall * (1 - weight) / 6
    thick = tall * weight
    space = gap * tall + (thick if weight > 0.2 else 0.0)
    wide = sum(_wide(letter) * unit for letter in text) + space * (len(text) - 1)
    left, top = x - wide / 2, y - 3 * unit
    art: list[tuple[Colour, Points]] = []
    for letter in text:
        if isinstance(letter, str):
            for stroke in _strokes(letter):
                art.extend(line(colour, stroke * unit + (left, top), thick))
        else:
            art.extend((colour, run * unit + (left, top)) for run in _runs(letter))
        left += _wide(letter) * unit + space
    return tuple(art)


def _wide(letter: str | Dots) -> float:
    """The width of a letter, where capitals are 6 high."""
    if isinstance(letter, str):
        return _GLYPHS[normalize("NFD", letter)[0]][0]
    return _DOTS_HIGH * len(letter[0]) / len(letter)


def _strokes(letter: str) -> Iterator[Points]:
    """The strokes of a letter, and of what is set on it."""
    apart = normalize("NFD", letter)
    wide, strokes = _GLYPHS[apart[0]]
    for stroke in filter(None, strokes.split("|")):
        yield path(stroke)
    for mark in apart[1:]:
        for stroke in _ACCENTS[mark].split("|"):
            yield path(stroke) + np.array([wide / 2, 0.0])


def _runs(letter: Dots) -> Iterator[Points]:
    """The dots of a letter, those side by side as one: a little higher than capitals, about their middle."""
    dot = _DOTS_HIGH / len(letter)
    for row, dots in enumerate(letter):
        for run in re.finditer("#+", dots):
            across = run.end() - run.start()
            yield box(run.start() * dot, 3 - _DOTS_HIGH / 2 + row * dot, across * dot, dot, 0)


def width(text: Text, tall: float, weight: float = 0.15, gap: float = 0.28) -> float:
    """How wide `words` will be, mm."""
    unit = tall * (1 - weight) / 6
    space = gap * tall + (tall * weight if weight > 0.2 else 0.0)
    return sum(_wide(letter) * unit for letter in text) + space * (len(text) - 1) + tall * weight
