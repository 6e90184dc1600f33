"""The 4x4 square: a ring of twelve sharks around four places of the divers (HN-1), and what a shark attack does (HN-5).

    ring-0   ring-1   ring-2   ring-3
    ring-11  inner-0  inner-1  ring-4
    ring-10  inner-3  inner-2  ring-5
    ring-9   ring-8   ring-7   ring-6

Both count clockwise from the north-west. The sides are north, east, south, west; side k has the middle sharks
3k+1, next to inner place k, and 3k+2, next to inner place k+1. The sharks 0, 3, 6 and 9 are in the corners.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from engines.core import Reason
from engines.hai_noon.deck import DIVERS
from engines.hai_noon.reasons import reason

SIDES = ("north", "east", "south", "west")
RING = tuple(f"ring-{i}" for i in range(12))
INNER = tuple(f"inner-{i}" for i in range(4))
MIDDLES = tuple(((3 * side + 1, side), (3 * side + 2, (side + 1) % 4)) for side in range(4))
"""Per side its two middle sharks, each with the inner place that it faces."""
HEALTHY, INJURED, IMMUNE = 2, 1, 0
"""Bites that a diver can still take; none: a dummy, eaten, or eliminated."""


@dataclass(frozen=True, slots=True)
class Board:
    """The tiles. Divers are numbers, an index into deck.DIVERS."""

    sharks: tuple[bool, ...]
    """Per place of the ring: whether the shark there is hungry."""
    square: tuple[int | None, ...]
    """Per inner place: the diver there; None for a free place."""
    health: tuple[int, ...]
    """Per diver: HEALTHY, INJURED or IMMUNE."""
    cage: int | None = None
    """The diver in the cage; None while it is beside the board."""

    def flip(self, ring: int) -> Board:
        """One shark turned over (HN-8)."""
        sharks = self.sharks
        return replace(self, sharks=(*sharks[:ring], not sharks[ring], *sharks[ring + 1 :]))

    def swap(self, ring: int) -> Board:
        """A shark and its clockwise neighbour change places (HN-8)."""
        sharks = list(self.sharks)
        after = (ring + 1) % 12
        sharks[ring], sharks[after] = sharks[after], sharks[ring]
        return replace(self, sharks=tuple(sharks))

    def drift(self) -> Board:
        """All sharks one place clockwise (HN-8)."""
        return replace(self, sharks=(self.sharks[-1], *self.sharks[:-1]))

    def swim(self, diver: int, place: int) -> Board:
        """The diver changes places with whoever is at `place`, nobody included (HN-8)."""
        square = list(self.square)
        square[square.index(diver)], square[place] = square[place], diver
        return replace(self, square=tuple(square))

    def neighbours(self, diver: int) -> tuple[int, int]:
        """The two inner places beside a diver on the board."""
        here = self.square.index(diver)
        return (here - 1) % 4, (here + 1) % 4

    def hide(self, diver: int) -> Board:
        """The diver off the board (HN-9); a cage goes with it."""
        return replace(self, square=tuple(None if d == diver else d for d in self.square))

    def emerge(self, diver: int, place: int) -> Board:
        """The diver back on the board, at a free place (HN-9)."""
        return replace(self, square=(*self.square[:place], diver, *self.square[place + 1 :]))

    def bites(self, side: int) -> tuple[tuple[int, int], ...]:
        """Who would be bitten on this side, harpoon and cage apart: (shark's place, diver), up to two (HN-5)."""
        found = []
        for ring, place in MIDDLES[side]:
            diver = self.square[place]
            if self.sharks[ring] and diver is not None and self.health[diver]:
                found.append((ring, diver))
        return tuple(found)

    def attack(
        self, side: int, saved: tuple[int, ...], fills: bool, owners: tuple[int | None, ...]
    ) -> tuple[Board, tuple[Reason, ...]]:
        """The board after both middle sharks acted at once, and what each did (HN-5).

        `saved` are the divers with a harpoon, which goes before the cage (HN-6); `fills` whether a shark is full after
        a second bite (HN-14); `owners` whose each diver is.
        """
        sharks, health, cage = list(self.sharks), list(self.health), self.cage
        reasons = []
        for ring, place in MIDDLES[side]:
            diver = self.square[place]
            code = self._outcome_code(ring, diver, saved)
            name = "nobody" if diver is None else DIVERS[diver]
            seat = None if diver is None or code == "hungry" else owners[diver]
            reasons.append(reason(code, seat, ring=RING[ring], diver=name))
            if code == "hungry":
                sharks[ring] = True
            elif code == "cage-gone":
                cage = None
            elif diver is not None and code in ("bitten", "prey"):
                health[diver] -= 1
                sharks[ring] = code == "prey" and not fills
        return Board(tuple(sharks), self.square, tuple(health), cage), tuple(reasons)

    def _outcome_code(self, ring: int, diver: int | None, saved: tuple[int, ...]) -> str:
        """What an attacking shark does: the code of a reason."""
        if not self.sharks[ring]:
            return "hungry"
        if diver is None:
            return "nobody"
        if not self.health[diver]:
            return "dummy"
        if diver in saved:
            return "repelled"
        if diver == self.cage:
            return "cage-gone"
        return "bitten" if self.health[diver] == HEALTHY else "prey"
