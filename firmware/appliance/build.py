"""A release becomes a version in a slot: a virtual environment of its own, made without a network."""

from __future__ import annotations

import shutil
from pathlib import Path

from firmware.appliance.box import Box, system_python
from firmware.appliance.disk import VERSION

EXTRAS = "pi,mqtt,appliance"
UNITS = "systemd"
"""The folder of a release and of a slot that holds the units."""


def build(box: Box, release: Path) -> str:
    """Puts a release, which was checked, into the free slot, whole or not at all; the slot's name.

    Raises SlotRefused, CommandFailed, OSError.
    """
    slot = box.slots.clear()
    # without pip: a bare Debian has none for it, the release brings its own; camera and pins: the system's libraries
    box.run([str(system_python()), "-m", "venv", "--without-pip", "--system-site-packages", str(slot)])
    pip = next((release / "wheels").glob("pip-*.whl"))
    install = ["install", "--quiet", "--no-index", "--ignore-installed", "--no-cache-dir", "--find-links"]
    asked = f"lifeguard[{EXTRAS}]"
    box.run(
        [
            str(slot / "bin/python"),
            f"{pip}/pip",
            *install,
            str(release / "wheels"),
            "--root-user-action",
            "ignore",
            asked,
        ]
    )
    shutil.copytree(release / UNITS, slot / UNITS)
    shutil.copy(release / VERSION, slot / VERSION)
    box.slots.seal()
    return slot.name
