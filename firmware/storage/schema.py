"""The journal's file: its tables, their version, and the checksum that each row carries."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from zlib import crc32

MAGIC = b"SQLite format 3\0"
VERSION = 2
"""Of the tables below; `PRAGMA user_version` of the file. Version 0 had no checksums and no times; up to version 1 an
event was an object, now it is a list: a program that knows only those must not take the file for damaged."""
STAMP = 0x4C474A00
"""`PRAGMA application_id` is this plus the version: one wrong bit makes no other version of it."""
PAGE_BYTES = 4096
BETWEEN = b"\x1f"
"""Stands between the fields of a row where its checksum is taken."""
TABLES = """
CREATE TABLE matches (id INTEGER PRIMARY KEY, saved INTEGER NOT NULL, at TEXT NOT NULL, header TEXT NOT NULL,
    steps INTEGER NOT NULL, total INTEGER NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE steps (match INTEGER, number INTEGER, saved INTEGER NOT NULL, at TEXT NOT NULL, step TEXT NOT NULL,
    sum INTEGER NOT NULL, PRIMARY KEY (match, number)) WITHOUT ROWID;
CREATE TABLE photos (id TEXT PRIMARY KEY, match INTEGER NOT NULL, jpeg BLOB NOT NULL, sum INTEGER NOT NULL);
CREATE INDEX photos_of_match ON photos (match, id);
CREATE TABLE asked (id INTEGER PRIMARY KEY CHECK (id = 1), game TEXT NOT NULL, sum INTEGER NOT NULL);
CREATE TABLE present (id INTEGER PRIMARY KEY CHECK (id = 1), saved INTEGER NOT NULL, matches INTEGER NOT NULL,
    rest TEXT NOT NULL, sum INTEGER NOT NULL);
"""
"""`saved` counts the saves of this journal: the order of what happened, however the clock jumps. `at` is the time that
the clock showed, UTC ("" in what version 0 wrote). A match has as many `steps`, and `total` is the sum of their
checksums: a step that is changed changes no other row of a step.
"""
OF_THE_DISK = {
    sqlite3.SQLITE_PERM, sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_NOMEM, sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN,
}  # fmt: skip
"""What SQLite reports when not the file is at fault, but where it lies."""


class DamagedJournal(Exception):
    """The journal is not as it was written; the message says what."""


def seal(*fields: object) -> int:
    """The checksum (CRC-32) of a row's fields."""
    return crc32(BETWEEN.join(str(field).encode("utf-8", "surrogateescape") for field in fields))


def seal_photo(look: str, match: int, jpeg: bytes) -> int:
    """The checksum of a photograph's row."""
    return crc32(jpeg, seal(look, match))


def damaged(error: sqlite3.Error) -> bool:
    """Whether an error speaks of the file's content; else of the disk it is on."""
    code = getattr(error, "sqlite_errorcode", sqlite3.SQLITE_CORRUPT)
    return code == sqlite3.SQLITE_IOERR_READ or code & 0xFF not in OF_THE_DISK


def version_of(path: Path) -> int:
    """The version that a journal's first page names. Raises DamagedJournal if there is none to be read, OSError."""
    with path.open("rb") as stream:
        head = stream.read(100)
    version, stamp = int.from_bytes(head[60:64], "big"), int.from_bytes(head[68:72], "big")
    if not head.startswith(MAGIC) or stamp != (STAMP + version if version else 0):
        raise DamagedJournal("its first page is damaged")
    return version


def connect(path: Path, mode: str) -> sqlite3.Connection:
    """The file opened to read (`ro`) or to write (`rw`) too. Raises sqlite3.Error."""
    uri = f"{path.absolute().as_uri()}?mode={mode}"
    db = sqlite3.connect(uri, uri=True, isolation_level=None, check_same_thread=False)
    db.text_factory = _text  # sqlite3 itself would raise for a text in which a bit is wrong
    if mode == "rw":
        db.execute("PRAGMA journal_mode=WAL")
        db.execute("PRAGMA synchronous=FULL")
    return db


def _text(data: bytes) -> str:
    return data.decode("utf-8", "surrogateescape")


@contextmanager
def made(path: Path) -> Iterator[sqlite3.Connection]:
    """A new journal to be filled; at `path` when the block has ended well, whole, or not at all.

    Raises sqlite3.Error, OSError.
    """
    part = path.with_name(path.name + ".part")
    part.unlink(missing_ok=True)
    db = sqlite3.connect(part, isolation_level=None)
    try:
        db.execute("PRAGMA journal_mode=OFF")
        db.execute(f"PRAGMA page_size={PAGE_BYTES}")
        db.executescript(TABLES)
        db.execute(f"PRAGMA user_version={VERSION}")
        db.execute(f"PRAGMA application_id={STAMP + VERSION}")
        db.execute("BEGIN")
        yield db
        db.execute("COMMIT")
    finally:
        db.close()
    with part.open("rb") as stream:
        os.fsync(stream.fileno())
    os.replace(part, path)


class Transaction:
    """BEGIN IMMEDIATE … COMMIT, or ROLLBACK when anything fails, the COMMIT included."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def __enter__(self) -> None:
        self._db.execute("BEGIN IMMEDIATE")

    def __exit__(self, kind: object, error: object, trace: object) -> None:
        try:
            self._db.execute("ROLLBACK" if kind else "COMMIT")
        except sqlite3.Error:
            if self._db.in_transaction:
                self._db.execute("ROLLBACK")
            if not kind:
                raise
