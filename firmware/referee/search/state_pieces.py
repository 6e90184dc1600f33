"""What states show and lead to, each worked out once; and what should lie there after the steps of a hypothesis."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from functools import cached_property

from engines.core import Event, Expected, State
from engines.names import lying_item
from firmware.referee.automatic import Lying
from firmware.referee.hypothesis import thrown_kinds
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
        return Counter([(piece.place, piece.kind, piece.face) for piece in self.expected])

    @cached_property
    def required_counts(self) -> Lying:
        """How many must lie there: what may as well be gone is no trace of what happened."""
        return Counter([(piece.place, piece.kind, piece.face) for piece in self.expected if not piece.free])

    def after(self, event: Event) -> StatePieces:
        """What the state shows to which `event` leads. Raises RulesError if it does not fit."""
        if event not in self._after:
            then = self.state.apply(event)
            self._after[event] = StatePieces(then, then.expected_pieces())
        return self._after[event]


class PiecesOfStates:
    """What the states of one search show, each asked once."""

    def __init__(self) -> None:
        self._known: dict[int, StatePieces] = {}

    def of(self, state: State) -> StatePieces:
        """What `state` shows."""
        return self._known.get(id(state)) or self.keep(StatePieces(state, state.expected_pieces()))

    def keep(self, shown: StatePieces) -> StatePieces:
        """What a state shows, kept for later; it holds the state, so that the id of that stays its own."""
        return self._known.setdefault(id(shown.state), shown)


def expected_after(
    shown: StatePieces, steps: tuple[Step, ...], left_lying: tuple[str, ...], rested: Lying
) -> Sequence[Expected]:
    """What should lie there after `steps` to a state; fresh is what they threw or laid, and nothing else.

    What a throw left lying lies there still, though the rules may need it no more: hands are not as quick as they.
    What has not `rested` there all the time was cleared away and laid anew.
    """
    if not steps:
        return [piece._replace(fresh=False) if piece.fresh else piece for piece in shown.expected]
    left, tumbled, expected = dict(rested), bool(thrown_kinds(steps)), []
    stays = Counter(left_lying if steps[-1].look else ())
    for piece in shown.expected:
        if piece.place == TRAY:
            fresh, free = piece.fresh and tumbled, piece.free and (piece.fresh or stays[lying_item(piece)] <= 0)
            stays[lying_item(piece)] -= piece.free and not free
        else:
            key = (piece.place, piece.kind, piece.face)
            left[key] = over = left.get(key, 0) - 1
            fresh, free = piece.fresh or over < 0, piece.free
        same = fresh == piece.fresh and free == piece.free
        expected.append(piece if same else piece._replace(fresh=fresh, free=free))
    return expected
