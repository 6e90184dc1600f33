"""Draws a scene in light: table, shadows, dice; takes its picture, and tells what there was to see.

All that is drawn is light (h, w, 3) float32, linear; the lens alone makes a picture of it.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.arrays import Floats, Image, Mask, Matrix
from hardware.scene.objects import ground, hand, mat
from hardware.scene.objects.dice import SceneDie
from hardware.scene.optics import tone
from hardware.scene.optics.lens import Lens, motion_kernel
from hardware.scene.optics.light import Light, shade_on_table
from hardware.scene.optics.mounted import MountedLens
from hardware.scene.optics.sensor import RawPicture
from hardware.scene.optics.view import CameraView, array
from hardware.scene.world import cards, clutter
from hardware.scene.world.scene import Scene, TableTop
from hardware.scene.world.trace import DieSurroundings, TracedPatch, trace_die


@dataclass(frozen=True)
class SeenDie:
    """The truth about one die in a picture. Pixels from the top left; angles in degrees."""

    set: str
    kind: str
    face: str
    box: tuple[int, int, int, int]
    """x, y, width, height of what is visible of it."""
    centre: tuple[float, float]
    """The middle of its upper side."""
    quad: tuple[tuple[float, float], ...]
    """The corners of its upper side (edges taken as sharp), clockwise from the face's own top left."""
    angle: float
    """Where the face's right points in the picture, counter-clockwise from the picture's right."""
    size: float
    """Mean length of the edges of its upper side, px."""
    visible: float
    """Share of its outline that is in the picture and not hidden."""
    cocked: bool
    cut_off: bool


def render(scene: Scene) -> tuple[Image, tuple[SeenDie, ...]]:
    """The picture (h, w, 3) uint8 BGR and the truth about each die that shows at all, in the scene's order."""
    raw, seen = _taken(scene)
    return scene.lens.developed(raw, np.random.default_rng(scene.seed)), seen


def render_without_noise(scene: Scene) -> tuple[Image, tuple[SeenDie, ...]]:
    """As `render`, as if the sensor had no noise and nothing were compressed."""
    raw, seen = _taken(scene)
    return scene.lens.developed(raw), seen


def _taken(scene: Scene) -> tuple[RawPicture, tuple[SeenDie, ...]]:
    table = table_top(scene.view, scene.table)
    for laid in scene.props:
        clutter.paint_prop(table, scene.view, scene.light, laid)
    cards.paint_cards(table, scene.view, scene.light, scene.cards)
    light, patches = _lit(scene, table)
    if scene.hand is not None:
        light = hand.draw_hand(light, scene.view, scene.hand)
    return MountedLens(scene.lens, scene.view).exposed(light), tuple(
        seen_dice(scene.view, scene.dice, patches).values()
    )


def _lit(scene: Scene, table: Floats) -> tuple[Floats, dict[int, TracedPatch]]:
    view = scene.view
    shrink = 2 if view.size_px[0] <= 1400 else 4
    mean = mean_light(table)
    light = exposed_light(scene.light, scene.lens, mean)
    picture, glare = lit(table, light)
    shade_on_table(view, light, [d.corners for d in scene.dice], shrink).fall(picture, glare)
    cards.shine(picture, view, scene.cards)
    patches: dict[int, TracedPatch] = {}
    far_first = sorted(
        range(len(scene.dice)), key=lambda i: -float(np.linalg.norm(scene.dice[i].place - view.position_mm))
    )
    for i in far_first:
        die = scene.dice[i]
        patch = trace_die(view, die, DieSurroundings(light, [o for o in scene.dice if o is not die], mean))
        if patch is not None:
            patches[i] = patch
            lay_over(picture, patch, light)
    return picture, patches


def mean_light(table: Floats) -> Floats:
    """The mean colour (3,) of a table top, in light."""
    return array(cv2.mean(table[::8, ::8])[:3])


def exposed_light(light: Light, lens: Lens, mean: Floats) -> Light:
    """The light with the gain that auto exposure gives it over a table of this mean colour (3,)."""
    if not lens.auto_exposure or light.gain_map is None:
        return light
    return replace(light, gain_map=np.clip(light.gain_map * np.float32(lens.exposure(float(mean.mean()))), 0, 6.0))


def table_top(view: CameraView, table: TableTop) -> Floats:
    """The bare table in even light (h, w, 3)."""
    tile = ground.material_tile(table.material, table.variant)
    c, s = np.cos(np.radians(table.turn)), np.sin(np.radians(table.turn))
    mm = table.tile_mm / ground.TILE_PX
    lie = np.array([[c * mm, s * mm, table.shift[0]], [s * mm, -c * mm, table.shift[1]], [0, 0, 1]])
    seen = np.empty((view.size_px[1], view.size_px[0], 3), np.uint8)
    spread(view, tile, lie, seen, cv2.BORDER_WRAP)
    picture = tone.linear(seen, array(table.tint) ** 2)
    laid = mat.mat_picture(table.mat, mat.PX_PER_MM) if table.mat is not None else table.board
    if laid is not None:
        _spread_mat(view, laid, picture)
    return picture


def _spread_mat(view: CameraView, laid: Image, picture: Floats) -> None:
    """Paints a mat, shrunk first to what the camera tells apart: a pixel sees the mean of what lies before it."""
    sheet = tone.linear(laid)
    h, w = sheet.shape[:2]
    middle = array([w / 2, -h / 2, 0]) / np.float32(mat.PX_PER_MM)
    share = min(view.px_per_mm_at(middle) / mat.PX_PER_MM, 1.0)
    sheet = cv2.resize(sheet, (round(w * share), round(h * share)), interpolation=cv2.INTER_AREA)
    x, y = (whole / part / mat.PX_PER_MM for whole, part in zip((w, h), sheet.shape[1::-1], strict=True))
    lie = np.array([[x, 0, x / 2], [0, -y, -y / 2], [0, 0, 1]])
    spread(view, array(sheet), lie, picture, cv2.BORDER_TRANSPARENT)


def spread(view: CameraView, texture: NDArray[Any], lie: Matrix, picture: NDArray[Any], border: int) -> None:
    """Paints a flat texture, whose pixels `lie` takes to world mm, into the picture as the camera sees it."""
    if not view.radial_k1:
        cv2.warpPerspective(
            texture, view.table_homography @ lie, view.size_px, dst=picture, flags=cv2.INTER_LINEAR, borderMode=border
        )
        return
    x, y = _looked_up(view, np.asarray(np.linalg.inv(view.table_homography @ lie), np.float64))
    cv2.remap(texture, x, y, cv2.INTER_LINEAR, dst=picture, borderMode=border)


_GRID_PX = 8
"""Spacing of the grid on which the lens is worked out."""


def _looked_up(view: CameraView, back: Matrix) -> tuple[Floats, Floats]:
    """For each pixel of a camera that distorts, the point that the homography `back` takes it to.

    Worked out on a coarse grid and stretched: both lens and perspective are smooth.
    """
    width, height = view.size_px
    x = np.arange(-_GRID_PX / 2 - 0.5, width + _GRID_PX, _GRID_PX, dtype=np.float32)
    y = np.arange(-_GRID_PX / 2 - 0.5, height + _GRID_PX, _GRID_PX, dtype=np.float32)
    u, v = view.undistorted(*np.meshgrid(x, y))
    ideal = np.stack(
        [u * view.focal_px + view.principal_point[0], v * view.focal_px + view.principal_point[1], np.ones_like(u)], -1
    )
    coarse = ideal @ back.T
    coarse = (coarse[..., :2] / coarse[..., 2:]).astype(np.float32)
    fine = cv2.resize(coarse, (len(x) * _GRID_PX, len(y) * _GRID_PX), interpolation=cv2.INTER_LINEAR)
    fine = fine[_GRID_PX : _GRID_PX + height, _GRID_PX : _GRID_PX + width]
    return np.ascontiguousarray(fine[..., 0]), np.ascontiguousarray(fine[..., 1])


def lit(table: Floats, light: Light) -> tuple[Floats, Floats | None]:
    """The table top (h, w, 3) under its light, uneven as it is, and of that what it mirrors (h, w), if any."""
    size = table.shape[1::-1]
    there = table.copy()
    if light.gain_map is not None:
        cv2.multiply(table, cv2.resize(light.gain_map, size, interpolation=cv2.INTER_LINEAR), there)
    if light.glare_map is None:
        return there, None
    glare = np.asarray(cv2.resize(light.glare_map, size, interpolation=cv2.INTER_LINEAR), np.float32)
    cv2.add(there, cv2.merge([glare, glare, glare]), there)
    return there, glare


def lay_over(picture: Floats, patch: TracedPatch, light: Light) -> None:
    """Puts a patch into the picture, under the unevenness of the light there."""
    patch = _inside(patch, picture.shape[1], picture.shape[0])
    rows, columns = patch.window
    colour = patch.colour
    if light.gain_map is not None:
        h, w = picture.shape[:2]
        fy, fx = light.gain_map.shape[0] / h, light.gain_map.shape[1] / w
        x = np.tile(
            ((np.arange(columns.start, columns.stop) + 0.5) * fx - 0.5).astype(np.float32), (colour.shape[0], 1)
        )
        y = np.tile(
            ((np.arange(rows.start, rows.stop) + 0.5) * fy - 0.5).astype(np.float32)[:, None], (1, colour.shape[1])
        )
        colour = colour * cv2.remap(light.gain_map, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = patch.cover[..., None]
    below = picture[rows, columns]
    picture[rows, columns] = below * (1 - cover) + colour * cover


def _inside(patch: TracedPatch, width: int, height: int) -> TracedPatch:
    """The part of a patch that lies in a picture of this size."""
    h, w = patch.cover.shape
    left, top = max(-patch.x, 0), max(-patch.y, 0)
    right, low = min(w, width - patch.x), min(h, height - patch.y)
    if (left, top, right, low) == (0, 0, w, h):
        return patch
    window = slice(top, max(low, top)), slice(left, max(right, left))
    return TracedPatch(patch.x + left, patch.y + top, patch.colour[window], patch.cover[window])


def smeared_patch(patch: TracedPatch, dx: float, dy: float) -> TracedPatch:
    """The patch of a die that moved by (dx, dy) px while the shutter was open."""
    if max(abs(dx), abs(dy)) < 1:
        return patch
    grow = int(np.ceil(max(abs(dx), abs(dy)) / 2)) + 1
    weighted = np.dstack([patch.colour * patch.cover[..., None], patch.cover])
    weighted = cv2.copyMakeBorder(weighted, grow, grow, grow, grow, cv2.BORDER_CONSTANT)
    weighted = cv2.filter2D(weighted, -1, motion_kernel(dx, dy))
    cover = weighted[..., 3]
    colour = weighted[..., :3] / np.maximum(cover, 1e-4)[..., None]
    return TracedPatch(patch.x - grow, patch.y - grow, colour, cover)


def seen_dice(view: CameraView, dice: Sequence[SceneDie], patches: dict[int, TracedPatch]) -> dict[int, SeenDie]:
    """What shows of each die, by its index; `patches` by index, in the order in which they were painted."""
    owner = np.full(view.size_px[::-1], -1, np.int16)
    for i, patch in sorted(patches.items(), key=lambda p: -float(np.linalg.norm(dice[p[0]].place - view.position_mm))):
        window = owner[patch.window]
        window[patch.cover > 0.5] = i
    seen = {}
    for i in sorted(patches):
        window = owner[patches[i].window] == i
        if dice[i].label and window.any():
            seen[i] = _seen(view, dice[i], patches[i], window)
    return seen


def _seen(view: CameraView, die: SceneDie, patch: TracedPatch, mine: Mask) -> SeenDie:
    rows, columns = np.flatnonzero(mine.any(1)), np.flatnonzero(mine.any(0))
    box = (patch.x + int(columns[0]), patch.y + int(rows[0]), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1)
    quad = view.project(die.top_quad)
    edges = np.roll(quad, -1, 0) - quad
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    outline = cv2.convexHull(view.project(die.corners)).reshape(-1, 2)
    whole = max(float(cv2.contourArea(outline)), 1.0)
    inset = 0.25 * die.design.round * float(np.linalg.norm(edges, axis=1).mean()) + 1
    out = (outline < -inset).any() or (outline > array(view.size_px) - 1 + inset).any()
    return SeenDie(
        set=die.design.set,
        kind=die.design.kind,
        face=die.face,
        box=box,
        centre=(float(quad[:, 0].mean()), float(quad[:, 1].mean())),
        quad=tuple((float(x), float(y)) for x, y in quad),
        angle=float(np.degrees(np.arctan2(-right[1], right[0]))),
        size=float(np.linalg.norm(edges, axis=1).mean()),
        visible=min(float(mine.sum()) / whole, 1.0),
        cocked=die.cocked,
        cut_off=bool(out),
    )
