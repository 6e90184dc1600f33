"""A hypothesis: what may have happened since the last look, event by event."""

from __future__ import annotations

from dataclasses import replace
from typing import NamedTuple

from engines.core import Expected, State
from engines.names import kind_of, lying_item
from firmware.referee.automatic import Lying
from firmware.referee.likelihood import Fit, ObservationPair
from firmware.state.table import Step


class Hypothesis(NamedTuple):
    """A short sequence of events, where it leads, and how well that fits.

    `prior` is its log-probability before looking, `cost` the part of it that decisions cost.
    """

    steps: tuple[Step, ...]
    state: State
    prior: float
    cost: float
    fit: Fit
    rested: Lying
    """What lay there all the time: what was cleared away and laid again is fresh."""

    absence_only: frozenset[str] = frozenset()
    """The kinds of pieces whose absence alone speaks for a decision in it (banking nought, say)."""

    left_lying: tuple[str, ...] = ()
    """What its last throw left lying."""
    unseen_piece: bool = False
    """Whether the piece that its last event laid is not to be seen."""
    traceless: bool = False
    """Whether its last decision left no trace: then there is time to find out later."""
    has_unseen: bool = False
    """Whether a piece was laid or thrown in it that nobody has seen: it may as well be somebody's mistake."""
    opened: tuple[tuple[str, int | None], ...] = ()
    """The cards that chance laid open in it, though they might have stayed hidden, and the seat that decided last."""

    half_taken: bool = False
    """Whether it reads a decision off pieces taken away, or thrown anew, while others of them lie on."""

    @property
    def outcome_key(self) -> object:
        """What a hypothesis tells: of those that tell the same the best will do.

        Two that lead to the same state may tell differently why a card lies open: somebody played it, or it was drawn,
        or called by one seat or another. Or they tell differently what the dice show: whatever one shows that leans, it
        may be worth nought.
        """
        return self.state.position_key, self.opened, self.lay_after_throw

    @property
    def lay_after_throw(self) -> tuple[str, ...]:
        """What lay there after its last throw, sorted: what that left lying, and what was thrown."""
        thrown = next((step.event.items for step in reversed(self.steps) if step.look), ())
        return tuple(sorted((*self.left_lying, *thrown)))

    @property
    def log_posterior(self) -> float:
        """The log-likelihood of hypothesis and look together."""
        return self.fit.log_likelihood + self.prior


def thrown_kinds(steps: tuple[Step, ...]) -> set[str]:
    """The kinds of pieces thrown in a hypothesis: none can lie there twice."""
    return {kind_of(name) for step in steps if step.look for name in step.event.items}


def required(state: State) -> list[Expected]:
    """The pieces that must lie there."""
    return [lie for lie in state.expected_pieces() if not lie.free]


def known(hypothesis: Hypothesis, pair: ObservationPair) -> dict[int, str]:
    """What each piece of the look is, by number, if `hypothesis` is what happened."""
    paired = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    return pair.untouched_identities() | {n: lying_item(expected) for expected, n in paired if n is not None}


def bound(hypothesis: Hypothesis, pair: ObservationPair) -> tuple[Step, ...]:
    """Its steps, each that laid a piece bound to that piece of the look."""
    names = known(hypothesis, pair)
    new = [number for number, previous in enumerate(pair.previous_index) if previous is None]
    steps = []
    for step in hypothesis.steps:
        first = step.event.items[0] if step.event.items and not step.look else None
        number = next((n for n in new if names.get(n) == first), None) if first else None
        if number is not None:
            new.remove(number)
            step = replace(step, look=pair.observation.id, pieces=(number,))
        steps.append(step)
    return tuple(steps)
