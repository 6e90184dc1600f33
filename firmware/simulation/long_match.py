"""How long a correction takes in a very long match: for `lifeguard bench`."""

from __future__ import annotations

import tempfile
from pathlib import Path
from random import Random
from statistics import median
from time import process_time

from companion.api import models
from engines.core import Chance, Match
from engines.dealer import deal
from engines.games import game_named
from firmware.state.table import Step, Table
from firmware.storage.journal import Journal
from firmware.update.handle import handle
from firmware.update.inputs import Requested

EVENTS = 10_000
ROUNDS = 5


def correction_ms(events: int = EVENTS, rounds: int = ROUNDS) -> float:
    """Median CPU milliseconds until a correction of the first of so many throws in the dice tray is replayed and on
    disk."""
    table = _played(events)
    with tempfile.TemporaryDirectory() as folder:
        journal = Journal(Path(folder, "journal.db"))
        journal.save(None, table)
        taken = []
        for _ in range(rounds):
            seconds, table = _corrected(journal, table)
            taken.append(seconds * 1000)
        journal.close()
    return median(taken)


def _played(events: int) -> Table:
    """A dice tray after so many throws of five dice, each seen in an observation of its own."""
    match, random = Match.begin(game_named("dice-tray"), ("Ana", "Ben"), {"dice": 5}), Random(1)
    awaits = match.state.awaits
    assert isinstance(awaits, Chance)
    match = match.play(*(deal(awaits, random) for _ in range(events)))
    steps = (Step(event, f"look-{n}", tuple(range(len(event.items)))) for n, event in enumerate(match.events))
    return Table(match, "0000", steps=tuple(steps))


def _corrected(journal: Journal, before: Table) -> tuple[float, Table]:
    """CPU seconds until the first die of the first throw shows another face, on disk too, and the table then."""
    other = "die-2" if before.match.events[0].items[0] == "die-1" else "die-1"
    change = models.Correct(version=before.version, event=0, position=0, item=other)
    began = process_time()
    after = handle(before, Requested(change))
    journal.save(before, after)
    return process_time() - began, after
