"""Dice with other art as one file: examples of each face, cut from a few photographs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any

import cv2
import numpy as np

from vision.dice.crops import LIMITS as CROPS
from vision.reading import Image, Indices
from vision.store import DAMAGED, NAME, BadTeaching, check_arrays, read_arrays, write_arrays

ARRAYS: Mapping[str, tuple[str, tuple[int | str, ...]]] = {
    "set": ("U", ()), "items": ("U", ("items",)), "crops": ("u1", ("N", CROPS.fine_crop_px, CROPS.fine_crop_px, 3)),
    "owner": ("i", ("N",)), "photograph": ("i", ("N",)),
    "closeups": ("u1", ("dice", CROPS.closeup_px, CROPS.closeup_px, 3)),
}  # fmt: skip
"""What a set is kept as."""
SIZES = (1.0, 0.88, 1.12)
"""An example is cut as if its face were so many times as large: the detector errs by as much;"""
TURNS_DEG = (0.0, 60.0, 135.0, 270.0)
"""and, in each size, in these turns."""
CROPS_OF_DIE = len(SIZES) * len(TURNS_DEG)


@dataclass(frozen=True, eq=False)
class Taught:
    """A taught set. `items` are its faces ("robot-gear"), in the order of `owner`.

    `crops` (N, 64, 64, 3) BGR uint8 are the examples, several turns and sizes of each die; `owner` (N,) the
    number of each example's item, `photograph` (N,) that of the picture it was cut from. `closeups` (dice, 128, 128, 3)
    BGR uint8 show each die once more, as its first crop does, but finer. Pictures are kept, not what a network makes of
    them: the next version's may see them otherwise.
    """

    set: str
    items: tuple[str, ...]
    crops: Image
    owner: Indices
    photograph: Indices
    closeups: Image

    @cached_property
    def first_crops(self) -> Indices:
        """For each closeup the number of the first crop of that die."""
        return first_crops(self.photograph)


def first_crops(photograph: Indices) -> Indices:
    """The number of the first crop of each die, by the photograph (N,) of each crop."""
    dice = [np.flatnonzero(photograph == number)[::CROPS_OF_DIE] for number in np.unique(photograph)]
    return np.sort(np.concatenate(dice))


def enlarged(crops: Image, photograph: Indices) -> Image:
    """Closeups made of crops, for a set that has but these."""
    size = (CROPS.closeup_px, CROPS.closeup_px)
    return np.stack([np.asarray(cv2.resize(crops[number], size), np.uint8) for number in first_crops(photograph)])


def save_dice(taught: Taught, home: Path) -> Path:
    """Keeps a set under `home`, whole or not at all; the file."""
    return write_dice(taught, _file(taught.set, home))


def write_dice(taught: Taught, file: Path) -> Path:
    """Writes a set to a file, whole or not at all."""
    parts: dict[str, Any] = {
        "set": np.array(taught.set), "items": np.array(taught.items), "crops": taught.crops,
        "owner": taught.owner, "photograph": taught.photograph, "closeups": taught.closeups,
    }  # fmt: skip
    return write_arrays(parts, file)


def load_dice(set_name: str, home: Path) -> Taught | None:
    """The taught set of that name, or None if there is none. Raises BadTeaching for a damaged file."""
    file = _file(set_name, home)
    return read_dice(file) if NAME.fullmatch(set_name) and file.exists() else None


def read_dice(file: Path) -> Taught:
    """The set in a file. Raises BadTeaching if there is none or it is damaged."""
    try:
        parts = read_arrays(file)
        parts.setdefault("photograph", parts["owner"])  # sets of earlier versions do not tell,
        if "closeups" not in parts:  # nor have they these
            parts["closeups"] = enlarged(parts["crops"], parts["photograph"])
        check_arrays(parts, ARRAYS)
        items, owner = tuple(str(item) for item in parts["items"]), parts["owner"]
        if set(owner) != set(range(len(items))):
            raise ValueError("not each face has its examples")
        if len(parts["closeups"]) != len(first_crops(parts["photograph"])):
            raise ValueError("not each die has its closeup")
        return Taught(str(parts["set"]), items, parts["crops"], owner, parts["photograph"], parts["closeups"])
    except DAMAGED as error:
        raise BadTeaching(
            f"{file}: not a taught set of this version, or damaged: teach it again, or remove the file"
        ) from error


def _file(set_name: str, home: Path) -> Path:
    return home / "dice" / f"{set_name}.npz"
