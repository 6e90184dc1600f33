"""Small files, whole or not at all."""

from __future__ import annotations

import os
from pathlib import Path


def write(file: Path, data: bytes) -> None:
    """Puts data into a file, on disk when this returns; the folder is made if need be. Raises OSError."""
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(file.name + ".part")
    with part.open("wb") as stream:
        stream.write(data)
        stream.flush()
        os.fsync(stream.fileno())
    os.replace(part, file)
