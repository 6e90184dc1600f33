"""A small part of `scripts/measuring/updates.py` at each run: real processes, killed; real virtual environments."""

from __future__ import annotations

import importlib.util
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest

_spec = importlib.util.spec_from_file_location("updates", Path(__file__).parents[3] / "scripts/measuring/updates.py")
assert _spec
assert _spec.loader
updates = importlib.util.module_from_spec(_spec)
sys.modules["updates"] = updates
_spec.loader.exec_module(updates)


@pytest.fixture(scope="module")
def box(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """A box that plays by itself; the tests below go on with what the one before left."""
    with pytest.MonkeyPatch.context() as patched:
        for name in ("PATH", "PYTHONPATH"):
            patched.setenv(name, os.environ.get(name, ""))  # put back afterwards
        made = updates.stand(tmp_path_factory.mktemp("box") / "root", limit_s=5.0)
        made.systemctl("restart", "lifeguard.service")
        yield made
        made.systemctl("stop", "lifeguard.service")


def test_after_a_cut_one_version_is_well_and_every_confirmed_event_is_there(box: Any) -> None:
    assert updates.cut_updates(box, 1, Random(3), longest_s=4.0) == []
    assert updates.broken_updates(box, ["no start"]) == []
    assert box.lost() == []
    assert (box.root / "confirmed").read_text()


def test_an_event_that_is_not_in_the_journal_is_noticed(box: Any) -> None:
    with (box.root / "confirmed").open("a") as file:
        file.write("1 100000 die-6 0.1.0\n")
    assert "event 100000 of match 1 is lost" in box.lost()
