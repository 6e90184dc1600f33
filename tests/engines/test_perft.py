"""Perft: how many ways a game can go in so many events, every outcome of chance and every decision counted.

The numbers are written as they were counted by hand; a change of rules changes them.
"""

from __future__ import annotations

import pytest

from engines.core import Chance, State, Turn
from engines.dealer import outcomes
from engines.games import GAMES
from tests.engines.shark_attacks.table import fleeing, table


def perft(state: State, depth: int) -> int:
    """The leaves of the tree of events, `depth` deep; equal multisets of dice are one outcome."""
    if not depth:
        return 1
    match state.awaits:
        case Chance() as chance:
            events = [event for event, _ in outcomes(chance)]
        case Turn():
            events = list(state.legal())
        case _:
            return 1
    if depth == 1:
        return len(events)
    return sum(perft(state.apply(event), depth - 1) for event in events)


TURN = 84 * 2 + 36 * 120
"""Two events of a turn of seven dice: 120 throws, 84 show a wave (2 decisions follow), 36 are parties (120 throws)."""

TABLE = [
    ("the first turn", table(), (120, TURN, 84 * (3 + 120) + 36 * TURN)),
    # Three faces are a party, a wave is banked (120 throws follow) or not (3 events).
    ("one die", table(signs=(6, 0, 0)), (4, 2 + 3 * 120, 3 + 120 + 3 * TURN)),
    # Two, one or no wave left; one shark then, or two where one die of two was eaten.
    ("two dice flee", fleeing(dice=2), (10 * 4, 4 * 40 + 3 * 16 + 9 * 40 + 24 * 120, 162016)),
    ("three flee from two", fleeing(dice=3, red=2), (200, 2000 + 3 * (100 + 9 * 200) + 6 * (40 + 9 * 80) + 100 * 120)),
    # A wave is thrown again, an escape gives the turn to a seat of five dice, a bite asks for one of two opponents.
    ("a sign is taken", fleeing(dice=1, signs=(1, 2, 3)), (16, 4 * 16 + 3 * 56 + 9 * 2)),
    # 119 of the pairs are ties: the squares of how many multisets have 0, 1, ... 12 fins, summed.
    ("who begins", table(players=2, options={"first": "throw"}), (35, 35**2, 119 * 35 + (35**2 - 119) * 120)),
    ("two ordinary dice", GAMES["dice-tray"].start(2, {"dice": 2}), (21, 21**2, 21**3)),
    # A throw of n different faces, a times one, b times another, offers (a + 1) (b + 1) ... ways to lie on, all but
    # one of them to throw; or to stop.
    ("a yacht", GAMES["yacht"].start(1), (252, 4368)),
    # 6 of the 462 throws are farkles (the next throw follows), the others offer 1961 ways to set dice aside.
    ("a farkle", GAMES["farkle"].start(2), (462, 1961 + 6 * 462)),
    # Five faces are banked (the next throw follows) or thrown on; a 1 passes the turn.
    ("a pig", GAMES["pig"].start(2), (6, 5 * 2 + 6, 5 * 2 * 6 + 16)),
]


@pytest.mark.parametrize(("state", "leaves"), [row[1:] for row in TABLE], ids=[row[0] for row in TABLE])
def test_a_game_can_go_in_just_so_many_ways(state: State, leaves: tuple[int, ...]) -> None:
    assert tuple(perft(state, depth) for depth in range(1, len(leaves) + 1)) == leaves
