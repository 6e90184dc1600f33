"""What the page says is made of the match alone, for every game, at every moment, and in words for people."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from random import Random

import pytest

from companion.api import match_view
from companion.panels.panel import panel
from companion.words import sentences
from engines.core import Event, Match, Turn
from engines.dealer import deal
from engines.games import GAMES, game_named

NAMES = ("Ana", "Ben", "Cleo", "Dot", "Eve", "Finn")
THROW = ("swimmer-1", "swimmer-2", "swimmer-3", "swimmer-wave", "swimmer-wave", "swimmer-2", "swimmer-1")


def beach(*events: Event) -> Match:
    return Match.begin(game_named("shark-attacks"), NAMES[:3]).play(*events)


def thrown(*items: str) -> Event:
    return Event("throw", None, items)


def played(name: str, seed: int, events: int = 60) -> Match:
    """A match between random players, as far as it goes."""
    game, random = GAMES[name], Random(seed)
    match = Match.begin(game, NAMES[: max(game.seats[0], 2)])
    for _ in range(events):
        awaited = match.state.awaits
        if isinstance(awaited, Turn):
            match = match.play(game.policies["random"](match.state, random))
        elif hasattr(awaited, "pools"):
            match = match.play(deal(awaited, random))
    return match


@pytest.mark.parametrize("name", sorted(GAMES))
@pytest.mark.parametrize("seed", [1, 2, 3])
def test_every_game_can_be_shown_at_every_moment(name, seed):
    match = played(name, seed)
    for count in range(len(match.events) + 1):
        now = match.upto(count)
        assert len(match_view.players(now)) == len(now.players)
        assert match_view.awaits(now).text
        assert len(match_view.moves(now)) == len(now.state.legal())
        assert all(move.text for move in match_view.moves(now))
        json.dumps(panel(now))
    whole = match_view.log(match, most=len(match.events))
    assert [entry.index for entry in whole] == list(range(len(match.events)))
    assert match_view.log(match) == whole[-match_view.NEWEST :]
    assert match_view.log(match, 7, 3) == whole[4:7]
    assert not [why for entry in whole for why in entry.reasons if re.search(r"\bseat \d", why.text)]


@pytest.mark.parametrize(
    ("events", "text"),
    [
        ((), "Ana throws 7 blue dice"),
        ((thrown(*THROW),), "Ana: bank 9, or throw again?"),
        ((thrown(*THROW), Event("again", 0)), "Ana throws the yellow die"),
        ((thrown(*THROW), Event("again", 0), Event("event", None, ("event-sun",))), "Ana throws 3 blue dice"),
        (
            (thrown(*THROW), Event("again", 0), Event("event", None, ("event-attack",))),
            "Ana throws 5 blue dice and 1 red die",
        ),
    ],
)
def test_the_beach_says_what_must_happen_next(events, text):
    assert sentences.next_step(beach(*events)) == text


def test_the_log_says_who_did_what():
    match = beach(thrown(*THROW), Event("again", 0), Event("event", None, ("event-rain",)), thrown("swimmer-3"))
    assert [(entry.text, entry.seat) for entry in match_view.log(match)] == [
        ("Ana throws", 0),
        ("Ana goes on", 0),
        ("Rain: one wave leaves", 0),
        ("Ana throws", 0),
    ]
    assert next((why.text, why.points, why.rule) for why in match_view.log(match)[-1].reasons) == (
        "beach party: 12 swimmers count double",
        24,
        "SA-4",
    )


def test_a_throw_for_the_first_turn_is_called_so():
    match = Match.begin(game_named("shark-attacks"), NAMES[:2], {"first": "throw"})
    assert sentences.next_step(match) == "Ana throws 4 red dice to begin"
    match = match.play(thrown("shark-1", "shark-2", "shark-wave", "shark-wave"))
    assert match_view.log(match)[0].text == "Ana throws to begin"


def test_who_gives_a_sign_is_asked_and_told_by_name():
    match = beach()
    state = match.state
    owing = replace(state, seat=2, phase="take", owed=1, signs=(3, 3, 0))
    match = replace(match.upto(0), states=(owing,))
    assert sentences.next_step(match) == "Cleo: a sign, from whom?"
    assert [move.text for move in match_view.moves(match)] == ["Take a sign from Ana", "Take a sign from Ben"]
    taken = match.play(Event("take", 2, ("1",)))
    assert match_view.log(taken)[0].text == "Cleo takes a sign from Ben"
    assert match_view.log(taken)[0].reasons[0].text == "a sign from Ben for a die eaten"


def test_the_dice_tray_says_who_throws():
    match = Match.begin(game_named("dice-tray"), ("Ana", "Ben")).play(thrown("die-4"))
    assert (sentences.next_step(match), match_view.log(match)[0].text) == ("Ben throws", "Ana throws")


def test_the_end_names_all_who_share_the_title():
    match = Match.begin(game_named("dice-tray"), ("Ana", "Ben"), {"throws": 1}).play(thrown("die-4"), thrown("die-4"))
    assert sentences.next_step(match) == "Ana and Ben win"
    assert match_view.over(match).winners == (0, 1)
    assert match_view.over(beach()) is None


def test_the_beach_panel_gives_dice_as_items():
    state = panel(beach(thrown(*THROW), Event("again", 0), Event("event", None, ("event-sun",))))
    assert state["kept"] == ["swimmer-1", "swimmer-1", "swimmer-2", "swimmer-2", "swimmer-3"]
    assert (state["waves"], state["swimmers"], state["event"], state["pool"]) == (3, 9, "sun", 6)


def test_the_flee_throw_shows_who_is_eaten_by_which_fin():
    attack = (thrown(*THROW), Event("again", 0), Event("event", None, ("event-attack",)))
    state = panel(beach(*attack, thrown("swimmer-3", "swimmer-2", "swimmer-1", "swimmer-wave", "swimmer-1", "shark-3")))
    assert state["bites"] == [["shark-3", ["swimmer-3"]]]
    assert (state["eaten"], state["escaped"]) == (["swimmer-3"], ["swimmer-1", "swimmer-1", "swimmer-2"])
    assert (state["waves"], state["red"], state["signs"]) == (1, 2, [1, 0, 0])


def test_the_tray_panel_counts_faces_and_luck():
    match = Match.begin(game_named("dice-tray"), ("Ana", "Ben")).play(thrown("die-6", "die-5"), thrown("die-1"))
    state = panel(match)
    assert (state["counts"], state["luck"]) == ([1, 0, 0, 0, 1, 1], [4.0, -2.5])
    assert [throw["total"] for throw in state["throws"]] == [1, 11]


def test_a_throw_of_any_number_may_be_typed():
    (pool,) = match_view.expects(Match.begin(game_named("dice-tray"), ("Ana", "Ben")))
    assert (pool.count, pool.most, pool.items) == (1, 20, tuple(f"die-{face}" for face in range(1, 7)))
    assert match_view.expects(beach(thrown(*THROW))) == ()


def test_options_that_no_rulebook_settles_are_called_house_rulings():
    rulings = match_view.house(beach())
    assert "SA-8" in [ruling.rule for ruling in rulings]
    splash = {ruling.text for ruling in match_view.house(Match.begin(game_named("splash-down"), ("Ana", "Ben")))}
    assert "who draws after a Breach: the next player, or the same again: the next player" in splash
    met = match_view.house(beach(thrown(*("swimmer-wave",) * 7), Event("bank", 0)))
    assert ("SA-3", "0 swimmers banked") in [(ruling.rule, ruling.text) for ruling in met]
