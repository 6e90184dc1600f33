"""What an evening came to: how many matches, who won how often, the best scores."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime, timedelta, tzinfo

from companion.hub.board import MatchResult

DAY_BEGINS_H = 5
"""An evening lasts past midnight: the day changes at five in the morning."""


@dataclass(frozen=True, slots=True)
class Guest:
    """Somebody who played tonight."""

    name: str
    matches: int
    wins: int


@dataclass(frozen=True, slots=True)
class Best:
    """The highest score of one game tonight, who had it (several, if they share it) and at which table."""

    title: str
    score: int
    names: tuple[str, ...]
    table: str


@dataclass(frozen=True, slots=True)
class Evening:
    """All of it; guests by wins, then by matches, then by name."""

    matches: int
    games: tuple[tuple[str, int], ...]
    guests: tuple[Guest, ...]
    best: tuple[Best, ...]


def began(now: datetime, zone: tzinfo | None = None) -> datetime:
    """When the evening began that `now` belongs to: at five in the morning of that place."""
    here = now.astimezone(zone)
    day = (here - timedelta(hours=DAY_BEGINS_H)).date()
    return datetime(day.year, day.month, day.day, DAY_BEGINS_H, tzinfo=here.tzinfo)


def evening(results: Iterable[MatchResult], since: datetime) -> Evening:
    """What the matches came to that ended since then. People are told apart by their names, in any case of letters."""
    tonight = [result for result in results if result.time >= since]
    played, won = Counter[str](), Counter[str]()
    called: dict[str, str] = {}
    for result in tonight:
        for name in dict.fromkeys(result.players):
            called.setdefault(name.casefold(), name)
            played[name.casefold()] += 1
        won.update({name.casefold() for name in result.winners})
    guests = [Guest(called[key], played[key], won[key]) for key in played]
    games = Counter(result.title for result in tonight)
    return Evening(
        len(tonight),
        tuple(sorted(games.items(), key=lambda one: (-one[1], one[0]))),
        tuple(sorted(guests, key=lambda guest: (-guest.wins, -guest.matches, guest.name.casefold()))),
        tuple(_best(title, [r for r in tonight if r.title == title]) for title in sorted(games)),
    )


def _best(title: str, results: list[MatchResult]) -> Best:
    top = max(results, key=lambda result: (max(result.scores, default=0), -result.time.timestamp()))
    score = max(top.scores, default=0)
    names = tuple(name for name, points in zip(top.players, top.scores, strict=True) if points == score)
    return Best(title, score, names, top.table)
