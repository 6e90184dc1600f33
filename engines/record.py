"""Records: a match as text, one JSON object a line. A header first, then the events in order.

    {"game": "shark-attacks", "players": ["Ana", "Ben"], "options": {"target": 100}, "version": 1}
    {"event": "throw", "items": ["swimmer-2", "swimmer-wave", ...]}
    {"event": "bank", "seat": 0}

Empty lines are passed over. What options the header leaves out have their default.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from engines.core import BadEvent, Event, IllegalEvent, Match, Moment, RulesError, State, decode, encode, moment_after
from engines.games import game_named

VERSION = 1


class BadRecord(RulesError):
    """A record that cannot be replayed: the `line` (from 1), the `reason`, and the `rule` that forbids it or ""."""

    def __init__(self, line: int, reason: str, rule: str = "") -> None:
        super().__init__(f"line {line}: {reason}" + (f" ({rule})" if rule else ""))
        self.line = line
        self.reason = reason
        self.rule = rule


def header(match: Match) -> dict[str, Any]:
    """The first line of a record as JSON data."""
    return {
        "game": match.game.name,
        "players": list(match.began_with),
        "options": dict(match.options),
        "version": VERSION,
    }


def write(match: Match) -> str:
    """The record of `match`, ending in a newline."""
    lines = [header(match), *map(encode, match.events)]
    return "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)


def read(text: str) -> Match:
    """The match of a record. Raises BadRecord at the first line that cannot be read or is not allowed."""
    match, steps = _followed(text)
    done = tuple(steps)
    events = tuple(event for _, event, _ in done)
    seatings, states = zip((match.seating, match.state), *(moment for _, _, moment in done), strict=True)
    return Match(match.game, match.options, events, seatings, states)


def follow(text: str) -> tuple[Match, Iterator[tuple[int, Event, State]]]:
    """The match as it began; then, one by one, the line's number, its event and the state after it.

    Raises BadRecord: at once for the header, while iterating for an event.
    """
    match, steps = _followed(text)
    return match, ((number, event, state) for number, event, (_, state) in steps)


def _followed(text: str) -> tuple[Match, Iterator[tuple[int, Event, Moment]]]:
    # Only a newline ends a line: `splitlines` would cut a name with one of Unicode's own line ends in two.
    lines = [(number, line) for number, line in enumerate(text.split("\n"), start=1) if line.strip()]
    if not lines:
        raise BadRecord(1, "the record is empty; it begins with a header")
    match = _begin(*lines[0])
    return match, _steps(match, lines[1:])


def _begin(number: int, line: str) -> Match:
    data = _json(number, line)
    if not isinstance(data, dict) or not isinstance(data.get("game"), str):
        raise BadRecord(
            number, f'a record begins with a header such as {{"game": "shark-attacks", ...}}, not {line:.60}'
        )
    if data.get("version", VERSION) != VERSION:
        raise BadRecord(number, f"version {data['version']!r:.20} is not known; this program reads version {VERSION}")
    players, options = data.get("players"), data.get("options", {})
    if not isinstance(players, list) or not all(isinstance(name, str) for name in players):
        raise BadRecord(number, f"players must be a list of names, not {players!r:.60}")
    if not isinstance(options, dict):
        raise BadRecord(number, f"options must be an object, not {options!r:.60}")
    try:
        return Match.begin(game_named(data["game"]), tuple(players), options)
    except BadEvent as error:
        raise BadRecord(number, str(error)) from None


def _steps(match: Match, lines: list[tuple[int, str]]) -> Iterator[tuple[int, Event, Moment]]:
    moment = match.seating, match.state
    for number, line in lines:
        try:
            event = decode(_json(number, line))
            moment = moment_after(match.game, moment, event)
        except IllegalEvent as error:
            raise BadRecord(number, error.reason, error.rule) from None
        except BadEvent as error:
            raise BadRecord(number, str(error)) from None
        yield number, event, moment


def _json(number: int, line: str) -> Any:
    try:
        return json.loads(line)
    except (ValueError, RecursionError):
        raise BadRecord(number, f"this is not JSON: {line:.60}") from None
