"""Updates of a box with power cut at random moments, and updates to broken versions: does one healthy version play, and
is every confirmed event there?

    python scripts/measuring/updates.py --updates 100 --broken 20 --seed 1

The updater is the real one, in processes of its own that are killed (SIGKILL) with all that they started; slots are
virtual environments, filled by pip from signed releases; the journal is the real one. Stand-ins: `systemctl` starts and
stops processes, and the device plays throws without a camera, at 20 a second, and says that it is well. What a disk had
not yet written is not lost: a process dies here, not a machine.
"""

from __future__ import annotations

import argparse
import base64
import ensurepip
import hashlib
import json
import os
import platform
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import zipfile
from collections import Counter
from collections.abc import Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from random import Random

from firmware.appliance import health, signature
from firmware.appliance.box import Box
from firmware.appliance.disk import Layout, SlotDisk
from firmware.appliance.install import install
from firmware.appliance.release import SIGNATURE, SUMS
from firmware.appliance.update import HEALTH, TRIAL
from firmware.storage.past import PastMatches

ROOT = Path(__file__).parents[2]
BROKEN = ("no start", "never well", "well on trial alone", "damaged", "not signed")
DEVICE = '''
"""A device that plays by itself: each step is saved, then confirmed in a file of its own."""
import os, sys, time
from pathlib import Path
VERSION, FLAW = {version!r}, {flaw!r}

def setup():
    from functools import partial
    from firmware.appliance import __main__ as command, update
    patience = update.Patience(limit_s={limit_s})
    command.watch, command.update = partial(update.watch, patience=patience), partial(update.update, patience=patience)
    command.main()

def main():
    trial = "--trial" in sys.argv
    if FLAW == "no start":
        sys.exit(1)
    from engines.core import Event
    from engines.dealer import deal
    from firmware.appliance import health
    from firmware.games.profiles import PROFILES
    from firmware.state.table import Step, Table
    from firmware.storage import lock
    from firmware.storage.journal import Journal
    from firmware.update.setup import begun
    from dataclasses import replace
    from random import Random
    home, random = Path(os.environ["LIFEGUARD_HOME"]), Random()
    well = FLAW != "never well" and (trial or FLAW != "well on trial alone")
    noted = Path(os.environ["LIFEGUARD_HEALTH"])
    with lock.held(home):
        if not trial:
            journal = Journal(home / "journal.db")
            table = journal.load()
            if table is None:
                table = Table(begun("dice-tray", ("Ana",), {{}}), "0000", journal.next_number())
                journal.save(None, table)
        ready = time.monotonic() + random.uniform(0.05, 0.2)
        while True:
            if well and time.monotonic() > ready and not noted.exists():
                health.write(noted, frozenset(health.PARTS))
            time.sleep(0.05)
            if trial or not well:
                continue
            event = deal(table.match.state.awaits, random)
            steps, match = (*table.steps, Step(event)), table.match.play(event)
            after = replace(table, match=match, steps=steps, version=table.version + 1)
            journal.save(table, after)
            with open(os.environ["CONFIRMED"], "a") as file:
                file.write(f"{{after.number}} {{len(after.steps)}} {{','.join(event.items)}} {{VERSION}}\\n")
            table = after
'''
SYSTEMCTL = '''#!{python}
"""Stands in for systemd: one service, which is a process."""
import os, signal, subprocess, sys, time
from pathlib import Path
root = Path({root!r})
pid, health = root / "run/pid", root / "run/lifeguard/health.json"
words = [word for word in sys.argv[1:] if not word.startswith("--")]

def alive():
    try:
        number = int(pid.read_text())
        return Path(f"/proc/{{number}}/stat").read_text().rpartition(")")[2].split()[0] != "Z" and number
    except (OSError, ValueError):
        return 0

def stop():
    if number := alive():
        os.kill(number, signal.SIGKILL)
        while alive():
            time.sleep(0.01)
    health.unlink(missing_ok=True)

if words[0] in ("stop", "restart"):
    stop()
if words[0] == "restart":
    health.parent.mkdir(parents=True, exist_ok=True)
    conf = root / {trial!r}
    if conf.exists():
        command = conf.read_text().split("ExecStart=")[2].split("\\n")[0].replace(" $LIFEGUARD_OPTIONS", "")
    else:
        command = "/opt/lifeguard/current/bin/lifeguard run"
    program, *rest = command.split()
    env = os.environ | {{"LIFEGUARD_HOME": str(root / "var/lib/lifeguard"), "LIFEGUARD_HEALTH": str(health),
        "CONFIRMED": str(root / "confirmed")}}
    device = subprocess.Popen([str(root) + program, *rest], env=env, start_new_session=True,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=(root / "device.log").open("a"))
    pid.write_text(str(device.pid))
if words[0] == "is-failed":
    sys.exit(0 if not alive() else 1)
'''


@dataclass
class Stand:
    """A box in a folder, its key, and what was done to it."""

    root: Path
    limit_s: float
    private: bytes
    killed: Counter[str] = field(default_factory=Counter)
    number: int = 0

    @property
    def slots(self) -> SlotDisk:
        return SlotDisk(Layout(self.root).programs)

    @property
    def env(self) -> dict[str, str]:
        path = f"{self.root / 'bin'}:{os.environ['PATH']}"
        return os.environ | {"PATH": path, "PYTHONPATH": ""}

    def systemctl(self, *words: str) -> None:
        subprocess.run([self.root / "bin/systemctl", *words], env=self.env, check=False)

    def release(self, flaw: str = "") -> Path:
        """A signed release of the next version."""
        self.number += 1
        version = f"0.{self.number}.0"
        folder = self.root / "made" / f"lifeguard-{version}"
        (folder / "wheels").mkdir(parents=True)
        (folder / "systemd").mkdir()
        _wheel(folder / "wheels", version, flaw, self.limit_s)
        shutil.copy(next((self.root / "wheels").glob("pip-*.whl")), folder / "wheels")
        (folder / "systemd/lifeguard.service").write_text(f"[Unit]\nDescription={version}\n")
        (folder / "setup").write_text("#!/bin/sh\n")
        (folder / "VERSION").write_text(f"{version}\n")
        parts = sorted(file for file in folder.rglob("*") if file.is_file())
        sums = "".join(
            f"{hashlib.sha256(file.read_bytes()).hexdigest()}  {file.relative_to(folder)}\n" for file in parts
        )
        (folder / SUMS).write_text(sums)
        private = signature.new_keys()[0] if flaw == "not signed" else self.private
        (folder / SIGNATURE).write_bytes(signature.sign(sums.encode(), private))
        if flaw == "damaged":
            (folder / "setup").write_text("#!/bin/bash\n")
        archive = folder.with_name(f"{folder.name}.tar")
        with tarfile.open(archive, "w") as tar:
            for file in (folder / SUMS, folder / SIGNATURE, *parts):
                tar.add(file, f"{folder.name}/{file.relative_to(folder)}")
        return archive

    def boot(self) -> None:
        """Power is back."""
        shutil.rmtree(self.root / "run")
        (self.root / "run/systemd/system").mkdir(parents=True)
        self.systemctl("restart", "lifeguard.service")
        self.setup("watch").wait()

    def setup(self, *words: str) -> subprocess.Popen[bytes]:
        program = self.root / "opt/lifeguard/good/bin/lifeguard-setup"
        command = [str(program), "--root", str(self.root), *words]
        with (self.root / "update.log").open("ab") as log:
            return subprocess.Popen(command, env=self.env, start_new_session=True, stdout=log, stderr=log)

    def cut(self, updating: subprocess.Popen[bytes]) -> None:
        """Power is cut: everything of the box dies at once."""
        with suppress(ProcessLookupError):
            os.killpg(updating.pid, signal.SIGKILL)
        updating.wait()
        self.systemctl("stop", "lifeguard.service")

    def moment(self) -> str:
        """How far an update has come, for the table of moments."""
        slots = self.slots.read()
        if slots.proving:
            return "proving itself"
        if (self.root / "run" / TRIAL).exists():
            return "on trial"
        return "being unpacked" if (self.root / "opt/lifeguard/incoming").exists() else "before or after"

    def flaws(self, allowed: set[str]) -> list[str]:
        """What is not as it must be now."""
        slots, found = self.slots.read(), []
        if slots.proving or slots.current not in slots.whole:
            found.append(f"the slots are {slots}")
        if self.slots.version(slots.current) not in allowed:
            found.append(f"{self.slots.version(slots.current)} plays, not one of {sorted(allowed)}")
        until = time.monotonic() + 60
        while health.read(self.root / "run" / HEALTH) != frozenset(health.PARTS) and time.monotonic() < until:
            time.sleep(0.05)
        if time.monotonic() >= until:
            found.append("nothing is well after a minute")
        return found

    def lost(self) -> list[str]:
        """Confirmed events that the journal does not hold: in the end it tells of all updates."""
        rows = [line.split() for line in (self.root / "confirmed").read_text().splitlines()]
        with closing(PastMatches(self.root / "var/lib/lifeguard/journal.db")) as past:
            matches = {row.number: past.match(row.number).match.events for row in past.rows()}
        return [
            f"event {count} of match {number} is lost"
            for number, count, items, *_ in rows
            if (events := matches.get(int(number), ()))[int(count) - 1 : int(count)] == ()
            or ",".join(events[int(count) - 1].items) != items
        ]


def _wheel(folder: Path, version: str, flaw: str, limit_s: float) -> None:
    """A wheel of the stand-in, which finds the real code where this script runs."""
    name, info = f"lifeguard-{version}-py3-none-any.whl", f"lifeguard-{version}.dist-info"
    paths = "\n".join([str(ROOT), *(path for path in sys.path if path.endswith("site-packages"))])
    made = {
        "stand_in_device.py": DEVICE.format(version=version, flaw=flaw, limit_s=limit_s),
        "stand_in.pth": f"{paths}\n",
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: lifeguard\nVersion: {version}\n"
        + "".join(f"Provides-Extra: {extra}\n" for extra in ("pi", "mqtt", "appliance")),
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: lifeguard\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
        f"{info}/entry_points.txt": "[console_scripts]\nlifeguard = stand_in_device:main\n"
        "lifeguard-setup = stand_in_device:setup\n",
    }
    rows = []
    with zipfile.ZipFile(folder / name, "w") as wheel:
        for part, text in made.items():
            wheel.writestr(part, text)
            digest = base64.urlsafe_b64encode(hashlib.sha256(text.encode()).digest()).rstrip(b"=").decode()
            rows.append(f"{part},sha256={digest},{len(text.encode())}\n")
        wheel.writestr(f"{info}/RECORD", "".join(rows) + f"{info}/RECORD,,\n")


def stand(root: Path, limit_s: float) -> Stand:
    """A box that plays version 0.1.0."""
    private, public = signature.new_keys()
    made = Stand(root, limit_s, private)
    for folder in ("bin", "run/systemd/system", "var/lib/lifeguard/update", "etc/systemd/system", "wheels"):
        (root / folder).mkdir(parents=True)
    (root / "release.pub").write_text(public.hex())
    (root / "confirmed").touch()
    systemctl = SYSTEMCTL.format(python=sys.executable, root=str(root), trial=f"run/{TRIAL}")
    for name, text in (
        ("systemctl", systemctl),
        ("getent", "#!/bin/sh\n"),
        ("id", "#!/bin/sh\necho gpio i2c spi video netdev systemd-journal\n"),
    ):
        (root / "bin" / name).write_text(text)
        (root / "bin" / name).chmod(0o755)
    shutil.copy(next((Path(ensurepip.__file__).parent / "_bundled").glob("pip-*.whl")), root / "wheels")
    os.environ.update(made.env)
    first = made.release()
    install(Box(Layout(root), say=lambda text: None), first.with_name(first.name.removesuffix(".tar")))
    return made


def cut_updates(box: Stand, count: int, random: Random, longest_s: float) -> list[str]:
    """Updates with power cut at a random moment of each, and again at one of every third start after that."""
    found = []
    for _ in range(count):
        before = box.slots.version(box.slots.read().current)
        archive = box.release()
        wanted = box.root / "var/lib/lifeguard/update/wanted.tar"
        shutil.move(archive, wanted)
        updating = box.setup("watch")
        time.sleep(random.uniform(0, longest_s))
        box.killed[box.moment()] += 1
        box.cut(updating)
        if random.random() < 1 / 3:
            box.systemctl("restart", "lifeguard.service")
            updating = box.setup("watch")
            time.sleep(random.uniform(0, longest_s))
            box.killed[f"{box.moment()}, a second time"] += 1
            box.cut(updating)
        box.boot()
        found += box.flaws({before, f"0.{box.number}.0"})
    return found


def broken_updates(box: Stand, flaws: Iterable[str]) -> list[str]:
    """Updates to versions that must not stay."""
    found = []
    for flaw in flaws:
        before = box.slots.version(box.slots.read().current)
        box.setup("update", str(box.release(flaw))).wait()
        found += [f"{flaw}: {said}" for said in box.flaws({before})]
    return found


def main() -> None:
    """Measures, and prints what was found."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--updates", type=int, default=100)
    parser.add_argument("--broken", type=int, default=20)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        box = stand(Path(folder) / "root", limit_s=10.0)
        begun = time.monotonic()
        box.setup("update", str(box.release())).wait()
        whole_s = time.monotonic() - begun
        flaws = cut_updates(box, given.updates, Random(given.seed), 1.2 * whole_s)
        flaws += broken_updates(box, islice(cycle(BROKEN), given.broken))
        box.systemctl("stop", "lifeguard.service")
        flaws += box.lost()
        confirmed = len((box.root / "confirmed").read_text().splitlines())
    found = {
        "seed": given.seed,
        "machine": platform.machine(),
        "updates cut": given.updates,
        "to broken versions": given.broken,
        "an update takes s": round(whole_s, 1),
        "cut while": dict(box.killed),
        "confirmed events": confirmed,
        "flaws": flaws,
    }
    print(json.dumps(found, indent=1))
    sys.exit(bool(flaws))


if __name__ == "__main__":
    main()
