"""All checks, one after the other, for the command."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path

from companion.words.language import speaking
from firmware.config import Config
from firmware.device.open_panel import panel_of
from firmware.device.opening import language_of
from firmware.doctor import report
from firmware.doctor.check import Check, line
from firmware.doctor.home import backed_up, disk, kept
from firmware.doctor.machine import Machine, examined
from firmware.doctor.parts import pictures, wires
from hardware.cameras.frame import Camera
from hardware.cameras.open import open_camera
from hardware.panel.board import PanelBoard

SHOWN_S = 3.0
"""What chessboard, tune and light are given for eyes and ears, seconds."""


def examine(
    config: Config,
    folder: Path,
    camera: Callable[[], Camera] | None,
    panel: Callable[[], PanelBoard],
    clock: Callable[[], float] = time.monotonic,
    pause: Callable[[float], None] = time.sleep,
    machine: Machine = Machine(),  # noqa: B008  # a value
) -> Iterator[Check]:
    """Every check, in order. `folder` holds the device's data; `camera` and `panel` open the parts, `camera` is None
    for the simulated table."""
    yield disk(folder)
    yield kept(folder)
    yield backed_up(config.backup, machine.now().date())
    yield from examined(machine, config.page, folder)
    yield from pictures(camera, clock)
    parts = panel()
    try:
        yield from wires(parts, config)
        if config.panel.kind == "real":
            pause(SHOWN_S)
    finally:
        parts.close()


def doctor(config: Config, home: Path, as_json: bool, file: Path | None = None, machine: Machine | None = None) -> int:
    """Examine this device, whose data is in `home`, and print each check as it comes, in the device's language; 1 if
    anything failed.

    A report of it goes to `file`, if one is given. Raises OSError.
    """

    def nobody(name: str, press: str) -> None:
        """Presses mean nothing here."""

    settings, machine = config.camera, machine or Machine()
    size = (settings.width, settings.height)
    camera = None if settings.source == "simulated" else lambda: open_camera(settings.source, size, settings.fps)
    checks = []
    with speaking(language_of(home, config)):
        for check in examine(config, home, camera, lambda: panel_of(config.panel, nobody), machine=machine):
            print(json.dumps(asdict(check), ensure_ascii=False) if as_json else line(check), flush=True)
            checks.append(check)
    if file is not None:
        report.write(file, checks, config, home, machine)
    return int(any(check.verdict == "fail" for check in checks))
