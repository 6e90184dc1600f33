"""From the networks' answers to names with probabilities, and what they are worth among all of a picture."""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from statistics import median

import numpy as np

from vision.dice.detector import Detection
from vision.dice.model import EvidenceWeights, Model
from vision.reading import Doubles, Ranked


@dataclass(frozen=True, slots=True)
class DiceCalibrationLimits:
    """The numbers that turn answers into probabilities, beside those that the model has learnt."""

    min_p: float = 1e-4
    """No probability is taken for smaller, where its logarithm or a share of it is taken."""
    max_p: float = 1 - 1e-4
    """Nor for larger."""
    max_telling_side_px: float = 24.0
    """Faces of at least this side are not read better for being larger."""
    min_p_read: float = 0.5
    """A face is named from this confidence on."""
    min_p_die: float = 0.4
    """A detection that shows no face is a die all the same if it is one with this probability."""
    min_p_certain_name: float = 0.9
    """A detection with at least this probability of a name, and a strength of at least a half, tells the size of the
    others."""
    lone_size_offset_log: float = 0.4
    """How far, as a logarithm, a die that is alone counts as off the size of the others."""
    max_size_offset_log: float = 1.5
    """Sizes are at most so far off, as a logarithm."""
    max_clutter_log: float = 2.5
    """Crowds are at most so large, as a logarithm: some eleven detections."""
    clear_colour_step_lab: float = 10.0
    """Steps of CIE Lab that count as one: by so much two colours differ clearly."""
    lone_colour_offset: float = 2.5
    """How far a die that is alone counts as off the colour of the others, in clear steps."""
    max_colour_offset: float = 4.0
    """The most that any die counts as off their colour, in clear steps."""
    max_other_count: int = 6
    """More other dice than these tell no more."""
    worst_mistake_share: float = 0.7
    """Share of the likeliest mistake in what a whole picture is doubted for; the sum of all mistakes has the rest."""


LIMITS = DiceCalibrationLimits()


@dataclass(frozen=True, eq=False)
class Candidate:
    """What the network makes of one detection.

    `names` are of faces ("pips/die-3"), likeliest first, what misses to 1 that it is none; `distrust` how likely nobody
    should trust what the die shows; `angle` in degrees, 0 to 90; `cut_off`, whether it may go on beyond the border of
    the picture; `answers` (turns, outputs), what the network said.

    Then, among its neighbours (`weigh_together`): how far its size is off the others' (`size_offset_log`), how far
    `colour_offset` it is off the nearest other die's `colour` (CIE Lab), how many others tell that (`other_count`), and
    how much is found that is no die (`clutter`); `p_die`, how likely a die lies here, and `p_correct`, how likely one
    does and the first name is right; `p_tilted`, how likely it does not stand flat, None where nothing tells;
    `may_be_side`, whether it may be but the side of another die; `other_print`, whether what is read as pips looks like
    a figure, a letter or a picture; `may_be_domino`, whether it may be half of a domino; `looked_like`, the face that
    the pips of its upper and of its lower face together looked like, where they were told apart, else ""; `features`
    (FEATURES,), what the likeness network sees in the face of an ordinary die that is read.
    """

    detection: Detection
    names: Ranked
    distrust: float
    angle: float
    cut_off: bool = False
    colour: tuple[float, float, float] = (0.0, 0.0, 0.0)
    size_offset_log: float = LIMITS.lone_size_offset_log
    colour_offset: float = LIMITS.lone_colour_offset
    other_count: int = 0
    clutter: float = 0.0
    p_die: float = 0.0
    p_correct: float = 0.0
    p_tilted: float | None = None
    may_be_side: bool = False
    other_print: bool = False
    may_be_domino: bool = False
    looked_like: str = ""
    features: Doubles = field(default_factory=lambda: np.zeros(0))
    answers: Doubles = field(default_factory=lambda: np.zeros((0, 0)))

    @property
    def p_none(self) -> float:
        """How likely it is no face of the set at all."""
        return 1 - sum(p for _, p in self.names)

    @property
    def is_read(self) -> bool:
        """Whether its face is named."""
        return self.p_correct >= LIMITS.min_p_read

    @property
    def is_die(self) -> bool:
        """Whether it is a die at all, be it one that cannot be read."""
        return self.is_read or self.p_die >= LIMITS.min_p_die

    @property
    def p_first_of_two(self) -> float:
        """How likely it shows the first name, if that or the second."""
        first, second = self.names[0][1], sum(p for _, p in self.names[1:2])
        return first / max(first + second, LIMITS.min_p)

    @property
    def is_certain(self) -> bool:
        """Whether it is so surely a die that its size tells that of the others."""
        return self.names[0][1] > LIMITS.min_p_certain_name and self.detection.strength > 0.5


def candidate_from(
    model: Model, detection: Detection, answers: Doubles, chances: Doubles, names: Sequence[str]
) -> Candidate:
    """What answers (turns, outputs) come to; `chances` (turns, names + 1) are what each says, the last of none."""
    together = np.exp(np.log(np.maximum(chances, 1e-12)).mean(axis=0))
    together /= together.sum()
    order = np.argsort(-together[:-1])
    first = len(model.faces)
    turn = answers[:, first + 1].mean() + 1j * answers[:, first + 2].mean()
    distrust = float(1 / (1 + np.exp(-answers[:, first].mean())))
    ranked = tuple((names[i], float(together[i])) for i in order)
    return Candidate(detection, ranked, distrust, float(np.degrees(np.angle(turn))) / 4 % 90, answers=answers)


def weigh_together(
    weights: EvidenceWeights, candidates: Sequence[Candidate], known: Sequence[Candidate] = ()
) -> list[Candidate]:
    """The same detections of one picture, each weighed among the others: dice of one picture are alike in size and
    often in colour, and where much is found that is no die, the rest is less likely one. One that lies alone is weighed
    beside dice that are `known` from an earlier picture of the table."""
    certain = [candidate for candidate in candidates if candidate.is_certain]
    clutter = min(float(np.log1p(len(candidates) - len(certain))), LIMITS.max_clutter_log)
    weighed = []
    for candidate in candidates:
        others = [other for other in certain if other is not candidate] or known
        candidate = replace(
            candidate,
            size_offset_log=_size_offset_log(candidate, others),
            colour_offset=_colour_offset(candidate, others),
            other_count=len(others),
            clutter=clutter,
        )
        p_die = _p_die(weights, die_evidence(candidate))
        weighed.append(
            replace(candidate, p_die=p_die, p_correct=p_die * _logistic(weights.name, name_evidence(candidate)))
        )
    return weighed


def _size_offset_log(candidate: Candidate, others: Sequence[Candidate]) -> float:
    if not others:
        return LIMITS.lone_size_offset_log
    return min(
        abs(math.log(candidate.detection.size / median(other.detection.size for other in others))),
        LIMITS.max_size_offset_log,
    )


def _colour_offset(candidate: Candidate, others: Sequence[Candidate]) -> float:
    if not others:
        return LIMITS.lone_colour_offset
    return min(
        min(math.dist(candidate.colour, other.colour) for other in others) / LIMITS.clear_colour_step_lab,
        LIMITS.max_colour_offset,
    )


def name_evidence(candidate: Candidate) -> Doubles:
    """What speaks for and against the first name, if a die lies there: a constant; how likely it is among the names;
    how strong the detection is; how small the face is; how much it looks as if nobody should trust it. (5,)"""
    name = candidate.names[0][1] / max(1 - candidate.p_none, LIMITS.min_p)
    return np.array(
        [1.0, logit(name), logit(candidate.detection.strength), _smallness(candidate), logit(candidate.distrust)]
    )


def die_evidence(candidate: Candidate) -> Doubles:
    """What speaks for and against a die: a constant; how strong the detection is, below a half and above; how likely it
    shows no face, below a half and above, of which a face that is cut off tells nothing; how far its size is off the
    others'; how much is found that is no die; how small the face is; how far its colour is off the others';
    how many others there are. (10,)"""
    strength, nothing = logit(candidate.detection.strength), logit(0.5 if candidate.cut_off else candidate.p_none)
    apart = min(strength, 0), max(strength, 0), min(nothing, 0), max(nothing, 0)
    return np.array(
        [
            1.0,
            *apart,
            candidate.size_offset_log,
            candidate.clutter,
            _smallness(candidate),
            candidate.colour_offset,
            min(candidate.other_count, LIMITS.max_other_count),
        ]
    )


def _smallness(candidate: Candidate) -> float:
    return min(float(np.log(candidate.detection.size / LIMITS.max_telling_side_px)), 0.0)


def reading_risk(trusts: Sequence[float], missed: Sequence[float]) -> float:
    """How doubtful a whole picture is, 0 for not at all: that one of the dice read is wrong, as `trusts` tell, or that
    something else is a die, which is as likely as `missed` tell."""
    return _risk_of_mistakes([1 - p for p in trusts]) + _risk_of_mistakes(missed)


def _risk_of_mistakes(mistakes: Sequence[float]) -> float:
    losses = [-float(np.log(1 - min(p, LIMITS.max_p))) for p in mistakes]
    return LIMITS.worst_mistake_share * max(losses, default=0.0) + (1 - LIMITS.worst_mistake_share) * sum(losses)


def _p_die(weights: EvidenceWeights, evidence: Doubles) -> float:
    """How likely a die lies there: a logistic regression, bent where evidence says more together than each alone."""
    bent = weights.heights @ np.tanh(weights.bends @ evidence)
    return float(1 / (1 + np.exp(-np.dot(weights.die, evidence) - bent)))


def _logistic(weights: Doubles, evidence: Doubles) -> float:
    return float(1 / (1 + np.exp(-np.dot(weights, evidence))))


def built_in_probabilities(
    model: Model, answers: Doubles, sets: Collection[str], sharpening: float = 1.0
) -> tuple[Doubles, list[str]]:
    """For each turn the chances of the faces of `sets`, and last of none of them; and the names of these faces.
    The model's temperature is divided by `sharpening`."""
    chances = softmax(answers[:, : len(model.faces)] * sharpening / model.temperature)
    mine = [i for i, name in enumerate(model.faces) if name.partition("/")[0] in sets]
    rest = 1 - chances[:, mine].sum(axis=1, keepdims=True)
    return np.hstack([chances[:, mine], rest]), [model.faces[i] for i in mine]


def set_kind_face(name: str) -> tuple[str, str, str]:
    """The parts of a name: "pips", "die" and "3" of "pips/die-3"."""
    set_name, _, item = name.partition("/")
    kind, _, face = item.rpartition("-")
    return set_name, kind, face


def face_probabilities(candidate: Candidate) -> Ranked:
    """The faces of the set that a die seems to be of, whatever its kind."""
    return _summed((face, p) for _, face, p in _of_likeliest_set(candidate))


def kind_probabilities(candidate: Candidate) -> tuple[str, Ranked]:
    """The kind of its first name; and the kinds of the set that a die seems to be of, whatever its face."""
    _, kind, _ = set_kind_face(candidate.names[0][0])
    return kind, _summed((kind, p) for kind, _, p in _of_likeliest_set(candidate))


def p_of_pips(names: Ranked, face: str) -> float:
    """How likely the name is a face of pips, of whatever kind."""
    return sum(p for name, p in names if set_kind_face(name)[::2] == ("pips", face))


def _of_likeliest_set(candidate: Candidate) -> list[tuple[str, str, float]]:
    """The kinds and faces of the set of the first name, with their probabilities."""
    likeliest, _, _ = set_kind_face(candidate.names[0][0])
    parts = [(*set_kind_face(name), p) for name, p in candidate.names]
    return [(kind, face, p) for set_name, kind, face, p in parts if set_name == likeliest]


def _summed(chances: Iterable[tuple[str, float]]) -> Ranked:
    """Names with the sums of their probabilities, likeliest first."""
    sums: dict[str, float] = {}
    for name, p in chances:
        sums[name] = sums.get(name, 0.0) + p
    return tuple(sorted(sums.items(), key=lambda pair: -pair[1]))


def softmax(logits: Doubles) -> Doubles:
    """Probabilities (N, K) that belong to logits (N, K)."""
    weights = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(weights / weights.sum(axis=1, keepdims=True))


def logit(p: float) -> float:
    """The logarithm of the odds of p, within bounds."""
    p = min(max(p, LIMITS.min_p), LIMITS.max_p)
    return float(np.log(p / (1 - p)))
