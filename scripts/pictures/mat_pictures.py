"""Makes the pictures of docs/mats.md anew: mats, tiles, tokens, marks, and tables in mid-game. None is a photograph."""

from __future__ import annotations

import cv2
import numpy as np
from contact_sheet import save, side_by_side

from firmware.games.layouts import mat
from firmware.simulation.tables import TABLES, tables
from hardware.arrays import Image
from hardware.art import pieces as piece_art
from hardware.scene.objects.mat import mat_picture

SEEDS = {"hai-noon": 7, "hold-your-breath": 5, "splash-down": 21, "oh-hell": 3, "cribbage": 2}
MAX_BYTES = 400_000
"""Bytes that a picture may have."""


def pieces(game: str, width_px: int, across: int) -> Image:
    """All tiles, tokens or marks of a set side by side."""
    sheet: Image = side_by_side([piece_art.draw(game, name, width_px) for name in piece_art.pieces(game)], across, 10)
    return sheet


def main() -> None:
    """All of them."""
    for game in (*TABLES, "pig"):
        small = cv2.resize(mat_picture(mat(game), 4), None, fx=0.33, fy=0.33, interpolation=cv2.INTER_AREA)
        save(f"mat-{game}.png", np.asarray(small, np.uint8), MAX_BYTES)
    for game in TABLES:
        (table, _), *_ = tables(game, 1, SEEDS[game], (1280, 720))
        save(f"table-{game}.jpg", table, MAX_BYTES)
    save("tiles.png", pieces("hai-noon", 110, 6), MAX_BYTES)
    save("tokens.png", pieces("hold-your-breath", 72, 6), MAX_BYTES)
    save("marks.png", pieces(piece_art.MARKS, 72, 8), MAX_BYTES)


if __name__ == "__main__":
    main()
