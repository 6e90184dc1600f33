"""Whether what is read as pips is a figure, a letter or a picture: the classifier knows none but ours."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.calibration import Candidate, set_kind_face
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face
from vision.dice.likeness.network import likeness_of
from vision.dice.model import Model
from vision.reading import Doubles, Image


@dataclass(frozen=True, slots=True)
class PipCheckLimits:
    """From where on a face is no face of pips."""

    turns_deg: tuple[float, ...] = (0.0, 135.0, 225.0)
    """A face is looked at in the first turn, and in the others where that makes it doubtful."""
    max_p_other_at_once: float = 0.8
    """It is so where it is no face of pips with more than this chance;"""
    max_p_other: float = 0.93
    """by all turns together it is none from this chance on: of 90 dice of nell-byler, one in fifty has more than 0.79,
    none more than 0.89."""


LIMITS = PipCheckLimits()


def with_other_prints_marked(model: Model, image: Image, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same, those of ordinary dice marked that are read but look like no face of pips."""
    marked = list(candidates)
    asked = [n for n, c in enumerate(marked) if c.is_read and set_kind_face(c.names[0][0])[0] == "pips"]
    first, *others = LIMITS.turns_deg
    once = _log_chances(model, image, [marked[n] for n in asked], [first])
    odd = [i for i, logs in enumerate(once) if np.exp(logs[0, 0]) > LIMITS.max_p_other_at_once]
    more = _log_chances(model, image, [marked[asked[i]] for i in odd], others)
    for i, logs in zip(odd, more, strict=True):
        together = np.exp(np.concatenate([once[i], logs]).mean(axis=0))
        if together[0] / together.sum() > LIMITS.max_p_other:
            marked[asked[i]] = replace(marked[asked[i]], other_print=True)
    return marked


def _log_chances(model: Model, image: Image, dice: Sequence[Candidate], turns: Sequence[float]) -> list[Doubles]:
    """For each die the logarithms (turns, 7) of the chances of no pips, one, ... six."""
    faces = [
        crop_face(image, (die.detection.x, die.detection.y), die.detection.size, turn, CROPS.fine_crop_px)
        for die in dice
        for turn in turns
    ]
    if not faces:
        return []
    return list(likeness_of(model.likeness, faces).pip_log_chances.reshape(len(dice), len(turns), -1))
