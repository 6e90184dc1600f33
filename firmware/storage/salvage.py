"""Before a journal is used: it is checked, brought to today's version, or set aside and saved as far as it can be."""

from __future__ import annotations

import os
import shutil
import sqlite3
import tempfile
from contextlib import closing
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

from companion.words.pieces import join
from engines.core import counted, said
from firmware.storage.contents import (
    REST,
    UNREADABLE,
    Contents,
    ContentsOfVersion0,
    PresentRows,
    Rest,
    write_asked,
    write_match,
    write_photo,
    write_present,
    write_steps,
)
from firmware.storage.mark import HighWaterMark, Reached
from firmware.storage.schema import PAGE_BYTES, VERSION, DamagedJournal, connect, damaged, made, version_of

WITH = ("-wal", "-shm", "")
"""A journal's file and those that SQLite keeps beside it, by the ends of their names."""
NOTHING_REACHED = Reached()
GONE = said("The journal {file} is gone: it had come to match {number}.")
WENT_BACK = said("The newer Lifeguard's journal is kept as {file}. This version goes on from before the update.")


class NewerJournal(Exception):
    """The journal was written by a later version of this program."""


@dataclass
class Losses:
    """What could not be carried from one journal into another; `kept` matches could."""

    kept: int = 0
    steps: int = 0
    matches: int = 0
    changes: int = 0
    """Saves that left no step, or a correction."""
    photos: int = 0

    def told(self) -> str:
        """What is lost, in words."""
        if not self.kept:
            return said("Nothing could be read")
        counts = (
            counted("{count} step", "{count} steps", self.steps),
            counted("{count} match", "{count} matches", self.matches),
            counted("{count} change", "{count} changes", self.changes),
            counted("{count} photograph", "{count} photographs", self.photos),
        )
        some = [one for one in counts if one.number]
        total = sum(one.number for one in counts)
        return counted("{what} is lost", "{what} are lost", total, what=join(some)) if some else said("No step is lost")


def made_ready(path: Path) -> str:
    """Makes the file at `path` a whole journal of today's version; what people should know of it, "" for nothing.

    A damaged one is set aside as `….damaged-<UTC time>`. Raises NewerJournal, and OSError or sqlite3.Error for a disk
    that cannot be used.
    """
    mark = HighWaterMark(path).read()
    if not path.exists():
        _move_aside(path)  # a log without its file would be played into the new one
        with made(path):
            pass
        return said(GONE, file=path.name, number=mark.match) if mark.saved else ""
    try:
        version = check(path, mark)
    except NewerJournal:
        if not before_update(path, VERSION).exists():
            raise
        return _back_to_before(path)
    except sqlite3.Error as error:
        if not damaged(error):
            raise
        return _set_aside(path, mark)
    except UNREADABLE:
        return _set_aside(path, mark)
    if version < VERSION:
        _migrate(path, version)
    return ""


def check(path: Path, mark: Reached = NOTHING_REACHED) -> int:
    """The version of a journal that is whole. Writes nothing; a device may play on it meanwhile.

    Raises NewerJournal, and one of `UNREADABLE` for one that is not whole, or older than the last save.
    """
    version = version_of(path)
    if version > VERSION:
        raise NewerJournal
    with closing(connect(path, "ro")) as db:
        db.execute("BEGIN")  # all that is read is of one moment
        contents = _contents(db, version)
        contents.check()
        present = contents.present()
        if version and (present.saved if present else 0) < mark.saved:
            raise DamagedJournal("the last saves are missing")
    return version


def _contents(db: sqlite3.Connection, version: int) -> Contents:
    return Contents(db) if version else ContentsOfVersion0(db)


def _migrate(path: Path, version: int) -> None:
    """Writes a journal of an earlier version anew, as one of today's; all of it, or the old one stays.

    The old one is kept for its version: an update may be taken back.
    """
    with closing(connect(path, "rw")) as db:
        db.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        _keep(path, before_update(path, version))
        with made(path) as new:
            carry(_contents(db, version), new, Reached())


def before_update(path: Path, version: int) -> Path:
    """Where a journal is kept as it was for a version, once a newer one plays."""
    return path.with_name(f"{path.name}.version-{version}")


def _keep(file: Path, copy: Path) -> None:
    """Copies a file, whole or not at all."""
    part = copy.with_name(f"{copy.name}.part")
    shutil.copyfile(file, part)
    with part.open("rb") as stream:
        os.fsync(stream.fileno())
    os.replace(part, copy)


def _back_to_before(path: Path) -> str:
    """Puts the journal from before an update in the place of a newer one, which is kept; it may be cut short, and done
    again."""
    aside = next((file for file in path.parent.glob(f"{path.name}.newer-*Z*") if file.samefile(path)), None)
    if aside is None:
        aside = _free_name(path, "newer")
        os.link(path, aside)
    for end in ("-wal", "-shm", ".mark"):  # a log that stayed would be played into the other journal
        if Path(f"{path}{end}").exists():
            os.replace(f"{path}{end}", f"{aside}{end}")
    _keep(before_update(path, VERSION), path)
    return said(WENT_BACK, file=aside.name)


def _set_aside(path: Path, mark: Reached) -> str:
    with tempfile.TemporaryDirectory(dir=path.parent, prefix="salvage-") as folder:
        saved = Path(folder) / path.name
        losses = _salvage(path, saved, mark)
        aside = _move_aside(path)
        os.replace(saved, path)
    return said("{losses}: the journal was damaged. It is kept as {file}.", losses=losses.told(), file=aside.name)


def _move_aside(path: Path) -> Path:
    """Renames a journal and what lies beside it; the new name of the file itself."""
    aside = _free_name(path, "damaged")
    for end in WITH:
        if Path(f"{path}{end}").exists():
            os.replace(f"{path}{end}", f"{aside}{end}")
    return aside


def _free_name(path: Path, why: str) -> Path:
    """A name for a journal that is set aside now, which nothing has."""
    name = f"{path.name}.{why}-{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (path.with_name(f"{name}{count}") for count in ("", *(f"-{n}" for n in range(2, 1000))))
    return next(free for free in names if not any(Path(f"{free}{end}").exists() for end in WITH))


def _salvage(path: Path, saved: Path, mark: Reached) -> Losses:
    """Carries all that can be read of a damaged journal into a new one at `saved`."""
    copy = saved.with_name("copy.db")
    for end in ("", "-wal"):
        if Path(f"{path}{end}").exists():
            _copy(Path(f"{path}{end}"), Path(f"{copy}{end}"))
    try:
        version = version_of(copy)
    except DamagedJournal:
        version = VERSION
    if version:
        _mend_first_page(copy, saved.with_name("blank.db"))
    with closing(connect(copy, "ro")) as db, made(saved) as new:
        return carry(_contents(db, version), new, mark)


def _copy(file: Path, to: Path) -> None:
    """Copies a file; what the disk cannot read of it becomes noughts."""
    with file.open("rb", buffering=0) as source, to.open("wb") as target:
        for start in range(0, file.stat().st_size, PAGE_BYTES):
            try:
                target.write(os.pread(source.fileno(), PAGE_BYTES, start))
            except OSError:
                target.write(bytes(PAGE_BYTES))


def _mend_first_page(journal: Path, blank: Path) -> None:
    """Gives a journal the first page of an empty one: it says only where the tables begin, and that is always the same.

    How many pages there are is then told by the length of the file.
    """
    with made(blank):
        pass
    page = bytearray(blank.read_bytes()[:PAGE_BYTES])
    page[28:40], page[92:96] = bytes(12), bytes(4)
    with journal.open("r+b") as stream:
        stream.write(page)


def carry(old: Contents, new: sqlite3.Connection, mark: Reached) -> Losses:
    """Writes all that is right in one journal into a new, empty one; `mark` says how far the old one had come."""
    losses, present, ids = Losses(), _present(old), old.match_ids()
    rest = present.rest if present else None
    last = max(rest.number if rest else 0, mark.match) or max(ids, default=0)
    whole = False
    for id in ids:
        try:
            match = old.match(id)
        except UNREADABLE:
            continue
        write_steps(new, id, enumerate(match.steps))
        write_match(new, match.row)
        lost = max(match.lost, mark.steps - len(match.steps) if id == mark.match else 0)
        losses.kept += 1
        losses.steps += lost
        losses.changes += not (match.whole or lost)
        whole = id == last and match.whole and not lost
    losses.matches = max((present.matches if present else last - min(ids, default=last + 1) + 1) - losses.kept, 0)
    if rest and mark.match > rest.number:
        losses.matches += mark.match - rest.number
    if present and not (losses.steps or losses.matches):
        losses.changes = max(losses.changes, mark.saved - present.saved)
    if there := new.execute("SELECT id FROM matches WHERE id = ?", (last,)).fetchone():
        kept = rest if rest and whole and rest.number == last else _bare(rest, there[0], mark)
        write_present(new, max(present.saved if present else 0, mark.saved), REST.dump_json(kept).decode())
    _carry_others(old, new, losses)
    return losses


def _present(old: Contents) -> PresentRows | None:
    try:
        return old.present()
    except UNREADABLE:
        return None


def _bare(rest: Rest | None, number: int, mark: Reached) -> Rest:
    """What is known beside the steps of a match that lost some: nothing of what was seen or asked since."""
    version = (rest.version if rest else mark.saved) + 1
    return Rest(number, None, (), None, None, 0, "", version)


def _carry_others(old: Contents, new: sqlite3.Connection, losses: Losses) -> None:
    for look in old.photo_ids():
        try:
            if photo := old.photo(look):
                write_photo(new, look, *photo)
        except UNREADABLE:
            losses.photos += 1
    try:
        if asked := old.asked():
            write_asked(new, asked)
    except UNREADABLE:
        pass  # then the saved match goes on only if it is asked for
