"""A box is installed by hand from an unpacked release, changed back to the version before, and removed."""

from __future__ import annotations

import shutil
from pathlib import Path

from firmware.appliance import release
from firmware.appliance.box import Box
from firmware.appliance.build import build
from firmware.appliance.disk import CURRENT, GOOD
from firmware.appliance.network_files import FILES
from firmware.appliance.settle import COMMAND, UNIT, USER, settle
from firmware.appliance.slots import NAMES

KEPT = {*NAMES, CURRENT, GOOD}
"""What belongs into the folder of the programs; a version before the slots left its own files there."""


def install(box: Box, folder: Path) -> None:
    """Installs an unpacked release, beside the version that was there, and starts it.

    Raises ReleaseRefused, SlotRefused, CommandFailed, OSError.
    """
    version = release.checked(folder, release.here())
    before = box.slots.version(box.slots.read().current)
    box.layout.programs.mkdir(parents=True, exist_ok=True)
    box.say(f"installing Lifeguard {version}: this takes some minutes")
    slot = build(box, folder)
    box.say(f"put it into {box.layout.programs / slot}")
    _change(box)
    for left in box.layout.programs.iterdir():
        if left.name not in KEPT:
            _delete(left)
    box.say(f"Lifeguard {version} is installed{f'; {before} stays beside it' if before else ''}")


def change_back(box: Box) -> None:
    """Lets the version before play again. Raises SlotRefused, CommandFailed, OSError."""
    _change(box)
    box.say(f"Lifeguard {box.slots.version(box.slots.read().current)} plays again")


def _change(box: Box) -> None:
    box.slots.switch()
    box.slots.keep()
    settle(box)
    if box.starts_units:
        box.run(["systemctl", "restart", UNIT])
        box.say("started it; it starts with the machine from now on")
    else:
        box.say("it starts with the machine (no systemd runs here now)")


def remove(box: Box) -> None:
    """Takes Lifeguard off the machine, but not its data. It may be done again. Raises CommandFailed, OSError."""
    units = sorted(box.layout.units.glob("lifeguard*.*"))
    names = [unit.name for unit in units]
    if names and box.starts_units:
        box.run(["systemctl", "stop", *names])
    if names:
        box.run(["systemctl", "disable", "--quiet", *names])
    written = (box.layout.root / name for name in (COMMAND, *FILES))
    for there in (*units, *written, box.layout.programs):
        if there.exists() or there.is_symlink():
            _delete(there)
            box.say(f"removed {there}")
    if names and box.starts_units:
        box.run(["systemctl", "daemon-reload"])
    box.say(f"kept all data in {box.layout.data}, and the user {USER}, to whom it belongs")


def _delete(there: Path) -> None:
    if there.is_dir() and not there.is_symlink():
        shutil.rmtree(there)
    else:
        there.unlink()
