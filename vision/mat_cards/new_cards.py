"""New cards on a mat: found where the picture changed, the uppermost first."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.mat_cards.change import SCALES, Region, about, boxes, covered, largest, outline, part
from vision.mat_cards.correlate import LIMITS as CORRELATION
from vision.mat_cards.correlate import LyingCard, Pose, relit
from vision.mat_cards.known_cards import KnownSpot, still_lying
from vision.mat_cards.look import MatLook
from vision.mat_cards.naming import LIMITS as NAMING
from vision.mat_cards.pose_search import ANY_WAY_DEG, PoseSearch, refined
from vision.mat_cards.tracked import TrackedCard
from vision.mat_cards.zones import grown, home, reaching_under
from vision.reading import Floats, Image

Box = tuple[float, ...]
"""x, y, width, height of a part of a mat, mm."""


@dataclass(frozen=True, slots=True)
class NewCardLimits:
    """What counts as a new card."""

    speck_share: float = 0.06
    """A change smaller than this share of a card is none."""
    changed_share: float = 0.35
    """A new card lies where something changed: one that covers a smaller share of that"""
    striking_likeness: float = 0.75
    """must be so much alike."""
    rough_likeness: float = 0.5
    """What is less like any face than this in the coarse picture is no card: of 317 cards of three prints on drawn
    tables none was less than 0.78, of 900 bare places one in twenty more than 0.57;"""
    rough_relit_likeness: float = 0.75
    """unless it is as much alike as this, shadows set aside: of six cards in hard shadows, four of them less alike than
    that otherwise, none was less than 0.82."""
    one_place_mm: float = 6.0
    """Two that are sought to so many mm"""
    one_place_deg: float = 8.0
    """and degrees lie at one place."""
    hopelessly_behind: float = 0.2
    """Of two ways to lie that are refined, one that is less alike by this than the other is not looked at again."""
    p_sure: float = 0.9
    """A card that is less surely named is told only if no other box has a surer one: it may lie under others."""
    p_beyond_doubt: float = 0.99
    """One that is as surely named as it shows is not looked at with the light undone."""
    p_no_card: float = 0.1
    """What is hardly so alike is no card if a close look finds it less probable than this."""
    filled_share: float = 0.6
    """What changed, of a card's size and shape, is taken for one that it is hardly like, at little probability, if so
    much of both their areas is common to them."""
    same_mm: float = 1.2
    """A card of the same name that lies as one did, to so many mm"""
    same_deg: float = 2.5
    """and so many degrees, is that one."""
    bared_mm: float = 0.5
    """The same for one that lay buried,"""
    bared_deg: float = 1.0
    """in degrees."""
    misplaced_mm: float = 10.0
    """What is found so near a known card of its name"""
    misplaced_deg: float = 12.0
    """and so little askew may be that card, ill measured."""
    pile_enlargements: tuple[float, ...] = (1.015, 1.03, 1.045)
    """How many times larger the top of a pile is tried that is not like any card: of 100 cards it lies 30 mm high,"""
    pile_aside_mm: float = 17.0
    """and so far it seems to lie aside, seen at 30 degrees."""
    pile_mm: float = 10.0
    """What lies no more mm off a known card"""
    pile_deg: float = 12.0
    """and no further askew lies on it"""
    better_likeness: float = 0.08
    """if it is more like what lies there now than that card is, by this."""
    p_same_face: float = 1e-3
    """A find that shows a known card's face with less probability than this, compared closely, is another."""
    unshaded_likeness: float = 0.7
    """What is hardly like any face is looked at with the light undone: it is a card if it is so much alike there. Of 76
    white cards half in the sun through blinds two were less, of 19 bare places none was more than 0.51"""
    unshaded_lead: float = 0.05
    """and if it is more alike by this."""
    most_in_vain: int = 6
    """Where so many places one after the other are no card so, the light is not what hides cards."""
    inner_share: float = 0.8
    """What really changed of a region is looked at alone if it is less of it than this: a card laid on others that seem
    gone with it was sought about the middle of all of them (*Hold Your Breath!*, copy T, 3906/0)."""
    unread_share: float = 0.35
    """What is neither a card that was found nor the bare mat, over so much of a card, is one that cannot be read: in
    2,173 looks of nine copies nothing else was so, and the one card that was overlooked was."""
    most_places: int = 40
    """At most so many places are looked at in one look."""


LIMITS = NewCardLimits()


class PlaceSearch:
    """The search of one look for the card that lies about a place, where nothing hides it: `clear` (mask, fine,
    float32) and `free` (coarse)."""

    def __init__(self, look: MatLook, clear: Floats, free: Floats | None = None) -> None:
        self.look, self._clear_fine = look, clear
        self.rough = PoseSearch(look.coarse, look.deck.coarse, look.covered)
        if free is not None:
            np.copyto(self.rough.free, free)

    def likeliest_about(self, box: Box, zone: str, plain: bool) -> TrackedCard | None:
        """The card that lies about this box (mm), if one does; on a pile it may lie higher than the mat.

        `plain`: something came there, and may be as plain as the mat.
        """
        deck, fine, clear = self.look.deck, self.look.fine, self._clear_fine
        fits = [
            (*refined(fine, clear, deck.fine.thinned, pose, face, (0.5, 0.25)), face)
            for pose, face in self._rough_poses(box, zone, plain)
        ]
        if not fits:
            return None
        least = max(fit for fit, *_ in fits) - LIMITS.hopelessly_behind
        best = max((self._named_at(pose, face) for fit, pose, face in fits if fit >= least), key=_likeness)
        if best.likeness < LIMITS.striking_likeness and zone in self.look.piles:
            grown = (replace(best.pose, grown=by) for by in LIMITS.pile_enlargements)
            higher = (deck.refined_pose(fine, clear, pose, best.name) for pose in grown)
            best = max((best, *(deck.named_card(fine, clear, pose) for pose in higher)), key=_likeness)
        place = home(self.look.mat.layout, self.look.zones, best.pose, deck.card_mm)
        return replace(best, place=place) if place else None

    def _named_at(self, pose: Pose, face: int) -> TrackedCard:
        """The card that lies where a face fits best; where another is more like it there, from where that one does."""
        deck, fine, clear = self.look.deck, self.look.fine, self._clear_fine
        card = deck.named_card(fine, clear, pose)
        if card.name == deck.fine.names[face]:
            return card
        return max(card, deck.named_card(fine, clear, deck.refined_pose(fine, clear, pose, card.name)), key=_likeness)

    def _rough_poses(self, box: Box, zone: str, plain: bool) -> list[tuple[Pose, int]]:
        """The two likeliest poses and faces about a box (mm), in the coarse picture; see `likeliest_about`.

        Where one face fits another is not tried: all are compared there later.
        """
        coarse, clear, faces = self.look.coarse, self.rough.free, self.look.deck.coarse
        rough: list[tuple[float, Pose, int]] = []
        for start, face in self.rough.best_poses(box, self.look.upright_deg(zone), 4, plain):
            if any(like > NAMING.found_likeness and _is_there(start, pose) for like, pose, _ in rough):
                continue
            like, pose = refined(coarse, clear, faces, start, face, (1.2, 0.6))
            if not plain and like < NAMING.found_likeness:
                lit = float(relit(LyingCard.at(coarse, clear, faces, pose), faces).max())
                if like < LIMITS.rough_likeness and lit < LIMITS.rough_relit_likeness:
                    continue
                like = (like + lit) / 2
            rough.append((like, pose, face))
        rough.sort(key=lambda fit: -fit[0])
        return [(pose, face) for _, pose, face in rough[:2]]


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
        """Where something changed that no card was found for."""
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
            region = largest(self._unexplained, self._speck_px)
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
        return found[::-1], largest(self._unexplained, 2 * self._speck_px) is None

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

    def _card_in(self, region: Region) -> TrackedCard | None:
        """The card that lies in a region of what is not explained yet, if one does: the first that is sure."""
        doubtful: list[TrackedCard] = []
        changed = self._changed * self._clear_coarse.astype(np.uint8)
        appeared = part(self._unexplained, region) * self.look.empty
        for zone, box in self._with_wider(self._boxes(region)):
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
            self._bare.add((zone, box))
        return max(doubtful, key=_p_known, default=None)

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
        self._given_up |= part(self._unexplained, region)
        self._unexplained[y : y + height, x : x + width] = 0

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


def _is_there(pose: Pose, other: Pose) -> bool:
    """Whether two cards would lie at one place, the same way round."""
    return pose.near(other, LIMITS.one_place_mm, LIMITS.one_place_deg) and not pose.reversed(other)


def _hardly(card: TrackedCard) -> TrackedCard:
    """The same card, at no more than `LIMITS.p_no_card` for all its names."""
    less = min(1.0, LIMITS.p_no_card / max(_p_known(card), 1e-9))
    return replace(card, candidates=tuple((name, p * less) for name, p in card.candidates))


def _p_known(card: TrackedCard) -> float:
    """How probable it is that a card is one of those that are known."""
    return sum(p for _, p in card.candidates)


def _likeness(card: TrackedCard) -> float:
    return card.likeness
