"""What the doctor says of one thing."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

Verdict = Literal["ok", "warn", "fail"]


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at, the verdict, what was seen, and what to do: one sentence ("" if nothing is to be done)."""

    name: str
    verdict: Verdict
    seen: str
    todo: str = ""


def line(check: Check) -> str:
    """One check for a terminal: `ok    camera   It gives 20 pictures ...`."""
    return f"{check.verdict:5} {check.name:8} {check.seen} {check.todo}".rstrip()
