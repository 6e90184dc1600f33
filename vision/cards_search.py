"""The search of one picture for the cards of a deck: places are looked at, the likeliest named, one after the other."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.cards_faces import COARSE, GLANCE, Faces
from vision.cards_judge import CERTAIN, ring, trust
from vision.cards_match import NEAR, Fit, align, alike, beside, blur_of, held, in_sight, lead, level_of, view
from vision.cards_plane import Plane
from vision.cards_shape import Floats, Picture, area, grown, onto, overlap

RIVALS = 5
"""So many of the likeliest faces are compared with a card."""
HOPELESS = 0.75
"""Rivals that the first leads by this at a rough look are not looked at closely."""
EITHER = 0.12
"""A face is looked at in both turns if it resembles the card nearly as much in either."""
CLOSE = 0.9
"""Rivals that the first leads by less than this are moved to where they fit best themselves."""
FAINT = 0.25
"""Places that resemble no face more than this (cosine) are no cards of the deck."""
LOOKED = 40
"""At most so many places are looked at closely."""
HELD = 0.2
"""A face must explain this share of what is seen to be named."""
LIKELY = 0.35
"""What is less likely a known card than this is left out."""
MAYBE, MAYBE_ALONE, MOSTLY = 0.45, 0.35, 0.5
"""What a face explains this much of may be a card; where nothing else was found; unless it lies on others mostly."""
HIDDEN = 0.82
"""A card of which more than this lies under others is not read."""
SETTLED = 0.95
"""A card of at least this confidence is not looked at again."""
ONE_SIZE = np.log(1.8)
"""Cards of one picture look no more different in size than this."""
LAP = 0.02
"""Cards that share less than this part of their area lie side by side."""
RIM = 0.09
"""A card hides a little more than its own: sleeves, mounts, shadows."""
FIRST = 40
"""Working width in px of the first close look."""


@dataclass(frozen=True, eq=False)
class Found:
    """A card: its rival faces, likeliest first, and how far the first is to be trusted."""

    fits: tuple[Fit, ...]
    score: float

    @property
    def quad(self) -> Floats:
        """Where it lies."""
        return self.fits[0].quad


@dataclass(frozen=True, eq=False)
class Place:
    """A quad where a card may lie; `likeness` (N,) and `turns` (N,) of the faces there."""

    quad: Floats
    likeness: Floats
    turns: NDArray[np.int64]

    @property
    def best(self) -> float:
        """The likeness of the likeliest face."""
        return float(self.likeness.max())


class Search:
    """One picture, and what was found in it so far: `found` the cards, `faint` what was looked at and left out."""

    def __init__(self, picture: Picture, faces: Faces) -> None:
        self.picture = picture
        self.faces = faces
        self.found: list[Found] = []
        self.faint: list[Found] = []

    def consider(self, quads: Iterable[Floats]) -> None:
        """Names the cards that lie in some of the quads, those first that explain most."""
        first = [(place, self._first(place)) for place in self._places(quads)]
        first.sort(key=lambda pair: -pair[1].fit * (1 + 0.1 * np.log(max(area(pair[1].quad), 1))))
        for place, fit in first:
            if fit.fit >= HELD / 2 and not self._explained(fit.quad):
                self._name(place, fit)

    def settle(self) -> None:
        """Names again what lies under another card, now that it is known which part of it is in sight."""
        for card in [card for card in self.found if card.score < SETTLED]:
            upper = [
                c.quad for c in self.found if c.fits[0].fit > card.fits[0].fit and overlap(card.quad, c.quad) > LAP
            ]
            if upper:
                self.found.remove(card)
                self.consider([card.quad])

    def keep(self, plane: Plane, sizes: tuple[float, float]) -> None:
        """Leaves out what is not of a card's size, within these factors."""
        low, high = sizes
        self.found = [c for c in self.found if low < plane.scale_of(c.quad) < high]

    def clear(self) -> list[Floats]:
        """Where the cards lie that are clear. What is of quite another size than most speaks for is left out before."""
        if self.found:
            sizes = np.sqrt([area(card.quad) for card in self.found])
            weights = np.array([card.fits[0].fit ** 4 for card in self.found]) * sizes
            near = np.abs(np.log(sizes[:, None] / sizes[None, :])) < ONE_SIZE
            best = near[int((near @ weights).argmax())]
            self.found = [card for card, counts in zip(self.found, best, strict=True) if counts]
        return [card.quad for card in self.found if card.score > CERTAIN]

    def missed(self) -> bool:
        """Whether something that was looked at and left out may be a card of the deck after all."""
        if not self.found:
            return any(card.fits[0].fit > MAYBE_ALONE for card in self.faint)
        least = min(area(card.quad) for card in self.found) / 2
        return any(
            card.fits[0].fit > MAYBE
            and area(card.quad) > least
            and all(overlap(card.quad, other.quad) < MOSTLY for other in self.found)
            for card in self.faint
        )

    def _places(self, quads: Iterable[Floats]) -> list[Place]:
        found = []
        for quad in quads:
            if self._explained(quad):
                continue
            covers = self._covers(quad)
            size = self.faces.size(GLANCE)
            seen = in_sight(onto(quad, size), size, self.picture, covers)
            place = Place(quad, *self.faces.glimpse(self.picture, quad, None if seen.all() else seen))
            if place.best > FAINT:
                found.append(place)
        found.sort(key=lambda place: -place.best)
        return _apart(found)[:LOOKED]

    def _explained(self, quad: Floats) -> bool:
        return any(overlap(quad, card.quad) > HIDDEN for card in self.found)

    def _covers(self, quad: Floats) -> list[Floats]:
        """The outlines of the cards found so far that lie over a quad."""
        over = [grown(card.quad, RIM) for card in self.found if overlap(quad, card.quad) > LAP]
        return [ring(other) for other in over] if self.faces.deck.round else over

    def _first(self, place: Place) -> Fit:
        """The likeliest face, where it fits best."""
        face = int(place.likeness.argmax())
        quad = self.faces.turned(place.quad, int(place.turns[face]))
        covers = self._covers(quad)
        quad = align(self.picture, quad, face, self.faces, FIRST, covers)
        close = self.faces.close(FIRST)
        return held(view(self.picture, quad, close, covers), [face], close)[0]

    def _name(self, place: Place, first: Fit) -> None:
        covers = self._covers(first.quad)
        fits = self._rivals(place, first, covers)
        if fits[0].fit < HELD or fits[0].seen_part < (1 - HIDDEN) * 0.9 or self._explained(fits[0].quad):
            return
        score = trust(self.faces.deck, fits)
        (self.found if score >= LIKELY else self.faint).append(Found(tuple(fits), score))

    def _rivals(self, place: Place, first: Fit, covers: Sequence[Floats]) -> list[Fit]:
        """The likeliest faces, each at its best, the one that the picture is most like first."""
        width = level_of(first.quad)
        close = self.faces.close(width)
        quad = align(self.picture, first.quad, first.face, self.faces, width, covers, 6, 2 * NEAR)
        twins = dict(alike(first.face, self.faces))
        turns = self._likeliest(quad, first.face, twins, covers)
        here = view(self.picture, quad, close, covers)
        blur = blur_of(here, first.face, close)
        fits = held(here, [first.face], close, blur)
        places = []
        for face, turn in turns:
            where = beside(quad, twins.get(face)) if turn == 0 else self.faces.turned(quad, turn)
            if turn:
                where = align(self.picture, where, face, self.faces, FIRST, covers, 5, 2 * NEAR)
            places.append((face, where))
        for face, where in self._hopeful(quad, first.face, places, covers):
            fits += held(view(self.picture, where, close, covers), [face], close, blur)
        fits.sort(key=_fit, reverse=True)
        for i, fit in enumerate(fits):
            if fit.face != first.face and (i == 0 or lead(fits[0], fit) < CLOSE):
                moved = align(self.picture, fit.quad, fit.face, self.faces, width, covers, 4, NEAR)
                fits[i] = max(held(view(self.picture, moved, close, covers), [fit.face], close, blur)[0], fit, key=_fit)
        top = max(fits, key=_fit)
        rest = [fit for fit in fits if fit is not top]
        return [top, *sorted(rest, key=lambda fit: lead(top, fit))]

    def _hopeful(
        self, quad: Floats, first: int, places: Sequence[tuple[int, Floats]], covers: Sequence[Floats]
    ) -> list[tuple[int, Floats]]:
        """Those of some faces and their places that a rough look does not rule out, the likeliest first."""
        close = self.faces.close(FIRST)
        best = held(view(self.picture, quad, close, covers), [first], close)[0]
        leads = [lead(best, held(view(self.picture, where, close, covers), [face], close)[0]) for face, where in places]
        order = [i for i in np.argsort(leads).tolist() if leads[i] < HOPELESS]
        return [places[i] for i in order[:RIVALS]]

    def _likeliest(
        self, quad: Floats, first: int, twins: Iterable[int], covers: Sequence[Floats]
    ) -> list[tuple[int, int]]:
        """The faces that resemble most what lies in a quad, and in which turns; with the twins of the first."""
        close = self.faces.close(COARSE)
        here = view(self.picture, quad, close, covers)
        likeness = [close.likeness(here.look, here.weights)]
        if not self.faces.deck.round:
            shape = close.size[::-1]
            for turn in range(1, self.faces.turns):
                quarters = turn * (4 // self.faces.turns)
                look = np.rot90(here.look.reshape(*shape, 3), quarters).reshape(-1, 3)
                likeness.append(close.likeness(look, np.rot90(here.weights.reshape(shape), quarters).reshape(-1)))
        table = np.stack(likeness)
        chosen = [*twins, *np.argsort(-table.max(axis=0))[: RIVALS + 1].tolist()]
        return [
            (face, turn)
            for face in dict.fromkeys(chosen)
            for turn in range(len(table))
            if (face, turn) != (first, 0) and table[turn, face] > table[:, face].max() - EITHER
        ]


def _fit(fit: Fit) -> float:
    return fit.fit


def _apart(places: Sequence[Place]) -> list[Place]:
    """The places without those that are nearly the same as a likelier one."""
    kept: list[Place] = []
    for place in places:
        near = 0.05 * float(np.sqrt(abs(area(place.quad))))
        if not any(
            np.abs(np.roll(place.quad, turn, axis=0) - other.quad).max() < near for other in kept for turn in range(4)
        ):
            kept.append(place)
    return kept
