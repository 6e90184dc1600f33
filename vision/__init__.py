"""Pictures to readings. Pure functions on arrays (BGR, uint8): no camera, no game, no file but our own models.

As a library (docs/api.md): `from vision import DiceReader, CardReader, learn_deck, read_picture, read_pictures`.
Each is imported when it is asked for: whoever reads dice needs no cards.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from vision.cards.deck.deck import Deck as Deck
    from vision.cards.learn.folder import learn_deck as learn_deck
    from vision.cards.reader import CardReader as CardReader
    from vision.dice.reader import DiceReader as DiceReader
    from vision.pictures import NoPicture as NoPicture
    from vision.pictures import read_picture as read_picture
    from vision.pictures import read_pictures as read_pictures
    from vision.reading import CardReading as CardReading
    from vision.reading import Die as Die
    from vision.reading import Reading as Reading
    from vision.store import BadTeaching as BadTeaching

PUBLIC = {
    "BadTeaching": "vision.store",
    "CardReading": "vision.reading",
    "CardReader": "vision.cards.reader",
    "Deck": "vision.cards.deck.deck",
    "Die": "vision.reading",
    "DiceReader": "vision.dice.reader",
    "NoPicture": "vision.pictures",
    "Reading": "vision.reading",
    "learn_deck": "vision.cards.learn.folder",
    "read_picture": "vision.pictures",
    "read_pictures": "vision.pictures",
}
"""Names for others -> where each is defined."""


def __getattr__(name: str) -> Any:
    """A public name, imported now. Raises AttributeError for any other."""
    if name not in PUBLIC:
        raise AttributeError(f"module 'vision' has no attribute {name!r}")
    return getattr(import_module(PUBLIC[name]), name)
