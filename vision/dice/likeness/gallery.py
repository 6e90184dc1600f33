"""The examples of a taught set as the likeness network sees them, and how likely a die shows one of their faces."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from functools import cached_property

import numpy as np

from vision.dice.likeness.network import likeness_of
from vision.dice.likeness.sheen import LIMITS as SHEEN
from vision.dice.likeness.sheen import with_sheen
from vision.dice.model import Model
from vision.dice.taught import CROPS_OF_DIE, TURNS_DEG, Taught
from vision.reading import Doubles, Indices


@dataclass(frozen=True, slots=True)
class GalleryLimits:
    """How scores become chances, fitted on drawn copies (docs/dice-reader-training.md)."""

    sheen_of_each: int = 3
    """One example in so many is also shown as if its face mirrored a window: more take time, and hardly tell more."""
    sheen_caution: float = 0.5
    """Where but they explain a face, its distances tell less by this share of their power."""
    best_examples: int = 2
    """So many examples of a face speak for it, those that are most alike."""
    distance_shares: tuple[float, ...] = (1.0, 0.85, 0.7, 0.6, 0.5, 0.4, 0.3)
    """In a set whose faces are much alike distances tell less: they count by one of these shares of their power, as its
    own photographs, each named by the others, are named best (temperature scaling: Guo et al. 2017)."""
    usual_share: float = 2.0
    """Few photographs tell it: the square of a share's logarithm counts by this against it."""
    scatter_share: float = 0.5
    """How the views of one face differ in a set is known from few examples: so much of it counts as if it were the same
    in all directions (Ledoit and Wolf 2004)."""
    distance_power: float = 10.0
    """A face is less likely one that lies twice as far off by a factor of two to this power: in glare all examples lie
    far off, and a difference of distances tells less than where one of them is near (a Student t's tails: Lange, Little
    and Taylor 1989)."""
    least_distance: float = 3.0
    """So much is added to distances, squared and halved, before that: nearer than this views of one face seldom are."""
    min_scatter: float = 1e-4
    """Views of one face differ by this variance at least, in each direction."""
    strange_score: float = 0.70
    """A die whose face is less alike than this to all taught ones shows more likely none of them,"""
    strange_slope: float = 30.0
    """by a logit of this slope."""
    min_p_upper: float = 0.65
    """What is an upper face with this chance or more counts wholly as one: of the dice of four makes that were not ours
    one in fifty had less, of sides nine in ten."""
    min_same_cosine: float = 0.6
    """Two dice of different teaching pictures that show one face are as alike as this;"""
    min_weak_cosine: float = 0.8
    """as this, if one of them is hardly detected."""
    min_set_cosine: float = 0.25
    """A die of a set is as alike as this to some other die of it, whatever they show."""
    usual_score: float = 0.8
    """So alike a face usually is to its examples, where but one photograph tells."""
    max_alike_margin: float = 0.003
    """Two faces whose examples are less than this more alike to their own than to the other nobody can tell apart."""
    max_doubtful_margin: float = 0.05
    """Two faces less apart than this may be taken for each other."""


LIMITS = GalleryLimits()


@dataclass(frozen=True, eq=False)
class Gallery:
    """Features (N, F) of examples of unit length, the number of the face of each, of the photograph each is from.

    `sheen_features` (M, F) and `sheen_owner` are those of examples drawn as if their faces mirrored a window. They tell
    what a face is, but neither how its views differ nor which faces are alike.
    """

    features: Doubles
    owner: Indices
    photograph: Indices
    count: int
    sheen_features: Doubles = field(default_factory=lambda: np.zeros((0, 0)))
    sheen_owner: Indices = field(default_factory=lambda: np.zeros(0, int))

    def scores(self, features: Doubles) -> Doubles:
        """How alike faces (N, F) are to each taught one (N, count)."""
        return _scores(features @ self._looks.T, self._look_owner, self.count)

    def chances(self, features: Doubles) -> Doubles:
        """The chances (N, count + 1) that faces (N, F) are each taught one, and last that they are none."""
        strange = _p_strange(self.scores(features))
        strange_without_sheen = _p_strange(_scores(features @ self.features.T, self.owner, self.count))
        power = self.distance_share * LIMITS.distance_power * (1 - LIMITS.sheen_caution * strange_without_sheen)
        nearness = power * self._nearness(features)
        weights = np.exp(nearness - nearness.max(axis=1, keepdims=True))
        return np.hstack([weights / weights.sum(axis=1, keepdims=True) * (1 - strange), strange])

    @cached_property
    def whitening(self) -> Doubles:
        """(F, F): features times this scatter as much in any direction about the mean of their face."""
        means = np.stack([self.features[self.owner == number].mean(axis=0) for number in range(self.count)])
        away = self.features - means[self.owner]
        scatter, size = away.T @ away / len(away), self.features.shape[1]
        even = max(float(np.trace(scatter)) / size, LIMITS.min_scatter) * np.eye(size)
        return np.asarray(np.linalg.cholesky(np.linalg.inv(scatter + LIMITS.scatter_share * even)))

    @cached_property
    def distance_share(self) -> float:
        """By what share of their power the distances count in this set: one of `distance_shares`."""
        doubts = [
            sum(float(np.log(np.exp(share * odds).sum(axis=1)).sum()) for _, odds in self.named_by_others)
            + LIMITS.usual_share * np.log(share) ** 2
            for share in LIMITS.distance_shares
        ]
        return LIMITS.distance_shares[int(np.argmin(doubts))]

    @cached_property
    def named_by_others(self) -> list[tuple[int, Doubles]]:
        """For each photograph of a face that has others the number of that face, and by how much each of its dice (N,
        count) is likelier to show each face than its own, by all others (a logarithm), where distances count with their
        whole power."""
        return [odds for number in np.unique(self.photograph) if (odds := _named_by_others(self, int(number)))]

    def odds_apart(self, first: int, second: int) -> float:
        """How much likelier the dice of two faces are to show their own than the other (a mean logarithm), each by all
        other photographs; 0 where no face has two."""
        both = [
            odds[:, second if own == first else first] for own, odds in self.named_by_others if own in (first, second)
        ]
        return -float(np.concatenate(both).mean()) if both else 0.0

    def _nearness(self, features: Doubles) -> Doubles:
        """How near faces (N, F) lie to each taught one (N, count)."""
        return -np.log(LIMITS.least_distance + self._distances(features))

    @cached_property
    def _looks(self) -> Doubles:
        """The features of all examples, also of those with sheen."""
        return np.concatenate([self.features, self.sheen_features]) if len(self.sheen_owner) else self.features

    @cached_property
    def _look_owner(self) -> Indices:
        return np.concatenate([self.owner, self.sheen_owner])

    @cached_property
    def _whitened_looks(self) -> Doubles:
        return self._looks @ self.whitening

    def _distances(self, features: Doubles) -> Doubles:
        """Half the squared distances of faces (N, F) to each taught one (N, count), in deviations of one face's views
        (Mahalanobis 1936): a small difference counts where the views of a face hardly differ."""
        rows, examples = features @ self.whitening, self._whitened_looks
        squares = (rows**2).sum(1)[:, None] + (examples**2).sum(1)[None] - 2 * rows @ examples.T
        return -_scores(-squares / 2, self._look_owner, self.count)


def gallery_of(model: Model, taught: Taught) -> Gallery:
    """The gallery of a taught set."""
    features = likeness_of(model.likeness, list(taught.crops)).features
    return Gallery(features, taught.owner, taught.photograph, len(taught.items))


def gallery_with_sheen(model: Model, taught: Taught) -> Gallery:
    """The same, with examples whose faces mirror a window, to read dice by."""
    part = slice(None, None, LIMITS.sheen_of_each)
    features = likeness_of(model.likeness, with_sheen(list(taught.crops[part]))).features
    owner = np.tile(taught.owner[part], len(SHEEN.strengths))
    return replace(gallery_of(model, taught), sheen_features=features, sheen_owner=owner)


def _p_strange(scores: Doubles) -> Doubles:
    """How likely a face with scores (N, count) shows none of the faces (N, 1)."""
    best = scores.max(axis=1, keepdims=True)
    return np.asarray(1 / (1 + np.exp(LIMITS.strange_slope * (best - LIMITS.strange_score))))


def _scores(cosines: Doubles, owner: Indices, count: int) -> Doubles:
    """For each row the mean of its best cosines to the examples of each face; -1 for a face without any."""
    best = np.full((len(cosines), count), -1.0)
    for number in range(count):
        own = cosines[:, owner == number]
        if own.shape[1]:
            few = min(LIMITS.best_examples, own.shape[1])
            best[:, number] = np.partition(own, own.shape[1] - few, axis=1)[:, -few:].mean(axis=1)
    return best


def _left_out(gallery: Gallery) -> list[tuple[int, Doubles]]:
    """For each photograph the number of its face, and the mean of its examples' scores (count) by all others."""
    rows = []
    for number in np.unique(gallery.photograph):
        mine, rest = (np.flatnonzero(part) for part in (gallery.photograph == number, gallery.photograph != number))
        cosines = gallery.features[mine] @ gallery.features[rest].T
        scores = _scores(cosines, gallery.owner[rest], gallery.count).mean(axis=0)
        rows.append((int(gallery.owner[mine[0]]), np.asarray(scores, np.float64)))
    return rows


def _named_by_others(gallery: Gallery, photograph: int) -> tuple[int, Doubles] | None:
    """The face of a photograph, and the odds (N, count) of its dice (`Gallery.named_by_others`); None of a face that
    has but this one."""
    mine, rest = gallery.photograph == photograph, gallery.photograph != photograph
    own = gallery.owner[mine][0]
    if not (gallery.owner[rest] == own).any():
        return None
    others = Gallery(gallery.features[rest], gallery.owner[rest], gallery.photograph[rest], gallery.count)
    seen = gallery.features[mine]
    looks = np.stack([seen[k : k + len(TURNS_DEG)].mean(axis=0) for k in range(0, len(seen), CROPS_OF_DIE)])
    looks /= np.maximum(np.linalg.norm(looks, axis=1, keepdims=True), 1e-9)
    nearness = LIMITS.distance_power * others._nearness(looks)
    return int(own), np.asarray(nearness - nearness[:, [own]])


@dataclass(frozen=True, slots=True)
class FacePair:
    """Two faces, by their numbers, and by how much more alike each is to its own examples in other photographs than to
    the other's."""

    first: int
    second: int
    margin: float


def lookalikes(gallery: Gallery) -> list[FacePair]:
    """Pairs of faces that may be taken for each other, by the examples, the nearest first."""
    margins: dict[tuple[int, int], list[float]] = {}
    for own, scores in _left_out(gallery):
        if scores.max() < LIMITS.strange_score and scores[own] >= 0:
            continue  # too bad a picture to tell
        likeness = float(scores[own]) if scores[own] >= 0 else LIMITS.usual_score
        for other in range(gallery.count):
            if other != own:
                pair = min(own, other), max(own, other)
                margins.setdefault(pair, []).append(likeness - float(scores[other]))
    pairs = [FacePair(a, b, float(np.mean(apart))) for (a, b), apart in margins.items()]
    return sorted((pair for pair in pairs if pair.margin < LIMITS.max_doubtful_margin), key=lambda pair: pair.margin)
