"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import colour, finder, judge, reader, stance
from vision.judge import Judged
from vision.library import Taught
from vision.mat import Mat
from vision.model import Model, load
from vision.plane import of_mat
from vision.reading import Box, Die, Ranked, Reading

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Looks = NDArray[np.float32]

BUILT_IN = ("pips", "shark-attacks")
READ = 0.5
"""A face is named from this confidence on."""
THERE = 0.4
"""A find that shows no face is a die all the same if it is one with this probability."""
SURE = 0.85
"""A face is believed without a question from this confidence on."""
BARE = 0.7
"""A reading is not sure where a find of this strength, as large as the dice, is taken for none: it may be one of a kind
nobody knows."""
RISK, STRICT = 0.12, 0.08
"""And all of a picture, if its dice together are no more doubtful than this (`judge.risk`); the second for a game's own
dice, which are seldom in doubt unless something is amiss."""
LEANS = 0.5
"""A die is doubtful that leans with more than this probability."""
ALIKE = 0.5
"""Upper faces of one throw's dice differ in size by less than this, as a logarithm."""
FLAT = 0.01
"""Below this probability of leaning a die surely stands flat."""
WARY, WARIER, WARIEST = 0.7, 0.8, 0.97
"""And one whose face looks more than this as if nobody should trust it; the second where it is seen how the die stands,
the third where it surely stands flat and may but be hidden."""
FIRM = 0.50
"""A find weaker than this is looked at in more turns, whatever it shows."""
FIRST, MORE = (0.0,), (60.0, 135.0, 270.0)
"""A face is looked at in the first turn (degrees), and in more where that answer is not clear."""
LEVEL = (0.0, 135.0, 270.0)
"""And in these, from the die's own axes, where a mat tells how it lies."""
CLEAR = 0.995
PIPS = 0.65
"""The middles of a face's pips lie within about this share of its side: that square is a die's box."""
EVEN = 4
"""Sides of a picture that are multiples of so many px are fast to shrink."""
EDGE = 2.0
"""A die whose face or outline comes within this many px of the picture's border may be cut off."""


class DiceReader:
    """Reads the dice of one set, or of both built-in ones where `set_name` is None.

    `model` is a file that scripts/train_dice.py wrote; by default the one that we ship. `taught` is a set learnt from
    photographs, which is read instead of a built-in one. Raises `vision.model.BadModel`.
    """

    def __init__(self, set_name: str | None = None, model: Path | None = None, taught: Taught | None = None) -> None:
        self.sets = BUILT_IN if set_name is None else (set_name,)
        self.model: Model = load(model)
        self.taught = taught
        self.alike = taught is None and "pips" not in self.sets
        """Whether all dice are of one make: those of our own games are."""

    def read(self, image: Image, mat: Mat | None = None, beside: bool = False) -> Reading:
        """The dice in a picture (BGR uint8). With a mat only those on it, and much faster: its scale is known; with
        `beside` those beside it too. With a mat it is also told whether each die stands flat, of a game's dice without
        one too, unless a die lies alone."""
        begun = time.perf_counter()
        height, width = image.shape[:2]
        judged = self.judged(image, mat, beside)
        dice = [self._die(image, one) for one in judged if _counts(one)]
        sharp = bool(dice) or is_sharp(image)
        read = [one.trust for one in judged if one.trust >= READ]
        risk = judge.risk(read, [one.there for one in judged if one.trust < READ])
        passed = any(one.find.strength >= BARE and one.odd < ALIKE for one in judged if not _counts(one))
        doubted = risk > (STRICT if self.alike else RISK)
        sure = sharp and not (doubted or passed or any(die.doubt for die in dice))
        return Reading(width, height, tuple(dice), (), sharp, sure, (time.perf_counter() - begun) * 1000)

    def judged(self, image: Image, mat: Mat | None = None, beside: bool = False) -> list[Judged]:
        """All that looks like dice in a picture, and what the network makes of each; strongest first."""
        finds = _finds(self.model, image, None if beside else mat)
        answers = self._asked(image, finds, FIRST)
        judged = [self._judge(image, *one) for one in zip(finds, answers, strict=True)]
        unclear = [i for i, one in enumerate(judged) if one.names[0][1] < CLEAR or one.find.strength < FIRM]
        again = self._again(image, [judged[i] for i in unclear], mat)
        for i, more in zip(unclear, again, strict=True):
            judged[i] = self._judge(image, finds[i], np.concatenate([answers[i], more]))
        return self._standing(image, judge.among(self.model, judged), mat)

    def _standing(self, image: Image, judged: list[Judged], mat: Mat | None) -> list[Judged]:
        """The same, with how likely each die leans. Without a mat the dice are compared with each other, which is worth
        something for a game's dice, all of one make; not for ordinary ones by any camera."""
        if mat is None and not self.alike:
            return judged
        dice = [one for one in judged if _counts(one)]
        finds, angles = [one.find for one in dice], [one.angle for one in dice]
        stands = stance.stands(self.model.stance, image, finds, angles, mat)
        weights = self.model.lean["bare" if mat is None else "mat"]
        told = {id(one): stance.leans(weights, s) for one, s in zip(dice, stands, strict=True) if s}
        return [replace(one, leans=1.0 if self._is_side(one) else told.get(id(one))) for one in judged]

    def _is_side(self, judged: Judged) -> bool:
        """Whether a face's size is so far off the others' that it is hardly an upper face, but the side of a die."""
        return self.alike and judged.odd > ALIKE

    def examples(self, image: Image) -> list[tuple[Looks, Looks]]:
        """For each die found (BGR uint8) its looks (turns, F) and its colour (a, b): what a taught set is made of."""
        finds = [find for find in _finds(self.model, image, None) if find.strength > FIRM]
        looks = [judge.features(self.model, answer) for answer in self._asked(image, finds, FIRST + MORE)]
        hues = [colour.hue(_face_of(image, find)) for find in finds]
        return [(look.astype(np.float32), hue.astype(np.float32)) for look, hue in zip(looks, hues, strict=True)]

    def _asked(self, image: Image, finds: Sequence[finder.Find], turns: Sequence[float]) -> list[Floats]:
        """For each find the answers (turns, outputs) of the network, its turn output brought back to the picture's."""
        crops = [reader.cut(image, (f.x, f.y), f.size, turn) for f in finds for turn in turns]
        return self._told(crops, np.tile(turns, (len(finds), 1)))

    def _again(self, image: Image, judged: Sequence[Judged], mat: Mat | None) -> list[Floats]:
        """The answers for faces that are not clear, in more turns; as from right above where a mat tells how the table
        lies: what the camera sees from aslant is then no longer squeezed."""
        if mat is None or not judged:
            return self._asked(image, [one.find for one in judged], MORE)
        height, width = image.shape[:2]
        small, scale = stance.shrunk(image, float(np.median([one.find.size for one in judged])))
        table = of_mat(mat, width, height)
        crops = []
        for one in judged:
            upper, _, _ = table.die(np.array([one.find.x, one.find.y]), one.angle)
            crops += [reader.level(small, stance.onto_shrunk(scale) @ upper, turn) for turn in LEVEL]
        return self._told(crops, np.array([[one.angle + turn for turn in LEVEL] for one in judged]))

    def _told(self, crops: Sequence[Image], turns: Floats) -> list[Floats]:
        """What the network says of crops, as many of each find as `turns` (N, turns) has: (turns, outputs) for each."""
        if not crops:
            return []
        out = reader.ask(self.model.reader, crops).astype(np.float64).reshape(*turns.shape, -1)
        first = len(self.model.faces) + 1
        turned = (out[..., first] + 1j * out[..., first + 1]) * np.exp(4j * np.radians(turns))
        out[..., first], out[..., first + 1] = turned.real, turned.imag
        return list(out)

    def _judge(self, image: Image, find: finder.Find, answers: Floats) -> Judged:
        if self.taught is None:
            chances, names = judge.built_in(self.model, answers, self.sets)
        else:
            chances, names = judge.learnt(self.model, self.taught, answers, colour.hue(_face_of(image, find)))
        judged = judge.judge(self.model, find, answers, chances, names)
        lightness, a, b = colour.lab(_coarse(_face_of(image, find))).tolist()
        return replace(judged, cut=_cut_off(find, image.shape[1], image.shape[0]), colour=(lightness, a, b))

    def _die(self, image: Image, judged: Judged) -> Die:
        find, trust = judged.find, judged.trust
        height, width = image.shape[:2]
        name = judged.names[0][0]
        set_name, _, item = name.partition("/")
        kind, _, face = item.rpartition("-")
        faces, kinds = _split(judged.names, set_name)
        if set_name == "pips":
            kind = colour.name(_face_of(image, find))
            kinds = ((kind, 1.0),)
        return Die(
            set=set_name,
            kind=kind,
            face=face if trust >= READ else None,
            box=_box(find, width, height),
            centre=(find.x, find.y),
            size=find.size,
            angle=judged.angle,
            confidence=trust if trust >= READ else 0.0,
            candidates=faces,
            kind_candidates=kinds,
            doubt=_doubt(judged),
        )


def _counts(judged: Judged) -> bool:
    """Whether a find is a die at all, be it one that cannot be read."""
    return judged.trust >= READ or judged.there >= THERE


def _doubt(judged: Judged) -> str:
    if judged.cut:
        return "cut off"
    if judged.trust < READ:
        return "unreadable"
    if judged.wary > _wariest(judged.leans) or (judged.leans or 0) > LEANS:
        return "cocked or hidden"
    return "unclear" if judged.trust < SURE else ""


def _wariest(leans: float | None) -> float:
    """How much a face may look as if nobody should trust it, for a die that leans with this probability."""
    if leans is None:
        return WARY
    return WARIEST if leans < FLAT else WARIER


def _finds(model: Model, image: Image, mat: Mat | None) -> list[finder.Find]:
    """What looks like dice: on the mat, where there is one, else anywhere."""
    if mat is None:
        return finder.find(model.finder, image)
    height, width = image.shape[:2]
    corners = mat.outline()
    left, top = (max(0, int(v)) for v in corners.min(axis=0))
    right, bottom = (min(int(v) + 1, most) for v, most in zip(corners.max(axis=0), (width, height), strict=True))
    part = image[top : bottom - (bottom - top) % EVEN, left : right - (right - left) % EVEN]
    if not part.size:
        return []
    finds = finder.find(model.finder, part, float(mat.layout.get("die_mm", 16)) * mat.px_per_mm)
    return [find.moved(left, top) for find in finds]


def _split(names: Ranked, set_name: str) -> tuple[Ranked, Ranked]:
    """The candidates for the face, whatever the kind, and for the kind, whatever the face."""
    faces: dict[str, float] = {}
    kinds: dict[str, float] = {}
    for name, p in names:
        other, _, item = name.partition("/")
        if other == set_name:
            kind, _, face = item.rpartition("-")
            kinds[kind] = kinds.get(kind, 0.0) + p
            faces[face] = faces.get(face, 0.0) + p
    return _ranked(faces), _ranked(kinds)


def _ranked(chances: dict[str, float]) -> Ranked:
    return tuple(sorted(chances.items(), key=lambda pair: -pair[1]))


def _face_of(image: Image, find: finder.Find) -> Image:
    """The middle of a face, BGR uint8."""
    half = max(2, round(find.size * 0.4))
    x, y = (min(max(round(v), 0), limit - 1) for v, limit in ((find.x, image.shape[1]), (find.y, image.shape[0])))
    return image[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]


def _coarse(patch: Image) -> Image:
    """Some 16 x 16 px of a patch: enough to tell its colour."""
    step = max(1, len(patch) // 16)
    return patch[::step, ::step]


def _box(find: finder.Find, width: int, height: int) -> Box:
    """The upright square in which the pips lie, as far as it is in the picture."""
    reach = PIPS * find.size / 2
    left, top = max(find.x - reach, 0.0), max(find.y - reach, 0.0)
    right, bottom = min(find.x + reach, float(width)), min(find.y + reach, float(height))
    return left, top, max(right - left, 1.0), max(bottom - top, 1.0)


def _cut_off(find: finder.Find, width: int, height: int) -> bool:
    """Whether a die may go on beyond the border of the picture."""
    x, y, w, h = find.box
    left, top = min(x, find.x - find.size / 2), min(y, find.y - find.size / 2)
    right, bottom = max(x + w, find.x + find.size / 2), max(y + h, find.y + find.size / 2)
    return left < EDGE or top < EDGE or right > width - EDGE or bottom > height - EDGE


def is_sharp(image: Image) -> bool:
    """Whether an empty table's picture has edges as fine as a camera in focus gives."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.5)
    fine = cv2.absdiff(grey, soft)
    return bool(np.percentile(fine[::2, ::2], 99.5) > 6)
