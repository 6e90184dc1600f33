"""Taught faces compared with what lies there, all with all, in the colours in which they were made."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np

from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class CompareLimits:
    """How a face may differ from how it was taught."""

    gain_range: tuple[float, float] = (0.25, 1.8)
    """The contrast that a face may have, as shares of what was taught: a lamp that it mirrors veils it,"""
    lift_range: tuple[float, float] = (-60.0, 180.0)
    """and makes it lighter by so many picture values; shadows make it darker."""
    tint_share: float = 0.8
    """How much of the best tint is taken,"""
    max_tint: float = 1.25
    """and how strong it may be."""
    saturation_range: tuple[float, float] = (0.5, 1.3)
    """Its hues may be so many times as strong: a veil pales them."""
    lightest_share: float = 0.08
    """So much of each face is its lightest part."""
    max_white_gain: float = 1.3
    """Lightest parts that differ by more (as shares, each colour) are not of one paper."""
    least_light: float = 8.0
    """Picture values by which the right face is off at least, in fresh light and print,"""
    least_hue: float = 4.0
    """and its hues."""


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


@dataclass(frozen=True, slots=True)
class FaceErrors:
    """How far faces are off views, and how alike they are (correlation); all (views, faces).

    Mean squares, of what is off in light (the mean of the colours) and of what is off beside it, in hue.
    """

    light: Floats
    hue: Floats
    alike: Floats

    @classmethod
    def joined(cls, parts: Sequence[FaceErrors]) -> FaceErrors:
        """Those of some views, then of others."""
        return cls(*(np.concatenate(rows) for rows in zip(*((p.light, p.hue, p.alike) for p in parts), strict=True)))

    @property
    def all(self) -> Floats:
        """How far they are off in all."""
        return self.light + self.hue


@dataclass(frozen=True, eq=False)
class PreparedFaces:
    """Faces made ready to be compared with many views: `colours` (3, faces, px), and for each colour of each face the
    mean (faces, 3), the mean square (faces, 3), and the mean of the products of two colours (3, 3, faces)."""

    colours: Floats
    mean: Floats
    square: Floats
    products: Floats

    @classmethod
    def of(cls, faces: Floats) -> PreparedFaces:
        """From pictures (faces, px, 3)."""
        colours = np.ascontiguousarray(np.moveaxis(faces, 2, 0))
        products = np.einsum("cfp,dfp->cdf", colours, colours) / np.float32(faces.shape[1])
        return cls(colours, colours.mean(2).T, products[(0, 1, 2), (0, 1, 2)].T, products)

    def also(self, more: PreparedFaces) -> PreparedFaces:
        """These and more of as many px."""
        return PreparedFaces(
            np.concatenate([self.colours, more.colours], 1),
            np.concatenate([self.mean, more.mean]),
            np.concatenate([self.square, more.square]),
            np.concatenate([self.products, more.products], 2),
        )


def misfit(views: Floats, faces: PreparedFaces) -> FaceErrors:
    """How far each face is off each view (views, px, 3): each face with the contrast, lightness and tint that suit it
    best, within what may be.

    One tint is allowed each face, for each was taught from a picture with a white balance of its own.
    """
    count, grey = views.shape[1], views @ np.full(3, 1 / 3, np.float32)
    # sums over px by einsum: numpy's own means are slow where three colours lie innermost
    sum_v, sum_f = np.einsum("vpc->vc", views) / count, faces.mean
    both = np.stack([views[..., c] @ faces.colours[c].T for c in range(3)]) / count
    with_grey = np.stack([grey @ faces.colours[c].T for c in range(3)]) / count
    square_v, square_f = np.einsum("vpc,vpc->vc", views, views) / count, faces.square
    mean_v, mean_f = sum_v.mean(1)[:, None], sum_f.mean(1)[None]
    joint = both.mean(0) - mean_v * mean_f
    own_v, own_f = square_v.mean(1)[:, None] - mean_v**2, square_f.mean(1)[None] - mean_f**2
    gain = np.clip(joint / np.maximum(own_f, 1.0), *LIMITS.gain_range)
    lift = np.clip(mean_v - gain * mean_f, *LIMITS.lift_range)
    tints = np.stack([_tint(both[c] - lift * sum_f[None, :, c], gain, square_f[None, :, c]) for c in range(3)])
    # the face so tinted: its light and its hues, with themselves and with the view's
    of_face, of_both = (tints**2 * square_f.T[:, None]).mean(0), (tints * both).mean(0)
    pairs = ((c, d) for c in range(3) for d in range(c, 3))
    light_f = sum(tints[c] * tints[d] * faces.products[c, d] * (1 if c == d else 2) for c, d in pairs) / 9
    light_both, mean_light = (tints * with_grey).mean(0), (tints * sum_f.T[:, None]).mean(0)
    light_v = np.einsum("vp,vp->v", grey, grey)[:, None] / count
    light = light_v + light_f + lift**2 - 2 * light_both + 2 * lift * (mean_light - mean_v)
    hue_v, hue_f, hue_both = square_v.mean(1)[:, None] - light_v, of_face - light_f, of_both - light_both
    full = np.clip(hue_both / np.maximum(hue_f, 1.0), *LIMITS.saturation_range)
    hue = hue_v - 2 * full * hue_both + full**2 * hue_f
    alike = joint / np.sqrt(own_v * own_f + 1.0)
    return FaceErrors(*(np.asarray(part, np.float32) for part in (np.maximum(light, 0), np.maximum(hue, 0), alike)))


def off_by(errors: FaceErrors) -> Floats:
    """How far faces are off views (views, faces; mean squares) in light and hue, which count alike: skulls may be all
    alike but for their kerchiefs."""
    return np.sqrt((errors.light + LIMITS.least_light**2) * (errors.hue + LIMITS.least_hue**2))


def _tint(joint: Floats, gain: Floats, square: Floats) -> Floats:
    """How much lighter a colour of a face becomes: its gain, and of what suits it beside that most, within what may
    be."""
    best = joint / (gain * square + 1.0)
    limited = np.clip(1 + LIMITS.tint_share * (best - 1), 1 / LIMITS.max_tint, LIMITS.max_tint)
    return np.asarray(limited * gain, np.float32)


def structure(view: Floats, face: Floats) -> float:
    """How alike a view (px, 3) and a face are but for the mean of each colour (correlation)."""
    v, f = view - view.mean(0), face - face.mean(0)
    return float((v * f).sum() / np.sqrt((v * v).sum() * (f * f).sum() + 1.0))
