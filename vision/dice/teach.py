"""Teaches dice with other art: from a few photographs, each of dice that show one face, to a taught set; and tells
which of its faces look alike."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np

from vision.dice.detector import Detection
from vision.dice.likeness.examples import Example, TeachingPicture
from vision.dice.likeness.gallery import LIMITS as GALLERY
from vision.dice.likeness.gallery import gallery_of, lookalikes
from vision.dice.likeness.network import likeness_of
from vision.dice.likeness.overlay import LIMITS as OVERLAY
from vision.dice.likeness.overlay import apart_by_prints
from vision.dice.likeness.prints import prints_of
from vision.dice.reader import DiceReader
from vision.dice.taught import TURNS_DEG, Taught
from vision.reading import Doubles
from vision.sharpness import softness
from vision.store import NAME, BadTeaching, refuse

MOST_SOFTNESS_PX = 1.25
"""Dice that are blurred by more than this, of the 48 px of a crop, are no examples. Of 82 pictures of four makes that
were not ours none was above 0.82; of 24 blurred by 6 or 9 px, where a die is 75 px wide, none was below 1.28."""
LOOKS = len(TURNS_DEG)
"""So many crops of a die are compared before it is learnt from: its turns, in one size."""
TIMES_LARGER = (1.25, 1.6, 2.0, 2.5)
"""Where a part of a face was taken for all of it, the face is sought so many times as large."""
MIN_ODDS_APART = -1.5
"""Dice of two faces are hardly less likely than this to show their own than the other, by the network and by their
prints (a mean logarithm, below 0 where they speak for the other). Of 111 times that one face of seven path-traced makes
was taken for two, in two photographs each, 71 had less; of 42 pairs of much alike faces none had. Few photographs tell
more: two that nobody could tell apart are asked about at the table."""


def teach_dice(set_name: str, pictures: Sequence[tuple[str, Any]], reader: DiceReader) -> Taught:
    """The set learnt from pictures (file name, BGR uint8): every die in `<kind>-<face>.<n>.jpg` shows that face.

    Raises BadTeaching for a bad name, for no pictures, for a picture in which no die is found or that is blurred, and
    for faces that nobody could tell apart.
    """
    if not NAME.fullmatch(set_name):
        raise BadTeaching(f"{set_name!r}: a set's name is made of letters, digits, dots, hyphens and underscores")
    if not pictures:
        raise BadTeaching("no pictures to learn from: put <kind>-<face>.<n>.jpg into the folder")
    items = tuple(sorted({item_of(name) for name, _ in pictures}))
    seen = [reader.lesson(image) for _, image in pictures]
    owners = [items.index(item_of(name)) for name, _ in pictures]
    found = _agreed(reader, seen, owners)
    refuse({name: wrong for (name, _), examples in zip(pictures, found, strict=True) if (wrong := _unfit(examples))})
    taught = _set_of(set_name, items, found, owners)
    _refuse_twins(taught, reader, [name for name, _ in pictures])
    return taught


def _unfit(examples: Sequence[Example]) -> str:
    """Why a picture teaches nothing, and what to do; "" if it does teach."""
    if not examples:
        return "no die found in this picture; take it nearer, sharper, on a plain ground"
    blurred = _softness(examples) > MOST_SOFTNESS_PX
    return "this picture is blurred; take it again, sharper and from a steady hand" if blurred else ""


def _agreed(reader: DiceReader, lessons: Sequence[TeachingPicture], owners: Sequence[int]) -> list[list[Example]]:
    """The examples in each picture. What looks like no die of the other pictures, a key or a coin, is none; what is
    hardly detected, but looks like the same face in others, is one."""
    dice = [reader.examples(lesson.shown, lesson.dice) for lesson in lessons]
    weak = [reader.examples(lesson.shown, lesson.weak) for lesson in lessons]
    looks = [[_look(reader, example) for example in examples] for examples in dice]
    agreed = []
    for number, owner in enumerate(owners):
        others = [n for n in range(len(lessons)) if n != number]
        own = [look for n in others if owners[n] == owner for look in looks[n]]
        any_die = [look for n in others for look in looks[n]]
        kept = [
            example
            for example, look in zip(dice[number], looks[number], strict=True)
            if _likest(look, own) >= GALLERY.min_same_cosine or (not own and _is_of_set(look, any_die))
        ]
        for example in weak[number]:
            if _likest(_look(reader, example), own) >= GALLERY.min_weak_cosine:
                kept.append(example)
        if not kept and own:
            kept += _larger(reader, lessons[number], own)
        agreed.append(
            kept or [die for die, look in zip(dice[number], looks[number], strict=True) if _is_of_set(look, any_die)]
        )
    return agreed


def _larger(reader: DiceReader, lesson: TeachingPicture, own: Sequence[Doubles]) -> list[Example]:
    """The dice of a picture as examples where a part of each was taken for its face, say the digit under a sign:
    larger, as they are likest to the same face in other pictures. None that are not like it so."""
    grown = []
    for die in lesson.dice:
        larger = [
            _grown(die, times, across, down) for times in TIMES_LARGER for across, down in product((-1, 0, 1), repeat=2)
        ]
        tried = reader.examples(lesson.shown, larger)
        likeness = [_likest(_look(reader, example), own) for example in tried]
        best = int(np.argmax(likeness))
        if likeness[best] >= GALLERY.min_weak_cosine:
            grown.append(tried[best])
    return grown


def _grown(die: Detection, times: float, across: int, down: int) -> Detection:
    """A detection so many times as large, which still covers the old one: its edge there, or both about one middle."""
    far = die.size * (times - 1) / 2
    return replace(die, x=die.x + across * far, y=die.y + down * far, size=die.size * times)


def _softness(examples: Sequence[Example]) -> float:
    """How soft the dice of a picture are, the middle one of them: each as soft as its crops mostly are."""
    return float(np.median([np.median([softness(crop) for crop in example.crops[:LOOKS]]) for example in examples]))


def _look(reader: DiceReader, example: Example) -> Doubles:
    """The mean features (F,) of the first crops of one die, of unit length."""
    mean = likeness_of(reader.model.likeness, list(example.crops[:LOOKS])).features.mean(axis=0)
    return np.asarray(mean / max(float(np.linalg.norm(mean)), 1e-9))


def _likest(look: Doubles, others: Sequence[Doubles]) -> float:
    return max((float(look @ other) for other in others), default=-1.0)


def _is_of_set(look: Doubles, others: Sequence[Doubles]) -> bool:
    """Whether a die may be one of a set whose other dice look so; of the first there is nothing to compare with."""
    return not others or _likest(look, others) >= GALLERY.min_set_cosine


def _set_of(set_name: str, items: tuple[str, ...], found: Sequence[Sequence[Example]], owners: Sequence[int]) -> Taught:
    """The set of the examples that were found in each picture, whose faces have the numbers `owners`."""
    rows = [(example, owners[number], number) for number, examples in enumerate(found) for example in examples]
    counts = [len(example.crops) for example, _, _ in rows]
    return Taught(
        set_name,
        items,
        crops=np.concatenate([example.crops for example, _, _ in rows]),
        owner=np.repeat([owner for _, owner, _ in rows], counts),
        photograph=np.repeat([number for _, _, number in rows], counts),
        closeups=np.stack([example.closeup for example, _, _ in rows]),
    )


def doubles(taught: Taught, reader: DiceReader) -> list[tuple[str, str]]:
    """Pairs of faces of a taught set that may be taken for each other, by their examples, the likest first."""
    near = lookalikes(gallery_of(reader.model, taught))
    return [(taught.items[pair.first], taught.items[pair.second]) for pair in near]


def _refuse_twins(taught: Taught, reader: DiceReader, names: Sequence[str]) -> None:
    """Raises BadTeaching for faces that neither the network nor their prints, laid on each other, tell apart."""
    picture_of = {item_of(name): name for name in reversed(names)}
    alike = "these faces cannot be told apart; give one face one name, or show both again, nearer and sharper"
    prints, gallery = prints_of(taught), gallery_of(reader.model, taught)
    refuse(
        {
            f"{picture_of[taught.items[pair.first]]} and {picture_of[taught.items[pair.second]]}": alike
            for pair in lookalikes(gallery)
            if pair.margin < GALLERY.max_alike_margin
            and gallery.odds_apart(pair.first, pair.second)
            + OVERLAY.power * apart_by_prints(prints[pair.first], prints[pair.second])
            <= MIN_ODDS_APART
        }
    )


def item_of(file_name: str) -> str:
    """ "robot-gear" of "robot-gear.3.jpg". Raises BadTeaching for a name without kind and face."""
    stem = Path(file_name).stem
    front, dot, number = stem.rpartition(".")
    item = front if dot and number.isdigit() else stem
    kind, hyphen, face = item.rpartition("-")
    if not (hyphen and kind and face):
        raise BadTeaching(f"{file_name}: the name must be <kind>-<face>.<n>, as in robot-gear.1.jpg")
    return item
