"""What `lifeguard read` and `lifeguard teach dice` do."""

from __future__ import annotations

import sys
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from firmware.cli.lessons.pictures import meant, named_pictures
from firmware.cli.past.corrections import keep
from firmware.cli.report import aside, doubted, readings, tell
from firmware.games.faces import misnamed_dice, trouble_of
from firmware.games.profiles import KINDS, dice_faces, layout
from firmware.storage.images import decode
from hardware.cameras.frame import Image
from vision.dice.model import BadModel
from vision.dice.reader import BUILT_IN, DiceReader
from vision.dice.taught import Taught, load_dice, save_dice
from vision.dice.teach import doubles, item_of, teach_dice
from vision.frame import mat
from vision.store import BadTeaching, refuse

MOST_DOUBLES = 5
"""So many pairs of faces that look alike are told at most."""


def open_reader(set_name: str | None, model: Path | None, home: Path) -> DiceReader:
    """The reader of a set: a taught one of that name, else a built-in one; of both built-in sets for None.

    Raises KeyError for a set that is neither, `BadTeaching` for a taught file that is damaged, `BadModel`.
    """
    taught: Taught | None = load_dice(set_name, home) if set_name else None
    if set_name is not None and taught is None and set_name not in BUILT_IN:
        raise KeyError(set_name)
    return DiceReader(set_name, model, taught)


def describe(reading: Mapping[str, Any]) -> str:
    """One line for people: what one picture shows."""
    dice = ", ".join(f"{d['kind']} {d['face'] or '?'}" for d in reading["dice"]) or "no dice"
    return f"{reading['image']}: {dice}{doubted(reading)}"


def read(images: Sequence[str], dice: str | None, model: Path | None, home: Path, as_json: bool) -> int:
    """`lifeguard read`: prints a line for each picture; the exit code."""
    try:
        reader = open_reader(dice, model, home)
    except KeyError:
        print(f"no dice set {dice!r}: there are {', '.join(BUILT_IN)}; teach others first", file=sys.stderr)
        return 2
    except (BadModel, BadTeaching) as error:
        print(error, file=sys.stderr)
        return 1

    def one(image: Image) -> dict[str, Any]:
        return reader.read(image, mat.find(image, layout("tray")), beside=True).to_json()

    return tell(readings(images, decode, one), describe, as_json)


def teach(set_name: str, folder: Path, home: Path) -> None:
    """`lifeguard teach dice`: learns a set from a folder and keeps it, or keeps nothing. Raises BadTeaching."""
    if game := meant(set_name, tuple(KINDS)):
        aside(f"warning: no game is called {set_name}; for {game} teach it under just that name")
    pictures, unreadable = named_pictures(folder, dice_faces(set_name))
    misnamed = misnamed_dice([item_of(file) for file in (*dict(pictures), *unreadable)], set_name)
    refuse(unreadable | trouble_of(misnamed, set_name, folder))
    aside(f"learning {set_name} from {len(pictures)} pictures: this takes a while")
    reader = DiceReader(None)
    taught = teach_dice(set_name, pictures, reader)
    keep(set_name, home, lambda where: save_dice(taught, where))
    print(f"{set_name}: {len(taught.items)} faces learnt from {len(pictures)} pictures")
    for first, second in doubles(taught, reader)[:MOST_DOUBLES]:
        print(f"{first} may be taken for {second}: show these two again, in another light")
