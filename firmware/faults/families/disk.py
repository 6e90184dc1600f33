"""The disk refuses while people play: nothing is shown that is not saved, and play goes on once it works again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from firmware.faults.disk_vfs import DiskUnderTest, NoVfs, disk_under_test
from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import Phone, running, saved
from firmware.storage.journal import JournalError

REFUSALS = {
    "full": 13,  # SQLITE_FULL
    "fails to write": 778,  # SQLITE_IOERR_WRITE
    "fails to flush": 1034,  # SQLITE_IOERR_FSYNC
    "turns read-only": 8,  # SQLITE_READONLY
}
GAMES = 25
"""So many games are begun for each refusal."""
CHANGES = 12
"""Changes asked for before, during and after the disk refuses."""


def refusals(setting: Setting) -> Iterator[Outcome]:
    """Each refusal, at a random moment of several games."""
    for words, code in REFUSALS.items():
        times = setting.times(GAMES)
        failures: list[str] = []
        for number in range(times):
            folder = setting.folder / f"{code}-{number}"
            folder.mkdir()
            seed = setting.random.getrandbits(31)
            try:
                with disk_under_test() as disk:
                    wrong = _played(folder, disk, code, Random(seed))
            except NoVfs as error:
                yield Outcome("disk", f"{words}: not tried, {error}", "", "", 0)
                return
            failures += [f"{words}, seed {seed}: {wrong}"] if wrong else []
        yield Outcome(
            "disk",
            words,
            "refuses changes and says so; goes on by itself once it can save",
            "nothing confirmed",
            times,
            tuple(failures),
        )


def _played(folder: Path, disk: DiskUnderTest, code: int, random: Random) -> str:
    """Play, let the disk refuse, play on; what went wrong, or ""."""
    with running(folder) as device:
        phone = Phone(device, random)
        for _ in range(random.randint(1, CHANGES)):
            phone.play()
        disk.refusal = code
        wrong = _while_refusing(phone)
        disk.refusal = 0
        for _ in range(CHANGES if not wrong else 0):
            phone.play()
    told = saved(folder)
    return wrong or ("" if told == phone.confirmed else "the journal tells another game than was confirmed")


def _while_refusing(phone: Phone) -> str:
    """What is wrong with how changes are answered that cannot be saved."""
    for _ in range(3):
        try:
            phone.play()
        except JournalError:
            continue
        return "a change was confirmed that could not be saved"
    return ""
