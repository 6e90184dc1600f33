"""Bitmap fonts of our own: text files of dots in `fonts/`, one pixel a dot."""

from __future__ import annotations

import unicodedata
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path

from PIL import Image

FONTS = Path(__file__).parent / "fonts"
SPACE = 3
SPACES = " \u00a0"
BELOW = frozenset("\u0323\u0327\u0328")
"""Accents that hang below their letter; the others stand on it."""

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
    """One letter as a picture, and how far above the top of the capitals it begins."""

    image: Image.Image
    rise: int = 0


@dataclass(frozen=True)
class Font:
    """Letters of one size. `height` is that of the capitals, `gap` lies between letters, `line` between base lines."""

    name: str
    height: int
    gap: int
    line: int
    scale: int = 1

    def glyph(self, letter: str) -> Glyph:
        """The letter; one with accents is put together; one that we have not is an empty box."""
        return _glyph(self.name, letter, self.height // self.scale, self.scale)

    def width(self, text: str) -> int:
        """Pixels from the first lit column to the last."""
        return max(sum(self._advance(letter) for letter in text) - self.gap, 0)

    def _advance(self, letter: str) -> int:
        return SPACE * self.scale + self.gap if letter in SPACES else self.glyph(letter).image.width + self.gap

    def fit(self, text: str, width: int) -> str:
        """`text`, cut short with an ellipsis if it is wider than `width`."""
        text = unicodedata.normalize("NFC", text)
        if self.width(text) <= width:
            return text
        while text and self.width(f"{text}…") > width:
            text = text[:-1].rstrip()
        return f"{text}…"

    def wrap(self, text: str, width: int, lines: int) -> list[str]:
        """`text` in at most `lines` lines of at most `width`; what does not fit ends in an ellipsis."""
        words = unicodedata.normalize("NFC", text).strip(" ").split(" ")
        wrapped: list[str] = []
        while words and len(wrapped) < lines - 1:
            count = 1
            while count < len(words) and self.width(" ".join(words[: count + 1])) <= width:
                count += 1
            line, words = " ".join(words[:count]), words[count:]
            cut = len(line)
            while self.width(line[:cut]) > width:  # a word that is longer than a line
                cut -= 1
            wrapped.append(line[:cut])
            words = [line[cut:], *words] if cut < len(line) else words
            words = words[1:] if words[:1] == [""] else words  # no line begins with the gap before a word
        return [*wrapped, self.fit(" ".join(words), width)] if words else wrapped

    def draw(self, image: Image.Image, x: int, y: int, text: str, ink: int) -> None:
        """Write `text` with the top of its capitals at `y`; `ink` is 1 or 0."""
        for letter in unicodedata.normalize("NFC", text):
            if letter not in SPACES:
                glyph = self.glyph(letter)
                image.paste(ink, (x, y - glyph.rise), glyph.image)
            x += self._advance(letter)


@lru_cache(maxsize=1 << 10)  # people type what letters they like
def _glyph(name: str, letter: str, height: int, scale: int) -> Glyph:
    known = dots(name)
    if letter in known:
        return Glyph(picture(known[letter], scale))
    parts = unicodedata.normalize("NFD", letter)
    base, marks = parts[0], parts[1:]
    base = "ı" if base == "i" and marks else base
    if base in known and marks and all(mark in known for mark in marks):
        rows, rise = _accented(known[base], [(mark in BELOW, _trimmed(known[mark])) for mark in marks])
        return Glyph(picture(rows, scale), rise * scale)
    width = height * 3 // 5 + 1
    box = ("#" * width, *["#" + "." * (width - 2) + "#"] * (height - 2), "#" * width)
    return Glyph(picture(box, scale))


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


SMALL = Font("small", 7, 1, 9)
BOLD = Font("bold", 10, 1, 14)
LARGE = Font("bold", 20, 2, 27, scale=2)
BIG = Font("big", 24, 2, 28)
HUGE = Font("huge", 40, 3, 44)
