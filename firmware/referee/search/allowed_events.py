"""Which events the look allows at all: what lays a piece is read off the pieces that are new."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from engines.core import BLANK, Event, State
from firmware.referee.likelihood import ObservationPair
from firmware.referee.search.limits import LIMITS
from firmware.referee.search.state_pieces import PiecesOfStates

FirstItems = frozenset[tuple[str, tuple[str, ...]]]
"""What events name first, each with its kind: the piece that it lays, if it lays one; or nothing."""


class AllowedEvents:
    """The events that a look allows."""

    def __init__(self, pair: ObservationPair, pieces: PiecesOfStates, wide: bool) -> None:
        """`wide`: pieces that lie as they lay may have been laid, too."""
        self._pair, self._pieces, self._wide = pair, pieces, wide
        self._lays: dict[tuple[int, str], tuple[bool, int]] = {}

    def of(self, state: State, events: tuple[Event, ...]) -> Iterator[Event]:
        """Those of `events` that the look allows.

        What names no piece may always be: the card that would have been laid open stays hidden.
        """
        names, several = self.new_names, kinds_laying_several(events)
        for event in events:
            hides = not event.items or event.items[0] == BLANK
            seen = names is None or hides or not names.isdisjoint(pieces_laid(event, several))
            if seen or not self.lays_openly(state, event):
                yield event

    def lays_openly(self, state: State, event: Event) -> bool:
        """Whether this kind of event lays the piece that its first item names where all can see it."""
        before = self._pieces.of(state)  # holds the state, so that its id stays its own
        lays, tried = self._lays.get((id(state), event.kind), (False, 0))
        if not lays and tried < LIMITS.events_tried:  # one that lies on its like already tells nothing
            then = before.after(event)
            shown = [piece for piece in then.expected if piece.face == event.items[0]]
            keys = ((piece.place, piece.kind, piece.face) for piece in shown)
            lays = any(piece.fresh for piece in shown) or any(then.counts[key] > before.counts[key] for key in keys)
            self._lays[id(state), event.kind] = lays, tried + 1
        return lays

    def count_unseen(self, event: Event, several: frozenset[str]) -> int:
        """How many of the pieces that an event lays are not seen."""
        names = self.new_names
        return 0 if names is None else sum(name not in names for name in pieces_laid(event, several))

    @cached_property
    def new_names(self) -> frozenset[str] | None:
        """What the pieces that are new may be; None where one of them cannot be read."""
        pieces = zip(self._pair.observation.pieces, self._pair.previous_index, strict=True)
        new = [piece for piece, origin in pieces if origin is None or self._wide]
        if any(not piece.items for piece in new):
            return None
        return frozenset(name for piece in new for name, p in piece.items if p > LIMITS.p_may_be)


def first_items(events: tuple[Event, ...]) -> FirstItems:
    """What `events` name first, each with its kind."""
    return frozenset((event.kind, event.items[:1]) for event in events)


def kinds_laying_several(events: tuple[Event, ...]) -> frozenset[str]:
    """The kinds of events that may lay several pieces: they name nothing but what others of their kind name first."""
    firsts = first_items(events)
    others = {event.kind for event in events if any((event.kind, (name,)) not in firsts for name in event.items[1:])}
    return frozenset(event.kind for event in events) - others


def pieces_laid(event: Event, several: frozenset[str]) -> tuple[str, ...]:
    """The pieces that an event may lay, where `several` are the kinds that may lay more than one."""
    return event.items if event.kind in several else event.items[:1]
