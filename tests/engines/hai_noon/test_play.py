"""Whole games: refusals, the tree of moves, the policies, and who is in danger."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from itertools import combinations
from random import Random
from typing import Any

import pytest

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, Over
from engines.dealer import any_legal, deal
from engines.hai_noon import GAME, HaiNoon
from engines.hai_noon.deck import COUNT
from engines.hai_noon.reach import bitten, outcomes, reach
from engines.simulate import moves, simulate
from tests.engines.hai_noon.table import do, event, lines, pool, start, started, table

NO_RED = "cage-harpoon.red cage-harpoon.red"


@pytest.mark.parametrize(
    ("bad", "says"),
    [
        (Event("jump", 0), "no event 'jump'"),
        (Event("play", None, ("wild", "north")), "whose decision"),
        (Event("draw", 0, ("wild",)), "chance has no seat"),
        (Event("play", 4, ("wild", "north")), "the seats are 0 to 3"),
        (Event("play", 0, ("wild",)), "takes 2 items"),
        (Event("play", 0, ("wild", "up")), "'up' is none of north, east"),
        (Event("play", 0, ("??", "north")), "none of"),
        (Event("deal", None, ("wild", "ace", "wild")), "'ace'"),
        (Event("hide", 0, ("purple",)), "'purple'"),
        (Event("drift", 0, ("ring-0",)), "takes 0 items"),
    ],
    ids=str,
)
def test_what_is_no_event_of_the_game_cannot_be_read(bad: Event, says: str) -> None:
    with pytest.raises(BadEvent, match=says):
        table("wild").apply(bad)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("play @1: wild north", "it is the turn of seat 0, not of seat 1"),
        ("flip @0: ring-0", r"a card must be played now \(HN-2\)"),
        ("deal: wild wild wild", r"a card must be played now \(HN-2\)"),
    ],
)
def test_what_does_not_fit_now_is_refused_with_the_reason(line: str, says: str) -> None:
    with pytest.raises(IllegalEvent, match=says):
        do(table("wild"), line)


def test_a_diver_must_come_back_before_a_card_is_played() -> None:
    state = do(table(seat=3, square="- turquoise green black"), "play @3: wild north", "draw: ??")
    with pytest.raises(IllegalEvent, match=r"first a diver comes back from camouflage \(HN-9\)"):
        do(state, "play @0: wild south")


def leaves(state: HaiNoon, depth: int) -> int:
    """Sequences of `depth` decisions; cards are drawn as blanks, which is one way."""
    if state.phase in ("deal", "draw"):
        return leaves(state.apply(Event(state.phase, None, (BLANK,) * pool(state).count)), depth)
    if not depth:
        return 1
    return sum(leaves(state.apply(move), depth - 1) for move in state.legal())


PERFT = {
    (2, "normal", False): (100, 828, 36_016),
    (3, "normal", False): (100, 812, 34_376),
    (4, "short", True): (100, 812, 34_376),
}
"""Decisions from the first on, counted by hand for two: 24 coloured cards and the wild one on four sides (100); then
16 cards a kind with 12 + 12 + 1 + 4 + 2 + 2 ways to act, and after each of 4 wild ones 75 of the next player (828);
then 63 next cards, 62 after the only camouflage of its colour (496 * 63 + 32 * 62 + 4 * (3 * 4 * 33 + 3 * 100))."""


@pytest.mark.parametrize(("players", "length", "last_diver"), PERFT)
def test_the_tree_of_moves_has_the_known_number_of_leaves(players: int, length: str, last_diver: bool) -> None:
    begun = start(players, {"length": length, "last_diver": last_diver, "hands": "hidden"})
    depths = PERFT[players, length, last_diver]
    assert tuple(leaves(begun, depth) for depth in range(1, len(depths) + 1)) == depths


def test_the_tree_of_an_attack_has_the_known_number_of_leaves() -> None:
    state = table(north="wild wild", east="flip-shark.red", hungry="ring-1 ring-2", square="pink turquoise - black")
    assert tuple(leaves(state, depth) for depth in range(1, 4)) == (64, 510, 10_724)


def test_a_sensible_beginner_harpoons_rather_than_be_eaten() -> None:
    state = table("wild", "cage-harpoon.red", north="flip-shark.red wild", hungry="ring-2", injured="turquoise")
    state = do(state, "play @0: wild north")
    assert GAME.policies["sensible"](state, Random(1)) == event("harpoon @1: cage-harpoon.red turquoise")


def test_a_sensible_beginner_lets_sharks_bite_others() -> None:
    state = table("wild", north="flip-shark.red wild", west="wild wild", hungry="ring-2 ring-11", discard=NO_RED)
    assert GAME.policies["sensible"](state, Random(1)) == event("play @0: wild north")


def test_a_sensible_beginner_decides_from_what_their_seat_sees() -> None:
    state = started(4, seed=3)
    other = replace(state, cards=replace(state.cards, hands=(state.cards.hands[0], *[("wild",) * 3] * 3)))
    for seed in range(5):
        sensible = GAME.policies["sensible"]
        assert sensible(state, Random(seed)) == sensible(other, Random(seed))


def test_a_sensible_beginner_decides_nothing_once_the_game_is_over() -> None:
    *_, (_, state) = moves(GAME.start(2), [any_legal] * 2, Random(1))
    with pytest.raises(IllegalEvent, match="the game is over"):
        GAME.policies["sensible"](state, Random(1))


def test_a_sensible_beginner_beats_random_play() -> None:
    wins = Counter[int]()
    for result in simulate(GAME, 2, 60, 8, policies=["sensible", "random"]):
        wins.update(result.winners)
    assert wins[0] > 2 * wins[1]


def test_a_sensible_beginner_swims_before_other_sharks_with_the_dummy_at_the_table() -> None:
    """Of two places the one that no hungry shark faces."""
    state = table("diver-swims-on.red", players=3, hungry="ring-1 ring-11 ring-2")
    state = do(state, "play @0: diver-swims-on.red south")
    assert GAME.policies["sensible"](state, Random(1)) == event("swim @0: pink inner-3")


def test_reach_tells_how_the_sharks_stand_and_which_sides_are_one_card_short() -> None:
    found = reach(table("wild", north="flip-shark.red wild", west="wild", hungry="ring-2 ring-6", cage="turquoise"))
    assert found.hungry == ("ring-2", "ring-6")
    assert [(side.name, side.colour, side.missing) for side in found.sides] == [
        ("north", "red", 1),
        ("east", "", 3),
        ("south", "", 3),
        ("west", "", 2),
    ]
    assert found.sides[0].sharks == (("ring-1", False), ("ring-2", True))
    assert found.sides[0].bites == ("turquoise",)
    assert [(danger.diver, danger.seat, danger.chance) for danger in found.dangers] == [
        ("pink", 0, 0.0),
        ("turquoise", 1, 0.0),
        ("green", 2, 0.0),
        ("black", 3, 0.0),
    ]


def dangers(state: HaiNoon) -> dict[str, float]:
    return {danger.diver: danger.chance for danger in reach(state).dangers}


def test_reach_finds_the_card_that_brings_the_bite_by_its_action() -> None:
    state = table("flip-shark.red", north="wild camouflage.red")
    assert dangers(state) == {"pink": 1.0, "turquoise": 1.0, "green": 0.0, "black": 0.0}
    assert dangers(do(state, "play @0: flip-shark.red north")) == dangers(state)


def test_reach_in_an_attack_names_who_is_bitten_unless_harpooned() -> None:
    state = table("wild", "cage-harpoon.red", north="flip-shark.red wild", hungry="ring-1 ring-2")
    state = do(state, "play @0: wild north")
    assert dangers(state) == {"pink": 1.0, "turquoise": 1.0, "green": 0.0, "black": 0.0}
    state = do(state, "harpoon @1: cage-harpoon.red turquoise")
    assert dangers(state) == {"pink": 1.0, "turquoise": 0.0, "green": 0.0, "black": 0.0}


def test_reach_while_cards_are_drawn_or_an_action_is_performed_looks_at_the_next_player() -> None:
    state = table("wild flip-shark.blue", "wild", north="flip-shark.red wild", hungry="ring-1")
    assert dangers(do(state, "play @0: wild south"))["pink"] == 1.0
    assert dangers(do(state, "play @0: flip-shark.blue south"))["pink"] == 1.0
    empty = table("wild", "", north="flip-shark.red wild", hungry="ring-1")
    assert dangers(do(empty, "play @0: wild south"))["pink"] == 0.0


def test_reach_counts_every_place_where_the_next_player_may_come_back() -> None:
    state = table("wild", square="- turquoise - black")
    state = replace(state, phase="return", cards=replace(state.cards, sides=(("wild", "wild"), (), (), ())))
    state = replace(state, board=replace(state.board, sharks=(False, True, *[False] * 10)))
    assert dangers(state) == {"pink": 1.0, "turquoise": 0.0, "green": 0.0, "black": 0.0}


def test_reach_says_nothing_before_the_first_card_and_after_the_last() -> None:
    assert reach(start(4)).dangers == ()
    over = table("wild", north="wild wild", hungry="ring-1", injured="pink", south="cage-harpoon.blue")
    assert reach(replace(over, phase="over")).dangers == ()


def test_the_chance_of_danger_is_the_share_of_hands_that_bring_it() -> None:
    """Two cards of the mover unseen, a deck made small by discards: every hand they may be is tried."""
    keep = (
        "flip-shark.red all-sharks-swim-on.red camouflage.green wild diver-swims-on.blue flip-shark.blue camouflage.red"
    )
    left = Counter(keep.split())
    discard = [card for card in COUNT for _ in range(COUNT[card] - left[card])]
    for laid in ("wild wild", "camouflage.blue"):
        for card in laid.split():
            if card in discard:
                discard.remove(card)
    state = table("?? ??", "", players=2, north="wild wild", hungry="ring-1 ring-0", discard=" ".join(discard))
    pool = [card for card, count in state.cards.left().items() for _ in range(count)]
    hits, hands = Counter[int](), list(combinations(pool, 2))
    for hand in hands:
        full = replace(state, cards=state.cards.with_hand(0, tuple(sorted(hand))))
        ends = [end for move in full.legal() for end in outcomes(full, move)]
        hits.update({diver for end in ends for diver in bitten(end)})
    for diver, name in enumerate(("pink", "turquoise", "green", "black")):
        assert dangers(state)[name] == pytest.approx(hits[diver] / len(hands))
    assert 0 < dangers(state)["turquoise"] < 1


def test_a_known_card_makes_the_danger_certain_and_blanks_leave_it_open() -> None:
    side: dict[str, Any] = {"north": "flip-shark.red wild", "hungry": "ring-2"}
    assert dangers(table("?? wild", **side))["turquoise"] == 1.0
    assert 0 < dangers(table("?? camouflage.green", **side))["turquoise"] < 1
    assert lines(table("camouflage.green", **side))


def test_reach_can_be_told_in_every_state_and_only_of_divers_that_can_be_hurt() -> None:
    for seed in range(6):
        random, state = Random(seed), start(2 + seed % 3, {"hands": "hidden", "last_diver": seed > 2})
        while not isinstance(state.awaits, Over):
            found = {danger.diver: danger for danger in reach(state).dangers}
            assert all(0 <= danger.chance <= 1 for danger in found.values())
            assert all(state.scores()[danger.seat] for danger in found.values())
            for _ in range(9):
                chance = state.awaits
                if not isinstance(chance, Over):
                    state = state.apply(
                        deal(chance, random) if isinstance(chance, Chance) else random.choice(state.legal())
                    )
