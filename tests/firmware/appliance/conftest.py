"""What makes these tests quick."""

from __future__ import annotations

import pytest


@pytest.fixture(autouse=True)
def no_flush_of_all_disks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Waits for no disk of this machine: others may be writing gigabytes to it."""
    monkeypatch.setattr("firmware.appliance.disk.os.sync", lambda: None)
