"""What the likeness network makes of dice that are read as pips: they may be figures, letters or pictures, for the
classifier knows none but ours; and two faces that look alike show the same."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from vision.dice.calibration import Candidate, set_kind_face
from vision.dice.crops import LIMITS as CROPS
from vision.dice.crops import crop_face
from vision.dice.likeness.network import Likeness, likeness_of
from vision.dice.model import Model
from vision.reading import Image


@dataclass(frozen=True, slots=True)
class PipCheckLimits:
    """From where on a face is no face of pips."""

    turns_deg: tuple[float, ...] = (0.0, 135.0, 225.0)
    """A face is looked at in the first turn, and in the others where that makes it doubtful."""
    max_p_other_at_once: float = 0.8
    """It is so where it is no face of pips with more than this chance;"""
    max_p_other: float = 0.97
    """by all turns together it is none from this chance on: of 810 dice of martinvisser, lk0103, nell-byler and
    marcelijerzynski three have more, of 91 dice with figures (seed 441303) all but five."""


LIMITS = PipCheckLimits()


def with_likeness(model: Model, image: Image, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same, those of ordinary dice that are read with what their faces look like, and marked where that is no face
    of pips."""
    marked = list(candidates)
    asked = [n for n, c in enumerate(marked) if c.is_read and set_kind_face(c.names[0][0])[0] == "pips"]
    first, *others = LIMITS.turns_deg
    if not asked:
        return marked
    once = _likeness(model, image, [marked[n] for n in asked], [first])
    for n, features in zip(asked, once.features, strict=True):
        marked[n] = replace(marked[n], features=features)
    log_chances = once.pip_log_chances
    odd = [i for i, logs in enumerate(log_chances) if np.exp(logs[0]) > LIMITS.max_p_other_at_once]
    for i in odd:
        more = _likeness(model, image, [marked[asked[i]]], others).pip_log_chances
        together = np.exp(np.concatenate([log_chances[i : i + 1], more]).mean(axis=0))
        if together[0] / together.sum() > LIMITS.max_p_other:
            marked[asked[i]] = replace(marked[asked[i]], other_print=True)
    return marked


def _likeness(model: Model, image: Image, dice: Sequence[Candidate], turns: Sequence[float]) -> Likeness:
    """What the network says of each die, one at least, in each turn, in degrees."""
    faces = [
        crop_face(image, (die.detection.x, die.detection.y), die.detection.size, turn, CROPS.fine_crop_px)
        for die in dice
        for turn in turns
    ]
    return likeness_of(model.likeness, faces)
