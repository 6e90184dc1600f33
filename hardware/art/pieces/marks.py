"""Marks: a disc for each of eight seats, laid on a mat to show who did something. They are told by their colours.

A mark is an exclamation on the seat's colour, with a rim like it: dark on yellow and white, white on the others.
"""

from __future__ import annotations

from hardware.art.deck.card import NIGHT, WHITE
from hardware.art.deck.pen import disc, filled, ink, path, placed
from hardware.art.pieces.tokens import COLOURS, TOKEN_MM, outline, size
from hardware.art.polygons import Art, Colour

__all__ = ["PIECES", "outline", "piece", "size"]

SEAT_COLOURS: tuple[Colour, ...] = (*COLOURS.values(), ink("#f08a24"), ink("#f4f4f2"))
"""The inks of eight seats: the colours of `engines.seats`."""
PALE = (COLOURS["yellow"], SEAT_COLOURS[-1])
"""Those with a dark figure; not the orange, which is more unlike the yellow so."""
PIECES = tuple(f"mark-{seat}" for seat in range(len(SEAT_COLOURS)))


def piece(name: str) -> Art:
    """A mark, mm."""
    colour = SEAT_COLOURS[int(name.removeprefix("mark-"))]
    figure = NIGHT if colour in PALE else WHITE
    art = filled(figure, disc(0, 0, 52)) + filled(colour, disc(0, 0, 44))
    art += filled(figure, path("M-9 -30L9 -30L5 8L-5 8Z"), disc(0, 22, 7.5))
    return placed(art, TOKEN_MM / 2, TOKEN_MM / 2, TOKEN_MM)
