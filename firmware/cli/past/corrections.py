"""What `lifeguard corrections` does, and what is said before another set of pieces takes a set's place."""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from itertools import count
from pathlib import Path
from typing import Any

import cv2

from firmware.cli.piece_names import known_game
from firmware.cli.report import aside, counted
from firmware.lessons.named_pieces import NamedPiece, ReadAnew, cut_out, named_pieces, photograph, read_anew
from firmware.storage import files
from firmware.storage.backup.archive import DRAWN, JOURNAL, TAUGHT
from firmware.storage.past import PastMatches, PastUnreadable
from vision.store import BadTeaching


def corrections(pieces: str, home: Path, export: Path | None, as_json: bool) -> None:
    """Prints what each piece that people named is read as now, and the sums; `export`: cuts out the dice among them.

    Raises ConfigError for a game that there is not, PastUnreadable, BadTeaching, OSError.
    """
    with closing(PastMatches(home / JOURNAL)) as past:
        named = named_pieces(past, pieces)
        if not named:
            known_game(pieces)
        if export is not None:
            _export(past, named, export)
            return
        found = []
        for one in counted(read_anew(past, named, home), len(named), among_lines=True):
            found.append(one)
            print(json.dumps(_object(one)) if as_json else _line(one), flush=True)
    if not as_json:
        print(_sums(found, "read right now") if named else f"nobody named a piece of {pieces} in play yet")


def keep(pieces: str, home: Path, write: Callable[[Path], object]) -> None:
    """Keeps a set under `home` by `write`, and says first what it reads otherwise of all that people named in play.

    Where that cannot be told, as where a damaged set is to be replaced, it is said why, and the set is kept.
    """
    try:
        for line in _told_first(pieces, home, write):
            print(line)
    except (BadTeaching, PastUnreadable) as error:
        aside(f"what people named in play was not read anew: {error}")
    write(home)


def _told_first(pieces: str, home: Path, write: Callable[[Path], object]) -> Iterator[str]:
    """How what people named is read with a set that is tried in a folder of its own, if they named anything."""
    with closing(PastMatches(home / JOURNAL)) as past, tempfile.TemporaryDirectory() as folder:
        if named := named_pieces(past, pieces):
            _copy(home, Path(folder))
            write(Path(folder))
            before, after = (tuple(read_anew(past, named, where)) for where in (home, Path(folder)))
            yield from compared(before, after)


def compared(before: Sequence[ReadAnew], after: Sequence[ReadAnew]) -> Iterator[str]:
    """Lines for people: how the same pieces are read with another set, and which of them worse."""
    yield f"{_sums(after, 'read right with it')}; {sum(one.mark.right for one in before)} before"
    for old, new in zip(before, after, strict=True):
        if old.mark.right and not new.mark.right:
            yield f"worse: {_line(new)}"


def _export(past: PastMatches, named: Iterable[NamedPiece], folder: Path) -> None:
    """Cuts dice out of their photographs; no file is written over. (Cards lie askew, and beside others.)"""
    written = 0
    for piece in (piece for piece in named if piece.is_die):
        photo = photograph(past, piece)
        if photo is None:
            continue
        number = next(n for n in count(1) if not (folder / f"{piece.item}.{n}.png").exists())
        png = cv2.imencode(".png", cut_out(photo, piece.box))[1].tobytes()
        files.write(folder / f"{piece.item}.{number}.png", png)
        written += 1
    print(f"{written} dice cut out to {folder}")


def _copy(home: Path, to: Path) -> None:
    """What was taught and drawn, without all else."""
    for name in (*TAUGHT, DRAWN):
        if (home / name).is_dir():
            shutil.copytree(home / name, to / name)


def _sums(found: Sequence[ReadAnew], words: str) -> str:
    right, silent = sum(one.mark.right for one in found), sum(one.mark.silent for one in found)
    return f"pieces that people named in play: {right} of {len(found)} {words}, {silent} wrong without a doubt"


def _line(one: ReadAnew) -> str:
    read = one.mark.read
    said = "right" if one.mark.right else f"read as {read.name if read else 'nothing'}"
    return f"match {one.piece.match}: {one.piece.item}, {said}{'' if read and read.sure else ', not sure'}"


def _object(one: ReadAnew) -> Mapping[str, Any]:
    piece, read = one.piece, one.mark.read
    return {
        "match": piece.match, "game": piece.game, "look": piece.look, "box": [round(value) for value in piece.box],
        "named": piece.item, "read": read and read.name, "sure": bool(read and read.sure), "right": one.mark.right,
    }  # fmt: skip
