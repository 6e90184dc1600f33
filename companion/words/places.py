"""Places and pieces of a table in words for people: "Ana's pirate", "at depth 20"."""

from __future__ import annotations

import re
from collections.abc import Callable

from companion.words import hai_noon, pieces, sentences
from engines.core import Match

SPACE = 5
"""What one space of the Depth Board counts."""

PLACES: tuple[tuple[str, Callable[[str, str], str]], ...] = (
    (r"depth-(\d+)", lambda number, _: f"at depth {int(number) * SPACE}"),
    (r"seat-(\d+)/score", lambda _, who: f"in {who}'s scoring area" if who else "in nobody's scoring area"),
    (r"seat-(\d+)/(?:panic|shark)", lambda _, who: f"before {who or 'an empty seat'}"),
    (r"((?:ring|inner)-\d+)", lambda place, _: f"at {hai_noon.PLACES[place]}"),
    (r"(north|east|south|west)", lambda side, _: f"on the {side} side"),
    (r"(air|swim|action)", lambda row, _: f"in the {row.capitalize()} row"),
    (r"(beside)", lambda *_: "beside the board"),
    (r"(breaches)", lambda *_: "with the Breaches"),
    (r"(play|shown)", lambda *_: "in the middle"),
    (r"(discard)", lambda *_: "on the discard pile"),
    (r"(tray)", lambda *_: "in the tray"),
)

PIECES: tuple[tuple[str, Callable[[str, str], str]], ...] = (
    (r"(?:pirate)-(\d+)", lambda _, who: f"{who}'s pirate"),
    (r"(?:anchor)-(\d+)", lambda _, who: f"{who}'s anchor"),
    (r"shark-(hungry|full)", lambda face, _: f"a {face} shark"),
    (r"diver-(\w+-\w+)", lambda diver, _: f"the {diver.replace('-', ' diver, ')}"),
    (r"(cage)", lambda *_: "the cage"),
    (r"(back)", lambda *_: "a face-down card"),
    (r"((?:swimmer|shark|event|die)-\w+)", lambda die, _: pieces.name(die)),
)


def where(match: Match, place: str) -> str:
    """A place with its preposition: `at depth 20`, `before Ana`."""
    return _said(match, PLACES, place) or f"at {place}"


def name(match: Match, item: str) -> str:
    """A piece: `Ana's pirate`, `a hungry shark`, `Air 5 or Calm`; other words as they are."""
    own = _said(match, PIECES, item) or sentences.pieces(match).get(item, "")
    return sentences.named(match, own) if own else item.replace("-", " ").replace(".", ", ")


def _said(match: Match, patterns: tuple[tuple[str, Callable[[str, str], str]], ...], text: str) -> str:
    for pattern, say in patterns:
        if found := re.fullmatch(pattern, text):
            number = found[1]
            who = match.players[int(number)] if number.isdigit() and int(number) < len(match.players) else ""
            return say(number, who)
    return ""
