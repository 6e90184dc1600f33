"""What the pictures of decks and mats share: pieces side by side, and a file small enough for the docs."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import cv2
import numpy as np
from PIL import Image as PilImage

from hardware.arrays import Image

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
GROUND_BGR = (236, 232, 226)


def save(name: str, picture: Image, max_bytes: int) -> None:
    """As PNG of at most 256 colours, or as JPEG. Raises ValueError if it is too large for the docs."""
    path = PICTURES / name
    image = PilImage.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    if path.suffix == ".png":
        image.quantize(256, dither=PilImage.Dither.NONE).save(path, optimize=True)
    else:
        image.save(path, quality=84)
    if path.stat().st_size > max_bytes:
        raise ValueError(f"{path} has {path.stat().st_size} bytes")


def side_by_side(pieces: Sequence[Image], across: int, gap_px: int) -> Image:
    """Pictures of one size (h, w, 4), BGR and cover, in rows of `across`: (H, W, 3) uint8 BGR."""
    high, wide = pieces[0].shape[:2]
    rows = -(-len(pieces) // across)
    sheet = np.full((rows * (high + gap_px) + gap_px, across * (wide + gap_px) + gap_px, 3), GROUND_BGR, np.uint8)
    for k, piece in enumerate(pieces):
        y, x = gap_px + k // across * (high + gap_px), gap_px + k % across * (wide + gap_px)
        place, share = sheet[y : y + high, x : x + wide], piece[..., 3:] / 255
        place[:] = (place * (1 - share) + piece[..., :3] * share).astype(np.uint8)
    return sheet
