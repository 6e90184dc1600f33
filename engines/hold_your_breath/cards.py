"""The Dive Deck as data (HB-1): which cards there are is nowhere public, so a file says it and owners may bring theirs.

A deck file is TOML:

    title = "My own copy"
    assumed = false             # true: nobody counted these cards; the app says so
    cards = 68                  # what the counts of the cards must add up to
    expansion = 20              # the same for the cards that five or six players add; 0 without the expansion

    [[card]]
    name = "air-5-calm"         # lower case; enrolled pictures are called like this
    air = 5                     # 5 or 10: played as Air; left out: no Air
    swim = 10                   # likewise
    action = "calm"             # panic, calm, shark, kraken, discard, draw, or dolphin for all uses at once
    count = 4
    expansion = 1               # how many more with the expansion; left out: none
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from pathlib import Path
from typing import Any

from engines.core import BadEvent

FOLDER = Path(__file__).parent.parent / "decks"
SHIPPED = ("hold-your-breath",)
"""The decks that come with the engine, by name."""
CARD_VALUES = (5, 10)
"""What a card may count as Air or Swim (HB-3)."""
ACTIONS = ("panic", "calm", "shark", "kraken", "discard", "draw")
DOLPHIN = "dolphin"
HAND_SIZE = 5
"""Cards that a hand is filled up to (HB-5)."""


@dataclass(frozen=True, slots=True)
class DiveDeckLimits:
    """What is read of a deck file."""

    max_file_bytes: int = 1 << 16
    """Bytes that a deck file may have; a deck takes a few thousand."""


LIMITS = DiveDeckLimits()

_NAME = re.compile(r"[a-z][a-z0-9]*([-.][a-z0-9]+)*")
_RESERVED = ("panic", "five")
"""Words that stand beside card names in an event."""


class BadDiveDeck(BadEvent):
    """A deck file that cannot be used; the message names the file and says what is wrong."""


@dataclass(frozen=True, slots=True)
class DiveCard:
    """One face of the deck: what it may be played for (HB-3), and how often it is there."""

    name: str
    air: int
    swim: int
    action: str
    count: int
    expansion: int

    @property
    def airs(self) -> tuple[int, ...]:
        """The values it may be played for as Air."""
        return CARD_VALUES if self.action == DOLPHIN else (self.air,) * bool(self.air)

    @property
    def swims(self) -> tuple[int, ...]:
        """The values it may be played for as Swim."""
        return CARD_VALUES if self.action == DOLPHIN else (self.swim,) * bool(self.swim)

    @property
    def actions(self) -> tuple[str, ...]:
        """The actions it may be played for; a Dolphin is every other card (HB-10)."""
        return ACTIONS if self.action == DOLPHIN else (self.action,) * bool(self.action)


@dataclass(frozen=True, slots=True)
class DiveDeck:
    """All faces of a Dive Deck. `assumed`: a guess that plays well, not a list that somebody counted."""

    title: str
    assumed: bool
    cards: tuple[DiveCard, ...] = field(repr=False)

    def counts(self, expansion: bool) -> dict[str, int]:
        """How many there are of each card, with or without those of the expansion."""
        counts = {card.name: card.count + card.expansion * expansion for card in self.cards}
        return {name: count for name, count in sorted(counts.items()) if count}


def load(deck: str) -> DiveDeck:
    """The deck of that name, or in the TOML file at that path. Raises BadDiveDeck."""
    path = FOLDER / f"{deck}.toml" if deck in SHIPPED else Path(deck)
    try:
        with path.open("rb") as file:
            data = file.read(LIMITS.max_file_bytes + 1)
    except OSError as error:
        raise BadDiveDeck(f"deck file {deck}: {error.strerror or error}") from None
    if len(data) > LIMITS.max_file_bytes:
        raise BadDiveDeck(f"deck file {deck}: too long to be one")
    try:
        return read(data.decode())
    except UnicodeDecodeError:
        raise BadDiveDeck(f"deck file {deck}: not a text file") from None
    except BadDiveDeck as error:
        raise BadDiveDeck(f"deck file {deck}: {error}") from None


@lru_cache(maxsize=16)
def read(text: str) -> DiveDeck:
    """The deck that a file's text describes. Raises BadDiveDeck, saying what is wrong and with which card."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadDiveDeck(f"not TOML: {error}") from None
    _fields(data, {"title": str, "assumed": bool, "cards": int, "expansion": int, "card": list}, "the file")
    cards = tuple(_card(entry) for entry in data["card"])
    for name in (card.name for card in cards):
        if sum(card.name == name for card in cards) > 1:
            raise BadDiveDeck(f"card {name} is listed twice")
    _total("count", data["cards"], sum(card.count for card in cards))
    _total("expansion", data["expansion"], sum(card.expansion for card in cards))
    return DiveDeck(data["title"], data["assumed"], cards)


def _card(entry: object) -> DiveCard:
    if not isinstance(entry, dict):
        raise BadDiveDeck(f"a card is a [[card]] table, not {entry!r:.40}")
    full = {"air": 0, "swim": 0, "action": "", "expansion": 0, **entry}
    where = f"card {entry.get('name', '?')!s:.40}"
    _fields(full, {"name": str, "air": int, "swim": int, "action": str, "count": int, "expansion": int}, where)
    card = DiveCard(**full)
    if not _NAME.fullmatch(card.name) or card.name in _RESERVED:
        raise BadDiveDeck(f"{where}: not a name for a card; it takes lower case letters, digits, hyphens and dots")
    for what, value in (("air", card.air), ("swim", card.swim)):
        if value not in (0, *CARD_VALUES):
            raise BadDiveDeck(f"{where}: {what} is 5 or 10, not {value}")
    if card.action not in ("", *ACTIONS, DOLPHIN):
        raise BadDiveDeck(f"{where}: no action {card.action!r:.40}; there are {', '.join(ACTIONS)} and {DOLPHIN}")
    if not (card.air or card.swim or card.action):
        raise BadDiveDeck(f"{where}: it can be played for nothing; give it air, swim or an action")
    if min(card.count, card.expansion) < 0:
        raise BadDiveDeck(f"{where}: there cannot be fewer than 0 of it")
    return card


def _fields(data: Mapping[str, Any], fields: Mapping[str, type], where: str) -> None:
    """Refuses data that lacks a field, has one too many, or one of the wrong type."""
    for name, kind in fields.items():
        if name not in data:
            raise BadDiveDeck(f"{where} has no {name}")
        if type(data[name]) is not kind:
            raise BadDiveDeck(f"{where}: {name} cannot be {data[name]!r:.40}")
    extra = sorted(set(data) - set(fields))
    if extra:
        raise BadDiveDeck(f"{where} has {extra[0]!r:.40}, which means nothing here")


def _total(what: str, said: int, found: int) -> None:
    if said != found:
        raise BadDiveDeck(f"the {what}s of the cards add up to {found}, but the file says {said}")
