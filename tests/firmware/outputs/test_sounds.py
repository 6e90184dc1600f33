"""Tunes and the light, as functions of the table before and after."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from engines.core import Chance, Event, Match, Over
from engines.dealer import deal
from engines.games import game_named
from firmware.outputs.sounds import light, tune
from firmware.outputs.tunes import melodies
from firmware.state.table import Answer, Mismatch, Question, Step, Table
from hardware.panel.buzzer import Buzzer

START = Table(Match.begin(game_named("shark-attacks"), ("Ana", "Ben")), "0000")
AGAIN, BANK = Event("again", 0), Event("bank", 0)


def throw(*faces, red=()):
    items = [f"swimmer-{face or 'wave'}" for face in faces] + [f"shark-{face or 'wave'}" for face in red]
    return Event("throw", None, tuple(items))


def weather(face):
    return Event("event", None, (f"event-{face}",))


def after(table, *events):
    """The table after these events at once, as `handle` leaves it."""
    steps = table.steps + tuple(Step(event) for event in events)
    return replace(table, match=table.match.play(*events), steps=steps, question=None, mismatch=None)


READ = after(START, throw(0, 0, 0, 0, 1, 2, 3))
FLEEING = after(READ, AGAIN, weather("attack"))


@pytest.mark.parametrize(
    ("before", "events", "expected"),
    [
        (START, [throw(0, 0, 0, 0, 1, 2, 3)], melodies.READ),
        (READ, [BANK], melodies.BANK),
        (READ, [AGAIN, weather("sun")], melodies.SUN),
        (READ, [AGAIN, weather("rain")], melodies.RAIN),
        (READ, [AGAIN, weather("attack")], melodies.ALARM),
        (START, [throw(1, 1, 1, 1, 1, 2, 3)], melodies.PARTY),
        (FLEEING, [throw(0, 0, 1, red=(1,))], melodies.EATEN),
        (FLEEING, [throw(0, 0, 1, red=(0,))], melodies.ESCAPED),
        (FLEEING, [throw(0, 0, 0, red=(3,))], melodies.READ),
        (FLEEING, [throw(1, 1, 1, red=(0,))], melodies.BLESSING),
        (after(FLEEING, throw(0, 0, 1, red=(1,))), [throw(1, 2, red=(0, 0))], melodies.ESCAPED),
        (READ, [BANK, throw(0, 0, 0, 0, 0, 0, 1)], melodies.BANK + melodies.READ),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_what_happens_in_the_game_has_its_tune(before, events, expected):
    assert tune(before, after(before, *events)) == expected


def test_winning_is_louder_than_how_it_was_won():
    before = replace(START, match=Match.begin(game_named("shark-attacks"), ("Ana", "Ben"), {"target": 10}))
    assert tune(before, after(before, throw(3, 3, 3, 3, 3, 3, 3))) == melodies.WIN


def test_other_games_get_the_plain_sound_of_a_throw():
    before = replace(START, match=Match.begin(game_named("dice-tray"), ("Ana", "Ben")))
    assert tune(before, after(before, Event("throw", None, ("die-6", "die-1")))) == melodies.READ


ASKED = replace(READ, question=Question("Which face?", (Answer("2", ()), Answer("3", ()))))


def test_a_question_sounds_once_and_not_when_its_mark_moves():
    moved = replace(ASKED, question=replace(ASKED.question, choice=1))
    assert tune(READ, ASKED) == melodies.QUESTION
    assert tune(ASKED, moved) == melodies.SILENCE
    assert tune(ASKED, replace(ASKED, question=Question("Whom?", ()))) == melodies.QUESTION


def test_a_question_that_comes_with_a_throw_asks_for_attention():
    assert tune(START, replace(ASKED, match=READ.match, steps=READ.steps)) == melodies.QUESTION


def test_a_mismatch_sounds_once():
    found = replace(READ, mismatch=Mismatch("7 blue dice", "6 blue dice"))
    assert tune(READ, found) == melodies.MISMATCH
    assert tune(found, replace(found, now=5.0)) == melodies.SILENCE


def test_undo_and_refusal_have_their_sounds():
    assert tune(READ, START) == melodies.UNDO
    assert tune(START, replace(START, refusal="nothing has happened yet")) == melodies.REFUSED


def test_nothing_new_and_a_new_game_are_silent():
    assert tune(READ, READ) == melodies.SILENCE
    assert tune(READ, replace(START, number=2)) == melodies.SILENCE


def test_the_light_asks_for_a_look_only_when_one_is_needed():
    assert light(START) == "on"
    assert light(FLEEING) == "pulse"
    assert light(ASKED) == "blink"
    assert light(replace(READ, mismatch=Mismatch("a", "b"))) == "blink"
    assert light(replace(ASKED, faults=(("camera", "gone"),))) == "fast"
    assert light(replace(ASKED, now=1000.0)) == "off"


def tunes():
    return {
        name: value for name, value in vars(melodies).items() if name.isupper() and isinstance(value, tuple) and value
    }


def test_all_tunes_are_different_short_and_can_be_played():
    known = tunes()
    assert len(set(known.values())) == len(known) == 36
    buzzer = Buzzer(MockFactory(pin_class=MockPWMPin))
    for name, notes in known.items():
        assert sum(seconds for _, seconds in notes) <= 1.5, name
        buzzer.play(notes)
    buzzer.close()


def test_the_alarm_falls_by_a_fifth_and_is_no_creeping_semitone():
    pitches = [pitch for pitch, _ in melodies.ALARM if pitch]
    assert [round(a / b, 1) for a, b in zip(pitches[::2], pitches[1::2], strict=True)] == [1.5] * 3


# -- the card games


def heard(game, seed, players=4, events=250):
    """A game played half at random: the tune of each event, with the states around it."""
    random, match = Random(seed), Match.begin(game_named(game), ("Ana", "Ben", "Cleo", "Dot")[:players])
    table = Table(match, "0000")
    while not isinstance(match.state.awaits, Over) and len(match.events) < events:
        awaits = match.state.awaits
        policy = match.game.policies[random.choice(("random", "sensible"))]
        event = deal(awaits, random) if isinstance(awaits, Chance) else policy(match.state, random)
        before, table = table, after(table, event)
        match = table.match
        yield event, before.match.state, match.state, tune(before, table)


def tunes_of(game, seeds, which):
    """All tunes heard when `which(event, before, after)` holds."""
    return {
        played
        for seed in seeds
        for event, before, now, played in heard(game, seed)
        if which(event, before, now) and played != melodies.WIN
    }


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (lambda e, b, s: "shark" in e.items[1:2], melodies.ALARM),
        (lambda e, b, s: "panic" in e.items[1:2] or e.kind == "panic", melodies.PANIC),
        (lambda e, b, s: e.items[1:] == ("calm", "panic"), melodies.CALM),
        (lambda e, b, s: e.items[1:] == ("kraken", "five"), melodies.KRAKEN),
        (lambda e, b, s: e.items[1:2] in (("air-5",), ("air-10",)), melodies.AIR),
        (lambda e, b, s: not b.anchors and e.items[1:2] == ("swim-5",), melodies.DOWN),
        (lambda e, b, s: b.anchors and e.items[1:2] == ("swim-5",) and len(b.up) == len(s.up), melodies.UP),
        (lambda e, b, s: b.anchors and len(s.up) > len(b.up), melodies.SURFACE),
        (lambda e, b, s: s.anchors and not b.anchors, melodies.ANCHORS),
    ],
)
def test_hold_your_breath_sounds_like_what_happens(which, expected):
    assert tunes_of("hold-your-breath", range(8), which) == {expected}


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (lambda e, b, s: e.kind == "flip" and s.phase != "attack", melodies.FLIP),
        (lambda e, b, s: e.kind == "drift" and s.phase == "attack", melodies.SWIRL + melodies.ALARM),
        (lambda e, b, s: e.kind == "cage" and s.phase != "attack", melodies.CAGE),
        (lambda e, b, s: e.kind == "hide" and s.phase != "attack", melodies.HIDE),
        (lambda e, b, s: e.kind == "harpoon", melodies.HARPOON),
        (lambda e, b, s: e.kind == "attack" and sum(s.board.health) < sum(b.board.health), melodies.EATEN),
        (lambda e, b, s: e.kind == "attack" and s.board.health == b.board.health, melodies.HUNGRY),
    ],
)
def test_hai_noon_sounds_like_what_happens(which, expected):
    assert tunes_of("hai-noon", range(16), which) == {expected}


@pytest.mark.parametrize(
    ("which", "expected"),
    [
        (lambda e, b, s: s.breaches > b.breaches, melodies.BREACH),
        (lambda e, b, s: e.kind == "fluke", melodies.FLUKE),
        (lambda e, b, s: e.kind == "expose" and "-left-" in e.items[0], melodies.RIGHT),
        (lambda e, b, s: e.kind == "expose" and e.items[0] in ("krill", "crab", "seal"), melodies.WRONG),
        (lambda e, b, s: e.kind == "score", melodies.SCORED),
        (lambda e, b, s: e.kind == "settle" and b.step.blocks == 1, melodies.BLOCKED),
    ],
)
def test_splash_down_sounds_like_what_happens(which, expected):
    assert tunes_of("splash-down", range(6), which) == {expected}


def test_the_cards_that_only_go_into_hands_make_no_sound():
    for game in ("hold-your-breath", "hai-noon", "splash-down"):
        assert next(heard(game, 1))[3] == melodies.SILENCE
