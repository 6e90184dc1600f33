"""Letters of scripts that our own fonts have not, out of `fonts/world.zip` (see `scripts/fonts/pack_world.py`).

Nothing is read before the first such letter, and then only the blocks of 256 letters that are needed.
"""

from __future__ import annotations

import zipfile
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from firmware.outputs.screens.scripts import ATTACHED, REGIONS

WORLD = Path(__file__).parent / "fonts" / "world.zip"
Dots = tuple[str, ...]
"""Rows of a glyph from top to bottom, `#` is lit."""

CELL = 16
"""Height of the cells of the letters that have their script's own measures."""
BASE = 14
"""Rows of those cells above the base line."""
SMALL_CAPITALS = 7


@dataclass(frozen=True, slots=True)
class Script:
    """How letters of a script are made lower, where capitals are `SMALL_CAPITALS` dots high and where they are 10."""

    first: int
    last: int
    small: frozenset[int] = frozenset()
    """Rows of the cell that are left out on small lines; the letters stay in line with each other."""
    bold: frozenset[int] = frozenset()
    joint: int = 0
    """The row on which letters join: above it, rows like the one before are left out instead, letter by letter."""


SCRIPTS = (
    Script(0x0600, 0x08FF, joint=10),
    Script(0xFB50, 0xFDFF, joint=10),
    Script(0xFE70, 0xFEFF, joint=10),
    Script(0x0900, 0x0DFF, frozenset({1, 5, 10}), frozenset({1})),
    Script(0x0E00, 0x0EFF, frozenset({5, 10, 12}), frozenset({5})),
)
OTHER = Script(0, 0)
JOINT_TOP = 5
"""The highest row of an Arabic letter on a small line."""
SPACED = (range(0x180, 0x590), range(0x5D0, 0x600), range(0x10A0, 0x1100), range(0x1C90, 0x1CC0), range(0x1E00, 0x2100))
"""Alphabets whose letters stand apart: they are spaced and, where lines are bold, drawn as thick as ours."""
INDIC, HUNG = range(0x0900, 0x0E00), range(0x0900, 0x0A80)
"""Scripts of India, and those whose letters hang side by side from one line."""
WIDE = (
    range(0x1100, 0x1200),
    range(0x2E80, 0xA000),
    range(0xAC00, 0xD7A4),
    range(0xF900, 0xFB00),
    range(0xFF01, 0xFFF0),
)
EMOJI = (range(0x2600, 0x27C0), range(0x1F000, 0x20000))
SIGNS = (
    ("fish", (range(0x1F400, 0x1F440), range(0x1F980, 0x1F9AF))),
    ("face", (range(0x1F466, 0x1F47A), range(0x1F600, 0x1F650), range(0x1F900, 0x1F980), range(0x1F9D0, 0x1F9E0))),
    ("heart", (range(0x2763, 0x2765), range(0x1F493, 0x1F4A0), range(0x1F9E1, 0x1F9E2))),
    ("star", EMOJI),
)
"""On a small line an emoji is one of these signs: our own letters of that name."""


@dataclass(frozen=True, slots=True)
class ClusterDots:
    """A cluster: its rows, how many of them stand above the top of the capitals, and whether it needs a gap behind."""

    rows: Dots
    rise: int
    gap: bool = True


def wide(cluster: str) -> bool:
    """Whether a cluster is of a script whose letters fill squares: hanzi, kana, hangul."""
    return any(ord(cluster[0]) in some for some in WIDE)


def needs_room(cluster: str) -> bool:
    """Whether a wide letter cannot be drawn as low as a small line is."""
    return wide(cluster) and _letter(8, ord(cluster[0])) is None


def sign(cluster: str) -> str:
    """The name of the sign that stands for an emoji on a small line; "" for what is none."""
    return next((name for name, ranges in SIGNS if any(ord(cluster[0]) in some for some in ranges)), "")


def cell(letter: str) -> Dots:
    """A letter in the whole of its cell, where other letters are beside it in print; one dot if no font has it."""
    return _letter(CELL, ord(letter)) or _letter(12, ord(letter)) or ("#",)


@lru_cache(maxsize=1 << 9)
def drawing(cluster: str, bold: bool, tall: bool = False) -> ClusterDots | None:
    """A cluster in the dots of other fonts; None if none has it.

    On small lines (not `bold`) hanzi and kana are 7 dots high, or 12 if `tall`.
    """
    if len(cluster) == 2 and ord(cluster[1]) in REGIONS:
        return None
    drawn = _drawn(cluster, bold, tall)
    if drawn is None:
        return None
    above = next((y for y, row in enumerate(drawn.rows) if "#" in row), 0)
    return ClusterDots(_without(drawn.rows, _empty(drawn.rows)), drawn.rise - above, drawn.gap)


def _drawn(cluster: str, bold: bool, tall: bool) -> ClusterDots | None:
    """The same with unlit rows above and below."""
    code, capitals = ord(cluster[0]), 10 if bold else SMALL_CAPITALS
    low = None if bold or tall or not wide(cluster) else _letter(8, code)
    if low:
        return ClusterDots(low, 0, gap=False)
    square = _letter(12, code)
    if square:
        return ClusterDots(square, (12 - capitals + 1) // 2, gap=False)
    spaced = any(code in some for some in SPACED)
    drawn = _letter(10, code) if spaced and not bold else None
    if drawn and len(cluster) == 1:
        return ClusterDots(_cut(drawn), 1)
    return _whole(cluster, bold, spaced, capitals)


def _whole(cluster: str, bold: bool, spaced: bool, capitals: int) -> ClusterDots | None:
    """A cluster out of cells of 16 rows, its marks drawn over it."""
    parts = cluster[:1] if sign(cluster) else cluster  # of an emoji of several parts the first one
    cells = [_letter(CELL, ord(letter)) for letter in parts]
    rows = cells[0]
    if rows is None:
        return None
    for letter, cell in zip(parts[1:], cells[1:], strict=True):
        rows = rows if cell is None else _beside(rows, cell) if letter in ATTACHED else _over(rows, cell)
    if wide(cluster) or sign(cluster):
        rows = _without(rows, _empty(rows))
        return ClusterDots(rows, (len(rows) - capitals + 1) // 2)
    if spaced:
        rows = _cut(_thick(rows) if bold else rows)
        return ClusterDots(rows, BASE - capitals)
    rows, above = _lower(rows, ord(cluster[0]), bold)
    if ord(cluster[0]) in INDIC:
        return ClusterDots(_cut(rows), above - capitals, gap=ord(cluster[0]) not in HUNG)
    return ClusterDots(rows, above - capitals, gap=False)


def _lower(rows: Dots, code: int, bold: bool) -> tuple[Dots, int]:
    """The rows without those that the script can do without, and how many of them now stand above the base line."""
    script = next((script for script in SCRIPTS if script.first <= code <= script.last), OTHER)
    if script.joint and not bold:
        top = next(y for y, row in enumerate(rows) if "#" in row) if any("#" in row for row in rows) else JOINT_TOP
        alike = [y for y in range(script.joint - 1, 0, -1) if rows[y] == rows[y - 1]][: max(JOINT_TOP - top, 0)]
        return _without(rows, frozenset(alike)), SMALL_CAPITALS + 7 - len(alike)
    leave = script.bold if bold else script.small
    lift = 2 if leave and not bold else 0  # what hangs below the line comes up a little
    return _without(rows, leave), BASE - len([y for y in leave if y < BASE]) + lift


def _without(rows: Dots, leave: frozenset[int]) -> Dots:
    return tuple(row for y, row in enumerate(rows) if y not in leave)


def _empty(rows: Dots) -> frozenset[int]:
    """The unlit rows above and below what is lit."""
    lit = [y for y, row in enumerate(rows) if "#" in row] or [0]
    return frozenset(y for y in range(len(rows)) if not lit[0] <= y <= lit[-1])


def _over(rows: Dots, mark: Dots) -> Dots:
    across = max(len(rows[0]), len(mark[0]))
    pairs = zip((row.ljust(across, ".") for row in rows), (row.ljust(across, ".") for row in mark), strict=True)
    return tuple("".join("#" if "#" in two else "." for two in zip(*pair, strict=True)) for pair in pairs)


def _beside(rows: Dots, more: Dots) -> Dots:
    return tuple(row + other for row, other in zip(rows, more, strict=True))


def _thick(rows: Dots) -> Dots:
    """Each stroke a dot wider to the right, where a gap stays."""
    out = []
    for row in rows:
        padded = f".{row}.."
        out.append(
            "".join(
                "#" if padded[x] == "#" or (padded[x - 1] == "#" and padded[x + 1] != "#") else "."
                for x in range(1, len(row) + 2)
            )
        )
    return tuple(out)


def _cut(rows: Dots) -> Dots:
    """Without the unlit columns at either side."""
    lit = [x for x in range(len(rows[0])) if any(row[x] == "#" for row in rows)] or [0]
    return tuple(row[lit[0] : lit[-1] + 1] for row in rows)


def _letter(size: int, code: int) -> Dots | None:
    """A letter of the cells of that height; None if there is none."""
    digits = _block(size, code >> 8).get(code)
    if digits is None:
        return None
    each = len(digits) // size
    rows = (format(int(digits[at : at + each], 16), f"0{4 * each}b") for at in range(0, len(digits), each))
    return tuple(row.replace("0", ".").replace("1", "#") for row in rows)


@lru_cache(maxsize=32)
def _block(size: int, number: int) -> dict[int, str]:
    """The letters of a block by code point, as hexadecimal digits; {} if there is no such block."""
    try:
        lines = _zip().read(f"{size}/{number:X}").decode("ascii").splitlines()
    except KeyError:
        return {}
    return {int(code, 16): digits for code, digits in (line.split(":") for line in lines)}


@lru_cache(maxsize=1)
def _zip() -> zipfile.ZipFile:
    return zipfile.ZipFile(WORLD)
