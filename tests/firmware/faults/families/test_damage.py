"""Damaged journals: the fault that does harm is seen. (That others do none is in test_faults.)"""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

from firmware.faults.families.damage import damages
from firmware.faults.outcome import Setting
from firmware.storage import salvage
from firmware.storage.schema import VERSION


def test_a_journal_that_is_not_checked_loses_steps_without_a_word(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(salvage, "check", lambda *given: VERSION)
    outcomes = {outcome.fault: outcome for outcome in damages(Setting(tmp_path, Random(3), share=0.01))}
    assert not outcomes["no log"].held
