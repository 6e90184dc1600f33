"""The captions of a mat in the language in force, as data of its layout."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from companion.words import mats
from hardware.art.deck.letters import drawn

Letters = Callable[[str], Sequence[str]]
"""A letter that our own lettering has not -> its dots, rows from the top."""


def worded(layout: Mapping[str, Any], dots: Letters) -> dict[str, Any]:
    """The layout with what stands on its mat, and beside it, in the language in force; letters of other scripts as
    `dots`."""
    captions = {
        text: here if all(map(drawn, here)) else tuple(letter if drawn(letter) else dots(letter) for letter in here)
        for text in mats.CAPTIONS
        if (here := mats.printed(text))
    }
    return {**layout, "words": captions | {text: mats.printed(text) for text in mats.NOTES}}
