"""The power goes while the journal is written: what the disk then holds must tell all that was confirmed.

From the notes of a file system that writes them down (`disk_vfs`) the disk is put together as it may look after a cut
at any moment: what was flushed is there; of what was written since, any sector may be. (The idea of ALICE, Pillai et
al., OSDI 2014, for a disk that keeps no order between two flushes.)
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from engines.core import Event
from firmware.faults.disk_vfs import Note, NoVfs, disk_under_test
from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import played
from firmware.state.table import Table
from firmware.storage.journal import Journal, JournalError

SECTOR_BYTES = 512
SAVES = 200
"""So many tables are saved: with their photographs enough for the write-ahead log to be folded in several times."""
PHOTO_BYTES = 40_000


@dataclass(frozen=True, slots=True)
class Recording:
    """What SQLite wrote into an `empty` journal while tables were saved, and what was confirmed when."""

    empty: bytes
    notes: tuple[Note, ...]
    confirmed: tuple[tuple[int, tuple[Event, ...]], ...]
    """How many notes there were once a save had returned, and the events that were confirmed by it."""


class Disk:
    """What a disk may hold: files as flushed, and what was written to each since."""

    def __init__(self, files: Mapping[str, bytes]) -> None:
        self._flushed = dict(files)
        self._pending: dict[str, list[Note]] = {}

    def take(self, note: Note) -> None:
        """The next call."""
        if note.call == "delete":
            self._flushed.pop(note.file, None)
            self._pending.pop(note.file, None)
        elif note.call == "sync":
            self._flushed[note.file] = self._with(note.file, self._pending.pop(note.file, []))
        else:
            self._pending.setdefault(note.file, []).append(note)

    def cut(self, random: Random) -> dict[str, bytes]:
        """The files as they may be after a power cut now: of what is not flushed, each sector may have come through."""
        share = random.choice((0.0, 0.5, 0.9, 1.0))
        files = self._flushed.keys() | self._pending.keys()
        return {file: self._with(file, list(_survivors(self._pending.get(file, ()), share, random))) for file in files}

    def _with(self, file: str, notes: Sequence[Note]) -> bytes:
        content = bytearray(self._flushed.get(file, b""))
        for note in notes:
            if note.call == "truncate":
                del content[note.at :]
            else:
                content.extend(bytes(max(0, note.at + len(note.data) - len(content))))
                content[note.at : note.at + len(note.data)] = note.data
        return bytes(content)


def _survivors(notes: Sequence[Note], share: float, random: Random) -> Iterator[Note]:
    for note in notes:
        if note.call == "truncate" and random.random() < share:
            yield note
        for start in range(0, len(note.data), SECTOR_BYTES):
            if random.random() < share:
                yield replace(note, at=note.at + start, data=note.data[start : start + SECTOR_BYTES])


def record(path: Path, saves: int, random: Random) -> Recording:
    """Play and save to a journal at `path`. Raises NoVfs where SQLite's writes cannot be noted."""
    confirmed: list[tuple[int, tuple[Event, ...]]] = []
    Journal(path).close()
    empty = path.read_bytes()
    with disk_under_test() as disk:
        journal = Journal(path)
        before: Table | None = None
        for table, photos in played(random, saves, PHOTO_BYTES):
            journal.save(before, table, photos)
            confirmed.append((len(disk.notes), tuple(table.match.events)))
            before = table
        journal.close()
    return Recording(empty, tuple(disk.notes), tuple(confirmed))


def cuts(setting: Setting) -> Iterator[Outcome]:
    """A power cut just before and just after each flush, and once between any two."""
    try:
        recording = record(setting.folder / "journal.db", setting.times(SAVES), setting.random)
    except NoVfs as error:
        yield Outcome("power", f"not tried: {error}", "", "", 0)
        return
    failures, times, disk = [], 0, Disk({"journal.db": recording.empty})
    for index, note in enumerate(recording.notes):
        moments = [index] if note.call == "sync" or setting.random.random() < 0.02 else []
        for _ in moments:
            times += 1
            failures += _wrong(setting, disk, recording, index, times)
        disk.take(note)
        if note.call == "sync":
            times += 1
            failures += _wrong(setting, disk, recording, index + 1, times)
    yield Outcome(
        "power",
        "cut before, after and between flushes of the journal, sectors lost at random",
        "starts with the last confirmed step",
        "nothing confirmed",
        times,
        tuple(failures),
    )


def _wrong(setting: Setting, disk: Disk, recording: Recording, index: int, cut: int) -> list[str]:
    """What is wrong with the journal that the disk holds after a cut at note `index`."""
    folder = setting.folder / "cut"
    folder.mkdir(exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    for name, content in disk.cut(setting.random).items():
        (folder / name).write_bytes(content)
    done = [events for at, events in recording.confirmed if at <= index]
    under_way = [events for at, events in recording.confirmed if at > index][:1]
    try:
        journal = Journal(folder / "journal.db")
        table = journal.load()
        journal.close()
    except JournalError as error:
        return [f"cut {cut}: {error}"]
    events = tuple(table.match.events) if table else None
    allowed = done[-1:] + under_way if done else [None, *under_way]
    return [] if events in allowed else [f"cut {cut}: the journal tells another game than was confirmed"]
