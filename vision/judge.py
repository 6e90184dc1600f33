"""From the reader's answers to names with probabilities: of the built-in sets, or of a taught one."""

from __future__ import annotations

from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray

from vision.library import Taught
from vision.model import Model
from vision.reading import Ranked

Floats = NDArray[np.float64]

CLOSE = 22.0
"""How fast the chance of a taught face falls with the distance of its looks: the logit's slope over cosine."""
STRANGE = 0.72
"""Below this cosine to every taught face a die is more likely none of them."""
HUE = 0.035
"""What a step of one in CIE Lab's a or b costs in cosine: kinds of a set differ in colour."""


def built_in(model: Model, answers: Floats, sets: Collection[str]) -> Ranked:
    """Names ("pips/die-3") of the faces of `sets`, likeliest first, from answers (turns, outputs) to one face.

    The answers to several turns are averaged; what is missing to 1 is the chance that it is no face of these sets.
    """
    logits = answers[:, : len(model.faces)].mean(axis=0) / model.temperature
    chances = softmax(logits)
    named = zip(model.faces, chances, strict=True)
    return ranked([(name, float(p)) for name, p in named if name.partition("/")[0] in sets])


def learnt(model: Model, taught: Taught, answers: Floats, hue: Floats) -> Ranked:
    """Names ("robots/robot-gear") of the faces of a taught set, likeliest first, from answers and colour (a, b)."""
    looks = features(model, answers)
    likeness = (looks @ taught.looks.T).max(axis=0) - HUE * np.linalg.norm(taught.colours - hue, axis=1)
    best = [likeness[taught.owner == number].max() for number in range(len(taught.items))]
    chances = softmax(CLOSE * np.array([*best, STRANGE]))
    return ranked([(f"{taught.set}/{item}", float(p)) for item, p in zip(taught.items, chances, strict=False)])


def features(model: Model, answers: Floats) -> Floats:
    """The looks (turns, F) in answers to one face, of unit length."""
    looks = answers[:, len(model.faces) + 3 :]
    return np.asarray(looks / np.maximum(np.linalg.norm(looks, axis=1, keepdims=True), 1e-9))


def softmax(logits: Floats) -> Floats:
    """Probabilities that belong to logits (N,)."""
    weights = np.exp(logits - logits.max())
    return np.asarray(weights / weights.sum())


def ranked(pairs: Collection[tuple[str, float]]) -> Ranked:
    """The pairs, likeliest first."""
    return tuple(sorted(pairs, key=lambda pair: -pair[1]))
