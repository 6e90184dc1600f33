"""The chance to be back up in time: counted where it can be, else simulated with its error."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest

from engines.core import Over
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.odds import (
    Climb,
    SurfaceReach,
    can_climb,
    chance_now,
    exact_reach,
    fill_blanks,
    reach,
    turns_left,
)
from tests.engines.hold_your_breath.table import FULL, at, hidden, random_game, table

AIR5, AIR10, SWIM5, SWIM10 = (("air", 1),), (("air", 2),), (("swim", 1),), (("swim", 2),)
CALM5 = (("air", 1), ("calm", 0))
KRAKEN = (("swim", 2), ("kraken", 0))
DOLPHIN = (("air", 1), ("air", 2), ("swim", 1), ("swim", 2), ("calm", 0), ("kraken", 0))


@pytest.mark.parametrize(
    ("hand", "need", "can"),
    [
        ((AIR10, SWIM10), Climb(0, 2), True),
        ((AIR10, SWIM10), Climb(0, 1), True),
        ((AIR10, SWIM10), Climb(0, 1, exactly=True), False),
        ((AIR10, SWIM10), Climb(0, 3), False),
        ((AIR5, SWIM10), Climb(0, 1), False),
        ((AIR5, SWIM10), Climb(1, 1), True),
        ((AIR10, SWIM5, SWIM10), Climb(0, 3), False),
        ((AIR10, AIR5, SWIM5, SWIM10), Climb(0, 3), True),
        ((AIR10, AIR5, SWIM5, SWIM10), Climb(0, 1, exactly=True), True),
        ((AIR10, SWIM10), Climb(0, 2, panics=1), False),
        ((CALM5, AIR10, SWIM10), Climb(0, 2, panics=1), True),
        ((CALM5, SWIM5), Climb(0, 1, panics=1), False),
        ((CALM5, AIR10, SWIM10), Climb(0, 2, panics=2), False),
        ((CALM5, AIR10, SWIM10), Climb(0, 2, sharks=1), True),
        ((CALM5, AIR10, SWIM10), Climb(0, 2, sharks=1, refuges=0), False),
        ((CALM5, AIR10, SWIM10), Climb(0, 2, panics=1, sharks=1), False),
        ((KRAKEN, AIR10, SWIM10), Climb(0, 2, sharks=1, refuges=0), True),
        ((KRAKEN, AIR10, SWIM10), Climb(0, 2, panics=1), False),
        ((KRAKEN, AIR10, CALM5, SWIM10), Climb(0, 2, panics=1, sharks=1), True),
        ((KRAKEN, AIR10), Climb(0, 2, sharks=1), False),
        ((DOLPHIN, DOLPHIN), Climb(0, 2), True),
        ((DOLPHIN, DOLPHIN, DOLPHIN), Climb(0, 2, panics=1), True),
        ((DOLPHIN, DOLPHIN), Climb(0, 2, panics=1), False),
        ((), Climb(2, 1), False),
    ],
)
def test_whether_a_hand_can_bring_a_pirate_up_in_one_turn(
    hand: tuple[tuple[tuple[str, int], ...], ...], need: Climb, can: bool
) -> None:
    assert can_climb(hand, need) is can


def last_turn(*hands: str, seat: int = 0, **changes: object) -> HoldYourBreath:
    """The last turn of seat 1 or the last but one of seat 0, the Dive Deck being used up."""
    return at(table(*hands, seat=seat, depths="2 2", anchors="5 6", deck=0, drawer=0), **changes)


def test_a_pirate_that_is_up_stays_up() -> None:
    state = table(FULL, FULL, FULL, depths="0 2 3", anchors="5 6 6")
    assert exact_reach(state, 0) == SurfaceReach(1.0)
    assert exact_reach(state, 1) is None
    never = table(FULL, FULL, depths="0 2", anchors="0 6", never_dived="lost")
    assert exact_reach(never, 0) == SurfaceReach(0.0)


def test_a_pirate_without_a_turn_left_stays_down() -> None:
    state = last_turn(FULL, FULL, seat=1)
    assert turns_left(state) == (1,)
    assert exact_reach(state, 0) == SurfaceReach(0.0)
    assert turns_left(at(state, step="refill")) == ()
    assert turns_left(last_turn(FULL, FULL)) == (0, 1)
    assert turns_left(table(*[FULL] * 4, seat=1, first=3, deck=0, anchors="1 1 1 1", drawer=0)) == (1, 2)
    each = table(*[FULL] * 4, seat=1, first=3, deck=0, anchors="1 1 1 1", drawer=0, one_last_turn_each=True)
    assert turns_left(each) == (1, 2, 3)


def test_in_its_own_last_turn_an_open_hand_can_or_cannot() -> None:
    state = last_turn("", "air-10-calm swim-10-draw", seat=1)
    assert reach(state, Random(1)) == (SurfaceReach(0.0), SurfaceReach(1.0))
    assert reach(last_turn("", "air-5-calm swim-10-draw", seat=1), Random(1)) == (SurfaceReach(0.0), SurfaceReach(0.0))
    assert reach(at(state, air=2, swum=1), Random(1))[1] == SurfaceReach(1.0)
    assert reach(at(last_turn("", "swim-10-draw", seat=1), air=2, swum=1), Random(1))[1] == SurfaceReach(0.0)
    panicked = at(state, panics=((), (("swim-5-panic", "up"),)))
    assert reach(panicked, Random(1))[1] == SurfaceReach(0.0)
    sharked = last_turn("", "air-10-calm swim-10-draw air-5-calm", seat=1)
    sharked = at(sharked, sharks=((), ("swim-10-shark",)))
    assert reach(sharked, Random(1))[1] == SurfaceReach(1.0)
    with_two = at(sharked, sharks=(("dolphin",), ("swim-10-shark",)))
    assert reach(with_two, Random(1))[1] == SurfaceReach(1.0)
    rules = table("", "", second_shark=False).rules
    assert reach(at(with_two, rules=rules), Random(1))[1] == SurfaceReach(0.0)
    assert reach(at(sharked, rules=rules), Random(1))[1] == SurfaceReach(1.0)


def test_in_its_own_last_turn_every_hidden_hand_is_counted() -> None:
    """Against the plain listing of all hands of three out of nine cards."""
    unseen = "air-10-calm air-10-draw air-5-calm swim-10-draw swim-10-calm swim-5-calm swim-5-draw swim-5-draw dolphin"
    state = table(unseen, "", seat=1, depths="2 2", anchors="5 6", deck=0, drawer=0)
    state = hidden(at(state, hands=(tuple(sorted(unseen.split()))[:6], tuple(sorted(unseen.split()))[6:])))
    value = {"air-10": (2, 0), "air-5-": (1, 0), "swim-10": (0, 2), "swim-5": (0, 1)}

    def up(hand: tuple[str, ...]) -> bool:
        dolphins = hand.count("dolphin")
        pairs = [pair for card in hand for name, pair in value.items() if card.startswith(name)]
        air, swim = sum(a for a, _ in pairs), sum(s for _, s in pairs)
        return (air >= 2 and swim + 2 * dolphins >= 2) or (swim >= 2 and air + 2 * dolphins >= 2)

    hands = list(combinations(unseen.split(), 3))
    share = sum(map(up, hands)) / len(hands)
    assert 0 < share < 1
    assert chance_now(state) == pytest.approx(share)
    assert exact_reach(state, 1) == SurfaceReach(chance_now(state))
    assert reach(state, Random(1))[1].exact


def test_before_the_last_turn_the_chance_is_simulated_and_its_error_stated() -> None:
    state = table(FULL, "air-10-calm swim-10-draw dolphin", depths="6 2", anchors="6 7", deck=30)
    few, many = reach(state, Random(1), 20), reach(state, Random(1), 200)
    for answers in (few, many):
        assert all(0 <= answer.chance <= 1 and not answer.exact for answer in answers)
    assert many[1].chance > many[0].chance
    assert 0 < many[0].error < few[0].error < 0.25
    assert reach(state, Random(1), 20) == few
    assert reach(hidden(state), Random(1), 20)


def test_the_stated_error_is_that_of_a_share_and_honest_at_none_and_at_all() -> None:
    state = table(FULL, FULL, FULL, depths="20 20 1", anchors="20 20 2", deck=10, panics={0: "air-5-panic"})
    hopeless = reach(state, Random(1), 96)[0]
    assert hopeless.chance == 0.0
    assert hopeless.error == pytest.approx(2 * (0.02 * 0.98 / 100) ** 0.5)


def test_the_simulated_chance_agrees_with_the_counted_one_a_step_before_it() -> None:
    """Seat 1's last turn, asked for while seat 0, who has no card to disturb with, is still on turn."""
    unseen = "air-10-calm air-10-calm air-5-calm swim-10-draw swim-10-draw swim-5-draw swim-5-draw dolphin"
    full = table("", unseen, depths="2 2", anchors="5 6", deck=0, drawer=0)
    state = hidden(at(full, hands=((), full.hands[1][:5])))
    simulated, exact = reach(state, Random(7), 400)[1], chance_now(at(state, seat=1))
    assert 0.5 < exact < 1
    assert not simulated.exact
    assert abs(simulated.chance - exact) < simulated.error


def test_in_the_descent_and_between_the_phases_only_playing_on_can_tell() -> None:
    assert exact_reach(table(FULL, FULL, deck=0, drawer=0), 0) is None
    assert exact_reach(table(FULL, FULL, depths="2 2", anchors="2 2", deck=0, step="lot"), 0) is None
    assert exact_reach(at(last_turn(FULL, FULL), step="hit"), 0) is None


def test_once_the_game_is_over_the_chances_are_what_happened() -> None:
    match = random_game(3, 5, policy="sensible")
    state = match.state
    assert isinstance(state, HoldYourBreath)
    assert isinstance(state.awaits, Over)
    chances = reach(state, Random(1))
    assert [answer.chance for answer in chances] == [float(depth == 0) for depth in state.depths]


def test_a_guess_fills_every_blank_with_unseen_cards_and_keeps_what_is_known() -> None:
    full = table(
        "air-5-calm dolphin", FULL, "swim-5-draw swim-10-kraken", panics={1: "swim-5-draw/down"}, depths="1 1 1", seat=2
    )
    view = full.view(0)
    guesses = [fill_blanks(view, Random(number)) for number in range(30)]
    for state in guesses:
        assert state.view(0) == view
        assert sum(state.unseen().values()) == state.deck
        assert min(state.unseen().values()) >= 0
        assert state.panics[1][0][0] not in state.rules.airy
    assert len({state.hands for state in guesses}) > 20
    gasping = at(view, step="refill")
    for number in range(30):
        hand = fill_blanks(gasping, Random(number)).hands
        assert not any(card in view.rules.airy for card in hand[2])
    assert any(card in view.rules.airy for state in guesses for card in state.hands[2])
