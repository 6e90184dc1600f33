"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from companion.words.language import again, t
from engines.core import said

Verdict = Literal["ok", "warn", "fail"]


TITLES = {
    "disk": said("disk"),
    "kept": said("data"),
    "backup": said("backup"),
    "card": said("storage"),
    "memory": said("memory"),
    "heat": said("heat"),
    "power": said("power"),
    "network": said("network"),
    "clock": said("clock"),
    "camera": said("camera"),
    "light": said("light"),
    "scale": said("scale"),
    "OLED": said("OLED"),
    "buzzer": said("buzzer"),
    "buttons": said("buttons"),
    "LED": said("LED"),
}
"""What people call the things that are looked at."""


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at (one of `TITLES`), the verdict, what was seen, and what to do: one sentence ("" if nothing is
    to be done). Both are in the language in force when it was made, and can be said again."""

    name: str
    verdict: Verdict
    seen: str
    todo: str = ""

    @property
    def title(self) -> str:
        """What was looked at, for people."""
        return t(TITLES[self.name])


def line(check: Check) -> str:
    """One check for a terminal, in the language in force: `ok    camera   It gives 20 pictures ...`."""
    return f"{check.verdict:5} {check.title:8} {again(check.seen)} {again(check.todo)}".rstrip()
