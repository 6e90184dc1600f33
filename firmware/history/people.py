"""Players as people: what somebody came to over all matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from engines.core.seating import is_nobody, person_key
from firmware.history.facts import MatchFacts, Stint


@dataclass(frozen=True, slots=True)
class Record:
    """Somebody's figures, in one game or in all.

    `matches` counts all, `finished` those that came to an end; a shared win is a `win` of each winner. `due` is how
    many wins chance alone would give (one in three with three players). `mean_score` and `best_score` are of finished
    matches, `best_turn` and `luck` (points above average) of all; None where there are none.
    """

    matches: int
    finished: int
    wins: int
    due: float
    mean_score: float | None
    best_score: int | None
    best_turn: int | None
    luck: float | None


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody over all matches. `streak` counts wins in a row up to now, or below nought matches without one.

    `luck` is [(match, luck so far)] over those matches that have exact odds, in the order of play.
    """

    name: str
    last: str
    whole: Record
    games: tuple[tuple[str, Record], ...]
    streak: int
    best_streak: int
    luck: tuple[tuple[int, float], ...]


Seat = tuple[MatchFacts, tuple[Stint, ...]]
"""A match, and where somebody sat in it: mostly at one seat, but seats are handed over, and somebody may come back."""


def people(matches: Iterable[MatchFacts]) -> tuple[Person, ...]:
    """Everybody of these matches, given in the order of play; who played most often first."""
    sat: dict[str, list[Seat]] = {}
    for match in matches:
        for number, name in enumerate(match.people):
            stints = tuple(stint for stint in match.stints if stint.person == number)
            if stints and not is_nobody(name):
                sat.setdefault(person_key(name), []).append((match, stints))
    return tuple(sorted(map(_person, sat.values()), key=lambda one: (-one.whole.matches, person_key(one.name))))


def person(matches: Iterable[MatchFacts], name: str) -> Person | None:
    """Somebody of that name; None if nobody is called so."""
    key = person_key(name)
    return next((one for one in people(matches) if person_key(one.name) == key), None)


def _person(seats: list[Seat]) -> Person:
    match, stints = seats[-1]
    games = dict.fromkeys(match.game for match, _ in seats)
    won = [seat in match.winners for match, seat in _finished(seats)]
    return Person(
        name=match.people[stints[0].person],
        last=match.ended,
        whole=_record(seats),
        games=tuple((game, _record([one for one in seats if one[0].game == game])) for game in games),
        streak=_streak(won),
        best_streak=_best_streak(won),
        luck=tuple(_so_far(seats)),
    )


def _finished(seats: list[Seat]) -> list[tuple[MatchFacts, int]]:
    """The matches that somebody played to their end, and at which seat. Who left neither won nor lost."""
    return [(match, stint.seat) for match, stints in seats if match.over for stint in stints if stint.stayed]


def _record(seats: list[Seat]) -> Record:
    done = _finished(seats)
    scores = [match.scores[seat] for match, seat in done]
    turns = [stint.best_turn for _, stints in seats for stint in stints if stint.best_turn is not None]
    luck = [stint.luck for _, stints in seats for stint in stints if stint.luck is not None]
    return Record(
        matches=len(seats),
        finished=len(done),
        wins=sum(seat in match.winners for match, seat in done),
        due=sum(1 / match.playing for match, _ in done),
        mean_score=sum(scores) / len(scores) if scores else None,
        best_score=max(scores, default=None),
        best_turn=max(turns, default=None),
        luck=sum(luck) if luck else None,
    )


def _streak(won: list[bool]) -> int:
    count = 0
    for one in reversed(won):
        if one != won[-1]:
            break
        count += 1
    return count if won and won[-1] else -count


def _best_streak(won: list[bool]) -> int:
    best = now = 0
    for one in won:
        now = now + 1 if one else 0
        best = max(best, now)
    return best


def _so_far(seats: list[Seat]) -> Iterator[tuple[int, float]]:
    total = 0.0
    for match, stints in seats:
        if match.luck:
            total += sum(stint.luck or 0.0 for stint in stints)
            yield match.number, round(total, 3)
