"""The search of one picture for the cards of a deck: places are looked at, the likeliest named one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.cards.compare.align import FAR, FIRM, NEAR, align, visible_mask
from vision.cards.compare.calibration import CERTAIN, ellipse_in, p_card_there, p_name_right
from vision.cards.compare.lookalikes import lookalike_quad, lookalikes_of
from vision.cards.compare.match import (
    LEVELS,
    CardView,
    FaceMatch,
    difference,
    lead,
    likeliest_blur,
    match_faces,
    view_of,
    working_width,
)
from vision.cards.deck.geometry import Floats, Picture, area, grown, homography_to_quad, overlap
from vision.cards.deck.templates import COARSE, GLANCE, FacesAtWidth, FaceTemplates, quarter_turned
from vision.cards.propose.card_plane import CardPlane, plane_of

RIVALS, ALSO = 4, 3
"""So many of the faces that come nearest at a rough look are compared with a card; and of those most like it."""
OPEN, MANY = 0.3, 9
"""And more of them, if the first leads them by so little there."""
LIKE, UNLIKE = 14, 0.35
"""So many faces are held against a card at a rough look, but none that is less like it by this than the first."""
HOPELESS = 0.75
"""Rivals that the first leads by this at a rough look are not looked at closely."""
EITHER = 0.12
"""A face is looked at in both turns if it resembles the card nearly as much in either."""
CLOSE = 0.9
"""Rivals that the first leads by less than this are moved to where they fit best themselves."""
PLAIN_FIT, PLAIN_LEAD, PLAIN_APART = 0.8, 0.35, 1e-3
"""A face that explains so much at a rough look, leads all by so much, and differs so much (white squared) is plain."""
TELLING = 2
"""More cards than these tell how the table lies even if each is placed roughly."""
FAINT = 0.25
"""Places that resemble no face more than this (cosine) are no cards of the deck."""
LOOKED = 40
"""At most so many places are looked at closely."""
HELD = 0.2
"""A face must explain this share of what is seen to be named."""
LIKELY = 0.35
"""What is less likely a known card than this is left out."""
MAYBE = 0.35
"""What is a card of the deck with this chance, but was not named, makes a picture unsure."""
COVERED, MOSTLY = 0.75, 0.5
"""Of a card in sight whole more than this is seen (but for its rim); what lies on others by more than this is no
card beside them."""
HIDDEN, SEEN = 0.82, 0.16
"""A card of which more than this lies under others is not read, nor one of which less than this is in sight."""
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
class CardHypothesis:
    """A card: its rival faces, likeliest first; how far the first is to be trusted; and that there is one at all."""

    matches: tuple[FaceMatch, ...]
    confidence: float
    p_there: float

    @property
    def quad(self) -> Floats:
        """Where it lies."""
        return self.matches[0].quad


@dataclass(frozen=True, eq=False)
class CandidateQuad:
    """A quad where a card may lie; `likeness` (N,) and `turns` (N,) of the faces there."""

    quad: Floats
    likeness: Floats
    turns: NDArray[np.int64]

    @property
    def best(self) -> float:
        """The likeness of the likeliest face."""
        return float(self.likeness.max())


class CardSearch:
    """One picture, and what was found in it so far: `found` the cards, `faint` what was looked at and left out."""

    def __init__(self, picture: Picture, faces: FaceTemplates) -> None:
        self.picture = picture
        self.faces = faces
        self.found: list[CardHypothesis] = []
        self.left_out: list[CardHypothesis] = []
        self._firm = 0.0

    def consider(self, quads: Iterable[Floats], flat: bool = False) -> None:
        """Names the cards that lie in some of the quads, those first that explain most.

        `flat`: the quads lie as a card does on that table, and are not bent.
        """
        self._firm = FIRM if flat else 0.0
        first: list[FaceMatch] = []
        for place in self._places(quads):
            if not any(fit.explained_share > PLAIN_FIT and overlap(place.quad, fit.quad) > HIDDEN for fit in first):
                first.append(self._first(place))
        first.sort(key=lambda fit: -fit.explained_share * (1 + 0.1 * np.log(max(area(fit.quad), 1))))
        for fit in first:
            if fit.explained_share >= HELD / 2 and not self._explained(fit.quad):
                self._name(fit)

    def settle(self, table: CardPlane | None = None) -> None:
        """Looks again at what is not clear: as far as others leave it in sight, from where a card would lie there."""
        for card in [card for card in self.found if card.confidence < SETTLED]:
            near = table or (None if self.faces.deck.round else plane_of([card.quad], 1 / self.faces.deck.aspect))
            upper = [
                c
                for c in self.found
                if c.matches[0].explained_share > card.matches[0].explained_share and overlap(card.quad, c.quad) > LAP
            ]
            starts = [near.snapped(card.quad), *near.cornered(card.quad)] if near else [card.quad] * bool(upper)
            if starts:
                self.found.remove(card)
                known = len(self.found)
                self.consider(starts, table is not None)
                if not upper and not any(again.p_there > card.p_there for again in self.found[known:]):
                    self.found[known:] = [card]

    def keep_sizes(self, plane: CardPlane, sizes: tuple[float, float]) -> None:
        """Leaves out what is not of a card's size, within these factors."""
        low, high = sizes
        self.found = [c for c in self.found if low < plane.size_ratio(c.quad) < high]

    def certain_quads(self) -> list[Floats]:
        """Where the cards lie that are clear. What is of quite another size than most speaks for is left out before."""
        if self.found:
            sizes = np.sqrt([area(card.quad) for card in self.found])
            weights = np.array([card.matches[0].explained_share ** 4 for card in self.found]) * sizes
            near = np.abs(np.log(sizes[:, None] / sizes[None, :])) < ONE_SIZE
            best = near[int((near @ weights).argmax())]
            self.found = [card for card, counts in zip(self.found, best, strict=True) if counts]
        return [card.quad for card in self.found if card.confidence > CERTAIN]

    def may_have_missed(self) -> bool:
        """Whether something that was looked at and left out may be a card of the deck after all."""
        least = min((area(card.quad) for card in self.found), default=0.0) / 2
        return any(
            card.p_there > MAYBE
            and area(card.quad) > least
            # what was held up before the cards on it were known says nothing
            and (
                card.matches[0].visible_share < COVERED or all(overlap(card.quad, c.quad) < MOSTLY for c in self.found)
            )
            for card in self.left_out
        )

    def _places(self, quads: Iterable[Floats]) -> list[CandidateQuad]:
        found = []
        for quad in quads:
            if self._explained(quad):
                continue
            covers = self._covers(quad)
            size = self.faces.size_px(GLANCE)
            seen = visible_mask(homography_to_quad(quad, size), size, self.picture, covers)
            place = CandidateQuad(
                quad, *self.faces.likeness_and_turns(self.picture, quad, None if seen.all() else seen)
            )
            if place.best > FAINT:
                found.append(place)
        found.sort(key=lambda place: -place.best)
        return _apart(found)[:LOOKED]

    def _explained(self, quad: Floats) -> bool:
        return any(overlap(quad, card.quad) > HIDDEN for card in self.found)

    def _covers(self, quad: Floats) -> list[Floats]:
        """The outlines of the cards found so far that lie over a quad."""
        over = [grown(card.quad, RIM) for card in self.found if overlap(quad, card.quad) > LAP]
        return [ellipse_in(other) for other in over] if self.faces.deck.round else over

    def _first(self, place: CandidateQuad) -> FaceMatch:
        """The likeliest face, where it fits best."""
        face = int(place.likeness.argmax())
        quad = self.faces.turned_quad(place.quad, int(place.turns[face]))
        return self._moved(quad, face, self.faces.at_width(FIRST))

    def _moved(self, quad: Floats, face: int, close: FacesAtWidth, steps: int = 10, far: float = FAR) -> FaceMatch:
        """A face held against the picture where it fits best near a quad."""
        covers = self._covers(quad)
        quad = align(self.picture, quad, face, close, covers, steps, far, self._firm)
        return match_faces(view_of(self.picture, quad, close, covers), [(face, None)])[0]

    def _name(self, first: FaceMatch) -> None:
        fits = self._rivals(first)
        if fits[0].face != first.face:
            fits = self._rivals(fits[0])
        if fits[0].explained_share < HELD or fits[0].visible_share < SEEN or self._explained(fits[0].quad):
            return
        there = p_card_there(self.faces.deck, fits)
        found = CardHypothesis(tuple(fits), there * p_name_right(self.faces.deck, fits), there)
        (self.found if found.confidence >= LIKELY else self.left_out).append(found)

    def _rivals(self, first: FaceMatch) -> list[FaceMatch]:
        """The likeliest faces, each at its best, the one that the picture is most like first."""
        rough = self.faces.at_width(FIRST)
        if first.view.templates is not rough or self._covers(first.quad):
            first = self._moved(first.quad, first.face, rough, 3)
        if first.visible_share < SEEN:
            return [first]
        near = self._near(first)
        if first.explained_share > PLAIN_FIT and all(self._plainly(first, fit) for fit in near):
            return [self._placed(first), *sorted(near, key=lambda fit: lead(first, fit))]
        close = self.faces.at_width(working_width(first.quad))
        covers = self._covers(first.quad)
        quad = align(self.picture, first.quad, first.face, close, covers, 6, 2 * NEAR, self._firm)
        here = view_of(self.picture, quad, close, covers)
        blur = likeliest_blur(here, first.face)
        own = match_faces(here, [(first.face, None)], blur)[0]
        if max(fit.explained_share for fit in (own, *near)) < HELD:
            return [own]
        top, rest = own, []
        for fit in match_faces(here, [(fit.face, here.homography_of(fit.quad)) for fit in near], blur):
            if lead(own, fit) < CLOSE:
                moved = align(self.picture, fit.quad, fit.face, rough, covers, 5, 2 * NEAR, self._firm)
                moved = align(self.picture, moved, fit.face, close, covers, 4, NEAR, self._firm)
                fit = max(
                    fit,
                    match_faces(here, [(fit.face, here.homography_of(moved))], blur)[0],
                    key=lambda fit: fit.explained_share,
                )
            rest.append(fit)
            top = fit if lead(top, fit) < 0 else top
        others = [fit for fit in (own, *rest) if fit is not top]
        return [top, *sorted(others, key=lambda fit: lead(top, fit))]

    def _placed(self, fit: FaceMatch) -> FaceMatch:
        """The fit placed more closely if it is one of the first few cards: they tell how the table lies."""
        if len(self.found) > TELLING:
            return fit
        covers = self._covers(fit.quad)
        return replace(fit, quad=align(self.picture, fit.quad, fit.face, self.faces.at_width(LEVELS[1]), covers, 2))

    def _plainly(self, first: FaceMatch, fit: FaceMatch) -> bool:
        """Whether another name need not be looked at closely."""
        far = difference(first, fit) > PLAIN_APART * len(first.weights)
        return not self._other(first, fit) or (lead(first, fit) > PLAIN_LEAD and far)

    def _other(self, one: FaceMatch, two: FaceMatch) -> bool:
        return bool(self.faces.name_numbers[one.face] != self.faces.name_numbers[two.face])

    def _near(self, first: FaceMatch) -> list[FaceMatch]:
        """The faces that a rough look does not rule out, likeliest first, but for the one that was thought of first."""
        twins, here = dict(lookalikes_of(first.face, self.faces)), first.view
        chosen = [
            (
                face,
                here.homography_of(
                    self.faces.turned_quad(lookalike_quad(here.quad, twins.get(face) if not turn else None), turn)
                ),
            )
            for face, turn in self._likeliest(here, first.face, twins)
        ]
        fits = _likely_turns(match_faces(here, chosen), first)
        near = sorted(((lead(first, fit), fit) for fit in fits), key=lambda pair: pair[0])
        faces = dict.fromkeys([*dict.fromkeys(fit.face for ahead, fit in near if ahead < HOPELESS)][:RIVALS])
        faces |= dict.fromkeys([*dict.fromkeys(fit.face for ahead, fit in near if ahead < OPEN)][:MANY])
        faces |= dict.fromkeys([*dict.fromkeys(fit.face for fit in fits)][:ALSO])
        return [fit for fit in fits if fit.face in faces]

    def _likeliest(self, here: CardView, first: int, twins: Iterable[int]) -> list[tuple[int, int]]:
        """The faces that resemble most what lies in a view, and in which turns; with the twins of the first."""
        close = self.faces.at_width(COARSE)
        shape, small = here.templates.size[::-1], close.size
        parts = [part.reshape(shape) for part in (*here.descriptor, here.weights)]
        *look, weights = (cv2.resize(part, small, interpolation=cv2.INTER_AREA).reshape(-1) for part in parts)
        likeness = []
        for turn in range(1 if self.faces.deck.round else self.faces.turns):
            turned = quarter_turned(np.stack(look), weights, small[::-1], turn * (4 // self.faces.turns))
            likeness.append(close.likeness(*turned))
        table = np.stack(likeness)
        best = table.max(axis=0)
        chosen = {*twins, *np.argsort(-best)[:LIKE].tolist()}
        chosen = {face for face in chosen if best[face] > best[first] - UNLIKE} | {first}
        return [
            (face, turn)
            for face in sorted(chosen, key=lambda face: -best[face])
            for turn in range(len(table))
            if (face, turn) != (first, 0) and table[turn, face] > best[face] - EITHER
        ]


def _likely_turns(fits: Sequence[FaceMatch], first: FaceMatch) -> list[FaceMatch]:
    """The fits without those that another turn of the same face leads by far."""
    leads = [lead(first, fit) for fit in fits]
    best: dict[int, float] = {}
    for fit, ahead in zip(fits, leads, strict=True):
        best[fit.face] = min(ahead, best.get(fit.face, np.inf))
    return [fit for fit, ahead in zip(fits, leads, strict=True) if ahead < best[fit.face] + EITHER]


def _apart(places: Sequence[CandidateQuad]) -> list[CandidateQuad]:
    """The places without those that are nearly the same as a likelier one."""
    if not places:
        return []
    quads = np.stack([place.quad for place in places])
    gaps = np.min([np.abs(np.roll(quads, t, axis=1)[:, None] - quads).max(axis=(2, 3)) for t in range(4)], axis=0)
    near = [0.05 * float(np.sqrt(abs(area(quad)))) for quad in quads]
    kept: list[int] = []
    for i in range(len(places)):
        if not any(gaps[i, j] < near[i] for j in kept):
            kept.append(i)
    return [places[i] for i in kept]
