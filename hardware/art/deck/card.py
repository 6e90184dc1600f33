"""What all cards have in common: their size, the white rim, the panel inside it, corner marks and the name."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hardware.art.deck.letters import width, words
from hardware.art.deck.pen import box, disc, filled, ink, placed
from hardware.art.polygons import Art, Colour


@dataclass(frozen=True, slots=True)
class CardFormat:
    """The measures of every card of ours; prints and the simulated table take them from here (mats say `card_mm`)."""

    width_mm: float = 63.0
    height_mm: float = 88.0
    """It fits ordinary sleeves."""
    corner_radius_mm: float = 3.4
    rim_mm: float = 2.8
    """The white round the picture."""
    thickness_mm: float = 0.32
    """How much higher each card of a pile lies."""

    @property
    def size_mm(self) -> tuple[float, float]:
        """Width and height, mm."""
        return self.width_mm, self.height_mm


CARD = CardFormat()
SIZE = CARD.size_mm
"""Width and height of a card, mm."""

WHITE, PAPER, NIGHT = ink("#ffffff"), ink("#fbf8f0"), ink("#0c2233")

_INSIDE = box(CARD.rim_mm, CARD.rim_mm, SIZE[0] - 2 * CARD.rim_mm, SIZE[1] - 2 * CARD.rim_mm, 2.2)


def framed(panel: Art, *above: Art, rim: Colour = PAPER) -> Art:
    """The picture, the rim that cuts off what is outside it, and what stands above both."""
    low, high = _INSIDE[_INSIDE[:, 1] > SIZE[1] / 2], _INSIDE[_INSIDE[:, 1] < SIZE[1] / 2]
    w, h, lap = SIZE[0], SIZE[1], 0.15
    left, right = CARD.rim_mm, w - CARD.rim_mm
    upper = [(-1, h / 2 + lap), (-1, -1), (w + 1, -1), (w + 1, h / 2 + lap), (right, h / 2 + lap), *high[::-1]]
    lower = [(w + 1, h / 2 - lap), (w + 1, h + 1), (-1, h + 1), (-1, h / 2 - lap), (left, h / 2 - lap), *low[::-1]]
    ring = filled(rim, np.array([*upper, (left, h / 2 + lap)], float), np.array([*lower, (right, h / 2 - lap)], float))
    return panel + ring + tuple(part for art in above for part in art)


def ground(colour: Colour) -> Art:
    """The whole card in one colour."""
    return filled(colour, box(-1, -1, SIZE[0] + 2, SIZE[1] + 2))


def corners(one: Art, other: Art, inset: float = 8.6, down: float | None = None) -> Art:
    """Two marks of 100 units = 11 mm on all corners: `one` top left and bottom right, `other` on the other two.

    The lower ones stand on their heads, as on playing cards.
    """
    w, h = SIZE
    down = inset if down is None else down
    marks = placed(one, inset, down, 11) + placed(other, w - inset, down, 11)
    return marks + placed(one, w - inset, h - down, 11, 180) + placed(other, inset, h - down, 11, 180)


def twofold(art: Art) -> Art:
    """Art and its twin upside down: what a back is made of."""
    return art + tuple((colour, np.array(SIZE) - points) for colour, points in art)


def badge(colour: Colour, sign: Art, rim: Colour = WHITE) -> Art:
    """A sign on a rimmed disc, in a box of 100 units: what `corners` takes."""
    return filled(rim, disc(0, 0, 50)) + filled(colour, disc(0, 0, 43)) + sign


def banner(text: str, y: float, colour: Colour, letters: Colour = WHITE, tall: float = 4.4, room: float = 34.0) -> Art:
    """The name of the card on a band, about the middle of the card at height `y` mm; never wider than `room` mm."""
    tall = min(tall, tall * room / width(text, tall, 0.17))
    band = box(SIZE[0] / 2 - room / 2 - 3, y - 4.2, room + 6, 8.4, 4.2)
    return filled(colour, band) + words(text, SIZE[0] / 2, y, tall, letters, 0.17)
