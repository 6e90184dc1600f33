"""The rules of a game that people bring: what counts, and when it ends. Ten lines of TOML.

    title = "Thirty"
    count = "dice"          # dice, cards or hand
    dice = 5                # with dice: how many in each throw; 0: any number
    target = 300            # the game ends after the round in which a seat has so many
    rounds = 0              # or after so many rounds; 0: no such end
    [values]
    1 = 10                  # what a face or a card counts; the others count their pips

With `count = "hand"` people enter points: `steps = [1, 5, 10]` are the buttons.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from engines.core import BadEvent
from engines.french.cards import CARDS, JOKER, PIPS
from engines.names import face_of, kind_of
from engines.pips.dice import ITEMS

COUNTED = ("dice", "cards", "hand")
"""What may count."""
SEATS = range(1, 9)
DEFAULT = """title = "Scorekeeper"
count = "hand"
steps = [1, 5, 10, -1]
target = 100
"""
"""What is played if nobody brings rules."""


@dataclass(frozen=True, slots=True)
class ScoreFileLimits:
    """What rules may say, and how long they may be."""

    most_characters: int = 8_000
    most_dice: int = 20
    most_points: int = 1_000_000
    most_rounds: int = 1_000
    most_steps: int = 8
    most_title: int = 40
    most_throws: int = 100
    """Steps that are entered in one turn, at the most."""


LIMITS = ScoreFileLimits()


class BadScoreRules(BadEvent):
    """Rules that cannot be used; the message says what is wrong and what would fit."""


@dataclass(frozen=True, slots=True)
class ScoreRules:
    """What counts in a game, and when it ends."""

    title: str
    count: str
    players: tuple[int, int] = (SEATS[0], SEATS[-1])
    dice: int = 0
    target: int = 0
    rounds: int = 0
    at_once: bool = False
    """Whether the target ends the game at once, and not with its round."""
    lowest: bool = False
    """Whether the fewest points win."""
    steps: tuple[int, ...] = (1, 5, 10, -1)
    values: tuple[tuple[str, int], ...] = field(default=())

    def worth(self, item: str) -> int:
        """What a die or a card counts: by its whole name, its face, its kind, `other`; else its pips."""
        known = dict(self.values)
        names = (item, face_of(item), kind_of(item), "other")
        given = next((known[name] for name in names if name in known), None)
        return given if given is not None else ITEMS.get(item, PIPS.get(item, 0))

    @property
    def pieces(self) -> tuple[str, ...]:
        """The cards that may be laid; () where no cards count."""
        return (*CARDS, JOKER) if self.count == "cards" else ()


FIELDS: Mapping[str, type] = {
    "title": str, "count": str, "players": list, "dice": int, "target": int, "rounds": int, "at_once": bool,
    "lowest": bool, "steps": list, "values": dict,
}  # fmt: skip
"""What a file may say, and as what."""


def parse(text: str) -> ScoreRules:
    """The rules that a text in TOML gives. Raises BadScoreRules, in one line."""
    if len(text) > LIMITS.most_characters:
        raise BadScoreRules(f"the rules have {len(text)} characters; at most {LIMITS.most_characters} are read")
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadScoreRules(f"the rules are not TOML: {error}") from None
    for name, value in data.items():
        _check_field(name, value)
    for name in ("title", "count"):
        if name not in data:
            example = f'count = "{COUNTED[0]}"' if name == "count" else 'title = "Thirty"'
            raise BadScoreRules(f"the rules lack {name}, as in {example}")
    _check(data)
    whole = {name: tuple(value) if isinstance(value, list) else value for name, value in data.items()}
    return ScoreRules(**whole | {"values": tuple(data.get("values", {}).items())})  # type: ignore[arg-type]


def _check_field(name: str, value: object) -> None:
    kind = FIELDS.get(name)
    if kind is None:
        raise BadScoreRules(f"the rules know no {name!r:.40}; they know {', '.join(FIELDS)}")
    if type(value) is not kind:
        takes = {str: "text in quotes", int: "a whole number", bool: "true or false", list: "a list of whole numbers"}
        raise BadScoreRules(f"{name} takes {takes.get(kind, 'a table, as in [values]')}, not {value!r:.40}")
    numbers = value if isinstance(value, list) else list(value.values()) if isinstance(value, dict) else []
    for number in numbers:
        if type(number) is not int or abs(number) > LIMITS.most_points:
            most = LIMITS.most_points
            raise BadScoreRules(f"{name} takes whole numbers from -{most} to {most}, not {number!r:.40}")


def _check(data: Mapping[str, Any]) -> None:
    """Whether the fields fit together."""
    if not re.fullmatch(rf"[^\n]{{1,{LIMITS.most_title}}}", data["title"].strip()):
        raise BadScoreRules(f"title takes one line of 1 to {LIMITS.most_title} characters")
    if data["count"] not in COUNTED:
        raise BadScoreRules(f"count takes {', '.join(COUNTED)}, not {data['count']!r:.40}")
    for name, least, most in (
        ("dice", 0, LIMITS.most_dice),
        ("target", 0, LIMITS.most_points),
        ("rounds", 0, LIMITS.most_rounds),
    ):
        if not least <= data.get(name, least) <= most:
            raise BadScoreRules(f"{name} takes {least} to {most}, not {data[name]}")
    if not data.get("target") and not data.get("rounds"):
        raise BadScoreRules("the rules say no end: give target = points, or rounds = number")
    _check_people(data)
    _check_counting(data)


def _check_people(data: Mapping[str, Any]) -> None:
    people = data.get("players", [SEATS[0], SEATS[-1]])
    if len(people) != 2 or not SEATS[0] <= people[0] <= people[1] <= SEATS[-1]:
        raise BadScoreRules(f"players takes the fewest and the most, as in [2, 6], from {SEATS[0]} to {SEATS[-1]}")


def _check_counting(data: Mapping[str, Any]) -> None:
    counted = data["count"]
    for name, goes_with in (("dice", "dice"), ("steps", "hand")):
        if name in data and counted != goes_with:
            raise BadScoreRules(f'{name} goes with count = "{goes_with}" only')
    if "steps" in data and (not 1 <= len(set(data["steps"])) <= LIMITS.most_steps or 0 in data["steps"]):
        raise BadScoreRules(f"steps takes 1 to {LIMITS.most_steps} numbers other than 0, as in [1, 5, 10]")
    if "steps" in data and len(set(data["steps"])) < len(data["steps"]):
        raise BadScoreRules("steps names a number twice")
    known = _names(counted)
    if unknown := [name for name in data.get("values", {}) if name not in known]:
        raise BadScoreRules(f"values knows no {unknown[0]!r:.40}; it knows {_some(known)}")


def _names(counted: str) -> tuple[str, ...]:
    """What `values` may name: a face, a kind, a whole name, or `other`."""
    pieces = {"dice": tuple(ITEMS), "cards": CARDS}.get(counted, ())
    faces = dict.fromkeys(face_of(piece) for piece in pieces)
    kinds = dict.fromkeys(kind_of(piece) for piece in pieces) if counted == "cards" else {}
    more = {"dice": ("other",), "cards": (JOKER, "other")}.get(counted, ())
    return (*faces, *kinds, *pieces, *more)


def _some(names: tuple[str, ...]) -> str:
    return ", ".join(names[:18]) + (" …" if len(names) > 18 else "") if names else 'nothing with count = "hand"'
