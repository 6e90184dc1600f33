"""Makes the pictures of docs/mats.md anew: the mats, tiles and tokens, and tables in mid-game. None is a photograph."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
from PIL import Image

from firmware.games.layouts import mat
from firmware.simulation.tables import TABLES, tables
from hardware.arrays import Image as Picture
from hardware.art import pieces as piece_art
from hardware.scene.objects.mat import mat_picture

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
SEEDS = {"hai-noon": 7, "hold-your-breath": 5, "splash-down": 21}
GROUND = (236, 232, 226)
MOST = 400_000
"""Bytes that a picture may have."""


def save(name: str, drawn: Picture) -> None:
    """As PNG of at most 256 colours, or as JPEG. Raises ValueError if it is too large for the docs."""
    path = PICTURES / name
    image = Image.fromarray(cv2.cvtColor(drawn, cv2.COLOR_BGR2RGB))
    if path.suffix == ".png":
        image.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    else:
        image.save(path, quality=84)
    if path.stat().st_size > MOST:
        raise ValueError(f"{path} has {path.stat().st_size} bytes")


def pieces(game: str, width: int, across: int, gap: int = 10) -> Picture:
    """All tiles or tokens of a game side by side."""
    names = piece_art.pieces(game)
    rows = -(-len(names) // across)
    sheet = np.full((rows * (width + gap) + gap, across * (width + gap) + gap, 3), GROUND, np.uint8)
    for k, name in enumerate(names):
        y, x = gap + k // across * (width + gap), gap + k % across * (width + gap)
        drawn = piece_art.draw(game, name, width)
        share = drawn[..., 3:] / 255
        place = sheet[y : y + width, x : x + width]
        place[:] = place * (1 - share) + drawn[..., :3] * share
    return sheet


def main() -> None:
    """All of them."""
    for game in TABLES:
        small = cv2.resize(mat_picture(mat(game), 4), None, fx=0.33, fy=0.33, interpolation=cv2.INTER_AREA)
        save(f"mat-{game}.png", np.asarray(small, np.uint8))
        (table, _), *_ = tables(game, 1, SEEDS[game], (1280, 720))
        save(f"table-{game}.jpg", table)
    save("tiles.png", pieces("hai-noon", 110, 6))
    save("tokens.png", pieces("hold-your-breath", 72, 6))


if __name__ == "__main__":
    main()
