"""An update: unpacked beside, tried on a copy of the journal, changed to, and watched; or the version before is back.

Everything on disk is a state of `firmware.appliance.slots`; what else an update needs lies in /run, which a power cut
empties. So whoever starts next finds a whole version, and `watch` ends what was begun.
"""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from engines.core import said
from firmware.appliance import health, release
from firmware.appliance.box import Box, CommandFailed
from firmware.appliance.build import build
from firmware.appliance.disk import CURRENT
from firmware.appliance.health import JOURNAL, LOOK, OLED, PAGE
from firmware.appliance.release import ReleaseRefused
from firmware.appliance.settle import UNIT
from firmware.appliance.slots import SlotRefused

INCOMING = "incoming"
"""Where a release is unpacked, beside the slots."""
WANTED = "update/wanted.tar"
"""Where the page puts a release, in the folder of all data."""
NEWS = "lifeguard-update/news"
"""Below /run: the sentence that the device shows of an update."""
HEALTH = "lifeguard/health.json"
"""Below /run: how the device is (the unit names it to the device)."""
TRIAL = "systemd/system/lifeguard.service.d/trial.conf"
"""Below /run: what makes the service a trial."""
FIRST_NEEDED = frozenset({PAGE, JOURNAL})
"""What is well wherever a device runs; whether the others were is known of the version before."""
SAID = {PAGE: said("the page"), JOURNAL: said("the journal"), OLED: said("the OLED"), LOOK: said("reading a look")}
CUT_OFF = said("The update was cut off. Begin it again.")
UNPACKED = said("An update is unpacked. Play on.")
REFUSED = said("No update: {why}")
TRIED = said("Version {version} is tried. Wait a minute.")
BACK = said("Back on {before}: {version} is not well ({why}).")
UPDATED = said("Updated to {version}.")
TOLD = (CUT_OFF, UNPACKED, REFUSED, TRIED, BACK, UPDATED)
"""What the device shows of an update; it knows these sentences again, and says them in its language."""
DOES_NOT_START = said("it does not start")
ENDED = said("it ended by itself")
FAILED = said("{parts} failed for {seconds} s")
WHY = (DOES_NOT_START, ENDED, FAILED)
"""Why a version is not well."""


@dataclass(frozen=True, slots=True)
class Patience:
    """How long a version has to show that it is well, and how often that is looked at."""

    limit_s: float = 90.0
    pause_s: float = 0.5
    clock: Callable[[], float] = time.monotonic
    sleep: Callable[[float], None] = time.sleep


PATIENCE = Patience()


def watch(box: Box, key: bytes, patience: Patience = PATIENCE) -> None:
    """Ends what a power cut interrupted, then takes the update that waits, if there is one. Raises OSError."""
    incoming, wanted = box.layout.programs / INCOMING, box.layout.data / WANTED
    if box.slots.read().proving:
        _prove(box, FIRST_NEEDED, patience)
    elif incoming.exists() and not wanted.exists():
        tell(box, CUT_OFF)
    shutil.rmtree(incoming, ignore_errors=True)
    if wanted.exists():
        update(box, wanted, key, patience)


def update(box: Box, archive: Path, key: bytes, patience: Patience = PATIENCE) -> bool:
    """Updates the box from a signed release; False if the version before plays on, and why is said. Raises OSError."""
    try:
        slot = _unpacked(box, archive, key)
    except (ReleaseRefused, SlotRefused, CommandFailed, OSError) as error:
        tell(box, REFUSED.format(why=str(error).replace(f"{archive.parent}/", "")))
        return False
    finally:
        if archive == box.layout.data / WANTED:
            archive.unlink(missing_ok=True)
        shutil.rmtree(box.layout.programs / INCOMING, ignore_errors=True)
    version, before = box.slots.version(slot), box.slots.version(box.slots.read().current)
    tell(box, TRIED.format(version=version))
    needed = FIRST_NEEDED | health.read(box.layout.running / HEALTH)  # a camera that is out is nobody's fault
    if why := _trial(box, slot, needed, patience):
        tell(box, BACK.format(before=before, version=version, why=why))
        _start(box)
        return False
    box.slots.switch()
    return _prove(box, needed, patience)


def _unpacked(box: Box, archive: Path, key: bytes) -> str:
    """The slot that a release was put into."""
    incoming, slots = box.layout.programs / INCOMING, box.slots.read()
    shutil.rmtree(incoming, ignore_errors=True)
    tell(box, UNPACKED)
    version, now = release.unpacked(archive, incoming, release.here(), key), box.slots.version(slots.current)
    if release.order(version) < release.order(now):
        raise ReleaseRefused(f"{archive} is {version}, older than {now}: go back by `lifeguard-setup rollback`")
    return build(box, incoming)


def _trial(box: Box, slot: str, needed: frozenset[str], patience: Patience) -> str:
    """Why a version is not well, "" if it is; it runs as the service, on a copy of the journal, and plays nothing."""
    conf = box.layout.running / TRIAL
    conf.parent.mkdir(parents=True, exist_ok=True)
    program = f"/opt/lifeguard/{slot}/bin/lifeguard run --trial $LIFEGUARD_OPTIONS"
    conf.write_text(f"[Service]\nExecStart=\nExecStart={program}\nRestart=no\n", encoding="utf-8")
    try:
        return _well(box, needed, patience)
    finally:
        conf.unlink()
        box.run(["systemctl", "stop", UNIT])
        box.run(["systemctl", "daemon-reload"])


def _prove(box: Box, needed: frozenset[str], patience: Patience) -> bool:
    """Whether the version that was changed to is well where it is to play; else the one before plays again."""
    version = box.slots.version(box.slots.read().current)
    if why := _settled(box) or _well(box, needed, patience):
        box.slots.take_back()
        before = box.slots.version(box.slots.read().current)
        tell(box, BACK.format(before=before, version=version, why=why))
        _settled(box)
        _start(box)
        return False
    box.slots.keep()
    tell(box, UPDATED.format(version=version))
    return True


def _settled(box: Box) -> str:
    """The version that plays makes the system ready for itself; why it cannot, "" if it can."""
    program = str(box.layout.programs / CURRENT / "bin/lifeguard-setup")
    try:
        box.run([program, "--root", str(box.layout.root), "settle"])
    except CommandFailed as error:
        return str(error)
    return ""


def _well(box: Box, needed: frozenset[str], patience: Patience) -> str:
    """Starts the service, and says why it is not well; "" if it is."""
    due = patience.clock() + patience.limit_s
    try:
        _start(box)
    except CommandFailed:
        return DOES_NOT_START
    while missing := needed - health.read(box.layout.running / HEALTH):
        if box.has("systemctl", "is-failed", "--quiet", UNIT):
            return ENDED
        if patience.clock() >= due:
            named = ", ".join(SAID[part] for part in health.PARTS if part in missing)
            return FAILED.format(parts=named, seconds=round(patience.limit_s))
        patience.sleep(patience.pause_s)
    return ""


def _start(box: Box) -> None:
    """Starts the service anew, whatever it did before. Raises CommandFailed."""
    box.run(["systemctl", "daemon-reload"])
    box.has("systemctl", "reset-failed", UNIT)  # its earlier failures are no reason not to try
    box.run(["systemctl", "restart", UNIT])


def tell(box: Box, text: str) -> None:
    """Says how an update stands: here, and on the device. Raises OSError."""
    file = box.layout.running / NEWS
    file.parent.mkdir(parents=True, exist_ok=True)
    part = file.with_name(f"{file.name}.part")
    part.write_text(text, encoding="utf-8")
    part.chmod(0o644)
    part.replace(file)
    box.say(text)
