"""The wall clock jumps while people play, as a Pi's does that has no battery: the order of what happened stays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import closing
from datetime import UTC, datetime, timedelta
from itertools import count, pairwise
from pathlib import Path
from random import Random

from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import played
from firmware.storage.contents import Contents
from firmware.storage.journal import Journal
from firmware.storage.schema import connect

JUMPS = 60
SAVES = 40


def jumps(setting: Setting) -> Iterator[Outcome]:
    """Play is saved while the clock jumps once, forwards or backwards."""
    for words, direction in (("forwards", 1), ("back", -1)):
        times = setting.times(JUMPS)
        failures = []
        for number in range(times):
            seed = setting.random.getrandbits(31)
            path = setting.folder / f"{words}-{number}" / "journal.db"
            failures += [f"{wrong}, seed {seed}" for wrong in _jumped(path, direction, Random(seed))]
        yield Outcome(
            "clock",
            f"jumps {words} by up to 20 years",
            "plays on; keeps the order, and stores the time that the clock shows",
            "nothing",
            times,
            tuple(failures),
        )


def _jumped(path: Path, direction: int, random: Random) -> Iterator[str]:
    jump = direction * timedelta(days=random.uniform(0.01, 7300))
    when, calls = random.randrange(SAVES), count()

    def clock() -> str:
        now = datetime(2026, 6, 1, tzinfo=UTC) + timedelta(seconds=next(calls))
        return (now + jump if next(calls) > when else now).isoformat(timespec="milliseconds")

    before = None
    with closing(Journal(path, clock)) as journal:
        for table, photos in played(random, SAVES, 100):
            journal.save(before, table, photos)
            before = table
    with closing(Journal(path, clock)) as journal:
        if journal.load() != before or journal.trouble:
            yield f"the journal tells another game than was saved {journal.trouble}"
    with closing(connect(path, "ro")) as db:
        steps = Contents(db).match(before.number if before else 0).steps
    if any(later < earlier for (earlier, _, _), (later, _, _) in pairwise(steps)):
        yield "the journal mixes up the order of the steps"
