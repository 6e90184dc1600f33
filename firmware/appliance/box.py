"""The system that a box is set up on: its programs are run, and what was done is said."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from firmware.appliance.disk import Layout, SlotDisk


class CommandFailed(Exception):
    """A program of the system failed; the message says which, and its last words."""


def run(command: Sequence[str]) -> str:
    """What a program says on standard output. Raises CommandFailed."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, check=True, errors="replace")
    except FileNotFoundError as error:
        raise CommandFailed(f"{command[0]} is not on this system") from error
    except subprocess.CalledProcessError as error:
        last = (error.stderr or error.stdout).strip().splitlines()[-1:] or [f"exit code {error.returncode}"]
        raise CommandFailed(f"{' '.join(map(str, command))} failed: {last[0]}") from error
    return done.stdout


def say(text: str) -> None:
    """A line for people."""
    print(text, file=sys.stderr, flush=True)


@dataclass(frozen=True, slots=True)
class Box:
    """A machine that is, or becomes, a box. `run` runs a program of the system, `say` tells people what is done."""

    layout: Layout = field(default_factory=Layout)
    run: Callable[[Sequence[str]], str] = run
    say: Callable[[str], None] = say

    @property
    def slots(self) -> SlotDisk:
        """The two versions."""
        return SlotDisk(self.layout.programs)

    @property
    def starts_units(self) -> bool:
        """Whether systemd runs here; it does not in a container or while an image is made."""
        return (self.layout.running / "systemd/system").is_dir()

    def has(self, *command: str) -> bool:
        """Whether a program is there and succeeds."""
        try:
            self.run(command)
        except CommandFailed:
            return False
        return True

    @property
    def raspberry_pi(self) -> bool:
        """Whether this is a Raspberry Pi."""
        model = self.layout.root / "proc/device-tree/model"
        return model.exists() and model.read_bytes().startswith(b"Raspberry Pi")


def system_python() -> Path:
    """The Python of the system, also if this one runs in a virtual environment."""
    return Path(sys.base_prefix) / "bin" / f"python{sys.version_info.major}.{sys.version_info.minor}"
