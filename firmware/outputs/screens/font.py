"""Bitmap fonts of our own: text files of dots in `fonts/`, one pixel a dot."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image

from firmware.outputs.screens import world
from firmware.outputs.screens.scripts import ELLIPSIS, REGIONS, clusters, parts_of_words, shown

FONTS = Path(__file__).parent / "fonts"
SPACE = 3
SPACES = " \u00a0"
BELOW = frozenset("\u0323\u0327\u0328")
"""Accents that hang below their letter; the others stand on it."""

WRITTEN = ("small", "bold")
"""Fonts for names and sentences: what they have not is looked for in the letters of the world."""
TALL_LINE, TALL_RISE, TALL_FALL = 13, 3, 2
"""Between lines of letters that are too high for a small line; how far they stand above its capitals and below them."""

Dots = tuple[str, ...]
"""Rows of a glyph from top to bottom, `#` is lit."""


@lru_cache(maxsize=8)
def dots(name: str) -> dict[str, Dots]:
    """The glyphs of one file by their names. Raises ValueError for a block whose rows do not match."""
    text = (FONTS / f"{name}.txt").read_text(encoding="utf-8")
    lines = [line for line in text.splitlines() if not line.startswith("//")]
    glyphs: dict[str, Dots] = {}
    for block in "\n".join(lines).strip().split("\n\n"):
        names, *rows = (line.split() for line in block.splitlines() if line)
        for column, glyph in zip(names, zip(*rows, strict=True), strict=True):
            glyphs[_plain(column)] = glyph
    return glyphs


def _plain(name: str) -> str:
    return chr(int(name[2:], 16)) if name.startswith("U+") else name


def picture(glyph: Dots, scale: int = 1) -> Image.Image:
    """The glyph as a picture, mode "1"; at `scale` 2 with its steps smoothed (Scale2x by A. Mazzoleni)."""
    rows = _doubled(glyph) if scale == 2 else glyph
    image = Image.new("1", (len(rows[0]), len(rows)))
    image.putdata([255 * (dot == "#") for row in rows for dot in row])
    return image


def _doubled(glyph: Dots) -> Dots:
    def at(x: int, y: int) -> str:
        return glyph[y][x] if 0 <= y < len(glyph) and 0 <= x < len(glyph[0]) else "."

    rows: list[str] = []
    for y in range(len(glyph)):
        upper = lower = ""
        for x in range(len(glyph[0])):
            here, up, down, left, right = at(x, y), at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y)
            edge = up != down and left != right
            upper += (left if edge and up == left else here) + (right if edge and up == right else here)
            lower += (left if edge and down == left else here) + (right if edge and down == right else here)
        rows += [upper, lower]
    return tuple(rows)


@dataclass(frozen=True, slots=True)
class Glyph:
    """One letter as a picture, how far above the top of the capitals it begins, and the unlit columns behind it."""

    image: Image.Image
    rise: int = 0
    gap: int = 0


@dataclass(frozen=True)
class Font:
    """Letters of one size. `height` is that of the capitals, `gap` lies between letters, `line` between base lines."""

    name: str
    height: int
    gap: int
    line: int
    scale: int = 1
    high: bool = False
    """Whether hanzi and kana on small lines are always as high as those letters that cannot be drawn lower."""

    def glyph(self, letter: str, tall: bool = False) -> Glyph:
        """The letter; one with accents is put together; one that no font has is an empty box."""
        return _glyph(self, letter, tall or self.high)

    def glyphs(self, text: str) -> tuple[Glyph, ...]:
        """The letters of `text` from left to right."""
        letters = shown(text)
        tall = self.tall(text)
        return tuple(self.glyph(letter, tall) for letter in letters)

    def tall(self, text: str) -> bool:
        """Whether `text` has letters that need a higher line than this font's: hangul and some hanzi on small lines."""
        if self.name != "small" or text.isascii():
            return False
        return any(world.needs_room(part) or (self.high and world.wide(part)) for part in shown(text))

    def rise(self, text: str) -> int:
        """How far `text` stands above the top of the capitals."""
        return max((glyph.rise for glyph in self.glyphs(text)), default=0)

    def width(self, text: str) -> int:
        """Pixels from the first lit column to the last."""
        return _width(self, text)

    def fit(self, text: str, width: int) -> str:
        """`text`, cut short with an ellipsis if it is wider than `width`: behind a word, or where that would leave
        less than half of the line, as in a long name, behind a letter."""
        text = unicodedata.normalize("NFC", text)
        if self.width(text) <= width:
            return text
        parts, cut = clusters(text), 0
        while parts and self.width("".join(parts) + ELLIPSIS) > width:
            parts, cut = parts[:-1], cut + 1
            while parts and parts[-1] in SPACES:
                parts, cut = parts[:-1], 0
        line = "".join(parts)
        words = line.rpartition(" ")[0].rstrip(" ,;:") if cut else ""
        return (words if words and self.width(words + ELLIPSIS) * 2 >= width else line) + ELLIPSIS

    def wrap(self, text: str, width: int, lines: int) -> list[str]:
        """`text` in at most `lines` lines of at most `width`; what does not fit ends in an ellipsis."""
        words = [
            part
            for word in re.findall(r" *[^ ]+", unicodedata.normalize("NFC", text).strip(" "))
            for part in (parts_of_words(word) if self.width(word) > width else [word])
        ] or [""]
        wrapped: list[str] = []
        while words and len(wrapped) < lines - 1:
            count = 1
            while count < len(words) and self.width("".join(words[: count + 1])) <= width:
                count += 1
            line, words = "".join(words[:count]), words[count:]
            parts = clusters(line)
            cut = len(parts)
            while cut > 1 and self.width("".join(parts[:cut])) > width:  # a word that is longer than a line
                cut -= 1
            wrapped.append("".join(parts[:cut]))
            words = ["".join(parts[cut:]), *words] if cut < len(parts) else words
            words = [words[0].lstrip(" "), *words[1:]] if words else words  # no line begins with a gap
            words = words[1:] if words[:1] == [""] else words
        return [*wrapped, self.fit("".join(words), width)] if words else wrapped

    def rows(self, text: str, width: int, lines: int) -> list[tuple[int, str]]:
        """`text` in the room of so many lines, fewer where letters are high.

        Gives how far below its place each line stands, px, and the line.
        """
        for count in range(lines, 0, -1):
            placed = self._placed(self.wrap(text, width, count))
            if placed[-1][0] + TALL_FALL * self.tall(placed[-1][1]) <= self.line * (lines - 1) + TALL_FALL:
                return placed
        return placed

    def _placed(self, wrapped: list[str]) -> list[tuple[int, str]]:
        """Lines, each as far below the one before as their letters need."""
        placed: list[tuple[int, str]] = []
        below = 0
        for line in wrapped:
            high = self.tall(line)
            below += TALL_RISE - 1 if high and placed else 0
            placed.append((below, line))
            below += self.line + high
        return placed

    def draw(self, image: Image.Image, x: int, y: int, text: str, ink: int) -> None:
        """Write `text` with the top of its capitals at `y`; `ink` is 1 or 0."""
        for glyph in self.glyphs(text):
            image.paste(ink, (x, y - glyph.rise), glyph.image)
            x += glyph.image.width + glyph.gap


@lru_cache(maxsize=1 << 11)  # most words of a screen are those of the last one
def _width(font: Font, text: str) -> int:
    glyphs = font.glyphs(text)
    return max(sum(glyph.image.width + glyph.gap for glyph in glyphs) - glyphs[-1].gap, 0) if glyphs else 0


@lru_cache(maxsize=1 << 10)  # people type what letters they like
def _glyph(font: Font, letter: str, tall: bool) -> Glyph:
    if letter in SPACES:
        return Glyph(Image.new("1", (SPACE * font.scale, 1)), 0, font.gap)
    rows, rise, gap = _drawn(font, letter, tall)
    return Glyph(picture(rows, font.scale), rise * font.scale, font.gap if gap else 0)


def _drawn(font: Font, letter: str, tall: bool) -> tuple[Dots, int, bool]:
    """The dots of a letter at scale 1, how far they rise above the capitals, and whether a gap comes behind."""
    known, height = dots(font.name), font.height // font.scale
    own = _own(known, letter)
    if own:
        return *own, True
    if len(letter) == 2 and all(ord(part) in REGIONS for part in letter):  # a flag: the letters of its country
        first, second = (known[chr(ord(part) - REGIONS[0] + ord("A"))] for part in letter)
        return tuple(a + "." + b for a, b in zip(first, second, strict=True)), 0, True
    if font.name in WRITTEN:
        named = world.sign(letter) if font.name == "small" else ""
        if named in known:
            return known[named], 0, True
        found = world.drawing(letter, font.name == "bold", tall)
        if found:
            return found.rows, found.rise, found.gap
    width = height * 3 // 5 + 1
    return ("#" * width, *["#" + "." * (width - 2) + "#"] * (height - 2), "#" * width), 0, True


def _own(known: dict[str, Dots], letter: str) -> tuple[Dots, int] | None:
    """A letter out of our own dots, put together with its accents if need be; None if we have it not."""
    if letter in known:
        return known[letter], 0
    parts = unicodedata.normalize("NFD", letter)
    base, marks = parts[0], parts[1:]
    base = "ı" if base == "i" and marks else base
    if base not in known or not marks:
        return None
    drawn = [mark for mark in marks if mark in known]  # a mark that we have not is left out: the letter is read without
    return _accented(known[base], [(mark in BELOW, _trimmed(known[mark])) for mark in drawn])


def _accented(base: Dots, marks: list[tuple[bool, Dots]]) -> tuple[Dots, int]:
    """The letter with its accents, and how many rows it now rises above the capitals."""
    rows, rise = list(base), 0
    for below, mark in marks:
        width = max(len(rows[0]), len(mark[0]))
        rows = [_centred(row, width) for row in rows]
        lines = [_centred(row, width) for row in mark]
        if below:
            lit = [y for y, row in enumerate(rows) if "#" in row]
            rows[lit[-1] + 1 : lit[-1] + 1 + len(lines)] = lines
            continue
        free = next(y for y, row in enumerate(rows) if "#" in row)
        if free < len(lines):
            rise += len(lines) - free
            rows = ["." * width] * (len(lines) - free) + rows
            free = len(lines)
        rows[free - len(lines) : free] = lines
    return tuple(rows), rise


def _trimmed(mark: Dots) -> Dots:
    """Without the empty rows below it that its block gave it; one stays under dots, which may not touch the letter."""
    last = max(y for y, row in enumerate(mark) if "#" in row)
    return mark[: last + 1] + (("." * len(mark[0]),) if last == 0 else ())


def _centred(row: str, width: int) -> str:
    left = (width - len(row)) // 2
    return "." * left + row + "." * (width - len(row) - left)


def whole(text: str, lines: list[str]) -> bool:
    """Whether none of the lines that `text` was wrapped in ends within a word of letters that are no squares."""
    words = text.split()
    return all(word in words or len(parts_of_words(word)) > 1 for line in lines for word in line.split())


SMALL = Font("small", 7, 1, 9)
HIGH = Font("small", 7, 1, 9, high=True)
BOLD = Font("bold", 10, 1, 14)
LARGE = Font("bold", 20, 2, 27, scale=2)
BIG = Font("big", 24, 2, 28)
HUGE = Font("huge", 40, 3, 44)


def small(names: Iterable[str]) -> Font:
    """The small font for names that stand below each other: hanzi are as high in all of them."""
    return HIGH if any(SMALL.tall(name) for name in names) else SMALL
