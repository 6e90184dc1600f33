"""From the reader's answers to names with probabilities: of the built-in sets, or of a taught one."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from vision.finder import Find
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
LEAST, MOST = 1e-4, 1 - 1e-4
LARGE = 24.0
"""Faces of at least this side (px) are not read better for being larger."""


@dataclass(frozen=True, eq=False)
class Judged:
    """What the network makes of one find.

    `names` are of faces ("pips/die-3"), likeliest first, what misses to 1 that it is none; `signs` (6,) what speaks for
    and against the first name, and `trust` how likely it is right; `wary` how likely nobody should trust what the die
    shows, `leans` how likely it does not stand flat, where that can be told; `angle` in degrees, 0 to 90.
    """

    find: Find
    names: Ranked
    signs: Floats
    trust: float
    wary: float
    angle: float
    leans: float = 0.0

    @property
    def nothing(self) -> float:
        """How likely it is no face of the set at all."""
        return 1 - sum(p for _, p in self.names)


def judge(model: Model, find: Find, answers: Floats, chances: Floats, names: Sequence[str]) -> Judged:
    """What answers (turns, outputs) come to; `chances` (turns, names + 1) are what each says, the last of none."""
    together = np.exp(np.log(np.maximum(chances, 1e-12)).mean(axis=0))
    together /= together.sum()
    order = np.argsort(-together[:-1])
    first = len(model.faces)
    turn = answers[:, first + 1].mean() + 1j * answers[:, first + 2].mean()
    wary = float(1 / (1 + np.exp(-answers[:, first].mean())))
    signs = _signs(float(together[order[0]]), float(chances[:, order[0]].min()), find, wary)
    weights = model.trust.get(names[order[0]].partition("/")[0], model.trust["pips"])
    trust = float(1 / (1 + np.exp(-float(np.dot(weights, signs)))))
    ranked = tuple((names[i], float(together[i])) for i in order)
    return Judged(find, ranked, signs, trust, wary, float(np.degrees(np.angle(turn))) / 4 % 90)


def _signs(best: float, worst: float, find: Find, wary: float) -> Floats:
    """A constant; how likely the name is, over all turns and in the turn that likes it least; how strong the find is;
    how wary the network; how small the face is. (6,)"""
    small = min(float(np.log(find.size / LARGE)), 0.0)
    return np.array([1.0, *map(logit, (best, worst, find.strength, wary)), small])


def built_in(model: Model, answers: Floats, sets: Collection[str]) -> tuple[Floats, list[str]]:
    """For each turn the chances of the faces of `sets`, and last of none of them; and the names of these faces."""
    chances = softmax(answers[:, : len(model.faces)] / model.temperature)
    mine = [i for i, name in enumerate(model.faces) if name.partition("/")[0] in sets]
    rest = 1 - chances[:, mine].sum(axis=1, keepdims=True)
    return np.hstack([chances[:, mine], rest]), [model.faces[i] for i in mine]


def learnt(model: Model, taught: Taught, answers: Floats, hue: Floats) -> tuple[Floats, list[str]]:
    """The same for a taught set, from its examples' looks and colour; `hue` (2,) is the die's a and b of CIE Lab."""
    likeness = features(model, answers) @ taught.looks.T - HUE * np.linalg.norm(taught.colours - hue, axis=1)
    best = [likeness[:, taught.owner == number].max(axis=1) for number in range(len(taught.items))]
    strange = np.full(len(answers), STRANGE)
    return softmax(CLOSE * np.stack([*best, strange], axis=1)), [f"{taught.set}/{item}" for item in taught.items]


def features(model: Model, answers: Floats) -> Floats:
    """The looks (turns, F) in answers to one face, of unit length."""
    looks = answers[:, len(model.faces) + 3 :]
    return np.asarray(looks / np.maximum(np.linalg.norm(looks, axis=1, keepdims=True), 1e-9))


def softmax(logits: Floats) -> Floats:
    """Probabilities (N, K) that belong to logits (N, K)."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def logit(p: float) -> float:
    """The logarithm of the odds of p, within bounds."""
    p = min(max(p, LEAST), MOST)
    return float(np.log(p / (1 - p)))
