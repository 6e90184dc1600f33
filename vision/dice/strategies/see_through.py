"""Translucent dice: the pips of the lower face show through, paler than those of the upper one.

Both together look like another face: a two above a five, a three above a four and a four above a three like a five, a
one above a six like a six, or like none. Of a five below a two only the middle pip may show from aslant: that looks
like a three. The upper pips are the darker ones, all alike, and the others are paler, all alike too.

Where the pips of both lie side by side they look like nothing that has a place for each: what stands out less than the
darkest is then painted over, and the face read again.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.dice.calibration import Candidate, p_of_pips, set_kind_face
from vision.dice.classifier import DieClassifier, is_unclear
from vision.dice.crops import crop_face
from vision.dice.detector import Detection
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, eq=False)
class BothFaces:
    """What the pips of two opposite faces look like together: like `looks`; `places` (N, 2) are where they lie, in
    distances of the outer ones from the middle; `upper` says which of them other faces have, by their turn; `aside`
    whether their middle may lie beside that of the face."""

    looks: str
    places: Doubles
    upper: Mapping[str, tuple[tuple[int, ...], ...]]
    aside: bool = False


FIVE = BothFaces(
    "5",
    np.array([[-1.0, -1], [1, -1], [-1, 1], [1, 1], [0, 0]]),
    {"2": ((0, 3), (1, 2)), "3": ((0, 3, 4), (1, 2, 4)), "4": ((0, 1, 2, 3),)},
)
FIVE_ASIDE = replace(FIVE, upper={face: FIVE.upper[face] for face in "23"}, aside=True)
"""Of a four only the middle pip lies below: so does a glint, somewhere."""
_ROWS = np.array([[0.0, 0], [-1, -1], [-1, 0], [-1, 1], [1, -1], [1, 0], [1, 1]])
THREE = tuple(BothFaces("3", np.array([[-1.0, turn], [0, 0], [1, -turn]]), {"2": ((0, 2),)}) for turn in (-1, 1))
SEVEN = tuple(BothFaces("6", places, {"1": ((0,),)}) for places in (_ROWS, _ROWS[:, ::-1]))
TOGETHER = {"1": "123456", "2": "2345", "3": "35", "4": "45"}
"""What each face may look like together with the one below it, seen from aslant."""


@dataclass(frozen=True, slots=True)
class SeeThroughLimits:
    """When some pips are those of the lower face; set on 1,488 drawn dice of 124 makes, of which 32 are translucent."""

    min_p_both: float = 0.02
    """A face that is a five with less probability than this is none."""
    crop_px: int = 96
    """Side of the crop in which the pips are looked at,"""
    crop_sides: float = 1.5
    """in sides of the face."""
    middle_sides: float = 0.38
    """The body's colour is that of most px no further than this from the middle, in sides."""
    soft_sides: float = 0.035
    """Px are compared as softly as this, in sides."""
    pip_reach_sides: float = 0.05
    """A pip is sought so far from its place."""
    nearest_pip_sides: float = 0.19
    """So far from the middle lie the outer pips across and along, at least,"""
    furthest_pip_sides: float = 0.31
    """and at most."""
    furthest_aside_sides: float = 0.36
    """So far where they may lie aside: beyond are the edges of the face. Their middle then lies so far"""
    off_middle_sides: tuple[float, ...] = (-0.08, -0.04, 0.0, 0.04, 0.08)
    """across and along from where the face was found."""
    plainly_more: float = 0.3
    """Pips stand out plainly more than others if the logarithms of how far they do come to so much more."""
    min_upper_alike: float = 0.8
    """The palest of the upper pips stands out as much as this share of the darkest,"""
    max_lower: float = 0.78
    """the darkest of the lower ones no more than this share of the palest upper one,"""
    max_lower_of_doubtful: float = 0.9
    """(up to this share a five is asked about, as a two above a five was in a film; of 242 drawn fives, 122 of them of
    translucent makes, seeds 431302 and 431303, none would be),"""
    min_apart: float = 0.8
    """Between the palest upper and the darkest lower one lies this share of what lies between the lower ones, at least:
    else one of these may be an upper one, as the middle of a three was in a film, and the face is asked about,"""
    min_lower: float = 0.1
    """the palest of them no less than this: it is there,"""
    min_lower_alike: float = 0.3
    """and no less than this share of the darkest of them."""
    min_five_alike: float = 0.85
    """Five pips of which the palest stands out as much as this share of the darkest are those of one face: of the 17
    fives that are truly two faces none had more than 0.78."""
    p_upper: float = 0.96
    """So likely the face then is what the upper pips alone show: people are asked about the first of a make."""
    p_doubtful: float = 0.4
    """So likely what looks like a three is a two: it is asked about, and nobody can vouch for the next. A three whose
    middle pip is pale was one in a photograph."""
    p_hardly_told: tuple[float, float] = (0.3, 0.5)
    """So likely a five whose pips are hardly of two sorts shows what the darker ones show: the less, the more the
    lower ones stand out, from `max_lower_of_doubtful` to `max_lower`. It is asked about. Who says that it is a five
    says it of all whose pips are as much alike, but for those that are as likely the other."""
    painted_px: int = 120
    """Side of the crop in which paler pips are painted over,"""
    painted_sides: float = 2.5
    """in sides of the face."""
    min_dark: float = 0.7
    """What stands out less than this share of the darkest is painted over"""
    dark_percentile: float = 99.0
    """(so many percent of the px stand out less than that),"""
    grown_sides: float = 0.06
    """but for what lies no further than this from what is not, in sides,"""
    painted_reach_sides: float = 0.44
    """and no further from the middle than this, across and along."""
    max_body: float = 0.15
    """What is painted over stands out no more than this share of the darkest, at its median: it is a plain body, not a
    marbled one."""
    min_p_painted: float = 0.95
    """A face that is read less surely then is left as it was."""
    max_p_other: float = 0.9
    """One that was read as another face more surely than this is asked about: an opaque one of which a pip shone was,
    and a one above a six, far from its middle, in a film."""


LIMITS = SeeThroughLimits()


def with_upper_pips_told(image: Image, candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same; those whose pips are of two sorts named by the pips that stand out."""
    return [_told(image, candidate) for candidate in candidates]


def _told(image: Image, candidate: Candidate) -> Candidate:
    may_be = tuple(_may_be(candidate))
    if not may_be:
        return candidate
    unlike = _unlike_body(_crop(image, candidate), LIMITS.crop_px / LIMITS.crop_sides)
    aside = _how_pips_stand_out(unlike, FIVE_ASIDE)
    if _looks_like(candidate, FIVE) and _is_plain_five(aside):
        return candidate
    fits = {both: aside if both is FIVE_ASIDE else _how_pips_stand_out(unlike, both) for both in may_be}
    told = ((both, upper_face(both, fits[both])) for both in _best_first(fits))
    darkest = _darkest(unlike)
    named = (
        _named(candidate, face, both.looks, _p_told(face, fits[both], darkest))
        for both, face in told
        if _agrees(candidate, both, face)
    )
    return next(named, None) or _doubted(candidate, aside)


def _darkest(unlike: Floats) -> float:
    """How far what stands out most of the face does, its very edges aside."""
    middle, reach = len(unlike) // 2, round(LIMITS.furthest_pip_sides * LIMITS.crop_px / LIMITS.crop_sides)
    inner = slice(middle - reach, middle + reach + 1)
    return float(np.percentile(unlike[inner, inner], LIMITS.dark_percentile))


def _p_told(face: str, contrasts: Doubles, darkest: float) -> float:
    """How likely a face is what its pips show that stand out so (N,): four pips of a six below a one may look like a
    four, but the one stands out more."""
    surpassed = face == "4" and contrasts.max() < LIMITS.min_upper_alike * darkest
    return LIMITS.p_doubtful if surpassed else LIMITS.p_upper


def _best_first(fits: Mapping[BothFaces, Doubles]) -> list[BothFaces]:
    """What a die may be, by how far the pips of each stand out (N,): a five aside before a straight one if its pips
    stand out plainly more. Of a three above a four beside where it was found the middle pip else is missed: a two."""
    may_be = list(fits)
    if _stands_out(fits[FIVE_ASIDE]) > _stands_out(fits[FIVE]) + LIMITS.plainly_more:
        may_be[:2] = FIVE_ASIDE, FIVE
    return may_be


def _stands_out(contrasts: Doubles) -> Doubles:
    """By what places of pips (…) are compared: how far each stands out (…, N), the palest most."""
    return np.asarray(np.log1p(contrasts).sum(axis=-1))


def _doubted(candidate: Candidate, contrasts: Doubles) -> Candidate:
    """The same, a five of which some pips stand out (5,) a little more than the others no longer read surely."""
    face = upper_face(FIVE_ASIDE, contrasts, LIMITS.max_lower_of_doubtful, 0.0)
    is_five = set_kind_face(candidate.names[0][0])[::2] == ("pips", FIVE.looks)
    return _named(candidate, face, FIVE.looks, _p_hardly_told(contrasts, face)) if face and is_five else candidate


def _p_hardly_told(contrasts: Doubles, face: str) -> float:
    """How likely a five whose pips stand out so (5,) is but the darker ones, which show `face`."""
    sorts = ((contrasts[list(upper)], np.delete(contrasts, upper)) for upper in FIVE_ASIDE.upper[face])
    lower_share = min(float(lower.max() / upper.min()) for upper, lower in sorts)
    shares = LIMITS.max_lower, LIMITS.max_lower_of_doubtful
    return float(np.interp(lower_share, shares, LIMITS.p_hardly_told[::-1]))


def _may_be(candidate: Candidate) -> Iterator[BothFaces]:
    """What a die may be the two faces of."""
    if not candidate.is_die:
        return
    if is_unclear(candidate) or _looks_like(candidate, FIVE):
        yield from (FIVE, FIVE_ASIDE)
    if is_unclear(candidate):
        yield from (*SEVEN, *(THREE if set_kind_face(candidate.names[0][0])[2] == "3" else ()))


def _is_plain_five(contrasts: Doubles) -> bool:
    """Whether five pips that stand out so (5,) are all alike, beside where the face was found if need be: on a very
    round die its middle is not that of the body."""
    return bool(contrasts.min() >= LIMITS.min_five_alike * contrasts.max())


def _agrees(candidate: Candidate, both: BothFaces, face: str) -> bool:
    """Whether what the darker pips show, if they do, is what the die may be: it looks like both faces together, or it
    was named so; what is no five may also have been read as something else, though not surely."""
    first, p_first = candidate.names[0]
    doubtful = both.looks != FIVE.looks and p_first < LIMITS.max_p_other
    return bool(face) and (_looks_like(candidate, both) or set_kind_face(first)[2] == face or doubtful)


def _looks_like(candidate: Candidate, both: BothFaces) -> bool:
    return p_of_pips(candidate.names, both.looks) > LIMITS.min_p_both


def _named(candidate: Candidate, face: str, looks: str, p_upper: float = LIMITS.p_upper) -> Candidate:
    """The same, its face of pips `face` with `p_upper`, or less, and else what it `looks` like."""
    names, seen = candidate.names, set_kind_face(candidate.names[0][0])[2]
    pips = sum(p for name, p in names if set_kind_face(name)[0] == "pips")
    p_upper = LIMITS.p_doubtful if (face, seen) == ("2", "3") else p_upper
    share = {face: p_upper, looks: 1 - p_upper}
    anew = [
        (name, pips * share.get(set_kind_face(name)[2], 0.0) if set_kind_face(name)[0] == "pips" else p)
        for name, p in names
    ]
    return replace(candidate, names=tuple(sorted(anew, key=lambda pair: -pair[1])), looked_like=seen)


def read_without_lower_pips(
    classifier: DieClassifier, image: Image, candidates: Sequence[Candidate]
) -> list[Candidate]:
    """The same; those that are not clear, and were not told, as they are read without what stands out less than the
    darkest pips."""
    unclear = [n for n, c in enumerate(candidates) if c.is_die and is_unclear(c) and not c.looked_like]
    read = list(candidates)
    for number in unclear:
        read[number] = _read_without_lower_pips(classifier, image, candidates[number])
    return read


def _read_without_lower_pips(classifier: DieClassifier, image: Image, candidate: Candidate) -> Candidate:
    at, middle, side = candidate.detection, (LIMITS.painted_px - 1) / 2, LIMITS.painted_px / LIMITS.painted_sides
    crop = crop_face(image, (at.x, at.y), at.size, candidate.angle, LIMITS.painted_px, LIMITS.painted_sides)
    painted = without_lower_pips(crop)
    if painted is None:
        return candidate
    there = Detection(at.strength, middle, middle, side, (middle - side / 2, middle - side / 2, side, side))
    (again,) = classifier.reclassify(painted, classifier.classify(painted, [there]), None)
    (upper, p_upper), (looks, p_looks) = again.names[0], candidate.names[0]
    set_name, _, face = set_kind_face(upper)
    seen = set_kind_face(looks)[2]
    if set_name != "pips" or p_upper < LIMITS.min_p_painted or seen not in TOGETHER.get(face, ""):
        return candidate
    if face != seen:
        p_face = LIMITS.p_doubtful if p_looks > LIMITS.max_p_other else LIMITS.p_upper
        return _named(candidate, face, seen, p_face)
    surer = p_looks < LIMITS.p_upper * sum(p for _, p in candidate.names)
    return _named(candidate, face, set_kind_face(candidate.names[1][0])[2]) if surer else candidate


def without_lower_pips(crop: Image) -> Image | None:
    """The crop of a face (px, px, 3), BGR uint8, what stands out less than its darkest pips painted over; None if its
    body is not plain."""
    side, middle = LIMITS.painted_px / LIMITS.painted_sides, (LIMITS.painted_px - 1) / 2
    unlike = _unlike_body(crop, side)
    reach = slice(round(middle - LIMITS.middle_sides * side), round(middle + LIMITS.middle_sides * side) + 1)
    stands_out = unlike / np.percentile(unlike[reach, reach], LIMITS.dark_percentile)
    grown = 2 * round(LIMITS.grown_sides * side) + 1
    kept = cv2.dilate((stands_out > LIMITS.min_dark).astype(np.float32), np.ones((grown, grown)))
    painted = stands_out[reach, reach][kept[reach, reach] == 0]
    if not painted.size or np.median(painted) > LIMITS.max_body:
        return None
    kept = cv2.GaussianBlur(kept, (0, 0), 1.0)
    off = np.abs(np.arange(LIMITS.painted_px) - middle) > LIMITS.painted_reach_sides * side
    kept[off, :] = kept[:, off] = 1.0
    body = np.median(crop[reach, reach].reshape(-1, 3), axis=0)
    return np.asarray(np.round(body + kept[..., None] * (crop - body)), np.uint8)


def upper_face(
    both: BothFaces, contrasts: Doubles, max_lower: float = LIMITS.max_lower, min_apart: float = LIMITS.min_apart
) -> str:
    """The face that the darker ones of the pips show, by how much each stands out (N,); "" if they are of one sort: the
    darkest lower one stands out more than `max_lower` of the palest upper one, or both are less than `min_apart` of the
    lower ones' spread apart."""
    turns = ((face, list(upper)) for face, turns in both.upper.items() for upper in turns)
    sorts = ((face, contrasts[upper], np.delete(contrasts, upper)) for face, upper in turns)
    return next((face for face, upper, lower in sorts if _are_two_sorts(upper, lower, max_lower, min_apart)), "")


def _are_two_sorts(upper: Doubles, lower: Doubles, max_lower: float, min_apart: float) -> bool:
    """Whether some pips stand out more than others, each sort alike."""
    palest = float(upper.min())
    alike = palest >= LIMITS.min_upper_alike * upper.max() and lower.min() >= LIMITS.min_lower_alike * lower.max()
    apart = palest - lower.max() >= min_apart * np.ptp(lower)
    return bool(alike and apart and LIMITS.min_lower * palest <= lower.min() and lower.max() <= max_lower * palest)


def _crop(image: Image, candidate: Candidate) -> Image:
    at = candidate.detection
    return crop_face(image, (at.x, at.y), at.size, candidate.angle, LIMITS.crop_px, LIMITS.crop_sides)


def _how_pips_stand_out(unlike: Floats, both: BothFaces) -> Doubles:
    """How far the colour of each pip is from the body's (N,); they are sought as far from each other as they stand out
    most."""
    side = LIMITS.crop_px / LIMITS.crop_sides
    reach = round(LIMITS.pip_reach_sides * side)
    most = cv2.dilate(unlike, np.ones((2 * reach + 1, 2 * reach + 1), np.uint8))
    furthest = LIMITS.furthest_aside_sides if both.aside else LIMITS.furthest_pip_sides
    apart = np.arange(LIMITS.nearest_pip_sides * side, furthest * side)
    off = LIMITS.off_middle_sides if both.aside else (0.0,)
    shifts = np.array([(x, y) for x in off for y in off]) * side
    at = (apart[:, None, None, None] * both.places + shifts[:, None]).reshape(-1, len(both.places), 2)
    at = at[np.abs(at).max(axis=(1, 2)) <= furthest * side]
    places = np.round((LIMITS.crop_px - 1) / 2 + at).astype(int)
    found = most[places[..., 1], places[..., 0]].astype(np.float64)
    best: Doubles = found[_stands_out(found).argmax()]
    return best


def _unlike_body(crop: Image, side: float) -> Floats:
    """How far the colour of each px of a crop, in which a face has that `side` (px), is from that of its body."""
    lab = cv2.cvtColor(crop.astype(np.float32) / 255, cv2.COLOR_BGR2LAB)
    middle = (len(crop) - 1) / 2
    near = slice(round(middle - LIMITS.middle_sides * side), round(middle + LIMITS.middle_sides * side) + 1)
    unlike = np.linalg.norm(lab - np.median(lab[near, near], axis=(0, 1)), axis=2).astype(np.float32)
    return np.asarray(cv2.GaussianBlur(unlike, (0, 0), LIMITS.soft_sides * side), np.float32)
