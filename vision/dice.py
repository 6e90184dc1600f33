"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import math
import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from vision import colour, finder, judge, patch, reader, stance
from vision.judge import Judged
from vision.library import Taught
from vision.mat import Mat
from vision.model import Model, load
from vision.plane import Plane, of_mat
from vision.reading import Die, Reading

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
CUT = 0.4, 1.0
"""The same at the picture's border, for a game's own dice: a find of this strength, of about the dice's size."""
NONE = 0.98
"""And one of the dice's size that is none with less than this probability."""
RISK, STRICT = 0.18, 0.12
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
"""And in these, from the die's own axes, where it is told how the table lies."""
CLEAR = 0.995
STRAY = 0.1
"""A face that lies further from where it was found, in its sides, is read anew."""
REACH = 2.5
"""So many sides from the middle of its face no die reaches."""
EVEN = 4
"""Sides of a picture that are multiples of so many px are fast to shrink."""


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
        `beside` those beside it too. It is also told whether each die stands flat, on a mat and, of a game's own dice,
        without one: of a die that lies alone there less surely."""
        begun = time.perf_counter()
        height, width = image.shape[:2]
        judged = self.judged(image, mat, beside)
        dice = [self._die(image, one) for one in judged if _counts(one)]
        sharp = bool(dice) or patch.is_sharp(image)
        read = [one.trust for one in judged if one.trust >= READ]
        risk = judge.risk(read, [one.there for one in judged if one.trust < READ])
        passed = any(self.passed(one, mat is not None) for one in judged if not _counts(one))
        doubted = risk > (STRICT if self.alike else RISK)
        sure = sharp and not (doubted or passed or any(die.doubt for die in dice))
        return Reading(width, height, tuple(dice), (), sharp, sure, (time.perf_counter() - begun) * 1000)

    def judged(self, image: Image, mat: Mat | None = None, beside: bool = False) -> list[Judged]:
        """All that looks like dice in a picture, and what the network makes of each."""
        if mat is None and self.alike:
            return self._compared(image)
        seen = _finds(self.model, image, None if beside else mat)
        judged = self._read(image, finder.apart(seen, finder.BESIDE if self.alike else math.inf))
        if mat is None:
            judged = self._looked(image, judged)
        table = None if mat is None else of_mat(mat, image.shape[1], image.shape[0])
        judged = judge.among(self.model, self._again(image, judged, table))
        return judged if table is None else self._standing(image, judged, table)

    def _standing(self, image: Image, judged: list[Judged], table: Plane) -> list[Judged]:
        """The same, with how likely each die leans."""
        dice, rest = [one for one in judged if _counts(one)], [one for one in judged if not _counts(one)]
        dice = self._leaning(dice, self._stands(image, dice, table), "mat")
        astray = self._astray(image, dice, table) if self.alike else {}
        if astray:
            stayed = [one for number, one in enumerate(dice) if number not in astray]
            judged = judge.among(self.model, [*astray.values(), *stayed, *rest])
            anew, dice, rest = judged[: len(astray)], judged[len(astray) : len(dice)], judged[len(dice) :]
            dice = self._leaning(anew, self._stands(image, anew, table), "mat") + dice
        return _cut(image, dice, table) + rest

    def _astray(self, image: Image, dice: Sequence[Judged], table: Plane) -> dict[int, Judged]:
        """Of dice that are not clear, or may lean, those found far off the middle of their upper face, by their number,
        read anew there: of a die seen from aslant the finder may take some of the side for the face."""
        doubted = [i for i, one in enumerate(dice) if _unclear(one) or (one.leans or 0) > FLAT]
        if not doubted:
            return {}
        finds, angles = [dice[i].find for i in doubted], [dice[i].angle for i in doubted]
        moved = stance.centred(self.model.stance["bare"], image, finds, angles, table)
        astray = {i: find for i, find in zip(doubted, moved, strict=True) if _far(dice[i].find, find)}
        anew = self._again(image, [_at(dice[i], find) for i, find in astray.items()], table)
        return dict(zip(astray, anew, strict=True))

    def _stands(self, image: Image, dice: Sequence[Judged], table: Plane) -> list[stance.Stand]:
        finds, angles = [one.find for one in dice], [one.angle for one in dice]
        return stance.stands(self.model.stance["mat"], image, finds, angles, table)

    def _compared(self, image: Image) -> list[Judged]:
        """The same of a game's dice without a mat. They are all of one make and compared with each other: together they
        tell how the table lies, and so where the upper face of each is and whether it leans."""
        seen = _finds(self.model, image, None)
        finds = finder.apart(seen, finder.BESIDE)
        judged = self._read(image, finds)
        known = [one.find for one in judged if one.plain]
        behind = [find for find in finder.behind(seen, known) if find not in finds] if known else []
        judged = judge.among(self.model, judged + self._read(image, behind))
        dice, rest = [one for one in judged if _counts(one)], [one for one in judged if not _counts(one)]
        likely = self._again(image, [one for one in rest if one.nothing < CLEAR], None)
        rest = likely + [one for one in rest if one.nothing >= CLEAR]
        if not dice:
            return judge.among(self.model, rest)
        finds, angles = [one.find for one in dice], [one.angle for one in dice]
        stands, moved, table = stance.compared(self.model.stance["bare"], image, finds, angles)
        single = stance.singles(moved, table)
        dice = self._again(image, [_at(dice[i], moved[i]) for i in single], table)
        judged = judge.among(self.model, dice + rest)
        where = "bare" if len(finds) > 1 else "alone"
        dice, rest = _cut(image, judged[: len(dice)], table), judged[len(dice) :]
        return self._leaning(dice, [stands[i] for i in single], where) + rest

    def _leaning(self, dice: Sequence[Judged], stands: Sequence[stance.Stand], where: str) -> list[Judged]:
        """Dice with how likely each leans. One does whose size is so far off the others' that it is hardly an upper
        face, but the side of a die."""
        weights, sides = self.model.lean[where], [self.alike and one.odd > ALIKE for one in dice]
        leans = [1.0 if side else stance.leans(weights, stand) for side, stand in zip(sides, stands, strict=True)]
        return [replace(one, leans=told) for one, told in zip(dice, leans, strict=True)]

    def passed(self, judged: Judged, on_mat: bool) -> bool:
        """Whether a find that is taken for none may be a die all the same: a strong one; of a game's own dice without a
        mat also one that is cut off, or looks a little like a face."""
        strength, odd = judged.find.strength, judged.odd
        if strength >= BARE and odd < ALIKE:
            return True
        cut = judged.cut and strength >= CUT[0] and odd < CUT[1]
        return self.alike and not on_mat and (cut or (judged.nothing < NONE and odd < ALIKE))

    def examples(self, image: Image) -> list[tuple[Looks, Looks]]:
        """For each die found (BGR uint8) its looks (turns, F) and its colour (a, b): what a taught set is made of."""
        finds = [find for find in finder.find(self.model.finder, image) if find.strength > FIRM]
        looks = [judge.features(self.model, answer) for answer in self._asked(image, finds, FIRST + MORE)]
        hues = [colour.hue(patch.face_of(image, find)) for find in finds]
        return [(look.astype(np.float32), hue.astype(np.float32)) for look, hue in zip(looks, hues, strict=True)]

    def _asked(self, image: Image, finds: Sequence[finder.Find], turns: Sequence[float]) -> list[Floats]:
        """For each find the answers (turns, outputs) of the network, its turn output brought back to the picture's."""
        crops = [reader.cut(image, (f.x, f.y), f.size, turn) for f in finds for turn in turns]
        return self._told(crops, np.tile(turns, (len(finds), 1)))

    def _read(self, image: Image, finds: Sequence[finder.Find]) -> list[Judged]:
        """What finds show at first sight."""
        return [
            self._judge(image, find, told) for find, told in zip(finds, self._asked(image, finds, FIRST), strict=True)
        ]

    def _looked(self, image: Image, judged: list[Judged]) -> list[Judged]:
        """The same, those that are not clear as strong and as large as further looks for dice tell."""
        which = [i for i, one in enumerate(judged) if _unclear(one)]
        looked = finder.again(self.model.finder, image, [judged[i].find for i in which])
        finds = dict(zip(which, looked, strict=True))
        return [replace(one, find=finds.get(i, one.find)) for i, one in enumerate(judged)]

    def _again(self, image: Image, judged: list[Judged], table: Plane | None) -> list[Judged]:
        """The same, those that are not clear looked at in more turns; as from right above where it is told how the
        table lies: what the camera sees from aslant is then no longer squeezed."""
        which = [i for i, one in enumerate(judged) if _unclear(one)]
        finds, angles = [judged[i].find for i in which], [judged[i].angle for i in which]
        if table is None or not which:
            more = self._asked(image, finds, MORE)
        else:
            small, scale = stance.shrunk(image, float(np.median([find.size for find in finds])))
            tops = [table.die(np.array([f.x, f.y]), angle)[0] for f, angle in zip(finds, angles, strict=True)]
            crops = [reader.level(small, stance.onto_shrunk(scale) @ top, turn) for top in tops for turn in LEVEL]
            more = self._told(crops, np.array([[angle + turn for turn in LEVEL] for angle in angles]))
        for i, told in zip(which, more, strict=True):
            judged[i] = self._judge(image, judged[i].find, np.concatenate([judged[i].answers, told]))
        return judged

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
            chances, names = judge.learnt(self.model, self.taught, answers, colour.hue(patch.face_of(image, find)))
        judged = judge.judge(self.model, find, answers, chances, names)
        lightness, a, b = colour.lab(patch.coarse(patch.face_of(image, find))).tolist()
        return replace(judged, cut=patch.cut_off(find, image.shape[1], image.shape[0]), colour=(lightness, a, b))

    def _die(self, image: Image, judged: Judged) -> Die:
        find, trust = judged.find, judged.trust
        height, width = image.shape[:2]
        name = judged.names[0][0]
        set_name, _, item = name.partition("/")
        kind, _, face = item.rpartition("-")
        faces, kinds = judge.split(judged.names, set_name)
        if set_name == "pips":
            kind = colour.name(patch.face_of(image, find))
            kinds = ((kind, 1.0),)
        return Die(
            set=set_name,
            kind=kind,
            face=face if trust >= READ else None,
            box=patch.box(find, width, height, face),
            centre=(find.x, find.y),
            size=find.size,
            angle=judged.angle,
            confidence=trust if trust >= READ else 0.0,
            candidates=faces,
            kind_candidates=kinds,
            doubt=_doubt(judged),
        )


def _unclear(judged: Judged) -> bool:
    """Whether a find is worth more looks."""
    return judged.names[0][1] < CLEAR or judged.find.strength < FIRM or not len(judged.answers)


def _at(judged: Judged, find: finder.Find) -> Judged:
    """The same die, its upper face elsewhere: far from where it was looked at, what it showed there counts no more."""
    return replace(judged, find=find, answers=judged.answers[:0] if _far(judged.find, find) else judged.answers)


def _far(one: finder.Find, other: finder.Find) -> bool:
    """Whether two places of a face are so far apart that each shows something else."""
    return bool(np.hypot(one.x - other.x, one.y - other.y) > STRAY * other.size)


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


def _cut(image: Image, dice: Sequence[Judged], table: Plane) -> list[Judged]:
    """Dice, of which those are cut off too that would reach beyond the border if they stood flat on the table: the box
    that the finder tells of a die ends within it."""
    height, width = image.shape[:2]

    def cut(find: finder.Find, angle: float) -> bool:
        far = min(find.x, find.y, width - find.x, height - find.y) > REACH * find.size
        return not far and not table.shows_whole(np.array([find.x, find.y]), angle, width, height)

    return [replace(one, cut=one.cut or cut(one.find, one.angle)) for one in dice]


def _finds(model: Model, image: Image, mat: Mat | None) -> list[finder.Find]:
    """All that looks like dice, also what lies on stronger finds: on the mat, where there is one, else anywhere."""
    if mat is None:
        return finder.all_finds(model.finder, image)
    height, width = image.shape[:2]
    corners = mat.outline()
    left, top = (max(0, int(v)) for v in corners.min(axis=0))
    right, bottom = (min(int(v) + 1, most) for v, most in zip(corners.max(axis=0), (width, height), strict=True))
    part = image[top : bottom - (bottom - top) % EVEN, left : right - (right - left) % EVEN]
    if not part.size:
        return []
    finds = finder.all_finds(model.finder, part, float(mat.layout.get("die_mm", 16)) * mat.px_per_mm)
    return [find.moved(left, top) for find in finds]
