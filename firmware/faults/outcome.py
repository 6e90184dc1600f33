"""What came of a fault that was injected, and the table of all of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from random import Random


@dataclass(frozen=True, slots=True)
class Outcome:
    """One fault, injected `times` times: one row of the table."""

    family: str
    """What was hurt: "power", "disk", "camera" …"""
    fault: str
    """What was done to it."""
    does: str
    """What the device does then."""
    lost: str
    """What is lost; "nothing" as a rule."""
    times: int = 1
    failures: tuple[str, ...] = ()
    """What went otherwise than said, each with what reproduces it; empty is green."""

    @property
    def held(self) -> bool:
        """Whether the device did each time what is said."""
        return not self.failures


@dataclass(frozen=True, slots=True)
class Setting:
    """What an injection works with: an empty folder of its own, chance, and how often to inject."""

    folder: Path
    random: Random
    share: float = 1.0
    """How much of the full count is injected: tests take a small part."""

    def times(self, full: int) -> int:
        """So many times, of a full count of `full`; at least once."""
        return max(1, round(full * self.share))


Injection = Callable[[Setting], Iterable[Outcome]]
"""One family of faults: injects each and yields its rows."""


def rows(outcomes: Iterable[Outcome]) -> Iterator[str]:
    """The table in Markdown, a line each."""
    yield "| what | fault | times | what the device does | what is lost | held |"
    yield "| --- | --- | --- | --- | --- | --- |"
    for each in outcomes:
        held = "yes" if each.held else f"**no** ({len(each.failures)})"
        yield f"| {each.family} | {each.fault} | {each.times:,} | {each.does} | {each.lost} | {held} |"
