"""Why, always: whatever changes a score is told with its reason, in every game."""

from __future__ import annotations

from random import Random

import pytest

from companion.api import match_view
from companion.words import sentences
from engines.core import Chance, Match, Over, Reason
from engines.dealer import deal
from engines.games import GAMES

NAMES = ("Ana", "Ben", "Cleo", "Dot", "Eve", "Finn", "Gus", "Hal")
SEEDS = range(4)
MOST = 700
"""Events of a game that are looked at."""


def begun(name: str, random: Random, seed: int) -> Match:
    """A match of as many as may play, with the default options or with some drawn at random."""
    game = GAMES[name]
    options = {option.name: random.choice(list(option.values)) for option in game.options if seed % 2}
    known = {option.name for option in game.options}
    options |= {"first": 0} if "first" in known else {}
    options |= {"hands": ("open", "hidden")[seed // 2 % 2]} if "hands" in known else {}
    return Match.begin(game, NAMES[: random.choice(list(game.seats)[: len(NAMES)])], options)


def moments(name: str, seed: int):
    """A game of players of random wits, after each event."""
    random = Random(seed)
    match = begun(name, random, seed)
    policy = match.game.policies[random.choice(sorted(match.game.policies))]
    while not isinstance(match.state.awaits, Over) and len(match.events) < MOST:
        awaits = match.state.awaits
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else policy(match.state, random))
        yield match


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_each_player_whose_score_changes_is_told_why(name, seed):
    for match in moments(name, seed):
        if match.states[-2].scores() == match.state.scores():
            continue
        (entry,) = match_view.log(match, most=1)
        told = {why.seat for why in entry.reasons if why.text and (why.rule or name == "dice-tray")}
        assert {change.seat for change in entry.scores} <= told, (entry.text, entry.scores, entry.reasons)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("seed", SEEDS)
def test_the_points_of_the_log_add_up_to_the_score(name, seed):
    points = [0] * len(NAMES)
    for match in moments(name, seed):
        for change in match_view.log(match, most=1)[0].scores:
            points[change.seat] += change.points
    first = match.states[0].scores()
    assert tuple(first[seat] + points[seat] for seat in range(len(first))) == match.state.scores()


def test_a_player_whose_name_is_only_the_beginning_of_a_word_is_named_still():
    match = Match.begin(GAMES["shark-attacks"], ("Al", "Ben"))
    assert sentences._of_whom(match, Reason("All sharks swim on", "SA-1", seat=0)) == "Al: All sharks swim on"
    assert sentences._of_whom(match, Reason("seat 0 is out", "SA-1", seat=0)) == "Al is out"


def test_a_reason_that_is_nobodys_names_nobody():
    match = Match.begin(GAMES["hai-noon"], ("Ana", "Ben"))
    assert sentences._of_whom(match, Reason("harpoons stay", "HN-8")) == "harpoons stay"
