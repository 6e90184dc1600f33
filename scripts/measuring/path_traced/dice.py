#!/usr/bin/env python3
"""Draws dice of another make by a renderer that is not ours (see `path_tracer`), to be scored as photographs are.

    scripts/measuring/path_traced/dice.py --art FOLDER --seed 7 --throws 20 --output MAKE

`FOLDER/dice/<kind>-<face>.png` are the faces, edge to edge, of as many kinds as there are. MAKE gets what an owner
would take: `teach/<kind>-<face>.<n>.jpg`, then `throws/<n>.jpg`, and `annotations.json` with references and truth.
"""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

sys.path.insert(0, str(Path(__file__).resolve().parents[3]))

from path_tracer import Floats, Parts, mi, photographed, sheet, surface

from hardware.arrays import Image
from hardware.scene.objects.dice import RIGHTS, SIDES, UPS, SceneDie
from hardware.scene.objects.faces import DieDesign
from hardware.scene.objects.ground import MATERIALS
from hardware.scene.optics.view import CameraView
from hardware.scene.world import places

SIZE = (1280, 720)
FACE_PX = 256
PLAIN = ("carpet", "dark", "felt", "plain", "wood")
"""On such tables owners are told to take the pictures to teach from."""
TAKES = 2
"""Pictures of each face to teach from."""


@dataclass(frozen=True, slots=True)
class DiceSettings:
    """What is drawn by chance, as least and most: of a make, then of each picture."""

    edge_mm: tuple[float, float] = (12.0, 19.0)
    round: tuple[float, float] = (0.06, 0.25)
    """Radius of the edges, in half-edges."""
    ball: tuple[float, float] = (1.3, 1.75)
    """Radius of the ball that the cube is cut with, in half-edges; 1.73 and more cuts nothing."""
    gloss: tuple[float, float] = (0.12, 0.6)
    """Roughness."""
    engraved: float = 0.5
    """The share of makes whose ink lies in dents, up to so deep:"""
    dent_mm: float = 0.35
    die_px: tuple[float, float] = (55, 125)
    focal_share: tuple[float, float] = (0.85, 1.4)
    """The focal length in widths of the picture."""
    tilt: tuple[float, float] = (0, 22)
    """How far the camera looks away from straight down, degrees."""
    dice: tuple[int, int] = (5, 12)
    clumped: float = 0.3
    """The share of throws in which some dice touch."""
    spread_share: float = 0.8
    """The middle part of the picture, across and down, in which they lie."""


SETTINGS = DiceSettings()


@dataclass(frozen=True, slots=True)
class Make:
    """A set of dice: the faces of each kind, and how they are moulded."""

    faces: Mapping[str, Mapping[str, Image]]
    """Kind -> face -> its picture (S, S, 3) uint8 BGR."""
    edge_mm: float
    round: float
    ball: float
    roughness: float
    dent_mm: float


def make_of(folder: Path, rng: np.random.Generator) -> Make:
    """Raises SystemExit where no faces are."""
    faces: dict[str, dict[str, Image]] = {}
    for file in sorted((folder / "dice").glob("*.png")):
        kind, _, face = file.stem.rpartition("-")
        picture = cv2.resize(cv2.imread(str(file)), (FACE_PX, FACE_PX), interpolation=cv2.INTER_AREA)
        faces.setdefault(kind, {})[face] = np.asarray(picture, np.uint8)
    if not faces:
        raise SystemExit(f"{folder / 'dice'}: no pictures named <kind>-<face>.png")
    dent = SETTINGS.dent_mm * float(rng.random()) if rng.random() < SETTINGS.engraved else 0.0
    edge, rounded, ball, rough = (
        float(rng.uniform(*limits)) for limits in (SETTINGS.edge_mm, SETTINGS.round, SETTINGS.ball, SETTINGS.gloss)
    )
    return Make(faces, edge, rounded, ball, rough, dent)


def thrown(
    make: Make, items: Sequence[tuple[str, str]], rng: np.random.Generator, samples: int, materials: Sequence[str]
) -> tuple[Image, list[dict[str, Any]]]:
    """A picture of dice (kind, face) on a table, and each one's kind, value and box in it."""
    view = _view(make, rng)
    dice = _laid(make, items, view, rng)
    parts: Parts = {}
    for number, die in enumerate(dice):
        parts |= _die(f"die-{number}", die, make)
    picture = photographed(parts, view, np.zeros(3), rng, samples, materials)
    return picture, [_label(die, view) for die in dice]


def _view(make: Make, rng: np.random.Generator) -> CameraView:
    """A camera that looks at the middle of the world from as far as makes a die as large as it should be."""
    focal = SIZE[0] * float(rng.uniform(*SETTINGS.focal_share))
    far = focal * make.edge_mm / float(rng.uniform(*SETTINGS.die_px))
    tilt, way = np.radians(rng.uniform(*SETTINGS.tilt)), rng.uniform(0, 2 * np.pi)
    at = far * np.array([np.sin(tilt) * np.cos(way), np.sin(tilt) * np.sin(way), np.cos(tilt)])
    ahead = -at / far
    right = np.cross(ahead, [0.0, 1.0, 0.0])
    right /= np.linalg.norm(right)
    rotation = np.stack([right, np.cross(ahead, right), ahead]).astype(np.float32)
    return CameraView(SIZE, focal, at.astype(np.float32), rotation)


def _laid(make: Make, items: Sequence[tuple[str, str]], view: CameraView, rng: np.random.Generator) -> list[SceneDie]:
    dice = []
    for kind, face in items:
        side, names = int(rng.integers(6)), sorted(make.faces[kind])
        shown = [str(name) for name in rng.permutation([names[k % len(names)] for k in range(6)])]
        shown[side] = face
        design = DieDesign("under-test", kind, tuple(shown), (0, 0, 0), (0, 0, 0))
        dice.append(places.flat_die(design, side, 0, 0, float(rng.uniform(0, 2 * np.pi)), make.edge_mm))
    sides = ((0, 0.5), (1, 0.5), (0.5, 0), (0.5, 1))
    reach = [np.linalg.norm(view.table_point(np.array(SIZE) * side)) * SETTINGS.spread_share for side in sides]
    wide, high = float(min(reach[:2])), float(min(reach[2:]))
    area = (-wide, -high, 2 * wide, 2 * high)
    touching = len(dice) // 2 if rng.random() < SETTINGS.clumped else 0
    clump = places.clumped_dice(dice[:touching], (0.0, 0.0), [], rng)
    spread = dice[touching:]
    while True:
        try:
            return clump + places.spread_out(spread, area, [places.footprint(die) for die in clump], rng)
        except ValueError:  # large dice, seen from near: one less is thrown
            spread = spread[:-1]


def _label(die: SceneDie, view: CameraView) -> dict[str, Any]:
    seen = view.project(die.corners)
    (x, y), (right, low) = seen.min(0).tolist(), seen.max(0).tolist()
    return {
        "kind": die.design.kind, "value": die.face,
        "box": [round(x, 1), round(y, 1), round(right - x, 1), round(low - y, 1)],
    }  # fmt: skip


def _die(name: str, die: SceneDie, make: Make) -> Parts:
    """Its six sides, each a sheet that bends round the edges."""
    across = np.sin(np.linspace(-np.pi / 2, np.pi / 2, 33))
    made: Parts = {}
    for side, face in enumerate(die.design.faces):
        u, v = across[None, :, None] * RIGHTS[side], -across[:, None, None] * UPS[side]
        points, normals = _rounded(SIDES[side] + u + v, make)
        placed = points @ die.turn.T * (die.edge / 2) + die.place
        picture = make.faces[die.design.kind][face]
        print_ = _face_surface(picture, make)
        made[f"{name}-{side}"] = sheet(f"{name}-{side}", placed, print_, normals @ die.turn.T, (across + 1) / 2)
    return made


def _rounded(cube: Floats, make: Make) -> tuple[Floats, Floats]:
    """Points (..., 3) of a cube's surface moved onto that of a die, in half-edges, and the normals there."""
    inner = cube.clip(make.round - 1, 1 - make.round)
    normals = cube - inner
    normals /= np.linalg.norm(normals, axis=-1, keepdims=True)
    points = inner + make.round * normals
    far = np.linalg.norm(points, axis=-1, keepdims=True)
    cut = far > make.ball
    return np.where(cut, points * make.ball / far, points), np.where(cut, points / far, normals)


def _face_surface(picture: Image, make: Make) -> Parts:
    printed = surface(picture, make.roughness)
    if not make.dent_mm:
        return printed
    rim = np.median(np.concatenate([picture[:6], picture[-6:]]).reshape(-1, 3), axis=0)
    ink = np.abs(picture.astype(np.float64) - rim).sum(2).clip(0, 90) / 90
    depth: NDArray[Any] = cv2.GaussianBlur(ink, (0, 0), FACE_PX / 100)
    bitmap = mi.Bitmap(np.ascontiguousarray(-depth[..., None], np.float32))
    dents = {"type": "bitmap", "bitmap": bitmap, "raw": True, "wrap_mode": "clamp"}
    return {"type": "bumpmap", "arbitrary": dents, "scale": make.dent_mm, "bsdf": printed}


def main() -> None:
    args = _arguments()
    rng = np.random.default_rng(args.seed)
    make = make_of(args.art, rng)
    items = [(kind, face) for kind, faces in make.faces.items() for face in faces]
    notes: dict[str, Any] = {"set": args.art.name, "references": [], "images": []}
    for folder in ("teach", "throws"):
        (args.output / folder).mkdir(parents=True, exist_ok=True)

    def kept(name: str, picture: Image) -> None:
        cv2.imwrite(str(args.output / name), picture, [cv2.IMWRITE_JPEG_QUALITY, 95])

    for kind, face in items:
        for take in range(1, TAKES + 1):
            name = f"teach/{kind}-{face}.{take}.jpg"
            kept(name, thrown(make, [(kind, face)] * int(rng.integers(1, 4)), rng, args.samples, PLAIN)[0])
            notes["references"].append({"kind": kind, "face": face, "file": name})
    for number in range(1, args.throws + 1):
        chosen = [items[int(rng.integers(len(items)))] for _ in range(int(rng.integers(*SETTINGS.dice, endpoint=True)))]
        picture, dice = thrown(make, chosen, rng, args.samples, sorted(MATERIALS))
        kept(f"throws/{number:02}.jpg", picture)
        notes["images"].append({"file": f"throws/{number:02}.jpg", "width": SIZE[0], "height": SIZE[1], "dice": dice})
    (args.output / "annotations.json").write_text(json.dumps(notes, indent=1))


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--art", type=Path, required=True)
    parser.add_argument("--seed", type=int, default=7)
    parser.add_argument("--throws", type=int, default=20)
    parser.add_argument("--samples", type=int, default=24, help="paths a px")
    parser.add_argument("--output", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
