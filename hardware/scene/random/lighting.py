"""Light as rooms have it: windows, lamps, dusk; gradients, stripes of sun, the shadow of who takes the picture."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from hardware.arrays import Floats
from hardware.scene.optics.lens import gaussian_blur
from hardware.scene.optics.light import DirectionalLight, Light
from hardware.scene.optics.view import array


@dataclass(frozen=True, slots=True)
class LightMapScale:
    """How finely light varies over a picture."""

    shrink: int = 4
    """Px of the picture to one of its maps of gain and glare."""


SCALE = LightMapScale()


def random_light(rng: np.random.Generator, size: tuple[int, int], wild: bool = False) -> Light:
    """The light of some room for a picture of `size` px; `wild`: also bad light."""
    warm = float(rng.normal(0, 0.10))
    sky_share = float(rng.uniform(0.3, 0.85))
    sky = (sky_share * (1 - warm * 0.4), sky_share, sky_share * (1 + warm * 0.4))
    count = int(rng.choice([1, 2, 3], p=[0.6, 0.3, 0.1]))
    lamps = tuple(_lamp(rng, (1 - sky_share) / count, warm) for _ in range(count))
    return Light(
        sky,
        lamps,
        reflected=tuple(_window(rng) for _ in range(int(rng.integers(0, 5)))),
        gain_map=_field(rng, size, wild),
        glare_map=_glare(rng, size) if rng.random() < (0.2 if wild else 0.1) else None,
    )


def _lamp(rng: np.random.Generator, power: float, warm: float) -> DirectionalLight:
    high = float(np.radians(rng.uniform(28, 85)))
    way = float(rng.uniform(0, 2 * np.pi))
    tint = float(rng.normal(warm, 0.12))
    power = power / np.sin(high)
    spread = float(rng.choice([0.02, 0.08, 0.2, 0.4], p=[0.2, 0.3, 0.3, 0.2]))
    towards = (float(np.cos(high) * np.cos(way)), float(np.cos(high) * np.sin(way)), float(np.sin(high)))
    return DirectionalLight(towards, (power * (1 - tint), power, power * (1 + tint)), spread)


def _window(rng: np.random.Generator) -> DirectionalLight:
    """Something bright that only mirrors show: often low over the table, sometimes overhead."""
    high, way = float(np.radians(rng.uniform(0, 75))), float(rng.uniform(0, 2 * np.pi))
    towards = (float(np.cos(high) * np.cos(way)), float(np.cos(high) * np.sin(way)), float(np.sin(high)))
    power = float(rng.uniform(0.2, 1.6))
    return DirectionalLight(towards, (power, power, power), float(rng.uniform(0.05, 0.9)))


def _grid(size: tuple[int, int]) -> tuple[Floats, Floats]:
    w, h = size[0] // SCALE.shrink, size[1] // SCALE.shrink
    x, y = np.meshgrid(np.linspace(-1, 1, w, dtype=np.float32), np.linspace(-1, 1, h, dtype=np.float32))
    return x, y


def _field(rng: np.random.Generator, size: tuple[int, int], wild: bool) -> Floats:
    """Light (h / 4, w / 4, 3) over the picture: exposure, fall-off, gradient, stripes and cast shadows."""
    x, y = _grid(size)
    way = rng.uniform(0, 2 * np.pi)
    slant = (np.cos(way) * x + np.sin(way) * y) * rng.uniform(0, 0.3 if wild else 0.22)
    fall = 1 - rng.uniform(0, 0.22) * (x * x + y * y) / 2
    spots = cv2.resize(rng.normal(0, 0.07, (3, 4)).astype(np.float32), x.shape[::-1], interpolation=cv2.INTER_CUBIC)
    exposure = rng.uniform(0.8, 1.15) if not wild else rng.choice([rng.uniform(0.75, 1.2), rng.uniform(0.35, 1.3)])
    gain = (exposure * fall * (1 + slant + spots)).astype(np.float32)
    if rng.random() < (0.35 if wild else 0.15):
        gain *= _shade(rng, x, y)
    if rng.random() < (0.12 if wild else 0.05):
        gain *= _stripes(rng, x, y)
    colours = np.repeat(gain[..., None], 3, 2)
    if wild and rng.random() < 0.2:
        shift = np.clip(0.5 + (np.cos(way + 1) * x + np.sin(way + 1) * y), 0, 1)[..., None]
        colours = colours * (1 + shift * rng.normal(0, 0.08, 3).astype(np.float32))
    return array(np.clip(colours, 0.05, 2.4).astype(np.float32) ** 2)  # drawn evenly as eyes see it


def _shade(rng: np.random.Generator, x: Floats, y: Floats) -> Floats:
    """The shadow of something out of view, hand, head or curtain: soft or sharp at its edge."""
    canvas = np.zeros(x.shape, np.uint8)
    h, w = x.shape
    side = rng.uniform(0, 2 * np.pi)
    root = np.array([w / 2 + np.cos(side) * w * 0.7, h / 2 + np.sin(side) * h * 0.7])
    tip = np.array([w, h]) * rng.uniform(0.2, 0.8, 2)
    for _ in range(int(rng.integers(1, 5))):
        end = tip + rng.normal(0, 0.12 * h, 2)
        thick = int(rng.uniform(0.04, 0.5) * h)
        cv2.line(
            canvas, tuple(root.astype(int).tolist()), tuple(end.astype(int).tolist()), 255, max(thick, 2), cv2.LINE_AA
        )
    wide = float(rng.choice([0.8, rng.uniform(2, 20)]))
    hidden = gaussian_blur(canvas, wide).astype(np.float32) / 255
    return (1 - hidden * rng.uniform(0.15, 0.5)).astype(np.float32)


def _stripes(rng: np.random.Generator, x: Floats, y: Floats) -> Floats:
    """Sun through blinds."""
    way, pitch = rng.uniform(0, np.pi), rng.uniform(4, 20)
    wave = np.sin((np.cos(way) * x + np.sin(way) * y) * pitch + rng.uniform(0, 6))
    edge = np.clip(wave * rng.uniform(2, 12), -1, 1) * 0.5 + 0.5
    return array((1 - rng.uniform(0.2, 0.5) * edge).astype(np.float32))


def _glare(rng: np.random.Generator, size: tuple[int, int]) -> Floats:
    """A lamp or window mirrored dimly by the table top (h / 4, w / 4)."""
    x, y = _grid(size)
    a, b = rng.uniform(-1, 1, 2)
    wide, tall = rng.uniform(0.08, 0.5, 2)
    spot = np.exp(-(np.abs((x - a) / wide) ** 2 + np.abs((y - b) / tall) ** 2))
    return array((spot * rng.uniform(0.03, 0.3)).astype(np.float32))
