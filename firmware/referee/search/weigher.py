"""How well a hypothesis explains the look, step by step."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from typing import NamedTuple

from engines.core import BLANK, Expected, State
from firmware.referee.automatic import Lying, by_itself
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import Fit, ObservationPair, fit
from firmware.referee.search.state_pieces import PiecesOfStates, StatePieces, expected_after
from firmware.referee.throws import throwable
from firmware.state.observation import TRAY
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
        self.start, self.pair, self.pieces = start, pair, PiecesOfStates()
        places = (*pair.zones, *(place for place, _, _ in self.pieces.of(start).counts))
        self.pieces_are_laid = any(place != TRAY for place in places)
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
        while (event := by_itself(hypothesis.state)) is not None:
            before, state = hypothesis.state, hypothesis.state.apply(event)
            pairs = _reordered(hypothesis.fit.pairs, self.pieces.of(before).expected, self.pieces.of(state).expected)
            hypothesis = replace(
                hypothesis,
                steps=(*hypothesis.steps, Step(event)),
                state=state,
                fit=replace(hypothesis.fit, pairs=pairs),
            )
        return hypothesis

    def _fit(self, state: State, expected: Sequence[Expected]) -> Fit:
        return fit(expected, self.pair, frozenset() if self.pieces_are_laid else throwable(state))


def _at_most(lying: Lying, counts: Lying) -> Lying:
    """What lies there of `lying`, as far as it is among `counts` too."""
    if all(counts.get(piece, 0) >= number for piece, number in lying.items()):
        return lying
    return Counter({piece: min(number, counts[piece]) for piece, number in lying.items() if piece in counts})


def _reordered(
    pairs: tuple[int | None, ...], before: tuple[Expected, ...], after: tuple[Expected, ...]
) -> tuple[int | None, ...]:
    """The pairs of the pieces `after`, given those of the same pieces in the order of `before`."""
    left: dict[tuple[str, str, str], list[int | None]] = {}
    for piece, number in zip(before, pairs, strict=True):
        left.setdefault((piece.place, piece.kind, piece.face), []).append(number)
    return tuple(left[piece.place, piece.kind, piece.face].pop(0) for piece in after)


def _last_laid_is_unseen(step: Step, expected: Sequence[Expected], found: Fit) -> bool:
    """Whether the step laid a piece that is not to be seen."""
    first = step.event.items[:1]
    faces = ("back",) if first == (BLANK,) else first
    laid = [n for piece, n in zip(expected, found.pairs, strict=True) if piece.fresh and piece.face in faces]
    return bool(laid) and not any(number is not None for number in laid)
