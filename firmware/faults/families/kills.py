"""A killed device: SIGKILL at random moments. Nothing that was confirmed may be lost."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import closing
from itertools import islice
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from engines.core import encode
from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import played
from firmware.state.table import Table
from firmware.storage.journal import Journal

Told = list[dict[str, Any]]

DEVICE = [
    sys.executable, "-m", "firmware.cli", "run", "shark-attacks", "--players", "Ana,Ben,Cleo",
    "--camera", "simulated", "--panel", "simulated", "--port", "0", "--json",
]  # fmt: skip
WRITER = [sys.executable, "-c", "import sys; from firmware.faults.families.kills import write; write(*sys.argv[1:])"]
PLAYING = 30
WRITING = 170
"""So many kills."""
MOST_S = 6.0
"""A device plays for at most so long before it is killed."""
MOST_WRITING_S = 0.5
"""A writer, which saves as fast as it can, is killed within this time."""
PHOTO_BYTES = 20_000


def kills(setting: Setting) -> Iterator[Outcome]:
    """Kills a playing device and a writing one: a row for each of the two."""
    for fault, kill, full in (
        ("killed while it plays on the simulated table", while_playing, PLAYING),
        ("killed while it saves as fast as it can", while_writing, WRITING),
    ):
        times = setting.times(full)
        failures = tuple(kill(setting.folder, times, setting.random))
        yield Outcome("kill", fault, "goes on where it was", "nothing confirmed", times, failures)


def while_playing(folder: Path, times: int, random: Random) -> Iterator[str]:
    """Runs the device and kills it, again and again: what went wrong. Confirmed is what it had printed."""
    home, confirmed = folder / "playing", Told()
    for number in range(times):
        for told in _run_and_kill(home, random.uniform(0.2, MOST_S)):
            confirmed = [] if "match" in told else confirmed
            confirmed = confirmed[: len(confirmed) - told.get("taken_back", 0)]
            if "event" in told:
                confirmed.append({key: told[key] for key in ("event", "seat", "items") if key in told})
        table, trouble = _opened(home / "journal.db")
        saved = [encode(event) for event in table.match.events] if table else []
        if trouble or saved[: len(confirmed)] != confirmed:
            yield f"kill {number + 1} while playing: {len(confirmed)} were confirmed, {len(saved)} saved {trouble}"
        confirmed = saved  # a step may have been saved, and its line not yet printed


def while_writing(folder: Path, times: int, random: Random) -> Iterator[str]:
    """Kills processes that save as fast as they can: what went wrong. Confirmed is what each had printed."""
    for number in range(times):
        seed, path = str(random.getrandbits(31)), folder / f"writing-{number}" / "journal.db"
        with subprocess.Popen([*WRITER, str(path), seed], stdout=subprocess.PIPE, text=True) as writer:
            assert writer.stdout is not None
            confirmed = int(writer.stdout.readline())
            time.sleep(random.uniform(0, MOST_WRITING_S))
            os.kill(writer.pid, signal.SIGKILL)
            confirmed = max(map(int, writer.stdout.read().split()), default=confirmed)
        table, trouble = _opened(path)
        right = [each for each, _ in islice(played(Random(seed), confirmed + 1, PHOTO_BYTES), confirmed, None)]
        if trouble or table not in right:
            yield f"kill with seed {seed} while writing: save {confirmed} is not there {trouble}"
        shutil.rmtree(path.parent)


def write(path: str, seed: str) -> None:
    """Plays and saves until it is killed, and prints the number of each save."""
    journal, before = Journal(Path(path)), None
    for number, (table, photos) in enumerate(played(Random(seed), 100_000, PHOTO_BYTES)):
        journal.save(before, table, photos)
        before = table
        print(number, flush=True)


def _opened(path: Path) -> tuple[Table | None, str]:
    """The table in a journal, and what the journal has to say."""
    with closing(Journal(path)) as journal:
        return journal.load(), journal.trouble


def _run_and_kill(home: Path, seconds: float) -> Told:
    """Runs the device for some seconds after it is ready, kills it; what it had printed."""
    told: Told = []
    with subprocess.Popen(
        DEVICE, env=os.environ | {"LIFEGUARD_HOME": str(home)}, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
        stdin=subprocess.DEVNULL, text=True,
    ) as device:  # fmt: skip
        assert device.stderr is not None
        device.stderr.readline()  # the line with the page's address: it is ready
        listener = Thread(target=lambda: told.extend(map(json.loads, device.stdout or ())))
        listener.start()
        time.sleep(seconds)
        os.kill(device.pid, signal.SIGKILL)
        listener.join()
    return told
