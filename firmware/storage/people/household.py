"""What people said at the first start, in a small file of the home."""

from __future__ import annotations

import logging
from pathlib import Path

from pydantic import TypeAdapter

from firmware.state.household import Household
from firmware.storage import files

FILE = "household.json"
HOUSEHOLD = TypeAdapter(Household)
NOBODY = Household(done=False)
log = logging.getLogger("lifeguard")


def load(home: Path) -> Household:
    """What is kept in a home. A file that is not there, or cannot be read, tells nothing; that is said in the log."""
    file = home / FILE
    try:
        return read(file) if file.exists() else NOBODY
    except (OSError, ValueError) as error:
        log.warning("%s cannot be read (%s): names and games have to be given anew", file, type(error).__name__)
        return NOBODY


def read(file: Path) -> Household:
    """What a file holds. Raises OSError, ValueError."""
    return HOUSEHOLD.validate_json(file.read_bytes())


def keep(home: Path, household: Household) -> None:
    """Keeps it, on disk when this returns. Raises OSError."""
    files.write(home / FILE, HOUSEHOLD.dump_json(household))
