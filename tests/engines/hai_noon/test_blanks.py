"""Hands unseen: what the table knows, what it refuses, and that nothing leaks."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import BLANK, BadEvent, Chance, Event, IllegalEvent, Over
from engines.dealer import deal
from engines.hai_noon import HaiNoon, event_seen_by
from engines.hai_noon.deck import COLOUR, COUNT
from engines.hai_noon.rules import OPTIONS
from tests.engines.hai_noon.table import do, lines, pool, start, started, table

LIMIT = 3_000
"""Events in which every random game here ends."""

games = st.builds(
    lambda players, seed, picks: (players, seed, dict(picks)),
    st.integers(2, 4),
    st.integers(0, 10**6),
    st.lists(
        st.sampled_from([(option.name, value) for option in OPTIONS[1:] for value in option.values[-2:]]), max_size=4
    ),
)
"""Players, a seed, and some options off their default."""


def begin(players: int, options: dict[str, object], hands: str = "open") -> HaiNoon:
    first = min(int(str(options.get("first", 0))), players - 1)
    return start(players, {**options, "first": first, "hands": hands})


def play(state: HaiNoon, random: Random) -> list[tuple[Event, HaiNoon]]:
    """A random game to its end: events and the states before them."""
    steps = []
    while not isinstance(state.awaits, Over):
        chance = state.awaits
        event = deal(chance, random) if isinstance(chance, Chance) else random.choice(state.legal())
        steps.append((event, state))
        state = state.apply(event)
        assert len(steps) < LIMIT
    return steps


@settings(max_examples=60, deadline=None, derandomize=True)
@given(games)
def test_the_table_that_sees_no_hand_stands_where_a_spectator_of_the_full_game_does(
    game: tuple[int, int, dict[str, object]],
) -> None:
    """Each event, told as the table sees it, is taken by the blank state, and the two are equal in every field."""
    players, seed, options = game
    blank = begin(players, options, "hidden")
    for event, full in play(begin(players, options), Random(seed)):
        assert full.view(None) == blank
        assert blank.expected_pieces() == full.expected_pieces() or BLANK in [
            lies.face for lies in blank.expected_pieces()
        ]
        assert blank.scores() == full.scores()
        assert blank.why() == full.why()
        assert set(full.legal()) <= set(blank.legal())
        blank = blank.apply(event_seen_by(full, event, None))
    assert isinstance(blank.awaits, Over)


@settings(max_examples=20, deadline=None, derandomize=True)
@given(games)
def test_each_seat_follows_the_game_from_its_own_view(game: tuple[int, int, dict[str, object]]) -> None:
    players, seed, options = game
    steps = play(begin(players, options), Random(seed))
    own = [begin(players, options).view(seat) for seat in range(players)]
    for event, full in steps:
        for seat in range(players):
            assert own[seat] == full.view(seat)
            if full.seat == seat and full.phase == "play":
                assert own[seat].legal() == full.legal()
        own = [view.apply(event_seen_by(full, event, seat)) for seat, view in enumerate(own)]


def mixed(state: HaiNoon, seat: int | None, random: Random) -> HaiNoon:
    """The same state for `seat`, with all cards that it cannot see dealt anew."""
    cards = state.cards
    unseen = [card for hand in (*cards.hands, cards.buried) for card in hand]
    own = cards.hands[seat] if seat is not None else ()
    for card in own:
        unseen.remove(card)
    pile = [card for card, count in cards.left().items() for _ in range(count)]
    pool = pile + unseen
    random.shuffle(pool)
    hands = [
        own if number == seat else tuple(sorted(pool.pop() for _ in hand)) for number, hand in enumerate(cards.hands)
    ]
    buried = tuple(pool.pop() for _ in cards.buried)
    return replace(state, cards=replace(cards, hands=tuple(hands), buried=buried))


@settings(max_examples=30, deadline=None, derandomize=True)
@given(games)
def test_a_view_is_the_same_whatever_the_cards_are_that_its_seat_cannot_see(
    game: tuple[int, int, dict[str, object]],
) -> None:
    """So nothing counted from it can leak: the remaining deck, what is awaited, legal, shown or told."""
    players, seed, options = game
    random = Random(seed)
    for _, full in play(begin(players, options), random)[::5]:
        for seat in (None, *range(players)):
            view, other = full.view(seat), mixed(full, seat, random).view(seat)
            assert view == other
            assert repr(view) == repr(other)
            assert (view.awaits, view.legal(), view.expected_pieces(), view.why()) == (
                other.awaits,
                other.legal(),
                other.expected_pieces(),
                other.why(),
            )
            assert view.cards.left() == other.cards.left()


def test_who_is_awaited_does_not_depend_on_what_nobody_sees() -> None:
    for seed in range(30):
        random = Random(seed)
        for _, full in play(begin(4, {"last_diver": seed % 2 == 1}), random)[::3]:
            other = mixed(full, None, random)
            if not isinstance(full.awaits, Chance):
                assert full.awaits == other.awaits


def test_a_drawn_card_is_seen_by_its_own_seat_only() -> None:
    state = start(2)
    event = Event("deal", None, ("wild", "wild", "wild"))
    assert event_seen_by(state, event, 0) == event
    assert event_seen_by(state, event, 1) == event_seen_by(state, event, None) == Event("deal", None, (BLANK,) * 3)


def test_what_a_seat_may_draw_is_counted_from_what_it_sees() -> None:
    state = table("wild flip-shark.red", "camouflage.red", players=2, north="wild")
    state = do(state, "play @0: wild south")
    faces = dict(pool(state.view(0)).faces)
    assert faces["camouflage.red"] == 1
    assert faces["flip-shark.red"] == 1
    assert faces["wild"] == 2
    assert pool(state.view(1)).faces == ((BLANK, state.cards.pile),)


def test_a_blank_becomes_the_card_played() -> None:
    state = do(started(2, hands="hidden"), "play @0: flip-shark.red north")
    assert state.cards.hands[0] == (BLANK, BLANK)
    assert state.cards.sides[0] == ("flip-shark.red",)


def test_a_known_card_is_played_before_a_blank_is() -> None:
    assert do(table("?? wild"), "play @0: wild north").cards.hands[0] == (BLANK,)


def test_a_card_of_which_all_have_been_seen_cannot_be_in_an_unseen_hand() -> None:
    state = table(north="camouflage.red", discard="flip-shark.blue", south="flip-shark.blue")
    for card in ("camouflage.red", "flip-shark.blue"):
        side = "north" if COLOUR[card] == "red" else "south"
        with pytest.raises(IllegalEvent, match=r"(only one has|all 2 have) been seen elsewhere \(HN-2\)"):
            do(state, f"play @0: {card} {side}")
        assert not any(card in line for line in lines(state))


def test_a_card_known_in_another_hand_cannot_be_in_an_unseen_one() -> None:
    assert not any("camouflage.red" in line for line in lines(table("??", "camouflage.red")))


def test_of_unseen_hands_every_card_that_may_be_there_is_offered() -> None:
    assert {line.split()[2] for line in lines(started(3, hands="hidden"))} == set(COUNT)


def test_unseen_hands_draw_blanks_and_nothing_else() -> None:
    state = do(started(2, hands="hidden"), "play @0: wild north")
    assert pool(state).faces == ((BLANK, 42),)
    with pytest.raises(IllegalEvent, match="not told"):
        do(state, "draw: wild")
    assert do(state, "draw: ??").cards.hands[0] == (BLANK,) * 3
    with pytest.raises(IllegalEvent, match="by name"):
        do(start(2), "deal: ?? ?? ??")


def test_shuffled_discards_may_be_held_again() -> None:
    discard = " ".join(card for card in COUNT for _ in range(COUNT[card]) if card != "wild")
    state = table("wild", "?? ??", players=2, discard=discard)
    assert not any("flip-shark.red" in line for line in lines(replace(state, seat=1)))
    assert any("flip-shark.red" in line for line in lines(replace(state, seat=1, cards=state.cards.shuffled(True))))


@settings(max_examples=40, deadline=None, derandomize=True)
@given(games)
def test_random_games_of_unseen_hands_end_and_never_contradict_the_deck(
    game: tuple[int, int, dict[str, object]],
) -> None:
    players, seed, options = game
    for _, state in play(begin(players, options, "hidden"), Random(seed)):
        assert min(state.cards.left().values()) >= 0
        assert state.cards.pile > 0


@settings(max_examples=40, deadline=None, derandomize=True)
@given(games)
def test_what_is_legal_is_what_applies(game: tuple[int, int, dict[str, object]]) -> None:
    """Every event of one game, tried in every fifth state of it: taken exactly if it is listed."""
    players, seed, options = game
    steps = play(begin(players, options), Random(seed))
    tried = {event for event, _ in steps if event.seat is not None}
    for _, state in steps[::5]:
        legal = set(state.legal())
        for event in tried | legal:
            try:
                state.apply(event)
            except (IllegalEvent, BadEvent):
                assert event not in legal
            else:
                assert event in legal
