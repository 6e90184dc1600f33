"""`lifeguard-setup`: installs, updates, changes back and removes a box. It runs before any library is there.

Exit codes: 0 for success, 2 for wrong use, 1 for failure with one clear line on standard error.
"""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

from firmware.appliance import signature
from firmware.appliance.box import Box, CommandFailed
from firmware.appliance.disk import Layout
from firmware.appliance.install import change_back, install, remove
from firmware.appliance.release import ReleaseRefused
from firmware.appliance.settle import settle
from firmware.appliance.slots import SlotRefused
from firmware.appliance.update import update, watch

FAILURES = (ReleaseRefused, SlotRefused, CommandFailed, OSError)
PYTHONS = ((3, 11), (3, 13))


def main() -> None:
    """The command."""
    given = _parser().parse_args()
    box = Box(Layout(given.root))
    try:
        _allowed()
        given.does(box, given)
    except FAILURES as error:
        sys.exit(f"lifeguard-setup: {error}")


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser("lifeguard-setup", epilog="Example: sudo lifeguard-setup remove")
    parser.add_argument("--root", type=Path, default=Path("/"), help=argparse.SUPPRESS)  # for tests
    commands = parser.add_subparsers(required=True, metavar="COMMAND")
    installs = commands.add_parser("install", help="install an unpacked release")
    installs.add_argument("folder", type=Path)
    installs.set_defaults(does=lambda box, given: install(box, given.folder))
    updates = commands.add_parser("update", help="update from a signed release, a file")
    updates.add_argument("file", type=Path)
    updates.set_defaults(does=lambda box, given: _updated(box, given.file))
    backs = commands.add_parser("rollback", help="change back to the version before")
    backs.set_defaults(does=lambda box, given: change_back(box))
    removes = commands.add_parser("remove", help="remove Lifeguard; its data is kept")
    removes.set_defaults(does=lambda box, given: remove(box))
    watches = commands.add_parser("watch", help="take the update that the page left, and end one that was cut off")
    watches.set_defaults(does=lambda box, given: watch(box, _key(box)))
    settles = commands.add_parser("settle", help="make the system ready for the version that plays")
    settles.set_defaults(does=lambda box, given: settle(box))
    return parser


def _updated(box: Box, file: Path) -> None:
    """Updates the box. Raises CommandFailed if it was not updated; why has been said."""
    if not update(box, file, _key(box)):
        raise CommandFailed("not updated")


def _key(box: Box) -> bytes:
    """The key that a release must be signed with; in another root than this system's, a file there may name it."""
    other = box.layout.root / "release.pub"
    if box.layout.root != Path("/") and other.exists():
        return bytes.fromhex(other.read_text(encoding="ascii"))
    return signature.public_key()


def _allowed() -> None:
    """Raises CommandFailed if nothing can be set up here."""
    if not PYTHONS[0] <= sys.version_info[:2] <= PYTHONS[1]:
        raise CommandFailed(
            f"this is Python {sys.version.split()[0]}: Lifeguard needs 3.11 to 3.13 (Bookworm or Trixie)"
        )
    if os.geteuid() != 0:
        raise CommandFailed("run it with sudo")


if __name__ == "__main__":
    main()
