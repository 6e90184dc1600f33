"""Throws that virtual tables ask for: one is answered after the other, each by one throw that came after it was asked.

A throw of another number of dice answers nothing: no die of it is taken for any request.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from companion.words import refusals, rolls
from engines.core import Chance, IllegalEvent
from firmware.state.roll import RollRequest
from firmware.state.table import Table

TRAY = "dice-tray"


@dataclass(frozen=True, slots=True)
class RollLimits:
    """How long a request lasts, and how many there may be."""

    lease_s: float = 30.0
    """Who asks says so again and again; a virtual table that is gone wants nothing any more."""
    open: int = 16
    answered: int = 16
    """So many that were answered are still told of."""


LIMITS = RollLimits()


def ask(table: Table, wanted: RollRequest) -> Table:
    """The table after a request; one that is known already lasts on. Raises IllegalEvent."""
    wanted = replace(wanted, until=table.now + LIMITS.lease_s)
    if any(roll.id == wanted.id for roll in table.rolls):
        kept = (replace(roll, until=wanted.until) if roll.id == wanted.id else roll for roll in table.rolls)
        return replace(table, rolls=tuple(kept))
    _check(table, wanted)
    asked = table.question.look.id if table.question and table.question.look else ""
    return replace(table, rolls=(*table.rolls, replace(wanted, asked=asked)))


def _check(table: Table, wanted: RollRequest) -> None:
    awaits = table.match.state.awaits
    if table.waiting or table.match.game.name != TRAY:
        raise IllegalEvent(rolls.WRONG_GAME)
    if not isinstance(awaits, Chance):
        raise IllegalEvent(refusals.MATCH_OVER)
    if not wanted.read:
        raise IllegalEvent(rolls.NO_D6)
    pool = awaits.pools[0]
    if pool.most is None and pool.count != wanted.read:
        raise IllegalEvent(rolls.FIXED.format(count=pool.count))
    if len(waiting(table)) >= LIMITS.open:
        raise IllegalEvent(rolls.TOO_MANY.format(count=LIMITS.open))


def withdraw(table: Table, id: str) -> Table:
    """The table without that request."""
    return replace(table, rolls=tuple(roll for roll in table.rolls if roll.id != id))


def waiting(table: Table) -> tuple[RollRequest, ...]:
    """Those that no throw has answered; the first is the one to throw for."""
    return tuple(roll for roll in table.rolls if roll.event is None)


def lapsed(table: Table) -> Table:
    """The table without requests that nobody asks for any more."""
    left = tuple(roll for roll in table.rolls if roll.event is not None or roll.until > table.now)
    return table if left == table.rolls else replace(table, rolls=left, version=table.version + 1)


def followed(before: Table, after: Table) -> Table:
    """The table with its requests as they stand after what happened: a throw, another match, something taken back."""
    if not after.rolls:
        return after
    if after.number != before.number or after.match.game.name != TRAY:
        return replace(after, rolls=waiting(after) if after.match.game.name == TRAY else ())
    kept = replace(after, rolls=tuple(r for r in after.rolls if r.event is None or r.event < len(after.steps)))
    for number in range(len(before.steps), len(after.steps)):
        if after.steps[number].event.kind == "throw":
            kept = _thrown(kept, number)
    done = [roll.id for roll in kept.rolls if roll.event is not None][: -LIMITS.answered]
    return replace(kept, rolls=tuple(roll for roll in kept.rolls if roll.id not in done)) if done else kept


def _thrown(table: Table, number: int) -> Table:
    first, step = next(iter(waiting(table)), None), table.steps[number]
    if first is None or (step.look and step.look == first.asked):
        return table
    dice = len(step.event.items)
    now = replace(first, event=number, wrong=0) if dice == first.read else replace(first, wrong=dice)
    return replace(table, rolls=tuple(now if roll is first else roll for roll in table.rolls))
