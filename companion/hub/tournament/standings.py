"""Who stands where: points, then three tie-breaks, then the seed.

    points            1 for a win, ½ for a draw, 1 for a bye
    Buchholz          the points of all opponents, added up
    Sonneborn-Berger  the points of those who were beaten, and half of those who were drawn with
    wins              played ones, without byes
    seed              the order in which the players were entered

A bye brings its point and no opponent, so nothing to the tie-breaks.
"""

from __future__ import annotations

from dataclasses import dataclass

from companion.hub.tournament.rounds import Tournament


@dataclass(frozen=True, slots=True)
class Standing:
    """One player. `place` counts from 1; who has the same in all but the seed shares it."""

    place: int
    name: str
    points: float
    buchholz: float
    sonneborn: float
    wins: int
    met: int


def standings(tournament: Tournament) -> tuple[Standing, ...]:
    """All players, the best first."""
    points = dict.fromkeys(tournament.players, 0.0)
    met: dict[str, list[tuple[str, float]]] = {name: [] for name in tournament.players}
    for pairing in (one for played in tournament.rounds for one in played if one.points is not None):
        assert pairing.points is not None
        points[pairing.first] += pairing.points[0]
        if pairing.second is not None:
            points[pairing.second] += pairing.points[1]
            met[pairing.first].append((pairing.second, pairing.points[0]))
            met[pairing.second].append((pairing.first, pairing.points[1]))
    rows = {
        name: (
            points[name],
            sum(points[other] for other, _ in met[name]),
            sum(points[other] * got for other, got in met[name]),
            sum(got == 1 for _, got in met[name]),
        )
        for name in tournament.players
    }
    order = sorted(tournament.players, key=lambda name: rows[name], reverse=True)  # stable: the seed settles the rest
    ranks = [rows[name] for name in order]
    return tuple(Standing(ranks.index(rows[name]) + 1, name, *rows[name], len(met[name])) for name in order)
