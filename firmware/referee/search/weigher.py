"""How well a hypothesis explains the look, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from engines.core import BLANK, Expected, State
from engines.names import lying_item
from firmware.referee.automatic import Lying, forced
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import Fit, ObservationPair, fit
from firmware.referee.search.state_pieces import StatePieces, expected_after, pieces_from
from firmware.referee.throws import throwable
from firmware.state.observation import DICE_PLACES, KEPT
from firmware.state.table import Step


class Weighed(NamedTuple):
    """What is known of a hypothesis once its last step is weighed."""

    steps: tuple[Step, ...]
    rested: Lying
    fit: Fit
    unseen_piece: bool
    """Whether the piece that the last step laid is not to be seen."""


class Weigher:
    """Weighs hypotheses that start from one state: how well what should lie there then explains the look."""

    def __init__(self, start: State, pair: ObservationPair) -> None:
        self.start, self.pair, self.pieces = start, pair, pieces_from(start)
        places = (*pair.zones, *(place for place, _, _ in self.pieces.of(start).counts))
        self.pieces_are_laid = any(place not in DICE_PLACES for place in places)
        """Whether pieces are laid in this game, not thrown."""

    def nothing_happened(self) -> Hypothesis:
        """The hypothesis without an event."""
        rested = self.pieces.of(self.start).counts
        found = self._fit(self.start, expected_after(self.pieces.of(self.start), (), (), rested))
        return Hypothesis((), self.start, 0.0, 0.0, found, rested)

    def weigh(
        self, hypothesis: Hypothesis, step: Step, shown: StatePieces, left_lying: tuple[str, ...] = ()
    ) -> Weighed:
        """How well the hypothesis with one `step` more, to the state that is `shown`, explains the look."""
        steps, rested = (*hypothesis.steps, step), _at_most(hypothesis.rested, shown.counts)
        expected = expected_after(shown, steps, left_lying, rested)
        found = self._fit(shown.state, expected)
        return Weighed(steps, rested, found, _last_laid_is_unseen(step, expected, found))

    def settled(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis with what then happens by itself: the same pieces lie there, maybe told in another order."""
        while (event := forced(hypothesis.state)) is not None:
            before = self.pieces.of(hypothesis.state)
            after = self.pieces.keep(before.after(event))
            if after.counts != before.counts:
                break
            pairs = _reordered(hypothesis.fit.pairs, before.expected, after.expected)
            hypothesis = hypothesis._replace(
                steps=(*hypothesis.steps, Step(event)), state=after.state, fit=hypothesis.fit._replace(pairs=pairs)
            )
        return hypothesis

    def _fit(self, state: State, expected: Sequence[Expected]) -> Fit:
        return fit(expected, self.pair, frozenset() if self.pieces_are_laid else throwable(state))


def _at_most(lying: Lying, counts: Lying) -> Lying:
    """What lies there of `lying`, as far as it is among `counts` too."""
    fewer = [piece for piece, number in lying.items() - counts.items() if counts.get(piece, 0) < number]
    if not fewer:
        return lying
    left = {**lying, **{piece: counts.get(piece, 0) for piece in fewer}}
    return {piece: number for piece, number in left.items() if number}


def _reordered(
    pairs: tuple[int | None, ...], before: tuple[Expected, ...], after: tuple[Expected, ...]
) -> tuple[int | None, ...]:
    """The pairs of the pieces `after`, given those of the same pieces in the order of `before`."""
    left: dict[tuple[str, str, str], list[int | None]] = {}
    for piece, number in zip(before, pairs, strict=True):
        left.setdefault((piece.place, piece.kind, piece.face), []).append(number)
    return tuple(left[piece.place, piece.kind, piece.face].pop(0) for piece in after)


def _last_laid_is_unseen(step: Step, expected: Sequence[Expected], found: Fit) -> bool:
    """Whether the step laid a piece that is not to be seen; dice that are kept it need not name."""
    first = step.event.items[:1]
    names = ("back",) if first == (BLANK,) else first
    fresh = [pair for pair in zip(expected, found.pairs, strict=True) if pair[0].fresh]
    laid = [number for piece, number in fresh if piece.place == KEPT or lying_item(piece) in names]
    return bool(laid) and all(number is None for number in laid)
