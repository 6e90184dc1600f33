"""Kill the running device at random moments, start it again, and compare: nothing confirmed may be lost.

    .venv/bin/python scripts/measuring/kills.py --kills 100 --seed 1

Each round runs the device on the simulated table in a process of its own, kills it (SIGKILL) after a random time, and
reads the journal that it left: every step that it had printed must be there, in order, and the table must come back
whole, with its question. Prints a line a kill and the sums.
"""

from __future__ import annotations

import argparse
import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from engines.core import encode
from firmware.storage.journal import Journal

COMMAND = [sys.executable, "-m", "firmware.cli", "run", "shark-attacks", "--players", "Ana,Ben,Cleo"]
PARTS = ["--camera", "simulated", "--panel", "simulated", "--port", "0", "--json"]


def run_and_kill(home: Path, seconds: float) -> list[dict[str, Any]]:
    """Run the device for some seconds after it is ready, kill it; what it had printed."""
    env = os.environ | {"LIFEGUARD_HOME": str(home)}
    told: list[dict[str, Any]] = []
    device = subprocess.Popen(
        COMMAND + PARTS, env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True
    )
    assert device.stdout is not None
    assert device.stderr is not None
    device.stderr.readline()  # the line with the page's address: it is ready
    listener = Thread(target=lambda: told.extend(map(json.loads, device.stdout or ())))
    listener.start()
    time.sleep(seconds)
    os.kill(device.pid, signal.SIGKILL)
    device.wait()
    listener.join()
    device.stdout.close()
    device.stderr.close()
    return told


def lost(home: Path, confirmed: list[dict[str, Any]]) -> tuple[int, int, bool]:
    """How many confirmed events the journal lacks, how many it has, and whether a question came back."""
    journal = Journal(home / "journal.db")
    table = journal.load()
    journal.close()
    if table is None:
        return len(confirmed), 0, False
    saved = [encode(event) for event in table.match.events]
    missing = sum(a != b for a, b in zip(confirmed, saved, strict=False)) + max(0, len(confirmed) - len(saved))
    return missing, len(saved), table.question is not None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1)
    args = parser.parse_args()
    random, gone = Random(args.seed), 0
    with tempfile.TemporaryDirectory() as folder:
        home, confirmed = Path(folder), list[dict[str, Any]]()
        for kill in range(args.kills):
            for told in run_and_kill(home, random.uniform(0.2, 6.0)):
                confirmed = [] if "match" in told else confirmed
                confirmed = confirmed[: len(confirmed) - told.get("taken_back", 0)]
                if "event" in told:
                    confirmed.append({key: told[key] for key in ("event", "seat", "items") if key in told})
            missing, saved, question = lost(home, confirmed)
            gone += missing
            print(
                f"kill {kill + 1}: {len(confirmed)} confirmed, {saved} in the journal, {missing} lost"
                f"{', a question open' if question else ''}",
                flush=True,
            )
            confirmed = confirmed if missing else _journalled(home)
    print(f"{args.kills} kills, {gone} confirmed events lost")
    return 1 if gone else 0


def _journalled(home: Path) -> list[dict[str, Any]]:
    """What the next run begins with: a step may have been saved and its line not yet printed."""
    journal = Journal(home / "journal.db")
    table = journal.load()
    journal.close()
    return [encode(event) for event in table.match.events] if table else []


if __name__ == "__main__":
    sys.exit(main())
