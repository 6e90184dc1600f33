"""What `lifeguard corrections` does, and what is said before another set of pieces takes a set's place.

They raise PastUnreadable, BadTeaching.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import cv2

from firmware.cli.report import counted
from firmware.lessons.named_pieces import NamedPiece, ReadAnew, cut_out, named_pieces, photograph, read_anew
from firmware.storage.backup.archive import DRAWN, TAUGHT
from firmware.storage.past import PastMatches

JOURNAL = "journal.db"


def corrections(pieces: str, home: Path, export: Path | None, as_json: bool) -> None:
    """Prints what each piece that people named is read as now, and the sums; `export`: cuts out the dice among them."""
    with closing(PastMatches(home / JOURNAL)) as past:
        named = named_pieces(past, pieces)
        if export is not None:
            _export(past, named, export)
            return
        found = read_anew(past, list(counted(named, len(named), among_lines=True)), home)
    for one in found:
        print(json.dumps(_object(one)) if as_json else _line(one))
    if not as_json:
        print(_sums(found, "read right now") if named else f"nobody named a piece of {pieces} in play yet")


def keep(pieces: str, home: Path, write: Callable[[Path], object]) -> None:
    """Keeps a set under `home` by `write`, and says first what it reads otherwise of all that people named in play."""
    with closing(PastMatches(home / JOURNAL)) as past:
        if named := named_pieces(past, pieces):
            with tempfile.TemporaryDirectory() as folder:
                _copy(home, Path(folder))
                write(Path(folder))
                before, after = read_anew(past, named, home), read_anew(past, named, Path(folder))
            for line in compared(before, after):
                print(line)
    write(home)


def compared(before: Sequence[ReadAnew], after: Sequence[ReadAnew]) -> Iterator[str]:
    """Lines for people: how the same pieces are read with another set, and which of them worse."""
    yield f"{_sums(after, 'read right with it')}; {sum(one.right for one in before)} before"
    for old, new in zip(before, after, strict=True):
        if old.right and not new.right:
            yield f"worse: {_line(new)}"


def _export(past: PastMatches, named: Iterable[NamedPiece], folder: Path) -> None:
    """Cuts dice out of their photographs; no file is written over. (Cards lie askew, and beside others.)"""
    folder.mkdir(parents=True, exist_ok=True)
    written = 0
    for piece in named:
        photo = photograph(past, piece)
        if photo is None or not piece.is_die:
            continue
        number = 1
        while (file := folder / f"{piece.item}.{number}.png").exists():
            number += 1
        written += cv2.imwrite(str(file), cut_out(photo, piece.box))
    print(f"{written} dice cut out to {folder}")


def _copy(home: Path, to: Path) -> None:
    """What was taught and drawn, without all else."""
    for name in (*TAUGHT, DRAWN):
        if (home / name).is_dir():
            shutil.copytree(home / name, to / name)


def _sums(found: Sequence[ReadAnew], words: str) -> str:
    right, silent = sum(one.right for one in found), sum(one.sure and not one.right for one in found)
    return f"pieces that people named in play: {right} of {len(found)} {words}, {silent} wrong without a doubt"


def _line(one: ReadAnew) -> str:
    read = one.read or "nothing"
    said = "right" if one.right else f"read as {read}"
    return f"match {one.piece.match}: {one.piece.item}, {said}{'' if one.sure else ', not sure'}"


def _object(one: ReadAnew) -> Mapping[str, Any]:
    piece = one.piece
    return {
        "match": piece.match, "game": piece.game, "look": piece.look, "box": [round(value) for value in piece.box],
        "named": piece.item, "read": one.read, "sure": one.sure, "right": one.right,
    }  # fmt: skip
