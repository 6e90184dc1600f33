"""A small part of `make faults` at each run; and proof that a fault which does harm is seen."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from random import Random

import pytest

from firmware.faults.__main__ import INJECTIONS
from firmware.faults.families import floods, power_cut
from firmware.faults.outcome import Outcome, Setting, rows
from firmware.storage.journal import Journal


@pytest.mark.parametrize("family", INJECTIONS)
def test_a_small_part_of_every_fault_is_borne(family: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(floods, "LIMITS", replace(floods.LIMITS, health_s=60.0))  # a test asserts no time
    for outcome in INJECTIONS[family](Setting(tmp_path, Random(5), share=0.03)):
        assert outcome.failures == ()


def test_a_journal_that_does_not_flush_fails_at_a_power_cut(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opened = Journal.__init__

    def hasty(journal: Journal, path: Path) -> None:
        opened(journal, path)
        journal._db.execute("PRAGMA synchronous=NORMAL")

    monkeypatch.setattr(Journal, "__init__", hasty)
    (outcome,) = power_cut.cuts(Setting(tmp_path, Random(6), share=0.1))
    if outcome.times == 0:
        pytest.skip(outcome.fault)
    assert not outcome.held


def test_the_table_tells_what_did_not_hold() -> None:
    failed = Outcome("disk", "full", "refuses", "nothing", 1200, ("seed 3: lost",))
    assert list(rows([failed]))[-1] == "| disk | full | 1,200 | refuses | nothing | **no** (1) |"
