"""Which events the look allows at all: what lays a piece is read off the pieces that are new."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engines.core import BLANK, Event, State
from engines.names import lying_item
from firmware.referee.likelihood import ObservationPair
from firmware.referee.search.limits import LIMITS
from firmware.referee.search.offered_events import OfferedEvents
from firmware.referee.search.state_pieces import PiecesOfStates


class AllowedEvents:
    """The events that a look allows."""

    def __init__(self, pair: ObservationPair, pieces: PiecesOfStates, wide: bool) -> None:
        """`wide`: pieces that lie as they lay may have been laid, too."""
        self._pair, self._pieces, self._wide = pair, pieces, wide
        self._lays: dict[tuple[int, str], tuple[bool, int]] = {}

    def of(self, state: State, offered: OfferedEvents) -> Iterator[Event]:
        """Those of `offered` that the look allows.

        What names no piece may always be: the card that would have been laid open stays hidden.
        """
        names, openly = None if self._pair.all_thrown_anew else self.new_names, set()
        for event in offered.events:
            hides = not event.items or event.items[0] == BLANK
            if hides or names is None or not names.isdisjoint(offered.pieces_laid(event)):
                yield event
            elif event.kind not in openly:
                if self.lays_openly(state, event):
                    openly.add(event.kind)
                else:
                    yield event

    def lays_openly(self, state: State, event: Event) -> bool:
        """Whether this kind of event lays the piece that its first item names where all can see it."""
        lays, tried = self._lays.get((id(state), event.kind), (False, 0))
        if not lays and tried < LIMITS.events_tried:  # one that lies on its like already tells nothing
            before = self._pieces.of(state)  # holds the state, so that its id stays its own
            then = before.after(event)
            shown = [piece for piece in then.expected if lying_item(piece) == event.items[0]]
            keys = ((piece.place, piece.kind, piece.face) for piece in shown)
            lays = any(piece.fresh for piece in shown) or any(
                then.counts[key] > before.counts.get(key, 0) for key in keys
            )
            self._lays[id(state), event.kind] = lays, tried + 1
        return lays

    def count_unseen(self, pieces: tuple[str, ...]) -> int:
        """How many of the pieces that an event lays are not seen; those of one make that vision may have overlooked
        together count as one."""
        names = self.new_names
        unseen = [] if names is None else [name for name in pieces if name not in names]
        overlooked = {item for _, item in self._pair.lacking}.intersection(unseen)
        return sum(name not in overlooked for name in unseen) + bool(overlooked)

    @cached_property
    def new_names(self) -> frozenset[str] | None:
        """What the pieces that are new may be; None where one of them cannot be read."""
        pieces = zip(self._pair.observation.pieces, self._pair.previous_index, strict=True)
        new = [piece for piece, origin in pieces if origin is None or self._wide]
        if any(not piece.items for piece in new):
            return None
        return frozenset(name for piece in new for name, p in piece.items if p > LIMITS.p_may_be)
