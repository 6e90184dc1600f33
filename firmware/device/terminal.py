"""The terminal that a run was started from: what it says there, the keys of the simulated panel, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from engines.core import Over
from firmware.config import PanelConfig
from firmware.device.opening import Start
from firmware.games.profiles import PROFILES
from firmware.outputs.log import LogLines, news
from firmware.state.table import Table

KEYS = {"a": ("a", "short"), "b": ("b", "short"), "c": ("c", "short"), "": ("a", "short")}
"""What the simulated panel takes on standard input, a line each; Enter alone is button A."""


class Printer:
    """Says on standard output what happens: one JSON object a line, or a sentence."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json
        self._lines = LogLines()

    def show(self, before: Table, after: Table) -> None:
        """Print the news."""
        objects = (json.dumps(item, ensure_ascii=False) for item in news(before, after))
        for line in objects if self._as_json else self._lines.of(before, after):
            print(line, flush=True)


def first_words(table: Table) -> str:
    """Which game is played, and by whom."""
    return "no game yet" if table.waiting else f"{table.match.game.title}: {', '.join(table.match.players)}"


def last_words(table: Table, start: Start) -> str:
    """What is said at the end: whether the match is kept, and how it goes on."""
    match = table.match
    if table.waiting or "disk" in dict(table.faults):
        return "stopped"
    if isinstance(match.state.awaits, Over):
        return "stopped; the match is over, and kept"
    if start.config.camera.source == "simulated" and PROFILES[match.game.name].deck:
        return "stopped; the match is kept, but the next start begins anew: only the robot knew the hands"
    command = "the same command without --new" if start.anew else "the same command"
    return f"stopped; the match is kept, and {command} goes on with it"


def say(text: str) -> None:
    """A line on standard error: it is not part of what a program reads."""
    print(text, file=sys.stderr, flush=True)


def take_keys(panel: PanelConfig, press: Callable[[str, str], object], help: str = "") -> None:
    """From now on keys typed in a terminal press the buttons (a, b, c; how) of a simulated panel.

    `help` is said after others, if there is any.
    """
    if panel.kind != "simulated" or not sys.stdin.isatty():
        return
    first = not _listening
    _listening[:] = [(press, help)]
    if first:
        Thread(target=_type, name="keys", daemon=True).start()


_listening: list[tuple[Callable[[str, str], object], str]] = []
"""Who takes the keys now: the last one that asked for them. A terminal is read by one thread alone."""


def _type() -> None:
    for typed in sys.stdin:
        press, help = _listening[-1]
        if button := KEYS.get(typed.strip().lower()):
            press(*button)
        elif help:
            say(help)


@contextmanager
def stopping(stop: Callable[[], None]) -> Iterator[None]:
    """Ctrl-C and systemd's SIGTERM end the run in good order."""

    def handler(*_: Any) -> None:
        stop()

    before = {number: signal.signal(number, handler) for number in (signal.SIGINT, signal.SIGTERM)}
    try:
        yield
    finally:
        for number, old in before.items():
            signal.signal(number, old)
