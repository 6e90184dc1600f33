"""What the camera saw, in the words of the game: a reading whose pieces carry items ("swimmer-2") and a place."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import hypot

from engines.names import kind_of
from firmware.state.vouched import Features

Box = tuple[float, float, float, float]


@dataclass(frozen=True, slots=True)
class ObservationLimits:
    """When a piece counts as untouched, and how unlikely a face may be."""

    thrown_move_share: float = 0.3
    """A thrown piece has not been touched if it lies within this share of its size of where it lay, and less the more
    it is turned: 5 mm for a die. Readings of a resting die were off by up to 2.9 mm in filmed games, those of an odd
    make with a lone pip; a die that is thrown falls so near, as little turned and with its old face, once in 10,000."""
    thrown_turn_deg: float = 14.0
    """Nor has it been turned by more than this, and less the farther it lies; up to 8 degrees were seen."""
    laid_move_mm: float = 0.1
    """The same for pieces that are laid, not thrown: vision knows those that lie still, so that it takes very little
    for a card laid on its like to be noticed."""
    laid_turn_deg: float = 0.3
    """Nor has a laid one been turned by more than this."""
    p_least_same_kind: float = 1e-4
    """The least likelihood of a face that a piece's kind has."""
    p_least_other_kind: float = 1e-6
    """The least likelihood of a face of another kind."""
    p_clear: float = 0.999
    """A die that is read more surely than this needs nobody's word."""
    unseen_mm: float = -1e4
    """Where pieces lie, far off any mat, of which only the names are known."""


LIMITS = ObservationLimits()

HIDDEN = "hidden"
"""The doubt about a piece on which others lie now: it was seen before, and may be there still."""
UNCLEAR = "unclear"
"""The doubt about a die that lies well but is hard to read: its candidates say all."""
LEANING = "cocked or hidden"
"""The doubt about a die that seems not to lie flat, or not to be seen whole."""
TRAY = "tray"
"""The place where dice are thrown."""
KEPT = "kept"
"""The strip beside it, where dice are laid that a player keeps."""
DICE_PLACES = (TRAY, KEPT)
"""The places of dice; at all others pieces are laid that nobody throws."""
PILE = "discard"
"""The place of a pile, of which only the uppermost card tells anything."""


@dataclass(frozen=True, slots=True)
class Piece:
    """One piece seen.

    `items` are (item, probability), likeliest first; `x, y` the centre and `size` the side, in mm on the mat where one
    was found, else in px; `box` (x, y, width, height) in px of the photograph; `angle` in degrees, modulo 90; `doubt`
    says why it cannot be trusted, or is ""; `looked_like` is the face that the pips of a translucent die's two faces
    look like together, where they were told apart, else ""; `features` what the face of a die looks like that is not
    surely read; `since` the look in which pictures show that a die came to lie about where another had lain, untouched
    from then on, else "".
    """

    items: tuple[tuple[str, float], ...]
    x: float
    y: float
    size: float
    box: Box
    angle: float = 0.0
    place: str = TRAY
    doubt: str = ""
    looked_like: str = ""
    features: Features = ()
    since: str = ""

    def probability(self, item: str) -> float:
        """How likely this piece is `item`; never quite nought, for no reader is that sure.

        A face is mistaken for another of its kind more often than a kind for another.
        """
        known = dict(self.items)
        alike = not self.items or kind_of(item) == kind_of(self.items[0][0])
        alike = alike and self.place in DICE_PLACES
        return max(known.get(item, 0.0), LIMITS.p_least_same_kind if alike else LIMITS.p_least_other_kind)

    def of_kind(self, kind: str) -> tuple[tuple[str, float], ...]:
        """Its candidates of one kind, likeliest first."""
        return tuple((item, p) for item, p in self.items if kind_of(item) == kind)

    def stayed(self, before: Piece) -> bool:
        """Whether this is `before`, untouched: same place, same turn, and no picture shows that it came later."""
        if self.since:
            return self.since == before.since
        if self.place != before.place:
            return False
        moved, turned = hypot(self.x - before.x, self.y - before.y), self.turn_from(before)
        if self.place not in DICE_PLACES:
            return moved < LIMITS.laid_move_mm and turned < LIMITS.laid_turn_deg
        most = LIMITS.thrown_move_share * max(self.size, before.size)
        return hypot(moved / most, turned / LIMITS.thrown_turn_deg) < 1

    def is_just_where(self, before: Piece) -> bool:
        """Whether it lies to a hair as `before` did: so do those that pictures show untouched."""
        return (self.x, self.y, self.angle) == (before.x, before.y, before.angle)

    def turn_from(self, before: Piece) -> float:
        """How much it is turned against `before`, degrees, at most 45."""
        turn = abs(self.angle - before.angle) % 90
        return min(turn, 90 - turn)


@dataclass(frozen=True, slots=True)
class Observation:
    """One settled look at the table.

    `id` names its photograph, of `width` x `height` px; `known` is the item each piece was explained as; `sure` whether
    vision stands by the whole picture, so that no piece was overlooked or made up; `lacking` are the (place, item) of
    what should lie there and is not seen, which people let stand or told of; `perhaps` what may be dice, the most
    die-like first.
    """

    id: str
    width: int
    height: int
    pieces: tuple[Piece, ...]
    identities: tuple[str | None, ...] = ()
    sure: bool = True
    lacking: tuple[tuple[str, str], ...] = ()
    perhaps: tuple[Piece, ...] = ()

    def with_perhaps(self, count: int) -> Observation:
        """The same observation, the first of what may be dice taken for dice."""
        return replace(self, pieces=self.pieces + self.perhaps[:count], perhaps=self.perhaps[count:])

    def with_known_dice(self, before: Observation | None) -> Observation:
        """The same observation, those of what may be dice taken for dice that lie where one lay."""
        lay = [piece for piece in before.pieces if piece.place in DICE_PLACES] if before else []
        stayed = [piece for piece in self.perhaps if any(piece.stayed(other) for other in lay)]
        rest = tuple(piece for piece in self.perhaps if piece not in stayed)
        return replace(self, pieces=(*self.pieces, *stayed), perhaps=rest) if stayed else self

    def with_identities(self, known: Mapping[int, str]) -> Observation:
        """The same observation with pieces (by number) named for good."""
        return replace(self, identities=tuple(known.get(i) for i in range(len(self.pieces))))


def unseen(items: Sequence[str]) -> Observation:
    """An observation of pieces that were thrown, people say, and that nobody has seen."""
    pieces = (
        Piece(((item, 1.0),), LIMITS.unseen_mm * (n + 1), LIMITS.unseen_mm, 1.0, (0.0, 0.0, 0.0, 0.0))
        for n, item in enumerate(items)
    )
    return Observation("", 0, 0, tuple(pieces), tuple(items))


def without(observation: Observation, items: Sequence[str]) -> Observation:
    """The observation from before pieces came to lie there that are known as `items`."""
    gone, kept = Counter(items), list[int]()
    for number in range(len(observation.pieces)):
        name = observation.identities[number] if observation.identities else None
        if name and gone[name]:
            gone[name] -= 1
        else:
            kept.append(number)
    known = tuple(observation.identities[n] for n in kept) if observation.identities else ()
    return replace(observation, pieces=tuple(observation.pieces[n] for n in kept), identities=known)
