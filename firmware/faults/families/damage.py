"""Damaged journals: each copy of a real one is damaged in some way and opened. What is lost must be told."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator, Mapping
from contextlib import closing
from pathlib import Path
from random import Random
from tempfile import TemporaryDirectory

from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import played
from firmware.storage.contents import Contents
from firmware.storage.journal import Journal
from firmware.storage.schema import PAGE_BYTES, connect

SAVES = 120
PHOTO_BYTES = 1_000
COPIES = 1200
"""So many copies are damaged, the kinds by turns."""
FILE, LOG, MARK = "journal.db", "journal.db-wal", "journal.db.mark"

Steps = Mapping[int, tuple[str, ...]]
"""The steps of each match, as JSON."""
Damage = Callable[[Path, Path, Random], None]
"""Damages the journal in a folder; the second folder has an older copy of it."""


def flip(file: str) -> Damage:
    """One wrong bit."""

    def done(home: Path, older: Path, random: Random) -> None:
        data = bytearray((home / file).read_bytes())
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)
        (home / file).write_bytes(data)

    return done


def cut(file: str) -> Damage:
    """The end is gone."""

    def done(home: Path, older: Path, random: Random) -> None:
        data = (home / file).read_bytes()
        (home / file).write_bytes(data[: random.randrange(len(data))])

    return done


def scribble(file: str) -> Damage:
    """A page of random bytes."""

    def done(home: Path, older: Path, random: Random) -> None:
        data = bytearray((home / file).read_bytes())
        start = random.randrange(0, len(data), PAGE_BYTES)
        data[start : start + PAGE_BYTES] = random.randbytes(len(data[start : start + PAGE_BYTES]))
        (home / file).write_bytes(data)

    return done


def swap(file: str) -> Damage:
    """An older copy of one of the files."""

    def done(home: Path, older: Path, random: Random) -> None:
        shutil.copy(older / file, home / file)

    return done


def gone(file: str) -> Damage:
    """One of the files is not there."""
    return lambda home, older, random: (home / file).unlink()


def noise(home: Path, older: Path, random: Random) -> None:
    """Random bytes instead of a journal."""
    (home / FILE).write_bytes(random.randbytes(random.randrange(200_000)))


def folded(damage: Damage) -> Damage:
    """The same, after the log was folded into the journal, as at a good end: what is hurt then is in no other file."""

    def done(home: Path, older: Path, random: Random) -> None:
        Journal(home / FILE).close()
        damage(home, older, random)

    return done


DAMAGES: Mapping[str, Damage] = {
    "one wrong bit in the journal": folded(flip(FILE)),
    "one wrong bit in its log": flip(LOG),
    "one wrong bit in its mark": flip(MARK),
    "the journal's end is gone": folded(cut(FILE)),
    "its log's end is gone": cut(LOG),
    "a page of random bytes in the journal": folded(scribble(FILE)),
    "a page of random bytes in the journal beside a long log": scribble(FILE),
    "a page of random bytes in its log": scribble(LOG),
    "an older log": swap(LOG),
    "an older journal": swap(FILE),
    "no log": gone(LOG),
    "no journal": folded(gone(FILE)),
    "random bytes as journal": folded(noise),
}


def damages(setting: Setting) -> Iterator[Outcome]:
    """Damages copies of a journal and opens each: a row a kind of damage."""
    home, older = setting.folder / "home", setting.folder / "older"
    confirmed = write(home, older, setting.random)
    for kind, damage in DAMAGES.items():
        lost, aside, failures = 0, 0, list[str]()
        for _ in range(times := setting.times(COPIES // len(DAMAGES))):
            seed = setting.random.getrandbits(31)
            gone, said, trouble = one(home, older, confirmed, damage, Random(seed))
            lost, aside = lost + gone, aside + bool(said)
            if trouble or (gone and (not said or said.startswith("No step"))):
                failures.append(f"{kind}, seed {seed}: {trouble or f'{gone} steps are lost and it says {said!r}'}")
        does = f"starts; sets {aside} of {times} aside and saves what it can" if aside else "starts as if nothing was"
        yield Outcome(
            "damage", kind, does, f"{lost} steps, and it is told" if lost else "nothing", times, tuple(failures)
        )


def write(home: Path, older: Path, random: Random) -> Steps:
    """Writes a journal into `home`, its log still beside it; `older` is as it was a while before.

    The steps that were confirmed.
    """
    written, saves = home.with_name("written"), enumerate(played(random, SAVES, PHOTO_BYTES))
    before = None
    for last, then in ((SAVES // 2, None), (SAVES * 3 // 4, older), (SAVES, home)):
        journal = Journal(written / FILE)
        for number, (table, photos) in saves:
            journal.save(before, table, photos)
            before = table
            if number == last:
                break
        if then:
            shutil.copytree(written, then)
        journal.close()  # the log is folded into the file
    return steps_in(home / FILE)


def steps_in(journal: Path) -> Steps:
    """The steps in a whole journal."""
    with closing(connect(journal, "ro")) as db:
        contents = Contents(db)
        return {id: tuple(text for _, _, text in contents.match(id).steps) for id in contents.match_ids()}


def one(home: Path, older: Path, confirmed: Steps, damage: Damage, random: Random) -> tuple[int, str, str]:
    """Damages a copy and opens it: how many steps it lost, what it says, and what went wrong ("" for nothing)."""
    with TemporaryDirectory() as folder:
        copy = Path(folder) / "home"
        shutil.copytree(home, copy)
        damage(copy, older, random)
        try:
            with closing(Journal(copy / FILE)) as journal:
                said = journal.trouble
                table = journal.load()
                for number in range(SAVES):
                    journal.photo(f"look-{number}")
                if table:
                    journal.save(None, table)
            after = steps_in(copy / FILE)
        except Exception as error:  # whatever it is, it is what is looked for here
            return 0, "", f"{type(error).__name__}: {error}"
        lost = sum(len(steps) - _common(steps, after.get(id, ())) for id, steps in confirmed.items())
        return lost, said, ""


def _common(one: tuple[str, ...], other: tuple[str, ...]) -> int:
    alike = [a == b for a, b in zip(one, other, strict=False)]
    return alike.index(False) if False in alike else len(alike)
