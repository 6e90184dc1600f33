"""Cribbage by its rulings; what hands count is tested beside."""

from __future__ import annotations

import pytest

from engines.core import BLANK, Chance, Event, IllegalEvent, Match, Over, Turn
from engines.cribbage import Cribbage
from engines.french.cards import CARDS
from engines.games import GAMES
from engines.simulate import play

ANA = ("hearts-5", "hearts-10", "clubs-jack", "spades-queen", "clubs-2", "diamonds-2")
BEN = ("clubs-5", "diamonds-10", "hearts-king", "spades-king", "clubs-3", "diamonds-3")


def lay(seat: int, card: str) -> Event:
    return Event("lay", seat, (card,))


def after(*events: Event, starter: str = "spades-9", target: int = 121, hidden: bool = False) -> Cribbage:
    """The state after these events: Ana (seat 0) dealt, both laid their last two cards to the crib."""
    state = GAMES["cribbage"].start(2, {"target": target, "hands": "hidden" if hidden else "open"})
    begun = (
        Event("deal", None, (BLANK,) * 12 if hidden else ANA + BEN),
        Event("discard", 1, (BLANK, BLANK) if hidden else BEN[4:]),
        Event("discard", 0, (BLANK, BLANK) if hidden else ANA[4:]),
        Event("starter", None, (starter,)),
    )
    for event in (*begun, *events):
        state = state.apply(event)
    assert isinstance(state, Cribbage)
    return state


THIRTY = (lay(1, "hearts-king"), lay(0, "spades-queen"), lay(1, "diamonds-10"))
"""Three tens: nobody with tens and fives can lay more."""


def test_cb_1_six_cards_each_and_the_deal_changes_hands() -> None:
    match = play(GAMES["cribbage"], ("Ana", "Ben"), 4, {}, ["sensible"])
    deals = [(s.dealer, len(e.items)) for s, e in zip(match.states, match.events, strict=False) if e.kind == "deal"]
    assert deals == [(number % 2, 12) for number in range(len(deals))]


def test_cb_2_two_cards_each_go_to_the_crib() -> None:
    state = after()
    assert state.crib == (*BEN[4:], *ANA[4:])
    assert [len(hand) for hand in state.hands] == [4, 4]


def test_cb_3_a_jack_turned_up_scores_two_for_the_dealer() -> None:
    assert after(starter="spades-jack").score == (2, 0)
    assert after().score == (0, 0)


def test_cb_4_cards_are_laid_in_turn_and_never_over_31() -> None:
    state = after(lay(1, "clubs-5"), lay(0, "hearts-10"))
    assert (state.count, state.score, state.awaits) == (15, (2, 0), Turn((1,)))
    with pytest.raises(IllegalEvent, match=r"seat 1 is to lay a card, or to say go \(CB-4\)"):
        state.apply(lay(0, "clubs-jack"))
    with pytest.raises(IllegalEvent, match=r"40 would be more than 31 \(CB-4\)"):
        after(*THIRTY).apply(lay(0, "clubs-jack"))
    with pytest.raises(IllegalEvent, match=r"seat 1 can lay a card: the count is 15 \(CB-4\)"):
        state.apply(Event("go", 1))


def test_cb_5_who_can_lay_nothing_says_go_and_the_last_card_scores_one() -> None:
    state = after(*THIRTY)
    assert (state.awaits, [event.kind for event in state.legal()]) == (Turn((0,)), ["go"])
    gone = state.apply(Event("go", 0))
    assert (gone.awaits, gone.score) == (Turn((1,)), (0, 0))  # type: ignore[attr-defined]
    begun = gone.apply(Event("go", 1))
    assert isinstance(begun, Cribbage)
    assert (begun.score, begun.count, begun.awaits) == ((0, 1), 0, Turn((0,)))


def test_cb_6_both_hands_are_counted_as_the_last_card_is_laid_then_the_crib() -> None:
    gos = (Event("go", 0), Event("go", 1))
    rest = (lay(0, "hearts-10"), lay(1, "spades-king"), lay(0, "clubs-jack"))
    state = after(*THIRTY, *gos, *rest, Event("go", 1), Event("go", 0), lay(1, "clubs-5"), lay(0, "hearts-5"))
    assert state.phase == "crib"
    # laying: Ben 1 and Ana 1 for last cards, Ana 2 for the pair and 1 for the very last
    # Ben's hand: three fifteens, a pair of kings; Ana's: three fifteens, the run 9 to queen
    assert state.score == (1 + 2 + 1 + 6 + 4, 1 + 6 + 2)
    for card in ("clubs-2", "diamonds-2", "clubs-3", "diamonds-3"):
        state = state.apply(Event("crib", 0, (card,)))  # type: ignore[assignment]
    assert state.score == (14 + 2 + 4, 9)  # 9 3 3 are fifteen, and there are two pairs
    assert (state.phase, state.dealer) == ("deal", 1)


def test_cb_7_who_has_the_target_wins_at_once() -> None:
    match = play(GAMES["cribbage"], ("Ana", "Ben"), 4, {"target": 61}, ["sensible"])
    assert isinstance(match.state.awaits, Over)
    (winner,) = match.state.awaits.winners
    assert match.state.scores()[winner] == 61
    assert match.states[-2].scores()[winner] < 61
    assert match.state.scores()[1 - winner] < 61


def dealt(players: int, dealer: int = 0) -> Cribbage:
    """The state once cards are dealt in the order of the pack."""
    state = GAMES["cribbage"].start(players, {"first": dealer})
    assert isinstance(state, Cribbage)
    number = 16 if players == 3 else 20
    return state.apply(Event("deal", None, CARDS[:number]))


def test_cb_8_three_are_dealt_five_cards_each_and_one_more_goes_to_the_crib() -> None:
    state = dealt(3)
    assert ([len(hand) for hand in state.hands], state.crib) == ([5, 5, 5], CARDS[15:16])
    for seat in (1, 2, 0):
        assert (state.seat, len(state.legal())) == (seat, 5)
        state = state.apply(state.legal()[0])  # type: ignore[assignment]
    assert (len(state.crib), state.phase) == (4, "starter")


def test_cb_8_of_four_those_who_sit_opposite_each_other_score_together() -> None:
    match = play(GAMES["cribbage"], ("Ana", "Ben", "Cleo", "Dan"), 3, {"target": 61}, ["sensible"])
    assert isinstance(match.state.awaits, Over)
    assert match.state.awaits.winners in ((0, 2), (1, 3))
    scores = match.state.scores()
    assert (scores[:2], max(scores)) == (scores[2:], 61)


def test_cb_8_each_of_three_deals_in_turn() -> None:
    match = play(GAMES["cribbage"], ("Ana", "Ben", "Cleo"), 5, {}, ["sensible"])
    deals = [s.dealer for s, e in zip(match.states, match.events, strict=False) if e.kind == "deal"]  # type: ignore[attr-defined]
    assert deals == [number % 3 for number in range(len(deals))]


def test_cb_5_of_three_the_others_lay_on_without_who_said_go_and_the_next_begins_anew() -> None:
    state = dealt(3, dealer=2)
    for seat, card in ((0, "clubs-ace"), (1, "clubs-6"), (2, "clubs-jack")):
        state = state.apply(Event("discard", seat, (card,)))  # type: ignore[assignment]
    hands = (CARDS[1:5], ("clubs-7", "clubs-8", "clubs-9", "clubs-10"), ("clubs-queen", "clubs-king", *CARDS[13:15]))
    assert state.hands == hands
    state = state.apply(Event("starter", None, ("spades-9",)))  # type: ignore[assignment]
    for event in (lay(0, "clubs-5"), lay(1, "clubs-10"), lay(2, "clubs-queen"), lay(0, "clubs-4"), Event("go", 1)):
        state = state.apply(event)  # type: ignore[assignment]
    assert (state.count, state.seat, state.gone) == (29, 2, (1,))
    for event in (lay(2, "diamonds-ace"), Event("go", 0)):
        state = state.apply(event)  # type: ignore[assignment]
    assert (state.count, state.seat) == (30, 2), "all others have said go"
    state = state.apply(Event("go", 2))  # type: ignore[assignment]
    assert (state.count, state.seat, state.scores()) == (0, 0, (0, 2, 1))


@pytest.mark.parametrize("seed", range(3))
def test_who_sees_no_hand_follows_the_same_game(seed: int) -> None:
    """A whole game between open hands is legal, event by event, for a device that sees none; and it says none."""
    truth = play(GAMES["cribbage"], ("Ana", "Ben"), seed, {}, ["sensible"])
    seen = Match.begin(GAMES["cribbage"], ("Ana", "Ben"), {"hands": "hidden"})
    for before, event in zip(truth.states, truth.events, strict=False):
        told = before.public(event)
        assert isinstance(seen.state.awaits, Chance) or told in seen.state.legal()
        seen = seen.play(told)
        assert isinstance(seen.state, Cribbage)
        assert {card for hand in (*seen.state.hands, seen.state.crib) for card in hand} <= {BLANK}
    assert seen.state.scores() == truth.state.scores()


def test_cb_5_who_said_go_holds_nothing_that_fitted_unless_the_group_lets_it_stand() -> None:
    five = lay(0, "clubs-5")
    state = after(*THIRTY, Event("go", 0), Event("go", 1), hidden=True)
    assert lay(0, "clubs-ace") not in state.legal()
    assert five in state.legal()
    with pytest.raises(IllegalEvent, match=r"said go before, and so does not hold clubs-ace \(CB-4\)"):
        state.apply(lay(0, "clubs-ace"))
    assert lay(0, "clubs-ace") in state.likely_mistakes()
    assert state.apply_anyway(lay(0, "clubs-ace")).laid[0][-1:] == ("clubs-ace",)  # type: ignore[attr-defined]


def test_cb_5_nobody_says_go_where_any_card_may_be_laid() -> None:
    assert Event("go", 1) not in after(lay(1, "clubs-5"), lay(0, "hearts-10"), hidden=True).legal()
