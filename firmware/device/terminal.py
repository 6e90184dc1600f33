"""The terminal that a run was started from: what it says there, the keys of the simulated panel, and Ctrl-C."""

from __future__ import annotations

import json
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Thread
from typing import Any

from firmware.config import PanelConfig
from firmware.outputs.log import line, news
from firmware.state.table import Table

KEYS = {"a": ("a", "short"), "b": ("b", "short"), "c": ("c", "short"), "": ("a", "short")}
"""What the simulated panel takes on standard input, a line each; Enter alone is button A."""


class Printer:
    """Says on standard output what happens: one JSON object a line, or a sentence."""

    def __init__(self, as_json: bool) -> None:
        self._as_json = as_json

    def show(self, before: Table, after: Table) -> None:
        """Print the news."""
        for item in news(before, after):
            print(json.dumps(item, ensure_ascii=False) if self._as_json else line(after, item), flush=True)


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
