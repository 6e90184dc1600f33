"""A second device is started on the folder of one that runs: it is refused, and the first one loses nothing."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator

from firmware.faults.outcome import Outcome, Setting
from firmware.storage.lock import held

STARTS = 5
COMMAND = (sys.executable, "-m", "firmware.cli", "run", "--camera", "simulated", "--panel", "simulated", "--port", "0")


def starts(setting: Setting) -> Iterator[Outcome]:
    """Start others on a folder that is held."""
    times, failures = setting.times(STARTS), []
    with held(setting.folder):
        for number in range(times):
            env = os.environ | {"LIFEGUARD_HOME": str(setting.folder)}
            second = subprocess.run(COMMAND, env=env, capture_output=True, text=True, timeout=60, check=False)
            lines = second.stderr.strip().splitlines()
            if second.returncode != 1 or len(lines) != 1 or str(os.getpid()) not in lines[0]:
                failures.append(f"start {number + 1}: exit {second.returncode}, {len(lines)} lines: {lines[-1:]}")
    yield Outcome(
        "process",
        "a second device on the same folder",
        "ends with 1, and says in one line which process runs there",
        "nothing",
        times,
        tuple(failures),
    )
