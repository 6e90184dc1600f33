"""Makes every picture of README and docs anew: `make pictures`. All are rendered or screenshots; none is a photograph.

The table and the page show the simulated table; the sheets are the printed pages, drawn by pdftoppm.
"""

from __future__ import annotations

import subprocess
import sys
import tempfile
from pathlib import Path
from shutil import which

import cv2
import numpy as np

from firmware.games.profiles import layout
from firmware.observe.dice_reader import dice_reader
from firmware.observe.table_setup import NOTHING_TAUGHT
from hardware.arrays import Image
from hardware.print.dice import dice
from hardware.print.mat import mat
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from vision import annotate
from vision.frame import mat as mats

ROOT = Path(__file__).resolve().parents[2]
PICTURES = ROOT / "docs" / "pictures"
SCRIPTS = (
    "moving_picture",
    "box_pictures",
    "screens",
    "page_pictures",
    "hub_pictures",
    "deck_pictures",
    "mat_pictures",
    "lesson_pictures",
    "wiring",
)
"""They make the other pictures."""
THROW = [
    "swimmer-1",
    "swimmer-2",
    "swimmer-3",
    "swimmer-wave",
    "swimmer-wave",
    "swimmer-wave",
    "swimmer-2",
    "event-sun",
]


def table(seed: int = 21) -> None:
    """A throw as the camera sees it, with what is read written on it."""
    stage = DiceStage(layout("tray"), seed)
    camera = DiceCamera(stage, seed=seed)
    stage.throw(THROW)
    image = camera.frame().image
    while stage.busy:
        image = camera.frame().image
    reading = dice_reader("shark-attacks", NOTHING_TAUGHT).read(image, mats.find(image, layout("tray")))
    cv2.imwrite(str(PICTURES / "table.jpg"), annotate.draw(image, reading), [cv2.IMWRITE_JPEG_QUALITY, 88])


def sheets() -> None:
    """The printed mat and the sheet of stickers, side by side."""
    if which("pdftoppm") is None:
        sys.exit("needs pdftoppm: apt-get install poppler-utils")
    pages = [_page(mat(layout("tray"))), _page(dice())]
    height = max(page.shape[0] for page in pages)
    padded = [
        cv2.copyMakeBorder(p, 0, height - p.shape[0], 12, 12, cv2.BORDER_CONSTANT, value=(90,) * 3) for p in pages
    ]
    cv2.imwrite(str(PICTURES / "print.png"), np.hstack(padded))


def _page(pdf: bytes) -> Image:
    with tempfile.TemporaryDirectory() as folder:
        command = ["pdftoppm", "-r", "60", "-f", "1", "-l", "1", "-png", "-singlefile", "-", f"{folder}/page"]
        subprocess.run(command, input=pdf, check=True)
        page = cv2.imread(f"{folder}/page.png")
        assert page is not None
        return np.asarray(page, np.uint8)


def main() -> None:
    """All of them; most have scripts of their own."""
    PICTURES.mkdir(parents=True, exist_ok=True)
    table()
    sheets()
    for name in SCRIPTS:
        subprocess.run([sys.executable, ROOT / "scripts" / "pictures" / f"{name}.py"], check=True)


if __name__ == "__main__":
    main()
