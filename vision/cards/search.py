"""The search of one picture for the cards of a deck: places are looked at, the likeliest named one by one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from vision.cards.compare.align import LIMITS as ALIGNMENT
from vision.cards.compare.align import visible_mask
from vision.cards.compare.calibration import LIMITS as CALIBRATION
from vision.cards.compare.calibration import p_card_there, p_name_right
from vision.cards.compare.kept_looks import KeptLooks
from vision.cards.compare.match import FaceMatch, match_faces, view_of
from vision.cards.compare.rivals import LIMITS as RIVALS
from vision.cards.compare.rivals import FaceComparison
from vision.cards.deck.geometry import Picture, area, homography_to_quad, overlap
from vision.cards.deck.templates import WIDTHS, FaceTemplates
from vision.cards.propose.bare_ground import show_ground
from vision.cards.propose.card_plane import CardPlane, plane_of
from vision.cards.propose.lines import straight_lines
from vision.reading import Floats, Indices


@dataclass(frozen=True, slots=True)
class CardSearchLimits:
    """What is looked at closely, and what of it is a card."""

    faint_likeness: float = 0.25
    """Places that resemble no face more than this (cosine) are no cards of the deck."""
    most_doubtful_faces: int = 120
    """After so many faces were compared closely and settled nothing people are asked: better a question than an answer
    too late."""
    faces_at_once: int = 40
    """After so many among the same quads the rest of these wait until all else was looked at; so does what lies where
    a look settled nothing, and what is of quite another size than clear cards."""
    most_places: int = 40
    """At most so many places are looked at closely."""
    p_kept: float = 0.35
    """What is less likely a known card than this is left out."""
    p_maybe: float = 0.35
    """What is a card of the deck with this chance, but was not named, makes a picture unsure."""
    whole_share: float = 0.75
    """Of a card in sight whole more than this is seen (but for its rim)."""
    lies_on_others_share: float = 0.5
    """What lies on others by more than this is no card beside them."""
    hidden_share: float = 0.82
    """A card of which more than this lies under others is not read."""
    apart_share: float = 0.35
    """A card of no known face lies on others by less than this."""
    same_card_share: float = 0.5
    """Two that share more of their area than this are one card."""
    p_settled: float = 0.95
    """A card of at least this confidence is not looked at again."""
    most_size_ratio: float = 1.8
    """Cards of one picture look no more different in size than this."""


LIMITS = CardSearchLimits()


@dataclass(frozen=True, eq=False)
class CardHypothesis:
    """A card: its rival faces, likeliest first; how far the first is to be trusted; and that there is one at all."""

    matches: tuple[FaceMatch, ...]
    confidence: float
    p_there: float
    by_look: bool = False
    """Whether it is a back that was told by its look, not by where its print lies: nothing is to be aligned."""

    @property
    def quad(self) -> Floats:
        """Where it lies."""
        return self.matches[0].quad


@dataclass(frozen=True, eq=False)
class CandidateQuad:
    """A quad where a card may lie; `likeness` (N,) and `turns` (N,) of the faces there."""

    quad: Floats
    likeness: Floats
    turns: Indices

    @property
    def best(self) -> float:
        """The likeness of the likeliest face."""
        return float(self.likeness.max())


class CardSearch:
    """One picture, and what was found in it so far: `found` the cards, `left_out` what was looked at and left out,
    `unnamed` where cards lie that show no face of the deck, `looked` where a close look settled nothing, or came too
    late."""

    def __init__(self, picture: Picture, faces: FaceTemplates) -> None:
        self.picture = picture
        self.faces = faces
        self.found: list[CardHypothesis] = []
        self.left_out: list[CardHypothesis] = []
        self.unnamed: list[Floats] = []
        self._firmness = 0.0
        self._fits: KeptLooks[FaceMatch] = KeptLooks()
        self._close_looks: KeptLooks[tuple[FaceMatch, ...]] = KeptLooks()
        self._settled: KeptLooks[bool] = KeptLooks()  # looked at again, firm where it was on a known table
        self._doubtful_faces = 0
        self._waiting: list[FaceMatch] = []
        self.looked: list[Floats] = []

    @cached_property
    def lines(self) -> Floats:
        """The straight lines of the picture, once they were sought: see `straight_lines`."""
        return straight_lines(self.picture.image)

    @property
    def is_spent(self) -> bool:
        """Whether so much was looked at without an answer that nothing else is."""
        return self._doubtful_faces >= LIMITS.most_doubtful_faces

    def consider(self, quads: Iterable[Floats], flat: bool = False, again: bool = False) -> None:
        """Names the cards that lie in some of the quads, those first that explain most.

        `flat`: the quads lie as a card does on that table, and are not bent; `again`: even where a look settled
        nothing.
        """
        self._firmness = ALIGNMENT.firm_spring if flat else 0.0
        first: list[FaceMatch] = []
        for place in [] if self.is_spent else self._candidates(quads):
            if not any(
                fit.explained_share > RIVALS.plain_explained_share
                and overlap(place.quad, fit.quad) > LIMITS.hidden_share
                for fit in first
            ):
                first.append(self._first(place))
        hopeful = [fit for fit in first if fit.explained_share > RIVALS.named_explained_share / 2]
        self._look_closely(hopeful, self._doubtful_faces + LIMITS.faces_at_once, None if again else [*self.looked])

    def consider_waiting(self) -> None:
        """Looks closely at what had to wait while others were looked at."""
        waiting, self._waiting = self._waiting, []
        self._look_closely(waiting, LIMITS.most_doubtful_faces)
        self.looked += [fit.quad for fit in self._waiting]

    def _look_closely(self, fits: Sequence[FaceMatch], until: int, known: Sequence[Floats] | None = None) -> None:
        """Names what some fits show, those first that explain most, until so many doubtful faces were compared.

        What lies where it is `known` that a look settles nothing waits, and what is not of the size of clear cards;
        nothing does if that is None.
        """
        for fit in sorted(fits, key=_promise):
            if self._explained(fit.quad):
                continue
            spent = self._doubtful_faces >= min(until, LIMITS.most_doubtful_faces)
            if spent or (known is not None and self._promises_little(fit.quad, known)):
                self._waiting.append(fit)
            else:
                self._name(fit)

    def _promises_little(self, quad: Floats, known: Sequence[Floats]) -> bool:
        clear = [card.quad for card in self.found if card.confidence >= LIMITS.p_settled]
        return any(_same_place(quad, other) for other in known) or (
            bool(clear) and not any(_alike_in_size(quad, other) for other in clear)
        )

    def settle(self, table: CardPlane | None = None) -> None:
        """Looks again at what is not clear: as far as others leave it in sight, from where a card would lie there.

        Once each, unless it came to lie under others since: looks that settled nothing would not now.
        """
        for card in [card for card in self.found if card.confidence < LIMITS.p_settled and not card.by_look]:
            if self.is_spent:
                break
            self.found.remove(card)
            known, covers = len(self.found), self._comparison().covers(card.quad)
            ways = (0.0, 1.0) if table is None else (1.0,)
            before = any(self._settled.same(card.matches[0].face, card.quad, way, covers) for way in ways)
            if before or not self._looked_again(card, table):
                self.found[known:] = [card]
            for again in self.found[known:]:
                self._settled.keep(again.matches[0].face, again.quad, ways[0], covers, True)

    def _looked_again(self, card: CardHypothesis, table: CardPlane | None) -> bool:
        """Finds a card anew that was taken out; whether what was found is to stand for it."""
        near = table or (None if self.faces.deck.round else plane_of([card.quad], 1 / self.faces.deck.aspect))
        upper = any(
            other.matches[0].explained_share > card.matches[0].explained_share
            and overlap(card.quad, other.quad) > RIVALS.overlap_share
            for other in self.found
        )
        starts = [near.snapped(card.quad), *near.cornered(card.quad)] if near else [card.quad] * upper
        known = len(self.found)
        self.consider(starts, table is not None, again=True)
        better = any(again.p_there > card.p_there for again in self.found[known:])
        return bool(starts) and (better or (upper and not self.is_spent))

    def add_backs(self, backs: Sequence[tuple[Floats, float]], face: int) -> None:
        """Adds cards that lie face down, each with its chance; what was held for something else there is left out.

        `face` is the number of the taught back.
        """
        for quad, chance in backs:
            there = [card for card in self.found if overlap(card.quad, quad) > LIMITS.same_card_share]
            if any(card.confidence >= max(chance, LIMITS.p_settled) for card in there):
                continue
            self.found = [card for card in self.found if card not in there]
            view = view_of(self.picture, quad, self._comparison().rough_templates)
            fits = tuple(match_faces(view, [(face, None)]))
            self.found.append(CardHypothesis(fits, chance, chance, by_look=True))

    def is_settled(self, quad: Floats) -> bool:
        """Whether a card that is clear lies in a quad."""
        return any(
            card.confidence >= LIMITS.p_settled and overlap(quad, card.quad) > LIMITS.same_card_share
            for card in self.found
        )

    def list_unknown(self, quads: Iterable[Floats]) -> None:
        """Adds places of cards that show no face of the deck, where nothing else was found."""
        for quad in quads:
            if self.is_free(quad):
                self.unnamed.append(quad)

    def is_free(self, quad: Floats) -> bool:
        """Whether a quad lies beside all that was found: on none of it by more than a little."""
        others = [*(card.quad for card in self.found), *self.unnamed]
        return all(overlap(quad, other) < LIMITS.apart_share for other in others)

    def leave_out_ground(self) -> bool:
        """Leaves out what is not clear and shows nothing but the ground about it; whether anything was."""
        doubtful = [card for card in self.found if card.confidence < LIMITS.p_settled]
        places = [*(card.quad for card in doubtful), *self.unnamed]
        if not places:
            return False
        bare = show_ground(self.picture.image, places, [*(card.quad for card in self.found), *self.unnamed])
        gone = [card for card, shows in zip(doubtful, bare, strict=False) if shows]
        self.found = [card for card in self.found if card not in gone]
        self.unnamed = [quad for quad, shows in zip(self.unnamed, bare[len(doubtful) :], strict=True) if not shows]
        return any(bare)

    def keep_sizes(self, plane: CardPlane, sizes: tuple[float, float]) -> None:
        """Leaves out what is not of a card's size, within these factors."""
        low, high = sizes
        self.found = [c for c in self.found if low < plane.size_ratio(c.quad) < high]

    def certain_quads(self) -> list[Floats]:
        """Where the cards lie that are clear. What is of quite another size than most speaks for is left out before."""
        if self.found:
            sizes = np.sqrt([area(card.quad) for card in self.found])
            weights = np.array([card.matches[0].explained_share ** 4 for card in self.found]) * sizes
            near = np.abs(np.log(sizes[:, None] / sizes[None, :])) < np.log(LIMITS.most_size_ratio)
            best = near[int((near @ weights).argmax())]
            self.found = [card for card, counts in zip(self.found, best, strict=True) if counts]
        return [card.quad for card in self.found if card.confidence > CALIBRATION.p_certain]

    def may_have_missed(self) -> bool:
        """Whether something that was looked at and left out may be a card of the deck after all."""
        if self.is_spent:
            return True
        least = min((area(card.quad) for card in self.found), default=0.0) / 2
        return any(
            card.p_there > LIMITS.p_maybe
            and area(card.quad) > least
            # what was held up before the cards on it were known says nothing
            and (
                card.matches[0].visible_share < LIMITS.whole_share
                or all(overlap(card.quad, c.quad) < LIMITS.lies_on_others_share for c in self.found)
            )
            for card in self.left_out
        )

    def _candidates(self, quads: Iterable[Floats]) -> list[CandidateQuad]:
        found = []
        for quad in quads:
            if self._explained(quad):
                continue
            covers = self._comparison().covers(quad)
            size = self.faces.size_px(WIDTHS.glance_px)
            seen = visible_mask(homography_to_quad(quad, size), size, self.picture, covers)
            place = CandidateQuad(
                quad, *self.faces.likeness_and_turns(self.picture, quad, None if seen.all() else seen)
            )
            if place.best > LIMITS.faint_likeness:
                found.append(place)
        found.sort(key=lambda place: -place.best)
        return _distinct(found)[: LIMITS.most_places]

    def _explained(self, quad: Floats) -> bool:
        return any(overlap(quad, card.quad) > LIMITS.hidden_share for card in self.found)

    def _comparison(self) -> FaceComparison:
        """The faces compared with the picture, but for what the cards found so far cover."""
        return FaceComparison(self.picture, self.faces, [card.quad for card in self.found], self._firmness)

    def _first(self, place: CandidateQuad) -> FaceMatch:
        """The likeliest face, where it fits best."""
        face = int(place.likeness.argmax())
        quad = self.faces.turned_quad(place.quad, int(place.turns[face]))
        comparison = self._comparison()
        covers = comparison.covers(quad)
        fit = self._fits.same(face, quad, self._firmness, covers)
        if fit is None:
            fit = comparison.aligned_match(quad, face, comparison.rough_templates)
            self._fits.keep(face, quad, self._firmness, covers, fit)
        return fit

    def _name(self, first: FaceMatch) -> None:
        """Names the card in the place of a fit, if a close look tells; one that settles nothing is counted."""
        covers = self._comparison().covers(first.quad)
        fits = known = self._close_looks.same(first.face, first.quad, self._firmness, covers)
        if fits is None:
            fits = self._looked_closely(first)
            self._close_looks.keep(first.face, first.quad, self._firmness, covers, fits)
        settled = self._add(fits)
        if known is None and not settled:
            self._doubtful_faces += len(fits)
            self.looked.append(first.quad)

    def _looked_closely(self, first: FaceMatch) -> tuple[FaceMatch, ...]:
        comparison = self._comparison()
        fits = comparison.ranked_matches(first)
        if fits[0].face != first.face:
            fits = comparison.ranked_matches(fits[0])
        return tuple(fits)

    def _add(self, fits: tuple[FaceMatch, ...]) -> bool:
        """Adds the card that a close look found, unless it is none; whether that is settled."""
        if (
            fits[0].explained_share < RIVALS.named_explained_share
            or fits[0].visible_share < RIVALS.visible_share
            or self._explained(fits[0].quad)
        ):
            return False
        there = p_card_there(self.faces.deck, fits)
        found = CardHypothesis(fits, there * p_name_right(self.faces.deck, fits), there)
        if found.confidence < LIMITS.p_settled and self._is_known_back(fits[0]):
            return False
        (self.found if found.confidence >= LIMITS.p_kept else self.left_out).append(found)
        return found.confidence >= LIMITS.p_settled

    def _is_known_back(self, fit: FaceMatch) -> bool:
        """Whether a fit is a back that was told by its look already: its print may lie anywhere, and seem to fit beside
        the card."""
        return any(
            card.by_look and card.matches[0].face == fit.face and overlap(card.quad, fit.quad) > LIMITS.apart_share
            for card in self.found
        )


def _promise(fit: FaceMatch) -> float:
    """The order in which fits are looked at: those first that explain most, of like ones the largest."""
    return -fit.explained_share * (1 + 0.1 * float(np.log(max(area(fit.quad), 1))))


def _same_place(first: Floats, second: Floats) -> bool:
    return _alike_in_size(first, second) and overlap(first, second) > LIMITS.hidden_share


def _alike_in_size(first: Floats, second: Floats) -> bool:
    ratio = np.sqrt(abs(area(first)) / max(abs(area(second)), 1.0))
    return bool(1 / LIMITS.most_size_ratio < ratio < LIMITS.most_size_ratio)


def _distinct(places: Sequence[CandidateQuad]) -> list[CandidateQuad]:
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
