"""The events of which one may happen, and what their kinds lay."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cached_property

from engines.core import Event


class OfferedEvents:
    """Events of which one may happen, by their kinds."""

    def __init__(self, events: Iterable[Event]) -> None:
        self.events = events
        self._firsts: dict[str, set[str]] = {}
        self._seats: dict[str, set[int | None]] = {}
        others: dict[str, set[str]] = {}
        for kind, seat, items in events:
            if kind not in self._firsts:
                self._firsts[kind], self._seats[kind], others[kind] = set(), set(), set()
            self._seats[kind].add(seat)
            self._firsts[kind].add(items[0] if items else "")
            if len(items) > 1:
                others[kind].update(items[1:])
        self._single = {kind for kind, firsts in self._firsts.items() if not firsts >= others[kind]}

    @property
    def of_one_kind(self) -> bool:
        """Whether they differ in nothing but what they name."""
        return len(self._firsts) == 1

    def count(self, kind: str) -> int:
        """Among how many pieces that events of this kind name first it is chosen."""
        return len(self._firsts[kind])

    def ends(self, event: Event) -> int:
        """For how many ends that leave no trace the same seat may lay the piece that an event names first: whom or what
        a card is played against."""
        if event.kind not in self._single or len(event.items) < 2:
            return 1
        return self._ends[event.kind, event.seat, event.items[0]]

    @cached_property
    def _ends(self) -> Counter[tuple[str, int | None, str]]:
        return Counter((kind, seat, items[0]) for kind, seat, items in self.events if items)

    def seats(self, kind: str) -> int:
        """How many may do what this kind of event tells."""
        return len(self._seats[kind])

    def pieces_laid(self, event: Event) -> tuple[str, ...]:
        """The pieces that an event may lay: several where its kind names nothing but what its like name first."""
        return event.items[:1] if event.kind in self._single else event.items
