"""A table that somebody plays at: dice are thrown, lifted, nudged, set aside, frame by frame, by a hand.

    stage = DiceStage(layout=layout, seed=3)
    stage.throw(["swimmer-wave", "swimmer-2"])      # queued; it happens as frames are taken
    moment = stage.step()

A director (the demo's robot, a test) gives the orders; all of it repeats from the seed. Orders may come from another
thread than the one that steps.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import count
from threading import Lock
from typing import Any

import numpy as np

from hardware.art.folder import ArtFolder
from hardware.scene.objects import designs
from hardware.scene.objects.dice import SceneDie, upright_rotation
from hardware.scene.objects.faces import DieDesign
from hardware.scene.objects.hand import SKINS, SLEEVES, SceneHand
from hardware.scene.random.chance import random_scene
from hardware.scene.stage.spots import Point
from hardware.scene.stage.tumble import tumbling_die
from hardware.scene.world import places
from hardware.scene.world.scene import Scene

TRAY, KEPT, ASIDE = "tray", "kept", "aside"
"""Where dice lie: thrown, laid on the strip of those that are kept, or out of play beside the mat's places."""


@dataclass(frozen=True, eq=False)
class StageDie:
    """A die on the stage: its number, and where it lies: TRAY, KEPT or ASIDE."""

    id: int
    die: SceneDie
    place: str = TRAY

    @property
    def aside(self) -> bool:
        """Whether it was set aside, out of play."""
        return self.place == ASIDE

    @property
    def item(self) -> str:
        """What it shows: "swimmer-2"; "die-5" for any ordinary die."""
        kind = "die" if self.die.design.set == "pips" else self.die.design.kind
        return f"{kind}-{self.die.face}"


@dataclass(frozen=True, eq=False)
class DiceMoment:
    """The stage in one frame. `moving` are the numbers of the dice in motion; `hand` is None if none is in view."""

    dice: tuple[StageDie, ...]
    hand: SceneHand | None = None
    moving: frozenset[int] = frozenset()

    @property
    def settled(self) -> bool:
        """Nothing moves and no hand is in view."""
        return self.hand is None and not self.moving


Play = Iterator[DiceMoment]


class DiceStage:
    """A simulated table with dice, and the orders that are still to be carried out."""

    def __init__(
        self,
        layout: Mapping[str, Any] | None = None,
        seed: int = 0,
        size: tuple[int, int] = (1280, 720),
        tumbling: int = 7,
        reach: int = 3,
        art: ArtFolder | None = None,
        make: DieDesign | None = None,
    ) -> None:
        """`layout` is the mat's (None: a bare table); throws take `tumbling` frames, a hand `reach` to come or go.

        `art`: the pictures of the faces, if not ours; `make`: how ordinary dice are made, else it is drawn."""
        self._art = art
        self._rng = np.random.default_rng(seed)
        self.scene: Scene = random_scene("shark-attacks", self._rng, 0, layout, size)
        self._edge = float(layout.get("die_mm", 16)) if layout else 16.0
        self._area, self._slots = _room(layout, self.scene, self._edge)
        self._strip = _strip(layout, self._edge)
        self._make: dict[str, DieDesign] = {} if make is None else {"die": make}
        self._skin, self._sleeve = int(self._rng.integers(len(SKINS))), int(self._rng.integers(len(SLEEVES)))
        self._tumbling, self._reach = tumbling, reach
        self._ids, self._lock = count(1), Lock()
        self._orders: deque[Callable[[], Play]] = deque()
        self._play: Play = iter(())
        self.now = DiceMoment(())

    @property
    def busy(self) -> bool:
        """Whether something moves or an order waits."""
        with self._lock:
            return bool(self._orders) or not self.now.settled

    @property
    def dice(self) -> tuple[StageDie, ...]:
        """All dice on the table as they are now."""
        return self.now.dice

    @property
    def tray(self) -> tuple[str, ...]:
        """What the dice in the tray show, sorted: the ground truth for a referee."""
        return tuple(sorted(lying.item for lying in self.dice if lying.place == TRAY))

    def throw(self, items: Sequence[str], cocked: Sequence[int] = ()) -> tuple[int, ...]:
        """Throws new dice that will come to show `items` ("swimmer-2", "die-5"); gives their numbers.

        Those at the indices `cocked` end up leaning. Raises KeyError for an item that no die has.
        """
        made = [self._design(item) for item in items]
        ids = tuple(next(self._ids) for _ in items)
        self._order(lambda: self._thrown(ids, made, frozenset(cocked)))
        return ids

    def lift(self, ids: Sequence[int]) -> None:
        """A hand takes these dice off the table, one after the other. Numbers that are not there are passed over."""
        self._order(lambda: self._lifted(frozenset(ids)))

    def set_aside(self, ids: Sequence[int]) -> None:
        """A hand puts these dice beside the tray as they are; on a bare table it takes them away."""
        self._order(lambda: self._put(frozenset(ids), ASIDE, self._slots))

    def keep(self, ids: Sequence[int]) -> None:
        """A hand lays these dice on the strip as they are; where there is none it takes them away."""
        self._order(lambda: self._put(frozenset(ids), KEPT, self._strip))

    def nudge(self, number: int, by: float = 9.0) -> None:
        """A hand knocks a die `by` mm further; it keeps its face."""
        self._order(lambda: self._nudged(number, by))

    def wave(self) -> None:
        """A hand comes over the table and goes again without touching anything."""
        self._order(self._waved)

    def clear(self) -> None:
        """A hand takes all dice off the table."""
        self._order(lambda: self._lifted(frozenset(lying.id for lying in self.dice)))

    def step(self) -> DiceMoment:
        """The next frame's moment."""
        with self._lock:
            moment = next(self._play, None)
            if moment is None and self._orders:
                self._play = self._orders.popleft()()
                moment = next(self._play, None)
            if moment is None:
                moment = self.now if self.now.settled else DiceMoment(self.now.dice)
            self.now = moment
            return moment

    def _order(self, order: Callable[[], Play]) -> None:
        with self._lock:
            self._orders.append(order)

    def _design(self, item: str) -> tuple[DieDesign, int]:
        """How the die is made and which of its sides goes up; all dice of one kind on a table are alike."""
        kind, _, face = item.rpartition("-")
        if kind not in self._make:
            made = designs.pip_die(self._rng) if kind == "die" else designs.shark_attacks(self._rng, kind)
            self._make[kind] = designs.with_art(made, self._art)
        sides = [side for side, shown in enumerate(self._make[kind].faces) if shown == face]
        if not sides:
            raise KeyError(item)
        return self._make[kind], int(self._rng.choice(sides))

    def _thrown(self, ids: Sequence[int], made: Sequence[tuple[DieDesign, int]], cocked: frozenset[int]) -> Play:
        rng, here = self._rng, self.dice
        way = self._way()
        start = self._shore(way)
        yield from self._moves(way, self._outside(way), start, lambda _: here)
        yaw = rng.uniform(0, 2 * np.pi, len(made))
        flat = [places.flat_die(d, side, 0, 0, float(y), self._edge) for (d, side), y in zip(made, yaw, strict=True)]
        flat = [places.leaning_die(d, rng) if k in cocked else d for k, d in enumerate(flat)]
        laid = places.spread_out(flat, self._area, [places.footprint(lying.die) for lying in here], rng)
        paths = [list(tumbling_die(d, start, self._tumbling + int(rng.integers(0, 3)), rng)) for d in laid]
        for k in range(max(map(len, paths), default=0)):
            moving = frozenset(i for i, path in zip(ids, paths, strict=True) if k < len(path) - 1)
            now = [StageDie(i, path[min(k, len(path) - 1)]) for i, path in zip(ids, paths, strict=True)]
            hand = (
                self._hand(self._between(start, self._outside(way), k / self._reach), way) if k < self._reach else None
            )
            yield DiceMoment((*here, *now), hand, moving)

    def _lifted(self, ids: frozenset[int]) -> Play:
        gone: set[int] = set()
        stops = [lying for lying in self.dice if lying.id in ids]
        yield from self._visits(stops, lambda lying: gone.add(lying.id), lambda d: [x for x in d if x.id not in gone])

    def _put(self, ids: frozenset[int], there: str, slots: Sequence[Point]) -> Play:
        lying = [x.die.place[:2] for x in self.dice if x.place == there]
        free = [slot for slot in slots if all(np.hypot(*(place - slot)) > self._edge for place in lying)]
        put: dict[int, StageDie | None] = {}

        def place(lying: StageDie) -> None:
            spot = free.pop(0) if free else None
            straight = replace(lying.die, turn=upright_rotation(lying.die.top, 0.0))
            put[lying.id] = spot and StageDie(lying.id, places.moved_die(straight, *spot), there)

        def after(dice: Sequence[StageDie]) -> list[StageDie]:
            return [moved for x in dice if (moved := put.get(x.id, x)) is not None]

        yield from self._visits([lying for lying in self.dice if lying.id in ids], place, after)

    def _nudged(self, number: int, by: float) -> Play:
        moved: dict[int, StageDie] = {}

        def push(lying: StageDie) -> None:
            others = [places.footprint(x.die) for x in self.dice if x.id != lying.id]
            moved[lying.id] = replace(lying, die=places.nudged_die(lying.die, by, self._area, others, self._rng))

        stops = [lying for lying in self.dice if lying.id == number]
        yield from self._visits(stops, push, lambda dice: [moved.get(x.id, x) for x in dice])

    def _waved(self) -> Play:
        way, here = self._way(), self.dice
        middle = (self._area[0] + self._area[2] / 2, self._area[1] + self._area[3] / 2)
        yield from self._moves(way, self._outside(way), middle, lambda _: here)
        yield from self._moves(way, middle, self._outside(way), lambda _: here)

    def _visits(
        self,
        stops: Sequence[StageDie],
        act: Callable[[StageDie], object],
        after: Callable[[Sequence[StageDie]], list[StageDie]],
    ) -> Play:
        """A hand comes in, goes from die to die, acts on each, and leaves."""
        if not stops:
            return
        way, dice = self._way(), self.dice
        spot = self._outside(way)
        for lying in sorted(stops, key=lambda x: float(x.die.place[0])):
            goal = (float(lying.die.place[0]), float(lying.die.place[1]))
            near = np.hypot(goal[0] - spot[0], goal[1] - spot[1]) < 60
            yield from self._moves(way, spot, goal, lambda _: tuple(after(dice)), 1 if near else self._reach)
            act(lying)
            spot = goal
        yield from self._moves(way, spot, self._outside(way), lambda _: tuple(after(dice)))
        yield DiceMoment(tuple(after(dice)))

    def _moves(
        self, way: float, a: Point, b: Point, dice: Callable[[int], tuple[StageDie, ...]], frames: int | None = None
    ) -> Play:
        steps = frames or self._reach
        for k in range(1, steps + 1):
            yield DiceMoment(dice(k), self._hand(self._between(a, b, k / steps), way))

    def _hand(self, spot: Point, way: float) -> SceneHand:
        return SceneHand(*spot, way, self._skin, self._sleeve)

    @staticmethod
    def _between(a: Point, b: Point, share: float) -> Point:
        return a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share

    def _way(self) -> float:
        """The direction an arm comes from: mostly the near side of the table."""
        return float(self._rng.normal(-np.pi / 2, 0.5))

    def _shore(self, way: float) -> Point:
        """Where on the tray's edge a throwing hand opens."""
        x, y, w, h = self._area
        return x + w * (0.5 + 0.38 * np.cos(way)), y + h * (0.5 + 0.38 * np.sin(way))

    def _outside(self, way: float) -> Point:
        """Where a hand waits, out of view."""
        x, y, w, h = self._area
        return x + w / 2 + 1.3 * max(w, h) * np.cos(way), y + h / 2 + 1.3 * max(w, h) * np.sin(way)


def _room(layout: Mapping[str, Any] | None, scene: Scene, edge: float) -> tuple[places.Area, list[Point]]:
    """Where thrown dice may lie, and the free spots beside the tray, world mm."""
    if layout is None:
        (left, low), (right, high) = (
            scene.view.table_point(np.array(scene.view.size_px) * s) for s in ((0.2, 0.8), (0.8, 0.2))
        )
        return (min(left, right), min(low, high), abs(right - left), abs(high - low)), []
    x, y, w, h = layout["zones"]["tray"]
    beside = np.arange(y + 38, y + h - 36, 1.15 * edge)
    columns = [c for c in (x - 0.65 * edge, x - 1.8 * edge) if c > 0.55 * edge]
    return (x + 2, -(y + h) + 2, w - 4, h - 4), [(float(c), -float(r)) for c in columns for r in beside]


def _strip(layout: Mapping[str, Any] | None, edge: float) -> list[Point]:
    """The spots on the strip of a layout, from the middle of its length outwards, world mm."""
    if layout is None or KEPT not in layout["zones"]:
        return []
    x, y, w, h = layout["zones"][KEPT]
    columns = (x + w / 2 - 0.7 * edge, x + w / 2 + 0.7 * edge)
    rows = [y + h / 2 + step * 1.5 * edge for step in (0, -1, 1, -2, 2)]
    return [(float(c), -float(r)) for r in rows for c in columns]
