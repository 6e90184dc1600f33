"""The light on a printed board where a hard shadow lies on part of it: of blinds, a head, a shelf.

Such light has two levels, and sharp edges between them; beside that it changes slowly. A px of the bare board is as
light as its print at one of the two, and of the same hue; tokens mostly are of another. So these px tell the levels,
and about themselves which of them it is.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat.two_lights import two_lights
from vision.reading import Doubles, Floats, Mask


@dataclass(frozen=True, slots=True)
class BoardLightLimits:
    """How a shadow is told."""

    cell_mm: float = 2.0
    """Light is told by cells of this size."""
    dark: float = 8.0
    """Added to picture values: black is never quite black."""
    hue_off: float = 0.12
    """A cell of which a colour is further off its print, made as light, than this share of its lightness"""
    least_hue_off: float = 12.0
    """and than so many picture values, is not of the board."""
    rounds: int = 6
    """In so many rounds the levels are told, and where each is."""
    near_mm: float = 3.0
    """Cells as near as this (spread) say which level is where something lies."""
    edge_mm: float = 0.7
    """Edges are so soft (spread),"""
    slack_mm: float = 3.0
    """and lie no further than this from where they are told to be."""


LIMITS = BoardLightLimits()


@dataclass(frozen=True, eq=False)
class BoardLight:
    """How light (H, W) each px is, against where it is lightest, and the least and the most that it may be."""

    level: Floats
    least: Floats
    most: Floats


def board_light(made: Floats, bare: Floats, px_per_mm: float) -> BoardLight | None:
    """The light on a board from above, in the colours it was made in, given how it would look bare: both (H, W, 3), 0
    to 255. None where no hard shadow lies on it."""
    cell = 1 / (LIMITS.cell_mm * px_per_mm)
    now, then = (cv2.resize(each, None, fx=cell, fy=cell, interpolation=cv2.INTER_AREA) for each in (made, bare))
    now, then = np.maximum(now, 0) + LIMITS.dark, then + LIMITS.dark
    grey = now.mean(2, keepdims=True)
    hues = np.abs(now - then * (grey / then.mean(2, keepdims=True))).max(2)
    told = hues < np.maximum(LIMITS.hue_off * grey[..., 0], LIMITS.least_hue_off)
    found = _shadow(np.log(now.mean(2) / then.mean(2)).astype(np.float64), told)
    if found is None:
        return None
    shadow, step = found
    spread = LIMITS.near_mm / LIMITS.cell_mm
    dark, all_told = (
        cv2.GaussianBlur(each.astype(np.float32), (0, 0), spread) for each in (shadow & told, told)
    )
    share = cv2.resize(dark / np.maximum(all_told, 1e-6), made.shape[1::-1], interpolation=cv2.INTER_LINEAR)
    depth = cv2.GaussianBlur((share > 0.5).astype(np.float32), (0, 0), LIMITS.edge_mm * px_per_mm)
    level = np.exp(-step * depth).astype(np.float32)
    near = np.ones((2 * round(LIMITS.slack_mm * px_per_mm) + 1,) * 2, np.uint8)
    return BoardLight(level, cv2.erode(level, near), cv2.dilate(level, near))


def _shadow(light: Doubles, told: Mask) -> tuple[Mask, float] | None:
    """Which cells (H, W) of a board with this `light` (log) are in a hard shadow, and how much darker that is; None if
    there is no such. `told` are those of the board."""
    v, u = np.mgrid[: light.shape[0], : light.shape[1]] / max(light.shape) - 0.5
    terms = np.stack([np.ones_like(u), u, v, u * u, v * v, u * v], -1)
    shadow, found = np.zeros(light.shape), None
    for _ in range(LIMITS.rounds):
        rows = np.concatenate([terms, -shadow[..., None]], -1)[told]
        fit = np.linalg.lstsq(rows, light[told], rcond=None)[0]
        even = light - terms @ fit[:-1]  # without what changes slowly
        levels = two_lights(even[told])
        if levels is None:
            return None
        dark = even < sum(levels) / 2
        found = dark, levels[1] - levels[0]
        if (dark == shadow).all():
            break
        shadow = dark.astype(np.float64)
    return found
