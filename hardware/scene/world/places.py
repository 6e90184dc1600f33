"""Where dice come to lie: flat on the table, none inside another; scattered, in clumps, in rows, leaning."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

import cv2
import numpy as np

from hardware.arrays import Floats
from hardware.scene.objects.dice import SceneDie, rotation_about, upright_rotation
from hardware.scene.objects.faces import DieDesign
from hardware.scene.optics.view import array

Area = tuple[float, float, float, float]
"""x, y of the lower left corner, width, height; world mm."""


def footprint(die: SceneDie) -> Floats:
    """The outline (N, 2) of a die seen from above, mm."""
    return array(cv2.convexHull(np.ascontiguousarray(die.corners[:, :2])).reshape(-1, 2))


def clear_of(outline: Floats, others: Sequence[Floats], gap: float = 0.0) -> bool:
    """Whether a convex outline keeps `gap` mm from all the others."""
    x, y, reach = _round(outline)
    for other in others:
        ox, oy, out = _round(other)
        if (x - ox) ** 2 + (y - oy) ** 2 > (reach + out + gap) ** 2:
            continue
        if _depth(outline, other) > -gap:
            return False
    return True


def _round(outline: Floats) -> tuple[float, float, float]:
    """A circle about an outline: its middle x, y and its radius."""
    low_x, low_y = outline.min(0).tolist()
    high_x, high_y = outline.max(0).tolist()
    return (low_x + high_x) / 2, (low_y + high_y) / 2, math.hypot(high_x - low_x, high_y - low_y) / 2


def _depth(a: Floats, b: Floats) -> float:
    """How far two convex outlines reach into each other, mm; negative: they are apart (separating axes)."""
    least = np.inf
    for shape in (a, b):
        edges = np.roll(shape, -1, 0) - shape
        axes = np.stack([-edges[:, 1], edges[:, 0]], 1) / np.maximum(np.linalg.norm(edges, axis=1, keepdims=True), 1e-9)
        pa, pb = a @ axes.T, b @ axes.T
        least = min(least, float((np.minimum(pa.max(0), pb.max(0)) - np.maximum(pa.min(0), pb.min(0))).min()))
    return least


def flat_die(
    design: DieDesign, side: int, x: float, y: float, yaw: float, edge: float, ground: float = 0.0
) -> SceneDie:
    """A die flat on the table with `side` up."""
    return SceneDie(design, array([x, y, ground + edge / 2]), upright_rotation(side, yaw), edge)


def leaning_die(die: SceneDie, rng: np.random.Generator, ground: float = 0.0) -> SceneDie:
    """The same die tipped by 14 to 40 degrees about an edge, its lowest corner on the table: cocked."""
    way = rng.uniform(0, 2 * np.pi)
    tip = rotation_about(array([np.cos(way), np.sin(way), 0]), float(np.radians(rng.uniform(14, 40))))
    tipped = replace(die, turn=(tip @ die.turn).astype(np.float32), cocked=True)
    drop = float(tipped.corners[:, 2].min()) - ground
    return replace(tipped, place=die.place - array([0, 0, drop]))


def moved_die(die: SceneDie, x: float, y: float) -> SceneDie:
    """The same die at another point of the table."""
    return replace(die, place=array([x, y, die.place[2]]))


def scattered_dice(
    dice: Sequence[SceneDie], area: Area, taken: Sequence[Floats], rng: np.random.Generator, gap: float = 0.4
) -> list[SceneDie]:
    """The dice at random free points of the area, clear of the outlines `taken`; those without room are left out."""
    x, y, w, h = area
    laid: list[SceneDie] = []
    outlines = list(taken)
    for die in dice:
        for _ in range(60):
            margin = 0.75 * die.edge
            tried = moved_die(
                die,
                float(rng.uniform(x + margin, max(x + w - margin, x + margin + 1))),
                float(rng.uniform(y + margin, max(y + h - margin, y + margin + 1))),
            )
            if clear_of(footprint(tried), outlines, gap):
                laid.append(tried)
                outlines.append(footprint(tried))
                break
    return laid


def clumped_dice(
    dice: Sequence[SceneDie], middle: tuple[float, float], taken: Sequence[Floats], rng: np.random.Generator
) -> list[SceneDie]:
    """The dice pushed together round a point until they touch."""
    laid: list[SceneDie] = []
    outlines = list(taken)
    for die in dice:
        way = rng.uniform(0, 2 * np.pi)
        out = np.array([np.cos(way), np.sin(way)])
        near, far = 0.0, die.edge * (2 + 2 * len(dice))
        if clear_of(footprint(moved_die(die, *middle)), outlines, 0.05):
            far = 0.0
        for _ in range(12):
            half = (near + far) / 2
            if clear_of(footprint(moved_die(die, *(middle + half * out))), outlines, 0.05):
                far = half
            else:
                near = half
        tried = moved_die(die, *(middle + far * out))
        if clear_of(footprint(tried), outlines, 0.04):
            laid.append(tried)
            outlines.append(footprint(tried))
    return laid


def dice_in_rows(
    dice: Sequence[SceneDie],
    middle: tuple[float, float],
    pitch: float,
    across: int,
    yaw: float,
    slack: float,
    rng: np.random.Generator,
) -> list[SceneDie]:
    """The dice in a lattice, `across` to a row, each up to `slack` mm off its point."""
    laid = []
    c, s = np.cos(yaw), np.sin(yaw)
    for k, die in enumerate(dice):
        gx, gy = (k % across - (across - 1) / 2) * pitch, (k // across - (len(dice) - 1) // across / 2) * pitch
        gx, gy = gx + rng.uniform(-slack, slack), gy + rng.uniform(-slack, slack)
        laid.append(moved_die(die, float(middle[0] + c * gx - s * gy), float(middle[1] + s * gx + c * gy)))
    return laid


def spread_out(
    dice: Sequence[SceneDie], area: Area, taken: Sequence[Floats], rng: np.random.Generator
) -> list[SceneDie]:
    """As `scatter`, but every die finds room: where the area is crowded, on the first free point of a lattice."""
    laid: list[SceneDie] = []
    outlines = list(taken)
    for die in dice:
        placed = scattered_dice([die], area, outlines, rng) or [_squeezed(die, area, outlines)]
        laid += placed
        outlines.append(footprint(placed[0]))
    return laid


def _squeezed(die: SceneDie, area: Area, taken: Sequence[Floats]) -> SceneDie:
    x, y, w, h = area
    step = die.edge / 4
    for py in np.arange(y + 0.75 * die.edge, y + h - 0.74 * die.edge, step):
        for px in np.arange(x + 0.75 * die.edge, x + w - 0.74 * die.edge, step):
            tried = moved_die(die, float(px), float(py))
            if clear_of(footprint(tried), taken, 0.1):
                return tried
    raise ValueError("the tray is full")


def nudged_die(die: SceneDie, by: float, area: Area, others: Sequence[Floats], rng: np.random.Generator) -> SceneDie:
    """The die slid about `by` mm and turned a little, face kept, clear of the others and inside the area."""
    x, y, w, h = area
    for _ in range(40):
        way, far = rng.uniform(0, 2 * np.pi), by * rng.uniform(0.7, 1.3)
        turn = (rotation_about(array([0, 0, 1]), float(rng.normal(0, 0.4))) @ die.turn).astype(np.float32)
        px, py = float(die.place[0] + far * np.cos(way)), float(die.place[1] + far * np.sin(way))
        tried = moved_die(replace(die, turn=turn), px, py)
        inside = x + die.edge / 2 < px < x + w - die.edge / 2 and y + die.edge / 2 < py < y + h - die.edge / 2
        if inside and clear_of(footprint(tried), others, 0.1):
            return tried
    return die
