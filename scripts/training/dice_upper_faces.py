"""Lessons on the upper faces of ordinary dice, of which more than half are translucent: the crops that the reader takes
of dice on drawn mats, with what these show."""

from __future__ import annotations

import itertools
import pickle
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random
from typing import Any

import cv2
import numpy as np
from dice_weather import glinting, painted, shaded, veiled, weather

from firmware.games.profiles import PROFILES, layout
from firmware.observe.dice_reader import dice_reader
from firmware.observe.observer import Observer
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from hardware.cameras.frame import Image
from hardware.scene.objects import designs
from hardware.scene.objects.faces import DieDesign
from hardware.scene.stage.dice_stage import DiceStage, StageDie
from hardware.simulated.dice_camera import DiceCamera
from vision.dice.calibration import Candidate
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face


@dataclass(frozen=True, slots=True)
class UpperFaceSettings:
    """What is drawn, and how lessons are made of it."""

    games: tuple[str, ...] = ("yacht", "farkle", "shut-the-box", "pig")
    throws: int = 3
    """So many throws of the same dice on each table,"""
    dice: tuple[int, int] = (5, 8)
    """of so many dice."""
    odd_share: float = 0.2
    """Share of the makes that are odd ones,"""
    translucent_share: float = 0.6
    """and of the others that are made translucent,"""
    clear: tuple[float, float] = (0.45, 0.9)
    """as much as this."""
    stored_px: int = 64
    """Crops are stored so large,"""
    stored_sides: float = 2.0
    """and so many sides of a face wide."""
    max_off_sides: float = 0.45
    """What the reader sees further than this from the middle of a face is not that die."""
    worn_share: float = 0.25
    """Share of the lessons in a shadow, washed out, or with a reflection."""
    painted_share: float = 0.4
    """Share in other colours."""
    leaning_throws: int = 1
    """All dice of so many more throws of each table lean."""
    leaning_share: float = 0.25
    """Share of the lessons on leaning dice."""


SETTINGS = UpperFaceSettings()
Lesson = tuple[bytes, int, float, int, bool]
"""A crop (JPEG), its face 1 to 6, how translucent the die is, the number of its table, and whether the die leans."""


def draw_dice(seed: int, count: int, folder: Path) -> None:
    """Draws the dice of `count` tables into a folder."""
    folder.mkdir(parents=True, exist_ok=True)
    with ProcessPoolExecutor() as workers:
        for table, lessons in enumerate(workers.map(_of_table, range(seed, seed + count))):
            (folder / f"{seed}-{table:06}.pkl").write_bytes(pickle.dumps(lessons))


def load_dice(folder: Path) -> list[Lesson]:
    """All that was drawn into a folder."""
    return list(itertools.chain.from_iterable(pickle.loads(f.read_bytes()) for f in sorted(folder.glob("*.pkl"))))


def _of_table(seed: int) -> list[Lesson]:
    random = Random(f"upper faces {seed}")
    game = random.choice(SETTINGS.games)
    make = _make(random, np.random.default_rng(seed))
    stage = DiceStage(layout(PROFILES[game].layout), seed, tumbling=1, reach=1, make=make)
    camera, setup = DiceCamera(stage, 10.0, seed=seed), TableSetup(game, NOTHING_TAUGHT)
    lessons: list[Lesson] = []
    for throw in range(SETTINGS.throws + SETTINGS.leaning_throws):
        stage.clear()
        items = [f"die-{random.randint(1, 6)}" for _ in range(random.randint(*SETTINGS.dice))]
        ids = stage.throw(items, range(len(items)) if throw >= SETTINGS.throws else ())
        if throw == 1:
            stage.keep(ids[:3])
        picture = camera.frame().image
        while stage.busy:
            picture = camera.frame().image
        seen = [(stage_die, camera.seen()[stage_die.id].centre) for stage_die in stage.dice]
        lessons += [(crop, face, make.clear, seed, leans) for crop, face, leans in _of_picture(picture, setup, seen)]
    return lessons


def _make(random: Random, rng: np.random.Generator) -> DieDesign:
    """A make of dice, more often translucent than not."""
    made = designs.pip_die(rng)
    if random.random() < SETTINGS.odd_share:
        made = designs.unusual_pip_die(made)
    opaque = made.clear == 0 and made.kind not in ("wood", "ivory")
    clear = float(rng.uniform(*SETTINGS.clear))
    return replace(made, clear=clear) if opaque and random.random() < SETTINGS.translucent_share else made


def _of_picture(
    picture: Image, setup: TableSetup, seen: list[tuple[StageDie, tuple[float, float]]]
) -> list[tuple[bytes, int, bool]]:
    """The crops of the dice that the reader finds in a picture, what they truly show, and whether they lean."""
    mat = Observer(setup).locate(picture)
    if mat is None:
        return []
    reader = dice_reader(setup.profile.dice, setup.home)
    found = [each for each in reader.candidates(picture, mat, printed=setup.print_below) if each.is_die]
    told = []
    for candidate in found:
        lying, off = min(((die, _off(candidate, at)) for die, at in seen), key=lambda pair: pair[1])
        if off < SETTINGS.max_off_sides:
            told.append((_jpeg(picture, candidate), int(lying.die.face), lying.die.cocked))
    return told


def _off(candidate: Candidate, at: tuple[float, float]) -> float:
    return float(np.hypot(candidate.detection.x - at[0], candidate.detection.y - at[1])) / candidate.detection.size


def _jpeg(picture: Image, candidate: Candidate) -> bytes:
    at = candidate.detection
    crop = crop_face(picture, (at.x, at.y), at.size, candidate.angle, SETTINGS.stored_px, SETTINGS.stored_sides)
    return cv2.imencode(".jpg", crop, [cv2.IMWRITE_JPEG_QUALITY, 92])[1].tobytes()


def upper_face_sample(pool: list[Lesson], rng: np.random.Generator) -> Any:
    """A crop (3, 48, 48), the number of its face, from nought, and whether the die leans."""
    leaning = rng.random() < SETTINGS.leaning_share
    while (lesson := pool[rng.integers(len(pool))])[4] != leaning:
        pass
    jpeg, face, _, _, leans = lesson
    crop = _turned(cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR), rng)
    for trouble in (shaded, veiled, glinting):
        crop = trouble(crop, rng) if rng.random() < SETTINGS.worn_share / 3 else crop
    crop = painted(crop, rng) if rng.random() < SETTINGS.painted_share else crop
    return weather(crop, rng, 0.8).transpose(2, 0, 1), face - 1, float(leans)


def _turned(stored: Image, rng: np.random.Generator) -> Image:
    """A crop as the classifier takes it, in any turn, mirrored or not, a little off and of another size."""
    way = float(rng.uniform(0, 2 * np.pi))
    wide, high = np.exp(rng.normal(0, 0.07) + np.array([0.5, -0.5]) * rng.normal(0, 0.05)) * rng.choice([-1, 1], 2)
    scale = CROPS.crop_px / CROPS.crop_sides / (SETTINGS.stored_px / SETTINGS.stored_sides)
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    to_crop = turn @ np.diag([wide, high]) * scale
    middle = (SETTINGS.stored_px - 1) / 2 + rng.normal(0, 0.05, 2) * SETTINGS.stored_px / SETTINGS.stored_sides
    shift = (CROPS.crop_px - 1) / 2 - to_crop @ middle
    size = (CROPS.crop_px, CROPS.crop_px)
    turned = cv2.warpAffine(
        stored, np.column_stack([to_crop, shift]), size, flags=cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE
    )
    return np.asarray(turned, np.uint8)
