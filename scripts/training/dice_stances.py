"""Lessons on how dice stand: tables as the device sees them, drawn by hardware/scene, with flat and leaning dice."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from dice_scenes import LAYOUT
from dice_weather import painted, weather

from hardware.scene import Scene, random_scene
from hardware.scene.objects.dice import SIDES, SceneDie, rotation_about
from hardware.scene.world.render import render_without_noise
from vision.dice import tilt_net
from vision.dice.reader import BUILT_IN, DiceReader
from vision.dice.table_plane import TablePlane, axes_with_up, lens_matrix, plane_of_mat
from vision.frame import mat
from vision.frame.mat import Mat, apply_homography


@dataclass(frozen=True, slots=True)
class StanceSettings:
    """Which dice lean in the lessons, and which teach."""

    tilts_deg: tuple[float, float] = (8, 25)
    """Leaning dice of a scene are tilted by so many degrees,"""
    steep_tilts_deg: tuple[float, float] = (14, 40)
    """or by so many."""
    ordinary_share: float = 0.15
    """Share of tables with ordinary dice where nothing else is asked for,"""
    on_mat_share: float = 0.6
    """and on a mat."""
    near_sides: float = 0.6
    """A detection is of the die from whose true middle it is no more than so many sides away."""
    by_mat_share: float = 0.8
    """Share of the lessons on a mat whose plane is as that tells it, else a little off what it truly is."""
    straying_share: float = 0.25
    """Share of the lessons without a mat in which a face is sought towards the side that shows."""
    min_sight_share: float = 0.85
    """Dice of which a smaller share can be seen teach nothing about how they stand."""


SETTINGS = StanceSettings()


@dataclass(frozen=True, eq=False)
class Found:
    """A die as the finder and the reader see it: middle x, y and side of its face, px, and its turn, degrees; with its
    true middle (2,), px, its true way up (3,) by the camera's axes, its edge, mm, and whether it leans."""

    at: Any
    middle: Any
    size: float
    angle: float
    up: Any
    edge: float
    leans: bool


@dataclass(frozen=True, eq=False)
class Table:
    """A picture, shrunk to `scale`, and what it was taken with: size px, focal length px, where the camera stands (3,)
    and how it is turned (3, 3); the homography of the mat that was found; its dice."""

    picture: Any
    scale: float
    size: tuple[int, int]
    focal: float
    place: Any
    turn: Any
    mat: Any
    dice: tuple[Found, ...]


def draw_tables(seed: int, count: int, model: Path | None, folder: Path, only: str | None = None) -> None:
    """Tables in files of 100. `only`: "shark-attacks", without the mat, or "pips", on it."""
    folder.mkdir(parents=True, exist_ok=True)
    readers = [DiceReader(name, model) for name in ([only] if only else BUILT_IN)]
    for start in range(0, count, 100):
        drawn = [_draw(seed, number, readers, only) for number in range(start, min(start + 100, count))]
        (folder / f"{seed}-{start:06d}.pkl").write_bytes(pickle.dumps([table for table in drawn if table.dice]))
        print(f"\r{start + len(drawn)}/{count}", end="", file=sys.stderr)


def _draw(seed: int, number: int, readers: Sequence[DiceReader], only: str | None) -> Table:
    rng = np.random.default_rng((seed, number))
    reader = readers[0] if only or rng.random() < SETTINGS.ordinary_share else readers[1]
    matted = only == "pips" if only else rng.random() < SETTINGS.on_mat_share
    layout = LAYOUT if matted else None
    scene = random_scene(reader.sets[0], rng, layout=layout, size=(1280, 720), mode="table")
    scene = _tipped(scene, rng)
    picture, _ = render_without_noise(scene)
    seen = weather(picture, rng, 0.5)
    found = mat.find(seen, LAYOUT) if layout else None
    candidates = [c for c in reader.candidates(seen, found, beside=True) if c.detection.strength > 0.4]
    dice = tuple(die for candidate in candidates if (die := _found(candidate, scene)) is not None)
    side = float(np.median([die.size for die in dice])) if dice else tilt_net.LIMITS.side_px
    small, scale = tilt_net.shrink_to_dice(picture, side)
    view = scene.view
    homography = None if found is None else found.homography
    return Table(small, scale, view.size_px, view.focal_px, view.position_mm, view.rotation, homography, dice)


def _tipped(scene: Scene, rng: np.random.Generator) -> Scene:
    """The scene, mostly with some of its dice leaning."""
    if rng.random() > 0.75:
        return scene
    share = float(rng.choice([0.15, 0.3, 0.6]))
    low, high = SETTINGS.steep_tilts_deg if rng.random() < 0.4 else SETTINGS.tilts_deg
    dice = [_lean(die, low, high, rng) if not die.cocked and rng.random() < share else die for die in scene.dice]
    return replace(scene, dice=tuple(dice))


def _lean(die: SceneDie, low: float, high: float, rng: np.random.Generator) -> SceneDie:
    """As `places.lean`, by another angle, degrees."""
    way = rng.uniform(0, 2 * np.pi)
    axis = np.array([np.cos(way), np.sin(way), 0], np.float32)
    turn = rotation_about(axis, float(np.radians(rng.uniform(low, high)))) @ die.turn
    tipped = replace(die, turn=turn.astype(np.float32), cocked=True)
    return replace(tipped, place=die.place - np.array([0, 0, float(tipped.corners[:, 2].min())], np.float32))


def _found(candidate: Any, scene: Scene) -> Found | None:
    """The die that was found there, if most of it can be seen."""
    view, detection = scene.view, candidate.detection
    for die in scene.dice:
        quad = view.project(die.top_quad)
        side = float(np.sqrt(max(cv2.contourArea(quad), 1.0)))
        if np.hypot(*(quad.mean(0) - (detection.x, detection.y))) > SETTINGS.near_sides * side:
            continue
        outline = cv2.convexHull(view.project(die.corners)).reshape(-1, 2)
        inside = (outline >= 0).all() and (outline <= np.array(view.size_px)).all()
        away = float(np.linalg.norm(die.place - view.position_mm))
        nearer = [o for o in scene.dice if o is not die and np.linalg.norm(o.place - view.position_mm) < away]
        hulls = [cv2.convexHull(view.project(o.corners)).reshape(-1, 2) for o in nearer]
        hidden = sum(cv2.intersectConvexConvex(quad, hull)[0] for hull in hulls) / side**2
        up = view.rotation @ (die.turn @ SIDES[die.top])
        at, middle = np.array([detection.x, detection.y]), quad.mean(0)
        found = Found(at, middle, detection.size, candidate.angle, up, die.edge, die.cocked)
        return found if inside and hidden < 1 - SETTINGS.min_sight_share else None
    return None


def load_tables(folder: Path) -> tuple[list[tuple[Table, Found]], list[tuple[Table, Found]]]:
    """The flat dice and the leaning ones of all tables in a folder."""
    tables = [table for file in sorted(folder.glob("*.pkl")) for table in pickle.loads(file.read_bytes())]
    dice = [(table, die) for table in tables for die in table.dice]
    return [pair for pair in dice if not pair[1].leans], [pair for pair in dice if pair[1].leans]


def stance_sample(dice: tuple[Sequence[Any], Sequence[Any]], rng: np.random.Generator) -> tuple[Any, Any]:
    """A crop (5, 64, 64) as `vision.dice.tilt_net.crop_die` makes it, and (3,): whether the die leans, and how its way
    up lies along its own axes; the table's plane known as a mat tells it."""
    table, die = _drawn(dice, rng)
    at = die.at + rng.normal(0, 0.02, 2) * die.size
    return _lesson(table, die, at, _supposed(table, die, rng), rng, ())


def bare_sample(dice: tuple[Sequence[Any], Sequence[Any]], rng: np.random.Generator) -> tuple[Any, Any]:
    """The same without a mat, the plane known as the dice tell it, and (5,): last how far the true middle of the upper
    face lies from the crop's along the die's own axes, in its sides. Some faces are sought too near to the side that
    shows, as the finder does."""
    table, die = _drawn(dice, rng)
    focal = table.focal * float(np.exp(rng.normal(0, 0.10)))
    supposed = _plane(table, die, float(rng.choice([1.0, 3.0, 6.0])), focal, 0.04, rng)
    at = die.at + rng.normal(0, 0.03, 2) * die.size
    if rng.random() < SETTINGS.straying_share:
        top, bottom, _ = supposed.flat_die(at, die.angle)
        low, high = (apply_homography(face, np.zeros((1, 2)))[0] for face in (bottom, top))
        at = at + rng.uniform(0, 1) * (low - high)
    return _lesson(table, die, at, supposed, rng, die.middle)


def _drawn(dice: tuple[Sequence[Any], Sequence[Any]], rng: np.random.Generator) -> tuple[Table, Found]:
    flat, leaning = dice
    shelf = leaning if rng.random() < 0.5 else flat
    return shelf[rng.integers(len(shelf))]  # type: ignore[no-any-return]


def _lesson(
    table: Table, die: Found, at: Any, supposed: TablePlane, rng: np.random.Generator, middle: Any
) -> tuple[Any, Any]:
    """What is seen of a die whose upper face is thought to be `at` px, and what is to be said of it; `middle`, px, is
    where it is, or nothing."""
    angle = float(die.angle + rng.normal(0, 1.2) + 90 * rng.integers(4))
    crop, axes = tilt_net.crop_die(table.picture, table.scale, at, angle, supposed)
    answers = [axes @ die.up]
    if len(middle):
        top, _, _ = supposed.flat_die(at, angle)
        answers.append(np.clip(apply_homography(np.linalg.inv(top), np.array([middle]))[0], -1, 1))
    if rng.random() < 0.5:
        crop, answers = crop[:, :, ::-1], [way * [-1, 1] for way in answers]
    picture = np.ascontiguousarray(np.moveaxis(crop[:3], 0, 2))
    picture = painted(picture, rng) if rng.random() < 0.25 else picture
    crop = np.concatenate([np.moveaxis(weather(picture, rng, 0.7), 2, 0), crop[3:]])
    return crop, np.array([die.leans, *np.concatenate(answers)], np.float32)


def _supposed(table: Table, die: Found, rng: np.random.Generator) -> TablePlane:
    """What the reader thinks the table's plane is: as the mat tells it. Without a mat another network is asked, and
    such a table is known about as well."""
    if table.mat is not None and rng.random() < SETTINGS.by_mat_share:
        return plane_of_mat(Mat(LAYOUT, table.mat), *table.size)
    return _plane(table, die, 0.4, table.focal, 0.008, rng)


def _plane(table: Table, die: Found, slant: float, focal: float, doubt: float, rng: np.random.Generator) -> TablePlane:
    """The table's plane, but for some degrees of slant, another focal length, px, and a share of doubt how far away."""
    width, height = table.size
    away = float(table.place[2]) * focal / table.focal * float(np.exp(rng.normal(0, doubt)))
    up = _turned(table.turn[:, 2].astype(np.float64), slant, rng)
    return TablePlane(lens_matrix(focal, width, height), axes_with_up(up), -up * away, die.edge)


def _turned(up: Any, slant: float, rng: np.random.Generator) -> Any:
    """A direction turned any way by about so many degrees."""
    axis = np.cross(up, rng.normal(0, 1, 3))
    return cv2.Rodrigues(axis / np.linalg.norm(axis) * np.radians(rng.normal(0, slant)))[0] @ up
