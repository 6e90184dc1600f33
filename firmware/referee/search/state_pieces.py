"""What states show and lead to, each worked out once; and what should lie there after the steps of a hypothesis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engines.core import Event, Expected, State
from engines.names import lying_item
from engines.once import for_a_match
from firmware.referee.automatic import Lying, counted
from firmware.referee.hypothesis import thrown_kinds
from firmware.referee.search.limits import LIMITS
from firmware.referee.search.offered_events import OfferedEvents
from firmware.state.observation import TRAY
from firmware.state.table import Step


@dataclass(frozen=True)
class StatePieces:
    """What a state shows, and the states that it leads to."""

    state: State
    expected: tuple[Expected, ...]
    _after: dict[Event, StatePieces] = field(default_factory=dict)

    @cached_property
    def counts(self) -> Lying:
        """How many pieces lie there, by place, kind and face."""
        return counted(self.expected)

    @cached_property
    def required_counts(self) -> Lying:
        """How many must lie there: what may as well be gone is no trace of what happened."""
        required = [piece for piece in self.expected if not piece.free]
        return counted(required) if len(required) < len(self.expected) else self.counts

    @cached_property
    def offered(self) -> OfferedEvents:
        """The decisions that may be taken now."""
        return OfferedEvents(self.state.legal())

    def after(self, event: Event) -> StatePieces:
        """What the state shows to which `event` leads. Raises RulesError if it does not fit."""
        if event not in self._after:
            then = self.state.apply(event)
            self._after[event] = StatePieces(then, then.expected_pieces())
        return self._after[event]


class PiecesOfStates:
    """What the states show that may follow from one, each asked once."""

    def __init__(self) -> None:
        self._known: dict[int, StatePieces] = {}

    def __len__(self) -> int:
        """How many states are known."""
        return len(self._known)

    def of(self, state: State) -> StatePieces:
        """What `state` shows."""
        return self._known.get(id(state)) or self.keep(StatePieces(state, state.expected_pieces()))

    def keep(self, shown: StatePieces) -> StatePieces:
        """What a state shows, kept for later; it holds the state, so that the id of that stays its own."""
        return self._known.setdefault(id(shown.state), shown)


@for_a_match(1)
def _remembered(start: State) -> PiecesOfStates:
    return PiecesOfStates()


def pieces_from(start: State) -> PiecesOfStates:
    """What the states show that may follow from `start`; look after look asks for the same, as long as it lasts."""
    if len(_remembered(start)) > LIMITS.remembered:
        _remembered.cache_clear()
    return _remembered(start)


def expected_after(
    shown: StatePieces, steps: tuple[Step, ...], left_lying: tuple[str, ...], rested: Lying
) -> Sequence[Expected]:
    """What should lie there after `steps` to a state; fresh is what they threw or laid, and nothing else.

    What a throw left lying lies there still, though the rules may need it no more: hands are not as quick as they.
    What has not `rested` there all the time was cleared away and laid anew.
    """
    if not steps:
        return [piece._replace(fresh=False) if piece.fresh else piece for piece in shown.expected]
    expected = list(shown.expected)
    if any(piece[0] == TRAY for piece in expected):
        just_thrown = bool(steps[-1].look)
        _tell_thrown(expected, bool(thrown_kinds(steps)), just_thrown, Counter(left_lying if just_thrown else ()))
    laid = {piece for piece, _ in shown.counts.items() - rested.items() if piece[0] != TRAY}
    if laid:
        _tell_laid(expected, {piece: rested.get(piece, 0) for piece in laid})
    return expected


def _tell_thrown(expected: list[Expected], tumbled: bool, just_thrown: bool, stays: Counter[str]) -> None:
    """What was `just_thrown` must be seen, though it may be taken up again."""
    for row, piece in enumerate(expected):
        if piece.place == TRAY:
            fresh, staying = piece.fresh and tumbled, stays[lying_item(piece)] > 0
            free = piece.free and not (just_thrown if piece.fresh else staying)
            stays[lying_item(piece)] -= piece.free and not free
            expected[row] = piece._replace(fresh=fresh, free=free)


def _tell_laid(expected: list[Expected], rested: Lying) -> None:
    """Fresh are those beyond as many as `rested` there: the last in the list."""
    for row, piece in enumerate(expected):
        if (key := piece[:3]) in rested:
            rested[key] -= 1
            if rested[key] < 0 and not piece.fresh:
                expected[row] = Expected(*key, fresh=True, free=piece.free)
