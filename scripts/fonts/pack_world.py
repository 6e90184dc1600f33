"""Packs the letters of the world for the OLED into one file, `firmware/outputs/screens/fonts/world.zip`:

    apt-get download unifont fonts-unifont fonts-misaki xfonts-base xfonts-efont-unicode
    for package in *.deb; do dpkg-deb -x $package unpacked; done
    python scripts/fonts/pack_world.py unpacked

Members of the zip are called SIZE/BLOCK: the height of the cells in dots, and the code points from BLOCK x 256 on (in
hexadecimal digits). Each line is a letter: its code point and its rows from the top, all in hexadecimal digits, as in
GNU Unifont's own .hex files. Licences of the sources: `fonts/LICENCES.md`.
"""

from __future__ import annotations

import gzip
import struct
import sys
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

from PIL import Image, ImageDraw, ImageFont

TARGET = Path(__file__).parents[2] / "firmware" / "outputs" / "screens" / "fonts" / "world.zip"
STAMP = (2020, 1, 1, 0, 0, 0)
"""The same in each member, so that the same sources give the same file."""
Rows = list[str]
Letters = dict[int, Rows]
"""Code point -> rows of "#" and "."."""

HANZI, HANGUL = range(0x4E00, 0xA000), range(0xAC00, 0xD7A4)
KANA = (*range(0x3000, 0x3400), *range(0xFF01, 0xFFEF))
JAMO = range(0x3131, 0x318F)
ALPHABETS = (
    *range(0x180, 0x590),
    *range(0x5D0, 0x5F5),
    *range(0x10A0, 0x1100),
    *range(0x1C90, 0x1CC0),
    *range(0x1E00, 0x2000),
    *range(0x2010, 0x2100),
)
"""Latin beyond our own letters, Greek, Cyrillic, Armenian, Hebrew, Georgian, punctuation."""
LEFT_OUT = (range(0x2200, 0x2600), range(0x2800, 0x2E80), range(0x3400, 0x4E00), range(0xD800, 0xF900))
"""Signs of mathematics and boxes, Braille, rare hanzi, surrogates and what is private."""
EMOJI = (*range(0x1F300, 0x1F650), *range(0x1F680, 0x1F700), *range(0x1F900, 0x1FA00), *range(0x1FA70, 0x1FB00))


def unifont(path: Path) -> Letters:
    """All letters of a .hex file, 8 or 16 dots wide, 16 high."""
    letters = {}
    for line in path.read_text(encoding="ascii").splitlines():
        code, dots = line.split(":")
        digits = len(dots) // 16
        letters[int(code, 16)] = [
            _row(int(dots[at : at + digits], 16), 4 * digits) for at in range(0, len(dots), digits)
        ]
    return letters


def outlines(path: Path, size: int, codes: tuple[int, ...], wide: int) -> Letters:
    """Letters of a font whose outlines are squares of dots; those that it has not are left out."""
    font = ImageFont.truetype(path, size)
    nothing = bytes(font.getmask("\uffff", mode="1"))
    letters = {}
    for code in codes:
        image = Image.new("1", (wide, size))
        ImageDraw.Draw(image).text((0, 0), chr(code), 1, font=font)
        if image.getbbox() and bytes(font.getmask(chr(code), mode="1")) != nothing:
            letters[code] = ["".join(".#"[bool(image.getpixel((x, y)))] for x in range(wide)) for y in range(size)]
    return letters


def portable(path: Path, wide: int, high: int, ascent: int) -> Letters:
    """Letters of an X11 font (.pcf.gz) in cells, `ascent` dots of each above the base line."""
    data = gzip.decompress(path.read_bytes())
    tables = {kind: at for kind, _, _, at in struct.iter_unpack("<IIII", data[8 : 8 + 16 * _number(data, 4, "<")])}
    metrics, rows = _metrics(data, tables[4]), _bitmaps(data, tables[8])
    letters = {}
    for code, glyph in _encoding(data, tables[32]):
        left, right, above, below = metrics[glyph]
        drawn = rows(glyph, right - left, above + below)
        cell = [
            "." * max(left, 0) + drawn[y] if 0 <= (y := line - ascent + above) < len(drawn) else ""
            for line in range(high)
        ]
        letters[code] = [row[:wide].ljust(wide, ".") for row in cell]
    return letters


def _number(data: bytes, at: int, order: str) -> int:
    return int(struct.unpack_from(order + "I", data, at)[0])


def _order(data: bytes, table: int) -> tuple[int, str]:
    """A table's format, and whether its numbers begin with the high or the low byte."""
    form = _number(data, table, "<")
    return form, ">" if form & 4 else "<"


def _metrics(data: bytes, table: int) -> list[tuple[int, int, int, int]]:
    """Left, right, above and below of each glyph, dots from its origin."""
    form, order = _order(data, table)
    if form & 0x100:
        count = struct.unpack_from(order + "H", data, table + 4)[0]
        packed = struct.iter_unpack("5B", data[table + 6 : table + 6 + 5 * count])
        return [(left - 128, right - 128, above - 128, below - 128) for left, right, _, above, below in packed]
    count = _number(data, table + 4, order)
    whole = struct.iter_unpack(order + "5hH", data[table + 8 : table + 8 + 12 * count])
    return [(left, right, above, below) for left, right, _, above, below, _ in whole]


def _bitmaps(data: bytes, table: int) -> Callable[[int, int, int], Rows]:
    """What gives the rows of a glyph by its number, width and height."""
    form, order = _order(data, table)
    count = _number(data, table + 4, order)
    offsets = struct.unpack_from(f"{order}{count}I", data, table + 8)
    start, pad = table + 24 + 4 * count, 1 << (form & 3)

    def rows(glyph: int, wide: int, high: int) -> Rows:
        stride = -(-wide // (8 * pad)) * pad
        lines = (data[start + offsets[glyph] + y * stride :][:stride] for y in range(high))
        return ["".join(_byte(byte, bool(form & 8)) for byte in line)[:wide] for line in lines]

    return rows


def _byte(byte: int, high_first: bool) -> str:
    dots = _row(byte, 8)
    return dots if high_first else dots[::-1]


def _encoding(data: bytes, table: int) -> Iterator[tuple[int, int]]:
    """Code points and the numbers of their glyphs."""
    _, order = _order(data, table)
    low, high, first, last, _ = struct.unpack_from(order + "5h", data, table + 4)
    wide = high - low + 1
    glyphs = struct.unpack_from(f"{order}{wide * (last - first + 1)}H", data, table + 14)
    for place, glyph in enumerate(glyphs):
        if glyph != 0xFFFF:
            yield (first + place // wide) << 8 | (low + place % wide), glyph


def _row(number: int, wide: int) -> str:
    return format(number, f"0{wide}b").replace("0", ".").replace("1", "#")


def _digits(rows: Rows) -> str:
    """The rows as hexadecimal digits, each filled up with unlit dots to whole digits."""
    wide = -(-len(rows[0]) // 4) * 4
    bits = (row.ljust(wide, ".").replace(".", "0").replace("#", "1") for row in rows)
    return "".join(f"{int(row, 2):0{wide // 4}X}" for row in bits)


def only(letters: Letters, *codes: object) -> Letters:
    """Those letters that lie in one of the ranges and are not empty."""
    wanted = {code for some in codes for code in some}  # type: ignore[attr-defined]
    return {code: rows for code, rows in letters.items() if code in wanted and any("#" in row for row in rows)}


def gather(folder: Path) -> dict[int, Letters]:
    """Height of the cells -> letters."""
    x11, share = folder / "usr/share/fonts/X11/misc", folder / "usr/share"
    twelve = only(portable(x11 / "f12.pcf.gz", 12, 12, 10), HANZI, KANA)
    twelve |= only(portable(x11 / "12x13ja.pcf.gz", 12, 12, 10), HANGUL, JAMO)
    sixteen = unifont(share / "unifont/unifont_jp.hex")
    left_out = {code for some in LEFT_OUT for code in some} | twelve.keys() | set(range(0x20, 0x7F))
    sixteen = {code: rows for code, rows in sixteen.items() if code not in left_out}
    sixteen |= outlines(share / "fonts/opentype/unifont/unifont_upper.otf", 16, EMOJI, 16)
    misaki = share / "fonts/truetype/misaki/misaki_gothic.ttf"
    return {
        8: outlines(misaki, 8, (*HANZI, *KANA), 8),
        10: only(portable(x11 / "6x10.pcf.gz", 6, 10, 8), ALPHABETS),
        12: twelve,
        16: sixteen,
    }


def pack(cells: dict[int, Letters], target: Path) -> None:
    """Writes the zip."""
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as packed:
        for size, letters in cells.items():
            blocks: dict[int, list[str]] = {}
            for code in sorted(letters):
                blocks.setdefault(code >> 8, []).append(f"{code:X}:{_digits(letters[code])}")
            for block, lines in blocks.items():
                member = zipfile.ZipInfo(f"{size}/{block:X}", STAMP)
                member.compress_type = zipfile.ZIP_DEFLATED
                packed.writestr(member, "\n".join(lines))


if __name__ == "__main__":
    found = gather(Path(sys.argv[1]))
    pack(found, TARGET)
    print({size: len(letters) for size, letters in found.items()}, TARGET.stat().st_size, "bytes")
