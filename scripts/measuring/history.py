#!/usr/bin/env python3
"""How quickly a history of many matches is listed, and how much memory it takes.

    python scripts/measuring/history.py --matches 1000 --seed 25

Draws the matches (a minute for 1,000), works their figures out, and asks for the list, all players and one match as the
page does. Times are CPU time of one core, the best of five; memory is what the process grew by since before the first
question, without the drawing, which is done by another process.
"""

from __future__ import annotations

import argparse
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from tempfile import TemporaryDirectory
from time import perf_counter, process_time
from types import SimpleNamespace
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[2]))

from firmware.history.index import MatchIndex
from firmware.storage.past import PastMatches
from firmware.web.our_games import OurGames

DRAW = """
from pathlib import Path
from tests.firmware.history.drawn import drawn
drawn(Path({path!r}), {count}, {seed})
"""
"""What the other process runs."""


def main() -> None:
    """Reads the command line."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=25)
    given = parser.parse_args()
    with TemporaryDirectory() as folder:
        measure(Path(folder), given.matches, given.seed)


def measure(home: Path, count: int, seed: int) -> None:
    """Prints a line a figure."""
    draw = DRAW.format(path=str(home / "journal.db"), count=count, seed=seed)
    subprocess.run([sys.executable, "-c", draw], check=True, cwd=Path(__file__).parents[2])
    past, began = PastMatches(home / "journal.db"), process_time()
    MatchIndex(home, past).all(past.rows())
    print(f"figures of {count} matches worked out: {1000 * (process_time() - began) / count:.1f} ms a match")
    past.close()
    before = resident_kb()
    device: Any = SimpleNamespace(table=SimpleNamespace(number=0))
    games = OurGames(device, home)
    told("the list's first page (50 of them)", lambda: games.matches(0, 50, "", ""))
    told("the list of all", lambda: games.matches(0, count, "", ""))
    told("the list of one player", lambda: games.matches(0, 50, "", "Ana"))
    told("all players", games.people)
    told("one match", lambda: games.match(1))
    print(f"memory grew by {(resident_kb() - before) / 1024:.1f} MB")
    games.stop()


def told(what: str, ask: Callable[[], object]) -> None:
    """Prints how long a question takes."""
    cpu, wall = [], []
    for _ in range(5):
        began, at = process_time(), perf_counter()
        ask()
        cpu.append(process_time() - began)
        wall.append(perf_counter() - at)
    print(f"{what}: {1000 * min(cpu):.0f} ms of CPU, {1000 * min(wall):.0f} ms on the clock")


def resident_kb() -> int:
    """Memory of this process that is held in RAM."""
    status = Path("/proc/self/status").read_text(encoding="utf-8")
    return int(status.split("VmRSS:")[1].split()[0])


if __name__ == "__main__":
    main()
