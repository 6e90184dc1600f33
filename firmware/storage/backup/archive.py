"""The file of a backup: a zip file whose comment is the SHA-256 of all that stands before it.

Nothing of a file is believed before its checksum is right, and of one that was made to harm nothing is unpacked.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import struct
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import IO
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError

from vision.store import NAME

JOURNAL, SETTINGS, PEOPLE, ABOUT = "journal.db", "lifeguard.toml", "household.json", "backup.json"
TAUGHT = ("decks", "tiles", "tokens", "dice")
DRAWN = "zones"
_NAME = NAME.pattern
PART = re.compile(
    rf"{JOURNAL}|{SETTINGS}|{PEOPLE}|{ABOUT}|({'|'.join(TAUGHT)})/{_NAME}\.npz|{DRAWN}/{_NAME}\.(json|png)",
    re.IGNORECASE,
)
"""What a part may be called: no other path is ever written to."""
CHECKSUM_BYTES = 64
END = struct.Struct("<4sHHHHLLH")
"""The last record of a zip file, before its comment."""
HOSTILE = (BadZipFile, ZlibError, EOFError, RuntimeError, ValueError, KeyError, struct.error)
"""What zipfile raises for a file that is not as it should be. (NotImplementedError is a RuntimeError.)"""


@dataclass(frozen=True, slots=True)
class BackupLimits:
    """How large a backup may be. (A journal with all its photographs has some 110 MB.)"""

    parts: int = 1000
    directory_bytes: int = 200_000
    """Of the list of what is in it."""
    unpacked_bytes: int = 1_000_000_000
    unpacked_ratio: int = 100
    """So many times its size it may unpack to; steps, which are text, come to twenty."""
    spare_bytes: int = 20_000_000
    """What stays free on the disk beside it."""


LIMITS = BackupLimits()


class BackupRefused(Exception):
    """A file is no backup that could be restored; the message says why, in one line. Nothing was changed."""


def write(file: Path, parts: Mapping[str, Path | bytes]) -> None:
    """Writes a backup of these parts by name, whole or not at all. Raises OSError."""
    new = file.with_name(file.name + ".part")
    try:
        with new.open("w+b") as stream:
            with ZipFile(stream, "w", ZIP_DEFLATED, allowZip64=False, compresslevel=1) as archive:
                archive.comment = bytes(CHECKSUM_BYTES)
                for name, content in parts.items():
                    archive.writestr(name, content) if isinstance(content, bytes) else archive.write(content, name)
            checksum = _checksum(stream)
            stream.seek(-CHECKSUM_BYTES, os.SEEK_END)
            stream.write(checksum)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(new, file)
    finally:
        new.unlink(missing_ok=True)


@contextmanager
def opened(file: Path) -> Iterator[ZipFile]:
    """A backup whose checksum, names and sizes are right. Raises BackupRefused, also for what its reader raises."""
    try:
        with file.open("rb") as stream:
            _check_end(stream)
            with ZipFile(stream) as archive:
                _check_parts(archive.infolist(), os.fstat(stream.fileno()).st_size)
                yield archive
    except HOSTILE as error:
        raise BackupRefused(f"{file}: not a backup that can be restored, or damaged ({error})") from error


def unpack(archive: ZipFile, folder: Path) -> None:
    """Writes all parts to files of an empty folder, on disk when this returns. Raises OSError, and what `opened` turns
    into BackupRefused."""
    for part in archive.infolist():
        to = folder / part.filename
        to.parent.mkdir(parents=True, exist_ok=True)
        with archive.open(part) as source, to.open("wb") as target:
            shutil.copyfileobj(source, target)
            target.flush()
            os.fsync(target.fileno())


def unpacked_bytes(archive: ZipFile) -> int:
    """The room that `unpack` takes."""
    return sum(part.file_size for part in archive.infolist())


def _check_end(stream: IO[bytes]) -> None:
    """Raises ValueError if the file does not end as a backup does, or its checksum is wrong."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(size - END.size - CHECKSUM_BYTES, 0))
    end = stream.read()
    if len(end) != END.size + CHECKSUM_BYTES:
        raise ValueError("it is too short")
    mark, *_, directory_bytes, _, comment_bytes = END.unpack_from(end)
    if mark != b"PK\5\6" or comment_bytes != CHECKSUM_BYTES:
        raise ValueError("it does not end as a backup does")
    if directory_bytes > LIMITS.directory_bytes:
        raise ValueError("it holds too many parts")
    if end[-CHECKSUM_BYTES:] != _checksum(stream):
        raise ValueError("its checksum is wrong")


def _check_parts(parts: list[ZipInfo], packed_bytes: int) -> None:
    """Raises ValueError for parts that no backup has."""
    names = [part.filename.casefold() for part in parts]
    if len(set(names)) != len(names) or len(names) > LIMITS.parts:
        raise ValueError("it holds too many parts, or one twice")
    for part in parts:
        if not PART.fullmatch(part.orig_filename):
            raise ValueError(f"it holds a part called {part.orig_filename[:80]!r}")
        if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED) or part.flag_bits & 1:
            raise ValueError("it is packed in an unknown way")
    total = sum(part.file_size for part in parts)
    if total > LIMITS.unpacked_bytes or total > LIMITS.unpacked_ratio * packed_bytes:
        raise ValueError(f"it would unpack to {total // 1_000_000} MB")


def _checksum(stream: IO[bytes]) -> bytes:
    """The SHA-256, in hex, of all but the last bytes, which hold it."""
    left = stream.seek(0, os.SEEK_END) - CHECKSUM_BYTES
    stream.seek(0)
    digest = hashlib.sha256()
    while left > 0 and (block := stream.read(min(left, 1 << 20))):
        digest.update(block)
        left -= len(block)
    return digest.hexdigest().encode()
