"""What a tournament is: players, rounds of pairings, and their results."""

from __future__ import annotations

from dataclasses import dataclass, replace
from math import ceil, log2
from typing import Literal

from engines.core import said

Kind = Literal["swiss", "round-robin"]
Points = tuple[float, float]
"""What the two of a pairing get: (1, 0), (0.5, 0.5) or (0, 1)."""
RESULTS: tuple[Points, ...] = ((1.0, 0.0), (0.5, 0.5), (0.0, 1.0))
MOST_PLAYERS = 128


class BadTournament(ValueError):
    """It does not fit; the message says what would."""


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two who meet; without `second`, `first` has a bye and gets a point. `points` are None until it is played.

    `table` is where they play, or "".
    """

    first: str
    second: str | None
    points: Points | None = None
    table: str = ""


Round = tuple[Pairing, ...]


@dataclass(frozen=True, slots=True)
class Tournament:
    """`players` are in the order of their seeds, which settles what all else leaves open; `length` in rounds."""

    title: str
    kind: Kind
    game: str
    players: tuple[str, ...]
    length: int
    rounds: tuple[Round, ...] = ()

    @property
    def open(self) -> bool:
        """Whether the present round still has pairings without a result."""
        return bool(self.rounds) and any(pairing.points is None for pairing in self.rounds[-1])

    @property
    def over(self) -> bool:
        """Whether all rounds are played."""
        return len(self.rounds) == self.length and not self.open


def begun(title: str, kind: Kind, game: str, players: tuple[str, ...], length: int | None = None) -> Tournament:
    """A tournament before its first round. Raises BadTournament.

    Without a `length` everybody meets everybody in a round robin; a Swiss one has as many rounds as one winner needs to
    stand alone at the top.
    """
    if len({player.casefold() for player in players}) < len(players):
        raise BadTournament(said("a name is there twice; give each player another name"))
    if not 2 <= len(players) <= MOST_PLAYERS:
        raise BadTournament(
            said("a tournament takes 2 to {most} players; there are {number}", most=MOST_PLAYERS, number=len(players))
        )
    most = len(players) - 1 + len(players) % 2
    usual = most if kind == "round-robin" else min(most, ceil(log2(len(players))))
    rounds = usual if length is None else length
    if not 1 <= rounds <= most:
        raise BadTournament(
            said(
                "{number} players have 1 to {most} rounds before anybody meets anybody again",
                number=len(players),
                most=most,
            )
        )
    return Tournament(title, kind, game, players, rounds)


def with_result(tournament: Tournament, number: int, first: str, points: Points) -> Tournament:
    """With the points of the pairing that `first` is first in, in round `number` (from 1). Raises BadTournament."""
    if points not in RESULTS:
        raise BadTournament(said("a result is 1 : 0, ½ : ½ or 0 : 1"))
    if not 1 <= number <= len(tournament.rounds):
        raise BadTournament(said("there is no round {round}", round=number))
    if number < len(tournament.rounds) and tournament.kind == "swiss":
        raise BadTournament(
            said("round {round} is settled: round {next} was paired by it", round=number, next=number + 1)
        )
    return _changed(tournament, number, first, points=points)


def seated(tournament: Tournament, first: str, table: str) -> Tournament:
    """With the table at which a pairing of the present round is played. Raises BadTournament."""
    return _changed(tournament, len(tournament.rounds), first, table=table)


def _changed(tournament: Tournament, number: int, first: str, **change: object) -> Tournament:
    pairings = tournament.rounds[number - 1]
    if not any(pairing.first == first and pairing.second is not None for pairing in pairings):
        raise BadTournament(said("{name} is first in no pairing of round {round}", name=first, round=number))
    after = tuple(
        replace(pairing, **change) if pairing.first == first else pairing  # type: ignore[arg-type]
        for pairing in pairings
    )
    return replace(tournament, rounds=(*tournament.rounds[: number - 1], after, *tournament.rounds[number:]))
