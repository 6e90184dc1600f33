"""`make faults`: injects every fault and prints the table of docs/faults.md. Exits with 1 if one was not borne."""

from __future__ import annotations

import argparse
import logging
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from random import Random

from firmware.faults.families import (
    camera,
    clock,
    damage,
    disk,
    floods,
    hostile_files,
    kills,
    panel,
    power_cut,
    second_instance,
)
from firmware.faults.outcome import Injection, Outcome, Setting, rows

INJECTIONS: dict[str, Injection] = {
    "power": power_cut.cuts,
    "disk": disk.refusals,
    "damage": damage.damages,
    "kills": kills.kills,
    "panel": panel.faults,
    "clock": clock.jumps,
    "process": second_instance.starts,
    "files": hostile_files.files,
    "camera": camera.faults,
    "flood": floods.floods,
}
"""Every family of faults."""


def main() -> int:
    """Inject what is asked for, and print what came of it."""
    parser = argparse.ArgumentParser(prog="make faults", description=__doc__)
    parser.add_argument("families", nargs="*", help=f"of {', '.join(INJECTIONS)} (default: all)")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--share", type=float, default=1.0, help="how much of the full count is injected")
    args = parser.parse_args()
    if unknown := [name for name in args.families if name not in INJECTIONS]:
        parser.error(f"there are no faults called {unknown[0]}; choose of {', '.join(INJECTIONS)}")
    logging.getLogger("lifeguard").setLevel(logging.CRITICAL)  # what is injected here need not be told again
    outcomes = list(injected(args.families or list(INJECTIONS), args.seed, args.share))
    print("\n".join(rows(outcomes)))
    failures = [failure for each in outcomes for failure in each.failures]
    print("\n".join(f"failed: {failure}" for failure in failures), file=sys.stderr)
    return 1 if failures else 0


def injected(families: list[str], seed: int, share: float) -> Iterator[Outcome]:
    """What came of each fault of these families; each family has its own chance, so that one can be tried alone."""
    for name in families:
        begun = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            yield from INJECTIONS[name](Setting(Path(folder), Random(f"{seed} {name}"), share))
        print(f"{name}: {time.monotonic() - begun:.0f} s", file=sys.stderr)


if __name__ == "__main__":
    sys.exit(main())
