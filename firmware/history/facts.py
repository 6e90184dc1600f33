"""What one match comes to: times, scores, winners, best turns, luck, and how often each face of each die came up."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from engines.core import Chance, Event, Match, Over, Pool, Turn
from engines.names import kind_of
from firmware.history.luck import luck

Faces = dict[str, tuple[int, float]]
"""Item -> how often it came up, and how often it comes up on average in as many throws."""


@dataclass(frozen=True, slots=True)
class FactsLimits:
    """How a match is measured."""

    break_s: float = 20 * 60
    """A gap between two steps that is longer is a break, and no time of play."""


LIMITS = FactsLimits()
NO_POINTS = frozenset({"hai-noon"})
"""Games whose score says who is still in the game: it has no best turn."""


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match in figures; tuples have one value a seat.

    `began` and `ended` are UTC, ISO 8601 ("" where no time was kept); `played_s` is the time of play in seconds,
    without breaks. `best_turns` are points, `luck` is in points above what the dice bring on average (None: the game
    has no exact odds). `first` is the seat that began, where that is known.
    """

    number: int
    game: str
    players: tuple[str, ...]
    began: str
    ended: str
    played_s: int
    steps: int
    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    best_turns: tuple[int | None, ...]
    luck: tuple[float, ...] | None
    first: int | None
    dice: dict[str, Faces]


def facts(number: int, match: Match, times: Sequence[str]) -> MatchFacts:
    """The figures of a match; `times` are those of its beginning and of each step."""
    awaits = match.state.awaits
    fortune = luck(match)
    return MatchFacts(
        number=number,
        game=match.game.name,
        players=match.players,
        began=times[0] if times else "",
        ended=times[-1] if times else "",
        played_s=played_s(times),
        steps=len(match.events),
        over=isinstance(awaits, Over),
        winners=awaits.winners if isinstance(awaits, Over) else (),
        scores=match.state.scores(),
        best_turns=best_turns(match),
        luck=fortune[-1] if fortune else None,
        first=first_seat(match),
        dice=dice(match),
    )


def played_s(times: Sequence[str]) -> int:
    """Seconds of play: all gaps between steps but breaks, and but those in which the clock went back."""
    moments = [datetime.fromisoformat(at).timestamp() for at in times if at]
    return round(sum(gap for a, b in pairwise(moments) if 0 < (gap := b - a) <= LIMITS.break_s))


def best_turns(match: Match) -> tuple[int | None, ...]:
    """The most points that each seat made in one turn; None where it never made any, or the game has no such."""
    best: list[int | None] = [None] * len(match.players)
    if match.game.name in NO_POINTS:
        return tuple(best)
    seat, start = None, 0
    for number, (before, after) in enumerate(pairwise(match.states)):
        acts = before.acting_seat
        if acts is None or acts >= len(best):
            continue
        if acts != seat or match.game.name == "dice-tray":  # there each throw is a turn of its own
            seat, start = acts, match.states[number].scores()[acts]
        gained = after.scores()[acts] - start
        if gained > (best[acts] or 0):
            best[acts] = gained
    return tuple(best)


def first_seat(match: Match) -> int | None:
    """Who began: whom the options name, else whose decision was awaited first, else who threw first."""
    if isinstance(named := dict(match.options).get("first"), int) or str(named).isdecimal():
        return int(str(named))
    turn = next((state.awaits.seat for state in match.states if isinstance(state.awaits, Turn)), None)
    return match.states[0].acting_seat if turn is None else turn


def dice(match: Match) -> dict[str, Faces]:
    """Of each kind of dice how often each face came up, and how often it should."""
    counts: dict[str, dict[str, list[float]]] = {}
    for before, event in zip(match.states, match.events, strict=False):
        awaits = before.awaits
        if not isinstance(awaits, Chance):
            continue
        for pool in awaits.pools:
            if pool.replace:
                _count(counts.setdefault(pool.kind, {}), pool, event)
    return {
        kind: {item: (int(seen), round(due, 3)) for item, (seen, due) in faces.items()}
        for kind, faces in counts.items()
        if any(seen for seen, _ in faces.values())
    }


def _count(faces: dict[str, list[float]], pool: Pool, event: Event) -> None:
    known = dict(pool.faces)
    thrown = [item for item in event.items if item in known and kind_of(item) == pool.kind]
    sides = sum(known.values())
    for item, weight in pool.faces:
        counted = faces.setdefault(item, [0, 0.0])
        counted[0] += thrown.count(item)
        counted[1] += len(thrown) * weight / sides
