"""Who wins (HB-15)."""

from __future__ import annotations

from engines.core import Over
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.reasons import SENTENCES
from tests.engines.hold_your_breath.table import FULL, at, do, table, told


def ended(depths: str, anchors: str, **options: object) -> HoldYourBreath:
    """The Ascent after its last turn."""
    players = len(depths.split())
    hands = ["swim-5-calm"] * players
    last = players - 1
    state = table(
        *hands,
        seat=last,
        depths=depths,
        anchors=anchors,
        deck=0,
        drawer=0,
        air=1,
        **options,  # type: ignore[arg-type]
    )
    return do(state, f"end @{last}", f"done @{last}")


def won(state: HoldYourBreath) -> tuple[int, ...]:
    """The winners."""
    assert isinstance(state.awaits, Over)
    return state.awaits.winners


def test_the_deepest_anchor_among_the_pirates_at_the_surface_wins() -> None:
    """HB-15"""
    state = ended("0 0 1", "4 5 8")
    assert won(state) == (1,)
    assert state.scores() == (20, 25, -5)
    assert told(state) == ["HB-13", "HB-15"]
    assert (state.why()[-1].seat, state.why()[-1].points) == (1, 25)


def test_who_is_not_up_loses_no_matter_how_deep_the_pirate_was() -> None:
    """HB-15"""
    assert won(ended("0 1 1", "1 20 20")) == (0,)


def test_if_nobody_is_up_the_furthest_down_and_back_up_wins() -> None:
    """HB-15"""
    state = ended("3 1 2", "6 4 5")
    assert won(state) == (0,)
    assert state.scores() == (45, 35, 40)
    assert told(state) == ["HB-13", "HB-15*"]
    assert won(ended("6 1 2", "6 4 5")) == (2,)


def test_equal_depths_share_the_title() -> None:
    """HB-15"""
    state = ended("0 0 3", "5 5 6")
    assert won(state) == (0, 1)
    assert told(state) == ["HB-13", "HB-15", "HB-15", "HB-15*"]
    assert won(ended("2 4 9", "5 6 8")) == (0, 1)


def test_by_option_the_first_of_the_equals_to_come_up_wins() -> None:
    """HB-15"""
    state = table(
        "swim-5-calm",
        "swim-5-calm",
        "",
        seat=1,
        depths="1 1 5",
        anchors="5 5 6",
        air=1,
        ties="first-up",
        deck=0,
        drawer=0,
    )
    state = do(state, "play @1: swim-5-calm swim-5")
    state = do(at(state, seat=0, swum=0), "play @0: swim-5-calm swim-5")
    assert state.up == (1, 0)
    state = do(at(state, seat=2), "end @2")
    assert state.step == "over"
    assert won(state) == (1,)
    assert won(at(state, rules=table("", "", "").rules)) == (0, 1)
    assert won(ended("2 4 9", "5 6 8", ties="first-up")) == (0, 1)


def test_a_pirate_that_never_dived_counts_as_up() -> None:
    """HB-15"""
    state = ended("0 1 2", "0 4 5")
    assert won(state) == (0,)
    assert state.scores() == (0, -5, -10)
    assert told(state) == ["HB-13", "HB-15*"]
    assert won(ended("0 0 2", "0 4 5")) == (1,)


def test_by_option_a_pirate_that_never_dived_counts_as_lost() -> None:
    """HB-15"""
    assert won(ended("0 1 2", "0 4 5", never_dived="lost")) == (2,)
    assert won(ended("0 0 2", "0 4 5", never_dived="lost")) == (1,)


def test_if_nobody_dived_the_game_is_tied_as_the_descent_ends() -> None:
    """HB-15"""
    state = table("swim-5-calm", "swim-5-calm", "swim-5-calm", seat=2, deck=0, drawer=0, air=1)
    state = do(state, "end @2", "done @2")
    assert won(state) == (0, 1, 2)
    assert state.anchors == (0, 0, 0)
    assert told(state) == ["HB-12", "HB-15*"]
    assert won(at(state, rules=table("", "", "", never_dived="lost", ties="first-up").rules)) == (0, 1, 2)


def test_by_option_if_nobody_is_up_the_deepest_anchor_wins_or_all_tie() -> None:
    """HB-15"""
    state = ended("6 1 2", "6 4 5", nobody_up="deepest")
    assert (won(state), state.scores()) == ((0,), (30, 20, 25))
    state = ended("6 1 2", "6 4 5", nobody_up="tie")
    assert (won(state), state.scores()) == ((0, 1, 2), (0, 0, 0))
    assert len({ended("6 1 2", "6 4 5", nobody_up=way).why()[1].text for way in ("down-and-up", "deepest", "tie")}) == 3


def test_scores_stand_at_any_time_as_if_the_phase_ended_now() -> None:
    """HB-15"""
    assert table(FULL, FULL, FULL, depths="3 0 20").scores() == (15, 0, 100)
    assert table(FULL, FULL, FULL, depths="3 1 2", anchors="3 4 5").scores() == (15, 35, 40)
    assert table(FULL, FULL, FULL, depths="3 0 2", anchors="3 4 5").scores() == (-15, 20, -10)


def test_exactly_the_reasons_that_nobody_but_us_rules_are_called_house_rulings() -> None:
    """HB-2, HB-4, HB-5, HB-10, HB-12, HB-14, HB-15"""
    assert {name: rule for name, (_, rule, house, _) in SENTENCES.items() if house} == {
        "past-bottom": "HB-2",
        "past-surface": "HB-14",
        "two-sharks": "HB-10",
        "has-air": "HB-4",
        "breathless": "HB-4",
        "spared": "HB-4",
        "kept": "HB-5",
        "begins-tied": "HB-12",
        "nobody-dived": "HB-15",
        "level": "HB-15",
    }
