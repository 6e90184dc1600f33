"""`lifeguard doctor`: is everything there, and if not, what to do."""

from __future__ import annotations

import errno
import json
import shutil
import tempfile
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

import numpy as np
from PIL import Image, ImageDraw

from firmware.config import Config
from firmware.device.open_panel import panel_of
from firmware.games import faces
from firmware.games.profiles import PROFILES
from firmware.observe.drawn_mat import Drawings
from firmware.outputs.tunes.melodies import BANK
from hardware.cameras.frame import Camera, Frame
from hardware.cameras.open import open_camera
from hardware.errors import CameraLost, EndOfFrames
from hardware.panel.board import PanelBoard

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class DoctorLimits:
    """What the camera and the disk are judged by."""

    judged_frames: int = 20
    """Frames that the camera is judged by."""
    slow_fps: float = 10.0
    """Frames a second below which throws are read late."""
    dark_grey: float = 60.0
    """Mean grey (0 to 255) below which dice read badly."""
    bright_grey: float = 200.0
    """Mean grey (0 to 255) above which dice read badly."""
    glare_share: float = 0.05
    """Share of blown-out pixels above which dice read badly."""
    flicker_share: float = 0.06
    """Change from frame to frame above which dice read badly."""
    shown_s: float = 3.0
    """What chessboard, tune and light are given for eyes and ears."""
    low_disk_mb: int = 200
    """Free disk below which it is time to tidy up."""
    full_disk_mb: int = 20
    """Free disk too little to go on (a long evening's photographs take some 50 MB)."""


LIMITS = DoctorLimits()


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, the verdict, what was seen, and what to do ("" if nothing). Sentences for people."""

    name: str
    verdict: Verdict
    seen: str
    todo: str = ""


def examine(
    config: Config,
    folder: Path,
    camera: Callable[[], Camera] | None,
    panel: Callable[[], PanelBoard],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
) -> Iterator[Check]:
    """Every check, in order. `folder` holds the device's data; `camera` and `panel` open the parts, `camera` is None
    for the simulated table."""
    yield disk(folder)
    yield kept(folder)
    yield from _pictures(camera, clock)
    parts = panel()
    try:
        yield from wires(parts, config)
        if config.panel.kind == "real":
            pause(LIMITS.shown_s)
    finally:
        parts.close()


def disk(folder: Path) -> Check:
    """Whether the journal can be written, and how much room is left."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder) as probe:
            probe.write(b"x" * 4096)
            probe.flush()
        free = shutil.disk_usage(folder).free // 1_000_000
    except OSError as error:
        full = error.errno == errno.ENOSPC
        todo = "Delete something." if full else "Give this user the folder, or set LIFEGUARD_HOME to another."
        return Check("disk", "fail", f"{folder} cannot be written ({error.strerror or error}).", todo)
    seen = f"{free} MB are free in {folder}."
    if free < LIMITS.full_disk_mb:
        return Check("disk", "fail", seen, "Delete something: nothing could be saved for long.")
    return Check("disk", "warn", seen, "Make room soon.") if free < LIMITS.low_disk_mb else Check("disk", "ok", seen)


def kept(folder: Path) -> Check:
    """Whether what was taught and drawn can be used, and whether a damaged journal lies about."""
    drawings = Drawings(folder)
    troubles = [*faces.troubles(folder), *filter(None, map(drawings.trouble, PROFILES))]
    if troubles:
        return Check("kept", "fail", f"{troubles[0]}.", f"{len(troubles) - 1} more like it." if troubles[1:] else "")
    aside = sorted(file.name for file in folder.glob("journal.db.damaged-*Z"))
    if aside:
        return Check("kept", "warn", f"{aside[-1]} was damaged, and saved as far as it could be.", "Copy or remove it.")
    return Check("kept", "ok", "What was taught and drawn is whole.")


def _pictures(camera: Callable[[], Camera] | None, clock: Callable[[], float]) -> Iterator[Check]:
    if camera is None:
        yield Check("camera", "ok", "The simulated table; no camera was tried.", "To try one: --camera pi or usb:0.")
        return
    try:
        frames, seconds = look(camera, clock)
    except CameraLost as lost:
        yield Check("camera", "fail", lost.seen, lost.todo)
        return
    except Exception as error:  # drivers have moods of their own, and the other parts are to be looked at all the same
        seen = f"It failed ({type(error).__name__}: {error})."
        yield Check("camera", "fail", seen, "Plug it in anew and try again; else restart the machine.")
        return
    if not frames:
        yield Check("camera", "fail", "It gives no picture.", "Look into the folder, or at the video.")
        return
    yield rate(frames, seconds)
    yield light(frames)


def look(camera: Callable[[], Camera], clock: Callable[[], float]) -> tuple[list[Frame], float]:
    """Up to `LIMITS.judged_frames` after the first (which takes long), and the seconds they took. Raises CameraLost."""
    opened = camera()
    frames: list[Frame] = []
    try:
        frames.append(opened.frame())
        began = clock()
        frames += [opened.frame() for _ in range(LIMITS.judged_frames)]
    except EndOfFrames:
        return frames, 0.0
    finally:
        opened.close()
    return frames, clock() - began


def rate(frames: list[Frame], seconds: float) -> Check:
    """The size of the pictures and, for a camera that films, how many a second."""
    height, width = frames[0].image.shape[:2]
    if not seconds:
        return Check("camera", "ok", f"It gives pictures of {width}x{height}.")
    fps = (len(frames) - 1) / seconds
    seen = f"It gives {fps:.0f} pictures of {width}x{height} a second."
    if fps < LIMITS.slow_fps:
        return Check("camera", "warn", seen, "More light makes it faster; so does another USB port, or a smaller size.")
    return Check("camera", "ok", seen)


def light(frames: list[Frame]) -> Check:
    """Whether the table is lit well enough, evenly in time, without glare."""
    greys = [frame.image[::4, ::4].mean(axis=2) for frame in frames]
    means = np.array([grey.mean() for grey in greys])
    blown = float(np.mean([(grey > 250).mean() for grey in greys]))
    seen = f"Mean grey {means.mean():.0f} of 255, {blown:.0%} blown out."
    if means.mean() < LIMITS.dark_grey:
        return Check("light", "warn", seen, "Switch a lamp on: the pictures are dark.")
    if means.mean() > LIMITS.bright_grey or blown > LIMITS.glare_share:
        return Check("light", "warn", seen, "Turn the lamp aside or draw a curtain: there is glare on the table.")
    swing = float(np.ptp(means) / means.mean())
    if len(frames) > LIMITS.judged_frames // 2 and swing > LIMITS.flicker_share:
        return Check("light", "warn", f"{seen[:-1]}, changing by {swing:.0%}.", "The light flickers: try another lamp.")
    return Check("light", "ok", seen)


def wires(parts: PanelBoard, config: Config) -> Iterator[Check]:
    """OLED, buzzer, buttons and LED: shows a chessboard, plays a tune, lights up; what does not answer says why."""
    simulated = config.panel.kind == "simulated"
    parts.show(chessboard())
    parts.play(BANK)
    parts.light("on")
    faults = {fault.part: fault for fault in parts.faults}
    for name, part, seen in (
        ("OLED", "display", "It answers and shows a chessboard."),
        ("buzzer", "buzzer", "It was sent a tune of four notes."),
        ("buttons", "buttons", "All are up."),
        ("LED", "led", "It was lit."),
    ):
        if part not in parts.parts:
            yield Check(name, "ok", "There is none, as configured.")
        elif part in faults:
            yield Check(name, "fail", faults[part].seen, faults[part].todo)
        elif part == "buttons" and parts.stuck:
            held = " and ".join(parts.stuck)
            yield Check(name, "warn", f"{held} is pressed.", "Let go of it; else it is wired to ground the wrong way.")
        else:
            yield Check(name, "ok", f"{seen[:-1]} (simulated)." if simulated else seen)


def chessboard() -> Image.Image:
    """The picture for the OLED: squares of 8 dots, mode "1", 128x64."""
    image = Image.new("1", (128, 64))
    pen = ImageDraw.Draw(image)
    for x in range(0, 128, 8):
        for y in range(x // 8 % 2 * 8, 64, 16):
            pen.rectangle((x, y, x + 7, y + 7), 1)
    return image


def doctor(config: Config, home: Path, as_json: bool) -> int:
    """Examine this device, whose data is in `home`, and print each check as it comes; 1 if anything failed."""

    def nobody(name: str, press: str) -> None:
        """Presses mean nothing here."""

    settings = config.camera
    size = (settings.width, settings.height)
    camera = None if settings.source == "simulated" else lambda: open_camera(settings.source, size, settings.fps)
    failed = False
    for check in examine(config, home, camera, lambda: panel_of(config.panel, nobody)):
        print(json.dumps(asdict(check), ensure_ascii=False) if as_json else line(check), flush=True)
        failed |= check.verdict == "fail"
    return int(failed)


def line(check: Check) -> str:
    """One check for a terminal: `ok    camera   It gives 20 pictures ...`."""
    return f"{check.verdict:5} {check.name:8} {check.seen} {check.todo}".rstrip()
