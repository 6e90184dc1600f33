"""The device notes which of its parts have been well since it was started; an update reads it."""

from __future__ import annotations

import logging
import os
from collections.abc import Callable, Mapping
from pathlib import Path
from threading import Event, Thread
from urllib.request import urlopen

from firmware.appliance import health
from firmware.device.loop import Device

log = logging.getLogger("lifeguard")

PAUSE_S = 0.5
PATIENCE_S = 5.0
"""Seconds that the page is given to answer."""


class HealthNotes(Thread):
    """Asks each part whether it is well, until it once was, and notes that in a file."""

    def __init__(self, parts: Mapping[str, Callable[[], bool]], file: str | None = None) -> None:
        """`parts` are called on this thread; `file`: another one than the environment names, if it names any."""
        super().__init__(name="health", daemon=True)
        named = file or os.environ.get(health.FILE)
        self._file, self._parts = Path(named) if named else None, parts
        self._ended = Event()

    def begin(self) -> None:
        """Begin to ask, once the device is at work: before, no fault could have been told. May be called again."""
        if self._file and not self.is_alive() and not self._ended.is_set():
            self.start()

    def run(self) -> None:
        assert self._file
        well: frozenset[str] = frozenset()
        while well != self._parts.keys() and not self._ended.is_set():
            now = well | {name for name, asked in self._parts.items() if name not in well and asked()}
            if now != well:
                well = now
                self._note(self._file, well)
            self._ended.wait(PAUSE_S)
        self._ended.set()

    def stop(self) -> None:
        """Let the thread end."""
        self._ended.set()

    def _note(self, file: Path, well: frozenset[str]) -> None:
        try:
            health.write(file, well)
        except OSError as error:
            log.warning("cannot note how the device is (%s)", error)


def health_notes(device: Device, page: str, looked: Callable[[], bool]) -> HealthNotes:
    """Who notes how a device is; `page`: its address, `looked`: whether the camera's picture was looked at."""

    def without(part: str) -> bool:
        return part not in dict(device.table.faults)

    return HealthNotes(
        {
            health.PAGE: lambda: answers(page),
            health.JOURNAL: lambda: not device.journal.trouble and without("disk"),
            health.OLED: lambda: without("display"),
            health.LOOK: lambda: looked() and without("camera"),
        }
    )


def answers(address: str) -> bool:
    """Whether the page is served at an address, asked by this machine itself."""
    try:
        with urlopen(f"{address}/api/page", timeout=PATIENCE_S) as answer:
            return bool(answer.status == 200)
    except OSError:
        return False
