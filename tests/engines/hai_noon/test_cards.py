"""Set-up, turns, and where cards may go: HN-1, HN-2, HN-3."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from engines.core import BLANK, BadEvent, Chance, IllegalEvent, Over, Turn
from engines.dealer import deal
from engines.hai_noon import GAME
from engines.hai_noon.deck import ACTION, COLOUR, COLOURS, COUNT, DECK_SIZE
from engines.hai_noon.steps.refusals import EVENT_OF_ACTION
from tests.engines.hai_noon.table import cage, divers, do, faces, lines, pool, rules, sharks, start, started, table

CORNERS = "ring-0 ring-3 ring-6 ring-9"


def test_hn_1_the_square_has_twelve_sharks_around_four_healthy_divers_and_the_cage_lies_beside() -> None:
    state = start(4)
    assert sorted(faces(state)) == sorted([*(f"ring-{i}" for i in range(12)), *(f"inner-{i}" for i in range(4))])
    assert divers(state) == "pink turquoise green black"
    assert cage(state) == "beside"


@pytest.mark.parametrize(
    ("length", "hungry"),
    [("normal", CORNERS), ("short", " ".join(f"ring-{i}" for i in range(12))), ("long", "")],
)
def test_hn_1_sharks_start_hungry_in_the_corners_or_everywhere_or_nowhere(length: str, hungry: str) -> None:
    assert sharks(start(4, {"length": length})) == hungry


def test_hn_1_divers_lie_and_are_owned_in_the_order_chosen() -> None:
    state = start(4, {"divers": "black-pink-green-turquoise"})
    assert divers(state) == "black pink green turquoise"
    assert state.rules.owners == (1, 3, 2, 0)


def test_hn_1_the_seat_chosen_begins() -> None:
    assert started(3, first=2).awaits == Turn((2,))
    assert started(4, first=3).awaits == Turn((3,))
    with pytest.raises(BadEvent, match="first"):
        GAME.start(3, {"first": 3})


def test_hn_2_the_deck_has_48_cards_as_the_rulebook_lists_them() -> None:
    kinds = Counter[str]()
    for card, count in COUNT.items():
        kinds[ACTION[card]] += count
    assert kinds == {
        "camouflage": 4,
        "cage-harpoon": 8,
        "shark-swims-on": 8,
        "flip-shark": 8,
        "diver-swims-on": 8,
        "all-sharks-swim-on": 8,
        "wild": 4,
    }
    assert DECK_SIZE == 48
    assert {*EVENT_OF_ACTION, "wild"} == set(ACTION.values())


def test_hn_2_every_action_comes_in_every_colour_alike() -> None:
    for kind in EVENT_OF_ACTION:
        counts = {COLOUR[card]: count for card, count in COUNT.items() if ACTION[card] == kind}
        assert counts == dict.fromkeys(COLOURS, 1 if kind == "camouflage" else 2)


def test_hn_2_everybody_is_dealt_three_cards_from_one_pile() -> None:
    state, random = start(4), Random(5)
    for seat in range(4):
        chance = state.awaits
        assert isinstance(chance, Chance)
        assert chance.pools[0].count == 3
        assert sum(count for _, count in chance.pools[0].faces) == 48 - 3 * seat
        state = state.apply(deal(chance, random))
    assert [len(hand) for hand in state.cards.hands] == [3, 3, 3, 3]
    assert state.cards.pile == 36


def test_hn_2_a_turn_is_one_card_and_drawing_up_to_three_then_the_next_seat_plays() -> None:
    state = table("wild wild flip-shark.red", "wild flip-shark.red flip-shark.blue", players=2)
    state = do(state, "play @0: flip-shark.red north", "flip @0: ring-1")
    assert pool(state).count == 1
    state = do(state, "draw: camouflage.red")
    assert state.cards.hands[0] == ("camouflage.red", "wild", "wild")
    assert state.awaits == Turn((1,))
    state = do(state, "play @1: wild south", "draw: camouflage.blue")
    assert state.awaits == Turn((0,))


def test_hn_2_without_a_card_a_turn_is_only_drawing() -> None:
    state = table("wild", "", "flip-shark.red", players=3)
    state = do(state, "play @0: wild north", "draw: flip-shark.red camouflage.red camouflage.blue")
    assert state.seat == 1
    assert pool(state).count == 3
    assert rules(state) == ["HN-2", "HN-2"]
    assert do(state, "draw: wild wild wild").awaits == Turn((2,))


def pile_of(count: int) -> tuple[str, str]:
    """Discards that leave `count` reds in the pile beside hands of four cards, and the other cards."""
    cards = [card for card, n in sorted(COUNT.items()) for _ in range(n) if card != "wild"]
    return " ".join(cards[: len(cards) - count]), " ".join(cards[len(cards) - count :])


def test_hn_2_a_used_up_pile_is_made_new_from_the_discards_at_once() -> None:
    discards, left = pile_of(1)
    state = do(table("wild wild wild", "wild", players=2, discard=discards), "play @0: wild north")
    assert pool(state).faces == ((left, 1),)
    state = do(state, f"draw: {left}")
    assert (state.cards.pile, state.cards.discard, state.cards.top) == (43, (), "")
    assert state.awaits == Turn((1,))
    assert "the discard pile is shuffled" in state.why()[1].text


def test_hn_2_a_draw_across_the_end_of_the_pile_goes_on_from_the_shuffled_discards() -> None:
    discards, left = pile_of(1)
    state = do(table("wild wild", "wild wild", players=2, discard=discards), "play @0: wild north")
    assert pool(state).count == 1
    state = do(state, f"draw: {left}")
    assert state.seat == 0
    assert pool(state).count == 1
    assert dict(pool(state).faces) == dict(Counter(discards.split()))
    assert do(state, "draw: camouflage.red").awaits == Turn((1,))


def test_hn_2_cards_that_are_not_left_cannot_be_drawn() -> None:
    state = do(table("wild flip-shark.red", "flip-shark.red wild", players=2), "play @0: wild north")
    for draw in ("flip-shark.red", "camouflage.blue", "camouflage.blue camouflage.blue", BLANK, f"{BLANK} {BLANK}"):
        with pytest.raises(IllegalEvent, match="HN-2"):
            do(state, f"draw: {draw}")


def test_hn_2_a_card_that_is_not_in_hand_cannot_be_played() -> None:
    with pytest.raises(IllegalEvent, match=r"seat 0 does not hold Flip shark \(red\)"):
        do(table("wild"), "play @0: flip-shark.red north")


def test_hn_3_a_colour_lies_on_one_side_only_and_must_go_there() -> None:
    state = table("flip-shark.red flip-shark.blue", north="camouflage.red", east="camouflage.green")
    assert lines(state) == [
        "play @0: flip-shark.blue south",
        "play @0: flip-shark.blue west",
        "play @0: flip-shark.red north",
    ]
    with pytest.raises(IllegalEvent, match="that colour lies on the north side"):
        do(state, "play @0: flip-shark.red south")
    with pytest.raises(IllegalEvent, match="another colour lies on the east side"):
        do(state, "play @0: flip-shark.blue east")


def test_hn_3_a_wild_card_goes_anywhere_and_sets_no_colour() -> None:
    state = table("wild flip-shark.blue", north="wild", east="wild camouflage.green", south="flip-shark.red")
    assert lines(state) == [
        "play @0: flip-shark.blue north",
        "play @0: flip-shark.blue west",
        *(f"play @0: wild {side}" for side in ("north", "east", "south", "west")),
    ]


def test_hn_3_the_first_coloured_card_after_a_wild_one_gives_the_side_its_colour() -> None:
    state = table("flip-shark.blue", north="wild camouflage.blue")
    assert lines(state) == ["play @0: flip-shark.blue north"]


def test_hn_3_a_side_is_free_again_once_it_is_cleared() -> None:
    state = table("wild flip-shark.red", "flip-shark.red", players=2, north="camouflage.red all-sharks-swim-on.red")
    state = do(state, "play @0: wild north", "attack @0", "draw: wild wild")
    assert len(lines(state)) == 4


def test_hn_3_in_the_first_round_a_card_goes_to_an_empty_side() -> None:
    state = table("wild flip-shark.blue flip-shark.red", opening=2, north="camouflage.red", east="wild")
    assert lines(state) == [
        "play @0: flip-shark.blue south",
        "play @0: flip-shark.blue west",
        "play @0: wild south",
        "play @0: wild west",
    ]
    with pytest.raises(IllegalEvent, match=r"first round .*HN-3"):
        do(state, "play @0: wild north")
    with pytest.raises(IllegalEvent, match=r"first round .*HN-3"):
        do(state, "play @0: flip-shark.red north")


def test_hn_3_in_the_first_round_a_hand_of_colours_that_lie_may_go_on_them() -> None:
    state = table("camouflage.red flip-shark.red", opening=2, north="all-sharks-swim-on.red")
    assert lines(state) == ["play @0: camouflage.red north", "play @0: flip-shark.red north"]


def test_hn_3_the_first_round_is_one_turn_for_each() -> None:
    state = started(3, seed=2)
    for turn in range(4):
        assert state.opening == max(3 - turn, 0)
        while isinstance(state.awaits, Chance) or state.seat == turn % 3:
            chance = state.awaits
            state = state.apply(deal(chance, Random(1)) if isinstance(chance, Chance) else state.legal()[0])


def test_hn_3_unseen_hands_may_go_on_a_colour_in_the_first_round_only_if_it_may_be_all_they_have() -> None:
    hidden = table(opening=2, north="flip-shark.red")
    assert "play @0: camouflage.red north" in lines(hidden)
    assert "play @0: flip-shark.red north" in lines(hidden)
    assert "play @0: wild north" not in lines(hidden)
    reds = [card for card in COUNT for _ in range(COUNT[card]) if COLOUR[card] == "red"]
    for left, fits in ((3, True), (2, False)):  # three blanks in hand
        out = " ".join(reds[: len(reds) - 1 - left])
        state = table(opening=2, north=reds[-1], discard=out)
        assert any(line.endswith("north") for line in lines(state)) == fits


def test_hn_3_a_known_card_of_a_free_colour_keeps_unseen_ones_off_the_others_in_the_first_round() -> None:
    state = table("flip-shark.blue ?? ??", opening=2, north="flip-shark.red")
    assert not any(line.endswith("north") for line in lines(state))


def test_hn_3_the_rulebooks_example_a_red_card_is_the_third_of_its_side() -> None:
    """Green lies left, two reds at the bottom: red must go there, the cage is placed, then the sharks attack."""
    state = table("cage-harpoon.red", west="flip-shark.green", south="flip-shark.red wild", hungry="ring-8")
    assert lines(state) == ["play @0: cage-harpoon.red south"]
    state = do(state, "play @0: cage-harpoon.red south")
    assert lines(state) == [f"cage @0: {diver}" for diver in ("pink", "turquoise", "green", "black")]
    state = do(state, "cage @0: black", "endure @3", "attack @0")
    assert divers(state) == "pink turquoise green black"
    assert cage(state) == "beside"
    assert sharks(state) == "ring-7 ring-8"
    assert state.cards.sides == ((), (), (), ("flip-shark.green",))
    assert state.cards.discard == ("flip-shark.red", "wild", "cage-harpoon.red")


def test_hn_3_a_legal_side_always_exists() -> None:
    for seed in range(40):
        random, state = Random(seed), start(2 + seed % 3)
        while not isinstance(state.awaits, Over):
            if state.phase == "play":
                cards = {event.items[0] for event in state.legal()}
                assert cards == set(state.cards.hands[state.seat]) or state.opening
                assert cards
            chance = state.awaits
            state = state.apply(deal(chance, random) if isinstance(chance, Chance) else random.choice(state.legal()))
