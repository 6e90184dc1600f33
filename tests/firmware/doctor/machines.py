"""Machines that tell of themselves what a test says."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path

from firmware.doctor.machine import Machine

NOW = datetime(2026, 11, 24, 20, 5, tzinfo=UTC)
NOWHERE = Path("/no-such-folder")


def machine(root: Path, files: Mapping[str, str], answers: Mapping[str, str], address: str = "192.168.1.5") -> Machine:
    """A machine with these files below `root`, whose programs (by their first word) say this."""
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text)
    return Machine(root, lambda command: answers.get(command[0], ""), lambda: NOW, lambda: address)


def bare() -> Machine:
    """A machine that tells nothing but its address and the time."""
    return machine(NOWHERE, {}, {})
