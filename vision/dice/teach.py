"""Teaches dice with other art: from a few photographs, each of dice that show one face, to a taught set."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np

from vision.dice.reader import DiceReader
from vision.dice.taught import Taught
from vision.store import NAME, BadTeaching


def teach_dice(set_name: str, pictures: Sequence[tuple[str, Any]], reader: DiceReader) -> Taught:
    """The set learnt from pictures (file name, BGR uint8): every die in `<kind>-<face>.<n>.jpg` shows that face.

    Raises BadTeaching for a bad name, for no pictures, and for a picture in which no die is found.
    """
    if not NAME.fullmatch(set_name):
        raise BadTeaching(f"{set_name!r}: a set's name is made of letters, digits, dots, hyphens and underscores")
    if not pictures:
        raise BadTeaching("no pictures to learn from: put <kind>-<face>.<n>.jpg into the folder")
    items = tuple(sorted({item_of(name) for name, _ in pictures}))
    crops, colours, owner = [], [], []
    for name, image in pictures:
        examples = reader.examples(image)
        if not examples:
            raise BadTeaching(f"{name}: no die found in this picture")
        for turned, colour in examples:
            crops.append(turned)
            colours.append(np.repeat(colour[None], len(turned), axis=0))
            owner.append(np.full(len(turned), items.index(item_of(name))))
    return Taught(set_name, items, np.concatenate(crops), np.concatenate(colours), np.concatenate(owner))


def item_of(file_name: str) -> str:
    """ "robot-gear" of "robot-gear.3.jpg". Raises BadTeaching for a name without kind and face."""
    stem = Path(file_name).stem
    front, dot, number = stem.rpartition(".")
    item = front if dot and number.isdigit() else stem
    kind, hyphen, face = item.rpartition("-")
    if not (hyphen and kind and face):
        raise BadTeaching(f"{file_name}: the name must be <kind>-<face>.<n>, as in robot-gear.1.jpg")
    return item
