"""A scene: everything that lies on one table under one light, before one camera."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from hardware.arrays import Image
from hardware.scene.objects.dice import SceneDie
from hardware.scene.objects.hand import SceneHand
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.light import Light
from hardware.scene.optics.view import CameraView
from hardware.scene.world.cards import SceneCard
from hardware.scene.world.clutter import PlacedProp


@dataclass(frozen=True)
class TableTop:
    """The table top: a material, how it is laid and coloured, and the mat on it (layout data, or None).

    `board` lies in the place of the mat, if there is one: `PX_PER_MM` of `objects.mat` px a mm.
    """

    material: str
    variant: int
    tile_mm: float = 256.0
    turn: float = 0.0
    shift: tuple[float, float] = (0.0, 0.0)
    tint: tuple[float, float, float] = (1.0, 1.0, 1.0)
    mat: Mapping[str, Any] | None = field(default=None, compare=False)
    board: Image | None = field(default=None, compare=False)


@dataclass(frozen=True, eq=False)
class Scene:
    """What `render` draws. All of it is data; two renderings of one scene are equal."""

    view: CameraView
    table: TableTop
    light: Light
    lens: Lens
    dice: tuple[SceneDie, ...]
    seed: int
    props: tuple[PlacedProp, ...] = ()
    hand: SceneHand | None = None
    cards: tuple[SceneCard, ...] = ()
    """Cards under the dice, the lowest first."""
