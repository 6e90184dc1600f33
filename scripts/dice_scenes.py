"""The scenes that the dice reader learns from: those of hardware/scene, and on them things that are no dice."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from hardware.scene import Scene, Seen, random_scene
from hardware.scene.render import still

LAYOUT = tomllib.loads((Path(__file__).parent.parent / "firmware" / "layouts" / "tray.toml").read_text())
FACE = {"pips": "pips/die-{face}", "shark-attacks": "shark-attacks/{kind}-{face}"}


def training_scene(rng: np.random.Generator, faces: tuple[str, ...]) -> tuple[Any, list[tuple[Any, ...]]]:
    """A picture (BGR uint8) and for each die of it: number of its face, quad, box, share in sight, doubtful."""
    scene = _scene(rng)
    image, seen = still(scene)  # without its noise: every lesson adds its own
    if rng.random() < 0.5:
        image = strew(image, seen, rng)
    return image, [_truth(die, scene, faces) for die in seen]


def _scene(rng: np.random.Generator) -> Scene:
    draw = rng.random()
    if draw < 0.62:
        return random_scene("pips", rng, size=(512, 384), mode="wild")
    if draw < 0.80:
        return random_scene("shark-attacks", rng, size=(512, 384), mode="wild")
    set_name = "shark-attacks" if draw < 0.95 else "pips"
    layout = LAYOUT if rng.random() < 0.7 else None
    return random_scene(set_name, rng, layout=layout, size=(896, 504), mode="table")


def _truth(die: Seen, scene: Scene, faces: tuple[str, ...]) -> tuple[Any, ...]:
    name = FACE[die.set].format(kind=die.kind, face=die.face) if die.set in FACE else "none"
    return faces.index(name), np.float32(die.quad), die.box, 1 - _hidden(die, scene), die.cocked


def _hidden(die: Seen, scene: Scene) -> float:
    """The share of a die's upper face that other dice hide."""
    view, quad = scene.view, np.float32(die.quad)
    whole = max(cv2.contourArea(quad), 1.0)
    own = min(scene.dice, key=lambda d: float(np.abs(view.project(d.top_quad) - quad).max()))
    hidden = 0.0
    for other in scene.dice:
        if other is not own and np.linalg.norm(other.place - view.place) < np.linalg.norm(own.place - view.place):
            outline = cv2.convexHull(view.project(other.corners)).reshape(-1, 2)
            hidden += cv2.intersectConvexConvex(quad, outline)[0] / whole
    return min(hidden, 1.0)


def strew(image: Any, seen: tuple[Seen, ...], rng: np.random.Generator) -> Any:
    """The picture with some things laid on it, clear of the dice: what lies about on tables and is no die."""
    canvas = image.copy()
    kept = np.zeros(image.shape[:2], np.uint8)
    for die in seen:
        x, y, w, h = die.box
        kept[max(0, y - 3) : y + h + 3, max(0, x - 3) : x + w + 3] = 1
    for _ in range(int(rng.integers(1, 9))):
        _THINGS[int(rng.integers(len(_THINGS)))](canvas, rng)
    soft = cv2.GaussianBlur(canvas, (0, 0), float(rng.uniform(0.4, 1.2)))
    keep = cv2.GaussianBlur(kept.astype(np.float32), (0, 0), 1.0)[..., None]
    noise = rng.normal(0, 2.5, image.shape)
    changed = (np.abs(canvas.astype(np.int16) - image).max(-1, keepdims=True) > 0) * (1 - keep)
    return np.clip(image * (1 - changed) + (soft + noise) * changed, 0, 255).astype(np.uint8)


def _colour(rng: np.random.Generator) -> tuple[int, int, int]:
    grey = rng.integers(0, 256)
    return tuple(
        int(c) for c in (rng.integers(0, 256, 3) if rng.random() < 0.5 else np.clip(grey + rng.normal(0, 8, 3), 0, 255))
    )  # type: ignore[return-value]


def _spot(canvas: Any, rng: np.random.Generator) -> tuple[tuple[int, int], int]:
    size = int(np.exp(rng.uniform(np.log(5), np.log(90))))
    return (int(rng.integers(canvas.shape[1])), int(rng.integers(canvas.shape[0]))), size


def _coin(canvas: Any, rng: np.random.Generator) -> None:
    """A disc, perhaps with a rim, a dot or a figure: coin, peg, screw, token."""
    at, r = _spot(canvas, rng)
    cv2.circle(canvas, at, r, _colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.6:
        cv2.circle(canvas, at, max(1, int(r * rng.uniform(0.3, 0.9))), _colour(rng), -1, cv2.LINE_AA)
    if rng.random() < 0.4:
        _label(canvas, at, r, str(rng.integers(1, 30)), rng)


def _label(canvas: Any, at: tuple[int, int], r: int, text: str, rng: np.random.Generator) -> None:
    scale = max(r / 30, 0.2)
    corner = (at[0] - int(10 * scale * len(text)), at[1] + int(11 * scale))
    cv2.putText(canvas, text, corner, int(rng.integers(0, 5)), scale, _colour(rng), max(1, int(scale * 2)), cv2.LINE_AA)


def _pegs(canvas: Any, rng: np.random.Generator) -> None:
    """Equal dots in a row or strewn: holes, pegs, rivets, crumbs."""
    at, r = _spot(canvas, rng)
    r, step, ink = max(2, r // 5), rng.normal(0, r * 2.5, 2), _colour(rng)
    for k in range(int(rng.integers(1, 7))):
        where = np.array(at) + k * step + rng.normal(0, r * 2, 2) * (rng.random() < 0.5)
        cv2.circle(canvas, tuple(where.astype(int).tolist()), r, ink, -1, cv2.LINE_AA)


def _box(canvas: Any, rng: np.random.Generator) -> None:
    """A turned rectangle, plain or framed: card, key, box, sheet, rubber."""
    at, r = _spot(canvas, rng)
    sides = (r * rng.uniform(0.6, 2.5), r * rng.uniform(0.6, 2.5))
    for shrink in (1.0, rng.uniform(0.5, 0.95)) if rng.random() < 0.5 else (1.0,):
        corners = cv2.boxPoints((at, (sides[0] * shrink, sides[1] * shrink), float(rng.uniform(0, 90))))
        cv2.fillConvexPoly(canvas, corners.astype(np.int32), _colour(rng), cv2.LINE_AA)
    if rng.random() < 0.3:
        _label(canvas, at, r, str(rng.choice(list("ABCKQR147")))[0], rng)


def _keys(canvas: Any, rng: np.random.Generator) -> None:
    """A keyboard: rows of rounded squares with letters."""
    (x, y), r = _spot(canvas, rng)
    r = max(6, r // 2)
    key, ink, ground = _colour(rng), _colour(rng), _colour(rng)
    rows, columns = int(rng.integers(2, 5)), int(rng.integers(3, 10))
    cv2.rectangle(canvas, (x - r, y - r), (x + int(columns * r * 1.25), y + int(rows * r * 1.25)), ground, -1)
    for row in range(rows):
        for column in range(columns):
            a, b = x + int(column * r * 1.25), y + int(row * r * 1.25)
            cv2.rectangle(canvas, (a, b), (a + r, b + r), key, -1, cv2.LINE_AA)
            text = chr(int(rng.integers(48, 91)))
            cv2.putText(canvas, text, (a + r // 5, b + r * 2 // 3), 0, r / 45, ink, 1, cv2.LINE_AA)


def _stick(canvas: Any, rng: np.random.Generator) -> None:
    """A cable or a pencil: a thick bent or straight line."""
    at, r = _spot(canvas, rng)
    points = np.cumsum(np.concatenate([[at], rng.normal(0, r * 1.5, (int(rng.integers(1, 8)), 2))]), 0)
    cv2.polylines(canvas, [points.astype(np.int32)], False, _colour(rng), max(1, r // 6), cv2.LINE_AA)


def _many_sided(canvas: Any, rng: np.random.Generator) -> None:
    """A die of other shape, or a hexagon of a board: facets, and a figure."""
    at, r = _spot(canvas, rng)
    count, turn, base = int(rng.integers(5, 9)), rng.uniform(0, 6), np.array(_colour(rng))
    ring = (
        np.array([[np.cos(turn + 6.2832 * k / count), np.sin(turn + 6.2832 * k / count)] for k in range(count)]) * r
        + at
    )
    for k in range(count):
        facet = np.array([at, ring[k], ring[(k + 1) % count]]).astype(np.int32)
        shade = np.clip(base * rng.uniform(0.7, 1.2), 0, 255)
        cv2.fillConvexPoly(canvas, facet, tuple(float(v) for v in shade), cv2.LINE_AA)
    if rng.random() < 0.6:
        _label(canvas, at, r // 2, str(rng.integers(1, 21)), rng)


def _marker(canvas: Any, rng: np.random.Generator) -> None:
    """A black square of black and white fields, as ArUco markers and QR codes have."""
    (x, y), r = _spot(canvas, rng)
    cells = int(rng.integers(4, 9))
    fields = np.pad((rng.random((cells, cells)) < 0.5).astype(np.uint8) * 255, 1)
    square = cv2.resize(fields, (max(r, 12),) * 2, interpolation=cv2.INTER_NEAREST)
    part = canvas[y : y + square.shape[0], x : x + square.shape[1]]
    part[:] = square[: part.shape[0], : part.shape[1], None]


def _text(canvas: Any, rng: np.random.Generator) -> None:
    at, r = _spot(canvas, rng)
    words = "".join(chr(int(c)) for c in rng.integers(48, 123, int(rng.integers(2, 9))))
    _label(canvas, at, r, words, rng)


_THINGS = (_coin, _coin, _pegs, _box, _box, _keys, _stick, _stick, _many_sided, _marker, _text)
