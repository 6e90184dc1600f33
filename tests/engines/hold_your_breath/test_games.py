"""Whole games: at random with all options, counted move by move, and played by the policies."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import given, seed, settings
from hypothesis import strategies as st

from engines.core import BLANK, Chance, Match, Over, State
from engines.dealer import deal, outcomes
from engines.hold_your_breath import GAME, HoldYourBreath
from engines.hold_your_breath.policies import sensible
from engines.hold_your_breath.rules import OPTIONS
from tests.engines.hold_your_breath.table import FULL, NAMES, at, do, hidden, lines, random_game, table

choices = st.fixed_dictionaries(
    {},
    optional={option.name: st.sampled_from(list(option.values)) for option in OPTIONS if option.name != "first"},
)


def check(state: HoldYourBreath) -> None:
    """What holds in every state of every game."""
    rules = state.rules
    seen = Counter(card for zone in (*state.hands, state.pile, *state.sharks) for card in zone)
    seen.update(card for laid in state.panics for card, _ in laid)
    assert sum(seen.values()) + state.deck == sum(rules.counts.values())
    assert all(seen[card] <= rules.counts[card] for card in seen if card != BLANK)
    assert sum(state.unseen().values()) == state.deck + seen[BLANK]
    assert all(len(hand) <= 5 and list(hand) == sorted(hand) for hand in state.hands)
    assert all(len(laid) <= 1 or rules.second_panic for laid in state.panics)
    assert all(len(sharks) <= 1 or rules.second_shark for sharks in state.sharks)
    assert all(0 <= depth <= rules.spaces for depth in state.depths)
    assert all(depth <= anchor for depth, anchor in zip(state.depths, state.anchors, strict=False))
    assert state.swum <= state.air
    assert (state.drawer >= 0) == (state.deck == 0) or state.step == "over"


@seed(20)
@settings(max_examples=80, deadline=None)
@given(players=st.integers(2, 6), number=st.integers(0, 10**6), options=choices)
def test_every_game_at_random_ends_and_keeps_its_cards_together(
    players: int, number: int, options: dict[str, object]
) -> None:
    match = random_game(players, number, options)
    for state in match.states:
        assert isinstance(state, HoldYourBreath)
        check(state)
    assert isinstance(match.state.awaits, Over)
    assert match.state.awaits.winners
    scores = match.state.scores()
    assert all(scores[seat] == max(scores) for seat in match.state.awaits.winners)


@seed(21)
@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 6), number=st.integers(0, 10**6), options=choices)
def test_replay_gives_equal_states_and_undo_restores_them(
    players: int, number: int, options: dict[str, object]
) -> None:
    match = random_game(players, number, options)
    replayed = Match.begin(GAME, NAMES[:players], options).play(*match.events)
    assert replayed.states == match.states
    for _ in range(10):
        replayed = replayed.undo()
        assert replayed.state == match.states[len(replayed.events)]


@seed(22)
@settings(max_examples=15, deadline=None)
@given(players=st.integers(2, 6), number=st.integers(0, 10**6), options=choices)
def test_every_legal_event_applies_and_no_other_play_of_a_held_card_does(
    players: int, number: int, options: dict[str, object]
) -> None:
    for state in random_game(players, number, options).states[::25]:
        assert isinstance(state, HoldYourBreath)
        legal = set(state.legal())
        for event in legal:
            check(state.apply(event))
        ways = [way.event for card in state.holds(state.seat) for way in state.rules.plays[state.seat][card]]
        for event in (way for way in ways if way not in legal):
            with pytest.raises(Exception, match="HB-"):
                state.apply(event)


# -- perft: how many ways there are to go on


def count(state: State, depth: int) -> int:
    """Sequences of so many events from here; every outcome of a chance counts once."""
    if depth == 0:
        return 1
    awaits = state.awaits
    events = [event for event, _ in outcomes(awaits)] if isinstance(awaits, Chance) else state.legal()
    return sum(count(state.apply(event), depth - 1) for event in events)


def middle() -> HoldYourBreath:
    """A busy table of three in the Ascent."""
    return table(
        "air-10-kraken air-5-calm dolphin swim-10-shark swim-5-draw",
        FULL,
        "air-5-panic swim-10-kraken",
        depths="3 6 4",
        anchors="5 6 6",
        deck=6,
        panics={0: "air-5-panic", 1: "swim-5-discard/down"},
        sharks={0: "swim-10-shark"},
    )


PERFT = {
    "start": (table("air-5-calm air-10-panic swim-5-draw swim-10-discard dolphin", FULL), (12, 111, 913, 7076)),
    "hidden start": (hidden(table(FULL, FULL)), (32, 814)),
    "busy": (middle(), (22, 233, 1638, 8176)),
    "busy, hidden": (hidden(middle()), (38, 911)),
    "no air": (table("swim-5-draw swim-10-calm swim-5-panic", FULL), (3, 25, 91, 4711)),
    "last turn": (
        table("air-5-calm swim-5-calm dolphin", "dolphin", seat=0, depths="1 2", anchors="4 5", deck=0, drawer=1),
        (6, 17, 40, 72, 321),
    ),
}


@pytest.mark.parametrize(("name", "depth"), [(name, d) for name, (_, n) in PERFT.items() for d in range(1, len(n) + 1)])
def test_the_number_of_ways_to_go_on_is_known(name: str, depth: int) -> None:
    state, numbers = PERFT[name]
    assert count(state, depth) == numbers[depth - 1]


# -- the policies


def test_sensible_players_beat_random_ones() -> None:
    won = Counter[str]()
    for number in range(30):
        random = Random(number)
        state: State = GAME.start(2, {"first": number % 2})
        while not isinstance(awaits := state.awaits, Over):
            if isinstance(awaits, Chance):
                state = state.apply(deal(awaits, random))
            else:
                name = ("sensible", "random")[awaits.seat]
                state = state.apply(GAME.policies[name](state, random))
        won.update(("sensible", "random")[seat] for seat in awaits.winners)
    assert won["sensible"] >= 25


@pytest.mark.parametrize("players", range(2, 7))
def test_with_the_assumed_deck_sensible_games_end_in_both_ways_and_seldom_in_a_tie(players: int) -> None:
    """HB-1: the assumed deck plays well."""
    ends, shared = Counter[str](), 0
    for number in range(30):
        match = random_game(players, number, policy="sensible")
        assert isinstance(match.state, HoldYourBreath)
        assert isinstance(match.state.awaits, Over)
        ends[next(str(note[0]) for note in reversed(match.state.notes) if note[0] != "behind")] += 1
        shared += len(match.state.awaits.winners) > 1
    assert ends.keys() == {"deepest-up", "deck-out"}
    assert min(ends.values()) >= 3
    assert shared <= 15


def test_a_sensible_player_breathes_then_swims_as_far_as_the_air_goes() -> None:
    state = table("air-10-calm swim-10-calm swim-5-calm swim-5-draw air-5-calm", FULL)
    random = Random(1)
    for _ in range(4):
        state = state.apply(sensible(state, random))
    assert state.depths[0] >= 2
    assert state.swum == 3


@pytest.mark.parametrize(
    ("state", "line"),
    [
        (table("air-5-calm swim-5-calm", FULL, panics={0: "air-5-panic"}), "play @0: air-5-calm calm panic"),
        (
            table("air-10-kraken air-5-draw swim-10-draw", FULL, sharks={0: "swim-10-shark"}),
            "play @0: air-10-kraken kraken swim-10-shark",
        ),
        (
            table("dolphin air-5-calm", FULL, FULL, depths="1 2 5", sharks={0: "swim-10-shark"}),
            "play @0: air-5-calm calm swim-10-shark 2",
        ),
        (table("air-5-panic air-5-panic", FULL, FULL, depths="1 2 5"), "play @0: air-5-panic panic 2"),
        (table("air-5-panic air-5-panic", FULL, FULL, depths="1 2 0", anchors="4 5 6"), "play @0: air-5-panic panic 1"),
        (
            table("air-5-panic air-5-draw", FULL, depths="0 2", anchors="1 5", sharks={1: "swim-10-shark"}),
            "play @0: air-5-draw air-5",
        ),
        (
            table("swim-5-draw", FULL, depths="0 2", anchors="1 5", panics={1: "swim-5-panic"}),
            "play @0: swim-5-draw draw",
        ),
        (
            table("swim-5-draw", FULL, depths="0 2", anchors="1 5", panics={1: "swim-5-panic"}, deck=0, drawer=1),
            "end @0",
        ),
        (table("air-10-calm swim-5-draw", FULL, step="breath", air_check="start"), "breathe @0"),
        (table("swim-10-kraken swim-5-draw", FULL, step="breath", air_check="start"), "panic @0: swim-5-draw"),
        (table("swim-10-kraken swim-5-draw", FULL, step="gasp"), "panic @0: swim-5-draw"),
        (at(table("swim-10-kraken", FULL, step="hit"), hits=(1,)), "discard @1: swim-5-draw"),
        (table("air-10-calm dolphin swim-5-draw", FULL, step="refill", air=1), "done @0"),
        (table("swim-10-calm dolphin swim-5-draw", FULL, step="refill", air=1), "discard @0: swim-5-draw"),
        (table("swim-10-calm dolphin swim-5-draw", FULL, step="refill", air=1, deck=0, drawer=1), "done @0"),
        (table("air-5-draw air-5-draw dolphin dolphin dolphin", FULL, step="refill"), "discard @0: air-5-draw"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_a_sensible_player_does(state: HoldYourBreath, line: str) -> None:
    assert line in lines(state)
    assert str(sensible(state, Random(1))) == line


def test_a_sensible_player_does_not_dive_deeper_than_the_cards_of_the_ascent_will_carry() -> None:
    hand = "air-10-calm swim-10-calm"
    free = do(table(hand, FULL, depths="12 20"), "play @0: air-10-calm air-10")
    assert sensible(free, Random(1)).items[1] == "swim-10"
    assert str(sensible(at(free, depths=(14, 20)), Random(1))) == "end @0"
    assert sensible(at(free, depths=(14, 20), anchors=(16, 20)), Random(1)).items[1] == "swim-10"
    three = do(table(hand, FULL, FULL, depths="7 20 0"), "play @0: air-10-calm air-10")
    assert sensible(three, Random(1)).items[1] == "swim-10"
    assert str(sensible(at(three, depths=(8, 20, 0)), Random(1))) == "end @0"


def test_a_sensible_player_dives_two_spaces_deeper_than_the_others_and_no_more() -> None:
    for others, line in ((4, "end @0"), (5, "play @0: swim-10-calm swim-10")):
        state = do(table("air-10-calm swim-10-calm", FULL, depths=f"6 {others}"), "play @0: air-10-calm air-10")
        assert str(sensible(state, Random(1))) == line
    shallow = do(table("air-10-calm swim-10-calm", FULL, depths="5 9", spaces=5), "play @0: air-10-calm air-10")
    assert str(sensible(shallow, Random(1))) == "end @0"


def test_a_sensible_player_decides_the_same_whatever_the_others_hold() -> None:
    mine = "air-5-panic swim-5-draw dolphin swim-10-kraken"
    first, second = table(mine, FULL, deck=20), table(mine, "dolphin dolphin dolphin air-5-calm air-10-draw", deck=20)
    assert sensible(first, Random(1)) == sensible(second, Random(1))


def test_a_hidden_hand_is_played_at_random() -> None:
    state = hidden(table(FULL, FULL))
    assert sensible(state, Random(1)) in state.legal()
    assert len({sensible(state, Random(number)) for number in range(20)}) > 5
