"""Where cards may lie, from keypoints: each that resembles one of a taught face says how its card would lie.

All faces of a deck share one frame, so keypoints vote together even where it is not clear yet which face they belong
to: the votes find cards half hidden under others, where no outline can be followed.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import cv2
import numpy as np

from vision.cards.deck.deck import Keypoints
from vision.cards.deck.geometry import area
from vision.reading import Bytes, Doubles, Floats, Image, Indices, Mask


@dataclass(frozen=True, slots=True)
class KeypointLimits:
    """Which keypoints vote, and which votes agree."""

    taught_keypoints: int = 140
    """Keypoints kept of each face."""
    picture_keypoints: int = 1400
    """Keypoints sought in a picture."""
    work_px: int = 1000
    """Keypoints are sought in the picture shrunk to this many px on its long side."""
    alike_cosine: float = 0.82
    """Least likeness (cosine) of a keypoint to a taught one to have a vote."""
    votes_each: int = 3
    """How many taught keypoints each keypoint votes for."""
    compared_at_once: int = 200
    """So many keypoints are compared with all taught ones at once: all of them with all would take 70 MB."""
    seeds: int = 160
    """So many votes are tried as the middle of a cluster."""
    near_share: float = 0.14
    """Votes agree whose centres lie within this part of a width,"""
    size_nats: float = 0.2
    """sizes within this e-fold,"""
    turn_rad: float = 0.3
    """and turns within this."""
    off_share: float = 0.035
    """A card lies so that keypoints are off by no more than this part of its width,"""
    least_inliers: int = 6
    """so many of them at least,"""
    least_spread: float = 0.25
    """which lie apart on it by this part of its width;"""
    slant_gain: float = 1.15
    """and it is slanted if that makes so many times as many agree."""


LIMITS = KeypointLimits()


TWO_PI = np.float32(2 * np.pi)


def strongest_keypoints(image: Image, most: int, unit: float = 1.0) -> Keypoints:
    """The strongest keypoints of a picture (BGR uint8), lengths in `unit` px."""
    sift: Any = cv2.SIFT_create  # type: ignore[attr-defined]  # not in the stubs
    found, descriptors = sift(nfeatures=most, contrastThreshold=0.025).detectAndCompute(
        cv2.cvtColor(image, cv2.COLOR_BGR2GRAY), None
    )
    if descriptors is None or not len(found):
        return Keypoints.none()
    rooted = np.sqrt(descriptors / np.maximum(descriptors.sum(axis=1, keepdims=True), 1e-9))
    places = [(k.pt[0] / unit, k.pt[1] / unit, k.size / unit, np.radians(k.angle)) for k in found]
    return Keypoints(np.asarray(np.minimum(rooted * 512, 255), np.uint8), np.asarray(places, np.float32))


def picture_keypoints(image: Image, part: tuple[int, int, int, int] | None = None) -> Keypoints:
    """The keypoints of a whole picture, or of a `part` (left, top, right, bottom px) of it, in its px."""
    left, top, right, bottom = part or (0, 0, image.shape[1], image.shape[0])
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    there = image[top:bottom, left:right]
    work = cv2.resize(there, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else there
    found = strongest_keypoints(np.asarray(work, np.uint8), LIMITS.picture_keypoints, scale)
    return Keypoints(found.descriptors, found.places + np.array([left, top, 0, 0], np.float32))


def quads_by_votes(picture: Keypoints, taught: Keypoints, tall: float, most: int = 24) -> list[Floats]:
    """Quads (4, 2) in px on which votes agree, clockwise from the frame's top left, those with most votes first.

    `tall` is the height of the frame in card widths.
    """
    if len(picture) < 3 or not len(taught):
        return []
    scene, model = _pairs(picture, taught)
    votes = _votes(picture.places[scene], taught.places[model], tall)
    found: list[Floats] = []
    free = np.ones(len(scene), bool)
    while len(found) < most:
        chosen = _densest(votes, free)
        if len(np.unique(scene[chosen])) < 4:
            break
        quad = _quad(taught.places[model[chosen], :2], picture.places[scene[chosen], :2], votes[chosen], tall)
        if quad is not None:
            found.append(quad)
        free[np.isin(scene, scene[chosen]) & _agree(votes, votes[chosen].mean(axis=0), 1.5)] = False
        free[chosen] = False
    return found


def _pairs(picture: Keypoints, taught: Keypoints) -> tuple[Indices, Indices]:
    """The numbers of keypoints that look alike: for each of the picture the taught ones most alike."""
    looks, descriptors = (_unit(k.descriptors) for k in (picture, taught))
    found = []
    for start in range(0, len(looks), LIMITS.compared_at_once):
        likeness = looks[start : start + LIMITS.compared_at_once] @ descriptors.T
        rows, columns = np.nonzero(likeness > LIMITS.alike_cosine)
        order = np.lexsort((-likeness[rows, columns], rows))
        rows, columns = rows[order], columns[order]
        chosen = np.arange(len(rows)) - np.searchsorted(rows, rows) < LIMITS.votes_each
        found.append((rows[chosen] + start, columns[chosen]))
    scene, model = (np.concatenate(numbers) for numbers in zip(*found, strict=True))
    return scene, model


def _unit(descriptors: Bytes) -> Floats:
    values = descriptors.astype(np.float32)
    return np.asarray(values / np.maximum(np.linalg.norm(values, axis=1, keepdims=True), 1e-6), np.float32)


def _votes(scene: Floats, model: Floats, tall: float) -> Floats:
    """For each pair the card it speaks for: centre x, y (px), log of the width in px, turn in radians."""
    width = scene[:, 2] / model[:, 2]
    turn = scene[:, 3] - model[:, 3]
    away = (np.array([0.5, tall / 2], np.float32) - model[:, :2]) * width[:, None]
    c, s = np.cos(turn), np.sin(turn)
    x = scene[:, 0] + c * away[:, 0] - s * away[:, 1]
    y = scene[:, 1] + s * away[:, 0] + c * away[:, 1]
    return np.stack([x, y, np.log(width), turn], axis=1).astype(np.float32)


def _agree(votes: Floats, vote: Floats, loose: float = 1.0) -> Mask:
    reach = loose * LIMITS.near_share * np.exp(vote[2])
    apart = np.abs(votes[:, 3] - vote[3]) % TWO_PI
    apart = np.minimum(apart, TWO_PI - apart)
    near = (np.abs(votes[:, 0] - vote[0]) < reach) & (np.abs(votes[:, 1] - vote[1]) < reach)
    return np.asarray(
        near & (np.abs(votes[:, 2] - vote[2]) < loose * LIMITS.size_nats) & (apart < loose * LIMITS.turn_rad)
    )


def _agreeing(votes: Floats, seeds: Floats) -> Indices:
    """How many votes agree with each seed."""
    reach = LIMITS.near_share * np.exp(seeds[:, 2, None])
    near = np.abs(votes[None, :, 0] - seeds[:, 0, None]) < reach
    near &= np.abs(votes[None, :, 1] - seeds[:, 1, None]) < reach
    near &= np.abs(votes[None, :, 2] - seeds[:, 2, None]) < LIMITS.size_nats
    apart = np.abs(votes[None, :, 3] - seeds[:, 3, None]) % TWO_PI
    near &= np.minimum(apart, TWO_PI - apart) < LIMITS.turn_rad
    return np.asarray(near.sum(axis=1))


def _densest(votes: Floats, free: Mask) -> Indices:
    """The free votes round the one with which most agree."""
    candidates = np.flatnonzero(free)
    if len(candidates) < 4:
        return candidates[:0]
    pool = votes[candidates]
    seeds = pool[:: max(1, len(pool) // LIMITS.seeds)]
    counts = np.zeros(len(seeds), int)
    for start in range(0, len(seeds), 32):
        counts[start : start + 32] = _agreeing(pool, seeds[start : start + 32])
    best = _agree(pool, seeds[int(counts.argmax())])
    middle = np.median(pool[best], axis=0)
    again = _agree(pool, np.asarray(middle, np.float32))
    return candidates[again if again.sum() >= best.sum() else best]


def _quad(model: Floats, scene: Floats, votes: Floats, tall: float) -> Floats | None:
    width = float(np.exp(np.median(votes[:, 2])))
    corners = np.array([[0, 0], [1, 0], [1, tall], [0, tall]])
    spread = np.ptp(model, axis=0).min() if len(model) else 0.0
    affine = _laid(model, scene, LIMITS.off_share * width) if spread > LIMITS.least_spread else None
    if affine is not None:
        stretch = np.linalg.svd(affine[:, :2])[1]
        if stretch[0] < 1.7 * stretch[1] and 0.7 < np.sqrt(stretch[0] * stretch[1]) / width < 1.4:
            quad = np.asarray(corners @ affine[:, :2].T + affine[:, 2], np.float32)
            if area(quad) > 0:
                return quad
    x, y, _, turn = (*np.median(votes[:, :3], axis=0), float(np.angle(np.exp(1j * votes[:, 3]).mean())))
    c, s = np.cos(turn) * width, np.sin(turn) * width
    return np.asarray((corners - (0.5, tall / 2)) @ np.array([[c, s], [-s, c]]) + (x, y), np.float32)


def _laid(model: Floats, scene: Floats, most_off: float) -> Doubles | None:
    """The affine map (2, 3) of places on a card (N, 2) to most of those in the picture (N, 2), to so many px; None if
    few agree.

    One without slant is taken unless a slant explains clearly more: it would explain some by chance.
    """
    found = [
        estimate(model.astype(np.float64), scene.astype(np.float64), ransacReprojThreshold=most_off, maxIters=300)
        for estimate in (cv2.estimateAffinePartial2D, cv2.estimateAffine2D)
    ]
    agree = [0 if affine is None else int(inliers.sum()) for affine, inliers in found]
    best = int(agree[1] > LIMITS.slant_gain * agree[0])
    return np.asarray(found[best][0], np.float64) if agree[best] >= LIMITS.least_inliers else None
