"""Which faces of a taught set could be taken for which on a mat: told from the faces themselves, before anybody plays.

Each face is looked at as a camera would show it, a little soft, in a lamp's colour, with noise, and held against those
that are most like it.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import cv2
import numpy as np

from vision.mat_cards.close_look import LIMITS as CLOSE
from vision.mat_cards.close_look import CloseFaces, CloseView, FaceWay
from vision.mat_cards.correlate import Pose
from vision.mat_cards.naming import p_close
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class ConfusionLimits:
    """How a taught face is looked at, and when two are told of."""

    blur_px: float = 1.6
    """How soft a camera above the table shows a card, at the scale of a close look,"""
    noise_values: float = 3.0
    """how noisy,"""
    tint_bgr: tuple[float, float, float] = (0.72, 0.82, 0.88)
    """and in which lamp's colour."""
    rivals: int = 3
    """A face is held against so many that are most like it."""
    least_sure: float = 0.97
    """A face that is less probable than this beside another could be taken for it."""
    seed: int = 11
    """Of the noise: the same set is told the same twice."""


LIMITS = ConfusionLimits()


@dataclass(frozen=True, slots=True)
class Confusion:
    """A face that could be taken for another, and how probably it is named rightly beside it."""

    face: str
    other: str
    p_right: float


def confusions(pictures: Mapping[str, Image], size_mm: tuple[float, float]) -> tuple[Confusion, ...]:
    """The faces (BGR, edge to edge, by name) that could be taken for others, the least sure first."""
    faces = CloseFaces(pictures, size_mm)
    rng = np.random.default_rng(LIMITS.seed)
    found = []
    for number, name in enumerate(faces.names):
        rivals = faces.likest(number, LIMITS.rivals)
        view, free = _shown(faces.images[number], rng)
        pose = Pose(free.shape[1] / 2, free.shape[0] / 2, 0.0)
        fit = faces.compared(view, free, 1.0, pose, [FaceWay(each) for each in (number, *rivals)])
        found += [
            Confusion(name, faces.names[rival], p)
            for rival, lead in zip(rivals, (fit.behind[1:] - fit.behind[0]).tolist(), strict=True)
            if (p := p_close(lead)) < LIMITS.least_sure
        ]
    return tuple(sorted(found, key=lambda one: one.p_right))


def _shown(face: Image, rng: np.random.Generator) -> tuple[CloseView, Floats]:
    """A face in a picture as a camera shows it, on a grey ground, and a mask of all of it at a px a mm."""
    pad = 24
    ground = cv2.copyMakeBorder(face, pad, pad, pad, pad, cv2.BORDER_CONSTANT, value=(128, 128, 128))
    soft = cv2.GaussianBlur(ground, (0, 0), LIMITS.blur_px) * np.array(LIMITS.tint_bgr)
    made = np.clip(soft + rng.normal(0, LIMITS.noise_values, ground.shape), 0, 255).astype(np.uint8)
    high, wide = (round(side / CLOSE.px_per_mm) for side in made.shape[:2])
    to_px = np.diag([CLOSE.px_per_mm, CLOSE.px_per_mm, 1.0])
    to_px[:2, 2] = -0.5
    return CloseView(made, to_px), np.ones((high, wide), np.float32)
