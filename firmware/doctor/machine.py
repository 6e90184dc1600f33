"""The machine itself: its card, memory, heat, power, network and clock. What it does not tell is left out."""

from __future__ import annotations

import subprocess
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from companion.words.language import t, tn
from companion.words.pieces import join
from engines.core import said
from firmware.config import PageConfig
from firmware.doctor.check import Check
from firmware.network.address import LOOPBACK, own_address

PATIENCE_S = 10.0
"""Seconds that a program of the system is given to answer."""


@dataclass(frozen=True, slots=True)
class MachineLimits:
    """What a machine is judged by."""

    low_memory_mb: int = 60
    """Available memory below which the system may end the program."""
    hot_c: float = 75.0
    """A Raspberry Pi slows down from 80 °C on."""
    worn_share: int = 8
    """Tenths of its life that storage has used up (eMMC tells it), from which on it is old."""
    clock_behind: timedelta = timedelta(minutes=5)
    """So far a clock may be behind what it showed before."""


LIMITS = MachineLimits()

LOW_VOLTAGE, SLOWED = 1 << 0, 1 << 1 | 1 << 2 | 1 << 3
"""Bits of what `vcgencmd get_throttled` tells of this moment; those of the time since the start are 16 higher."""
SINCE_START = 16
IN_MEMORY = "upperdir=/media/root-rw/"
"""An option of what overlayroot mounts: whatever is written there goes to memory."""
TOO_LOW = {
    True: said("The voltage is too low just now."),
    False: said("The voltage was too low at times since the start."),
}
SLOW = {
    True: said("The processor is slowed down for its heat just now."),
    False: said("The processor was slowed down for its heat at times since the start."),
}
"""Both by whether it is so now."""
SUPPLY = said("Use the power supply that was made for it, with its own cable.")
COOLER = said("Give it more air, or a heat sink.")
SET_IT = said("Let it onto the Internet, or set it.")


def answered(command: Sequence[str]) -> str:
    """What a program of the system says; "" if there is none, or it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE_S, check=True, errors="replace")
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout


@dataclass(frozen=True, slots=True)
class Machine:
    """Where this machine tells of itself: its files below `root`, its programs, its clock, its address."""

    root: Path = Path("/")
    ask: Callable[[Sequence[str]], str] = answered
    now: Callable[[], datetime] = lambda: datetime.now(UTC)
    address: Callable[[], str] = own_address

    def text(self, path: str) -> str:
        """What is in a file below the root, "" if it cannot be read."""
        try:
            return (self.root / path).read_text(encoding="utf-8", errors="replace").strip()
        except OSError:
            return ""


def examined(machine: Machine, page: PageConfig, home: Path) -> Iterator[Check]:
    """All checks of a machine; `home` is the folder of all data."""
    first = in_memory(machine, home) or card(machine)
    yield from filter(None, (first, memory(machine), heat(machine), power(machine)))
    yield network(machine, page)
    yield clock(machine, home)


def in_memory(machine: Machine, home: Path) -> Check | None:
    """What is amiss if a system that is mounted read-only keeps the data in memory, as overlayroot does by itself."""
    mounts = [line.split() for line in machine.text("proc/mounts").splitlines()]
    there = [mount for mount in mounts if len(mount) > 3 and home.is_relative_to(mount[1])]
    nearest = max(there, key=lambda mount: len(mount[1]), default=None)
    if nearest is None or IN_MEMORY not in nearest[3]:
        return None
    seen = t("All that is played is kept in memory alone, and lost with the power.")
    return Check("card", "fail", seen, t("Do as docs/appliance.md says of a card that is only read."))


def card(machine: Machine) -> Check | None:
    """Whether the system has met errors on its storage, or knows it to be worn."""
    counts = {file.parent.name: file.read_text().strip() for file in machine.root.glob("sys/fs/ext4/*/errors_count")}
    broken = {disk: int(count) for disk, count in counts.items() if count.isdecimal() and int(count)}
    if broken:
        seen = tn(
            "The system has met an error on {disks}.",
            "The system has met {count} errors on {disks}.",
            sum(broken.values()),
            disks=join(sorted(broken)),
        )
        return Check("card", "fail", seen, t("Save a backup, then put the system on a new card."))
    worn = max((_tenths(file.read_text()) for file in machine.root.glob("sys/block/*/device/life_time")), default=0)
    if worn >= LIMITS.worn_share:
        seen = t("Its storage has used up {share}% of its life.", share=worn * 10)
        return Check("card", "warn", seen, t("Save backups, and renew it."))
    return Check("card", "ok", t("The system has met no errors on it.")) if counts else None


def _tenths(life: str) -> int:
    """Tenths of its life that storage has used up: "0x01 0x03" is up to 30%."""
    return max((int(part, 16) for part in life.split() if part.startswith("0x")), default=0)


def memory(machine: Machine) -> Check | None:
    """How much memory there is still to be had."""
    rows = dict(row.split(":", 1) for row in machine.text("proc/meminfo").splitlines() if ":" in row)
    if not {"MemAvailable", "MemTotal"} <= rows.keys():
        return None
    available, total = (int(rows[name].split()[0]) // 1000 for name in ("MemAvailable", "MemTotal"))
    seen = t("{free} of {total} MB are to be had.", free=available, total=total)
    if available < LIMITS.low_memory_mb:
        return Check("memory", "warn", seen, t("Stop other programs on this machine."))
    return Check("memory", "ok", seen)


def heat(machine: Machine) -> Check | None:
    """How hot the processor is."""
    told = machine.text("sys/class/thermal/thermal_zone0/temp")
    if not told.lstrip("-").isdecimal():
        return None
    celsius = int(told) / 1000
    seen = t("The processor has {degrees} °C.", degrees=round(celsius))
    return Check("heat", "warn", seen, t(COOLER)) if celsius >= LIMITS.hot_c else Check("heat", "ok", seen)


def power(machine: Machine) -> Check | None:
    """Whether a Raspberry Pi gets enough power, and does not slow down."""
    bits = _throttled(machine)
    if bits is None:
        return None
    for now, shift in ((True, 0), (False, SINCE_START)):
        if bits >> shift & LOW_VOLTAGE:
            return Check("power", "fail" if now else "warn", t(TOO_LOW[now]), t(SUPPLY))
        if bits >> shift & SLOWED:
            return Check("power", "warn", t(SLOW[now]), t(COOLER))
    return Check("power", "ok", t("The voltage was never too low since the start."))


def _throttled(machine: Machine) -> int | None:
    """What a Raspberry Pi tells of voltage and heat, in bits; None if nothing does.

    The service may not open the device that `vcgencmd` asks, for that leads to all memory: there a file tells the same.
    """
    name, _, value = machine.ask(["vcgencmd", "get_throttled"]).strip().partition("=")
    if name == "throttled":
        return int(value, 16)
    for file in machine.root.glob("sys/devices/platform/soc*/*firmware/get_throttled"):
        return int(file.read_text(), 16)
    return None


def network(machine: Machine, page: PageConfig) -> Check:
    """Where phones find the page."""
    if page.host == LOOPBACK:
        return Check("network", "ok", t("The page is for this machine alone, as configured."))
    address = machine.address()
    if address == LOOPBACK:
        return Check(
            "network", "warn", t("There is no network."), t("Join a network: phones find the page through it.")
        )
    return Check("network", "ok", t("Phones find the page at {address}.", address=f"http://{address}:{page.port}"))


def clock(machine: Machine, home: Path) -> Check:
    """What the clock shows, and whether anybody set it: most Raspberry Pis keep no time while they are off."""
    now = machine.now()
    time = f"{now:%Y-%m-%d %H:%M}"
    journal = home / "journal.db"
    if journal.exists() and datetime.fromtimestamp(journal.stat().st_mtime, UTC) - now > LIMITS.clock_behind:
        return Check("clock", "warn", t("It is {time} UTC, earlier than the last game.", time=time), t(SET_IT))
    if machine.text("proc/1/comm") == "systemd" and machine.ask(["timedatectl", "show", "-p", "NTPSynchronized"]) == (
        "NTPSynchronized=no\n"
    ):
        return Check("clock", "warn", t("It is {time} UTC, but nobody has set it.", time=time), t(SET_IT))
    return Check("clock", "ok", t("It is {time} UTC.", time=time))
