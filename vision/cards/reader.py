"""Cards of a taught deck read from pictures: found, named, and judged."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np

from vision.cards.backs import LyingBacks, lying_backs
from vision.cards.compare.back_look import BackLook
from vision.cards.compare.calibration import card_reading, unknown_card
from vision.cards.deck.deck import Deck, Keypoints
from vision.cards.deck.geometry import Picture, area, grown, inside, overlap
from vision.cards.deck.templates import FaceTemplates
from vision.cards.propose.card_plane import CardPlane, plane_of
from vision.cards.propose.card_sides import CardSides
from vision.cards.propose.keypoints import picture_keypoints, quads_by_votes
from vision.cards.propose.lines import LIMITS as LINES
from vision.cards.propose.lines import LineHypothesis, hypotheses_from_lines, lines_leading_away
from vision.cards.propose.outlines import outlines
from vision.cards.propose.unexplained_paper import has_unexplained_paper
from vision.cards.propose.unexplained_print import LIMITS as PRINT
from vision.cards.propose.unexplained_print import UnexplainedPrint, unexplained_print
from vision.cards.search import CardSearch
from vision.frame.mat import Mat
from vision.reading import Floats, Image, Reading


@dataclass(frozen=True, slots=True)
class CardReaderLimits:
    """When a card may lie where none was named."""

    size_ratios: tuple[float, float] = (0.77, 1.3)
    """Cards on one table are of the usual size within these factors: two that touch are no card twice as large."""
    supported_share: float = 0.9
    """Lines along this part of the sides in sight,"""
    visible_share: float = 0.4
    """so much in sight,"""
    on_card_share: float = 0.7
    """and no more than this on one card: here lies a card, even if no face fits."""
    lines_leading_away: int = 2
    """So many lines that lead away from under a card alone in the picture speak for one more."""
    unexplained_cards: float = 0.1
    """More print than this, in cards, that no card explains is looked at alone, and by its keypoints."""
    piece_width_px: int = 100
    """Outlines in it are sought where cards are no wider than this."""
    most_rounds: int = 3
    """So often what is left is looked at, as long as that finds more."""
    unknown_off_widths: float = 0.08
    """The corners of an outline are no further off those of a card than this, in card widths, or it is none."""
    outline_off_widths: float = 0.1
    """No further than this, if the table's plane is yet to be told by it."""
    clear_outlines: int = 60
    """So many outlines are looked at first,"""
    most_outlines: int = 150
    """and so many, of a card's size, where so many cards"""
    told_by: int = 3
    """tell how the table lies: tiles and planks have outlines, too."""
    least_alike: int = 3
    """Where nothing was named, so many outlines of one size that lie apart may be cards: of 96 drawn tables without any
    (seeds 5 and 511) 19 have as many, of 96 with four cards all but two."""
    alike_areas: tuple[float, float] = (0.72, 1.4)
    """of one size: the area of one over that of another;"""
    outline_shares: tuple[float, float] = (0.006, 0.15)
    """They cover no less and no more than this part of the picture,"""
    apart_share: float = 0.1
    """and share less than this part of them."""
    p_back: float = 0.5
    """Where all sides are to be seen, a card that is the back with this chance lies face down."""
    lines_share: float = 0.35
    """Lines along this part of its sides are enough where those are looked at one by one."""
    print_share: float = 0.02
    """Where lines speak for a card there must be so much print (share of the px), or it is a tile, a board, a
    frame."""


LIMITS = CardReaderLimits()


class CardReader:
    """Reads the cards of one deck. Keep it: the deck is made ready once."""

    def __init__(self, deck: Deck) -> None:
        self.deck = deck
        self._faces = FaceTemplates(deck)
        self._back = BackLook(deck)

    def read(self, image: Image, mat: Mat | None = None) -> Reading:
        """All cards in a picture (BGR uint8). A mat tells their size beforehand: its layout's `card_mm`."""
        began = time.perf_counter()
        search, missed = self._search_all(image, mat)
        named = [card_reading(self.deck, found.matches, found.confidence, image.shape) for found in search.found]
        cards = (*named, *(unknown_card(self.deck, quad) for quad in search.unnamed))
        sharp = _sharp(image)
        sure = (bool(cards) or sharp) and not missed and not any(c.doubt for c in cards)
        ms = 1000 * (time.perf_counter() - began)
        return Reading(image.shape[1], image.shape[0], (), cards, sharp, sure, ms)

    def search(self, image: Image, mat: Mat | None = None) -> CardSearch:
        """What is found in a picture, with the rival faces of each card."""
        return self._search_all(image, mat)[0]

    def _search_all(self, image: Image, mat: Mat | None) -> tuple[CardSearch, bool]:
        """By outlines, then by lines that those leave over; by keypoints if there is nothing, or more than was named.

        And whether something speaks for a card that was not named.
        """
        search = CardSearch(Picture(image), self._faces)
        plane = None if mat is None else self._plane_of(mat)
        quads = outlines(image, self.deck.aspect, self.deck.round, LIMITS.most_outlines)
        backs, missed = self._search_places(search, quads, plane)
        # where all sides of the cards were taught nothing else has their shape; else it may be a thing on the table
        if missed or self._back.present:
            self._list_unknown(search, quads, plane)
        missed = search.leave_out_ground() or missed
        if not missed and plane is None and not self._back.present:
            self._list_whole(search, quads)
        cards = [*(card.quad for card in search.found), *search.unnamed]
        missed = missed or (not cards and _may_be_cards(quads[: LIMITS.clear_outlines], search.picture))
        return search, missed or bool(search.unnamed) or backs.has_more(cards)

    def _search_places(
        self, search: CardSearch, quads: Sequence[Floats], plane: CardPlane | None
    ) -> tuple[LyingBacks, bool]:
        """Names what lies in the quads and elsewhere; the backs among it, and whether something may be missed."""
        first, others = quads[: LIMITS.clear_outlines], quads[LIMITS.clear_outlines :]
        search.consider(first if plane is None else _sized(first, plane))
        search.settle(table := self._table(search, plane))
        if table is not None and len(search.found) >= LIMITS.told_by:
            search.consider(_sized(others, table))
        rest = self._unexplained(search)
        backs = self._find_backs(search, quads, plane, rest is not None and rest.is_bare())
        rest = self._unexplained(search) if backs.found else rest
        missed = (rest is None or not rest.is_bare()) and self._search_rest(search, plane)
        known = len(search.found)
        search.consider_waiting()
        if len(search.found) > known:
            search.settle(self._table(search, plane))
            missed = self._search_by_lines(search, plane)[0]
        return backs, missed or search.may_have_missed()

    def _search_rest(self, search: CardSearch, plane: CardPlane | None) -> bool:
        """Names what lies where lines, print or keypoints speak for more; whether something may be missed there."""
        missed, rest = self._search_by_lines(search, plane)
        for again in range(LIMITS.most_rounds):
            if plane is not None or not (missed or rest is None or rest.largest() > LIMITS.unexplained_cards):
                break
            known = len(search.found)
            if rest and not search.is_spent:
                search.consider(self._outlines_of_rest(search, rest))
            if not again and not search.is_spent:
                points = self._free_keypoints(search, rest)
                search.consider(quads_by_votes(points, self.deck.keypoints, 1 / self.deck.aspect))
            search.settle()
            missed = missed or search.may_have_missed()
            if len(search.found) <= known:
                break
            missed, rest = self._search_by_lines(search, None)
        return missed

    def _list_unknown(self, search: CardSearch, quads: Sequence[Floats], plane: CardPlane | None) -> None:
        """Adds to what is `unnamed` the places of a card's shape and size there that have sides and hold print.

        What looks like the back there lies face down. Outlines are cut off where card and ground are alike, and close
        looks went astray: so a card that keeps one corner of theirs is tried too.
        """
        table, rest = self._table(search, plane), self._unexplained(search)
        if table is None or rest is None:
            return
        before, search.unnamed = search.unnamed, []
        if plane is None:
            table = self._plane_by_sides(search, quads, table)
        lines = [place.quad for place in self._places_by_lines(search, table, LIMITS.lines_share)]
        sided = self._sided(search, [*lines, *quads, *search.looked, *before], table)
        search.consider([quad for quad, _ in sided], flat=True)
        for quad, whole in sided:
            if search.is_free(quad) and (chance := self._back_chance(search, quad)):
                search.add_backs([(quad, chance)], self._back.faces[0])
            elif whole or rest.is_card_like(rest.share(quad), LIMITS.print_share):
                search.list_unknown([quad])
        shaped = [table.snapped(quad) for quad in quads if table.is_card(quad, LIMITS.unknown_off_widths)]
        search.list_unknown(before)
        search.list_unknown(q for q in shaped if rest.is_card_like(rest.share(q), LIMITS.print_share))

    def _list_whole(self, search: CardSearch, quads: Sequence[Floats]) -> None:
        """Adds to what is `unnamed` outlines with all four sides of a card, where several cards tell its size: what a
        lamp washes out shows no face."""
        table = self._table(search, None) if len(search.certain_quads()) >= LIMITS.told_by else None
        if table is not None:
            search.list_unknown(quad for quad, whole in self._sided(search, quads, table) if whole)
            search.leave_out_ground()  # what is ground here was no card to anybody: no doubt

    def _plane_by_sides(self, search: CardSearch, quads: Sequence[Floats], table: CardPlane) -> CardPlane:
        """The plane for which outlines speak, too, that have all sides of a card: a few cards tell little of how a
        table slants."""
        sides = CardSides(search.picture.image, [card.quad for card in search.found], table)
        whole = [quad for quad, whole in sides.shown([q for q in _sized(quads, table) if search.is_free(q)]) if whole]
        lying = [q for q in whole if table.scaled(table.size_ratio(q)).is_card(q, LIMITS.outline_off_widths)]
        if not lying:
            return table
        trusted, tall = search.certain_quads(), 1 / self.deck.aspect
        told = plane_of([*trusted, *lying], tall)
        return plane_of([*trusted, *(q for q in lying if told.is_card(q, LIMITS.unknown_off_widths))], tall)

    def _sided(self, search: CardSearch, quads: Sequence[Floats], table: CardPlane) -> list[tuple[Floats, bool]]:
        """The cards near some quads whose sides are to be seen, the clearest first; and whether all four are."""
        near = [card for quad in _sized(quads, table) for card in (table.snapped(quad), *table.cornered(quad))]
        sides = CardSides(search.picture.image, [card.quad for card in search.found], table)
        return sides.shown(sides.fitted(sides.clearest(near)))

    def _back_chance(self, search: CardSearch, quad: Floats) -> float:
        return self._back.chance(search.picture, quad, LIMITS.p_back) if self._back.present else 0.0

    def _find_backs(
        self, search: CardSearch, quads: Sequence[Floats], plane: CardPlane | None, is_bare: bool
    ) -> LyingBacks:
        """Adds the cards that lie face down, if a back was taught: by its look.

        Where the named cards leave a bare picture only a clear outline speaks for one: faint print may be a back's.
        """
        if not self._back.present:
            return LyingBacks()
        clear = [quad for quad in quads if not search.is_settled(quad)]
        backs = lying_backs(search.picture, self._back, clear, plane, search.certain_quads(), not is_bare)
        search.add_backs(backs.found, self._back.faces[0])
        return backs

    def _table(self, search: CardSearch, plane: CardPlane | None) -> CardPlane | None:
        """The plane that the cards lie in, if it can be told; what is of no card's size there is left out."""
        trusted = search.certain_quads()
        if self.deck.round or (plane is None and not trusted):
            return None
        table = plane or plane_of(trusted, 1 / self.deck.aspect)
        search.keep_sizes(table, LIMITS.size_ratios)
        return table

    def _unexplained(self, search: CardSearch) -> UnexplainedPrint | None:
        cards = [found.quad for found in search.found]
        faces = [found.quad for found in search.found if not found.by_look]
        return unexplained_print(search.picture.image, cards, faces or cards)

    def _outlines_of_rest(self, search: CardSearch, rest: UnexplainedPrint) -> list[Floats]:
        """The outlines in what the named cards leave, and about each piece of print: what touches a card or is faint
        in the whole picture is plain there."""
        image = search.picture.image.copy()
        ground = np.median(image[::8, ::8].reshape(-1, 3), axis=0)
        for quad in (named.quad for named in search.found):
            cv2.fillConvexPoly(image, np.round(grown(quad, PRINT.beside - 1)).astype(np.int32), ground.tolist())
        found, scale = [], LIMITS.piece_width_px / rest.card_width_px(self.deck.aspect)
        for left, top, right, bottom in ((0, 0, search.picture.width, search.picture.height), *rest.pieces()):
            quads = outlines(image[top:bottom, left:right], self.deck.aspect, self.deck.round, least_shrunk=scale)
            found += [quad + np.array([left, top], np.float32) for quad in quads]
        table = self._table(search, None)
        return found if table is None else _sized(found, table)

    def _free_keypoints(self, search: CardSearch, rest: UnexplainedPrint | None) -> Keypoints:
        """The keypoints of a picture that no card explains: sought where the cards leave print, if that is known."""
        pieces = np.array(rest.pieces() if rest else [], int).reshape(-1, 4)
        left, top, right, bottom = (
            (*pieces[:, :2].min(axis=0), *pieces[:, 2:].max(axis=0))
            if len(pieces)
            else (0, 0, search.picture.width, search.picture.height)
        )
        points = picture_keypoints(search.picture.image, (left, top, right, bottom))
        free = ~inside(points.places[:, :2], [found.quad for found in search.found])
        return Keypoints(points.descriptors[free], points.places[free])

    def _search_by_lines(self, search: CardSearch, plane: CardPlane | None) -> tuple[bool, UnexplainedPrint | None]:
        """Looks where lines speak for further cards; whether some still do, and what the cards leave of the picture."""
        left, peep = self._follow_lines(search, plane)
        rest = self._unexplained(search)
        if rest is None:
            return search.may_have_missed(), None
        missed = [quad for quad in left if rest.is_card_like(rest.share(quad), LIMITS.print_share)]
        search.unnamed = []
        search.list_unknown(missed)  # but for those that lie half under a named one
        return search.may_have_missed() or bool(missed) or (
            peep and rest.largest() > LIMITS.unexplained_cards
        ) or has_unexplained_paper(rest), rest

    def _follow_lines(self, search: CardSearch, plane: CardPlane | None) -> tuple[list[Floats], bool]:
        """Names what lies where lines speak for further cards; where they still do, and whether one peeps out."""
        table = self._table(search, plane)
        if table is None:
            return [], False
        places = self._places_by_lines(search, table)
        for _ in range(0 if search.is_spent else 3):
            named = [found.quad for found in search.found]
            search.consider([place.quad for place in places], flat=True)
            # a plane told from one or two cards may be off: others are sought a little smaller and larger too
            for scale in () if plane or len(named) > 2 else (0.86, 1.16):
                scaled = self._places_by_lines(search, table.scaled(scale))
                search.consider([place.quad for place in scaled], flat=True)
            search.settle(table)
            found = [found.quad for found in search.found]
            more = len(found) > len(named)
            table = (self._table(search, plane) if more else None) or table
            if more or any(quad is not other for quad, other in zip(found, named, strict=False)):
                places = self._places_by_lines(search, table)
            if not more:
                break
        named = [found.quad for found in search.found]
        places = [
            p for p in places if p.supported_share > LIMITS.supported_share and p.visible_share > LIMITS.visible_share
        ]
        left = [p.quad for p in places if all(overlap(p.quad, quad) < LIMITS.on_card_share for quad in named)]
        return left, plane is None and len(named) == 1 and lines_leading_away(
            table, search.lines, named
        ) >= LIMITS.lines_leading_away

    def _places_by_lines(
        self, search: CardSearch, table: CardPlane, least: float = LINES.supported_share
    ) -> list[LineHypothesis]:
        size = (search.picture.width, search.picture.height)
        return hypotheses_from_lines(table, search.lines, [found.quad for found in search.found], size, least)

    def _plane_of(self, mat: Mat) -> CardPlane:
        width_mm = float(min(mat.layout["card_mm"]))
        return CardPlane(np.diag([1 / width_mm, 1 / width_mm, 1]) @ mat.homography, 1 / self.deck.aspect)


def _sized(quads: Sequence[Floats], plane: CardPlane) -> list[Floats]:
    low, high = LIMITS.size_ratios
    return [quad for quad in quads if low < plane.size_ratio(quad) < high]


def _sharp(image: Image) -> bool:
    """Whether anything at all could be read in a picture."""
    light = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    spread, edges = cv2.meanStdDev(light)[1], cv2.meanStdDev(cv2.Laplacian(light, cv2.CV_16S))[1]
    return bool(spread[0, 0] > 4 and edges[0, 0] > 2)


def _may_be_cards(quads: Sequence[Floats], picture: Picture) -> bool:
    """Whether several outlines are of one size and lie apart, as cards do that nobody named."""
    low, high = (share * picture.width * picture.height for share in LIMITS.outline_shares)
    outlined = [quad for quad in quads if low < abs(area(quad)) < high]
    least, most = LIMITS.alike_areas
    for first in outlined:
        apart: list[Floats] = []
        for quad in outlined:
            alike = least < abs(area(quad) / area(first)) < most
            if alike and all(overlap(quad, other) < LIMITS.apart_share for other in apart):
                apart.append(quad)
        if len(apart) >= LIMITS.least_alike:
            return True
    return False
