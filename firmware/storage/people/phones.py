"""The paired phones, in a small file of the home: their tokens' digests, so that a copy of it opens nothing."""

from __future__ import annotations

import logging
from pathlib import Path

from pydantic import TypeAdapter

from companion.gate.phones import PairedPhone, PairedPhones
from firmware.storage import files

FILE = "phones.json"
PHONES = TypeAdapter(tuple[PairedPhone, ...])
log = logging.getLogger("lifeguard")


def phones_of(home: Path, name: str = FILE) -> PairedPhones:
    """The phones that were paired with the device of that home. A file that cannot be read pairs none, and is said."""
    file = home / name
    try:
        paired = PHONES.validate_json(file.read_bytes()) if file.exists() else ()
    except (OSError, ValueError):
        log.warning("%s cannot be read: phones must type the PIN again", file)
        paired = ()
    return PairedPhones(paired, lambda phones: files.write(file, PHONES.dump_json(phones)))
