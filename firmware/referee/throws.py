"""Throws of dice: which outcomes a look allows, out of thousands, and what may be thrown next."""

from __future__ import annotations

from dataclasses import dataclass
from math import log

from engines.core import Chance, Event, Expected, Pool, RulesError, State
from engines.names import kind_of
from firmware.referee.likelihood import ANY, ObservationPair, fit
from firmware.state.observation import TRAY
from firmware.state.table import Step


@dataclass(frozen=True, slots=True)
class ThrowLimits:
    """How far a throw is searched."""

    readings: int = 6
    """How many readings of one throw are tried."""


LIMITS = ThrowLimits()


def thrown(chance: Chance) -> bool:
    """Whether it is a throw of dice, not a draw of cards."""
    return any(pool.replace for pool in chance.pools)


def throwable(state: State) -> frozenset[str]:
    """The kinds of pieces that may be thrown next: now, or after one decision."""
    first = {event.kind: event for event in state.legal()}
    nexts = [state, *(state.apply(event) for event in first.values())]
    pools = [pool for after in nexts if isinstance(after.awaits, Chance) for pool in after.awaits.pools]
    return frozenset(pool.kind for pool in pools if pool.replace)


def readings(state: State, chance: Chance, pair: ObservationPair) -> list[tuple[Step, float]]:
    """The likeliest outcomes of a throw that the look allows, each with its log-probability by the dice alone."""
    slots = [Expected(TRAY, pool.kind, ANY, fresh=True) for pool in chance.pools for _ in range(_wanted(pool, pair))]
    again = {pool.kind for pool in chance.pools}  # what was thrown just now is what is thrown again
    rest = [x._replace(fresh=False, free=x.free or (x.fresh and x.kind in again)) for x in state.expected_pieces()]
    paired = fit([*slots, *rest], pair, throwable(state)).pairs[: len(slots)]
    numbers = tuple(number for number in paired if number is not None)
    if not slots or len(numbers) < len(slots):
        return []
    possible = {name for pool in chance.pools for name, _ in pool.faces}
    beams: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    for slot, number in zip(slots, numbers, strict=True):
        seen = pair.observation.pieces[number].of_kind(slot.kind)
        faces = [(name, log(max(p, 1e-9))) for name, p in seen if name in possible]
        grown = [(score + likely, (*names, name)) for score, names in beams for name, likely in faces]
        beams = sorted(grown, reverse=True)[: LIMITS.readings]
    return [r for _, names in beams if (r := _step(state, chance, pair.observation.id, names, numbers)) is not None]


def _wanted(pool: Pool, pair: ObservationPair) -> int:
    """How many pieces a throw from `pool` holds: its count, or, where it is open, as many as lie there anew."""
    if pool.most is None:
        return pool.count
    moved = sum(
        1
        for p, o in zip(pair.observation.pieces, pair.previous_index, strict=True)
        if o is None and p.of_kind(pool.kind)
    )
    return min(max(moved, pool.count), pool.most)


def _step(
    state: State, chance: Chance, look: str, names: tuple[str, ...], pieces: tuple[int, ...]
) -> tuple[Step, float] | None:
    """The step for one reading of a throw, its items in the pools' order; None if the rules refuse it."""
    weights = {
        name: (at, log(weight / sum(w for _, w in pool.faces)))
        for pool in chance.pools
        for at, (name, weight) in enumerate(pool.faces)
    }
    kinds_in_order = [pool.kind for pool in chance.pools]
    order = sorted(range(len(names)), key=lambda i: (kinds_in_order.index(kind_of(names[i])), weights[names[i]][0]))
    event = Event(chance.event, None, tuple(names[i] for i in order))
    try:
        state.apply(event)
    except RulesError:
        return None
    step = Step(event, look, tuple(pieces[i] for i in order))
    return step, sum(weights[name][1] for name in names)
