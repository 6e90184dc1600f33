"""The cards of Hai Noon as data: names, counts, actions and colours, read from `engines/decks/hai-noon.toml` (HN-2)."""

from __future__ import annotations

import tomllib
from pathlib import Path

from engines.core import BLANK, said

_FILE = Path(__file__).parent.parent / "decks" / "hai-noon.toml"
_DATA = tomllib.loads(_FILE.read_text(encoding="utf-8"))

COUNT: dict[str, int] = dict(_DATA["cards"])
"""How many of each card there are."""
DECK_SIZE = sum(COUNT.values())
"""Cards in all."""
COLOURS: tuple[str, ...] = tuple(_DATA["colours"])
DIVERS: tuple[str, ...] = tuple(_DATA["divers"])
"""The diver tiles by colour; the last is the dummy of three players (HN-12)."""
ACTION: dict[str, str] = {card: card.partition(".")[0] for card in COUNT}
"""What a card does: the part of its name before the dot."""
COLOUR: dict[str, str] = {card: card.partition(".")[2] for card in (*COUNT, BLANK)}
"""The colour of a card; "" for the wild card."""
HARPOONS: tuple[str, ...] = tuple(card for card in COUNT if ACTION[card] == "cage-harpoon")
"""The cards that answer a bite (HN-6)."""


def card_in_words(card: str) -> str:
    """The card in words for people: `Flip shark (red)`."""
    name = said(ACTION[card].replace("-", " ").capitalize())
    return said("{card} ({colour})", card=name, colour=said(COLOUR[card])) if COLOUR[card] else name
