"""The correction that `lifeguard bench` times is a real one."""

from __future__ import annotations

from pathlib import Path

from firmware.simulation.long_match import _corrected, _played, correction_ms
from firmware.storage.journal import Journal


def test_the_first_of_many_throws_is_corrected_and_on_disk_and_no_later_one_is_lost(tmp_path: Path) -> None:
    journal, before = Journal(tmp_path / "journal.db"), _played(60)
    journal.save(None, before)
    _, after = _corrected(journal, before)
    assert after.match.events[0].items[0] != before.match.events[0].items[0]
    assert after.match.events[1:] == before.match.events[1:]
    assert after.match.state.scores() != before.match.state.scores()
    again = journal.load()
    assert again is not None
    assert (again.match, again.steps) == (after.match, after.steps)


def test_the_time_of_a_correction_is_told_in_milliseconds() -> None:
    assert 0 < correction_ms(events=20, rounds=3) < 60_000
