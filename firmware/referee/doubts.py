"""What speaks against a hypothesis, however well it fits: small questions, each with yes or no."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from dataclasses import dataclass

from engines.core import BLANK, Chance, State, Turn, after
from engines.names import BACK, MARK, kind_of, lying_item
from firmware.referee.hypothesis import Hypothesis, known, required, thrown_kinds
from firmware.referee.likelihood import ObservationPair
from firmware.referee.mismatch import top
from firmware.state.observation import DICE_PLACES, KEPT, PILE, TRAY, Observation, Piece


@dataclass(frozen=True, slots=True)
class DoubtLimits:
    """From where on something is doubted."""

    p_one_of_the_game: float = 0.5
    """A piece that vision takes for one of the game's with less probability than this is asked about."""
    p_vouched: float = 0.1
    """What vision finds less likely than this people vouch for once only: anything might look so."""
    vouched_share: float = 0.7
    """A piece that is less likely than this share of what people vouched for is asked about all the same."""
    alike_dice: int = 3
    """So many dice that show what they showed before are no chance to pass over."""


LIMITS = DoubtLimits()


def half_taken(state: State, hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether a decision is read off dice that were taken away, or thrown anew, while others of them lie on.

    Dice on the strip are not thrown: they may lie on after a throw that ends the turn. What is decided after the last
    throw is read off that one.
    """
    places = (TRAY,) if thrown_kinds(hypothesis.steps) else DICE_PLACES
    old = [expected for expected in required(state) if expected.place in places]
    last = max((n for n, step in enumerate(hypothesis.steps) if step.look), default=len(hypothesis.steps))
    undecided = all(step.event.seat is None for step in hypothesis.steps[:last])
    if not old or undecided or _lays_on_strip(hypothesis, pair):
        return False
    paired = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    free = (number for expected, number in paired if expected.free and number is not None)
    left = {*hypothesis.fit.unassigned, *free}
    gone = thrown_kinds(hypothesis.steps) or {expected.kind for expected in old}
    pieces = pair.observation.pieces
    lying = {(pieces[number].place, name) for number in left if kind_of(name := top(pair, number)) in gone}
    return bool(lying & {(expected.place, lying_item(expected)) for expected in old})


def _lays_on_strip(hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether dice that are new on the strip speak for it."""
    new = (n for n in hypothesis.fit.pairs if n is not None and pair.previous_index[n] is None)
    return any(pair.observation.pieces[n].place == KEPT for n in new)


def leaps(hypothesis: Hypothesis) -> bool:
    """Whether it takes several decisions with pieces at once: one that merely happens to fit does."""
    return sum(step.event.seat is not None and bool(step.event.items) for step in hypothesis.steps) > 1


def leaves_out(hypothesis: Hypothesis, observation: Observation, seen: Collection[str]) -> bool:
    """Whether something happened, but nothing of it says where one of the pieces `seen` came from and went."""
    told = {BACK if name == BLANK else name for step in hypothesis.steps for name in step.event.items}
    lying = {piece.items[0][0] for piece in observation.pieces if piece.items}
    return bool(hypothesis.steps) and not told.union(lying).issuperset(seen)


def topped_unseen(state: State, hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether another card should lie on the discard pile now, and none is seen there; or none was seen there before,
    though one lay there: what came to lie between the two nobody knows."""
    then, now = _pile_top(state), _pile_top(hypothesis.state)
    unread_before = pair.before is not None and pair.unread_before
    return then != now and bool((pair.unread and now) or (unread_before and then))


def _pile_top(state: State) -> set[str]:
    return {lying_item(expected) for expected in state.expected_pieces() if expected.place == PILE}


def unlike(hypothesis: Hypothesis, pair: ObservationPair, vouched: Mapping[str, float]) -> bool:
    """Whether a new piece is taken for one that it is more likely not, for want of a better, and people have not
    `vouched` for one of that name that looked so."""
    paired = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    laid = [(lying_item(expected), n) for expected, n in paired if n is not None and pair.previous_index[n] is None]
    strange = [(name, piece) for name, n in laid if _is_strange(piece := pair.observation.pieces[n])]
    return any(name not in vouched or piece.probability(name) < vouched[name] for name, piece in strange)


def vouched_for(pair: ObservationPair) -> dict[str, float]:
    """The new pieces of a look that are named though vision takes them for none of the game's: the least probability
    at which one of that name is not asked about again."""
    named = zip(pair.observation.pieces, pair.observation.identities, pair.previous_index, strict=True)
    strange = [(name, piece) for piece, name, origin in named if origin is None and name and _is_strange(piece)]
    likely = [(name, dict(piece.items).get(name, 0.0)) for name, piece in strange]
    return {name: p * LIMITS.vouched_share for name, p in likely if p >= LIMITS.p_vouched}


def _is_strange(piece: Piece) -> bool:
    """Whether vision takes a laid piece for none of the game's, more likely than not."""
    return piece.place not in DICE_PLACES and sum(p for _, p in piece.items) < LIMITS.p_one_of_the_game


def laid_anew(state: State, hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether what looks like a throw shows the very dice that should lie there, all in other places.

    A mat that was moved, or dice lifted and put back, look the same as that rare throw: nobody can tell but people.
    """
    few = len(pair.observation.pieces) < LIMITS.alike_dice
    if few or any(n is not None for n in pair.previous_index) or not thrown_kinds(hypothesis.steps):
        return False
    should = Counter(lying_item(expected) for expected in required(state)) if isinstance(state.awaits, Turn) else None
    as_before = pair.before is not None and _read_as(pair.observation) == _read_as(pair.before)
    return as_before or Counter(known(hypothesis, pair).values()) == should


def _read_as(observation: Observation) -> Counter[str]:
    """The likeliest items of a look, counted."""
    return Counter(piece.items[0][0] for piece in observation.pieces if piece.items)


def any_number_thrown(state: State) -> bool:
    """Whether any number of pieces may be thrown now: then the rules cannot tell that one was overlooked."""
    return isinstance(state.awaits, Chance) and any(pool.most is not None for pool in state.awaits.pools)


def strip_half_seen(hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether of the dice on the strip only some are seen, where vision is not sure and a throw may have freed them:
    a throw that ends the turn would explain any that are overlooked."""
    if pair.observation.sure or not thrown_kinds(hypothesis.steps):
        return False
    paired = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    seen = {number is not None for expected, number in paired if expected.place == KEPT}
    return len(seen) > 1


def die_too_many(state: State, hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether dice that were to be thrown lie untouched beside as many as were thrown: one too many was, or one that
    should rest. Not where all lies as it lay: then people took others to throw with."""
    names = (pair.known(number) for number in hypothesis.fit.unassigned)
    left = Counter(kind_of(name) for name in names if name)
    if not left or not pair.lifted:
        return False
    for step in hypothesis.steps:
        free = Counter(piece.kind for piece in state.expected_pieces() if piece.free)
        thrown = Counter(kind_of(name) for name in step.event.items) if step.look else Counter()
        if any(0 < free[kind] < left[kind] + number for kind, number in thrown.items() if left[kind]):
            return True
        state = after(state, step.event)
    return False


def left_mark(hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether a mark that should be laid anew was left lying: somebody may as well have forgotten it."""
    paired = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    laid = [number for expected, number in paired if expected.kind == MARK and expected.fresh and number is not None]
    return bool(hypothesis.steps) and any(pair.previous_index[number] is not None for number in laid)


def beside(state: State, hypothesis: Hypothesis, pair: ObservationPair) -> bool:
    """Whether dice of the last throw lie untouched beside those thrown now, where any number may be thrown."""
    if not any_number_thrown(state) or not hypothesis.steps:
        return False
    return any(pair.previous_index[number] is not None for number in hypothesis.fit.unassigned)
