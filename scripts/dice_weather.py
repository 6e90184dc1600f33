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
    length = int(rng.integers(11, 25))
    streak = np.zeros((length, length), np.float32)
    way = rng.uniform(0, np.pi)
    reach = np.array([np.cos(way), np.sin(way)]) * length / 2
    ends = [tuple(np.round(length / 2 - 0.5 + sign * reach).astype(int).tolist()) for sign in (-1, 1)]
    cv2.line(streak, ends[0], ends[1], 1.0, 1)
    return cv2.filter2D(crop, -1, streak / streak.sum())
