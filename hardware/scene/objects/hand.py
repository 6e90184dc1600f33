"""A hand with its forearm that reaches over the table: drawn once, then moved about."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache

import cv2
import numpy as np

from hardware.arrays import Floats, Image, Matrix
from hardware.scene.optics import tone
from hardware.scene.optics.view import CameraView, array

SKINS = ((168, 198, 235), (120, 160, 214), (90, 128, 190), (62, 92, 146), (42, 62, 100), (150, 176, 226))
SLEEVES = ((90, 60, 40), (40, 40, 44), (60, 90, 60), (70, 60, 150), (190, 190, 195), (150, 110, 60))
"""Colours B, G, R."""


@dataclass(frozen=True, slots=True)
class HandMeasures:
    """How a hand is drawn, and how high it is."""

    height_mm: float = 45.0
    """Above the table."""
    sprite_px_per_mm: float = 2.0
    palm_mm: tuple[float, float] = (130.0, 125.0)
    """Where the palm lies in the sprite."""


MEASURES = HandMeasures()

_FINGERS_MM = (
    ((-30, 12), (-52, -14), (-60, -36), 20),
    ((-24, -36), (-30, -66), (-33, -86), 18),
    ((-5, -42), (-5, -74), (-5, -97), 18),
    ((13, -40), (18, -70), (21, -90), 17),
    ((29, -30), (39, -54), (44, -70), 15),
)
"""Root, joint and tip of each finger about the palm, and its width."""


@dataclass(frozen=True)
class SceneHand:
    """A hand whose palm is over the table point (x, y) mm, its arm coming from the direction `way` (radians)."""

    x: float
    y: float
    way: float
    skin: int = 0
    sleeve: int = 0


def draw_hand(light: Floats, view: CameraView, hand: SceneHand, shadow: float = 0.7) -> Floats:
    """The light of the table (h, w, 3) with the hand in it: first its soft shadow, then itself."""
    sprite = _sprite(hand.skin % len(SKINS), hand.sleeve % len(SLEEVES))
    dark = _warped(sprite[..., 3], view, _lie(view, hand, 0.0, (14.0, -10.0)), 4)
    shaded = light.copy()
    _lay(shaded, 1 - shadow * cv2.GaussianBlur(dark, (0, 0), 7), None)
    skin = _warped(sprite, view, _lie(view, hand, MEASURES.height_mm, (0.0, 0.0)), 2)  # no sharper than that anyway
    _lay(shaded, 1 - skin[..., 3], skin[..., :3])
    return shaded


def _warped(sprite: Floats, view: CameraView, lie: Matrix, shrink: int) -> Floats:
    """The sprite as the camera sees it, at a part of the picture's size."""
    there = np.diag([1 / shrink, 1 / shrink, 1.0]) @ lie
    return array(cv2.warpAffine(sprite, there[:2], (view.size_px[0] // shrink, view.size_px[1] // shrink)))


def _lay(light: Floats, kept: Floats, added: Floats | None) -> None:
    """Keeps this share (h, w) of the light and adds this (h, w, 3), both of smaller size, where they change it."""
    by = light.shape[1] // kept.shape[1]
    x, y, w, h = cv2.boundingRect((kept < 0.998).astype(np.uint8))
    if not w or not h:
        return
    small = np.s_[y : y + h, x : x + w]
    part = light[by * y : by * (y + h), by * x : by * (x + w)]
    share = cv2.resize(kept[small], part.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    mixed = cv2.multiply(part, cv2.merge([share, share, share]))
    if added is not None:
        mixed = cv2.add(mixed, cv2.resize(added[small], part.shape[1::-1], interpolation=cv2.INTER_LINEAR))
    part[:] = mixed


def _lie(view: CameraView, hand: SceneHand, height: float, shift: tuple[float, float]) -> Matrix:
    """The affine map (3, 3) from the sprite to the picture: at that height the perspective within a hand is small."""
    c, s = np.cos(hand.way), np.sin(hand.way)
    ahead, side = np.array([-c, -s]), np.array([-s, c])
    middle = np.array([hand.x + shift[0], hand.y + shift[1]])
    points = np.array([[*middle, height], [*(middle + 50 * ahead), height], [*(middle + 50 * side), height]])
    seen = view.project(array(points))
    own = array(
        [
            MEASURES.palm_mm,
            (MEASURES.palm_mm[0], MEASURES.palm_mm[1] - 50),
            (MEASURES.palm_mm[0] + 50, MEASURES.palm_mm[1]),
        ]
    ) * np.float32(MEASURES.sprite_px_per_mm)
    return np.vstack([cv2.getAffineTransform(own, seen), [0, 0, 1]])


@lru_cache(maxsize=2)
def _sprite(skin: int, sleeve: int) -> Floats:
    """The hand seen from above, fingers up: (h, w, 4), light times cover, and cover."""
    size = (round(260 * MEASURES.sprite_px_per_mm), round(560 * MEASURES.sprite_px_per_mm))
    bare = np.zeros(size[::-1], np.uint8)
    for root, joint, tip, wide in _FINGERS_MM:
        _limb(bare, [(0, 0), root, joint, tip], wide)
    _limb(bare, [(0, -14), (2, 30)], 66)
    _limb(bare, [(0, 20), (0, 120)], 50)
    cloth = np.zeros_like(bare)
    _limb(cloth, [(0, 130), (0, 460)], 84)
    colour = np.empty((*bare.shape, 3), np.float32)
    colour[:] = SKINS[skin]
    colour *= _rounded(bare, 22)[..., None]
    colour[cloth > 0] = (array(SLEEVES[sleeve]) * _rounded(cloth, 60)[..., None])[cloth > 0]
    grain = 3 * np.random.default_rng(5).standard_normal(bare.shape, np.float32)
    colour += cv2.GaussianBlur(grain, (0, 0), 1.5)[..., None] * 2
    cover = cv2.GaussianBlur(np.maximum(bare, cloth), (0, 0), 1.2)
    return tone.premultiplied(np.dstack([np.clip(colour, 0, 255).astype(np.uint8), cover]))


def _limb(canvas: Image, line: list[tuple[float, float]], wide: float) -> None:
    points = (np.array(line) + MEASURES.palm_mm) * MEASURES.sprite_px_per_mm
    for a, b in zip(points[:-1].round().astype(int).tolist(), points[1:].round().astype(int).tolist(), strict=True):
        cv2.line(canvas, a, b, 255, round(wide * MEASURES.sprite_px_per_mm), cv2.LINE_AA)


def _rounded(cover: Image, depth: float) -> Floats:
    """Brightness (h, w) of a round body with this outline: darker towards its edges."""
    inside = cv2.distanceTransform((cover > 127).astype(np.uint8), cv2.DIST_L2, 5) / np.float32(
        depth * MEASURES.sprite_px_per_mm
    )
    inside = np.clip(cv2.GaussianBlur(inside, (0, 0), 4), 0, 1)
    return array(0.5 + 0.55 * np.sqrt(np.maximum(1 - (1 - inside) ** 2, 0)))
