"""What was taught, kept as arrays in one file: written whole or not at all."""

from __future__ import annotations

import os
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from zipfile import BadZipFile
from zlib import error as ZlibError

import numpy as np

NAME = re.compile(r"[a-z0-9][a-z0-9._-]*", re.IGNORECASE)
"""What a taught set, deck or piece may be called: its name is that of its file too."""

DAMAGED = (OSError, EOFError, KeyError, ValueError, TypeError, BadZipFile, ZlibError)
"""What NumPy raises for a file that holds no arrays, or not those that it should, or has lost some bytes."""


class BadTeaching(Exception):
    """Nothing was learnt, or what was kept is damaged; the message says which file and why."""


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
