"""What turning tiles over is worth in Shut the Box: the points of this turn, and the chance to win.

Both are exact if all play for the fewest points of each turn: no turn changes what another seat has.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from engines.core import Event
from engines.shut_the_box.rules import without
from engines.shut_the_box.state import TILES, ShutTheBox
from engines.shut_the_box.turn_value import Ends, ends, ends_thrown, expected, plain


def choices(state: ShutTheBox) -> tuple[tuple[Event, float, float], ...]:
    """Each legal decision with the points that this turn then leaves on average, as a loss, and the chance to win."""
    rules, found = plain(state.rules), []
    for event in state.legal():
        left = expected(rules, without(state.open, tuple(TILES[item] for item in event.items)))
        found.append((event, -left, chances(state.apply(event))[state.seat]))
    return tuple(found)


def chances(state: ShutTheBox) -> tuple[float, ...]:
    """Each seat's chance to win from here, at any moment of the game."""
    seats = range(len(state.score))
    if state.phase == "over":
        won = state.winners
        return tuple((seat in won) / len(won) for seat in seats)
    turns = _turns(state)
    won_at_once, open_ = [0.0] * len(seats), 1.0
    if state.rules.shut_wins:
        for seat, turn in turns:
            shut = turn.get(0, 0.0)
            won_at_once[seat] += open_ * shut
            open_ *= 1 - shut
        turns = [(seat, _without_shut(turn)) for seat, turn in turns]
    totals = [_added(state.score[seat], (turn for s, turn in turns if s == seat)) for seat in seats]
    return tuple(once + open_ * share for once, share in zip(won_at_once, fewest(totals), strict=True))


def _turns(state: ShutTheBox) -> list[tuple[int, Ends]]:
    """The turns that are still to come, this one among them: whose it is, and how it ends."""
    rules, players = state.rules, len(state.score)
    now = ends_thrown(rules, state.open, sum(state.thrown)) if state.phase == "shut" else ends(rules, state.open)
    whole, left = ends(rules, rules.all_tiles), [rules.rounds - had for had in state.turns]
    turns = [(state.seat, now)]
    for step in range(1, players * rules.rounds):
        seat = (state.seat + step) % players
        if left[seat] > step // players:
            turns.append((seat, whole))
    return turns


def _without_shut(turn: Ends) -> Ends:
    """How a turn ends if it does not shut the box."""
    rest = 1 - turn.get(0, 0.0)
    return {points: p / rest for points, p in turn.items() if points} if rest > 0 else {0: 1.0}


def _added(score: int, turns: Iterable[Ends]) -> Ends:
    """The points of a seat at the end."""
    total: Ends = {score: 1.0}
    for turn in turns:
        then: Ends = defaultdict(float)
        for held, p in total.items():
            for points, share in turn.items():
                then[held + points] += p * share
        total = then
    return total


def fewest(totals: Sequence[Ends]) -> tuple[float, ...]:
    """The chance of each to have the fewest points; equal points share it."""
    shares = [0.0] * len(totals)
    for points in sorted({held for total in totals for held in total}):
        more = [sum(p for held, p in total.items() if held > points) for total in totals]
        for seat, total in enumerate(totals):
            tied = [1.0]  # by how many others have as many points: the chance of that, and that nobody has fewer
            for other in (other for other in range(len(totals)) if other != seat):
                equal = totals[other].get(points, 0.0)
                tied = [a * more[other] + b * equal for a, b in zip([*tied, 0.0], [0.0, *tied], strict=True)]
            share = sum(p / (number + 1) for number, p in enumerate(tied))
            shares[seat] += total.get(points, 0.0) * share
    return tuple(shares)
