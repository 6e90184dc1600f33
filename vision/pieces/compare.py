"""Taught faces compared with what lies there, all with all, in the colours in which they were made."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class CompareLimits:
    """How a face may differ from how it was taught."""

    gain_range: tuple[float, float] = (0.45, 1.8)
    """The contrast that a face may have, as shares of what was taught."""
    max_lift: float = 60.0
    """The picture values by which a face may be lighter or darker."""
    tint_share: float = 0.8
    """How much of the best tint is taken,"""
    max_tint: float = 1.25
    """and how strong it may be."""
    lightest_share: float = 0.08
    """So much of each face is its lightest part."""
    max_white_gain: float = 1.3
    """Lightest parts that differ by more (as shares, each colour) are not of one paper."""


LIMITS = CompareLimits()


def on_one_paper(faces: Mapping[str, Image]) -> dict[str, Image]:
    """Taught faces (BGR, any further channel kept) as under one light: each picture that taught one had a white balance
    of its own. What is lightest on all of them is one paper or ink."""
    lightest = {name: _lightest(face) for name, face in faces.items()}
    usual = np.median(np.stack([*lightest.values()]), axis=0)
    made = {}
    for name, face in faces.items():
        gain = usual / lightest[name]
        same = bool((gain < LIMITS.max_white_gain).all() and (gain > 1 / LIMITS.max_white_gain).all())
        colours = np.clip(face[..., :3] * (gain if same else 1.0), 0, 255).round().astype(np.uint8)
        made[name] = np.asarray(np.dstack([colours, face[..., 3:]]), np.uint8)
    return made


def _lightest(face: Image) -> Floats:
    """The mean colour (3) of the lightest part of a face's middle."""
    cut = max(len(face) // 12, 1)
    px = face[cut:-cut, cut:-cut, :3].reshape(-1, 3).astype(np.float32)
    grey = px.mean(1)
    return np.asarray(px[grey >= np.quantile(grey, 1 - LIMITS.lightest_share)].mean(0) + 1, np.float32)


def errors(views: Floats, faces: Floats) -> tuple[Floats, Floats]:
    """How far (mean square) each face (faces, px, 3) is off each view (views, px, 3), and how alike they are
    (correlation): each face with the contrast, lightness and tint that suit it best, within what may be.

    One tint is allowed each face, for each was taught from a picture with a white balance of its own.
    """
    count = views.shape[1]
    sum_v, sum_f = views.mean(1), faces.mean(1)
    both = np.stack([views[..., c] @ faces[..., c].T for c in range(3)]) / count
    square_v, square_f = (views**2).mean(1), (faces**2).mean(1)
    mean_v, mean_f = sum_v.mean(1)[:, None], sum_f.mean(1)[None]
    joint = both.mean(0) - mean_v * mean_f
    own_v, own_f = square_v.mean(1)[:, None] - mean_v**2, square_f.mean(1)[None] - mean_f**2
    gain = np.clip(joint / np.maximum(own_f, 1.0), *LIMITS.gain_range)
    lift = np.clip(mean_v - gain * mean_f, -LIMITS.max_lift, LIMITS.max_lift)
    error = np.zeros_like(joint)
    for c in range(3):
        v, f = sum_v[:, c, None], sum_f[None, :, c]
        best = (both[c] - lift * f) / (gain * square_f[None, :, c] + 1.0)
        tint = np.clip(1 + LIMITS.tint_share * (best - 1), 1 / LIMITS.max_tint, LIMITS.max_tint) * gain
        error += square_v[:, c, None] + tint**2 * square_f[None, :, c] + lift**2
        error += 2 * (lift * tint * f - tint * both[c] - lift * v)
    return np.asarray(error / 3, np.float32), np.asarray(joint / np.sqrt(own_v * own_f + 1.0), np.float32)


def structure(view: Floats, face: Floats) -> float:
    """How alike a view (px, 3) and a face are but for the mean of each colour (correlation)."""
    v, f = view - view.mean(0), face - face.mean(0)
    return float((v * f).sum() / np.sqrt((v * v).sum() * (f * f).sum() + 1.0))
