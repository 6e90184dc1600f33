"""A file system for SQLite that notes what reaches the disk and when, and fails when it is told to.

SQLite lets a program register a VFS (https://www.sqlite.org/vfs.html). Ours is a copy of the system's in which opening
a file swaps three methods (write, truncate, flush) for ones that note the call and pass it on, or refuse it.
"""

from __future__ import annotations

import ctypes
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from ctypes import CFUNCTYPE, POINTER, Structure, c_char_p, c_int, c_int64, c_void_p
from dataclasses import dataclass
from pathlib import Path
from typing import Any

WRITE = CFUNCTYPE(c_int, c_void_p, c_void_p, c_int, c_int64)
TRUNCATE = CFUNCTYPE(c_int, c_void_p, c_int64)
SYNC = CFUNCTYPE(c_int, c_void_p, c_int)
OPEN = CFUNCTYPE(c_int, c_void_p, c_void_p, c_void_p, c_int, c_void_p)  # SQLite keeps the pointer to the name
DELETE = CFUNCTYPE(c_int, c_void_p, c_char_p, c_int)


class NoVfs(Exception):
    """This Python's SQLite cannot be reached from outside; the message says why."""


@dataclass(frozen=True, slots=True)
class Note:
    """One call that SQLite made: "write" of `data` at `at`, "truncate" to `at` bytes, "sync" or "delete"."""

    file: str
    call: str
    at: int = 0
    data: bytes = b""


class _Methods(Structure):
    """`sqlite3_io_methods`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("close", c_void_p),
        ("read", c_void_p),
        ("write", c_void_p),
        ("truncate", c_void_p),
        ("sync", c_void_p),
        ("others", c_void_p * 13),
    )


class _Vfs(Structure):
    """`sqlite3_vfs`, version 3."""

    _fields_ = (
        ("version", c_int),
        ("file_bytes", c_int),
        ("longest_path", c_int),
        ("next", c_void_p),
        ("name", c_char_p),
        ("data", c_void_p),
        ("open", c_void_p),
        ("delete", c_void_p),
        ("others", c_void_p * 14),
    )


class DiskUnderTest:
    """What SQLite did to the disk (`notes`), and what it is told from now on (`refusal`).

    Holds all that C points to, as long as it lives.
    """

    def __init__(self, system: _Vfs) -> None:
        self.notes: list[Note] = []
        self.refusal = 0
        """The SQLite code that each call gets (https://www.sqlite.org/rescode.html); 0: it is passed on."""
        self._files: dict[int, str] = {}
        self._tables: dict[int, _Methods] = {}
        self._held: list[Any] = []
        self.vfs = _Vfs.from_buffer_copy(system)
        self.vfs.name = b"noting"
        self._open, self._delete = OPEN(system.open), DELETE(system.delete)
        self.vfs.open = self._pointer(OPEN(self._opened))
        self.vfs.delete = self._pointer(DELETE(self._deleted))

    def _pointer(self, function: Any) -> int | None:
        self._held.append(function)
        return ctypes.cast(function, c_void_p).value

    def _opened(self, vfs: int, name: int | None, file: int, flags: int, out: int | None) -> int:
        code = int(self._open(vfs, name, file, flags, out))
        if code == 0 and name:
            self._files[file] = Path(ctypes.string_at(name).decode()).name
            methods = ctypes.cast(file, POINTER(c_void_p))
            system = methods[0] or 0
            if system not in self._tables:
                self._tables[system] = self._table(ctypes.cast(system, POINTER(_Methods)).contents)
            methods[0] = ctypes.addressof(self._tables[system])
        return code

    def _deleted(self, vfs: int, name: bytes, flush: int) -> int:
        code = int(self._delete(vfs, name, flush))
        if code == 0:
            self.notes.append(Note(Path(name.decode()).name, "delete"))
        return code

    def _table(self, system: _Methods) -> _Methods:
        write, truncate, sync = WRITE(system.write), TRUNCATE(system.truncate), SYNC(system.sync)

        def written(file: int, data: int, count: int, at: int) -> int:
            if self.refusal:
                return self.refusal
            self.notes.append(Note(self._files[file], "write", at, ctypes.string_at(data, count)))
            return int(write(file, data, count, at))

        def truncated(file: int, size: int) -> int:
            if self.refusal:
                return self.refusal
            self.notes.append(Note(self._files[file], "truncate", size))
            return int(truncate(file, size))

        def flushed(file: int, flags: int) -> int:
            if self.refusal:
                return self.refusal
            self.notes.append(Note(self._files[file], "sync"))
            return int(sync(file, flags))

        table = _Methods.from_buffer_copy(system)
        table.write = self._pointer(WRITE(written))
        table.truncate = self._pointer(TRUNCATE(truncated))
        table.sync = self._pointer(SYNC(flushed))
        return table


@contextmanager
def disk_under_test() -> Iterator[DiskUnderTest]:
    """The disk as SQLite uses it through files opened meanwhile. Raises NoVfs where its library is out of reach.

    Close all that was opened meanwhile before the end.
    """
    library = _library()
    library.sqlite3_vfs_find.restype = POINTER(_Vfs)
    system = library.sqlite3_vfs_find(None)
    disk = DiskUnderTest(system.contents)
    library.sqlite3_vfs_register(ctypes.byref(disk.vfs), 1)
    try:
        yield disk
    finally:
        library.sqlite3_vfs_unregister(ctypes.byref(disk.vfs))
        library.sqlite3_vfs_register(system, 1)


def _library() -> ctypes.CDLL:
    """The very library that Python's sqlite3 runs on."""
    import sqlite3  # noqa: F401 - loads it

    if not sys.platform.startswith("linux"):
        raise NoVfs("only Linux tells which SQLite Python runs on")
    loaded = {line.split()[-1] for line in Path("/proc/self/maps").read_text().splitlines() if "libsqlite3" in line}
    if not loaded:
        raise NoVfs("this Python has SQLite built in")
    return ctypes.CDLL(loaded.pop())
