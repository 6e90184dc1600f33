"""`lifeguard run --trial`: a version opens all on a copy, says whether it is well, and changes nothing."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from contextlib import closing
from pathlib import Path
from time import monotonic, sleep

from firmware.appliance import health
from firmware.storage.past import PastMatches
from tests.firmware.history.drawn import drawn


def test_on_trial_all_parts_are_well_and_nothing_is_played(tmp_path: Path) -> None:
    home, file = tmp_path / "home", tmp_path / "health.json"
    drawn(home / "journal.db", 2, seed=1)
    before = (home / "journal.db").read_bytes()
    env = os.environ | {"LIFEGUARD_HOME": str(home), health.FILE: str(file)}
    command = [sys.executable, "-m", "firmware.cli", "run", "--trial", "--camera", "simulated", "--panel", "simulated"]
    with subprocess.Popen([*command, "--port", "0"], env=env, stderr=subprocess.PIPE, text=True) as device:
        try:
            until = monotonic() + 90
            while len(health.read(file)) < len(health.PARTS) and monotonic() < until:
                sleep(0.1)
            assert health.read(file) == frozenset(health.PARTS)
            assert list(home.glob("trial-*/journal.db"))
        finally:
            device.send_signal(signal.SIGINT)
            said = device.communicate(timeout=60)[1]
    assert device.returncode == 0
    assert re.search(r"Version \S+ is tried\. Wait a minute: then the game goes on\.", said)
    assert (home / "journal.db").read_bytes() == before
    assert not list(home.glob("trial-*"))
    with closing(PastMatches(home / "journal.db")) as past:
        assert len(past.rows()) == 2
