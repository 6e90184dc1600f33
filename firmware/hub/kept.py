"""What the hub keeps in its folder: the matches that are over, and the tournament."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path

from pydantic import TypeAdapter

from companion.hub.board import MatchResult
from companion.hub.tournament.rounds import Tournament
from firmware.storage import files

FILE = "hub.json"
log = logging.getLogger("lifeguard")


@dataclass(frozen=True, slots=True)
class Kept:
    """`round_began` is when the present round was paired."""

    results: tuple[MatchResult, ...] = ()
    tournament: Tournament | None = None
    round_began: datetime | None = None


KEPT = TypeAdapter(Kept)


def load(home: Path) -> Kept:
    """What was kept. A file that cannot be read is set aside, and that is said."""
    file = home / FILE
    try:
        return KEPT.validate_json(file.read_bytes()) if file.exists() else Kept()
    except (OSError, ValueError):
        aside = file.with_suffix(".unread.json")
        log.warning("%s cannot be read: the evening begins anew; it is set aside as %s", file, aside)
        try:
            file.replace(aside)
        except OSError as error:
            log.warning("%s cannot be set aside: %s", file, error)
        return Kept()


def save(home: Path, kept: Kept) -> None:
    """Writes it whole, or leaves what was there. Raises OSError."""
    home.mkdir(parents=True, exist_ok=True)
    files.write(home / FILE, KEPT.dump_json(kept))
