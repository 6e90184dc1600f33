"""The search of one look for new cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

import cv2
import numpy as np

from vision.mat_cards.change import SCALES, Region, about, boxes, covered, densest, largest, outline, part
from vision.mat_cards.correlate import LIMITS as CORRELATION
from vision.mat_cards.correlate import Pose
from vision.mat_cards.known_cards import KnownSpot, still_lying
from vision.mat_cards.look import MatLook
from vision.mat_cards.naming import LIMITS as NAMING
from vision.mat_cards.new_cards.limits import LIMITS
from vision.mat_cards.new_cards.place import Box, PlaceSearch
from vision.mat_cards.pose_search import ANY_WAY_DEG
from vision.mat_cards.tracked import TrackedCard
from vision.mat_cards.zones import grown, reaching_under
from vision.reading import Image


class NewCardSearch:
    """The search of one look for new cards.

    What is found just where a known card shows is that one, in another light; but not if it lies the other way round,
    and what lies there is not like the known one any more. What is found where one lay buried is that one laid bare if
    it lies so to a hair, else its like. Where the mat was empty something of a card's size and
    shape is one, if hardly like any.
    """

    def __init__(self, look: MatLook, known: Sequence[TrackedCard]) -> None:
        self.look, self._known = look, known
        shown = [card for card in known if not card.buried]
        self._still_shown = [card for card in still_lying(look, known, []) if not card.buried]
        lying = {id(card.pose) for card in self._still_shown}
        self._gone = [card for card in shown if id(card.pose) not in lying]
        self.again: list[TrackedCard] = []
        """Those of them that were found again where they lay."""
        self._spots = [
            KnownSpot(card.name, card.pose, LIMITS.same_mm, LIMITS.same_deg, either_way=id(card.pose) in lying)
            for card in shown
        ]
        self._spots += [
            KnownSpot(card.name, card.pose, LIMITS.bared_mm, LIMITS.bared_deg) for card in self._still_shown
        ]
        self._bare: set[tuple[str, Box]] = set()
        """Where no card lies, as far as nothing by was found since."""
        self._changed = look.changed.copy()
        for card in self._gone:  # what lies where it lay may be mostly paper, too: little changed then
            cv2.fillConvexPoly(self._changed, outline(card.pose, look.deck.card_mm, SCALES.coarse_px_per_mm), 1)
        self._changed *= 1 - look.laid_bare
        self._unexplained = self._changed * look.covered
        self._clear_fine = np.ones(look.fine.shape[:2], np.float32)
        self._as_seen = PlaceSearch(look, self._clear_fine)
        self._unshaded: PlaceSearch | None = None
        """The same with the light undone: made where it is first asked for,"""
        self._given_up = np.zeros_like(self._unexplained)
        """Where something changed that no card was found for;"""
        self._rejected: list[TrackedCard] = []
        """what was hardly a card there, where one was sought last;"""
        self._may_have_missed = False
        """whether one of these may have been a card after all,"""
        self._in_vain = 0
        """and for how many places it found no card since it found the last."""
        self._clear_coarse = self._as_seen.rough.free
        width_mm, height_mm = look.deck.card_mm
        self._card_px = width_mm * height_mm * SCALES.coarse_px_per_mm**2
        self._speck_px = LIMITS.speck_share * self._card_px

    def run(self) -> tuple[list[TrackedCard], bool]:
        """The new cards, the lowest first; and whether they explain what changed."""
        found: list[TrackedCard] = []
        for _ in range(LIMITS.most_places):
            region = largest(self._unexplained, self._speck_px) or self._scattered()
            if region is None:
                break
            card = self._card_in(region)
            if card is None:
                self._give_up(region)
                continue
            if self._is_known(card):
                self.again += [*self._gone_at(card), *self._lying_still(card)]
            else:
                found.append(card)
            self._explain(card)
            self._explain_by_covered(found)
        is_explained = largest(self._unexplained, 2 * self._speck_px) is None
        return found[::-1], is_explained and not self._may_have_missed

    def unread(self, cards: Sequence[TrackedCard]) -> list[TrackedCard]:
        """What lies there beside these cards and was given up, but hides the bare mat over much of one that seems gone:
        as the card that it is least unlike, at hardly any probability."""
        size, scale = self.look.deck.card_mm, SCALES.coarse_px_per_mm
        hides, lay = self._given_up * self.look.hides_mat, np.zeros_like(self._given_up)
        for card in cards:
            cv2.fillConvexPoly(hides, outline(card.pose, size, scale), 0)
        for card in self._gone:
            cv2.fillConvexPoly(lay, outline(card.pose, size, scale), 1)
        hides = np.asarray(cv2.morphologyEx(hides, cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)), np.uint8)
        region = largest(hides, LIMITS.unread_share * self._card_px)
        if region is None or part(hides * lay, region).sum() < LIMITS.unread_share * self._card_px:
            return []
        near = boxes(hides, region, self.look.zones, self._speck_px, self.look.overhang_mm)
        found = (self._likeliest_about(box, zone, True) for zone, box in near)
        return [_hardly(card) for card in found if card is not None][:1]

    def _scattered(self) -> Region | None:
        """The region of a card's size in which most specks are left, if they are much of one: a card of the mat's own
        colours may show by its edges and its print alone."""
        wide, high = (round(side * SCALES.coarse_px_per_mm) for side in self.look.deck.card_mm)
        return densest(self._unexplained, [(wide, high), (high, wide)], LIMITS.scattered_share * self._card_px)

    def _card_in(self, region: Region) -> TrackedCard | None:
        """The card that lies in a region of what is not explained yet, if one does."""
        self._rejected = []
        card = self._card_about(region, self._with_wider(self._boxes(region)))
        if card is None and part(self._unexplained, region).sum() >= LIMITS.roomy_share * self._card_px:
            card = self._card_about(region, self._with_room(region))
        return card

    def _card_about(self, region: Region, near: Iterable[tuple[str, Box]]) -> TrackedCard | None:
        """The card that lies about some boxes (mm) for a region, if one does: the first that is sure."""
        doubtful: list[TrackedCard] = []
        changed = self._changed * self._clear_coarse.astype(np.uint8)
        appeared = part(self._unexplained, region) * self.look.empty
        for zone, box in near:
            if (zone, box) in self._bare and not appeared.any():
                continue
            card = self._likeliest_about(box, zone, bool(appeared.any()))
            fills = card is not None and self._fills(card, appeared)
            if card and (fills or lies_on_change(card, self.look.deck.card_mm, changed) or self._lies_on_another(card)):
                named = self._closely_named(card)
                if named.candidates[0][1] >= LIMITS.p_sure:
                    return named
                if fills or card.likeness > LIMITS.striking_likeness or _p_known(named) > LIMITS.p_no_card:
                    doubtful.append(named)  # else a mat's print, laid bare, that is a little like a card
                    continue
            self._rejected += [card] if card else []
            self._bare.add((zone, box))
        return max(doubtful, key=_p_known, default=None)

    def _with_room(self, region: Region) -> Iterator[tuple[str, Box]]:
        """Boxes (mm) about a region with more room: some of a card may be just like the mat, and something beside it
        not."""
        for zone, box in boxes(self._unexplained, region, self.look.zones, self._speck_px, self.look.overhang_mm):
            yield zone, grown(box, LIMITS.room_mm, LIMITS.room_mm)

    def _boxes(self, region: Region) -> Iterator[tuple[str, Box]]:
        """Zones and boxes (mm) in which a card of a region may lie: of all of it, then of what of it really changed;
        for all of a card that seems gone is sought anew, but it may only be half covered."""
        zones, overhang_mm = self.look.zones, self.look.overhang_mm
        yield from boxes(self._unexplained, region, zones, self._speck_px, overhang_mm)
        changed = part(self._unexplained * self.look.changed, region)
        inner = largest(changed, LIMITS.changed_share * self._card_px)
        if inner is not None and inner[2] * inner[3] < LIMITS.inner_share * region[2] * region[3]:
            yield from boxes(changed, inner, zones, self._speck_px, overhang_mm)

    def _closely_named(self, card: TrackedCard) -> TrackedCard:
        """A card looked at closely; with the light undone, too, if there is doubt: what explains more is believed."""
        named = self.look.beside(card).closely_named(self._clear_fine, card)
        if card.unshaded or named.candidates[0][1] >= LIMITS.p_beyond_doubt:
            return named
        undone = self.look.unshaded
        other = replace(
            undone.deck.named_card(undone.fine, self._clear_fine, card.pose), place=card.place, unshaded=True
        )
        if other.likeness < max(LIMITS.unshaded_likeness, card.likeness):
            return named
        return max(named, undone.closely_named(self._clear_fine, other), key=_p_known)

    def _with_wider(self, near: Iterable[tuple[str, Box]]) -> Iterator[tuple[str, Box]]:
        """Boxes (mm) of zones, each once more as wide as its card may reach: under cards that were found on a spread,
        and to where the top of a high pile seems to lie."""
        for zone, box in near:
            yield zone, box
            if zone in self.look.piles:
                yield zone, grown(box, LIMITS.pile_aside_mm, LIMITS.pile_aside_mm)
            wider = reaching_under(self.look.mat.layout, zone, box, self.look.deck.card_mm)
            x, y, right, low = (
                max(round(at * SCALES.coarse_px_per_mm), 0)
                for at in (wider[0], wider[1], wider[0] + wider[2], wider[1] + wider[3])
            )
            if wider != tuple(box) and not self._clear_coarse[y:low, x:right].all():
                yield zone, wider

    def _give_up(self, region: Region) -> None:
        x, y, width, height = region
        changed = part(self._unexplained, region)
        self._may_have_missed |= any(self._may_be_one(card, changed) for card in self._rejected)
        self._given_up |= changed
        self._unexplained[y : y + height, x : x + width] = 0

    def _may_be_one(self, card: TrackedCard, changed: Image) -> bool:
        """Whether what is hardly a card may be one in bad light: a little like one, and changed all over."""
        there, mine = covered(card.pose, self.look.deck.card_mm, SCALES.coarse_px_per_mm, changed.shape)
        all_over = (mine * changed[there]).sum() >= LIMITS.all_over_share * mine.sum()
        return card.likeness > LIMITS.rough_likeness and bool(all_over)

    def _explain(self, card: TrackedCard) -> None:
        """What a card covers is explained by it, and hidden to all that is found later: what lies by is seen anew."""
        reach = float(np.hypot(*self.look.deck.card_mm))
        self._bare = {(zone, box) for zone, box in self._bare if not _is_within(card.pose, grown(box, reach, reach))}
        edge = outline(card.pose, self.look.deck.card_mm, SCALES.coarse_px_per_mm)
        cv2.fillConvexPoly(self._unexplained, edge, 0)
        for search in filter(None, (self._as_seen, self._unshaded)):
            search.rough.hide(edge)
        cv2.fillConvexPoly(self._clear_fine, outline(card.pose, self.look.deck.card_mm, SCALES.fine_px_per_mm), 0)
        near = about(edge)
        opened = cv2.morphologyEx(self._unexplained[near], cv2.MORPH_OPEN, np.ones((3, 3), np.uint8))
        self._unexplained[near] = opened

    def _explain_by_covered(self, found: Sequence[TrackedCard]) -> None:
        """Explains what shows, beside the cards `found` so far, of known ones that seemed gone under them, if it is as
        it was: a strip of paper is a little like any face."""
        left = [card for card in self._gone if not any(card is other for other in self.again)]
        if not left or not found:
            return
        lying = {id(card.pose) for card in still_lying(self.look, self._known, found[::-1], self.again)}
        for card in left:
            if id(card.pose) in lying:
                self.again.append(card)
                self._explain(card)

    def _likeliest_about(self, box: Box, zone: str, plain: bool) -> TrackedCard | None:
        """The card that lies about this box (mm), if one does, as the picture shows it or with the light undone."""
        best = self._as_seen.likeliest_about(box, zone, plain)
        if best is not None and best.likeness >= LIMITS.striking_likeness:
            return best
        if self._in_vain >= LIMITS.most_in_vain:
            return best
        if self._unshaded is None:
            self._unshaded = PlaceSearch(self.look.unshaded, self._clear_fine, self._clear_coarse)
        other = self._unshaded.likeliest_about(box, zone, plain)
        least = max(LIMITS.unshaded_likeness, best.likeness + LIMITS.unshaded_lead if best else 0.0)
        if other is None or other.likeness < least:
            self._in_vain += 1
            return best
        self._in_vain = 0
        return replace(other, unshaded=True)

    def _is_known(self, card: TrackedCard) -> bool:
        held = any(spot.holds(card) for spot in self._spots)
        return held or self._is_laid_bare(card) or bool(self._lying_still(card))

    def _gone_at(self, card: TrackedCard) -> list[TrackedCard]:
        """The known cards that seem gone from just where a find lies."""
        return [known for known in self._gone if card.pose.near(known.pose, LIMITS.same_mm, ANY_WAY_DEG)]

    def _lying_still(self, card: TrackedCard) -> list[TrackedCard]:
        """The known cards that seem gone, about where a find lies, and are nearly as like what lies there as it is.

        Half covered by the next a card may look like any other, a little aside; not just there, and surely.
        """
        look, least = self.look.beside(card), card.likeness - LIMITS.better_likeness
        near = (known for known in self._gone if card.pose.near(known.pose, LIMITS.misplaced_mm, ANY_WAY_DEG))
        near = (known for known in near if not _is_in_its_place(card, known))
        return [known for known in near if look.likeness_of(self._clear_fine, known.pose, known.name) > least]

    def _is_laid_bare(self, card: TrackedCard) -> bool:
        """Whether a find is a known card, ill measured: one of its name about there is as like what lies there.

        What is taken off a card lays a part of it bare, and where that ends is easily mistaken.
        """
        near = (known.pose for known in self._still_shown if is_same_moved(known, card))
        look = self.look.beside(card)
        return any(look.likeness_of(self._clear_fine, pose, card.name) >= card.likeness for pose in near)

    def _lies_on_another(self, card: TrackedCard) -> bool:
        """Whether a find lies where a known card did, and is more like what lies there now.

        A face is mostly paper on some cards: laid on its like little of the picture changes.
        """
        if card.likeness <= NAMING.found_likeness:
            return False
        look = self.look.beside(card)
        near = (known for known in self._still_shown if card.pose.near(known.pose, LIMITS.pile_mm, LIMITS.pile_deg))
        now = [look.likeness_of(self._clear_fine, known.pose, known.name) for known in near]
        return bool(now) and max(now) < card.likeness - LIMITS.better_likeness

    def _fills(self, card: TrackedCard, appeared: Image) -> bool:
        """Whether what `appeared` (mask) where the mat was empty has a card's size and shape where this one lies."""
        there, mine = covered(card.pose, self.look.deck.card_mm, SCALES.coarse_px_per_mm, appeared.shape)
        common = float((mine & appeared[there]).sum())
        either = float((mine & self.look.empty[there]).sum()) + float(appeared.sum()) - common
        return common >= LIMITS.filled_share * either and common >= CORRELATION.named_share * float(mine.sum())


def lies_on_change(card: TrackedCard, card_mm: tuple[float, float], changed: Image) -> bool:
    """Whether a find lies where something changed: what the taking of a card lays bare is no card beside it."""
    there, mine = covered(card.pose, card_mm, SCALES.coarse_px_per_mm, changed.shape)
    covers_change = float((mine * changed[there]).sum()) >= LIMITS.changed_share * float(mine.sum())
    return card.likeness > NAMING.found_likeness and (card.likeness > LIMITS.striking_likeness or covers_change)


def _is_in_its_place(found: TrackedCard, known: TrackedCard) -> bool:
    """Whether a find is surely another face, and lies just where a known card did: kings of two suits share all but
    their ink, and in a film of Oh Hell one was laid where the other had lain."""
    odds = dict(found.candidates)
    surely_another = odds.get(known.name, 1.0) < LIMITS.p_same_face < LIMITS.p_sure <= found.candidates[0][1]
    return surely_another and found.pose.near(known.pose, LIMITS.same_mm, LIMITS.same_deg)


def is_same_moved(known: TrackedCard, found: TrackedCard) -> bool:
    """Whether a find may be a known card, a little further on."""
    return known.name == found.name and known.pose.near(found.pose, LIMITS.misplaced_mm, LIMITS.misplaced_deg)


def _is_within(pose: Pose, box: Box) -> bool:
    """Whether a card's middle lies in a box (mm)."""
    return box[0] < pose.x < box[0] + box[2] and box[1] < pose.y < box[1] + box[3]


def _hardly(card: TrackedCard) -> TrackedCard:
    """The same card, at no more than `LIMITS.p_no_card` for all its names."""
    less = min(1.0, LIMITS.p_no_card / max(_p_known(card), 1e-9))
    return replace(card, candidates=tuple((name, p * less) for name, p in card.candidates))


def _p_known(card: TrackedCard) -> float:
    """How probable it is that a card is one of those that are known."""
    return sum(p for _, p in card.candidates)
