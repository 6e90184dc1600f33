"""Records: what is written can be read again, and what does not fit is refused by line, reason and ruling."""

from __future__ import annotations

import json

import pytest

from engines.core import BadEvent, Match
from engines.games import GAMES, game_named
from engines.record import BadRecord, follow, read, write

HEADER = '{"game": "shark-attacks", "players": ["Ana", "Ben"], "options": {"target": 50}, "version": 1}'
THROW = json.dumps({"event": "throw", "items": ["swimmer-wave", *["swimmer-1"] * 6]})
BANK = '{"event": "bank", "seat": 0}'


def test_a_record_is_a_header_and_an_event_a_line() -> None:
    match = read(f"{HEADER}\n{THROW}\n{BANK}\n")
    assert (match.game, match.players) == (GAMES["shark-attacks"], ("Ana", "Ben"))
    assert dict(match.options)["target"] == 50
    assert match.state.scores() == (6, 0)
    first, *events = write(match).splitlines()
    assert [json.loads(line) for line in events] == [json.loads(THROW), json.loads(BANK)]
    assert json.loads(first)["version"] == 1


def test_empty_lines_and_missing_options_and_version_are_passed_over() -> None:
    match = read(f'\n{{"game": "shark-attacks", "players": ["Ana", "Ben"]}}\n\n{THROW}\n\n')
    assert dict(match.options)["target"] == 100
    assert len(match.events) == 1


def test_names_in_any_script_survive() -> None:
    match = Match.begin(GAMES["shark-attacks"], ("Åse", "泳ぐ"))
    assert read(write(match)).players == ("Åse", "泳ぐ")
    assert "泳ぐ" in write(match)


@pytest.mark.parametrize(
    ("text", "line", "words"),
    [
        ("", 1, "empty"),
        ("\n\n", 1, "empty"),
        ("no json", 1, "not JSON"),
        ("[" * 100_000, 1, "not JSON"),
        ("[]", 1, "begins with a header"),
        ('{"event": "bank"}', 1, "begins with a header"),
        ('\n{"game": "chess", "players": ["Ana", "Ben"]}', 2, "no game 'chess'"),
        ('{"game": "shark-attacks"}', 1, "players must be"),
        ('{"game": "shark-attacks", "players": "Ana"}', 1, "players must be"),
        ('{"game": "shark-attacks", "players": ["Ana", 2]}', 1, "players must be"),
        ('{"game": "shark-attacks", "players": ["Ana"]}', 1, "2 to 6 players"),
        ('{"game": "shark-attacks", "players": ["Ana", "ana"]}', 1, "name of their own"),
        ('{"game": "shark-attacks", "players": ["Ana", "Ben"], "options": 3}', 1, "options must be"),
        ('{"game": "shark-attacks", "players": ["Ana", "Ben"], "options": {"aim": 3}}', 1, "no option 'aim'"),
        ('{"game": "shark-attacks", "players": ["Ana", "Ben"], "version": 2}', 1, "version 2"),
        (f"{HEADER}\n{THROW[:-4]}", 2, "not JSON"),
        (f"{HEADER}\n\n7", 3, "an event is an object"),
        (f'{HEADER}\n{{"event": "dance"}}', 2, "no event 'dance'"),
        (f'{HEADER}\n{{"event": "bank", "seat": "Ana"}}', 2, "seat must be"),
        (f'{HEADER}\n{{"event": "bank", "seat": true}}', 2, "seat must be"),
        (f'{HEADER}\n{{"event": "throw", "items": "swimmer-1"}}', 2, "items must be"),
        (f'{HEADER}\n{{"event": "throw", "items": ["swimmer-9"]}}', 2, "do not go with"),
        (f'{HEADER}\n{{"event": "throw", "dice": []}}', 2, "fields event, seat and items"),
    ],
)
def test_what_cannot_be_read_is_refused_with_its_line(text: str, line: int, words: str) -> None:
    with pytest.raises(BadRecord) as refusal:
        read(text)
    assert refusal.value.line == line
    assert words in refusal.value.reason
    assert refusal.value.rule == ""
    assert str(refusal.value).startswith(f"line {line}: ")


def test_an_illegal_event_is_refused_with_its_line_its_reason_and_its_ruling() -> None:
    with pytest.raises(BadRecord) as refusal:
        read(f"{HEADER}\n{THROW}\n{BANK}\n{BANK}")
    assert (refusal.value.line, refusal.value.rule) == (4, "SA-5")
    assert str(refusal.value) == f"line 4: {refusal.value.reason} (SA-5)"


def test_a_record_is_followed_step_by_step_up_to_what_does_not_fit() -> None:
    match, steps = follow(f"{HEADER}\n{THROW}\n\n{BANK}\n{BANK}")
    assert match.state.scores() == (0, 0)
    assert [(line, event.kind) for line, event, _ in (next(steps), next(steps))] == [(2, "throw"), (4, "bank")]
    with pytest.raises(BadRecord):
        next(steps)


def test_an_unknown_game_is_answered_with_those_there_are() -> None:
    with pytest.raises(BadEvent, match=r"no game 'go'; there are shark-attacks, dice-tray"):
        game_named("go")


def test_a_name_with_a_line_end_of_unicode_in_it_survives() -> None:
    """`splitlines` would cut the header in two there."""
    match = Match.begin(GAMES["shark-attacks"], ("Ana\u2028Bo", "Cleo\x85"))
    assert read(write(match)).players == match.players
