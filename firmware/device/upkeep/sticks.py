"""Releases that lie on a stick: looked for where systems mount sticks."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from firmware.appliance.release import order
from firmware.device.upkeep.news import FILE

MOUNTED = (Path("/media"), Path("/run/media"), Path("/mnt"))
NAME = "lifeguard-*.tar"
MOST = 20
"""So many are offered; a stick may hold anything."""


def releases(mounted: Sequence[Path] = MOUNTED) -> dict[str, Path]:
    """The files that are called like a release, by name, in the folder of a stick itself; links are left aside."""
    return {file.name: file for file in islice(_files(mounted), MOST)}


def versions(
    found: Callable[[], Mapping[str, Path]] = releases, taken: bool | None = None, installed: str = ""
) -> dict[str, str]:
    """`version`, which plays, and `latest`: the newest of it and of those on sticks.

    `taken`: whether somebody takes updates here; if left out, by the environment that the service has.
    """
    here = installed or version("lifeguard")
    takes = bool(os.environ.get(FILE)) if taken is None else taken
    there = [name.removeprefix("lifeguard-").removesuffix(".tar") for name in (found() if takes else ())]
    return {"version": here, "latest": max((here, *there), key=order)}


def _files(mounted: Sequence[Path]) -> Iterator[Path]:
    for folder in mounted:
        for pattern in (NAME, f"*/{NAME}", f"*/*/{NAME}"):  # /mnt itself, /media/STICK, /media/USER/STICK
            try:
                yield from sorted(file for file in folder.glob(pattern) if file.is_file() and not file.is_symlink())
            except OSError:  # it was pulled, or is not for us
                continue
