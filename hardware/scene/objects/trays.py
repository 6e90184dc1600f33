"""Grounds upon the ground: cloths, sheets and dice trays with their walls."""

from __future__ import annotations

import numpy as np

from hardware.scene.objects import ground
from hardware.scene.objects.sheet import (
    DrawnSheet,
    RandomSource,
    TableProp,
    contrasting_ink,
    random_colour,
    random_grey,
)


def ring(rng: RandomSource, inner: float, per_mm: float) -> TableProp:
    """The wall of a round dice tray with this inner radius, mm."""
    thick = inner * rng.uniform(0.05, 0.3)
    outer = inner + thick
    sheet = DrawnSheet(2 * outer + 2, 2 * outer + 2, per_mm)
    base = random_grey(rng, 8, 60) if rng.random() < 0.5 else random_colour(rng, 0.7)
    sheet.disc(outer + 1, outer + 1, inner + thick / 2, base, thick)
    if rng.random() < 0.5:
        sheet.disc(outer + 1, outer + 1, inner + thick * 0.7, contrasting_ink(base, rng), thick * 0.1)
    return sheet.done(float(rng.uniform(3, 25)), rng)


def frame(rng: RandomSource, wide: float, deep: float, per_mm: float) -> TableProp:
    """The wall of an oblong dice tray round an inside of `wide` x `deep` mm."""
    thick = float(rng.uniform(4, 14))
    sheet = DrawnSheet(wide + 2 * thick, deep + 2 * thick, min(per_mm, 6.0))
    corner = float(rng.uniform(0, 12))
    material = str(rng.choice(["wood", "wood", "dark", "plain", "felt"]))
    sheet.block(0, 0, sheet.wide, sheet.deep, (0, 0, 0), corner + thick)
    h, w = sheet.picture.shape[:2]
    sheet.picture[..., :3] = np.tile(ground.material_tile(material, int(rng.integers(24))), (2, 2, 1))[:h, :w]
    hole = DrawnSheet(sheet.wide, sheet.deep, sheet.per_mm)
    hole.block(thick, thick, wide, deep, (0, 0, 0), corner)
    sheet.picture[..., 3] -= np.minimum(sheet.picture[..., 3], hole.picture[..., 3])
    return TableProp(sheet.picture, sheet.per_mm, float(rng.uniform(8, 24)))


def cloth(rng: RandomSource, wide: float, deep: float, per_mm: float, circle: bool) -> TableProp:
    """A piece of any ground, oblong or round, to lie under dice."""
    sheet = DrawnSheet(wide, deep, min(per_mm, 8.0))
    if circle:
        sheet.disc(wide / 2, deep / 2, min(wide, deep) / 2 - 1, (0, 0, 0))
    else:
        sheet.block(0, 0, wide, deep, (0, 0, 0), float(rng.choice([0, 0, 5, 20])))
    h, w = sheet.picture.shape[:2]
    material = str(rng.choice(["felt", "wood", "plain", "cloth", "carpet", "squares", "dark", "board"]))
    tile = ground.material_tile(material, int(rng.integers(24)))
    whole = np.tile(tile, (-(-h // ground.TILE_PX), -(-w // ground.TILE_PX), 1))
    sheet.picture[..., :3] = whole[:h, :w]
    return TableProp(sheet.picture, sheet.per_mm, 0.3)
