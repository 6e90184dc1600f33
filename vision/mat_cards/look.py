"""One look at a mat: its picture straightened at two scales, its zones, and what changed since the look before."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property

import cv2
import numpy as np

from vision.frame.mat import Mat
from vision.mat_cards.change import LIMITS as CHANGE
from vision.mat_cards.change import SCALES, changes, hides_mat, laid_bare, light_gain, outline, straight
from vision.mat_cards.close_look import CloseFaces, CloseView
from vision.mat_cards.correlate import LyingCard, MatFaces, Pose
from vision.mat_cards.naming import LIMITS as NAMING
from vision.mat_cards.naming import CloseNames, closely_named, fits, half_fits, named
from vision.mat_cards.pose_search import refined
from vision.mat_cards.tracked import TrackedCard, TrackedMat
from vision.paper_light import without_shadows
from vision.reading import Floats, Image, Ranked


@dataclass(frozen=True, eq=False)
class DeckOnMat:
    """All faces of a deck, ready to be compared at both scales; `card_mm` is a card's width and height."""

    card_mm: tuple[float, float]
    coarse: MatFaces
    fine: MatFaces
    close: CloseFaces

    @classmethod
    def of(cls, faces: Mapping[str, Image], card_mm: tuple[float, float]) -> DeckOnMat:
        """From pictures of the faces by name (BGR, edge to edge)."""
        coarse, fine = (MatFaces(faces, card_mm, scale) for scale in (SCALES.coarse_px_per_mm, SCALES.fine_px_per_mm))
        return cls(card_mm, coarse, fine, CloseFaces(faces, card_mm))

    @cached_property
    def unshaded(self) -> DeckOnMat:
        """The same faces, to be compared with `MatLook.unshaded`."""
        return replace(self, coarse=self.coarse.unshaded, fine=self.fine.unshaded, close=self.close.unshaded)

    def refined_pose(self, fine: Image, clear: Floats, pose: Pose, name: str) -> Pose:
        """Where the face of that name fits best about a pose, to a tenth of a millimetre."""
        return refined(fine, clear, self.fine, pose, self.fine.names.index(name), (0.5, 0.25, 0.1))[1]

    def named_card(self, fine: Image, clear: Floats, pose: Pose) -> TrackedCard:
        """What lies so, as far as it is `clear` (mask), at no place yet."""
        names, likeness = named(fine, clear, self.fine, pose)
        return TrackedCard("", pose, names, likeness=likeness)

    def closely_named(self, view: CloseView, fine: Image, clear: Floats, card: TrackedCard) -> TrackedCard:
        """The same card, its likeliest faces compared closely where it is `clear` (mask, fine).

        Many faces look much the same the other way round: such a card is looked at both ways at once, unless it is the
        same face, well explained as it lies, and no better the other way round.
        """
        other_way = replace(card.pose, turn=card.pose.turn + 180)
        least = card.likeness - NAMING.turned_likeness
        if half_fits(LyingCard.at(fine, clear, self.fine, other_way), self.fine).max() <= least:
            return self._closely(view, clear, card, ())[0]
        turned = self.named_card(fine, clear, other_way)
        if turned.likeness <= least:
            return self._closely(view, clear, card, ())[0]
        if turned.name == card.name:
            named_so, as_it_lies = self._closely(view, clear, card, ())
            if as_it_lies.unexplained < NAMING.well_explained and not self._lies_turned(view, clear, named_so):
                return named_so
        turned = self.named_card(fine, clear, self.refined_pose(fine, clear, turned.pose, turned.name))
        turned = replace(turned, place=card.place)
        first, second = (card, turned) if card.likeness >= turned.likeness else (turned, card)
        named_so, as_it_lies = self._closely(view, clear, first, second.candidates)
        return replace(second, candidates=named_so.candidates) if as_it_lies.p_turned > 0.5 else named_so

    def _lies_turned(self, view: CloseView, clear: Floats, card: TrackedCard) -> bool:
        """Whether the likeliest face of a card surely lies the other way round."""
        likeliest = card.candidates[:1]
        both = self._closely(view, clear, replace(card, candidates=likeliest), likeliest)[1]
        return both.p_turned > NAMING.p_lies_turned

    def _closely(
        self, view: CloseView, clear: Floats, card: TrackedCard, turned: Ranked
    ) -> tuple[TrackedCard, CloseNames]:
        """The same card, closely named as it lies or the other way round."""
        close = closely_named(
            view, clear, SCALES.fine_px_per_mm, self.close, card.pose, card.candidates, turned, card.likeness
        )
        return replace(card, candidates=close.names), close

    def likeness_of(self, fine: Image, clear: Floats, pose: Pose, name: str) -> float:
        """How like the face of that name is to what lies so."""
        face = self.fine.only(self.fine.names.index(name))
        return float(fits(LyingCard.at(fine, clear, face, pose), face)[1][0])


@dataclass(frozen=True, eq=False)
class MatLook:
    """One look at a mat.

    `coarse` (float32) and `fine` (uint8) are the whole mat from above at both of `SCALES`, BGR; `zones` the boxes (x,
    y, width, height in mm) in which cards may lie, `piles` those where one may come to lie just on its like; `changed`
    (mask, uint8, 0 or 1, coarse) where the picture differs from the look before, so many mm over the edges of the zones
    (`overhang_mm`), `covered` where something may lie on the mat's print, `empty` where no card lay then, `laid_bare`
    where the mat shows again that a card hid then, `hides_mat` where it is known and does not show; `view` is the
    picture as it was taken.
    """

    deck: DeckOnMat
    mat: Mat
    zones: Mapping[str, Sequence[float]]
    piles: frozenset[str]
    coarse: Floats
    fine: Image
    changed: Image
    covered: Image
    overhang_mm: float
    empty: Image
    laid_bare: Image
    hides_mat: Image
    view: CloseView

    @classmethod
    def at(
        cls, image: Image, mat: Mat, zones: Iterable[str], piles: Iterable[str], before: TrackedMat | None,
        deck: DeckOnMat, covered: Image | None = None,
    ) -> MatLook:  # fmt: skip
        """The look at these zones in a picture (BGR uint8), given the look before, if there was one; and where
        something may lie on the mat (mask, uint8, 0 or 1), if that is known."""
        boxes = {name: mat.layout["zones"][name] for name in zones}
        fine = straight(image, mat, SCALES.fine_px_per_mm)
        shrink = SCALES.coarse_px_per_mm / SCALES.fine_px_per_mm
        coarse = cv2.resize(fine.astype(np.float32), None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
        changed = changes(coarse, before.coarse if before else None, boxes)
        there = np.ones(coarse.shape[:2], np.uint8)
        if covered is not None:
            there = np.asarray(cv2.resize(covered, coarse.shape[1::-1], interpolation=cv2.INTER_NEAREST))
        empty = _empty(before, coarse, deck.card_mm)
        overhang_mm = CHANGE.overhang_mm if before else CHANGE.first_overhang_mm
        coarse, view = np.asarray(coarse), CloseView.of(image, mat)
        bared, hides = (_beside_bare(told_by, before, coarse) for told_by in (laid_bare, hides_mat))
        return cls(
            deck, mat, boxes, frozenset(piles), coarse, fine, changed, there, overhang_mm, empty, bared, hides, view
        )

    def beside(self, card: TrackedCard) -> MatLook:
        """This look as a card was found in it: with the light undone, or not."""
        return self.unshaded if card.unshaded else self

    def closely_named(self, clear: Floats, card: TrackedCard) -> TrackedCard:
        """See `DeckOnMat.closely_named`."""
        return self.deck.closely_named(self.view, self.fine, clear, card)

    def likeness_of(self, clear: Floats, pose: Pose, name: str) -> float:
        """See `DeckOnMat.likeness_of`."""
        return self.deck.likeness_of(self.fine, clear, pose, name)

    def bare(self, before: TrackedMat | None, cards: Iterable[TrackedCard]) -> Floats:
        """The mat without cards (see `TrackedMat.bare`), given the look before, and the cards that lie there now."""
        seen_before = before is not None and before.coarse.shape == self.coarse.shape
        hidden = self.changed * (1 - self.laid_bare) * np.uint8(seen_before)
        for card in cards:
            cv2.fillConvexPoly(hidden, outline(card.pose, self.deck.card_mm, SCALES.coarse_px_per_mm), 1)
        hidden = cv2.dilate(hidden, np.ones((CHANGE.shadow_px,) * 2, np.uint8))
        known = np.full(self.coarse.shape, np.nan, np.float32)
        if before and seen_before and before.bare is not None:
            known = before.bare * light_gain(self.coarse, before.coarse)
        return np.where(hidden[..., None] > 0, known, self.coarse)

    @cached_property
    def unshaded(self) -> MatLook:
        """The same look with the light on the mat undone: hard shadows, as of blinds, are like no face.

        The view is as it was: its deck undoes the light about a card as it looks closely.
        """
        coarse = without_shadows(self.coarse, SCALES.coarse_px_per_mm)
        fine = cv2.convertScaleAbs(without_shadows(self.fine, SCALES.fine_px_per_mm))
        fine = np.asarray(fine, np.uint8)
        return replace(self, deck=self.deck.unshaded, coarse=coarse, fine=fine)

    def upright_deg(self, zone: str) -> float:
        """How cards lie in a zone, degrees clockwise from the mat's top."""
        return float(self.mat.layout.get("turns", {}).get(zone, 0))


def _beside_bare(
    told_by: Callable[[Floats, Floats, Floats], Image], before: TrackedMat | None, coarse: Floats
) -> Image:
    """What is told by this picture, the one before and the bare mat; nothing as long as that is not known."""
    if before is None or before.bare is None or before.coarse.shape != coarse.shape:
        return np.zeros(coarse.shape[:2], np.uint8)
    return told_by(coarse, before.coarse, before.bare)


def _empty(before: TrackedMat | None, coarse: Floats, card_mm: tuple[float, float]) -> Image:
    """Mask (uint8, 0 or 1) of where no card lay in the look before; of nothing without one."""
    empty = np.full(coarse.shape[:2], before is not None, np.uint8)
    for card in before.cards if before else ():
        cv2.fillConvexPoly(empty, outline(card.pose, card_mm, SCALES.coarse_px_per_mm), 0)
    return empty
