"""The camera does not see the table, or is gone: that is no move, it is said, and play goes on afterwards."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

import numpy as np

from firmware.device.watcher import Watcher
from firmware.faults.covered_film import (
    LONG_FRAMES,
    Cover,
    CoveredFilm,
    black,
    film_of,
    hand,
    hand_over_half,
    nearly_dark,
    shaken,
    sleeve,
    white,
)
from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import running
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.table_setup import setup_of
from firmware.simulation.demo_camera import DemoCamera
from hardware.arrays import Image
from hardware.cameras.frame import Frame
from hardware.errors import CameraLost

FILMED = ("mat", "wood", "cloth", "hai-noon", "hold-your-breath", "splash-down", "felt", "plain")
"""What is filmed and covered in each way: dice on our mat and on bare tables, games of cards on their mats."""
UNPLUGGED = 4
COVERED_FRAMES = 20
SHAKEN_FRAMES = 130
SHAKES_PX = 120.0
WITHIN_S = 60.0


def _shaking(seed: int) -> Cover:
    chance = np.random.default_rng(seed)
    return lambda picture: shaken(picture, SHAKES_PX, chance)


@dataclass(frozen=True, slots=True)
class Blinding:
    """A way in which a camera does not see the table: in words, what it does to a picture, for so many frames."""

    words: str
    cover: Cover
    frames: int = COVERED_FRAMES
    moving: bool = False

    def film(self, film: CoveredFilm, rest: Image) -> None:
        """The film sees it, over a table at rest."""
        if self.moving:
            for _ in range(self.frames):
                film.see(self.cover(rest))
        else:
            film.see(self.cover(rest), self.frames)


WAYS = (
    Blinding("covered: black, with a sensor's noise", black),
    Blinding("dazzled: white", white),
    Blinding("4% of the light", nearly_dark),
    Blinding("a hand flat in front, for 15 s", hand, LONG_FRAMES),
    Blinding("a hand over half of it, for 15 s", hand_over_half, LONG_FRAMES),
    Blinding("a sleeve over most of it, for 15 s", sleeve, LONG_FRAMES),
    Blinding("shaking", _shaking(1), SHAKEN_FRAMES, moving=True),
)


def faults(setting: Setting) -> Iterator[Outcome]:
    """The lens is covered in mid-game in each way, after a throw at rest; then the camera is unplugged."""
    times = setting.times(len(FILMED))
    failures: dict[str, list[str]] = {way.words: [] for way in WAYS}
    for number in range(times):
        seed = setting.random.getrandbits(31)
        for words, wrong in _covered(FILMED[number], seed):
            failures[words].append(f"{words}, {FILMED[number]}, seed {seed}: {wrong}")
    for way in WAYS:
        yield Outcome(
            "camera", way.words, "takes it for no move, and says that it cannot see", "nothing", times,
            tuple(failures[way.words]),
        )  # fmt: skip
    lost = setting.times(UNPLUGGED)
    wrongs = [wrong for number in range(lost) for wrong in _unplugged(setting, number)]
    yield Outcome(
        "camera", "unplugged, plugged in later", "says so, opens it again, plays on", "nothing", lost, tuple(wrongs)
    )


def _covered(filmed: str, seed: int) -> Iterator[tuple[str, str]]:
    """What went wrong with each way of covering, one after the other in one film."""
    film = film_of(filmed, seed)
    rest = film.play(events=2)
    for way in WAYS:
        before = film.table.match.events
        film.said.clear()
        way.film(film, rest)
        if not any(film.said):
            yield way.words, "nothing was said"
        film.see(rest, COVERED_FRAMES)
        if film.table.match.events != before:
            yield way.words, f"{len(film.table.match.events) - len(before)} events were told"
    film.play(events=len(film.table.match.events) + 1)
    if not film.followed:
        yield WAYS[-1].words, "the next throw was not followed"


class _Unplugged:
    """A simulated camera that is lost after some frames, once, and cannot be opened at first."""

    settled = False

    def __init__(self, camera: DemoCamera, frames: int) -> None:
        self._camera, self._left, self.opened = camera, frames, 0

    def open(self) -> _Unplugged:
        self.opened += 1
        if self.opened == 2:
            raise CameraLost("The camera is gone.", "Plug it in.")
        return self

    def frame(self) -> Frame:
        self._left -= 1
        if self._left == 0:
            raise CameraLost("The camera is gone.", "Plug it in.")
        return self._camera.frame()

    def close(self) -> None:
        """It is opened again."""


def _unplugged(setting: Setting, number: int) -> Iterator[str]:
    """A robot plays on the simulated table; the camera is lost for some seconds."""
    folder, seed = setting.folder / f"unplugged-{number}", setting.random.getrandbits(31)
    folder.mkdir()
    with running(folder) as device:
        drawings = Drawings(folder)
        camera = _Unplugged(DemoCamera(device, seed), Random(seed).randint(20, 60))
        watcher = Watcher(device, Observer(setup_of(device.table.match, drawings)), drawings, camera.open, lambda: None)
        watcher.start()
        told, ends = False, time.monotonic() + WITHIN_S
        while time.monotonic() < ends and not (camera.opened > 2 and len(device.table.match.events) > 1):
            told = told or any(part == "camera" for part, _ in device.table.faults)
            time.sleep(0.05)
        played, faults = len(device.table.match.events), device.table.faults
        watcher.stop()
    if not told:
        yield f"seed {seed}: the lost camera was not told"
    if played < 2 or any(part == "camera" for part, _ in faults):
        yield f"seed {seed}: {played} events, {faults} after the camera was back"
