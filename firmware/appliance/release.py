"""A release: wheels, units, checksums and a signature, as a folder or as one archive."""

from __future__ import annotations

import hashlib
import platform
import re
import shutil
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from typing import IO

from firmware.appliance import signature

SUMS, SIGNATURE = "SHA256SUMS", "SHA256SUMS.sig"
PART = re.compile(r"wheels/[A-Za-z0-9_.+-]+\.whl|systemd/[a-z@-]+\.(service|path)|setup|VERSION|LICENSE")
"""What a release is made of. No name leads out of its folder."""
SUM = re.compile(r"([0-9a-f]{64})  (\S+)")
MOST_SUMS_BYTES = 1 << 16
BLOCK_BYTES = 1 << 20


class ReleaseRefused(Exception):
    """This is no release that may be installed; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class ReleaseLimits:
    """How much is unpacked at most."""

    bytes: int = 1 << 30


LIMITS = ReleaseLimits()


def here() -> str:
    """This machine as the names of wheels call it."""
    return platform.machine()


def fits(name: str, machine: str) -> bool:
    """Whether a part is of use on a machine: a wheel names the machine that it was built for."""
    return not name.endswith(".whl") or name.endswith((f"{machine}.whl", "-any.whl"))


def checked(folder: Path, machine: str) -> str:
    """The version of a release that lies unpacked, all parts of it for a machine whole. Raises ReleaseRefused."""
    try:
        sums = _sums((folder / SUMS).read_bytes(), folder)
        for name, wanted in sums.items():
            if fits(name, machine) and _sum_of(folder / name) != wanted:
                raise ReleaseRefused(f"{folder / name} is damaged: unpack or load the release anew")
        return (folder / "VERSION").read_text(encoding="utf-8").strip()
    except OSError as error:
        raise ReleaseRefused(f"{error.filename} is missing: unpack or load the release anew") from error


def unpacked(archive: Path, folder: Path, machine: str, key: bytes) -> str:
    """Unpacks what a machine needs of a signed release into a new folder; the release's version.

    `key` is the public key (Ed25519, 32 bytes). Nothing is written before the signature was found right.
    Raises ReleaseRefused, OSError.
    """
    try:
        with tarfile.open(archive, "r:") as tar:
            parts = _parts(tar, archive)
            sums = _signed_sums(parts, archive, key)
            folder.mkdir(parents=True)
            missing = _unpack(parts, sums, folder, machine, archive)
    except (tarfile.TarError, EOFError) as error:
        raise ReleaseRefused(f"{archive} is no release of Lifeguard: load it anew") from error
    if missing:
        raise ReleaseRefused(f"{archive} lacks {missing[0]}: load it anew")
    return (folder / "VERSION").read_text(encoding="utf-8").strip()


def _parts(tar: tarfile.TarFile, archive: Path) -> Iterator[tuple[str, IO[bytes]]]:
    """The files of an archive by their names in its one folder. Raises ReleaseRefused for what is no plain file."""
    left = LIMITS.bytes
    for member in tar:
        if member.isdir():
            continue
        left -= member.size
        stream = tar.extractfile(member) if member.isreg() else None
        if stream is None or left < 0:
            raise ReleaseRefused(f"{archive} is no release of Lifeguard: it holds more than files of their usual size")
        with closing(stream):
            yield member.name.partition("/")[2], stream


def _signed_sums(parts: Iterator[tuple[str, IO[bytes]]], archive: Path, key: bytes) -> dict[str, str]:
    """The checksums, which come first, if they are signed by the key."""
    data, signed = _read(next(parts, None), SUMS), _read(next(parts, None), SIGNATURE)
    if not signed:
        raise ReleaseRefused(f"{archive} is not signed: only a signed release can be an update")
    if not signature.right(data, signed, key):
        raise ReleaseRefused(f"{archive} is not signed by those who make Lifeguard: load it from where they give it")
    return _sums(data, archive)


def _read(part: tuple[str, IO[bytes]] | None, name: str) -> bytes:
    """What is in a part, if it is the one of that name, else nothing."""
    return part[1].read(MOST_SUMS_BYTES) if part and part[0] == name else b""


def _sums(data: bytes, where: Path) -> dict[str, str]:
    """Name -> SHA-256 of each part. Raises ReleaseRefused."""
    rows = [SUM.fullmatch(line) for line in data.decode("utf-8", "replace").splitlines()]
    if not rows or not all(row and PART.fullmatch(row[2]) for row in rows):
        raise ReleaseRefused(f"{where}: its list of checksums is damaged: load the release anew")
    return {row[2]: row[1] for row in rows if row}


def _unpack(
    parts: Iterator[tuple[str, IO[bytes]]], sums: Mapping[str, str], folder: Path, machine: str, archive: Path
) -> list[str]:
    """Writes the parts that fit; the names of those that are missing."""
    missing = {name for name in sums if fits(name, machine)}
    for name, stream in parts:
        if name in missing:
            (folder / name).parent.mkdir(exist_ok=True)
            with (folder / name).open("wb") as file:
                shutil.copyfileobj(stream, file, BLOCK_BYTES)
            if _sum_of(folder / name) != sums[name]:
                raise ReleaseRefused(f"{archive}: {name} is damaged: load it anew")
            missing.remove(name)
    return sorted(missing)


def _sum_of(file: Path) -> str:
    with file.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()


def order(version: str) -> tuple[int, ...]:
    """Versions in their order: (0, 2, 0) for "0.2.0"."""
    return tuple(int(number) for number in re.findall(r"\d+", version))
