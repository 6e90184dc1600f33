"""The cards of Splash Down as data, read from `engines/decks/splash-down.toml` (SD-1, SD-3, SD-4)."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from pathlib import Path
from typing import Any

from engines.core import RulesError, said

FILE = Path(__file__).parent.parent / "decks" / "splash-down.toml"
SIDES = ("left", "right")
KINDS = ("whale", "creature", "action", "breach", "endgame")


class BadSeaDeck(RulesError):
    """A deck file that cannot be right; the message names the entry and what is wrong with it."""


@dataclass(frozen=True, slots=True)
class SeaCard:
    """A face of the deck: `count` cards look like this, `quick` of them stay in quick play (SD-1)."""

    name: str
    kind: str
    """One of KINDS."""
    species: str
    """Of whales and creatures; else the name."""
    colour: str = ""
    """What a Breach goes by (SD-7); "" where the card cannot be scored."""
    side: str = ""
    """"left" or "right" for a whale's tail."""
    digit: int | None = None
    """The tens of a left tail, the units of a right one (SD-3); None for Bowheads (SD-9) and other cards."""
    count: int = 1
    quick: int = 1
    assumed: bool = False
    """The digit is our assumption (SD-3)."""
    colour_assumed: bool = False
    """The colour is our assumption (SD-4)."""


@dataclass(frozen=True, eq=False)
class SeaDeck:
    """All faces, sorted by name. Decks are compared by identity: the built-in one is read once."""

    cards: tuple[SeaCard, ...]

    @cached_property
    def facts(self) -> Mapping[str, SeaCard]:
        """Each face by its name."""
        return {card.name: card for card in self.cards}

    @cached_property
    def kind(self) -> Mapping[str, str]:
        """The kind of each face by its name."""
        return {card.name: card.kind for card in self.cards}

    @cached_property
    def colour(self) -> Mapping[str, str]:
        """The colour of each face that can be scored."""
        return {card.name: card.colour for card in self.cards if card.colour}

    @cached_property
    def species(self) -> Mapping[str, str]:
        """The species of each whale and creature, by the card's name."""
        return {card.name: card.species for card in self.cards if card.colour}

    @cached_property
    def rank(self) -> Mapping[str, int]:
        """The digit of each tail, -1 where it has none."""
        return {c.name: -1 if c.digit is None else c.digit for c in self.cards if c.side}

    def in_words(self, name: str, many: bool = False) -> str:
        """The card in words for people: `Crab`, `Minke left tail (1)`; `Crabs` where there are many."""
        card = self.facts[name]
        if not card.side:
            plural = "s" if many and not name.endswith(("krill", "s")) else ""
            return said(name.capitalize() + plural)
        tail = said(f"{card.species.capitalize()} {card.side} tail{'s' if many else ''}")
        return tail if card.digit is None else said("{card} ({digit})", card=tail, digit=card.digit)


@lru_cache(maxsize=1)
def built_in() -> SeaDeck:
    """The deck that ships."""
    return read_deck(FILE.read_text(encoding="utf-8"))


def read_deck(text: str) -> SeaDeck:
    """The deck in a TOML text. Raises BadSeaDeck, naming the entry that is wrong."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise BadSeaDeck(f"the deck file is not TOML: {error}") from None
    if unknown := set(data) - {"name", *KINDS}:
        raise BadSeaDeck(f"the deck file has {', '.join(sorted(unknown))}; it may have {', '.join(KINDS)}")
    cards = [card for kind in KINDS for entry in data.get(kind, []) for card in _faces(kind, entry)]
    names = [card.name for card in cards]
    if twice := sorted({name for name in names if names.count(name) > 1}):
        raise BadSeaDeck(f"{twice[0]} is listed twice")
    if missing := {"breach"} - set(names):
        raise BadSeaDeck(f"the deck has no {missing.pop()}: no game would end")
    return SeaDeck(tuple(sorted(cards, key=lambda card: card.name)))


def _faces(kind: str, entry: Mapping[str, Any]) -> Iterator[SeaCard]:
    name = entry.get("species", entry.get("name"))
    if not isinstance(name, str) or not name:
        raise BadSeaDeck(f"an entry under {kind} has no name")
    colour, assumed = entry.get("colour", ""), entry.get("assumed", [])
    if bool(colour) != (kind in ("whale", "creature")):
        raise BadSeaDeck(f"{name}: whales and creatures have a colour, other cards none")
    if kind != "whale":
        count = _number(name, "count", entry.get("count"), 1)
        quick = _number(name, "quick", entry.get("quick", count), 0)
        yield SeaCard(name, kind, name, colour, count=count, quick=quick, colour_assumed="colour" in assumed)
        return
    for side in SIDES:
        digits = entry.get(side, [])
        for digit in sorted(set(digits), key=str):
            tail, count = _tail(name, side, digit), digits.count(digit)
            yield SeaCard(
                name=f"{name}-{side}" if tail is None else f"{name}-{side}-{digit}",
                kind=kind,
                species=name,
                colour=colour,
                side=side,
                digit=tail,
                count=count,
                quick=_number(name, "quick", entry.get("quick", count), 0),
                assumed=f"{side}-{digit}" in assumed,
                colour_assumed="colour" in assumed,
            )


def _tail(name: str, side: str, digit: object) -> int | None:
    if digit == "?":
        return None
    return _number(name, f"{side} tail", digit, 0, 9)


def _number(name: str, what: str, value: object, least: int, most: int = 99) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise BadSeaDeck(f"{name}: {what} is a whole number from {least} to {most}, not {value!r}")
    return value
