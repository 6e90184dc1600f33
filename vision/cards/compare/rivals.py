"""The faces that rival each other at one place in a picture, compared closely: which is it?"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import align
from vision.cards.compare.calibration import ellipse_in, p_card_there
from vision.cards.compare.lookalikes import lookalike_quad, lookalikes_of
from vision.cards.compare.match import LIMITS as MATCH
from vision.cards.compare.match import (
    CardView,
    FaceMatch,
    Homography,
    difference,
    lead,
    likeliest_blur,
    match_faces,
    view_of,
    working_width,
)
from vision.cards.deck.geometry import Picture, grown, overlap
from vision.cards.deck.templates import WIDTHS, FacesAtWidth, FaceTemplates, quarter_turned
from vision.reading import Floats


@dataclass(frozen=True, slots=True)
class RivalLimits:
    """Which faces are compared closely."""

    rival_faces: int = 4
    """So many of the faces that come nearest at a rough look are compared with a card,"""
    likest_faces: int = 3
    """and so many of those most like it."""
    open_lead: float = 0.3
    """And more of them, if the first leads them by so little there:"""
    open_faces: int = 9
    """so many."""
    rough_faces: int = 14
    """So many faces are held against a card at a rough look,"""
    rough_likeness_gap: float = 0.35
    """but none that is less like it by this than the first."""
    hopeless_lead: float = 0.75
    """Rivals that the first leads by this at a rough look are not looked at closely."""
    either_turn_gap: float = 0.12
    """A face is looked at in both turns if it resembles the card nearly as much in either."""
    close_lead: float = 0.9
    """Rivals that the first leads by less than this are moved to where they fit best themselves."""
    poor_explained_share: float = 0.5
    """Where no face explains more than this they are compared at the usual width at most,"""
    poor_rivals: int = 5
    """and so many rivals with the first,"""
    p_there: float = 0.35
    """unless a card of the deck lies there with this chance: then all are compared."""
    first_moves: int = 2
    """So many of them, the nearest first, and the others only"""
    hopeful_explained_share: float = 0.3
    """if one explains so much by then."""
    plain_explained_share: float = 0.8
    """A face that explains so much at a rough look,"""
    plain_lead: float = 0.35
    """leads all by so much,"""
    plain_difference: float = 1e-3
    """and differs so much (white squared) is plain."""
    plane_cards: int = 2
    """More cards than these tell how the table lies even if each is placed roughly."""
    named_explained_share: float = 0.2
    """A face must explain this share of what is seen to be named."""
    visible_share: float = 0.16
    """A card of which less than this is in sight is not read."""
    overlap_share: float = 0.02
    """Cards that share less than this part of their area lie side by side."""
    margin_share: float = 0.09
    """A card hides a little more than its own: sleeves, mounts, shadows."""
    first_width_px: int = 40
    """Working width of the first close look."""


LIMITS = RivalLimits()


@dataclass(frozen=True, eq=False)
class FaceComparison:
    """A deck's faces compared with one picture.

    `found` are the quads of the cards known so far: what they cover is not compared. `firmness` says how firmly a face
    is held in shape as it is aligned.
    """

    picture: Picture
    faces: FaceTemplates
    found: Sequence[Floats]
    firmness: float

    @property
    def rough_templates(self) -> FacesAtWidth:
        """The faces at the width of the first close look."""
        return self.faces.at_width(LIMITS.first_width_px)

    def covers(self, quad: Floats) -> list[Floats]:
        """The outlines of the known cards that lie over a quad."""
        over = [
            grown(other, LIMITS.margin_share) for other in self.found if overlap(quad, other) > LIMITS.overlap_share
        ]
        return [ellipse_in(other) for other in over] if self.faces.deck.round else over

    def aligned_match(
        self, quad: Floats, face: int, templates: FacesAtWidth, steps: int = 10, far: float = ALIGNMENT.far_share
    ) -> FaceMatch:
        """A face held against the picture where it fits best near a quad."""
        covers = self.covers(quad)
        quad = align(self.picture, quad, face, templates, covers, steps, far, self.firmness)
        return match_faces(view_of(self.picture, quad, templates, covers), [(face, None)])[0]

    def ranked_matches(self, first: FaceMatch) -> list[FaceMatch]:
        """The likeliest faces, each at its best, the one that the picture is most like first."""
        if first.view.templates is not self.rough_templates or self.covers(first.quad):
            first = self.aligned_match(first.quad, first.face, self.rough_templates, 3)
        if first.visible_share < LIMITS.visible_share:
            return [first]
        rivals = self._rough_rivals(first)
        if first.explained_share > LIMITS.plain_explained_share and all(self._is_plain(first, fit) for fit in rivals):
            return [self._placed(first), *sorted(rivals, key=lambda fit: lead(first, fit))]
        if max(fit.explained_share for fit in (first, *rivals)) < LIMITS.poor_explained_share:
            nearest = sorted(rivals, key=lambda fit: lead(first, fit))[: LIMITS.poor_rivals]
            matches = self._close_matches(first, nearest, MATCH.usual_width_px)
            if p_card_there(self.faces.deck, matches) < LIMITS.p_there:
                return matches
        return self._close_matches(first, rivals)

    def _close_matches(
        self, first: FaceMatch, rivals: Sequence[FaceMatch], most_width: int = MATCH.large_width_px
    ) -> list[FaceMatch]:
        """The first and its rivals, each at its best at the width that fits the card, the likeliest first."""
        templates = self.faces.at_width(min(working_width(first.quad), most_width))
        covers = self.covers(first.quad)
        quad = align(
            self.picture, first.quad, first.face, templates, covers, 6, 2 * ALIGNMENT.near_share, self.firmness
        )
        view = view_of(self.picture, quad, templates, covers)
        blur = likeliest_blur(view, first.face)
        own = match_faces(view, [(first.face, None)], blur)[0]
        if max(fit.explained_share for fit in (own, *rivals)) < LIMITS.named_explained_share:
            return [own]
        placed = [(fit.face, view.homography_of(fit.quad)) for fit in rivals]
        top, rest = own, list[FaceMatch]()
        for fit in sorted(match_faces(view, placed, blur), key=lambda fit: lead(own, fit)):
            hopeful = len(rest) < LIMITS.first_moves or top.explained_share > LIMITS.hopeful_explained_share
            if hopeful and lead(top, fit) < LIMITS.close_lead:
                fit = self._at_its_best(fit, blur, covers)
            top = fit if lead(top, fit) < 0 else top
            rest.append(fit)
        others = [fit for fit in (own, *rest) if fit is not top]
        return [top, *sorted(others, key=lambda fit: lead(top, fit))]

    def _at_its_best(self, fit: FaceMatch, blur: float, covers: Sequence[Floats]) -> FaceMatch:
        """A rival moved to where it fits best."""
        view, rough = fit.view, self.rough_templates
        moved = align(self.picture, fit.quad, fit.face, rough, covers, 5, 2 * ALIGNMENT.near_share, self.firmness)
        moved = align(self.picture, moved, fit.face, view.templates, covers, 4, ALIGNMENT.near_share, self.firmness)
        again = match_faces(view, [(fit.face, view.homography_of(moved))], blur)[0]
        return max(fit, again, key=lambda fit: fit.explained_share)

    def _placed(self, fit: FaceMatch) -> FaceMatch:
        """The fit placed more closely if it is one of the first few cards: they tell how the table lies."""
        if len(self.found) > LIMITS.plane_cards:
            return fit
        covers = self.covers(fit.quad)
        return replace(
            fit, quad=align(self.picture, fit.quad, fit.face, self.faces.at_width(MATCH.usual_width_px), covers, 2)
        )

    def _is_plain(self, first: FaceMatch, fit: FaceMatch) -> bool:
        """Whether another name need not be looked at closely."""
        names = self.faces.name_numbers
        differs = difference(first, fit) > LIMITS.plain_difference * len(first.weights)
        return bool(names[first.face] == names[fit.face]) or (lead(first, fit) > LIMITS.plain_lead and differs)

    def _rough_rivals(self, first: FaceMatch) -> list[FaceMatch]:
        """The faces that a rough look does not rule out, likeliest first, but for the one that was thought of first."""
        lookalikes, view = dict(lookalikes_of(first.face, self.faces)), first.view
        chosen = [
            (face, self._lookalike_homography(view, lookalikes.get(face), turn))
            for face, turn in self._likeliest_turns(view, first.face, lookalikes)
        ]
        fits = _without_lesser_turns(match_faces(view, chosen), first)
        near = sorted(((lead(first, fit), fit) for fit in fits), key=lambda pair: pair[0])
        hopeful = dict.fromkeys(fit.face for ahead, fit in near if ahead < LIMITS.hopeless_lead)
        undecided = dict.fromkeys(fit.face for ahead, fit in near if ahead < LIMITS.open_lead)
        faces = {
            *[*hopeful][: LIMITS.rival_faces],
            *[*undecided][: LIMITS.open_faces],
            *[*dict.fromkeys(fit.face for fit in fits)][: LIMITS.likest_faces],
        }
        return [fit for fit in fits if fit.face in faces]

    def _lookalike_homography(self, view: CardView, unit: Floats | None, turn: int) -> Homography:
        """How a face lies in a view in a turn; one that is not turned, where it is most like the first face."""
        quad = lookalike_quad(view.quad, unit if not turn else None)
        return view.homography_of(self.faces.turned_quad(quad, turn))

    def _likeliest_turns(self, view: CardView, first: int, lookalikes: Iterable[int]) -> list[tuple[int, int]]:
        """The faces that resemble most what lies in a view, and in which turns; with the lookalikes of the first."""
        likeness = self._likeness_by_turn(view)
        best = likeness.max(axis=0)
        chosen = {*lookalikes, *np.argsort(-best)[: LIMITS.rough_faces].tolist()}
        chosen = {face for face in chosen if best[face] > best[first] - LIMITS.rough_likeness_gap} | {first}
        return [
            (face, turn)
            for face in sorted(chosen, key=lambda face: -best[face])
            for turn in range(len(likeness))
            if (face, turn) != (first, 0) and likeness[turn, face] > best[face] - LIMITS.either_turn_gap
        ]

    def _likeness_by_turn(self, view: CardView) -> Floats:
        """How much what lies in a view resembles each face, (turns, N), at the coarse width."""
        templates = self.faces.at_width(WIDTHS.coarse_px)
        shape, small = view.templates.size[::-1], templates.size
        parts = [part.reshape(shape) for part in (*view.descriptor, view.weights)]
        *descriptor, weights = (cv2.resize(part, small, interpolation=cv2.INTER_AREA).reshape(-1) for part in parts)
        likeness = []
        for turn in range(1 if self.faces.deck.round else self.faces.turns):
            turned = quarter_turned(np.stack(descriptor), weights, small[::-1], turn * (4 // self.faces.turns))
            likeness.append(templates.likeness(*turned))
        return np.stack(likeness)


def _without_lesser_turns(fits: Sequence[FaceMatch], first: FaceMatch) -> list[FaceMatch]:
    """The fits without those that another turn of the same face leads by far."""
    leads = [lead(first, fit) for fit in fits]
    best: dict[int, float] = {}
    for fit, ahead in zip(fits, leads, strict=True):
        best[fit.face] = min(ahead, best.get(fit.face, np.inf))
    return [fit for fit, ahead in zip(fits, leads, strict=True) if ahead < best[fit.face] + LIMITS.either_turn_gap]
