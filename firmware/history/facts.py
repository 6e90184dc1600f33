"""What one match comes to: times, scores, winners, best turns, luck, and how often each face of each die came up."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import pairwise

from engines.core import SEATING, Chance, Event, Match, Over, Pool, Seating, Turn
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
class Stint:
    """The time for which somebody (a number among the people of a match) sat at a seat; `stayed`: to the end."""

    person: int
    seat: int
    stayed: bool
    best_turn: int | None
    luck: float | None


@dataclass(frozen=True, slots=True)
class MatchFacts:
    """A match in figures; tuples have one value a seat, but for `people`, all who ever sat there, and their `stints`.

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
    people: tuple[str, ...] = ()
    stints: tuple[Stint, ...] = ()

    @property
    def playing(self) -> int:
        """How many played to the end."""
        return sum(stint.stayed for stint in self.stints)


def facts(number: int, match: Match, times: Sequence[str]) -> MatchFacts:
    """The figures of a match; `times` are those of its beginning and of each step."""
    awaits = match.state.awaits
    fortune = luck(match)
    sat = stints(match, fortune)
    return MatchFacts(
        number=number,
        game=match.game.name,
        players=match.seating.kept_names,
        began=times[0] if times else "",
        ended=times[-1] if times else "",
        played_s=played_s(times, {number for number, seating in enumerate(match.seatings) if seating.paused}),
        steps=len(match.events),
        over=isinstance(awaits, Over),
        winners=awaits.winners if isinstance(awaits, Over) else (),
        scores=match.state.scores(),
        best_turns=best_turns(match),
        luck=fortune[-1] if fortune else None,
        first=first_seat(match),
        dice=dice(match),
        people=match.seating.people,
        stints=sat,
    )


def played_s(times: Sequence[str], paused: Collection[int] = ()) -> int:
    """Seconds of play: all gaps between steps but breaks, those in which the clock went back, and those that begin at
    one of the `paused` moments."""
    moments = [datetime.fromisoformat(at).timestamp() for at in times if at]
    gaps = (b - a for number, (a, b) in enumerate(pairwise(moments)) if number not in paused)
    return round(sum(gap for gap in gaps if 0 < gap <= LIMITS.break_s))


def stints(match: Match, fortune: Sequence[Sequence[float]]) -> tuple[Stint, ...]:
    """Who sat where, in the order in which they came; `fortune` is the luck of each seat so far, step by step."""
    best, lucky, now = _best_of(match), _luck_of(match, fortune), match.seating
    sat = dict.fromkeys((person, seat) for seating in _seatings(match) for seat, person in enumerate(seating.at))
    return tuple(
        Stint(
            person,
            seat,
            now.at[seat] == person and seat not in now.away,
            best.get((person, seat)),
            lucky.get((person, seat), 0.0) if fortune else None,
        )
        for person, seat in sat
    )


def _seatings(match: Match) -> Iterator[Seating]:
    """Each seating once: hardly ever is there more than one."""
    last: Seating | None = None
    for seating in match.seatings:
        if seating is not last:
            last = seating
            yield seating


def _best_of(match: Match) -> dict[tuple[int, int], int]:
    """The most points that each (person, seat) made in one turn; nothing for those who never made any."""
    best: dict[tuple[int, int], int] = {}
    if match.game.name in NO_POINTS:
        return best
    who, start = (-1, -1), 0
    for (before, after), seating in zip(pairwise(match.states), match.seatings, strict=False):
        acts = before.acting_seat
        if acts is None or acts >= len(seating.at):
            continue
        if (seating.at[acts], acts) != who or match.game.name == "dice-tray":  # there each throw is a turn of its own
            who, start = (seating.at[acts], acts), before.scores()[acts]
        best[who] = max(best.get(who, 0), after.scores()[acts] - start)
    return {who: points for who, points in best.items() if points > 0}


def _luck_of(match: Match, fortune: Sequence[Sequence[float]]) -> dict[tuple[int, int], float]:
    """The luck of each (person, seat), in points."""
    lucky: dict[tuple[int, int], float] = {}
    for (before, after), seating in zip(pairwise(fortune), match.seatings, strict=False):
        for seat, person in enumerate(seating.at):
            if seat < len(before) and before[seat] != after[seat]:
                lucky[person, seat] = lucky.get((person, seat), 0.0) + after[seat] - before[seat]
    return {who: round(points, 3) for who, points in lucky.items()}


def best_turns(match: Match) -> tuple[int | None, ...]:
    """The most points made in one turn at each seat, whoever sat there; None where it was never any, or the game has no
    such."""
    best = _best_of(match)
    seats = range(len(match.players))
    return tuple(max((points for (_, at), points in best.items() if at == seat), default=None) for seat in seats)


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
        if not isinstance(awaits, Chance) or event.kind in SEATING:
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
