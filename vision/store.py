"""What was taught, kept as arrays in one file: written whole or not at all."""

from __future__ import annotations

import math
import os
import re
import struct
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from tokenize import TokenError
from typing import IO, Any
from zipfile import ZIP_DEFLATED, ZIP_STORED, BadZipFile, ZipFile, ZipInfo
from zlib import error as ZlibError

import numpy as np
from numpy.lib import format as npy

from vision.reading import Array

NAME = re.compile(r"[a-z0-9][a-z0-9._-]{0,63}", re.IGNORECASE)
"""What a taught set, deck or piece may be called: its name is that of its file too."""

DAMAGED = (
    OSError, EOFError, KeyError, ValueError, TypeError, OverflowError, MemoryError, RuntimeError, SyntaxError,
    struct.error, TokenError, BadZipFile, ZlibError,
)  # fmt: skip
"""What NumPy and zipfile raise for a file that holds no arrays, or not those that it should, or has lost some bytes."""


@dataclass(frozen=True, slots=True)
class ArrayFileLimits:
    """How large a file of what was taught may be. (A card's picture takes 90 kB unpacked: 41 faces are 3.6 MB.)"""

    unpacked_bytes: int = 64_000_000
    directory_bytes: int = 16_384
    """Of the list of what is in it: a file holds about ten arrays."""


LIMITS = ArrayFileLimits()
ZIP_END_BYTES = 22
"""The last record of a zip file, without a comment."""
ZIP64_LOCATOR, ZIP64_LOCATOR_BYTES = b"PK\x06\x07", 20
"""What stands before it in files of more than 4 GB."""


class BadTeaching(Exception):
    """Nothing was learnt, or what was kept is damaged; the message says which file and why."""


class BadPictures(BadTeaching):
    """Pictures that teach nothing. `wrong`: what is wrong with each, and what to do, by its file's name."""

    def __init__(self, wrong: Mapping[str, str]) -> None:
        self.wrong = dict(wrong)
        lines, more = [f"{file}: {what}" for file, what in wrong.items()], len(wrong) - MOST_TOLD
        super().__init__("\n".join([*lines[:MOST_TOLD], *([f"and {more} more like it"] if more > 0 else [])]))


MOST_TOLD = 20
"""So many of the pictures that teach nothing are named at most."""


def refuse(wrong: Mapping[str, str]) -> None:
    """Raises BadPictures with a line for each picture (by its file's name) that something is wrong with, if any is.

    Whoever took sixty pictures does not want to be told one at a time.
    """
    if wrong:
        raise BadPictures(wrong)


def write_arrays(parts: Mapping[str, Any], file: Path) -> Path:
    """Writes arrays by name to a file, whole or not at all; the folder is made if need be. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    try:
        with part.open("wb") as stream:
            np.savez_compressed(stream, **parts)
            stream.flush()
            os.fsync(stream.fileno())
        os.replace(part, file)
    finally:
        part.unlink(missing_ok=True)
    return file


def read_arrays(file: Path) -> dict[str, Array]:
    """The arrays in a file, by name. What it claims is checked before memory is given for it.

    Raises one of `DAMAGED` for a file that holds none, or more than was ever taught.
    """
    with file.open("rb") as stream:
        if _directory_bytes(stream) > LIMITS.directory_bytes:
            raise ValueError("it holds too many parts")
        with ZipFile(stream) as parts:
            if sum(part.file_size for part in parts.infolist()) > LIMITS.unpacked_bytes:
                raise ValueError("it unpacks to more than was ever taught")
            return {part.filename.removesuffix(".npy"): _array(parts, part) for part in parts.infolist()}


def _directory_bytes(stream: IO[bytes]) -> int:
    """The size of a zip file's list of parts, read before zipfile reads all of it."""
    size = stream.seek(0, os.SEEK_END)
    stream.seek(max(size - ZIP_END_BYTES - ZIP64_LOCATOR_BYTES, 0))
    end = stream.read()
    if end.startswith(ZIP64_LOCATOR) or len(end) < ZIP_END_BYTES:
        raise ValueError("it is no file of arrays")
    return int.from_bytes(end[-10:-6], "little")


def _array(parts: ZipFile, part: ZipInfo) -> Array:
    if part.compress_type not in (ZIP_STORED, ZIP_DEFLATED):
        raise ValueError("it is packed in an unknown way")
    with parts.open(part) as stream:
        header = npy.read_array_header_1_0 if npy.read_magic(stream) == (1, 0) else npy.read_array_header_2_0
        shape, by_columns, dtype = header(stream)
        if dtype.hasobject or math.prod(shape) * dtype.itemsize != part.file_size - stream.tell():
            raise ValueError("an array is not as large as it says")
        data = bytearray(stream.read())
    return np.frombuffer(data, dtype).reshape(shape, order="F" if by_columns else "C")


def check_arrays(parts: Mapping[str, Array], expected: Mapping[str, tuple[str, tuple[int | str, ...]]]) -> None:
    """Compares arrays with what each should be: the beginning of its type ("u1", "f4", "U") and its shape.

    A letter in a shape stands for the same number wherever it is. Raises KeyError, ValueError.
    """
    sizes: dict[int | str, int] = {}
    for name, (kind, shape) in expected.items():
        array = parts[name]
        if not array.dtype.str[1:].startswith(kind) or array.ndim != len(shape):
            raise ValueError(f"{name} is of another kind")
        for length, wanted in zip(array.shape, shape, strict=True):
            if length != (wanted if isinstance(wanted, int) else sizes.setdefault(wanted, length)):
                raise ValueError(f"{name} does not fit the others")
        if array.dtype.kind == "f" and np.isinf(array).any():
            raise ValueError(f"{name} is beyond all measure")
        if kind == "U" and not all(0 < len(text) <= 64 and text.isprintable() for text in map(str, array.ravel())):
            raise ValueError(f"{name} is no name")
