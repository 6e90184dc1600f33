"""Dice with other art, learnt from a few photographs and kept as one file."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Any
from zipfile import BadZipFile
from zlib import error as ZlibError

import numpy as np
from numpy.typing import NDArray

if TYPE_CHECKING:
    from vision.dice.reader import DiceReader

Image = NDArray[np.uint8]
Floats = NDArray[np.float32]
NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE)


DAMAGED = (OSError, EOFError, KeyError, ValueError, TypeError, BadZipFile, ZlibError)
"""What NumPy raises for a file that holds no arrays, or not those that it should, or has lost some bytes."""


class BadTeaching(Exception):
    """Nothing was learnt, or what was kept is damaged; the message says which file and why."""


@dataclass(frozen=True, eq=False)
class Taught:
    """A taught set. `items` are its faces ("robot-gear"), in the order of `owner`.

    `crops` (N, 48, 48, 3) BGR uint8 are the examples, several turns of each die; `colours` (N, 2) their hue as a and b
    of CIE Lab; `owner` (N,) the number of each example's item. Pictures are kept, not what a network makes of them: the
    next version's may see them otherwise.
    """

    set: str
    items: tuple[str, ...]
    crops: Image
    colours: Floats
    owner: NDArray[np.int64]


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


def save_dice(taught: Taught, home: Path) -> Path:
    """Keeps a set under `home`, whole or not at all; the file."""
    return write_dice(taught, _file(taught.set, home))


def write_dice(taught: Taught, file: Path) -> Path:
    """Writes a set to a file, whole or not at all."""
    parts: dict[str, Any] = {
        "set": np.array(taught.set), "items": np.array(taught.items), "crops": taught.crops,
        "colours": taught.colours, "owner": taught.owner,
    }  # fmt: skip
    return write_arrays(parts, file)


def write_arrays(parts: Mapping[str, Any], file: Path) -> Path:
    """Writes arrays by name to a file, whole or not at all; the folder is made if need be. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as stream:
            np.savez_compressed(stream, **parts)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
    return file


def load_dice(set_name: str, home: Path) -> Taught | None:
    """The taught set of that name, or None if there is none. Raises BadTeaching for a damaged file."""
    file = _file(set_name, home)
    return read_dice(file) if NAME.fullmatch(set_name) and file.exists() else None


def read_dice(file: Path) -> Taught:
    """The set in a file. Raises BadTeaching if there is none or it is damaged."""
    try:
        with np.load(file) as parts:
            items = tuple(str(item) for item in parts["items"])
            return Taught(str(parts["set"]), items, parts["crops"], parts["colours"], parts["owner"])
    except DAMAGED as error:
        raise BadTeaching(f"{file}: not a taught set of this version, or damaged: teach it again") from error


def _file(set_name: str, home: Path) -> Path:
    return home / "dice" / f"{set_name}.npz"
