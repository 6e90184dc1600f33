"""Makes the pictures of our decks in docs/pictures anew: each deck's faces and back, a printed sheet, a table.

The sheet is drawn by pdftoppm. None of the pictures is a photograph.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from dataclasses import replace
from pathlib import Path
from shutil import which

import cv2
import numpy as np
from contact_sheet import PICTURES, save, side_by_side

from firmware.games.decks import counts
from hardware.arrays import Image
from hardware.art import deck as deck_art
from hardware.print import deck as printed
from hardware.scene import render
from hardware.scene.random.card_scene import card_scene

ACROSS = {"hold-your-breath": 7, "splash-down": 8, "hai-noon": 7}
"""Cards in a row."""
MAX_BYTES = 600_000
"""Bytes that a picture may have."""


def contact(deck: str, width_px: int = 168) -> Image:
    """All faces and the back of a deck side by side."""
    cover = deck_art.cover(width_px)
    cards = [np.dstack([deck_art.draw(deck, name, width_px), cover]) for name in (*deck_art.faces(deck), deck_art.BACK)]
    sheet: Image = side_by_side(cards, ACROSS[deck], 12)
    return sheet


def sheets(deck: str) -> Image:
    """The first sheet of a deck to be printed, and its backs."""
    if which("pdftoppm") is None:
        sys.exit("needs pdftoppm: apt-get install poppler-utils")
    with tempfile.TemporaryDirectory() as folder:
        command = ["pdftoppm", "-r", "65", "-f", "1", "-l", "2", "-png", "-", f"{folder}/page"]
        subprocess.run(command, input=printed(deck, counts(deck)), check=True)
        pages = [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(Path(folder).glob("page*.png"))]
    framed = [cv2.copyMakeBorder(page, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=(90, 90, 90)) for page in pages]
    return np.asarray(np.hstack(framed), np.uint8)


def table(deck: str, seed: int, count: int) -> Image:
    """Cards on the simulated table."""
    scene = card_scene(deck, counts(deck), np.random.default_rng(seed), count)
    return render(replace(scene, lens=replace(scene.lens, noise_levels=0.0, jpeg_quality=0)))[0]


def main() -> None:
    """All of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for deck in deck_art.DECKS:
        save(f"deck-{deck}.png", contact(deck), MAX_BYTES)
    save("deck-print.png", sheets("hai-noon"), MAX_BYTES)
    tables = [table("hold-your-breath", 180, 9), table("splash-down", 152, 12), table("hai-noon", 137, 8)]
    small = [cv2.resize(picture, (640, 360), interpolation=cv2.INTER_AREA) for picture in tables]
    save("deck-tables.png", np.asarray(np.hstack(small), np.uint8), MAX_BYTES)


if __name__ == "__main__":
    main()
