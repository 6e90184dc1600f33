"""What a device says of itself since it was started: which of its parts have been well. It writes, an update reads."""

from __future__ import annotations

import json
import os
from pathlib import Path

FILE = "LIFEGUARD_HEALTH"
"""The variable of the environment that names the file; without it a device says nothing."""
PAGE, JOURNAL, OLED, LOOK = "page", "journal", "oled", "look"
PARTS = (PAGE, JOURNAL, OLED, LOOK)
"""The page answers, the journal is whole, the OLED takes pictures, a look was read."""
MOST_BYTES = 1000


def write(file: Path, well: frozenset[str]) -> None:
    """Notes the parts that have been well, whole or not at all. Raises OSError."""
    part = file.with_name(f"{file.name}.part")
    part.write_text(json.dumps(sorted(well)), encoding="utf-8")
    os.replace(part, file)


def read(file: Path) -> frozenset[str]:
    """The parts that have been well; none if nothing is noted."""
    try:
        with open(os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK), "rb") as stream:
            noted = json.loads(stream.read(MOST_BYTES))
    except (OSError, ValueError):
        return frozenset()
    return frozenset(PARTS) & frozenset(map(str, noted if isinstance(noted, list) else ()))
