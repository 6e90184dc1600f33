"""What a home keeps gives way to what was unpacked beside it; power may be cut at any moment.

The folder of what was unpacked says by its name how far it has come: `restore-1-TIME`, what was there is moved to
`before-restore-TIME`; `restore-2-TIME`, what is new takes its place. Either can be done again.
"""

from __future__ import annotations

import os
from datetime import UTC, datetime
from pathlib import Path

GIVES_WAY = (
    "journal.db", "journal.db-wal", "journal.db-shm", "journal.db.mark", "matches.db",
    "decks", "tiles", "tokens", "dice", "zones", "lifeguard.toml", "household.json",
)  # fmt: skip
"""All that a backup holds, and what belongs to it. Paired phones, lessons and what is made anew stay."""


def swap(home: Path, unpacked: Path) -> Path:
    """Puts the files of a folder in the place of those of a home; where these are now. Raises OSError."""
    now = f"{datetime.now(UTC):%Y%m%dT%H%M%SZ}"
    names = (now, *(f"{now}-{count}" for count in range(2, 100)))
    name = next(name for name in names if not (home / f"before-restore-{name}").exists())
    os.replace(unpacked, home / f"restore-1-{name}")
    finish(home)
    return home / f"before-restore-{name}"


def finish(home: Path) -> None:
    """Ends what was cut short. Raises OSError."""
    for begun in sorted(home.glob("restore-1-*Z*")):
        aside = home / begun.name.replace("restore-1-", "before-restore-")
        aside.mkdir(exist_ok=True)
        for name in GIVES_WAY:
            if (home / name).exists():
                os.replace(home / name, aside / name)
        os.replace(begun, home / begun.name.replace("restore-1-", "restore-2-"))
    for moved in sorted(home.glob("restore-2-*Z*")):
        for part in sorted(moved.iterdir()):
            os.replace(part, home / part.name)
        moved.rmdir()
