"""The card games in words: whatever happens, in whatever variant, no name of a machine reaches a person."""

from __future__ import annotations

import json
import re
from random import Random

import pytest

from companion.api import match_view
from companion.panels.panel import panel
from companion.words import sentences
from companion.words.games import splash_down
from engines.core import Chance, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from engines.splash_down.step import Stage

NAMES = ("Ana", "Ben", "Cleo", "Dot", "Eve", "Finn")
CARDS = ("hold-your-breath", "hai-noon", "splash-down")
TIED = re.compile(r"[a-z0-9]+(?:[-./_@][a-z0-9]+)+")
ENGLISH = {
    "north-west", "north-east", "south-east", "south-west", "face-down", "one-time",
}  # fmt: skip


def raw(text: str) -> list[str]:
    """What in a sentence looks like a name out of the program."""
    tied = [found for found in TIED.findall(text.lower()) if found not in ENGLISH]
    return tied + re.findall(r"\?\?|\bseat \d|\bNone\b|\bTrue\b|\bFalse\b|[{}\[\]@_]", text)


def variant(game, random: Random, seed: int) -> Match:
    """A match whose options are drawn at random."""
    players = random.choice(list(game.seats)[: len(NAMES) - 1])
    options = {o.name: random.choice(list(o.values)) for o in game.options}
    options["first"] = random.randrange(players)
    options["hands"] = ("open", "hidden")[seed % 2]
    if "divers" in options:
        options["divers"] = random.choice(game.options[3].values)
    return Match.begin(game, NAMES[:players], options)


def moments(name: str, seed: int, events: int = 160):
    """A game of a random variant between players of random wits, moment by moment; its log can be told at each."""
    game, random = GAMES[name], Random(seed)
    match = variant(game, random, seed)
    yield match
    while not isinstance(match.state.awaits, Over) and len(match.events) < events:
        awaits, legal = match.state.awaits, match.state.legal()
        kind = random.choice(sorted({event.kind for event in legal})) if legal else ""
        choices = [event for event in legal if event.kind == kind]
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else random.choice(choices))
        yield match


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("seed", range(4))
def test_no_name_out_of_the_program_reaches_a_person(name, seed):
    kinds = set()
    for match in moments(name, seed):
        index = len(match.events) - 1
        said = [match_view.awaits(match).text, *(player.detail for player in match_view.players(match))]
        said += [move.text for move in match_view.moves(match)]
        said += [sentences.would(match, event) for event in match.state.legal()]
        if index >= 0:
            said += [sentences.happened(match, index)]
            said += sentences.because(match, index)
            kinds.add(match.events[index].kind)
        assert all(said), match.events[-1:]
        assert [text for text in said if raw(text)] == []
    assert [ruling.text for ruling in match_view.house(match) if raw(ruling.text)] == []
    assert len(kinds) > 4


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("seed", range(3))
def test_every_piece_of_every_event_has_a_name_for_people(name, seed):
    for match in moments(name, seed):
        names = sentences.pieces(match)
        events = (*match.events[-1:], *match.state.legal())
        items = {item for event in events for item in event.items if not item.isdecimal()}
        items |= {item for pool in match_view.expects(match) for item in pool.items if not item.isdecimal()}
        items |= {item for lie in match.state.expected_pieces() if lie.kind == "card" for item in [lie.face]}
        known = {item for item in items if item in names}
        assert items - known <= {"panic", "five", "calm", "kraken", "shark", "discard", "draw"}
        assert [item for item in known if raw(names[item]) and not item.startswith("seat-")] == []


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("seed", range(4))
def test_decisions_of_one_moment_can_be_told_apart(name, seed):
    for match in moments(name, seed, 80):
        texts = [move.text for move in match_view.moves(match)]
        assert len(set(texts)) == len(texts), sorted(text for text in texts if texts.count(text) > 1)


@pytest.mark.parametrize("name", CARDS)
@pytest.mark.parametrize("seed", range(4))
def test_the_panel_is_plain_data_with_every_seat_and_the_names_of_its_cards(name, seed):
    for match in moments(name, seed, 60):
        state = json.loads(json.dumps(panel(match)))
        assert [why["seat"] for why in state["why"]] == [*range(len(match.players))] or name == "splash-down"
        for why in state["why"]:
            assert not raw(why["text"])
        assert "??" not in state["names"] or raw(state["names"]["??"]) == []


def test_what_would_happen_is_told_as_it_is_once_it_has():
    match = Match.begin(GAMES["hai-noon"], NAMES[:3], {"hands": "hidden"})
    while isinstance(match.state.awaits, Chance):
        match = match.play(deal(match.state.awaits, Random(1)))
    for event in match.state.legal():
        assert sentences.would(match, event) == sentences.happened(match.play(event), len(match.events))


@pytest.mark.parametrize("name", CARDS)
def test_the_log_of_a_game_with_open_hands_tells_no_card_that_went_by_face_down(name):
    random, match = Random(3), Match.begin(GAMES[name], NAMES[:3], {"hands": "open"})
    hidden = ("draw", "deal") if name != "splash-down" else ("deal", "card", "give")
    while not isinstance(match.state.awaits, Over) and len(match.events) < 120:
        awaits, policy = match.state.awaits, match.game.policies["random"]
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else policy(match.state, random))
    entries = [entry for entry in match_view.log(match) if entry.kind in hidden and entry.items]
    assert len(entries) > 5
    assert {item for entry in entries for item in entry.items} <= {"??", "breach"}
    assert [entry.text for entry in entries if raw(entry.text)] == []


def test_a_scored_card_may_be_taken_and_what_a_steal_chooses_is_taken():
    match = Match.begin(GAMES["splash-down"], NAMES[:2], {"hands": "open"})
    penalty = match.state.replace(step=Stage("take", 0, queue=(1,)))
    steal = match.state.replace(step=Stage("take", 0, "steal", ("seat-1/hand",), queue=(1,)))
    assert splash_down.next_step(match, penalty) == "Ana may take a scored card from Ben"
    assert splash_down.next_step(match, steal) == "Ana takes a card from Ben"
