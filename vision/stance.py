"""Whether a die stands flat: what a small network sees of its outline, against what a flat die would show there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import judge, reader
from vision.finder import Find
from vision.mat import Mat

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]

FOCAL = 1.1
"""Where the mat's corners leave it open, the focal length is about so many widths of the picture."""
ROUND = 0.07
"""A die's rounded corners take this share off its outline."""
LENGTHS = np.exp(np.linspace(np.log(0.5), np.log(3), 60))
"""Focal lengths that are tried, in widths of the picture."""


def asides(network: Any, image: Image, finds: Sequence[Find], angles: Sequence[float], mat: Mat) -> list[float]:
    """For each find how far the body stands aside, under its upper face, from where a flat die's would, in sides.

    `angles` (degrees) tell how the faces are turned in the picture (BGR uint8).
    """
    if not finds:
        return []
    seen = reader.ask(network, [reader.cut(image, (f.x, f.y), f.size) for f in finds]).astype(np.float64)
    view = camera(mat, image.shape[1], image.shape[0])
    edge = float(mat.layout.get("die_mm", 16))
    found = []
    for find, angle, out in zip(finds, angles, seen, strict=True):
        face, body = out[:2], out[2:4]
        side, should = flat(view, np.array([find.x, find.y]) + face * find.size, angle, edge)
        found.append(float(np.hypot(*((body - face) * find.size / side - should))))
    return found


def leans(weights: Sequence[float], aside: float, wary: float) -> float:
    """How likely a die leans whose body stands so far `aside`, and of which the reader is so `wary`."""
    return float(1 / (1 + np.exp(-np.dot(weights, evidence(aside, wary)))))


def evidence(aside: float, wary: float) -> Floats:
    """What a logistic regression weighs: 1, how far the body stands aside in tenths, how wary the reader is. (3,)"""
    return np.array([1.0, 10 * aside, judge.logit(wary)])


def camera(mat: Mat, width: int, height: int) -> Floats:
    """The projection (3, 4) from mm (x, y on the mat, height above it) to px of a picture of this size.

    The mat's four corners tell it but for the focal length, which is chosen so that the mat's axes come out square and
    alike (Zhang 2000), the middle of the picture being the lens's.
    """
    centred = np.array([[1, 0, -width / 2], [0, 1, -height / 2], [0, 0, 1.0]]) @ np.linalg.inv(mat.homography)
    tried = [np.diag([1 / (width * f), 1 / (width * f), 1]) @ centred for f in LENGTHS]
    best = int(
        np.argmin([_crooked(plane) + (0.01 * np.log(f / FOCAL)) ** 2 for plane, f in zip(tried, LENGTHS, strict=True)])
    )
    plane, focal = tried[best], width * LENGTHS[best]
    plane = plane / np.sqrt(np.linalg.norm(plane[:, 0]) * np.linalg.norm(plane[:, 1]))
    wide, high = mat.layout["size_mm"]
    plane = plane * np.sign(plane[2] @ (wide / 2, high / 2, 1))
    up = -np.cross(plane[:, 0], plane[:, 1])
    lens = np.array([[focal, 0, width / 2], [0, focal, height / 2], [0, 0, 1]])
    return np.asarray(lens @ np.stack([plane[:, 0], plane[:, 1], up / np.linalg.norm(up), plane[:, 2]], 1))


def _crooked(plane: Floats) -> float:
    """How far the axes of a plane (3, 3) are from square and alike."""
    along, down = plane[:, 0], plane[:, 1]
    lengths = float(np.linalg.norm(along)), float(np.linalg.norm(down))
    return float(np.log(lengths[0] / lengths[1]) ** 2 + (along @ down / (lengths[0] * lengths[1])) ** 2)


def flat(view: Floats, at: Floats, angle: float, edge: float) -> tuple[float, Floats]:
    """What a flat die of this edge (mm) shows whose upper face has its middle `at` (2,) px and is turned by `angle`
    degrees: the face's side in px, and in sides from its middle to that of the whole outline (2,)."""
    top = view[:, [0, 1, 3]] + np.outer(view[:, 2], [0, 0, edge])
    ahead = at + 5 * np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    here, there = _through(np.linalg.inv(top), np.stack([at, ahead]))
    along = (there - here) / np.linalg.norm(there - here) * edge / 2
    aside = np.array([-along[1], along[0]])
    square = np.array([-along - aside, along - aside, along + aside, aside - along]) + here
    face = _through(top, square)
    corners = np.concatenate([face, _through(view[:, [0, 1, 3]], square)])
    outline = corners.mean(0) + (corners - corners.mean(0)) * (1 - ROUND)
    side = float(np.sqrt(cv2.contourArea(face.astype(np.float32))))
    return side, ((outline.min(0) + outline.max(0)) / 2 - at) / side


def _through(plane: Floats, points: Floats) -> Floats:
    flat_ = np.c_[points, np.ones(len(points))] @ plane.T
    return np.asarray(flat_[:, :2] / flat_[:, 2:])
