"""Reads dice: finds their upper faces, reads each, and says how sure it is."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import cv2
import numpy as np
from numpy.typing import NDArray

from vision import colour, finder, judge, reader
from vision.library import Taught
from vision.mat import Mat
from vision.model import Model, load
from vision.reading import Die, Ranked, Reading

Image = NDArray[np.uint8]
Floats = NDArray[np.float64]
Floats32 = NDArray[np.float32]

BUILT_IN = ("pips", "shark-attacks")
PLAIN = 0.30
"""A find of at least this strength is a die even if nobody can read it; a weaker one must show a face."""
FIRM = 0.50
"""A die whose find is weaker than this is doubtful, whatever it shows."""
READ = 0.50
"""A face is named from this probability on."""
SURE = 0.97
"""And believed without a question from this confidence on."""
TURNS = (0.0, 135.0)
"""The crops of a face are asked about in these turns (degrees), and again in `MORE` where the answer is not clear."""
MORE = (60.0, 205.0, 270.0, 330.0)
CLEAR = 0.99
EDGE = 2.0
"""A die whose box comes within this many px of the picture's border may be cut off."""


class DiceReader:
    """Reads the dice of one set, or of both built-in ones where `set_name` is None.

    `model` is a file that scripts/train_dice.py wrote; by default the one that we ship. Raises `vision.model.BadModel`.
    """

    def __init__(self, set_name: str | None = None, model: Path | None = None, taught: Taught | None = None) -> None:
        self.set_name = set_name
        self.model: Model = load(model)
        self.taught = taught

    def read(self, image: Image, mat: Mat | None = None) -> Reading:
        """The dice in a picture (BGR uint8). With a mat only those on it, and much faster: its scale is known."""
        begun = time.perf_counter()
        part, left, top = _part(image, mat)
        side = float(mat.layout.get("die_mm", 16)) * mat.px_per_mm if mat else None
        finds = [f for f in finder.find(self.model.finder, part, side) if f.size >= 4]
        dice = [die for die in self._named(part, finds) if die is not None]
        dice = [_shifted(die, left, top) for die in dice]
        height, width = image.shape[:2]
        dice = [_border(die, width, height) for die in dice]
        sharp = bool(dice) or is_sharp(image)
        sure = sharp and not any(die.doubt for die in dice)
        took = (time.perf_counter() - begun) * 1000
        return Reading(width, height, tuple(dice), (), sharp, sure, took)

    def examples(self, image: Image) -> list[tuple[Floats32, Floats32]]:
        """For each die found (BGR uint8) its looks (turns, F) and its colour (a, b): what a taught set is made of."""
        finds = [f for f in finder.find(self.model.finder, image) if f.strength > FIRM]
        if not finds:
            return []
        looks = [judge.features(self.model, answer) for answer in self._asked(image, finds, TURNS + MORE)]
        hues = [colour.hue(_face_of(image, find)) for find in finds]
        return [(look.astype(np.float32), hue.astype(np.float32)) for look, hue in zip(looks, hues, strict=True)]

    def _named(self, image: Image, finds: Sequence[finder.Find]) -> list[Die | None]:
        if not finds:
            return []
        answers = self._asked(image, finds, TURNS)
        names = [self._ranked(image, find, answer) for find, answer in zip(finds, answers, strict=True)]
        unclear = [i for i, name in enumerate(names) if name[0][1] < CLEAR]
        if unclear:
            again = self._asked(image, [finds[i] for i in unclear], MORE)
            for i, answer in zip(unclear, again, strict=True):
                answers[i] = np.concatenate([answers[i], answer])
                names[i] = self._ranked(image, finds[i], answers[i])
        return [self._die(image, *one) for one in zip(finds, answers, names, strict=True)]

    def _asked(self, image: Image, finds: Sequence[finder.Find], turns: Sequence[float]) -> list[Floats]:
        """For each find the answers (turns, outputs) of the network, its turn output brought back to the picture's."""
        crops = [reader.cut(image, (f.x, f.y), f.size, turn) for f in finds for turn in turns]
        out = reader.ask(self.model.reader, crops).astype(np.float64).reshape(len(finds), len(turns), -1)
        first = len(self.model.faces) + 1
        turned = (out[..., first] + 1j * out[..., first + 1]) * np.exp(4j * np.radians(np.array(turns)))
        out[..., first], out[..., first + 1] = turned.real, turned.imag
        return list(out)

    def _ranked(self, image: Image, find: finder.Find, answers: Floats) -> Ranked:
        if self.taught is not None:
            return judge.learnt(self.model, self.taught, answers, colour.hue(_face_of(image, find)))
        return judge.built_in(self.model, answers, BUILT_IN if self.set_name is None else (self.set_name,))

    def _die(self, image: Image, find: finder.Find, answers: Floats, names: Ranked) -> Die | None:
        name, best = names[0]
        if best < READ and find.strength < PLAIN:
            return None
        first = len(self.model.faces)
        wary = 1 / (1 + float(np.exp(-answers[:, first].mean())))
        turn = float(np.degrees(np.angle(answers[:, first + 1].mean() + 1j * answers[:, first + 2].mean()))) / 4 % 90
        set_name, _, item = name.partition("/")
        kind, _, face = item.rpartition("-")
        faces, kinds = _split(names, set_name)
        if set_name == "pips":
            kind = colour.name(_face_of(image, find))
            kinds = ((kind, 1.0),)
        return Die(
            set=set_name,
            kind=kind,
            face=face if best >= READ else None,
            box=find.box,
            centre=(find.x, find.y),
            size=find.size,
            angle=turn,
            confidence=best * min(1.0, find.strength / FIRM) if best >= READ else 0.0,
            candidates=faces,
            kind_candidates=kinds,
            doubt=_doubt(best, wary, find.strength),
        )


def _doubt(best: float, wary: float, strength: float) -> str:
    if best < READ:
        return "unreadable"
    if wary > 0.5:
        return "cocked or hidden"
    if best < SURE or wary > 0.2:
        return "unclear"
    return "faint" if strength < FIRM else ""


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
    return judge.ranked(list(faces.items())), judge.ranked(list(kinds.items()))


def _face_of(image: Image, find: finder.Find) -> Image:
    """The middle of a face, BGR uint8."""
    half = max(2, round(find.size * 0.4))
    x, y = (min(max(round(v), 0), limit - 1) for v, limit in ((find.x, image.shape[1]), (find.y, image.shape[0])))
    return image[max(0, y - half) : y + half + 1, max(0, x - half) : x + half + 1]


def _part(image: Image, mat: Mat | None) -> tuple[Image, int, int]:
    """What of the picture to look at, and where it begins."""
    if mat is None:
        return image, 0, 0
    height, width = image.shape[:2]
    corners = mat.outline()
    left, top = (max(0, int(v)) for v in corners.min(axis=0))
    right, bottom = (int(v) + 1 for v in corners.max(axis=0))
    return image[top : min(bottom, height), left : min(right, width)], left, top


def _shifted(die: Die, left: int, top: int) -> Die:
    x, y, width, height = die.box
    return replace(die, box=(x + left, y + top, width, height), centre=(die.centre[0] + left, die.centre[1] + top))


def _border(die: Die, width: int, height: int) -> Die:
    """The die with its box inside the picture, doubtful if it may go on outside."""
    x, y, w, h = die.box
    left, top, right, bottom = max(x, 0.0), max(y, 0.0), min(x + w, float(width)), min(y + h, float(height))
    box = (left, top, max(right - left, 1.0), max(bottom - top, 1.0))
    cut_off = left < EDGE or top < EDGE or right > width - EDGE or bottom > height - EDGE
    return replace(die, box=box, doubt="cut off" if cut_off else die.doubt)


def is_sharp(image: Image) -> bool:
    """Whether an empty table's picture has edges as fine as a camera in focus gives."""
    grey = cv2.cvtColor(image, cv2.COLOR_BGR2GRAY)
    soft = cv2.GaussianBlur(grey, (0, 0), 1.5)
    fine = cv2.absdiff(grey, soft)
    return bool(np.percentile(fine[::2, ::2], 99.5) > 6)
