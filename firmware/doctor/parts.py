"""The parts of the device: camera, light on the table, OLED, buzzer, buttons and LED."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from PIL import Image, ImageDraw

from companion.words.language import t, tn
from companion.words.pieces import join
from engines.core import said
from firmware.config import Config
from firmware.doctor.check import Check
from firmware.doctor.scale import scale
from firmware.outputs.tunes.melodies import BANK
from firmware.state.part_words import sentence
from hardware.cameras.frame import Camera, Frame
from hardware.errors import CameraLost, EndOfFrames
from hardware.panel.board import PanelBoard


@dataclass(frozen=True, slots=True)
class DoctorLimits:
    """What the camera is judged by."""

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


LIMITS = DoctorLimits()


def pictures(camera: Callable[[], Camera] | None, clock: Callable[[], float]) -> Iterator[Check]:
    """Camera, light and, where a mat lies in view, the size of pieces.

    `camera` opens it, None for the simulated table; `clock` in seconds.
    """
    if camera is None:
        seen = t("The simulated table; no camera was tried.")
        yield Check("camera", "ok", seen, t("To try one: {options}.", options="--camera pi, --camera usb:0"))
        return
    try:
        frames, seconds = look(camera, clock)
    except CameraLost as lost:
        yield Check("camera", "fail", sentence(lost.seen), sentence(lost.todo))
        return
    except Exception as error:  # drivers have moods of their own, and the other parts are to be looked at all the same
        seen = t("It failed ({error}).", error=f"{type(error).__name__}: {error}")
        yield Check("camera", "fail", seen, t("Plug it in anew and try again; else restart the machine."))
        return
    if not frames:
        yield Check("camera", "fail", t("It gives no picture."), t("Look into the folder, or at the video."))
        return
    yield rate(frames, seconds)
    yield light(frames)
    yield from scale(frames[-1].image)


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
        return Check("camera", "ok", t("It gives pictures of {size}.", size=f"{width}x{height}"))
    fps = (len(frames) - 1) / seconds
    seen = t("It gives {count} pictures of {size} a second.", count=round(fps), size=f"{width}x{height}")
    if fps < LIMITS.slow_fps:
        todo = t("More light makes it faster; so does another USB port, or a smaller size.")
        return Check("camera", "warn", seen, todo)
    return Check("camera", "ok", seen)


def light(frames: list[Frame]) -> Check:
    """Whether the table is lit well enough, evenly in time, without glare."""
    greys = [frame.image[::4, ::4].mean(axis=2) for frame in frames]
    means = np.array([grey.mean() for grey in greys])
    blown = float(np.mean([(grey > 250).mean() for grey in greys]))
    grey, share = round(float(means.mean())), round(100 * blown)
    seen = t("Mean grey {grey} of 255, {share}% blown out.", grey=grey, share=share)
    if means.mean() < LIMITS.dark_grey:
        return Check("light", "warn", seen, t("Switch a lamp on: the pictures are dark."))
    if means.mean() > LIMITS.bright_grey or blown > LIMITS.glare_share:
        todo = t("Turn the lamp aside or draw a curtain: there is glare on the table.")
        return Check("light", "warn", seen, todo)
    swing = float(np.ptp(means) / means.mean())
    if len(frames) > LIMITS.judged_frames // 2 and swing > LIMITS.flicker_share:
        seen = t(
            "Mean grey {grey} of 255, {share}% blown out, changing by {swing}%.",
            grey=grey,
            share=share,
            swing=round(100 * swing),
        )
        return Check("light", "warn", seen, t("The light flickers: try another lamp."))
    return Check("light", "ok", seen)


def wires(parts: PanelBoard, config: Config) -> Iterator[Check]:
    """OLED, buzzer, buttons and LED: shows a chessboard, plays a tune, lights up; what does not answer says why."""
    simulated = config.panel.kind == "simulated"
    parts.show(chessboard())
    parts.play(BANK)
    parts.light("on")
    faults = {fault.part: fault for fault in parts.faults}
    for name, part, seen in (
        ("OLED", "display", said("It answers and shows a chessboard.")),
        ("buzzer", "buzzer", said("It was sent a tune of four notes.")),
        ("buttons", "buttons", said("All are up.")),
        ("LED", "led", said("It was lit.")),
    ):
        if part not in parts.parts:
            yield Check(name, "ok", t("There is none, as configured."))
        elif part in faults:
            yield Check(name, "fail", sentence(faults[part].seen), sentence(faults[part].todo))
        elif part == "buttons" and parts.stuck:
            held = tn("{names} is pressed.", "{names} are pressed.", len(parts.stuck), names=join(parts.stuck))
            yield Check(name, "warn", held, t("Let go of it; else it is wired to ground the wrong way."))
        else:
            yield Check(name, "ok", t("{seen} It is simulated.", seen=seen) if simulated else t(seen))


def chessboard() -> Image.Image:
    """The picture for the OLED: squares of 8 dots, mode "1", 128x64."""
    image = Image.new("1", (128, 64))
    pen = ImageDraw.Draw(image)
    for x in range(0, 128, 8):
        for y in range(x // 8 % 2 * 8, 64, 16):
            pen.rectangle((x, y, x + 7, y + 7), 1)
    return image
