"""What the panels of all games with cards share."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from companion.words import sentences
from engines.core import Match

Data = dict[str, Any]


def pieces_data(match: Match, sorts: Mapping[str, Iterable[str]], tones: Mapping[str, str]) -> Data:
    """`names`, every item of the game in words, `sorts`, what kind of thing an item is (only like replaces like in a
    correction), and `tones`, the colour of a card."""
    names = {item: sentences.named(match, text) for item, text in sentences.pieces(match).items()}
    kinds = {item: sort for sort, items in sorts.items() for item in items}
    return {"names": names, "sorts": kinds, "tones": tones}


def why(seat: int, text: str, rule: str, points: int | None, house: bool = False) -> Data:
    """What a seat's points are made of, and the ruling."""
    return {"seat": seat, "text": text, "rule": rule, "points": points, "house": house}
