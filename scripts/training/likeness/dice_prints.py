"""What dice of strangers bear: icons of open packages, figures, letters and words in many fonts, pips, several of one.

A print is a mask (PRINT_PX, PRINT_PX) uint8 of ink on the whole of a face.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from zlib import crc32

import cv2
import numpy as np

PRINT_PX = 72
FINE_PX = 2 * PRINT_PX
KEPT_ASIDE = 7
"""Icons and fonts whose name's checksum is a multiple of this are never learnt from."""
ROMAN = ("I", "II", "III", "IV", "V", "VI")
WORDS = (
    "GO",
    "NO",
    "YES",
    "WIN",
    "X2",
    "+1",
    "+2",
    "-1",
    "?",
    "!",
    "HIT",
    "OUT",
    "ON",
    "OFF",
    "A+",
    "10",
    "12",
    "25",
    "x3",
    "%",
)
ALIKE_WHEN_TURNED = ("69", "NZ", "MW", "un", "dp", "bq")


@dataclass(frozen=True, slots=True)
class PrintShares:
    """How often a set of faces is of which kind."""

    icons: float = 0.44
    counted: float = 0.17
    """Some icons, each once, twice and three times."""
    figures: float = 0.24
    letters: float = 0.06
    pips: float = 0.07
    """The rest are words."""


SHARES = PrintShares()


def draw_icons(packages: Sequence[Path], each: int, output: Path) -> None:
    """Masks of the icons of iconify packages (folders with icons.json), at most `each` of one, as one file."""
    import resvg_py  # needed here alone
    from PIL import Image as Pictures  # noqa: F401

    names, masks = [], []
    for package in packages:
        book = json.loads((package / "icons.json").read_text())
        wide, high = book.get("width", 16), book.get("height", 16)
        chosen = np.random.default_rng(crc32(package.parent.name.encode())).permutation(sorted(book["icons"]))[:each]
        for name in chosen:
            icon = book["icons"][name]
            box = f"{icon.get('left', 0)} {icon.get('top', 0)} {icon.get('width', wide)} {icon.get('height', high)}"
            body = icon["body"].replace("currentColor", "#000")
            size = f'width="{FINE_PX}" height="{FINE_PX}"'
            svg = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{box}" {size}>{body}</svg>'
            mask = cv2.imdecode(np.frombuffer(bytes(resvg_py.svg_to_bytes(svg)), np.uint8), cv2.IMREAD_UNCHANGED)[
                ..., 3
            ]
            cover = float((mask > 127).mean())
            if 0.02 < cover < 0.8:
                names.append(f"{package.parent.name}/{name}")
                masks.append(cut_to_ink(mask))
    np.savez_compressed(output, names=np.array(names), masks=np.stack(masks))


def cut_to_ink(mask: Any) -> Any:
    """The ink in a square (FINE_PX, FINE_PX) of its own size."""
    rows, columns = np.nonzero(mask > 40)
    top, low, left, right = rows.min(), rows.max() + 1, columns.min(), columns.max() + 1
    side = max(low - top, right - left)
    square = np.zeros((side, side), np.uint8)
    y, x = (side - (low - top)) // 2, (side - (right - left)) // 2
    square[y : y + low - top, x : x + right - left] = mask[top:low, left:right]
    return cv2.resize(square, (FINE_PX, FINE_PX), interpolation=cv2.INTER_AREA)


class PrintShop:
    """Draws the faces of a set. With `aside` from icons and fonts that are never learnt from."""

    def __init__(self, icons: Path, fonts: Sequence[Path], aside: bool) -> None:
        with np.load(icons) as parts:
            kept = np.array([(crc32(name.encode()) % KEPT_ASIDE == 0) == aside for name in parts["names"]])
            self.icons = parts["masks"][kept]
        files = sorted(
            file for folder in fonts for file in folder.rglob("*") if file.suffix.lower() in (".ttf", ".otf")
        )
        self.fonts = [file for file in files if (crc32(file.name.encode()) % KEPT_ASIDE == 0) == aside]

    def faces(self, rng: np.random.Generator, count: int) -> tuple[list[Any], list[int]]:
        """Masks of so many different faces (fewer where a kind has no more), and of each how many pips it shows, 0 for
        one that shows none."""
        draw = rng.random()
        if draw < SHARES.icons:
            masks = [laid_out(self._icon(rng), rng.uniform(0.5, 0.86), rng) for _ in range(count)]
        elif (draw := draw - SHARES.icons) < SHARES.counted:
            masks = self._counted(rng, count)
        elif (draw := draw - SHARES.counted) < SHARES.pips:
            style = rng.integers(2**31) if rng.random() < 0.1 else 0
            return [_style(mask, style) for mask in pip_faces(rng)], [1, 2, 3, 4, 5, 6]
        else:
            draw -= SHARES.pips
            masks = self._written(rng, count, draw < SHARES.figures, draw < SHARES.figures + SHARES.letters)
        style = rng.integers(2**31) if rng.random() < 0.3 else 0
        return [_style(mask, style) for mask in masks], [0] * len(masks)

    def figures(self, rng: np.random.Generator) -> list[Any]:
        """The figures 1 to 6 in one font."""
        while True:
            font, size = self.fonts[rng.integers(len(self.fonts))], rng.uniform(0.45, 0.85)
            mark = str(rng.choice(["", "bar", "dot"]))
            masks = [written(text, font, size, mark if text == "6" else "") for text in "123456"]
            if all(mask is not None for mask in masks) and len({mask.tobytes() for mask in masks}) == len(masks):
                return masks

    def _icon(self, rng: np.random.Generator) -> Any:
        return self.icons[rng.integers(len(self.icons))]

    def _counted(self, rng: np.random.Generator, count: int) -> list[Any]:
        """Icons once, twice and three times, as on many dice."""
        masks: list[Any] = []
        while len(masks) < count:
            icon, size = self._icon(rng), rng.uniform(0.7, 0.95)
            wide = float(np.clip(np.ptp(np.nonzero(icon.max(0) > 60)[0]) / FINE_PX, 0.25, 1))
            style = rng.choice(["row", "corners"])
            for number in (1, 2, 3, 4)[: int(rng.integers(2, 5))]:
                masks.append(several(icon, number, str(style), size, wide))
        return masks[:count]

    def _written(self, rng: np.random.Generator, count: int, figures: bool, letters: bool) -> list[Any]:
        texts: Sequence[str]
        if figures:
            first = 1 if rng.random() < 0.75 else int(rng.integers(0, 20))
            texts = ROMAN if rng.random() < 0.12 else [str(first + i) for i in range(max(count, 6))]
        elif letters:
            texts = list(rng.permutation(list("ABCDEFGHJKLMNPRSTUVWXYZ")))
        else:
            texts = list(rng.permutation(list(WORDS)))
        size, mark = rng.uniform(0.5, 0.8), str(rng.choice(["bar", "dot"]))
        for _ in range(20):
            font = self.fonts[rng.integers(len(self.fonts))]
            masks = [written(text, font, size, mark if text in ("6", "9") else "") for text in texts[:count]]
            if all(mask is not None for mask in masks) and len({mask.tobytes() for mask in masks}) == len(masks):
                return masks
        return [laid_out(self._icon(rng), 0.7, rng) for _ in range(count)]


def laid_out(icon: Any, share: float, rng: np.random.Generator) -> Any:
    """An icon on a face, `share` of it wide."""
    side = round(FINE_PX * float(share))
    return _shrunk(_pasted(np.zeros((FINE_PX, FINE_PX), np.uint8), icon, (0.5, 0.5), side))


def several(icon: Any, number: int, style: str, size: float, wide: float) -> Any:
    """An icon so many times: in a row, or in the corners as pips are."""
    canvas = np.zeros((FINE_PX, FINE_PX), np.uint8)
    if style == "row":
        side = round(FINE_PX * min(0.75, 0.9 / (number * wide)) * size)
        step = min(side * (wide + 0.08), 0.94 * FINE_PX / number) / FINE_PX
        places = [(0.5 + (i - (number - 1) / 2) * step, 0.5) for i in range(number)]
    else:
        far = 0.26
        side = round(FINE_PX * size * (0.75, 0.46, 0.40, 0.40)[number - 1])
        places = {1: [(0.5, 0.5)], 2: [(0.5 - far, 0.5 - far), (0.5 + far, 0.5 + far)],
                  3: [(0.5, 0.5 - far), (0.5 - far, 0.5 + far), (0.5 + far, 0.5 + far)],
                  4: [(0.5 + x, 0.5 + y) for x in (-far, far) for y in (-far, far)]}[number]  # fmt: skip
    for place in places:
        canvas = _pasted(canvas, icon, place, max(side, 12))
    return _shrunk(canvas)


def _pasted(canvas: Any, icon: Any, middle: tuple[float, float], side: int) -> Any:
    small = cv2.resize(icon, (side, side), interpolation=cv2.INTER_AREA)
    x, y = (round(v * FINE_PX - side / 2) for v in middle)
    left, top = max(x, 0), max(y, 0)
    part = small[top - y : FINE_PX - y, left - x : FINE_PX - x]
    under = canvas[top : top + part.shape[0], left : left + part.shape[1]]
    np.maximum(under, part, out=under)
    return canvas


def _shrunk(mask: Any) -> Any:
    return cv2.resize(mask, (PRINT_PX, PRINT_PX), interpolation=cv2.INTER_AREA)


def written(text: str, font: Path, share: float, mark: str) -> Any | None:
    """A text in a font, `share` of the face high or wide, a six or a nine with a bar under it or a dot beside it."""
    from PIL import Image as Pictures
    from PIL import ImageDraw, ImageFont

    try:
        face = ImageFont.truetype(str(font), 120)
        picture = Pictures.new("L", (900, 300), 0)
        ImageDraw.Draw(picture).text((60, 60), text, font=face, fill=255)
    except (OSError, ValueError):
        return None
    mask = np.asarray(picture)
    rows, columns = np.nonzero(mask > 60)
    if len(rows) < 60:
        return None
    ink = mask[rows.min() : rows.max() + 1, columns.min() : columns.max() + 1]
    scale = share * FINE_PX / max(ink.shape)
    ink = cv2.resize(ink, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA)
    canvas = np.zeros((FINE_PX, FINE_PX), np.uint8)
    high, wide = ink.shape
    y, x = (FINE_PX - high) // 2, (FINE_PX - wide) // 2
    canvas[y : y + high, x : x + wide] = ink
    thick = max(round(0.05 * FINE_PX), 2)
    if mark == "bar":
        cv2.rectangle(canvas, (x, y + high + thick), (x + wide, y + high + 2 * thick), 255, -1)
    elif mark == "dot":
        cv2.circle(canvas, (x + wide + 2 * thick, y + high - thick), thick, 255, -1, cv2.LINE_AA)
    return _shrunk(canvas)


def pip_faces(rng: np.random.Generator) -> list[Any]:
    """The six faces of an ordinary die, of any make."""
    spread, radius = rng.uniform(0.2, 0.29), rng.uniform(0.055, 0.115)
    radius = min(radius, 0.46 * spread)
    one = rng.uniform(1.2, 2.2) if rng.random() < 0.25 else 1.0
    square = rng.random() < 0.05
    near = rng.uniform(0.45, 0.9) if rng.random() < 0.2 else 1.0
    across = rng.random() < 0.12
    rows = {
        1: [(0, 0)], 2: [(-near * (not across), near), (near * (not across), -near)], 3: [(-1, 1), (0, 0), (1, -1)],
        4: [(-1, -1), (-1, 1), (1, -1), (1, 1)], 5: [(-1, -1), (-1, 1), (0, 0), (1, -1), (1, 1)],
        6: [(-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)],
    }  # fmt: skip
    faces = []
    for number, places in rows.items():
        canvas = np.zeros((FINE_PX, FINE_PX), np.uint8)
        r = radius * (one if number == 1 else 1) * FINE_PX
        for x, y in places:
            cx, cy = (0.5 + x * spread) * FINE_PX, (0.5 + y * spread) * FINE_PX
            if square:
                cv2.rectangle(canvas, (round(cx - r), round(cy - r)), (round(cx + r), round(cy + r)), 255, -1)
            else:
                cv2.circle(canvas, (round(cx * 16), round(cy * 16)), round(r * 16), 255, -1, cv2.LINE_AA, 4)
        faces.append(_shrunk(canvas))
    return faces


def _style(mask: Any, seed: int) -> Any:
    """A face with what all of a set have: a frame, a disc or a square that the print is cut out of, bold or thin."""
    if not seed:
        return mask
    rng = np.random.default_rng(int(seed))
    style, side = rng.choice(["frame", "ring", "disc", "bold", "thin"], p=[0.25, 0.15, 0.25, 0.2, 0.15]), len(mask)
    if style == "bold":
        return cv2.dilate(mask, np.ones((3, 3), np.uint8))
    if style == "thin":
        thin = cv2.erode(mask, np.ones((2, 2), np.uint8))
        return thin if thin.sum() > 0.5 * mask.sum() else mask
    half = side / 2
    canvas, wide = np.zeros_like(mask), max(2, round(side * 0.03))
    if style == "frame":
        rim = round(side * 0.07)
        cv2.rectangle(canvas, (rim, rim), (side - 1 - rim, side - 1 - rim), 255, wide)
    elif style == "ring":
        cv2.circle(canvas, (round(half), round(half)), round(0.44 * side), 255, wide, cv2.LINE_AA)
    inner = cv2.warpAffine(
        mask, np.array([[0.8, 0, 0.1 * side], [0, 0.8, 0.1 * side]]), (side, side), flags=cv2.INTER_AREA
    )
    if style != "disc":
        return np.maximum(canvas, inner)
    if rng.random() < 0.5:
        cv2.circle(canvas, (round(half), round(half)), round(0.45 * side), 255, -1, cv2.LINE_AA)
    else:
        rim = round(side * 0.07)
        cv2.rectangle(canvas, (rim, rim), (side - 1 - rim, side - 1 - rim), 255, -1)
    return np.minimum(canvas, 255 - inner)
