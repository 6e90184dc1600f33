"""The cards on a mat, look by look: what still lies there is known; new ones are sought where something changed.

Because the mat tells scale and place, a card has few ways to lie: each is compared with all faces at once (correlation,
of what no other card hides). A card that is laid is whole in view then, and remembered when others come to lie on it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision.frame.mat import Mat
from vision.mat_cards.change import COARSE, FINE, about, boxes, changes, covered, largest, outline, part, straight
from vision.mat_cards.correlate import GLIMPSED, SEEN, Fit, MatFaces, Pose, best_poses, refined
from vision.mat_cards.naming import FOUND, fits, named
from vision.mat_cards.zones import home
from vision.reading import Ranked

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]

SPECK = 0.06
"""A change smaller than this share of a card is none."""
ALIKE = 0.57
"""The likeness from which a known card still lies there: of the bare mat it was 0.59 at its likest."""
RIVAL, HALF = 0.04, 0.5
"""A known card of which so much shows that is less like what lies there than another face is, by that, is gone."""
CHANGED, STRIKING = 0.35, 0.75
"""A new card lies where something changed: one that covers a smaller share of that must be so much alike."""
FILLED = 0.6
"""What changed, of a card's size and shape, is taken for one that it is hardly like, at little probability, if so much
of both their areas is common to them."""
BURIED = 0.1
"""A card of which less than this shows is not looked at: it is remembered."""
SAME = 0.3
"""A card lies where it lay if no more of what shows of it changed."""
AGAIN = 1.2, 2.5
"""A card of the same name that lies as one did, to so many mm and degrees, is that one."""
RELAID, RESTLESS = 1.5, 1.8
"""The top of a pile of which the picture differs by more than this, and by so many times what pictures mostly do, is
measured again: of a hundred at rest none differed by 1.5 times that, of a hundred with a card laid on its like all by
1.9 and more."""
HAIR = 0.2, 0.4
"""What then lies so many mm or degrees off is a card laid on its like; the same card is measured alike."""
BARE = 0.5, 1.0
"""The same for one that lay buried."""
ABOUT = 10.0, 12.0
"""What is found so near (mm, degrees) a known card of its name may be that card, ill measured."""
HIGHER = 1.015, 1.03, 1.045
"""How many times larger the top of a pile is tried that is not like any card: of 100 cards it lies 30 mm high."""
MOST = 40
"""At most so many places are looked at in one look."""


@dataclass(frozen=True, eq=False)
class TrackedCard:
    """A card on the mat: its zone, how it lies, its names with their probabilities, and the share of it that shows.

    `likeness` is how like its likeliest face it was as it was found.
    """

    place: str
    pose: Pose
    candidates: Ranked
    visible: float = 1.0
    likeness: float = 1.0

    @property
    def name(self) -> str:
        """The likeliest name."""
        return self.candidates[0][0]

    @property
    def buried(self) -> bool:
        """Whether too little of it shows to tell that it is there still."""
        return self.visible < BURIED


@dataclass(frozen=True, eq=False)
class TrackedMat:
    """The cards of one look, the lowest first, and the straightened picture; `sure`: all that changed is explained.

    `fine` is the same picture at `FINE` px a mm, taken through `mat`.
    """

    cards: tuple[TrackedCard, ...]
    picture: Floats
    sure: bool = True
    fine: Floats | None = None
    mat: Mat | None = None

    @property
    def shown(self) -> tuple[TrackedCard, ...]:
        """The cards of which enough is to be seen."""
        return tuple(card for card in self.cards if not card.buried)


class TableCards:
    """Follows the cards of one deck; `faces` are pictures of them (BGR, edge to edge), `size` width and height, mm."""

    def __init__(self, faces: Mapping[str, Image], size: tuple[float, float]) -> None:
        self.size = size
        self._coarse, self._fine = MatFaces(faces, size, COARSE), MatFaces(faces, size, FINE)

    def read(
        self, image: Image, mat: Mat, zones: Iterable[str], before: TrackedMat | None = None, piles: Iterable[str] = ()
    ) -> TrackedMat:
        """The cards in these zones of the mat in a picture (BGR uint8), given the look before, if there was one.

        On `piles` a card may come to lie just on its like.
        """
        places, piles = {name: mat.layout["zones"][name] for name in zones}, set(piles)
        fine = straight(image, mat, FINE)
        coarse = np.asarray(cv2.resize(fine, None, fx=COARSE / FINE, fy=COARSE / FINE, interpolation=cv2.INTER_AREA))
        changed = changes(coarse, before.picture if before else None, places)
        known = list(before.cards) if before else []
        new, sure = self._new(coarse, fine, changed, places, mat, known, piles, self._free(before, coarse))
        known = [card for card in known if card.place in piles or not _moved(card, new)]
        cards = self._kept(fine, known, new, changed)
        if before and (alike := self._relaid(image, before, cards, piles)):
            cards = self._kept(fine, known, [*new, *alike], changed)
        return TrackedMat(tuple(cards), coarse, sure, fine, mat)

    def _free(self, before: TrackedMat | None, coarse: Floats) -> NDArray[np.uint8]:
        """Mask (uint8, 0 or 1) of where no card lay in the look before; of nothing without one."""
        free = np.full(coarse.shape[:2], before is not None, np.uint8)
        for card in before.cards if before else ():
            cv2.fillConvexPoly(free, outline(card.pose, self.size, COARSE), 0)
        return free

    def _new(
        self, coarse: Floats, fine: Floats, changed: NDArray[np.uint8], places: Mapping[str, Sequence[float]], mat: Mat,
        known: Sequence[TrackedCard], piles: set[str], empty: NDArray[np.uint8],
    ) -> tuple[list[TrackedCard], bool]:  # fmt: skip
        """Cards that lie where something changed, the topmost first found; and whether that explains it.

        What is found just where a known card shows is that one, in another light; what is found where one lay buried
        is that one laid bare if it lies so to a hair, else its like. Where the mat was `empty` (mask) something of a
        card's size and shape is one, if hardly like any.
        """
        found: list[TrackedCard] = []
        shown = [(card.name, card.pose, AGAIN) for card in known if not card.buried]
        bare = [card for card in self._kept(fine, known, [], changed) if not card.buried]
        shown += [(card.name, card.pose, BARE) for card in bare]
        left = changed.copy()
        free = np.ones(coarse.shape[:2], np.float32)
        clear = np.ones(fine.shape[:2], np.float32)
        least = SPECK * self.size[0] * self.size[1] * COARSE**2
        for _ in range(MOST):
            region = largest(left, least)
            if region is None:
                break
            x, y, w, h = region
            new, odd = changed * free.astype(np.uint8), part(left, region) * empty
            for place, box in boxes(left, region, places, least):
                turn, grown = float(mat.layout.get("turns", {}).get(place, 0)), HIGHER if place in piles else ()
                lain = self._sought(coarse, fine, free, clear, box, turn, mat.layout, places, grown)
                if lain is not None and (self._changes(lain, new) or self._fills(lain, odd, empty)):
                    break
            else:
                left[y : y + h, x : x + w] = 0
                continue
            same = any(name == lain.name and lain.pose.near(pose, *off) for name, pose, off in shown)
            if not same and not self._laid_bare(fine, clear, lain, bare):
                found.append(lain)
            for canvas, scale, value in ((left, COARSE, 0), (free, COARSE, 0), (clear, FINE, 0)):
                cv2.fillConvexPoly(canvas, outline(lain.pose, self.size, scale), value)
            near = about(outline(lain.pose, self.size, COARSE))
            left[near] = cv2.morphologyEx(left[near], cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        return found[::-1], largest(left, 2 * least) is None

    def _laid_bare(self, fine: Floats, clear: Floats, lain: TrackedCard, known: Sequence[TrackedCard]) -> bool:
        """Whether a find is one of these, ill measured: a card of its name about there that is as like what lies there.

        What is taken off a card lays a part of it bare, and where that ends is easily mistaken.
        """
        near = [card.pose for card in known if card.name == lain.name and lain.pose.near(card.pose, *ABOUT)]
        number = self._fine.names.index(lain.name)
        return any(float(fits(fine, clear, self._fine, pose)[1][number]) >= lain.likeness for pose in near)

    def _relaid(
        self, image: Image, before: TrackedMat, cards: Sequence[TrackedCard], piles: set[str]
    ) -> list[TrackedCard]:
        """Cards that were laid on a pile just on their like: the same top, as all the `cards` say, but a hair off."""
        if before.fine is None or before.mat is None:
            return []
        tops, lower = ({card.place: card for card in lain if card.place in piles} for lain in (cards, before.cards))
        same = [card for place, card in lower.items() if place in tops and tops[place].pose is card.pose]
        if not same:
            return []
        fine = straight(image, before.mat, FINE)
        differs = np.abs(fine - before.fine * (fine.mean() + 1) / (before.fine.mean() + 1)).mean(2)
        least = max(RELAID, RESTLESS * float(np.median(differs)))
        found = []
        for card in same:
            clear = self._beside([other for other in (*before.cards, *cards) if other.place != card.place], fine.shape)
            there, mine = covered(card.pose, self.size, FINE, fine.shape)
            if float(differs[there][mine * clear[there] > 0].mean()) > least:
                found += self._another(before.fine, fine, clear, card)
        return found

    def _beside(self, cards: Iterable[TrackedCard], shape: Sequence[int]) -> Floats:
        """Mask (float32, 0 or 1, at `FINE`) of what is well beside these cards."""
        clear = np.ones((shape[0], shape[1]), np.float32)
        for card in cards:
            edge = outline(card.pose, self.size, FINE)
            cv2.fillConvexPoly(clear, edge, 0)
            cv2.polylines(clear, [edge], True, 0, 5)
        return clear

    def _another(self, before: Floats, fine: Floats, clear: Floats, card: TrackedCard) -> list[TrackedCard]:
        """The card that was laid on this one, if what lies there lay otherwise before."""
        _, then = self._again(before, clear, card.pose, card.name)
        _, now = self._again(fine, clear, card.pose, card.name)
        lain = self._named(fine, clear, now)
        if lain.name != card.name:
            lain = self._named(fine, clear, self._again(fine, clear, now, lain.name)[1])
        elif now.near(then, *HAIR):
            return []
        lies = card.pose.further(then, lain.pose)
        return [replace(lain, place=card.place, pose=lies)] if lain.likeness > FOUND else []

    def _again(self, fine: Floats, clear: Floats, pose: Pose, name: str) -> Fit:
        """How well a face fits about there, and where best."""
        return refined(fine, clear, self._fine, pose, self._fine.names.index(name), (0.5, 0.25, 0.1))

    def _sought(
        self, coarse: Floats, fine: Floats, free: Floats, clear: Floats, box: tuple[float, ...], turn: float,
        layout: Mapping[str, Any], places: Mapping[str, Sequence[float]], higher: Sequence[float],
    ) -> TrackedCard | None:  # fmt: skip
        """The card that lies about this box (mm), if one does; it may lie `higher` than the mat, as `HIGHER` has it."""
        rough = [
            (*refined(coarse, free, self._coarse, pose, face, (1.2, 0.6)), face)
            for pose, face in best_poses(coarse, free, self._coarse, box, turn, 4)
        ]
        rough.sort(key=lambda fit: -fit[0])
        poses = [refined(fine, clear, self._fine, pose, face, (0.5, 0.25))[1] for _, pose, face in rough[:2]]
        best = max((self._named(fine, clear, pose) for pose in poses), key=_likeness)
        if best.likeness < STRIKING and higher:
            grown = (self._again(fine, clear, replace(best.pose, grown=by), best.name)[1] for by in higher)
            best = max((best, *(self._named(fine, clear, pose) for pose in grown)), key=_likeness)
        place = home(layout, places, best.pose, self.size)
        return replace(best, place=place) if place else None

    def _changes(self, lain: TrackedCard, changed: NDArray[np.uint8]) -> bool:
        """Whether a find lies where something changed: what the taking of a card lays bare is no card beside it."""
        there, mine = covered(lain.pose, self.size, COARSE, changed.shape)
        enough = lain.likeness > STRIKING or float((mine * changed[there]).sum()) >= CHANGED * float(mine.sum())
        return lain.likeness > FOUND and enough

    def _fills(self, lain: TrackedCard, odd: NDArray[np.uint8], empty: NDArray[np.uint8]) -> bool:
        """Whether what changed (`odd`) of what was `empty` (masks) has a card's size and shape where this one lies."""
        there, mine = covered(lain.pose, self.size, COARSE, odd.shape)
        common = float((mine & odd[there]).sum())
        either = float((mine & empty[there]).sum()) + float(odd.sum()) - common
        return common >= FILLED * either and common >= SEEN * float(mine.sum())

    def _named(self, fine: Floats, clear: Floats, pose: Pose) -> TrackedCard:
        """What lies so, at no place yet."""
        names, likeness = named(fine, clear, self._fine, pose)
        return TrackedCard("", pose, names, likeness=likeness)

    def _kept(
        self, fine: Floats, known: Sequence[TrackedCard], new: Sequence[TrackedCard], changed: NDArray[np.uint8]
    ) -> list[TrackedCard]:
        """The known cards that still lie there, and the new ones upon them."""
        clear = np.ones(fine.shape[:2], np.float32)
        stirred = np.asarray(cv2.resize(changed, fine.shape[1::-1], interpolation=cv2.INTER_NEAREST))
        cards: list[TrackedCard] = []
        for card in [*known, *new][::-1]:
            there, mine = covered(card.pose, self.size, FINE, fine.shape)
            shows = (mine > 0) & (clear[there] > 0)
            visible = float(shows.sum()) / max(int(mine.sum()), 1)
            fresh = any(card is other for other in new)
            if not fresh and visible >= BURIED and not self._lies(fine, clear, card, shows, stirred[there]):
                continue
            cards.append(replace(card, visible=visible))
            clear[there][mine > 0] = 0
        return cards[::-1]

    def _lies(
        self, fine: Floats, clear: Floats, card: TrackedCard, shows: NDArray[np.bool_], stirred: NDArray[np.uint8]
    ) -> bool:
        """Whether a known card lies where it lay, as far as it `shows`; `stirred`: what changed there (masks)."""
        area = float(shows.sum())
        if float((shows & (stirred > 0)).sum()) <= SAME * area:
            return True
        fit, there = fits(fine, clear, self._fine, card.pose, GLIMPSED)
        number = self._fine.names.index(card.name)
        best = fit[number] > fit.max() - RIVAL or area < HALF * self._fine.rows.shape[2]
        return bool(there[number] > ALIKE and best)


def _moved(card: TrackedCard, new: Iterable[TrackedCard]) -> bool:
    """Whether a card is one of the new ones, a little further on: beside each other cards lie, not on their like."""
    return any(card.name == lain.name and card.pose.near(lain.pose, *ABOUT) for lain in new)


def _likeness(lain: TrackedCard) -> float:
    return lain.likeness
