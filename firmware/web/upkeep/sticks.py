"""Releases that lie on a stick: looked for where systems mount sticks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from pathlib import Path

MOUNTED = (Path("/media"), Path("/run/media"), Path("/mnt"))
NAME = "lifeguard-*.tar"
MOST = 20
"""So many are offered; a stick may hold anything."""


def releases(mounted: Sequence[Path] = MOUNTED) -> dict[str, Path]:
    """The files that are called like a release, by name, in the folder of a stick itself; links are left aside."""
    return {file.name: file for file in islice(_files(mounted), MOST)}


def _files(mounted: Sequence[Path]) -> Iterator[Path]:
    for folder in mounted:
        for pattern in (NAME, f"*/{NAME}", f"*/*/{NAME}"):  # /mnt itself, /media/STICK, /media/USER/STICK
            try:
                yield from sorted(file for file in folder.glob(pattern) if file.is_file() and not file.is_symlink())
            except OSError:  # it was pulled, or is not for us
                continue
