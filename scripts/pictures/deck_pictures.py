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
from PIL import Image

from firmware.games.decks import counts
from hardware.arrays import Image as Picture
from hardware.art import deck as deck_art
from hardware.print import deck as printed
from hardware.scene import render
from hardware.scene.random.card_scene import card_scene

PICTURES = Path(__file__).resolve().parents[2] / "docs" / "pictures"
ACROSS = {"hold-your-breath": 7, "splash-down": 8, "hai-noon": 7}
GROUND = (236, 232, 226)
MOST = 600_000
"""Bytes that a picture may have."""


def save(name: str, picture: Picture) -> None:
    """As PNG of at most 256 colours. Raises ValueError if it is too large for the docs."""
    path = PICTURES / name
    image = Image.fromarray(cv2.cvtColor(picture, cv2.COLOR_BGR2RGB))
    image.quantize(256, dither=Image.Dither.NONE).save(path, optimize=True)
    if path.stat().st_size > MOST:
        raise ValueError(f"{path} has {path.stat().st_size} bytes")


def contact(deck: str, width: int = 168, gap: int = 12) -> Picture:
    """All faces and the back of a deck side by side."""
    names = [*deck_art.faces(deck), deck_art.BACK]
    across = ACROSS[deck]
    high = deck_art.height_of(width)
    rows = -(-len(names) // across)
    sheet = np.full((rows * (high + gap) + gap, across * (width + gap) + gap, 3), GROUND, np.uint8)
    share = deck_art.cover(width)[..., None] / 255
    for k, name in enumerate(names):
        y, x = gap + k // across * (high + gap), gap + k % across * (width + gap)
        place = sheet[y : y + high, x : x + width]
        place[:] = (place * (1 - share) + deck_art.draw(deck, name, width) * share).astype(np.uint8)
    return sheet


def sheets(deck: str) -> Picture:
    """The first sheet of a deck to be printed, and its backs."""
    if which("pdftoppm") is None:
        sys.exit("needs pdftoppm: apt-get install poppler-utils")
    with tempfile.TemporaryDirectory() as folder:
        command = ["pdftoppm", "-r", "65", "-f", "1", "-l", "2", "-png", "-", f"{folder}/page"]
        subprocess.run(command, input=printed(deck, counts(deck)), check=True)
        pages = [np.asarray(cv2.imread(str(path)), np.uint8) for path in sorted(Path(folder).glob("page*.png"))]
    framed = [cv2.copyMakeBorder(page, 12, 12, 12, 12, cv2.BORDER_CONSTANT, value=(90, 90, 90)) for page in pages]
    return np.asarray(np.hstack(framed), np.uint8)


def table(deck: str, seed: int, count: int) -> Picture:
    """Cards on the simulated table."""
    scene = card_scene(deck, counts(deck), np.random.default_rng(seed), count)
    return render(replace(scene, lens=replace(scene.lens, noise_levels=0.0, jpeg_quality=0)))[0]


def main() -> None:
    """All of them."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    for deck in deck_art.DECKS:
        save(f"deck-{deck}.png", contact(deck))
    save("deck-print.png", sheets("hai-noon"))
    looks = [table("hold-your-breath", 180, 9), table("splash-down", 152, 12), table("hai-noon", 137, 8)]
    small = [cv2.resize(look, (640, 360), interpolation=cv2.INTER_AREA) for look in looks]
    save("deck-tables.png", np.asarray(np.hstack(small), np.uint8))


if __name__ == "__main__":
    main()
