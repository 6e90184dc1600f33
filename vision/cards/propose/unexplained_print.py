"""What no named card explains: print as strong as theirs, where none was found. A card may lie there."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.cards.deck.geometry import area, grown
from vision.reading import Floats, Image, Ints, Mask


@dataclass(frozen=True, slots=True)
class PrintLimits:
    """What is print of a card."""

    work_px: int = 480
    """Print is sought in the picture shrunk to this many px on its long side."""
    strong_share: float = 0.5
    """Print is where light or colour changes by this part of what it does at the strongest tenth of a card"""
    within: float = 0.9
    """(but for its rim: beyond this part of it),"""
    least_change_lab: float = 12.0
    """and by no less than this (Lab, 0 to 255): the rest is noise, where a card bears little print."""
    beside: float = 1.1
    """What lies within this of a card belongs to it: sleeves, mounts, shadows."""
    window_widths: float = 0.5
    """Print is looked for in windows of this part of a card's width."""
    dense_share: float = 0.5
    """Print as dense as this part of that on the cards"""
    usual_percentile: int = 25
    """(of all but this percentile of them) may be a card's."""
    bare_share: float = 0.02
    """The print of a card covers more than this part of it, even of an ace half hidden."""
    faint_share: float = 0.25
    """A place with less than this part of the usual print holds no card."""
    least_piece_cards: float = 0.1
    """Pieces of print larger than this, in cards,"""
    most_piece_cards: float = 4.0
    """and smaller than this"""
    most_pieces: int = 4
    """are looked at alone, so many of them,"""
    piece_margin_lengths: float = 0.7
    """with so much round them, in lengths of a card."""
    inner: float = 0.75
    """Within a place for a card the print is this part of its size;"""
    least_px: int = 12
    """fewer px say nothing."""


LIMITS = PrintLimits()


@dataclass(frozen=True, eq=False)
class UnexplainedPrint:
    """A picture but for its named cards, shrunk to `scale`.

    `lab` (H, W, 3) uint8; `cards` where they lie in it; `free` (H, W) bool where none lies; `printed` (H, W) bool where
    there is print beside them; `usual_share` of the px of a card that are printed; `card_px` a card's area.
    """

    lab: Image
    cards: tuple[Floats, ...]
    scale: float
    free: Mask
    printed: Mask
    usual_share: float
    card_px: float

    def card_width_px(self, aspect: float) -> float:
        """How wide a card of that short side over the long one is in the whole picture."""
        return float(np.sqrt(self.card_px * aspect)) / self.scale

    def is_bare(self) -> bool:
        """Whether there is so little print that no card can lie there."""
        return float(self.printed.sum()) < LIMITS.bare_share * self.card_px

    def largest(self) -> float:
        """The size of the largest piece of print, in cards."""
        return float(self._dense[1:, cv2.CC_STAT_AREA].max(initial=0)) / self.card_px

    def pieces(self) -> list[tuple[int, int, int, int]]:
        """The pieces of print about which a card may lie: left, top, right, bottom in px of the whole picture."""
        parts = [
            part
            for part in self._dense[1:].tolist()
            if LIMITS.least_piece_cards < part[4] / self.card_px < LIMITS.most_piece_cards
        ]
        parts.sort(key=lambda part: -part[4])
        more, (height, width) = LIMITS.piece_margin_lengths * float(np.sqrt(1.4 * self.card_px)), self.free.shape
        boxes = ((x - more, y - more, x + w + more, y + h + more) for x, y, w, h, _ in parts[: LIMITS.most_pieces])
        inner = ((max(a, 0), max(b, 0), min(c, width), min(d, height)) for a, b, c, d in boxes)
        return [
            (int(a / self.scale), int(b / self.scale), int(c / self.scale), int(d / self.scale)) for a, b, c, d in inner
        ]

    @cached_property
    def _dense(self) -> Ints:
        """The pieces of print as dense as a card's: what cv2 tells of each, the first that of all the rest."""
        width = round(LIMITS.window_widths * float(np.sqrt(0.7 * self.card_px))) | 1
        within, whole = (
            cv2.boxFilter(part.astype(np.float32), -1, (width, width), borderType=cv2.BORDER_CONSTANT)
            for part in (self.printed, self.free)
        )
        dense = (within > LIMITS.dense_share * self.usual_share * np.maximum(whole, 0.25)) & self.free
        return np.asarray(cv2.connectedComponentsWithStats(dense.astype(np.uint8))[2], np.int32)

    def is_card_like(self, share: float, least: float) -> bool:
        """Whether a share of print is that of a card: no less than this, nor than a part of what is usual."""
        return share > max(least, LIMITS.faint_share * self.usual_share)

    def share(self, quad: Floats) -> float:
        """The share of print in a place for a card (a quad in px of the whole picture), as far as it is free."""
        inner = filled(self.free.shape, [grown((quad + 0.5) * self.scale - 0.5, LIMITS.inner - 1)])
        return self.share_of(inner)

    def share_of(self, chosen: Mask) -> float:
        """The share of print in the px of a mask (H, W), as far as they are free."""
        inner = self.printed[chosen & self.free]
        return float(inner.mean()) if len(inner) > LIMITS.least_px else 0.0


def unexplained_print(
    image: Image, quads: Sequence[Floats], telling: Sequence[Floats] | None = None
) -> UnexplainedPrint | None:
    """What some cards (quads in px of the picture, BGR uint8) leave of it; None if they are not to be seen.

    `telling` are those that tell what print is, where not all do: a back may be busier than any face.
    """
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    small = np.asarray(cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA), np.uint8)
    lab = np.asarray(cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 1.0), cv2.COLOR_BGR2LAB), np.uint8)
    change = cv2.morphologyEx(lab, cv2.MORPH_GRADIENT, np.ones((3, 3), np.uint8)).max(axis=2)
    placed, shown = (
        tuple(np.asarray((quad + 0.5) * scale - 0.5, np.float32) for quad in some)
        for some in (quads, quads if telling is None else telling)
    )
    cards = [change[filled(change.shape, [grown(quad, LIMITS.within - 1)])] for quad in shown]
    cards = [card for card in cards if len(card) > LIMITS.least_px]
    if not cards:
        return None
    level = max(
        LIMITS.strong_share * float(np.median([np.percentile(card, 90) for card in cards])), LIMITS.least_change_lab
    )
    usual = float(np.percentile([(card > level).mean() for card in cards], LIMITS.usual_percentile))
    size = float(np.median([abs(area(quad)) for quad in placed]))
    free = ~filled(change.shape, [grown(quad, LIMITS.beside - 1) for quad in placed])
    return UnexplainedPrint(lab, placed, scale, free, (change > level) & free, usual, size)


def filled(shape: tuple[int, ...], polygons: Sequence[Floats]) -> Mask:
    """Which px (H, W) lie in one of some convex polygons."""
    mask = np.zeros(shape[:2], np.uint8)
    for polygon in polygons:
        cv2.fillConvexPoly(mask, np.round(polygon).astype(np.int32), 1)
    return mask.astype(bool)
