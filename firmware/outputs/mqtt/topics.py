"""The topics of one table, and the name that it has among others of the same broker."""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from uuid import getnode

MACHINE = Path("/etc/machine-id")
"""Where Linux keeps what tells a machine from all others. It is meant to stay there: only a digest leaves it."""
ONLINE, OFFLINE = "online", "offline"


@dataclass(frozen=True, slots=True)
class Topics:
    """Each under `prefix`/`table`."""

    prefix: str
    table: str

    def _of(self, name: str) -> str:
        return f"{self.prefix}/{self.table}/{name}"

    @property
    def availability(self) -> str:
        """Whether the device is there; the broker itself says so when it is gone."""
        return self._of("availability")

    @property
    def camera(self) -> str:
        """Whether its camera sees the table."""
        return self._of("camera/availability")

    @property
    def state(self) -> str:
        """Where the game stands."""
        return self._of("state")

    @property
    def event(self) -> str:
        """What happens, once."""
        return self._of("event")

    @property
    def diagnostics(self) -> str:
        """How the device fares."""
        return self._of("diagnostics")

    @property
    def image(self) -> str:
        """The photograph that was read last, where the configuration lets it out."""
        return self._of("image")

    @property
    def command(self) -> str:
        """What the device is asked to do, where the configuration lets it be asked."""
        return self._of("command")


def own_name(home: Path, machine: Path = MACHINE) -> str:
    """A name for the device whose data is in `home`: eight hexadecimal digits, the same at each start."""
    try:
        known = machine.read_text(encoding="ascii").strip()
    except (OSError, UnicodeDecodeError):
        known = str(getnode())
    return sha256(f"lifeguard {known} {home.resolve()}".encode()).hexdigest()[:8]
