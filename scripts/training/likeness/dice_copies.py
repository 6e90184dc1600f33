"""Copies of dice that nobody owns: other prints, colours and finishes, drawn by hardware/scene, with lessons.

A copy is a folder with annotations.json: its `references` are pictures of dice that all show one face, its `images`
throws with each die's kind, value and box.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
from dice_makes import Make, any_make
from dice_prints import PrintShop

from hardware.scene import render
from hardware.scene.objects.faces import DieDesign
from hardware.scene.optics.view import camera_above
from hardware.scene.random import lighting
from hardware.scene.random.parts import any_lens, any_table, some_touching
from hardware.scene.world import clutter, places
from hardware.scene.world.scene import Scene


@dataclass(frozen=True, slots=True)
class CopySettings:
    """How a copy is drawn."""

    size_px: tuple[int, int] = (1280, 720)
    edge_mm: float = 16.0
    references: int = 2
    """Pictures of each face to teach from,"""
    most_dice: int = 3
    """with so many dice at most."""
    most_thrown: int = 12
    """Dice of a throw."""


SETTINGS = CopySettings()


@dataclass(frozen=True, eq=False)
class Printed:
    """The faces of a kind of dice, as `hardware.art.folder.ArtFolder` gives them: the ink's colour and its cover."""

    masks: dict[str, Any]
    ink: Any

    def die(self, kind: str, face: str, width: int) -> tuple[Any, Any]:
        """One side (width, width, 3) uint8 BGR, and the cover (width, width) of its ink."""
        cover = cv2.resize(self.masks[face], (width, width), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        return np.full((width, width, 3), self.ink * 255, np.uint8), cover


def shown(light: Any) -> tuple[float, float, float]:
    """A colour as pictures show it, of light."""
    b, g, r = (np.clip(np.asarray(light, float), 1e-4, 1) ** (1 / 2.2)).tolist()
    return b, g, r


def design(make: Make, kind: str, faces: Sequence[str], masks: dict[str, Any]) -> DieDesign:
    """A die of a make as hardware/scene draws it."""
    ink = np.array(shown(make.ink))
    return DieDesign(
        set="copy", kind=kind, faces=tuple(faces), body=shown(make.body), ink=shown(make.ink), round=make.round,
        ball=make.ball, dent=abs(make.dent) * 0.6, gloss=make.gloss, clear=make.through, grain=make.grain,
        vein=None if make.vein is None else shown(make.vein), wear=make.wear * 0.8, seed=make.seed,
        art=Printed(masks, ink),  # type: ignore[arg-type]
    )  # fmt: skip


def any_copy(shop: PrintShop, rng: np.random.Generator) -> list[DieDesign]:
    """The kinds of dice of a copy: one, two or three, told apart by colour, by print or by both."""
    kinds, make = [], any_make(rng)
    count, alike = (
        int(rng.choice([1, 2, 3], p=[0.35, 0.35, 0.3])),
        rng.choice(["colour", "print", "both"], p=[0.2, 0.4, 0.4]),
    )
    masks, _ = shop.faces(rng, 6)
    for number in range(count):
        if number and alike != "colour":
            masks, _ = shop.faces(rng, 6)
        if number and alike != "print":
            make = any_make(rng, like=make)
        names = [f"{chr(97 + i)}{number}" for i in range(min(len(masks), 6))]
        if number and rng.random() < 0.5:
            names = names[:3]
        book = dict(zip(names, masks, strict=False))
        kinds.append(design(make, f"kind{number}", (names * 6)[:6], book))
    return kinds


def picture(kinds: Sequence[DieDesign], sides: Sequence[tuple[int, int]], rng: np.random.Generator) -> tuple[Any, Any]:
    """A picture of dice, each by its kind's number and the side that it shows, and the truth about each."""
    width, height = SETTINGS.size_px
    tilt = float(abs(rng.normal(0, 8)) if rng.random() < 0.5 else rng.uniform(0, 32))
    wanted = float(np.exp(rng.uniform(np.log(38), np.log(105))))
    focal = width * float(rng.uniform(0.75, 1.2))
    view = camera_above(
        (0, 0), focal * SETTINGS.edge_mm / wanted, tilt, float(rng.uniform(-40, 40)), 0.0, focal, (width, height)
    )
    area = (
        -0.36 * width * 16 / wanted,
        -0.34 * height * 16 / wanted,
        0.72 * width * 16 / wanted,
        0.68 * height * 16 / wanted,
    )
    dice = [places.flat_die(kinds[k], s, 0, 0, float(rng.uniform(0, 6.28)), SETTINGS.edge_mm) for k, s in sides]
    laid = some_touching(dice, area, rng)
    feet, props = [places.footprint(d) for d in laid], ()
    if rng.random() < 0.15:
        props = clutter.strewn_props(rng, view, feet, int(rng.integers(1, 3)), wanted / 16)
    scene = Scene(
        view=view, table=any_table(rng, view, 16.0), light=lighting.random_light(rng, (width, height)),
        lens=replace(any_lens(rng, gentle=True)), dice=tuple(laid), seed=int(rng.integers(2**31)), props=props,
    )  # fmt: skip
    return render(scene)


def draw_copy(shop: PrintShop, seed: int, number: int, throws: int, folder: Path) -> None:
    """A copy as a folder: pictures to teach from, and throws with the truth."""
    rng = np.random.default_rng((seed, number))
    kinds = any_copy(shop, rng)
    for part in ("teach", "throws"):
        (folder / part).mkdir(parents=True, exist_ok=True)
    notes: dict[str, Any] = {"set": folder.name, "references": [], "images": []}
    for k, kind in enumerate(kinds):
        for face in dict.fromkeys(kind.faces):
            for n in range(1, SETTINGS.references + 1):
                count = int(rng.integers(1, SETTINGS.most_dice + 1))
                image, _ = picture(kinds, [(k, kind.faces.index(face))] * count, rng)
                file = f"teach/{kind.kind}-{face}.{n}.jpg"
                cv2.imwrite(str(folder / file), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
                notes["references"].append({"kind": kind.kind, "face": face, "file": file})
    for n in range(throws):
        sides = [
            (int(rng.integers(len(kinds))), int(rng.integers(6)))
            for _ in range(int(rng.integers(1, SETTINGS.most_thrown + 1)))
        ]
        image, seen = picture(kinds, sides, rng)
        file = f"throws/{n:02d}.jpg"
        cv2.imwrite(str(folder / file), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        dice = [{"kind": d.kind, "value": d.face, "box": list(d.box)} for d in seen]
        notes["images"].append({"file": file, "width": image.shape[1], "height": image.shape[0], "dice": dice})
    (folder / "annotations.json").write_text(json.dumps(notes))


def draw_figures(shop: PrintShop, seed: int, count: int, folder: Path) -> None:
    """Throws of dice with figures from 1 to 6, each of its own make and font, with the truth: to be read as ordinary
    ones."""
    folder.mkdir(parents=True, exist_ok=True)
    notes = []
    for number in range(count):
        rng = np.random.default_rng((seed, number))
        faces = [str(value) for value in range(1, 7)]
        kind = design(any_make(rng), "die", faces, dict(zip(faces, shop.figures(rng), strict=True)))
        sides = [(0, int(side)) for side in rng.integers(0, 6, int(rng.integers(1, 7)))]
        image, seen = picture([kind], sides, rng)
        file = f"{number:03d}.jpg"
        cv2.imwrite(str(folder / file), image, [cv2.IMWRITE_JPEG_QUALITY, 92])
        dice = [{"value": die.face, "box": list(die.box)} for die in seen]
        notes.append({"file": file, "width": image.shape[1], "height": image.shape[0], "dice": dice})
    (folder / "annotations.json").write_text(json.dumps(notes))
