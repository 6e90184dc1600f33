"""The table as a camera would see it, straight from the truth: whole games in seconds, without pictures.

Pieces lie where the state says, each a little off its place; a look measures them with a little noise. Hands make
mistakes and vision errs as much as is asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from random import Random

from engines.core import Expected
from engines.names import lying_item
from firmware.state.observation import TRAY, Observation, Piece

SIZE = 16.0
ASIDE = 70.0
"""How far pieces at one place lie apart, mm: further than anything is pushed."""


@dataclass(frozen=True, slots=True)
class Lying:
    """A piece on the table: what it is and shows, its place, where exactly (mm) and how it is turned (degrees)."""

    item: str
    place: str
    x: float
    y: float
    angle: float


@dataclass(frozen=True, slots=True)
class Errors:
    """What goes wrong, as shares: pieces misread, overlooked, and looks before which a piece was pushed a little."""

    misread: float = 0.0
    overlooked: float = 0.0
    nudged: float = 0.0


class Sketch:
    """A table top. `alike` gives for an item those that it may be mistaken for."""

    def __init__(self, random: Random, alike: Mapping[str, Sequence[str]], errors: Errors = Errors()) -> None:
        self.lying: tuple[Lying, ...] = ()
        self.true: tuple[str, ...] = ()
        """What each piece of the last look truly is."""
        self._random, self._alike, self._errors = random, alike, errors
        self._places: dict[str, int] = {}
        self._ids = count(1)

    def lay(self, lies: Iterable[Expected]) -> None:
        """Take away what should not lie there any more, lay what is missing or was laid anew; the rest stays."""
        lies = self._chosen(tuple(lies))
        wanted = Counter((lie.place, lying_item(lie)) for lie in lies)
        gone = Counter((lying.place, lying.item) for lying in self.lying) - wanted
        swept = {name for _, name in gone.elements()}
        anew = Counter(
            (lie.place, lying_item(lie)) for lie in lies if lie.fresh or (lie.free and lying_item(lie) in swept)
        )
        rests, stay = wanted - anew, []
        for lying in self.lying:
            key = (lying.place, lying.item)
            if rests[key] > 0:
                rests[key] -= 1
                stay.append(lying)
        left = wanted - Counter((lying.place, lying.item) for lying in stay)
        self.lying = tuple(stay)
        for place, name in left.elements():
            self.put(name, place)

    def put(self, name: str, place: str) -> None:
        """One piece more, at a free spot of its place."""
        here = {round(lying.y / ASIDE) for lying in self.lying if lying.place == place}
        spot = self._random.choice([n for n in range(30) if n not in here]) if place == TRAY else self._free(here)
        row = self._places.setdefault(place, len(self._places))
        off, turn = (0.0, self._random.uniform(0, 90)) if place == TRAY else (7.0, self._random.gauss(0, 5) % 90)
        x, y = row * 400 + self._random.gauss(0, off), spot * ASIDE + self._random.gauss(0, off)
        self.lying = (*self.lying, Lying(name, place, x, y, turn))

    def swap(self, old: Lying, new: Lying | None) -> None:
        """One piece lies otherwise, or was taken away."""
        there = (new if lying is old else lying for lying in self.lying)
        self.lying = tuple(lying for lying in there if lying is not None)

    def look(self) -> Observation:
        """What is seen now."""
        if self.lying and self._random.random() < self._errors.nudged:
            pushed = self._random.choice(self.lying)
            self.swap(pushed, replace(pushed, x=pushed.x + self._random.uniform(-9, 9), y=pushed.y + 7))
        seen = [lying for lying in self.lying if self._random.random() >= self._errors.overlooked]
        self.true = tuple(lying.item for lying in seen)
        pieces = tuple(self._piece(lying) for lying in seen)
        return Observation(f"sketch-{next(self._ids)}", 1920, 1080, pieces, sure=len(seen) == len(self.lying))

    def _piece(self, lying: Lying) -> Piece:
        others = [name for name in self._alike.get(lying.item, ()) if name != lying.item]
        items = ((lying.item, 0.998), *((name, 0.002 / len(others[:4])) for name in others[:4]))
        if others and self._random.random() < self._errors.misread:
            wrong = self._random.choice(others)
            rest = tuple((name, 0.02) for name in others[:3] if name != wrong)
            items = ((wrong, 0.55), (lying.item, 0.4), *rest)
        off, turn = (0.3, 0.8) if lying.place == TRAY else (0.0, 0.0)  # only dice are measured anew in each look
        x, y = (at + self._random.gauss(0, off) for at in (lying.x, lying.y))
        angle = (lying.angle + self._random.gauss(0, turn)) % 90
        return Piece(items, x, y, SIZE, (x - 8, y - 8, SIZE, SIZE), angle, lying.place)

    def _free(self, here: set[int]) -> int:
        return next(n for n in count() if n not in here)

    def _chosen(self, lies: tuple[Expected, ...]) -> tuple[Expected, ...]:
        """Of pieces that may lie there or not, one a place, where nothing else must lie; dice that may stay, stay."""
        must = [lie for lie in lies if not lie.free]
        free = [lie for lie in lies if lie.free and lie.place != TRAY and lie.place not in {m.place for m in must}]
        lying = {(piece.place, piece.item) for piece in self.lying}
        for place in dict.fromkeys(lie.place for lie in free):
            here = [lie for lie in free if lie.place == place]
            must.append(next((lie for lie in here if (place, lying_item(lie)) in lying), self._random.choice(here)))
        return tuple(must)
