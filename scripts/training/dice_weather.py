"""What light, cameras and paint do to a picture: the same lesson looks different every time."""

from __future__ import annotations

from typing import Any

import cv2
import numpy as np


def weather(image: Any, rng: np.random.Generator, strength: float = 1.0) -> Any:
    """A picture as yet another camera would have taken it: colour, tone, blur, noise, compression."""
    x = image.astype(np.float32)
    x *= np.exp(rng.normal(0, 0.10 * strength, 3) + rng.normal(0, 0.15 * strength)).astype(np.float32)
    if rng.random() < 0.3:
        x = 255 * np.power(np.clip(x / 255, 0, 1), float(np.exp(rng.normal(0, 0.25 * strength))))
    if rng.random() < 0.3 * strength:
        x = cv2.GaussianBlur(x, (0, 0), float(rng.uniform(0.3, 1.1)))
    if rng.random() < 0.2:
        x = processed(x, rng)
    if rng.random() < 0.08:
        grey = x.mean(-1, keepdims=True)
        x = grey + (x - grey) * float(rng.uniform(0, 0.7))
    if rng.random() < 0.12:
        x = _faint(x, rng)
    if rng.random() < 0.5:
        x = x + rng.normal(0, rng.uniform(1, 10) * strength, x.shape).astype(np.float32)
    x = np.clip(x, 0, 255).astype(np.uint8)
    if rng.random() < 0.25:
        _, data = cv2.imencode(".jpg", x, [cv2.IMWRITE_JPEG_QUALITY, int(rng.integers(35, 95))])
        x = cv2.imdecode(data, cv2.IMREAD_COLOR)
    return x


def _faint(x: Any, rng: np.random.Generator) -> Any:
    """A dark or washed-out picture: less contrast about another grey."""
    mean = float(x.mean())
    return mean * float(rng.uniform(0.35, 1.3)) + (x - mean) * float(rng.uniform(0.25, 0.8))


def processed(x: Any, rng: np.random.Generator) -> Any:
    """The picture as cameras process it: its colours smoothed, its edges sharpened until they have a rim."""
    if rng.random() < 0.5:
        grey = x.mean(-1, keepdims=True)
        x = grey + cv2.GaussianBlur(x - grey, (0, 0), float(rng.uniform(0.7, 3)))
    if rng.random() < 0.7:
        smooth = cv2.GaussianBlur(x, (0, 0), float(np.exp(rng.uniform(np.log(0.6), np.log(3)))))
        x = x + float(rng.uniform(0.3, 1.6)) * (x - smooth)
    return x


def painted(image: Any, rng: np.random.Generator) -> Any:
    """The same in other colours: channels mixed and swapped, sometimes pale for dark; pips stay what they are."""
    x = image.astype(np.float32)
    if rng.random() < 0.3:
        x = 255 - x
    mix = np.eye(3, dtype=np.float32)[rng.permutation(3)] + rng.normal(0, 0.25, (3, 3)).astype(np.float32)
    mix /= np.maximum(np.abs(mix.sum(1, keepdims=True)), 0.4)
    mean = x.mean((0, 1))
    x = (x - mean) @ mix.T + mean[rng.permutation(3)] * float(rng.uniform(0.6, 1.2))
    return np.clip(x, 0, 255).astype(np.uint8)


def smeared(crop: Any, rng: np.random.Generator) -> Any:
    """The crop so blurred, or so shaken, that nobody could read it."""
    if rng.random() < 0.5:
        return cv2.GaussianBlur(crop, (0, 0), float(rng.uniform(3.2, 7)))
    return shaken(crop, float(rng.uniform(11, 25)), rng)


def shaken(crop: Any, length: float, rng: np.random.Generator) -> Any:
    """The crop as if the camera had moved by `length` px while it was taken: evenly, along an arc, or at rest but at
    both ends, where all is seen twice."""
    way, bend = rng.uniform(0, np.pi), float(rng.normal(0, 0.25))
    along = np.linspace(-0.5, 0.5, 49)
    path = np.stack([along, bend * (along**2 - 0.125)], 1) * length
    path = path @ np.array([[np.cos(way), np.sin(way)], [-np.sin(way), np.cos(way)]])
    stay = np.ones(len(path))
    if rng.random() < 0.4:
        stay[[0, -1]] += rng.uniform(10, 60, 2)
    half = int(np.ceil(np.abs(path).max())) + 1
    streak = np.zeros((2 * half + 1, 2 * half + 1), np.float32)
    for (x, y), weight in zip(path + half, stay, strict=True):
        column, row = int(x), int(y)
        across, down = np.array([1 - x + column, x - column]), np.array([1 - y + row, y - row])
        streak[row : row + 2, column : column + 2] += weight * np.outer(down, across)
    return cv2.filter2D(crop, -1, streak / streak.sum(), borderType=cv2.BORDER_REPLICATE)


def shaded(crop: Any, rng: np.random.Generator) -> Any:
    """The crop with the hard edge of a shadow across it, or a bar of one."""
    side = crop.shape[0]
    way, wide = rng.uniform(0, 2 * np.pi), float(rng.choice([2 * side, rng.uniform(0.1, 0.5) * side]))
    rows, columns = np.mgrid[:side, :side].astype(np.float32) - side / 2
    away = columns * np.cos(way) + rows * np.sin(way) - rng.uniform(-0.3, 0.3) * side
    soft = float(rng.uniform(0.4, 3))
    dark = np.clip(away / soft + 0.5, 0, 1) * np.clip((wide - away) / soft + 0.5, 0, 1)
    absorbed = rng.uniform(0.25, 0.7) * np.array([0.9, 1.0, 1.0]) * np.exp(rng.normal(0, 0.04, 3))
    return np.clip(crop * (1 - dark[..., None] * absorbed), 0, 255).astype(np.uint8)


def veiled(crop: Any, rng: np.random.Generator) -> Any:
    """The crop washed out by light that a gloss mirrors, more on one side than on the other; or all but dark."""
    if rng.random() < 0.35:
        return np.clip(crop * rng.uniform(0.12, 0.5), 0, 255).astype(np.uint8)
    side, way = crop.shape[0], rng.uniform(0, 2 * np.pi)
    rows, columns = np.mgrid[:side, :side].astype(np.float32) / side - 0.5
    slope = (columns * np.cos(way) + rows * np.sin(way)) * rng.uniform(0, 0.8)
    veil = np.clip(rng.uniform(0.2, 0.65) + slope, 0, 0.75)[..., None]
    light = rng.uniform(170, 255) * np.exp(rng.normal(0, 0.05, 3))
    return np.clip(crop * (1 - veil) + light * veil, 0, 255).astype(np.uint8)


def glinting(crop: Any, rng: np.random.Generator) -> Any:
    """The crop with the reflection of a window or of a lamp on it: one bright patch with edges, or two."""
    side = crop.shape[0]
    patch = np.zeros((side, side), np.float32)
    for _ in range(1 if rng.random() < 0.7 else 2):
        middle, way = rng.uniform(0.15, 0.85, 2) * side, float(rng.uniform(0, 180))
        sides = side * np.exp(rng.uniform(np.log(0.05), np.log(0.45), 2))
        if rng.random() < 0.5:
            corners = cv2.boxPoints((tuple(map(float, middle)), tuple(map(float, sides)), way))
            cv2.fillConvexPoly(patch, np.round(corners * 16).astype(np.int32), 1.0, cv2.LINE_8, 4)
        else:
            cv2.ellipse(patch, (tuple(map(float, middle)), tuple(map(float, sides)), way), 1.0, -1)
    patch = cv2.GaussianBlur(patch, (0, 0), float(np.exp(rng.uniform(np.log(0.5), np.log(4)))))
    light = rng.uniform(150, 255) * np.exp(rng.normal(0, 0.05, 3))
    return np.clip(crop + patch[..., None] * rng.uniform(0.2, 1) * light, 0, 255).astype(np.uint8)


def stretched(crop: Any, rng: np.random.Generator) -> Any:
    """The crop drawn out along one way and squeezed across it, as in a view from aslant."""
    side, by, way = crop.shape[0], float(np.exp(rng.normal(0, 0.17))), float(rng.uniform(0, np.pi))
    turn = np.array([[np.cos(way), -np.sin(way)], [np.sin(way), np.cos(way)]])
    way_back = turn @ np.diag([by, 1 / by]) @ turn.T
    middle = np.full(2, (side - 1) / 2)
    to_crop = np.column_stack([way_back, middle - way_back @ middle])
    how = cv2.INTER_LINEAR | cv2.WARP_INVERSE_MAP
    return cv2.warpAffine(crop, to_crop, (side, side), flags=how, borderMode=cv2.BORDER_REPLICATE)
