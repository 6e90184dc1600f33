"""How a piece is spelt in events and in pictures: kind and face, tied by a hyphen (`swimmer-2`, `shark-hungry`).

A card, and a piece whose only face is its kind, is its face alone: `wild`, `cage`.
"""

from __future__ import annotations

import re

from engines.core import BLANK, Expected

BACK = "back"
"""The name of a card that lies face down."""
MARK = "mark"
"""The kind of the tokens that say who acted: each has one, and takes it back later."""
SEVERAL_WORDS = re.compile(r"(?<![\w./-])[a-z]+(?:[-.][a-z0-9]+)+(?![\w/-])")
"""What may be the name of a piece in a sentence of the rules: words tied by hyphens or dots."""


def module_of(game: str) -> str:
    """What the module of a game is called in every room: `hai_noon`."""
    return game.replace("-", "_")


def item(kind: str, face: str) -> str:
    """The name of a piece: `shark-hungry`; the face alone for cards and where kind and face are the same word."""
    return face if kind in ("card", face) else f"{kind}-{face}"


def kind_of(item: str) -> str:
    """The kind in a name: `swimmer` of `swimmer-2`, "" of `cage`. Cards have none: ask only for dice and tiles."""
    return item.rpartition("-")[0]


def face_of(item: str) -> str:
    """The face in a name: `2` of `swimmer-2`, `cage` of `cage`."""
    return item.rpartition("-")[2]


def lying_item(piece: Expected) -> str:
    """The name of a piece as it should lie on the table; BACK for a card whose face nobody knows."""
    return item(piece.kind, BACK if piece.face == BLANK else piece.face)
