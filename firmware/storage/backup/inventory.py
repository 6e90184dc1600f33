"""What is in a backup, for people to read."""

from __future__ import annotations

import json
from collections.abc import Iterable
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from engines.core.seating import is_nobody
from firmware.storage.backup.archive import DRAWN, JOURNAL, SETTINGS, TAUGHT
from firmware.storage.past import PastMatches


@dataclass(frozen=True, slots=True)
class BackupContents:
    """What is in a backup: when it was `made` (UTC) and by which version, the matches and the days (UTC, ISO 8601; "")
    of the first and the last, who played, what was taught ("decks/hai-noon") and the games whose places were drawn."""

    made: str
    version: str
    matches: int
    first: str
    last: str
    players: tuple[str, ...]
    photographs: int
    taught: tuple[str, ...]
    drawn: tuple[str, ...]
    settings: bool


def inventory(about: bytes, parts: Iterable[str], folder: Path) -> BackupContents:
    """What parts of these names are, of which `folder` holds the journal if there is one, and it is whole.

    Raises PastUnreadable, and one of `UNREADABLE` for an `about` that is not as it was written.
    """
    said = json.loads(about)
    named = sorted(map(Path, parts))
    taught = tuple(part.with_suffix("").as_posix() for part in named if part.parent.name in TAUGHT)
    drawn = tuple(part.stem for part in named if part.parent.name == DRAWN and part.suffix == ".json")
    made, version = str(said["made"]), str(said["lifeguard"])
    return BackupContents(made, version, *_played(folder / JOURNAL), taught, drawn, Path(SETTINGS) in named)


def _played(journal: Path) -> tuple[int, str, str, tuple[str, ...], int]:
    """How many matches a journal holds, the days of the first and the last, who played, how many photographs."""
    with closing(PastMatches(journal)) as past:
        rows = past.rows()
        days = sorted(row.began[:10] for row in rows if row.began)
        players = tuple(sorted({name for row in rows for name in row.people if not is_nobody(name)}))
        photographs = sum(past.photo_counts().values())
    return len(rows), days[0] if days else "", days[-1] if days else "", players, photographs
