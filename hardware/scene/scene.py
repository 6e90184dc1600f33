"""A scene: everything that lies on one table under one light, before one camera; and scenes drawn at random."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Literal

import numpy as np

from hardware.scene import clutter, designs, ground, lighting, places
from hardware.scene.clutter import Laid
from hardware.scene.dice import Design, Die, upright
from hardware.scene.hand import SKINS, SLEEVES, Hand
from hardware.scene.lens import Lens
from hardware.scene.light import Light
from hardware.scene.view import Array, View, array, look

Mode = Literal["table", "wild"]


@dataclass(frozen=True)
class Table:
    """The table top: a material, how it is laid and coloured, and the mat on it (layout data, or None)."""

    material: str
    variant: int
    tile_mm: float = 256.0
    turn: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    mat: Mapping[str, Any] | None = field(default=None, compare=False)


@dataclass(frozen=True, eq=False)
class Scene:
    """What `render` draws. All of it is data; two renderings of one scene are equal."""

    view: View
    table: Table
    light: Light
    lens: Lens
    dice: tuple[Die, ...]
    seed: int
    props: tuple[Laid, ...] = ()
    hand: Hand | None = None


def random_scene(
    set_name: str,
    rng: np.random.Generator,
    count: int | None = None,
    layout: Mapping[str, Any] | None = None,
    size: tuple[int, int] = (1280, 720),
    mode: Mode = "table",
) -> Scene:
    """A scene of dice of the set "shark-attacks" or "pips", all its chances drawn from `rng`.

    `table`: the device's own camera above a mat (if `layout` is given) or the bare table, tilted up to 20 degrees, dice
    of 16 mm at 40 to 70 px in 1280x720. `wild`: any camera, distance, slant, ground, and things that are no dice.
    Raises ValueError for a set that is not built in.
    """
    if set_name not in ("shark-attacks", "pips"):
        raise ValueError(f"no built-in dice set {set_name!r}; there are shark-attacks and pips")
    made = _table_scene if mode == "table" else _wild_scene
    return made(set_name, rng, count, layout, size)


SPOILT = 0.04
"""Share of table scenes with a die that nobody should be sure of: cocked, or half out of the picture."""


def _table_scene(
    set_name: str, rng: np.random.Generator, count: int | None, layout: Mapping[str, Any] | None, size: tuple[int, int]
) -> Scene:
    edge = float(layout.get("die_mm", 16)) if layout else 16.0
    view, area = table_view(rng, layout, size)
    laid = _laid(throw_of(set_name, rng, count, edge), area, rng)
    if rng.random() < SPOILT and laid:
        laid = _spoilt(laid, view, rng, layout is None)
    table = replace(_table(rng, view, edge), mat=layout)
    light = lighting.random_light(rng, size)
    return Scene(view, table, light, _lens(rng, gentle=True), tuple(laid), int(rng.integers(2**31)))


def _spoilt(laid: list[Die], view: View, rng: np.random.Generator, bare: bool) -> list[Die]:
    """The same dice, the last one cocked or, on a bare table, over the picture's border."""
    last, others = laid[-1], laid[:-1]
    if bare and rng.random() < 0.5:
        border = np.array([rng.uniform(0.1, 0.9), rng.choice([0.0, 1.0])])[:: int(rng.choice([-1, 1]))]
        x, y = view.on_table(border * view.size)
        out = places.moved(last, x, y)
    else:
        out = places.lean(last, rng)
    clear = [d for d in others if places.clear_of(places.foot(d), [places.foot(out)])]
    return [*clear, out]


def table_view(
    rng: np.random.Generator, layout: Mapping[str, Any] | None, size: tuple[int, int]
) -> tuple[View, places.Area]:
    """A camera that sees the whole mat, or a bare table, and the area (x, y, w, h world mm) where dice may lie."""
    tilt, way = float(rng.uniform(0, 20)), float(rng.uniform(0, 360))
    roll = float(rng.choice([0, 180]) + rng.normal(0, 3)) + way
    focal = size[0] * float(rng.uniform(0.75, 1.1))
    bend = float(rng.uniform(-0.05, 0.0))
    if layout is None:
        per_mm = float(rng.uniform(2.6, 4.3)) * size[0] / 1280
        view = look((0, 0), focal / per_mm, tilt, way, roll, focal, size, bend)
        w, h = 0.86 * size[0] / per_mm, 0.84 * size[1] / per_mm
        return view, (-w / 2, -h / 2, w, h)
    wide, deep = layout["size_mm"]
    corners = array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]])
    distance = focal * wide / size[0]
    target = (wide / 2 + float(rng.normal(0, 3)), -deep / 2 + float(rng.normal(0, 3)))
    for _ in range(80):
        view = look(target, distance, tilt, way, roll, focal, size, bend)
        seen = view.project(corners)
        if (seen > 2).all() and (seen < array(size) - 2).all():
            break
        distance *= 1.02
    x, y, w, h = layout["zones"]["tray"]
    return view, (x, -(y + h), w, h)


def throw_of(set_name: str, rng: np.random.Generator, count: int | None, edge: float) -> list[Die]:
    """Dice as a game throws them, not yet laid: all of one make, faces at random."""
    if set_name == "pips":
        made = [designs.pips(rng)] * (int(rng.integers(1, 9)) if count is None else count)
        if rng.random() < 0.4:
            made = [designs.pips(rng) for _ in made]
    else:
        made = _game_dice(rng, count)
    return [places.lay(d, int(rng.integers(6)), 0, 0, float(rng.uniform(0, 2 * np.pi)), edge) for d in made]


def _game_dice(rng: np.random.Generator, count: int | None) -> list[Design]:
    kinds = ["swimmer"] * int(rng.integers(1, 12))
    if rng.random() < 0.35:
        kinds = kinds[: int(rng.integers(0, 8))] + ["shark"] * int(rng.integers(1, 5))
    if rng.random() < 0.4:
        kinds.append("event")
    if count is not None:
        kinds = [str(k) for k in rng.choice(["swimmer", "shark", "event"], count, p=[0.65, 0.25, 0.10])]
    make = {kind: designs.shark_attacks(rng, kind) for kind in ("swimmer", "shark", "event")}
    return [make[kind] for kind in kinds]


def _laid(dice: list[Die], area: places.Area, rng: np.random.Generator) -> list[Die]:
    """The dice on the table: scattered, and some pushed against each other."""
    together = int(rng.integers(0, len(dice) + 1)) if rng.random() < 0.35 else 0
    x, y, w, h = area
    middle = (float(rng.uniform(x + 0.3 * w, x + 0.7 * w)), float(rng.uniform(y + 0.3 * h, y + 0.7 * h)))
    laid = places.clump(dice[:together], middle, [], rng)
    return laid + places.scatter(dice[together:], area, [places.foot(d) for d in laid], rng)


def _table(rng: np.random.Generator, view: View, edge: float) -> Table:
    per_mm = view.scale_at(array([0, 0, 0]))
    materials = sorted(ground.MATERIALS)
    shares = np.array([{"wood": 4, "cloth": 2.5, "plain": 3, "felt": 2, "carpet": 1.5}.get(m, 1.0) for m in materials])
    return Table(
        material=str(rng.choice(materials, p=shares / shares.sum())),
        variant=int(rng.integers(24)),
        tile_mm=float(ground.TILE / per_mm * rng.uniform(0.5, 2.0)),
        turn=float(rng.uniform(0, 360)),
        shift=(float(rng.uniform(-500, 500)), float(rng.uniform(-500, 500))),
        tint=tuple(float(t) for t in rng.normal(1, 0.05, 3)),  # type: ignore[arg-type]
    )


def _lens(rng: np.random.Generator, gentle: bool) -> Lens:
    cast = float(rng.normal(0, 0.05))
    balance = (1 + cast, 1.0 + float(rng.normal(0, 0.02)), 1 - cast)
    if gentle:
        return Lens(
            blur=float(rng.uniform(0.3, 1.0)),
            noise=float(rng.uniform(0.5, 5)),
            grain=float(rng.uniform(0.1, 0.5)),
            tone=float(rng.uniform(0.85, 1.2)),
            balance=balance,
            sharpen=float(rng.uniform(0, 0.6)) if rng.random() < 0.3 else 0.0,
            auto=float(rng.uniform(0, 0.7)),
            jpeg=int(rng.integers(70, 97)) if rng.random() < 0.25 else 0,
        )
    return Lens(
        blur=float(rng.choice([rng.uniform(0.3, 1.0), rng.uniform(0.8, 2.2)])),
        motion=(float(rng.normal(0, 2.5)), float(rng.normal(0, 2.5))) if rng.random() < 0.12 else (0.0, 0.0),
        noise=float(rng.gamma(1.5, 2.2)),
        grain=float(rng.uniform(0, 0.7)),
        tone=float(rng.uniform(0.7, 1.4)),
        balance=tuple(b * float(rng.uniform(0.9, 1.15)) for b in balance),  # type: ignore[arg-type]
        grey=bool(rng.random() < 0.05),
        sharpen=float(rng.uniform(0.2, 1.6)) if rng.random() < 0.45 else 0.0,
        auto=float(rng.uniform(0, 1)),
        jpeg=int(rng.integers(35, 97)) if rng.random() < 0.6 else 0,
    )


def _wild_scene(
    set_name: str, rng: np.random.Generator, count: int | None, layout: Mapping[str, Any] | None, size: tuple[int, int]
) -> Scene:
    count = int(np.clip(rng.geometric(0.17), 1, 20)) if count is None else count
    edge = 16.0
    largest = min(700.0, 0.62 * min(size), 1.1 * min(size) / np.sqrt(max(count, 1)))
    wanted = float(np.exp(rng.uniform(np.log(20), np.log(max(largest, 24)))))
    focal = max(size) * float(rng.uniform(0.65, 1.5))
    tilt = float(rng.choice([rng.uniform(0, 20), rng.uniform(10, 48)]))
    bend = float(rng.uniform(-0.3, 0.05)) if rng.random() < 0.15 else 0.0
    view = look((0, 0), focal * edge / wanted, tilt, 0.0, float(rng.normal(0, 6)), focal, size, bend)
    dice = throw_of(set_name, rng, count, edge)
    if rng.random() < 0.25:
        dice = [
            places.lay(d.design, d.top, 0, 0, float(rng.uniform(0, 6.28)), edge * float(rng.uniform(0.7, 1.2)))
            for d in dice
        ]
    laid = _wildly_laid(dice + _oddities(rng), view, rng)
    feet, per_mm = [places.foot(d) for d in laid], wanted / edge
    under = clutter.floors(rng, view, feet, per_mm) if rng.random() < 0.2 else ()
    beside = clutter.strewn(rng, view, feet, int(rng.integers(1, 10)), per_mm) if rng.random() < 0.65 else ()
    return Scene(
        view=view,
        table=_table(rng, view, edge),
        light=lighting.random_light(rng, size, wild=True),
        lens=_lens(rng, gentle=False),
        dice=tuple(laid),
        seed=int(rng.integers(2**31)),
        props=under + beside,
        hand=_idle_hand(rng, view, feet) if rng.random() < 0.08 else None,
    )


def _oddities(rng: np.random.Generator) -> list[Die]:
    """Now and then cubes that are no dice."""
    if rng.random() > 0.1:
        return []
    made = [designs.oddity(rng)] * int(rng.integers(1, 5))
    edge = float(rng.uniform(8, 18))
    flat = [places.lay(d, int(rng.integers(6)), 0, 0, float(rng.uniform(0, 6.28)), edge) for d in made]
    return [replace(d, label=False) for d in flat]


def _idle_hand(rng: np.random.Generator, view: View, feet: Sequence[Array]) -> Hand | None:
    """A hand at the border that hides no die."""
    for _ in range(6):
        way = float(rng.uniform(0, 2 * np.pi))
        out = np.array([np.cos(way), -np.sin(way)])
        x, y = view.on_table(np.array(view.size) * (0.5 + 0.45 * out))
        if all(np.hypot(*(f.mean(0) - (x, y))) > 120 for f in feet):
            return Hand(x, y, way, int(rng.integers(len(SKINS))), int(rng.integers(len(SLEEVES))))
    return None


def _wildly_laid(dice: list[Die], view: View, rng: np.random.Generator) -> list[Die]:
    per_mm = view.scale_at(array([0, 0, 0]))
    inside = 1.08 if rng.random() < 0.12 else 0.87
    w, h = inside * view.size[0] / per_mm, inside * view.size[1] / per_mm
    style = rng.choice(["loose", "clump", "rows"], p=[0.6, 0.3, 0.1])
    edge = max((d.edge for d in dice), default=16.0)
    if style == "rows":
        across = int(rng.integers(1, 8))
        pitch = edge * float(rng.choice([1.02, rng.uniform(1.05, 2.6)]))
        yaw = float(rng.uniform(0, 6.28))
        if pitch < 1.42 * edge:
            dice = [replace(d, turn=upright(d.top, yaw + float(rng.normal(0, 0.01)))) for d in dice]
        return places.rows(dice, (0, 0), pitch, across, yaw, 0.0 if pitch < 1.2 * edge else 0.1 * edge, rng)
    together = len(dice) if style == "clump" else int(rng.integers(0, len(dice) + 1)) * int(rng.random() < 0.3)
    middle = (float(rng.uniform(-0.25, 0.25) * w), float(rng.uniform(-0.25, 0.25) * h))
    laid = places.clump(dice[:together], middle, [], rng)
    laid += places.scatter(dice[together:], (-w / 2, -h / 2, w, h), [places.foot(d) for d in laid], rng)
    return [places.lean(d, rng) if rng.random() < 0.02 else d for d in laid]
