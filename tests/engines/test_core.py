"""Events, options, matches: the words that every game is told in."""

from __future__ import annotations

import pytest

from engines.core import BadEvent, Chance, Event, IllegalEvent, Match, Option, Pool, State, Turn, decode, encode
from engines.dealer import outcomes
from engines.games import GAMES
from engines.once import once
from tests.engines.shark_attacks.table import AGAIN, BANK, SUN, throw

SHARKS = GAMES["shark-attacks"]
FIRST = throw("0000123")


def test_an_event_is_told_in_one_line() -> None:
    assert str(Event("throw", None, ("swimmer-2", "shark-wave"))) == "throw: swimmer-2 shark-wave"
    assert str(Event("bank", 0)) == "bank @0"
    assert str(Event("take", 0, ("1",))) == "take @0: 1"


def test_an_illegal_event_tells_the_reason_and_the_ruling() -> None:
    assert str(IllegalEvent("the game has ended", "SA-13")) == "the game has ended (SA-13)"
    assert str(IllegalEvent("the game has ended")) == "the game has ended"


def test_empty_parts_of_an_event_are_left_out_as_json() -> None:
    assert encode(BANK) == {"event": "bank", "seat": 0}
    assert encode(SUN) == {"event": "event", "items": ["event-sun"]}
    assert decode({"event": "bank", "seat": None, "items": []}) == Event("bank")


@pytest.mark.parametrize(
    "data",
    [None, 3, "bank", [], {}, {"event": 3}, {"event": "bank", "seat": 1.0}, {"event": "bank", "items": [1]}, {1: 2}],
)
def test_json_that_is_no_event_cannot_be_read(data: object) -> None:
    with pytest.raises(BadEvent):
        decode(data)


def test_the_first_of_several_seats_that_may_decide_is_named() -> None:
    assert Turn((2, 0)).seat == 2


def test_options_are_read_from_words_and_refuse_what_does_not_fit() -> None:
    number, choice = Option("target", 100, range(10, 501), ""), Option("tie", "again", ("again", "earliest"), "")
    flag = Option("bank_zero", True, (True, False), "")
    assert (number.read(" 50 "), choice.read("Earliest"), flag.read("false"), flag.read(True)) == (
        50,
        "earliest",
        False,
        True,
    )
    assert (number.fits(), flag.fits()) == ("a whole number from 10 to 500", "true, false")
    for option, value in [(number, 9), (number, "many"), (choice, ""), (flag, 1)]:
        with pytest.raises(BadEvent, match=f"option {option.name}: .* it takes {option.fits()}"):
            option.read(value)


def test_an_unknown_option_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadEvent, match="no option 'aim'; it has target, first"):
        SHARKS.start(2, {"aim": 3})


@pytest.mark.parametrize("names", [("Ana", " ana "), ("Ana", ""), ("", ""), ("Ana", "  ")])
def test_players_need_names_of_their_own(names: tuple[str, ...]) -> None:
    with pytest.raises(BadEvent, match="name of their own"):
        Match.begin(SHARKS, names)


def test_a_match_needs_players() -> None:
    with pytest.raises(BadEvent, match="2 to 6 players, not 0"):
        Match.begin(SHARKS, ())


def test_a_match_keeps_events_and_states_together() -> None:
    match = Match.begin(SHARKS, ("Ana", "Ben")).play(FIRST, BANK)
    assert (match.events, len(match.states)) == ((FIRST, BANK), 3)
    assert match.upto(1).events == (FIRST,)
    assert match.state.scores() == (6, 0)


def test_a_refused_event_leaves_the_match_as_it_was() -> None:
    match = Match.begin(SHARKS, ("Ana", "Ben")).play(FIRST)
    with pytest.raises(IllegalEvent):
        match.play(BANK, BANK)
    assert match.events == (FIRST,)


def test_a_correction_replays_what_came_after() -> None:
    match = Match.begin(SHARKS, ("Ana", "Ben")).play(FIRST, BANK, throw("0000001"))
    corrected, lost = match.correct(0, throw("0000333"))
    assert (corrected.state.scores(), lost) == ((9, 0), ())
    assert corrected.events == (throw("0000333"), BANK, throw("0000001"))


def test_a_correction_gives_back_the_later_events_that_no_longer_fit() -> None:
    match = Match.begin(SHARKS, ("Ana", "Ben")).play(FIRST, AGAIN, SUN, throw("00001"))
    corrected, lost = match.correct(0, throw("0001123"))
    assert (corrected.events, lost) == ((throw("0001123"), AGAIN, SUN), (throw("00001"),))


def test_a_correction_that_does_not_fit_itself_is_refused() -> None:
    match = Match.begin(SHARKS, ("Ana", "Ben")).play(FIRST, AGAIN)
    with pytest.raises(IllegalEvent):
        match.correct(1, SUN)
    for index in (-1, 2):
        with pytest.raises(BadEvent, match=f"no event {index}; the match has 2"):
            match.correct(index, AGAIN)


def test_the_outcomes_of_dice_are_all_there_is_with_their_odds() -> None:
    chance = Chance("throw", (Pool("die", 2, (("a", 1), ("b", 3))), Pool("coin", 1, (("h", 1), ("t", 1)))))
    told = {event.items: p for event, p in outcomes(chance)}
    assert told == pytest.approx(
        {
            ("a", "a", "h"): 1 / 32,
            ("a", "a", "t"): 1 / 32,
            ("a", "b", "h"): 6 / 32,
            ("a", "b", "t"): 6 / 32,
            ("b", "b", "h"): 9 / 32,
            ("b", "b", "t"): 9 / 32,
        }
    )


def test_the_outcomes_of_cards_never_draw_more_than_there_are() -> None:
    chance = Chance("draw", (Pool("card", 2, (("a", 1), ("b", 2)), replace=False),))
    assert {event.items: p for event, p in outcomes(chance)} == pytest.approx({("a", "b"): 2 / 3, ("b", "b"): 1 / 3})
    for faces in ((("a", 1), ("b", 2)), ()):
        assert list(outcomes(Chance("draw", (Pool("card", 4, faces, replace=False),)))) == []


def test_what_a_state_is_asked_once_is_kept_with_it_and_asked_anew_of_the_next() -> None:
    asked = []

    @once
    def steps_from_here(state: State) -> int:
        asked.append(state)
        return len(state.legal())

    first = GAMES["splash-down"].start(3)
    assert steps_from_here(first) == steps_from_here(first) == len(first.legal())
    assert asked == [first]
    changed = first.replace(breaches=1)
    steps_from_here(changed)
    assert asked == [first, changed]
