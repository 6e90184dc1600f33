"""The scorekeeper by its rulings, and the rules that people bring."""

from __future__ import annotations

import pytest

from engines.core import Event, IllegalEvent, Over
from engines.games import GAMES
from engines.record import read, write
from engines.score import Score
from engines.score.rules import BadScoreRules, parse
from engines.simulate import play

DICE = 'title = "Thirty"\ncount = "dice"\ndice = 2\ntarget = 20\n'
HAND = 'title = "Darts"\ncount = "hand"\nsteps = [1, 20]\nrounds = 2\n'
CARDS = 'title = "Odd"\ncount = "cards"\ntarget = 30\nlowest = true\n[values]\njoker = 50\nking = 0\nhearts-king = 7\n'


def after(rules: str, *events: Event, players: int = 2) -> Score:
    """The state after these events."""
    state = GAMES["score"].start(players, {"rules": rules})
    for event in events:
        state = state.apply(event)
    assert isinstance(state, Score)
    return state


def thrown(*faces: int) -> Event:
    return Event("throw", None, tuple(f"die-{face}" for face in faces))


def test_sc_1_seats_take_turns_as_they_sit() -> None:
    state = after(DICE, thrown(1, 2), thrown(3, 3))
    assert (state.score, state.seat) == ((3, 6), 0)
    with pytest.raises(IllegalEvent, match="SC-1"):
        after(HAND).apply(Event("add", 1, ("1",)))


def test_sc_2_each_throw_is_a_turn_and_faces_count_what_the_rules_say() -> None:
    assert after(DICE + "[values]\n1 = 10\n", thrown(1, 4)).score == (14, 0)
    assert after(DICE + "[values]\nother = 0\n6 = 2\n", thrown(6, 4)).score == (2, 0)
    with pytest.raises(IllegalEvent, match=r"2 dice are thrown, not 3 \(SC-2\)"):
        after(DICE).apply(thrown(1, 2, 3))
    with pytest.raises(IllegalEvent, match=r"the dice count \(SC-2\)"):
        after(DICE).apply(Event("done", 0))


def test_sc_3_cards_are_laid_once_each_and_count_as_they_are_taken_up() -> None:
    laid = [Event("lay", 0, (card,)) for card in ("hearts-7", "spades-king", "hearts-king", "joker", "clubs-jack")]
    state = after(CARDS, *laid)
    assert (state.points, state.score) == (7 + 0 + 7 + 50 + 10, (0, 0))
    assert [piece.face for piece in state.expected_pieces()] == [event.items[0] for event in laid]
    assert after(CARDS, *laid, Event("done", 0)).score == (74, 0)
    with pytest.raises(IllegalEvent, match="SC-3"):
        state.apply(laid[0])


def test_sc_4_points_are_entered_step_by_step() -> None:
    state = after(HAND, Event("add", 0, ("20",)), Event("add", 0, ("1",)))
    assert (state.points, state.score) == (21, (0, 0))
    assert after(HAND, Event("add", 0, ("20",)), Event("done", 0)).score == (20, 0)


def test_sc_5_the_round_is_finished_unless_the_target_ends_it_at_once() -> None:
    begun = (thrown(6, 6), thrown(1, 1), thrown(6, 6))
    assert not isinstance(after(DICE, *begun).awaits, Over)
    assert after(DICE, *begun, thrown(1, 2)).awaits == Over((0,))
    assert after("at_once = true\n" + DICE, *begun).awaits == Over((0,))
    done = [Event("done", turn % 2) for turn in range(4)]
    assert not isinstance(after(HAND, *done[:3]).awaits, Over)
    assert after(HAND, *done).awaits == Over((0, 1))


def test_sc_6_the_most_points_win_or_the_fewest() -> None:
    end = (thrown(6, 6), thrown(1, 1), thrown(6, 6), thrown(1, 2))
    assert after(DICE, *end).awaits == Over((0,))
    assert after("lowest = true\n" + DICE, *end).awaits == Over((1,))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('title = "x', "the rules are not TOML"),
        ('count = "dice"\nrounds = 1', 'the rules lack title, as in title = "Thirty"'),
        ('title = "x"\nrounds = 1', 'the rules lack count, as in count = "dice"'),
        (DICE + "colour = 3", "the rules know no 'colour'; they know title, count"),
        (DICE.replace("dice = 2", 'dice = "two"'), "dice takes a whole number, not 'two'"),
        (DICE.replace("dice = 2", "dice = 99"), "dice takes 0 to 20, not 99"),
        (DICE.replace('"dice"', '"stones"'), "count takes dice, cards, hand, not 'stones'"),
        ('title = "x"\ncount = "hand"', "the rules say no end: give target = points, or rounds = number"),
        (HAND + "dice = 3", 'dice goes with count = "dice" only'),
        (HAND.replace("[1, 20]", "[0]"), "steps takes 1 to 8 numbers other than 0, as in [1, 5, 10]"),
        (HAND.replace("[1, 20]", "[5, 5]"), "steps names a number twice"),
        (DICE + "[values]\n7 = 1", "values knows no '7'; it knows 1, 2, 3, 4, 5, 6, die-1"),
        (DICE + "[values]\n1 = 1.5", "values takes whole numbers from -1000000 to 1000000, not 1.5"),
        (CARDS + "stars = 3", "values knows no 'stars'; it knows ace, 2"),
        (DICE + "players = [2, 12]", "players takes the fewest and the most, as in [2, 6], from 1 to 8"),
        (DICE.replace("Thirty", "x" * 41), "title takes one line of 1 to 40 characters"),
        ("#" * 9000, "the rules have 9000 characters; at most 8000 are read"),
    ],
)
def test_bad_rules_are_refused_in_one_line_that_says_what_would_fit(text: str, said: str) -> None:
    with pytest.raises(BadScoreRules) as refused:
        parse(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_too_few_or_too_many_players_for_the_rules_are_refused() -> None:
    with pytest.raises(BadScoreRules, match="Thirty is for 2 to 3 players, not 4"):
        after("players = [2, 3]\n" + DICE, players=4)


@pytest.mark.parametrize("rules", [DICE, HAND, CARDS])
def test_games_of_each_sort_end_and_their_records_hold_the_rules(rules: str) -> None:
    match = play(GAMES["score"], ("Ana", "Ben"), 5, {"rules": rules}, ["sensible"])
    assert isinstance(match.state.awaits, Over)
    assert read(write(match)) == match
