"""What the version that plays needs of the system beside its slot: a user, groups, units, a command."""

from __future__ import annotations

import shutil
from pathlib import Path

from firmware.appliance.box import Box, CommandFailed
from firmware.appliance.build import UNITS
from firmware.appliance.disk import CURRENT
from firmware.appliance.network_files import write_network_files

USER = "lifeguard"
GROUPS = ("gpio", "i2c", "spi", "video", "netdev", "systemd-journal")
"""Of its wires, its camera, and those to whom Avahi listens."""
UNIT = "lifeguard.service"
ENABLED = (UNIT, "lifeguard-update.path", "lifeguard-update.service")
PACKAGES = ("python3-picamera2", "python3-lgpio")
"""What a Raspberry Pi's camera and pins are driven with; both belong to its own system."""
COMMAND = "usr/local/bin/lifeguard-setup"


def settle(box: Box) -> None:
    """Makes the system ready for the version that plays, and says what was changed; it may be done again.

    Raises CommandFailed, OSError.
    """
    _user(box)
    _groups(box)
    _packages(box)
    _wires(box)
    _command(box)
    write_network_files(box)
    _units(box)


def _user(box: Box) -> None:
    if not box.has("getent", "passwd", USER):
        home = str(Path("/") / box.layout.data.relative_to(box.layout.root))
        box.run(["useradd", "--system", "--user-group", "--home-dir", home, "--shell", "/usr/sbin/nologin", USER])
        box.say(f"made the user {USER}")


def _groups(box: Box) -> None:
    for group in GROUPS:
        if not box.has("getent", "group", group):
            box.run(["groupadd", "--system", group])
            box.say(f"made the group {group}")
    mine = set(box.run(["id", "--name", "--groups", USER]).split())
    if not mine.issuperset(GROUPS):
        box.run(["usermod", "--append", "--groups", ",".join(GROUPS), USER])
        box.say(f"put the user {USER} into {', '.join(GROUPS)}")


def _packages(box: Box) -> None:
    """The libraries of camera and pins, on a Raspberry Pi. Without a network it is said what is to be done later."""
    if not box.raspberry_pi:
        return
    missing = [name for name in PACKAGES if not box.has("dpkg", "--status", name)]
    if not missing:
        return
    try:
        box.run(["apt-get", "update", "--quiet"])  # a card that was just written knows no packages, or old ones
        box.run(["apt-get", "install", "--yes", "--quiet", "--no-install-recommends", *missing])  # nothing of a desktop
        box.say(f"installed {' and '.join(missing)}")
    except CommandFailed as error:
        box.say(f"NOT done: {error}. Connect the box to a network, then give this command again")


def _wires(box: Box) -> None:
    """Switches I2C on: the OLED hangs on it."""
    if box.raspberry_pi and box.has("raspi-config", "nonint", "get_i2c"):
        off = box.run(["raspi-config", "nonint", "get_i2c"]).strip() == "1"
        if off:
            box.run(["raspi-config", "nonint", "do_i2c", "0"])
            box.say("switched I2C on")


def _command(box: Box) -> None:
    command, target = box.layout.root / COMMAND, f"/opt/lifeguard/{CURRENT}/bin/lifeguard-setup"
    if not command.is_symlink():
        command.parent.mkdir(parents=True, exist_ok=True)
        command.symlink_to(target)
        box.say(f"made the command {command}")


def _units(box: Box) -> None:
    """The units of the version that plays. Those that only another version had stay without harm."""
    changed = False
    box.layout.units.mkdir(parents=True, exist_ok=True)
    for unit in sorted((box.layout.programs / CURRENT / UNITS).iterdir()):
        there = box.layout.units / unit.name
        if not there.exists() or there.read_bytes() != unit.read_bytes():
            shutil.copyfile(unit, there)
            box.say(f"wrote {there}")
            changed = True
    if changed and box.starts_units:
        box.run(["systemctl", "daemon-reload"])
    box.run(["systemctl", "enable", "--quiet", *(name for name in ENABLED if (box.layout.units / name).exists())])
