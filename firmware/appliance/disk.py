"""The slots on disk: each change of `firmware.appliance.slots` as one atomic step, flushed before the next."""

from __future__ import annotations

import os
import shutil
from dataclasses import dataclass
from pathlib import Path

from firmware.appliance import slots
from firmware.appliance.slots import NAMES, Slots

CURRENT, GOOD = "current", "good"
WHOLE = "whole"
"""A slot's last file: it is there once all others are on disk."""
VERSION = "VERSION"


@dataclass(frozen=True, slots=True)
class Layout:
    """Where a box keeps things, below `root`."""

    root: Path = Path("/")

    @property
    def programs(self) -> Path:
        """The slots and their links."""
        return self.root / "opt/lifeguard"

    @property
    def data(self) -> Path:
        """The folder of all data."""
        return self.root / "var/lib/lifeguard"

    @property
    def units(self) -> Path:
        """Where systemd looks for units."""
        return self.root / "etc/systemd/system"

    @property
    def running(self) -> Path:
        """What is gone after a restart."""
        return self.root / "run"


class SlotDisk:
    """The folder of the slots. Every method raises OSError; those that change something raise SlotRefused."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def read(self) -> Slots:
        """What is there now."""
        whole = frozenset(name for name in NAMES if (self.folder / name / WHOLE).exists())
        return Slots(self._named(CURRENT), self._named(GOOD), whole)

    def version(self, name: str) -> str:
        """The version in a slot, "" for none."""
        try:
            return (self.folder / name / VERSION).read_text(encoding="utf-8").strip()
        except OSError:
            return ""

    def clear(self) -> Path:
        """Empties the free slot, and gives its folder, which is not there any more."""
        slot = self.folder / self.read().free
        slots.cleared(self.read())
        if (slot / WHOLE).exists():
            (slot / WHOLE).unlink()
            _flush(slot)
        if slot.exists():
            shutil.rmtree(slot)
        return slot

    def seal(self) -> None:
        """Says that the free slot holds a whole version, once all of it is on disk."""
        slots.sealed(self.read())
        slot = self.folder / self.read().free
        os.sync()
        (slot / WHOLE).touch()
        _flush(slot)
        _flush(self.folder)

    def switch(self) -> None:
        """Lets the version in the free slot play."""
        self._point(CURRENT, slots.switched(self.read()).current)

    def keep(self) -> None:
        """The version that plays is well."""
        self._point(GOOD, slots.kept(self.read()).good)

    def take_back(self) -> None:
        """Lets the version that was well play again."""
        self._point(CURRENT, slots.taken_back(self.read()).current)

    def _named(self, link: str) -> str:
        try:
            named = os.readlink(self.folder / link)
        except FileNotFoundError:
            return ""
        return named if named in NAMES else ""

    def _point(self, link: str, name: str) -> None:
        made = self.folder / f"{link}.new"
        made.unlink(missing_ok=True)
        os.symlink(name, made)
        os.replace(made, self.folder / link)
        _flush(self.folder)


def _flush(folder: Path) -> None:
    """The names in a folder are on disk when this returns."""
    opened = os.open(folder, os.O_RDONLY | os.O_DIRECTORY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
