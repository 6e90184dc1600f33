"""Draws a scene: table, shadows, dice, lens; and tells what there was to see."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import cv2
import numpy as np
from numpy.typing import NDArray

from hardware.scene import ground, mat
from hardware.scene.dice import Die
from hardware.scene.light import Light, gain_on_table
from hardware.scene.scene import Scene, Table
from hardware.scene.trace import Patch, trace
from hardware.scene.view import View

Array = NDArray[np.float32]
Picture = NDArray[np.uint8]


@dataclass(frozen=True)
class Seen:
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


def render(scene: Scene) -> tuple[Picture, tuple[Seen, ...]]:
    """The picture (h, w, 3) uint8 BGR and the truth about each die that shows at all, in the scene's order."""
    clean, seen = still(scene)
    return scene.lens.speckle(clean, np.random.default_rng(scene.seed)), seen


def still(scene: Scene) -> tuple[Picture, tuple[Seen, ...]]:
    """As `render`, before the sensor's noise: what stays the same from frame to frame."""
    table = table_top(scene.view, scene.table)
    picture, patches = _lit(scene, table)
    return scene.lens.smear(picture), _truth(scene, patches)


def _lit(scene: Scene, table: Picture) -> tuple[Picture, dict[int, Patch]]:
    view, light = scene.view, scene.light
    shrink = 2 if view.size[0] <= 1400 else 4
    mean = np.float32(cv2.mean(table[::8, ::8])[:3]) / 255
    picture = expose(table, gain_on_table(view, light, [d.corners for d in scene.dice], shrink), light)
    patches: dict[int, Patch] = {}
    far_first = sorted(range(len(scene.dice)), key=lambda i: -float(np.linalg.norm(scene.dice[i].place - view.place)))
    for i in far_first:
        die = scene.dice[i]
        patch = trace(view, die, light, [o for o in scene.dice if o is not die], mean)
        if patch is not None:
            patches[i] = patch
            lay_over(picture, patch, light)
    return picture, patches


def table_top(view: View, table: Table) -> Picture:
    """The bare table as the camera would see it in even light."""
    tile = ground.tile(table.material, table.variant)
    if table.tint != (1.0, 1.0, 1.0):
        tile = cv2.multiply(tile, np.float64([*table.tint, 1.0]))
    c, s = np.cos(np.radians(table.turn)), np.sin(np.radians(table.turn))
    mm = table.tile_mm / ground.TILE
    lie = np.array([[c * mm, s * mm, table.shift[0]], [s * mm, -c * mm, table.shift[1]], [0, 0, 1]])
    picture = _laid(view, tile, lie, cv2.BORDER_WRAP)
    if table.mat is not None:
        sheet = mat.picture(table.mat, mat.PER_MM)
        lie = np.array([[1 / mat.PER_MM, 0, 0], [0, -1 / mat.PER_MM, 0], [0, 0, 1]])
        cover = _laid(view, np.full(sheet.shape[:2], 255, np.uint8), lie, cv2.BORDER_CONSTANT)
        printed = _laid(view, sheet, lie, cv2.BORDER_REPLICATE)
        picture = _mixed(picture, printed, cover)
    return picture


def _laid(view: View, texture: Picture, lie: NDArray[np.float64], border: int) -> Picture:
    """A texture on the table, whose pixels `lie` takes to world mm, as the camera sees it."""
    if view.bend:
        back = np.linalg.inv(view.ground @ lie)
        x, y = _straight(view)
        away = np.float32(back[2, 0]) * x + np.float32(back[2, 1]) * y + np.float32(back[2, 2])
        tx, ty = (
            (np.float32(back[k, 0]) * x + np.float32(back[k, 1]) * y + np.float32(back[k, 2])) / away for k in (0, 1)
        )
        if border == cv2.BORDER_WRAP:
            tx, ty = tx % texture.shape[1], ty % texture.shape[0]
        return cv2.remap(texture, tx, ty, cv2.INTER_LINEAR, borderMode=border)
    flags = cv2.INTER_LINEAR
    return cv2.warpPerspective(texture, view.ground @ lie, view.size, flags=flags, borderMode=border)


def _straight(view: View) -> tuple[Array, Array]:
    """Where each pixel of a camera that distorts would be without distortion."""
    x, y = np.meshgrid(np.arange(view.size[0], dtype=np.float32), np.arange(view.size[1], dtype=np.float32))
    u, v = view.slopes(x, y)
    return u * np.float32(view.focal) + np.float32(view.centre[0]), v * np.float32(view.focal) + np.float32(
        view.centre[1]
    )


def _mixed(below: Picture, above: Picture, cover: Picture) -> Picture:
    mixed = below.copy()
    whole = cover == 255
    edge = (cover > 0) & ~whole
    mixed[whole] = above[whole]
    share = cover[edge][:, None].astype(np.float32) / 255
    mixed[edge] = np.round(below[edge] * (1 - share) + above[edge] * share)
    return mixed


def expose(table: Picture, gain: Array, light: Light) -> Picture:
    """The table top under its light: gain and unevenness in one step, coarse to fine."""
    if light.field is not None:
        gain = gain * cv2.resize(light.field, gain.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    coarse = cv2.convertScaleAbs(gain, alpha=100)
    fine = cv2.resize(coarse, table.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    picture = cv2.multiply(table, fine, scale=0.01)
    if light.glare is not None:
        glare = cv2.resize(light.glare.astype(np.uint8), table.shape[1::-1], interpolation=cv2.INTER_LINEAR)
        picture = cv2.add(picture, cv2.merge([glare, glare, glare]))
    return picture


def lay_over(picture: Picture, patch: Patch, light: Light) -> None:
    """Puts a patch into the picture, under the unevenness of the light there."""
    rows, columns = patch.window
    colour = patch.colour
    if light.field is not None:
        h, w = picture.shape[:2]
        fy, fx = light.field.shape[0] / h, light.field.shape[1] / w
        x = np.tile(
            ((np.arange(columns.start, columns.stop) + 0.5) * fx - 0.5).astype(np.float32), (colour.shape[0], 1)
        )
        y = np.tile(
            ((np.arange(rows.start, rows.stop) + 0.5) * fy - 0.5).astype(np.float32)[:, None], (1, colour.shape[1])
        )
        colour = colour * cv2.remap(light.field, x, y, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE)
    cover = patch.cover[..., None]
    below = picture[rows, columns]
    picture[rows, columns] = np.clip(below * (1 - cover) + colour * cover + 0.5, 0, 255).astype(np.uint8)


def _truth(scene: Scene, patches: dict[int, Patch]) -> tuple[Seen, ...]:
    owner = np.full(scene.view.size[::-1], -1, np.int16)
    for i, patch in patches.items():
        window = owner[patch.window]
        window[patch.cover > 0.5] = i
    seen = []
    for i in sorted(patches):
        window = owner[patches[i].window] == i
        if scene.dice[i].label and window.any():
            seen.append(_seen(scene.view, scene.dice[i], patches[i], window))
    return tuple(seen)


def _seen(view: View, die: Die, patch: Patch, mine: NDArray[np.bool_]) -> Seen:
    rows, columns = np.flatnonzero(mine.any(1)), np.flatnonzero(mine.any(0))
    box = (patch.x + int(columns[0]), patch.y + int(rows[0]), int(np.ptp(columns)) + 1, int(np.ptp(rows)) + 1)
    quad = view.project(die.top_quad)
    edges = np.roll(quad, -1, 0) - quad
    right = (quad[1] + quad[2] - quad[0] - quad[3]) / 2
    outline = cv2.convexHull(view.project(die.corners)).reshape(-1, 2)
    whole = max(float(cv2.contourArea(outline)), 1.0)
    inset = 0.25 * die.design.round * float(np.linalg.norm(edges, axis=1).mean()) + 1
    out = (outline < -inset).any() or (outline > np.float32(view.size) - 1 + inset).any()
    return Seen(
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


def labelled(seen: Sequence[Seen]) -> list[Seen]:
    """Those that a reader could be asked to read: at least a third of the die shows."""
    return [s for s in seen if s.visible > 0.33]
