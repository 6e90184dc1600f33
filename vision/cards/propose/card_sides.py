"""Where a card's sides are to be seen: the picture changes across each of them, whatever is printed on the card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.deck.geometry import grown, overlap
from vision.cards.propose.card_plane import CardPlane
from vision.cards.propose.unexplained_print import filled
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class CardSideLimits:
    """Which sides are to be seen. Lengths are in card widths."""

    work_px: int = 960
    """Sides are looked at in the picture shrunk to this many px on its long side,"""
    points: int = 24
    """at so many points each,"""
    end_share: float = 0.08
    """but for this part at either end: corners are round."""
    across_widths: float = 0.03
    """From so far within a side to as far beyond it"""
    change_lab: float = 11.0
    """the picture changes by more than this (Lab, 0 to 255)."""
    least_points: int = 6
    """Of a side fewer points in sight say nothing."""
    beside: float = 1.1
    """What lies within this of a known card shows its sides, not those of another."""
    least_sides: int = 3
    """So many sides in sight tell a card; a fourth may lie on what looks the same."""
    side_share: float = 0.5
    """The picture changes across this part of each of them,"""
    sides_share: float = 0.85
    """and in the mean across this part."""
    inner_points: int = 6
    """So many points across and down tell how much of a place no card covers:"""
    least_free: float = 0.6
    """no less than this."""
    least_clear: float = 0.5
    """At first sight so much of the sides in sight is enough,"""
    most_places: int = 32
    """of so many places at most;"""
    same_share: float = 0.9
    """two that share more of their area than this are one."""
    fit_steps: tuple[tuple[float, float], ...] = ((0.05, 2.0), (0.05, 2.0), (0.025, 1.0), (0.025, 1.0))
    """A place is moved and turned by steps of so many widths and degrees to where its sides are seen best."""


LIMITS = CardSideLimits()


class CardSides:
    """The sides of cards in a picture (BGR uint8) of a table, but for those of the known ones, which `covers` tell."""

    def __init__(self, image: Image, covers: Sequence[Floats], plane: CardPlane) -> None:
        self._scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
        small = cv2.resize(image, None, fx=self._scale, fy=self._scale, interpolation=cv2.INTER_AREA)
        self._lab = cv2.cvtColor(cv2.GaussianBlur(small, (0, 0), 0.8), cv2.COLOR_BGR2LAB)
        about = [grown((quad + 0.5) * self._scale - 0.5, LIMITS.beside - 1) for quad in covers]
        self._free = (~filled(self._lab.shape, about)).astype(np.uint8)
        self._plane = plane

    def support(self, quads: Sequence[Floats]) -> Floats:
        """The part (N, 4) of each side of some quads (in px of the picture) across which the picture changes, as far as
        it is in sight; NaN for a side that hardly is."""
        if not len(quads):
            return np.zeros((0, 4), np.float32)
        points, out = _points(np.stack([self._plane.to_table(quad) for quad in quads]))
        (inner, near), (outer, far) = (self._seen(points + sign * LIMITS.across_widths * out) for sign in (-1, 1))
        change = (cv2.absdiff(inner, outer).max(axis=-1) > LIMITS.change_lab).reshape(near.shape)
        sight = near & far
        count = sight.sum(axis=2)
        share = (change & sight).sum(axis=2) / np.maximum(count, 1)
        return np.asarray(np.where(count >= LIMITS.least_points, share, np.nan), np.float32)

    def clearest(self, quads: Sequence[Floats]) -> list[Floats]:
        """Those of the quads most of whose sides are to be seen, each place once; none that lies under known cards."""
        if not quads:
            return []
        quads = [quad for quad, free in zip(quads, self._free_share(quads), strict=True) if free > LIMITS.least_free]
        clear, found = _clearness(self.support(quads)), list[Floats]()
        for n in np.argsort(-clear, kind="stable"):
            if clear[n] < LIMITS.least_clear or len(found) == LIMITS.most_places:
                break
            if all(overlap(quads[n], other) < LIMITS.same_share for other in found):
                found.append(quads[n])
        return found

    def fitted(self, quads: Sequence[Floats]) -> list[Floats]:
        """The quads moved and turned on the table to where their sides are seen best."""
        best, most = list(quads), _clearness(self.support(quads))
        for width, turn in LIMITS.fit_steps if best else ():
            ways = [(x, y, 0.0) for x in (-width, 0.0, width) for y in (-width, 0.0, width) if x or y]
            ways += [(0.0, 0.0, turn), (0.0, 0.0, -turn)]
            tried = [self._plane.moved(quad, *way) for quad in best for way in ways]
            clear = _clearness(self.support(tried)).reshape(len(best), len(ways))
            for n, way in enumerate(clear.argmax(axis=1)):
                if clear[n, way] > most[n]:
                    best[n], most[n] = tried[n * len(ways) + int(way)], clear[n, way]
        return best

    def shown(self, quads: Sequence[Floats]) -> list[tuple[Floats, bool]]:
        """Those of the quads enough of whose sides are to be seen, the clearest first; and whether all four are."""
        support = np.sort(np.nan_to_num(self.support(quads), nan=-1), axis=1)[:, ::-1]
        best = support[:, : LIMITS.least_sides]
        enough, whole = (
            (some.min(axis=1) > LIMITS.side_share) & (some.mean(axis=1) > LIMITS.sides_share)
            for some in (best, support)
        )
        return [(quads[n], bool(whole[n])) for n in np.argsort(-best.mean(axis=1), kind="stable") if enough[n]]

    def _free_share(self, quads: Sequence[Floats]) -> Floats:
        """The part (N,) of each quad that no known card covers."""
        across = (np.arange(LIMITS.inner_points) + 0.5) / LIMITS.inner_points
        u, v = (each.reshape(-1, 1) for each in np.meshgrid(across, across))
        a, b, c, d = np.stack([self._plane.to_table(quad) for quad in quads]).transpose(1, 0, 2)[:, :, None]
        points = (1 - v) * ((1 - u) * a + u * b) + v * ((1 - u) * d + u * c)
        return np.asarray(self._seen(np.asarray(points, np.float32))[1].mean(axis=1), np.float32)

    def _seen(self, points: Floats) -> tuple[Image, Mask]:
        """The colours (N, 3, 1) of points (..., 2) on the table, and which of them are in sight."""
        px = self._plane.to_picture(points)
        places = np.asarray((px + 0.5) * self._scale - 0.5, np.float32).reshape(-1, 1, 2)
        rows = np.array_split(places, len(places) // 30000 + 1)
        colours, free = (
            np.concatenate([cv2.remap(part, row, None, how) for row in rows])
            for part, how in ((self._lab, cv2.INTER_LINEAR), (self._free, cv2.INTER_NEAREST))
        )
        high, wide = self._free.shape
        within = ((places > 1) & (places < np.array([wide, high]) - 2)).all(axis=-1)
        return np.asarray(colours, np.uint8), ((free > 0) & within).reshape(points.shape[:-1])


def _clearness(support: Floats) -> Floats:
    """How much (N,) of the sides in sight is to be seen; 0 where too few are in sight."""
    sight = np.isfinite(support)
    enough = sight.sum(axis=1) >= LIMITS.least_sides
    return np.asarray(np.where(enough, np.nansum(support, axis=1) / np.maximum(sight.sum(axis=1), 1), 0), np.float32)


def _points(flat: Floats) -> tuple[Floats, Floats]:
    """Points on the sides of quads on the table (N, 4, points, 2), and the ways out of the quads there."""
    ways = np.roll(flat, -1, axis=1) - flat
    steps = np.linspace(LIMITS.end_share, 1 - LIMITS.end_share, LIMITS.points)[:, None]
    points = flat[:, :, None] + ways[:, :, None] * steps
    out = np.stack([ways[..., 1], -ways[..., 0]], axis=-1)[:, :, None]
    out = out / np.linalg.norm(out, axis=-1, keepdims=True).clip(1e-6)
    away = (points - flat.mean(axis=1)[:, None, None]) * out
    return np.asarray(points, np.float32), np.asarray(out * np.sign(away.sum(axis=(-1, -2), keepdims=True)), np.float32)
