"""Makes the moving picture of README: `python scripts/pictures/moving_picture.py [docs/pictures/table.gif]`.

A robot plays half a turn of Shark Attacks! on the simulated table. Above is the camera's frame with the reading drawn
over it, below the OLED and the log. Nothing is staged but the seeds and the time that each frame is shown.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from random import Random

import cv2
import numpy as np
from PIL import Image, ImageDraw, ImageFont

from companion.words import sentences as words
from engines.core import Match
from engines.games import game_named
from firmware.games.profiles import layout
from firmware.observe.dice_reader import dice_reader
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.outputs import screens
from firmware.simulation.players.dice_robot import DiceRobot
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Saw
from hardware.arrays import Image as Picture
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from vision import annotate
from vision.frame import mat

GAME = "shark-attacks"
TABLE_SEED, NOISE_SEED, PLAY_SEED = 36, 7, 15
"""How table, light and dice look; the sensor's noise; what is thrown and decided."""
EVENTS = 4
"""The story: a throw, the decision to go on, the event die, the next throw."""
WIDTH, HEIGHT, STRIP, RIM = 640, 360, 152, 12
"""Pixels: the camera's frame, the strip below it, and the margin in that."""
FONT, LINES = ImageFont.load_default(15), 6
GROUND, BEZEL, EDGE = (27, 31, 40), (12, 14, 19), (62, 70, 88)
LIT, UNLIT, INK, DIM = (214, 240, 255), (8, 10, 14), (236, 240, 247), (140, 150, 168)
MOVING_MS, WAITING_MS, EMPTY_MS, READ_MS, LAST_MS = 50, 150, 700, 1700, 2600
"""How long a frame is shown: in motion; still, not yet read; read, without dice; read; read, the last one."""
NOISE = 14
"""A pixel that differs by no more than this (of 255) from the one shown before stays as it was."""
COLOURS = 200


@dataclass(frozen=True, eq=False)
class Shot:
    """A frame (BGR), the same with its reading drawn over it, the device then, and for how many ms it is shown."""

    frame: Picture
    drawn: Picture
    table: Table
    ms: int


def story() -> Iterator[Shot]:
    """What the robot plays, until the device has confirmed all events; of a still table one frame is enough."""
    match = Match.begin(game_named(GAME), ("Ana", "Ben", "Cleo"))
    stage = DiceStage(layout("tray"), TABLE_SEED, tumbling=9, reach=6)
    camera = DiceCamera(stage, seed=NOISE_SEED)
    robot = DiceRobot(stage, match, Random(PLAY_SEED), nudges=0, cocked=0)
    observer = Observer(TableSetup(GAME))
    table, shown = Table(match, "4711", now=10.0, woken=9.0), False
    while len(table.match.events) < EVENTS:
        frame = camera.frame()
        seen = observer.see(frame)
        if isinstance(seen, Sight):
            table, shown = handle(table, Saw(seen.observation)), True
            events = len(table.match.events)
            ms = LAST_MS if events == EVENTS else READ_MS if events else EMPTY_MS
            yield Shot(frame.image, read(frame.image), table, ms)
        elif not stage.now.settled:
            shown = False
            yield Shot(frame.image, frame.image, table, MOVING_MS)
        elif not shown:
            shown = True
            yield Shot(frame.image, frame.image, table, WAITING_MS)
        for pressed in robot.act(table, frame.at):
            table = handle(table, pressed)


def read(image: Picture) -> Picture:
    """The picture with each die framed and named."""
    return annotate.draw(image, dice_reader(GAME, NOTHING_TAUGHT).read(image, mat.find(image, layout("tray"))))


def strip(table: Table) -> Picture:
    """The OLED, twice as large, and the log beside it, the newest event first and with its reasons (RGB)."""
    whole = Image.new("RGB", (WIDTH, STRIP), GROUND)
    draw = ImageDraw.Draw(whole)
    lit = np.array(screens.draw(table).convert("L")).repeat(2, 0).repeat(2, 1)[..., None] > 0
    draw.rounded_rectangle((4, 4, 2 * RIM + 252, STRIP - 5), 9, BEZEL, EDGE)
    whole.paste(Image.fromarray(np.where(lit, LIT, UNLIT).astype(np.uint8)), (RIM, RIM))
    left, top = 256 + 3 * RIM, RIM
    for line, colour in islice(log(table.match, WIDTH - left - RIM), LINES):
        draw.text((left, top), line, colour, FONT)
        top += 22
    return np.array(whole)


def log(match: Match, width: int) -> Iterator[tuple[str, tuple[int, int, int]]]:
    """The lines of the log, each with its colour."""
    newest = len(match.events) - 1
    for number in range(newest, -1, -1):
        yield words.happened(match, number), INK if number == newest else DIM
        for reason in match.state.why() if number == newest else ():
            for line in wrapped(reason.text[0].upper() + reason.text[1:], width):
                yield line, LIT


def wrapped(text: str, width: int) -> list[str]:
    """The text in lines of at most `width` px."""
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".strip()
        if FONT.getlength(longer) > width:
            lines.append(word)
        else:
            lines[-1] = longer
    return lines


def small(image: Picture) -> Picture:
    """The camera's frame in the size of the GIF."""
    resized: Picture = cv2.resize(image, (WIDTH, HEIGHT), interpolation=cv2.INTER_AREA)
    return resized


def quiet(frames: list[Picture]) -> list[Picture]:
    """The frames without the noise that changes from one to the next: it would be most of the GIF's bytes."""
    calm: list[Picture] = []
    for frame in frames:
        smooth = cv2.bilateralFilter(frame, 5, 20, 3)
        for known in (calm[0], calm[-1]) if calm else ():
            differs = (cv2.absdiff(smooth, known).max(2) > NOISE).astype(np.uint8)
            differs = cv2.dilate(cv2.medianBlur(differs, 3), np.ones((3, 3), np.uint8))
            smooth = np.where(differs[..., None] > 0, smooth, known)
        calm.append(smooth)
    return calm


def composed(shot: Shot, calm: Picture) -> Picture:
    """The frame without its noise, the reading over it, and the device below (RGB)."""
    raw, drawn = small(shot.frame), small(shot.drawn)
    over = cv2.absdiff(raw, drawn).max(2) > 0
    camera = np.where(over[..., None], drawn, calm)
    return np.vstack([cv2.cvtColor(camera, cv2.COLOR_BGR2RGB), strip(shot.table)])


def palette(pictures: list[Picture]) -> Image.Image:
    """Colours for all pictures. Rare ones (a yellow die, green frames) count for more than their share of pixels."""
    pixels = np.vstack([picture[::2, ::2].reshape(-1, 3) for picture in pictures[::3]])
    colours, counts = np.unique(pixels & 0xFC, axis=0, return_counts=True)
    weighed = colours.repeat(np.ceil(counts**0.6).astype(int), axis=0)
    return Image.fromarray(weighed[None] + np.uint8(2)).quantize(COLOURS, kmeans=1)


def main(target: Path) -> None:
    """Film it and write the GIF."""
    shots = list(story())
    pictures = [composed(*pair) for pair in zip(shots, quiet([small(s.frame) for s in shots]), strict=True)]
    colours = palette(pictures)
    drawn = [Image.fromarray(p).quantize(palette=colours, dither=Image.Dither.NONE) for p in pictures]
    times = [shot.ms for shot in shots]
    drawn[0].save(target, save_all=True, append_images=drawn[1:], duration=times, loop=0, optimize=True)
    print(f"{target}: {len(shots)} frames, {sum(times) / 1000:.1f} s, {target.stat().st_size // 1024} KiB")


if __name__ == "__main__":
    main(Path(sys.argv[1] if len(sys.argv) > 1 else "docs/pictures/table.gif"))
