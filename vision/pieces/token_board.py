"""The board that tokens lie on, from above: as it was made, how it looks bare, and where these differ."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat import Mat, MatGround
from vision.frame.mat.colours import Zone, as_seen, camera_colours, of_print
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class TokenBoardLimits:
    """How a board is seen, and what differs from its print."""

    px_per_mm: float = 1.5
    """Px a mm at which tokens are looked for."""
    margin_mm: float = 8.0
    """How far beyond the board tokens are looked for, mm."""
    camera_blur_px: float = 0.7
    """How softly a camera takes things, px of its picture,"""
    camera_hue_blurs_px: tuple[float, ...] = (0.8, 2.4)
    """and their hues: of each colour it has fewer px, and most files keep half of those."""
    clipped: int = 248
    """Picture values from which a camera may have seen anything brighter."""
    light_cell_mm: float = 4.0
    """Cells by which slow changes of the light are told,"""
    light_cells: int = 11
    """as medians of so many in a row: tokens are few of them."""
    differs_values: float = 24.0
    """A px differs from the print if its colour, made as printed, is off by more (root of the mean square),"""
    noise_times: float = 3.5
    """and by so many times what px of the board mostly are."""


LIMITS = TokenBoardLimits()


@dataclass(frozen=True, eq=False)
class TokenBoard:
    """The board from above (BGR uint8), in the colours it was made in, and how it would look bare, both float32;
    `printed` if its print is known."""

    seen: Image
    made: Floats
    bare: Floats
    printed: bool


def difference(board: TokenBoard) -> Floats:
    """How far (0 to 2, from 1 on it differs) each px is off the bare board, which may lie a px aside."""
    near = np.ones((3, 3), np.uint8)
    off = np.maximum(board.made - cv2.dilate(board.bare, near), cv2.erode(board.bare, near) - board.made)
    off = np.maximum(off, 0)
    size = cv2.sqrt(cv2.transform(off * off, np.full((1, 3), 1 / 3, np.float32)))
    least = max(LIMITS.differs_values, LIMITS.noise_times * float(np.median(size[size > 0])) if size.any() else 0.0)
    return np.asarray(np.minimum(size / least, 2.0), np.float32)


def _evened(made: Floats, bare: Floats) -> Floats:
    """A board without what glare and shadows make of it over more than a few tokens' width."""
    cell = LIMITS.light_cell_mm * LIMITS.px_per_mm
    small = cv2.resize(made - bare, None, fx=1 / cell, fy=1 / cell, interpolation=cv2.INTER_AREA)
    levels = np.clip(small / 2 + 128, 0, 255).round().astype(np.uint8)
    slow = (cv2.medianBlur(levels, LIMITS.light_cells).astype(np.float32) - 128) * 2
    slow = cv2.GaussianBlur(slow, (0, 0), 2.0)
    wide = cv2.resize(slow, made.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    return np.asarray(made - wide, np.float32)


def area_of(zones: Iterable[Sequence[float]], size_mm: Sequence[float]) -> Zone:
    """The box (mm) about all zones, with a margin, but nothing beside a mat of that size; in whole mm."""
    boxes = np.array([(z[0], z[1], z[0] + z[2], z[1] + z[3]) for z in zones])
    left, top = np.maximum(np.floor(boxes[:, :2].min(0) - LIMITS.margin_mm), 0)
    right, low = np.minimum(np.ceil(boxes[:, 2:].max(0) + LIMITS.margin_mm), size_mm)
    return float(left), float(top), float(right - left), float(low - top)


def board_of(image: Image, mat: Mat, area: Zone, seen: Image, printed: MatGround | None) -> TokenBoard:
    """A board and how it would look bare: as it is printed, else as its rows mostly are."""
    if printed is None:
        wide = min(2 * round(14 * LIMITS.px_per_mm) + 1, 255)
        bare = cv2.medianBlur(seen, wide)
        return TokenBoard(seen, seen.astype(np.float32), bare.astype(np.float32), printed=False)
    size_mm = float(mat.layout["size_mm"][0]), float(mat.layout["size_mm"][1])
    made = camera_colours(image, mat, printed).as_made(seen, area, size_mm)
    scale = LIMITS.px_per_mm / mat.px_per_mm
    soft = (LIMITS.camera_blur_px * scale, LIMITS.camera_hue_blurs_px[0] * scale)
    bare = as_seen(of_print(printed, area, LIMITS.px_per_mm).astype(np.float32), *soft)
    made = np.where((seen >= LIMITS.clipped) & (made < bare), bare, made)  # clipped, it may have been as bright as that
    return TokenBoard(seen, _evened(made, bare), bare, printed=True)
