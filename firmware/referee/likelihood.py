"""How well a look fits what should lie on the table: which piece is which, what is missing, what is too much.

Costs are negative log-likelihoods (nats). A piece's faces cost what vision's probabilities say; the other costs below
are the odds of what hands do, rounded: they were set by thinking, and checked on filmed games.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from math import hypot, log
from typing import NamedTuple

from engines.core import Expected
from engines.names import MARK, lying_item
from firmware.referee.assignment import assign
from firmware.state.observation import DICE_PLACES, HIDDEN, KEPT, PILE, TRAY, Observation, Piece


@dataclass(frozen=True, slots=True)
class HandCosts:
    """What hands do to pieces: the odds, rounded. Set by thinking, and checked on filmed games."""

    left_over_nats: float = 0.3
    """A piece that has not been touched since the last look may just have been left there."""
    same_place_nats: float = 8.0
    """A thrown die comes to lie where it lay before, turned alike."""
    untouched_nats: float = 30.0
    """A die of which pictures show that nobody touched it was thrown."""
    turned_over_nats: float = 1.0
    """Or a tile is turned over, or another laid in its stead, and looks as if it were still the same."""
    flipped_nats: float = 9.0
    """An untouched piece changes its face."""
    bumped_nats: float = 2.4
    """Somebody has pushed pieces that should rest."""
    nudged_nats: float = 0.7
    """For each of them, by less than its size."""
    carried_nats: float = 5.1
    """Or further."""
    strayed_nats: float = 1.0
    """A piece that nobody needs now lies elsewhere: it was moved out of the way."""
    rolled_nats: float = 11.0
    """Beyond a nudge it has hardly been moved without being thrown."""
    nudge_spread_mm: float = 4.0
    """How far a hand nudges a die that may be thrown (spread); tumbling dice do worse."""
    nudge_spread_deg: float = 8.0
    """How far it turns it (spread)."""


HANDS = HandCosts()


@dataclass(frozen=True, slots=True)
class LaidCosts:
    """What hands do to pieces that are laid, not thrown."""

    jolted_nats: float = 5.5
    """Somebody has pushed pieces that should rest: a piece that moved mostly means that something happened."""
    slid_nats: float = 0.1
    """For each of them, if it still lies at its place."""
    dragged_nats_per_mm: float = 0.25
    """And for each mm of the one that moved furthest,"""
    most_dragged_nats: float = 2.0
    """up to so much."""
    returned_nats: float = 1.0
    """Or if it was lifted and put back there."""
    left_mark_nats: float = 3.0
    """A mark that should be laid anew was left lying: whoever acted before acts again."""


LAID = LaidCosts()


@dataclass(frozen=True, slots=True)
class SightCosts:
    """What is not seen, or seen and not expected."""

    missing_nats: float = 20.0
    """A piece that should lie there does not."""
    unassigned_nats: float = 20.0
    """A piece lies there that nobody expects."""
    unread_pile_nats: float = 6.0
    """The discard pile is there, for it only grows, but its top cannot be read."""
    p_still_the_same: float = 0.01
    """What lies where a piece lay but looks like it with less than this chance is another."""


SIGHT = SightCosts()

ANY = "*"
"""The face of a slot: a piece that was thrown and may show anything."""


class Fit(NamedTuple):
    """`log_likelihood` is 0 at best; `pairs` gives for each piece that should lie there the number of the seen one, or
    None; `unassigned` are the numbers of the seen ones that are left over."""

    log_likelihood: float
    pairs: tuple[int | None, ...]
    unassigned: tuple[int, ...]


@dataclass(frozen=True)
class ObservationPair:
    """A look beside the last one that was explained."""

    observation: Observation
    before: Observation | None

    @cached_property
    def previous_index(self) -> tuple[int | None, ...]:
        """For each piece the number of the piece in `before` that it is, untouched; None if it moved or is new."""
        old = list(zip(self.before.pieces, self.before.identities, strict=True)) if self.before else []
        return tuple(
            next((j for j, (b, known) in enumerate(old) if p.stayed(b) and _may_be(p, b, known)), None)
            for p in self.observation.pieces
        )

    @cached_property
    def zones(self) -> dict[str, list[int]]:
        """The numbers of the pieces by their place."""
        zones: dict[str, list[int]] = {}
        for number, piece in enumerate(self.observation.pieces):
            zones.setdefault(piece.place, []).append(number)
        return zones

    def rows(self, places: tuple[str, ...]) -> dict[str, list[int]]:
        """Where among `places` each stands, and each where a piece is seen: for most hypotheses in the same rows."""
        rows = self._rows.get(places)
        if rows is None:
            rows = self._rows[places] = {place: [] for place in (*places, *self.zones)}
            for row, place in enumerate(places):
                rows[place].append(row)
        return rows

    @cached_property
    def _rows(self) -> dict[tuple[str, ...], dict[str, list[int]]]:
        return {}

    @cached_property
    def fits(self) -> dict[object, Fit]:
        """The fits that have been asked for: most hypotheses differ in what nobody sees."""
        return {}

    @cached_property
    def parts(self) -> dict[object, Part]:
        """The fits of single places that have been asked for: most places stay as they are."""
        return {}

    @property
    def unread(self) -> bool:
        """Whether nothing is seen on the discard pile."""
        return PILE not in self.zones

    @property
    def unread_before(self) -> bool:
        """Whether nothing was seen on the discard pile before."""
        return self.before is None or all(piece.place != PILE for piece in self.before.pieces)

    @property
    def untouched(self) -> bool:
        """Whether nothing at all has changed since `before`."""
        old = len(self.before.pieces) if self.before else -1
        return None not in self.previous_index and len(self.observation.pieces) == old

    @property
    def lifted(self) -> bool:
        """Whether anything of `before` lies no longer untouched."""
        old = len(self.before.pieces) if self.before else 0
        return len({index for index in self.previous_index if index is not None}) < old

    @cached_property
    def all_thrown_anew(self) -> bool:
        """Whether all that lies there was thrown since `before`: which dice were set aside in between nobody saw."""
        thrown = all(piece.place == TRAY for piece in self.observation.pieces)
        anew = thrown and not any(origin is not None for origin in self.previous_index)
        return anew and bool(self.observation.pieces and self.before and self.before.pieces)

    @cached_property
    def lacking(self) -> Counter[tuple[str, str]]:
        """The (place, item) of what may lie there unseen: what people let stand; and on the strip what was taken from
        the tray while other dice were laid there, where one is missing."""
        lacking = Counter(self.observation.lacking)
        if self.before is None or not self._may_be_overlooked_on_strip:
            return lacking
        old = enumerate(zip(self.before.pieces, self.before.identities, strict=True))
        taken = (name for n, (piece, name) in old if piece.place == TRAY and n not in self.previous_index)
        return lacking + Counter((KEPT, name) for name in taken if name)

    @property
    def _may_be_overlooked_on_strip(self) -> bool:
        """Whether dice were newly laid on the strip, and fewer are seen than before, while some have stayed in the tray
        (nobody has taken all to throw them), or vision is not sure: it has overlooked a pale die on the strip."""
        pieces = list(zip(self.observation.pieces, self.previous_index, strict=True))
        laid = any(piece.place == KEPT and origin is None for piece, origin in pieces)
        stayed = any(piece.place == TRAY and origin is not None for piece, origin in pieces)
        is_missing = self.before is not None and len(pieces) < len(self.before.pieces)
        return laid and is_missing and (stayed or not self.observation.sure)

    @property
    def lone(self) -> bool:
        """Whether a single piece has moved since `before`: no other one pushed it."""
        return self.previous_index.count(None) == 1

    def known(self, number: int) -> str | None:
        """What an untouched piece was known to be."""
        origin = self.previous_index[number]
        return self.before.identities[origin] if self.before and origin is not None else None

    def untouched_identities(self) -> dict[int, str]:
        """What the untouched pieces were known to be, by number."""
        return {n: name for n in range(len(self.observation.pieces)) if (name := self.known(n))}

    def cost_nats(self, lie: Expected, number: int, next_up: frozenset[str]) -> float:
        """What it costs to say that piece `number` is `lie`, where the kinds `next_up` may be thrown next."""
        piece = self.observation.pieces[number]
        if piece.place != lie.place:
            return SIGHT.missing_nats + SIGHT.unassigned_nats
        if lie.fresh:
            return self._read(piece, lie) + self._again(lie, number)
        if self.previous_index[number] is None:
            return self._read(piece, lie) + (HANDS.strayed_nats if idle(lie, next_up) else self._moved(piece, lie))
        known = self.known(number)
        return self._read(piece, lie) if known is None else 0.0 if known == lying_item(lie) else HANDS.flipped_nats

    def pushed(self, lie: Expected, number: int, next_up: frozenset[str]) -> float:
        """What it costs that piece `number`, if it is `lie`, should have rested and did not; else nought."""
        if lie.fresh or idle(lie, next_up) or self.before is None or self.previous_index[number] is not None:
            return 0.0
        if lie.place in DICE_PLACES:
            return HANDS.bumped_nats
        piece, before = self.observation.pieces[number], zip(self.before.pieces, self.before.identities, strict=True)
        way = [
            hypot(piece.x - b.x, piece.y - b.y)
            for b, known in before
            if (b.place, known) == (lie.place, lying_item(lie))
        ]
        return LAID.jolted_nats + min(LAID.dragged_nats_per_mm * min(way, default=0.0), LAID.most_dragged_nats)

    def loose_cost(self, number: int) -> float:
        """What it costs to leave piece `number` unexplained; one that others hide may be gone from under them."""
        if self.observation.pieces[number].doubt == HIDDEN:
            return 0.0
        left = self.observation.pieces[number].place in DICE_PLACES or self.known(number) is None
        return HANDS.left_over_nats if left and self.previous_index[number] is not None else SIGHT.unassigned_nats

    def _again(self, lie: Expected, number: int) -> float:
        """What it costs that a piece was thrown or laid and lies as one lay before."""
        if self.previous_index[number] is None:
            return 0.0
        if lie.place not in DICE_PLACES and self.known(number) not in (None, lying_item(lie)):
            return HANDS.turned_over_nats
        if lie.place in DICE_PLACES and self._lies_to_a_hair(number):
            return HANDS.untouched_nats
        return LAID.left_mark_nats if lie.kind == MARK else HANDS.same_place_nats

    def _lies_to_a_hair(self, number: int) -> bool:
        """Whether an untouched die lies just where it did."""
        origin = self.previous_index[number]
        if self.before is None or origin is None:
            return False
        return self.observation.pieces[number].is_just_where(self.before.pieces[origin])

    def _read(self, piece: Piece, lie: Expected) -> float:
        if lie.face == ANY:
            return -log(max([p for _, p in piece.of_kind(lie.kind)], default=1e-4))
        return -log(piece.probability(lying_item(lie)))

    def _moved(self, piece: Piece, lie: Expected) -> float:
        """The cost of `piece` having been pushed here from where a piece known to be `lie` lay."""
        if self.before is None:
            return 0.0
        old = [
            b for b, known in zip(self.before.pieces, self.before.identities, strict=True) if known == lying_item(lie)
        ]
        if lie.place not in DICE_PLACES:
            return LAID.slid_nats if any(b.place == lie.place for b in old) else LAID.returned_nats
        near = [b for b in old if hypot(piece.x - b.x, piece.y - b.y) < piece.size]
        if not near:
            return HANDS.rolled_nats if lie.free else HANDS.carried_nats
        nudge = min(_nudge(piece, b) for b in near) if lie.free and self.lone else 0.0
        return min(HANDS.rolled_nats, HANDS.nudged_nats + nudge)


def _nudge(piece: Piece, before: Piece) -> float:
    """How unlikely it is that a nudge took a die so far, and turned it so."""
    way = hypot(piece.x - before.x, piece.y - before.y)
    return ((way / HANDS.nudge_spread_mm) ** 2 + (piece.turn_from(before) / HANDS.nudge_spread_deg) ** 2) / 2


def _may_be(piece: Piece, before: Piece, known: str | None) -> bool:
    """Whether a piece in the place of `before`, known as `known`, may still be that one, by its looks.

    One that pictures show untouched is, however it is read; and one that was read wrong and corrected is read wrong
    again, and alike.
    """
    if piece.place in DICE_PLACES and piece.is_just_where(before):
        return True
    return known is None or piece.probability(known) > SIGHT.p_still_the_same or _looks(piece) == _looks(before)


def _looks(piece: Piece) -> str:
    return piece.items[0][0] if piece.items else ""


def idle(lie: Expected, next_up: frozenset[str]) -> bool:
    """Whether this is a die that nobody needs now: it may be anywhere."""
    return lie.free and lie.kind not in next_up and lie.place in DICE_PLACES


Part = tuple[float, tuple[int | None, ...], float]
"""The fit of one place: cost, the piece of each of its lies, and what it costs that a piece was pushed."""


def fit(lies: Sequence[Expected], pair: ObservationPair, next_up: frozenset[str]) -> Fit:
    """The likeliest pairing of what should lie there with what does; the kinds `next_up` may be thrown next."""
    key = tuple(lies), next_up
    found = pair.fits.get(key)
    if found is None:
        found = pair.fits[key] = _by_places(*key, pair)
    return found


def _by_places(lies: tuple[Expected, ...], next_up: frozenset[str], pair: ObservationPair) -> Fit:
    """Place by place: no piece is taken for one that should lie elsewhere."""
    pairs: list[int | None] = [None] * len(lies)
    cost, bumped = 0.0, 0.0
    for place, here in pair.rows(tuple([lie[0] for lie in lies])).items():
        part_cost, numbers, pushed = _part(place, tuple([lies[row] for row in here]), pair, next_up)
        cost += part_cost
        if pushed > bumped:
            bumped = pushed
        for row, number in zip(here, numbers, strict=True):
            pairs[row] = number
    taken = set(pairs)
    loose = tuple([i for i in range(len(pair.observation.pieces)) if i not in taken])
    return Fit(-cost - bumped, tuple(pairs), loose)


def _part(place: str, lies: tuple[Expected, ...], pair: ObservationPair, next_up: frozenset[str]) -> Part:
    key = (place, lies, next_up)
    part = pair.parts.get(key)
    if part is None:
        part = pair.parts[key] = _pair(lies, pair.zones.get(place, []), pair, next_up)
    return part


def _pair(lies: tuple[Expected, ...], pieces: list[int], pair: ObservationPair, next_up: frozenset[str]) -> Part:
    """The cheapest pairing at one place, what rests taken to be what it is known to be.

    Where then a thrown piece is missing, what may as well be gone gives its own away: a die may come to lie where its
    like lay.
    """
    if not pieces and lies and lies[0].place == PILE:
        return _no_top(lies, pair)
    paired = _cheapest(lies, pieces, pair, next_up, resting=lambda lie: not lie.fresh)
    if all(number is not None for lie, number in zip(lies, paired[1], strict=True) if lie.fresh):
        return paired
    given = _cheapest(lies, pieces, pair, next_up, resting=lambda lie: not lie.fresh and not lie.free)
    return min(paired, given, key=lambda part: part[0])


def _no_top(lies: tuple[Expected, ...], pair: ObservationPair) -> Part:
    """The fit of a discard pile of which nothing is seen: whichever card lies on top, one does."""
    gone = len(lies) == 1 and lies[0].free
    return (
        0.0 if gone else HANDS.left_over_nats if pair.unread_before else SIGHT.unread_pile_nats,
        (None,) * len(lies),
        0.0,
    )


def _relaid(lie: Expected) -> bool:
    """Whether a piece is laid, not thrown, where it did not lie all the time: that it lacked there before is over."""
    return lie.fresh and lie.place not in DICE_PLACES


def _cheapest(
    lies: tuple[Expected, ...],
    pieces: list[int],
    pair: ObservationPair,
    next_up: frozenset[str],
    resting: Callable[[Expected], bool],
) -> Part:
    """The cheapest pairing; what is `resting` and known to be what it should be needs no search."""
    pairs: list[int | None] = [None] * len(lies)
    left = list(pieces)
    for row in sorted(range(len(lies)), key=lambda row: lies[row].free):
        same = [n for n in left if pair.known(n) == lying_item(lies[row])]
        if same and resting(lies[row]):
            pairs[row] = same[0]
            left.remove(same[0])
    open_rows = [row for row, number in enumerate(pairs) if number is None]
    loose = [pair.loose_cost(i) for i in left]
    costs = []
    lacking = pair.lacking.copy()
    for at, row in enumerate(open_rows):
        missing = [1e6] * len(open_rows)
        lacks = lacking[lies[row].place, lying_item(lies[row])] > 0 and not _relaid(lies[row])
        lacking[lies[row].place, lying_item(lies[row])] -= lacks
        missing[at] = 0.0 if lies[row].free else HANDS.left_over_nats if lacks else SIGHT.missing_nats
        costs.append([pair.cost_nats(lies[row], i, next_up) - loose[j] for j, i in enumerate(left)] + missing)
    columns = assign(costs)
    for row, column in zip(open_rows, columns, strict=True):
        pairs[row] = left[column] if column < len(left) else None
    cost = sum(line[column] for line, column in zip(costs, columns, strict=True)) + sum(loose)
    pushed = [pair.pushed(lie, n, next_up) for lie, n in zip(lies, pairs, strict=True) if n is not None]
    return cost, tuple(pairs), max(pushed, default=0.0)
