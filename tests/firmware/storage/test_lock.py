"""One device a home."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from firmware.storage import lock


def test_a_home_is_held_once_and_free_again_afterwards(tmp_path: Path) -> None:
    said = rf"process {os.getpid()}\) runs on .*: stop it first, or set LIFEGUARD_HOME"
    with lock.held(tmp_path / "home"), pytest.raises(lock.HomeRefused, match=said), lock.held(tmp_path / "home"):
        pytest.fail("held twice")
    with lock.held(tmp_path / "home"):
        assert (tmp_path / "home" / lock.NAME).read_text() == str(os.getpid())


def test_a_home_that_cannot_be_written_is_said_with_what_to_do(tmp_path: Path) -> None:
    (tmp_path / "taken").touch()
    said = "cannot write to .*taken.*: give this user the folder, or set LIFEGUARD_HOME to another"
    with pytest.raises(lock.HomeRefused, match=said), lock.held(tmp_path / "taken"):
        pytest.fail("held a file")
