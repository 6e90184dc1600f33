"""How well a hypothesis explains the look, step by step."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from engines.core import BLANK, Expected, State
from firmware.referee.automatic import by_itself
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import Fit, ObservationPair, fit
from firmware.referee.search.state_pieces import PiecesOfStates, expected_after
from firmware.referee.throws import throwable
from firmware.state.observation import TRAY
from firmware.state.table import Step


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

    def one_step_more(
        self,
        hypothesis: Hypothesis,
        step: Step,
        state: State,
        likely: float = 0.0,
        cost: float = 0.0,
        left_lying: tuple[str, ...] = (),
    ) -> Hypothesis:
        """The hypothesis with one step more, which leads to `state`."""
        steps, rested = (*hypothesis.steps, step), hypothesis.rested & self.pieces.of(state).counts
        expected = expected_after(self.pieces.of(state), steps, left_lying, rested)
        found = self._fit(state, expected)
        return Hypothesis(
            steps,
            state,
            hypothesis.prior + likely,
            hypothesis.cost + cost,
            found,
            rested,
            left_lying=left_lying,
            unseen_piece=_last_laid_is_unseen(step, expected, found),
        )

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
