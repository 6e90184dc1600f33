"""The upper face of an ordinary die on a mat, whatever shows through it, by a network that learnt translucent dice.

The classifier takes the pips of both faces of a translucent die together: a two above a five looks like a five to it.
The network was shown 28,119 flat dice of 1,460 drawn makes, more than half of them translucent, and 4,692 leaning ones.
It knows no photograph, so the classifier has its say, too: a face counts for less that looks like nothing which it may
look like together with the one below it.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from math import exp

import numpy as np

from vision.dice import calibration
from vision.dice.calibration import Candidate, p_of_pips, set_kind_face
from vision.dice.crops import crop_face, run_network
from vision.dice.model import Model
from vision.dice.strategies.see_through import TOGETHER
from vision.reading import Doubles, Image

FACES = "123456"
"""What the network tells apart, in the order of its answers."""


@dataclass(frozen=True, slots=True)
class UpperFaceLimits:
    """How far the network is believed beside the classifier."""

    temperature: float = 0.7
    """Its logits are divided by this: of 4,181 dice of 210 makes that it never saw it was less sure than it may be."""
    more_turns_deg: tuple[float, ...] = (90.0, 180.0, 270.0)
    """A die is looked at in these turns, too,"""
    min_p_clear: float = 0.999
    """if it is named less surely after the first look,"""
    min_p_tilted_unclear: float = 0.5
    """or leans with more probability than this."""
    leans_weight: float = 1.0
    """Its logit that a die leans counts so much beside that of the tilt network,"""
    leans_shift: float = -4.0
    """with so much added: of 5,418 flat dice on drawn mats 12 seem to lean, not 54, and of 480 leaning ones 89 are
    believed, not 7, all of them read as the side that looks up most."""
    together_share: float = 0.2
    """A face speaks so much less for what the classifier sees if that is what it looks like together with the lower
    one."""
    together_like_none_share: float = 0.05
    """So much less if both together look like no face: a one above a six has seven pips."""
    none_share: float = 0.05
    """What the detector takes for a die, and is none, is so rare beside those that look like none to the classifier."""
    min_p: float = 1e-4
    """Neither finds a face less likely than this."""


LIMITS = UpperFaceLimits()


def with_upper_faces(model: Model, image: Image, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same; the dice with pips named by their upper faces, and leaning as likely as the network finds it, too. What
    they looked like to the classifier, if that was another face, is remembered."""
    looks = {n: each for n, each in enumerate(candidates) if each.is_die and _first(each)[0] == "pips"}
    said = _said(model, image, looks, (0.0,))
    told = {number: _told(die, said[number]) for number, die in looks.items()}
    unclear = {n: looks[n] for n, die in told.items() if _is_unclear(die)}
    turns = 1 + len(LIMITS.more_turns_deg)
    for number, more in _said(model, image, unclear, LIMITS.more_turns_deg).items():
        told[number] = _told(looks[number], (said[number] + (turns - 1) * more) / turns)
    return [told.get(number, each) for number, each in enumerate(candidates)]


def _is_unclear(die: Candidate) -> bool:
    return die.names[0][1] < LIMITS.min_p_clear or (die.p_tilted or 0.0) > LIMITS.min_p_tilted_unclear


def _said(model: Model, image: Image, dice: Mapping[int, Candidate], turns: Sequence[float]) -> dict[int, Doubles]:
    """What the network says of dice, by their number: the logits of their faces, and that they lean (faces + 1,), the
    mean of some turns (degrees)."""
    if not dice:
        return {}
    seen = [(die.detection, die.angle + turn) for die in dice.values() for turn in turns]
    crops = [crop_face(image, (d.x, d.y), d.size, angle) for d, angle in seen]
    said = run_network(model.upper_face, crops).astype(np.float64).reshape(len(dice), len(turns), -1)
    return dict(zip(dice, said.mean(axis=1), strict=True))


def _told(die: Candidate, said: Doubles) -> Candidate:
    """The same die after what the network says of it."""
    *_, leans = said.tolist()
    named = _named(die, said[: len(FACES)])
    if die.p_tilted is None:
        return named
    return replace(named, p_tilted=float(p_leans(die.p_tilted, leans)))


def p_leans(p_tilted: float, logit: float) -> float:
    """How likely a die leans, by how likely the tilt network finds it and the logit of this one."""
    whole = calibration.logit(p_tilted) + LIMITS.leans_weight * logit + LIMITS.leans_shift
    return 1 / (1 + exp(-whole))


def _named(die: Candidate, logits: Doubles) -> Candidate:
    """The same die, its faces of pips as likely as network and classifier find them together."""
    looks = np.array([*(p_of_pips(die.names, face) for face in FACES), die.p_none])
    others = [pair for pair in die.names if set_kind_face(pair[0])[0] != "pips"]
    *p_faces, _ = (p_upper(logits, looks / looks.sum()) * looks.sum()).tolist()
    anew = [(f"pips/die-{face}", p) for face, p in zip(FACES, p_faces, strict=True)]
    named = replace(die, names=tuple(sorted((*anew, *others), key=lambda pair: -pair[1])))
    seen = _first(die)[1]
    return replace(named, looked_like="" if _first(named)[1] == seen else seen)


def p_upper(logits: Doubles, p_looks: Doubles) -> Doubles:
    """How likely each face lies upward, and last that none does (faces + 1,), by the network's logits (faces,) and how
    likely it looks like each, and like none, to the classifier (faces + 1,): by Bayes, as if both were independent."""
    raised = np.exp((logits - logits.max()) / LIMITS.temperature)
    upper = np.maximum(raised / raised.sum(), LIMITS.min_p)
    *p_own, p_none = p_looks.tolist()
    weighed = [p * _p_seen(face, p_own, p_none) for face, p in zip(FACES, upper.tolist(), strict=True)]
    weighed.append(LIMITS.none_share * p_none / len(FACES))
    p: Doubles = np.array(weighed) / sum(weighed)
    return p


def _p_seen(face: str, p_looks: Sequence[float], p_none: float) -> float:
    """How well a face explains what a die looks like to the classifier: the faces, or none."""
    together = [looks for looks in TOGETHER.get(face, "") if looks != face]
    p_together = LIMITS.together_share * sum(p_looks[FACES.index(looks)] for looks in together)
    p_like_none = LIMITS.together_like_none_share * p_none if together else 0.0
    return max(p_looks[FACES.index(face)] + p_together + p_like_none, LIMITS.min_p)


def _first(die: Candidate) -> tuple[str, str]:
    """The set and the face of its likeliest name."""
    set_name, _, face = set_kind_face(die.names[0][0])
    return set_name, face
