"""What is printed on the mats and beside them."""

from __future__ import annotations

from companion.words.language import t
from engines.core import said

CAPTIONS: tuple[str, ...] = (
    *(said("DRAW"), said("DISCARD"), said("CAMOUFLAGED"), said("NORTH"), said("EAST"), said("SOUTH"), said("WEST")),
    *(said("DIVE DECK"), said("AIR"), said("SWIM"), said("ACTION"), said("PANIC"), said("SHARK")),
    *(said("FLUKE!"), said("ACTIONS"), said("BREACHES"), said("KEEP"), said("TRUMP"), said("CRIB"), said("STARTER")),
    said("WHO"),
    *(said("RED"), said("BLUE"), said("YELLOW"), said("GREEN"), said("BLACK"), said("PINK"), said("SEAT")),
)
"""What stands on the mats, in the capitals that they are drawn in; but for SURFACE on the Depth Board, which is the
same on each: tokens are found by what is unlike the board. WHO is on mats with a place for marks."""
NOTES: tuple[str, ...] = (
    said("Sheet {number}: cut along the lines, glue {overlap} mm over the next sheet's edge."),
    said("100 mm when printed at 100 %"),
)
"""What stands beside a mat for whoever prints it."""


def printed(text: str) -> str:
    """One of them in the language in force; the values of a note are left open."""
    return str(t(text))
