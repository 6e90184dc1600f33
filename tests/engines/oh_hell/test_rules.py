"""Oh Hell by its rulings."""

from __future__ import annotations

from random import Random

import pytest

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, Match, Over, Turn
from engines.dealer import deal
from engines.french.cards import CARDS, suit
from engines.games import GAMES
from engines.oh_hell import OhHell
from engines.oh_hell.rules import sizes
from engines.simulate import play

HANDS = (
    ("hearts-ace", "hearts-2", "clubs-5"),
    ("hearts-king", "spades-3", "spades-4"),
    ("clubs-ace", "diamonds-9", "diamonds-10"),
)
"""Three cards each; spades are trump below."""


def bid(seat: int, number: int) -> Event:
    return Event("bid", seat, (str(number),))


def lay(seat: int, card: str) -> Event:
    return Event("play", seat, (card,))


def after(*events: Event, hidden: bool = False, **options: object) -> OhHell:
    """The state of three players with HANDS after these events; seat 0 dealt, so seat 1 begins."""
    cards = tuple(card for hand in HANDS for card in hand)
    given = {"most": 3, "hands": "hidden" if hidden else "open", **options}
    state = GAMES["oh-hell"].start(3, given)
    dealt = Event("deal", None, (BLANK,) * len(cards) if hidden else cards)
    for event in (dealt, Event("turn", None, ("spades-2",)), *events):
        state = state.apply(event)
    assert isinstance(state, OhHell)
    return state


BIDS = (bid(1, 1), bid(2, 0), bid(0, 1))


def test_oh_1_every_deal_leaves_a_card_to_turn_up() -> None:
    assert sizes(3, 0, "down") == (10, 9, 8, 7, 6, 5, 4, 3, 2, 1)
    assert sizes(7, 0, "up") == (1, 2, 3, 4, 5, 6, 7)
    assert sizes(4, 3, "down-up") == (3, 2, 1, 2, 3)
    assert all(players * size < len(CARDS) for players in range(3, 8) for size in sizes(players, 0, "down"))


def test_oh_2_the_card_turned_up_makes_trump_or_none_does() -> None:
    assert after().trump == "spades"
    assert after(trump="none").trump == ""
    assert [(piece.place, piece.face) for piece in after().expected_pieces()] == [("turned", "spades-2")]


def test_oh_3_bids_go_round_from_the_dealers_left() -> None:
    assert after().awaits == Turn((1,))
    state = after(*BIDS)
    assert [state.bid_of(seat) for seat in range(3)] == [1, 1, 0]
    with pytest.raises(IllegalEvent, match=r"seat 1 first bids \(OH-3\)"):
        after().apply(bid(2, 1))
    with pytest.raises(IllegalEvent, match=r"there are 3 tricks, not 4 \(OH-3\)"):
        after().apply(bid(1, 4))
    with pytest.raises(BadEvent):
        after().apply(Event("bid", 1, ("hearts-2",)))


def test_oh_4_the_last_bid_may_not_make_the_number_of_tricks() -> None:
    state = after(bid(1, 1), bid(2, 0))
    assert {event.items[0] for event in state.legal()} == {"0", "1", "3"}
    with pytest.raises(IllegalEvent, match=r"may not be 3 \(OH-4\)"):
        state.apply(bid(0, 2))
    assert len(after(bid(1, 1), bid(2, 0), hook=False).legal()) == 4


def test_oh_5_who_has_the_suit_follows_it() -> None:
    state = after(*BIDS, lay(1, "hearts-king"), lay(2, "diamonds-9"))
    assert [event.items[0] for event in state.legal()] == ["hearts-ace", "hearts-2"]
    with pytest.raises(IllegalEvent, match=r"must follow \(OH-5\)"):
        state.apply(lay(0, "clubs-5"))


def test_oh_5_a_suit_that_was_not_followed_comes_later_only_if_the_group_lets_it_stand() -> None:
    state = after(*BIDS, lay(1, "hearts-king"), lay(2, "diamonds-9"), lay(0, "hearts-ace"), hidden=True)
    state = state.apply(lay(0, "clubs-5")).apply(lay(1, "spades-3"))
    revoked = lay(2, "hearts-9")
    with pytest.raises(IllegalEvent, match=r"did not follow hearts before, and so has none \(OH-5\)"):
        state.apply(revoked)
    assert revoked not in state.legal()
    assert revoked in state.likely_mistakes()
    stands = state.apply_anyway(revoked)
    assert isinstance(stands, OhHell)
    assert stands.expected_pieces()[-1].face == "hearts-9"


def test_oh_6_trump_takes_the_trick_else_the_suit_that_was_led() -> None:
    state = after(*BIDS, lay(1, "hearts-king"), lay(2, "diamonds-10"), lay(0, "hearts-ace"))
    assert (state.won, state.awaits) == ((1, 0, 0), Turn((0,)))
    state = state.apply(lay(0, "clubs-5")).apply(lay(1, "spades-3")).apply(lay(2, "clubs-ace"))
    assert (state.won, state.awaits) == ((1, 1, 0), Turn((1,)))


def test_oh_7_the_bid_just_made_scores_ten_and_its_tricks() -> None:
    played = (
        lay(1, "hearts-king"), lay(2, "diamonds-10"), lay(0, "hearts-ace"),
        lay(0, "clubs-5"), lay(1, "spades-3"), lay(2, "clubs-ace"),
        lay(1, "spades-4"), lay(2, "diamonds-9"), lay(0, "hearts-2"),
    )  # fmt: skip
    assert after(*BIDS, *played).score == (11, 0, 10)
    assert after(*BIDS, *played, scoring="tricks").score == (11, 2, 10)
    assert after(*BIDS, *played, scoring="minus").score == (11, -1, 10)


def test_oh_8_the_deal_goes_round_and_the_most_points_win() -> None:
    match = play(GAMES["oh-hell"], ("Ana", "Ben", "Cleo"), 7, {"most": 3}, ["sensible"])
    deals = [state.dealer for state, event in zip(match.states, match.events, strict=False) if event.kind == "deal"]
    assert deals == [0, 1, 2]
    best = max(match.state.scores())
    assert match.state.awaits == Over(tuple(s for s, held in enumerate(match.state.scores()) if held == best))


@pytest.mark.parametrize("players", [3, 7])
def test_who_sees_no_hand_follows_the_same_game(players: int) -> None:
    """A whole game between open hands is legal, event by event, for a device that sees none; and it says none."""
    names = ("Ana", "Ben", "Cleo", "Dan", "Eve", "Finn", "Gus")[:players]
    truth = play(GAMES["oh-hell"], names, 5, {}, ["sensible"])
    seen = Match.begin(GAMES["oh-hell"], names, {"hands": "hidden"})
    for before, event in zip(truth.states, truth.events, strict=False):
        told = before.public(event)
        assert isinstance(seen.state.awaits, Chance) or told in seen.state.legal()
        seen = seen.play(told)
        assert isinstance(seen.state, OhHell)
        assert {card for hand in seen.state.hands for card in hand} <= {BLANK}
    assert seen.state.scores() == truth.state.scores()


def test_no_view_tells_a_hand_of_others() -> None:
    state = GAMES["oh-hell"].start(3)
    assert isinstance(state.awaits, Chance)
    state = state.apply(deal(state.awaits, Random(2))).view(1)
    assert isinstance(state, OhHell)
    assert [BLANK in hand for hand in state.hands] == [True, False, True]
    assert set(map(suit, state.hands[1])) <= {"clubs", "diamonds", "hearts", "spades"}
