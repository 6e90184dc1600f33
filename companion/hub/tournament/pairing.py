"""Who meets whom in the next round.

Round robin: the circle method; one seat stays, all others move on by one. Everybody meets everybody once.

Swiss: neighbours in the standings meet (the Monrad system), as long as nobody meets anybody twice. Where two would,
they swap with the pair that costs the fewest places. With an odd number of players the last one has a bye, and nobody
has two. As long as the rounds are no more than half the players, there is always a pairing in which nobody meets
anybody again: if two who have met are paired, half of the others are new to each, so some pair can be swapped with.
"""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations

from companion.hub.tournament.rounds import BadTournament, Pairing, Round, Tournament
from companion.hub.tournament.standings import standings
from engines.core import said

OPEN = said("round {round} is not played yet; enter its results first")
BYE = None
Pair = tuple[str | None, str | None]


def paired(tournament: Tournament) -> Tournament:
    """With the next round. Raises BadTournament as long as the present one is not played, and at the end."""
    if tournament.open:
        raise BadTournament(said(OPEN, round=len(tournament.rounds)))
    if tournament.over:
        raise BadTournament(said("all rounds are played"))
    pairs = round_robin(tournament) if tournament.kind == "round-robin" else swiss(tournament)
    return replace(tournament, rounds=(*tournament.rounds, _round(pairs)))


def _round(pairs: list[Pair]) -> Round:
    """Pairings; a bye is won at once, and comes last."""
    met = [Pairing(first, second) for first, second in pairs if first is not None and second is not None]
    byes = [first or second for first, second in pairs if first is None or second is None]
    return (*met, *(Pairing(name, None, (1.0, 0.0)) for name in byes if name is not None))


def round_robin(tournament: Tournament) -> list[Pair]:
    """The pairs of the next round."""
    seats = _even(tournament.players)
    turn = len(tournament.rounds) % (len(seats) - 1)
    moved = [seats[0], *seats[1 + turn :], *seats[1 : 1 + turn]]
    half = len(moved) // 2
    pairs = list(zip(moved[:half], reversed(moved[half:]), strict=True))
    if turn % 2:  # who stays is not first each time
        pairs[0] = pairs[0][1], pairs[0][0]
    return pairs


def swiss(tournament: Tournament) -> list[Pair]:
    """The pairs of the next round."""
    order = _even(tuple(standing.name for standing in standings(tournament)))
    met = {frozenset((one.first, one.second)) for played in tournament.rounds for one in played}
    pairs: list[Pair] = list(zip(order[::2], order[1::2], strict=True))
    place = {name: number for number, name in enumerate(order)}
    while swap := _best_swap(pairs, met, place):
        at, other, (one, two) = swap
        pairs[at], pairs[other] = one, two
    return sorted((_in_order(pair, place) for pair in pairs), key=lambda pair: place[pair[0]])


def _best_swap(
    pairs: list[Pair], met: set[frozenset[str | None]], place: dict[str | None, int]
) -> tuple[int, int, tuple[Pair, Pair]] | None:
    """The swap of two pairs after which fewer meet again, and which costs the fewest places; None: there is none."""

    def again(*some: Pair) -> int:
        return sum(frozenset(pair) in met for pair in some)

    def apart(*some: Pair) -> int:
        return sum(abs(place[a] - place[b]) for a, b in some)

    found = [
        (apart(*swapped), at, other, swapped)
        for at, other in combinations(range(len(pairs)), 2)
        if again(pairs[at], pairs[other])
        for swapped in _swaps(pairs[at], pairs[other])
        if again(*swapped) < again(pairs[at], pairs[other])
    ]
    if not found:
        return None
    _, at, other, swapped = min(found, key=lambda one: one[:3])
    return at, other, swapped


def _swaps(one: Pair, two: Pair) -> tuple[tuple[Pair, Pair], tuple[Pair, Pair]]:
    (a, b), (c, d) = one, two
    return ((a, c), (b, d)), ((a, d), (b, c))


def _in_order(pair: Pair, place: dict[str | None, int]) -> Pair:
    a, b = pair
    return (a, b) if place[a] < place[b] else (b, a)


def _even(players: tuple[str, ...]) -> list[str | None]:
    """The players, and the bye if their number is odd."""
    return [*players, *([BYE] if len(players) % 2 else [])]
