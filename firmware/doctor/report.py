"""A report to go with a bug: one file, without secrets, names of players or pictures."""

from __future__ import annotations

import io
import json
import platform
import re
import sys
from collections.abc import Iterable, Sequence
from contextlib import closing, suppress
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from zipfile import ZIP_DEFLATED, ZipFile

from companion.words.language import ENGLISH, speaking
from engines import record
from engines.core.seating import is_nobody
from firmware.config import Config
from firmware.doctor.check import Check, line
from firmware.doctor.machine import Machine
from firmware.doctor.replay import LOOKS, MATCH
from firmware.storage import files
from firmware.storage.contents import UNREADABLE
from firmware.storage.looks import FILE, KEPT, kept_looks
from firmware.storage.past import PastMatches, PastUnreadable
from firmware.storage.salvage import NewerJournal, check

PACKAGES = (
    "lifeguard",
    "numpy",
    "opencv-python-headless",
    "pillow",
    "fastapi",
    "uvicorn",
    "gpiozero",
    "luma.oled",
    "picamera2",
)
LOG = ("journalctl", "--unit=lifeguard", "--lines=1000", "--no-pager", "--output=short-iso")
NO_LOG = "There is no log of the service here; add what the terminal said.\n"
LEFT_OUT = (
    "The log is left out: the journal is damaged or unreadable, so the names to be taken out are not all known.\n"
)
PIN = re.compile(r"PIN \d+")


def write(file: Path, checks: Sequence[Check], config: Config, home: Path, machine: Machine) -> None:
    """Writes a report to a file, whole or not at all. Raises OSError."""
    files.write(file, packed(checks, config, home, machine))


def packed(checks: Sequence[Check], config: Config, home: Path, machine: Machine) -> bytes:
    """A report, as a zip file; its checks are in English, for whoever mends the bug."""
    with speaking(ENGLISH):
        told = "".join(f"{line(check)}\n" for check in checks)
    parts = {
        "checks.txt": told,
        "machine.json": _json(_about(machine)),
        "settings.json": _json(_settings(config)),
        "files.json": _json(_sizes(home)),
        "log.txt": _log(config, home, machine),
        **_last_match(home),
    }
    whole = io.BytesIO()
    with ZipFile(whole, "w", ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(name, text)
    return whole.getvalue()


def _settings(config: Config) -> dict[str, object]:
    """The settings without players and secrets; of an address on the web its host alone, for the rest may be one."""
    told = config.model_dump(mode="json", exclude={"game": {"players"}})
    for hook, settings in zip(told["webhooks"], config.webhooks, strict=True):
        hook["url"] = f"{settings.url.scheme}://{settings.url.host}"
    return told


def _log(config: Config, home: Path, machine: Machine) -> str:
    """The log of the service without PINs and names, or why there is none."""
    log, names = machine.ask(LOG), _names(config, home)
    if not log:
        return NO_LOG
    return LEFT_OUT if names is None else _discreet(log, names)


def _discreet(text: str, names: Iterable[str]) -> str:
    """A text without PINs, and with other names for people."""
    text = PIN.sub("PIN ****", text)
    for number, name in enumerate(names, 1):
        text = re.sub(rf"(?<!\w){re.escape(name)}(?!\w)", f"Person {number}", text)
    return text


def _names(config: Config, home: Path) -> list[str] | None:
    """All people that the device knows of, the longest names first; None if its journal cannot be read, or not all."""
    known, journal = set(config.game.players), home / "journal.db"
    try:
        if journal.exists():
            check(journal)
            with closing(PastMatches(journal)) as past:
                known |= {name for row in past.rows() for name in row.people if not is_nobody(name)}
    except (*UNREADABLE, NewerJournal, PastUnreadable, OSError):
        return None
    return sorted(known, key=lambda name: (-len(name), name))


def _last_match(home: Path) -> dict[str, str]:
    """The match that was played last, as a record, and its last looks; "" where there is none that can be read."""
    found = {MATCH: "", LOOKS: ""}
    with closing(PastMatches(home / "journal.db")) as past, suppress(PastUnreadable):
        for row in past.rows()[:1]:
            match = past.match(row.number).match
            for person in range(len(match.seating.people)):
                match = match.renamed(person, f"Person {person + 1}")
            found[MATCH] = record.write(match)
            found[LOOKS] = _looks(home, row.number)
    return found


def _looks(home: Path, number: int) -> str:
    """The last looks of a match. No name of a person is in them; where they cannot be read, none."""
    with suppress(OSError):
        return "".join(f"{KEPT.dump_json(kept).decode()}\n" for kept in kept_looks(home / FILE) if kept.match == number)
    return ""


def _about(machine: Machine) -> dict[str, object]:
    """Versions and make of a machine."""
    return {
        "made": machine.now().isoformat(timespec="seconds"),
        "model": machine.text("proc/device-tree/model").rstrip("\0"),
        "system": machine.text("etc/os-release").partition("\n")[0],
        "kernel": platform.platform(),
        "python": sys.version,
        "packages": {name: _version(name) for name in PACKAGES},
    }


def _version(package: str) -> str:
    try:
        return version(package)
    except PackageNotFoundError:
        return ""


def _sizes(home: Path) -> dict[str, int]:
    """The files of a home and their sizes, bytes."""
    return {
        file.relative_to(home).as_posix(): file.stat().st_size for file in sorted(home.rglob("*")) if file.is_file()
    }


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"
