"""The device notes which of its parts have been well, and shows what an update says."""

from __future__ import annotations

import os
from pathlib import Path
from time import monotonic, sleep

import pytest

from companion.words.language import again, speaking
from firmware.appliance import health
from firmware.device.upkeep.health import HealthNotes, answers
from firmware.device.upkeep.news import FILE, SHOWN_S, UpdateNews
from firmware.update.inputs import Fault


def noted(file: Path, wanted: frozenset[str]) -> bool:
    until = monotonic() + 20
    while health.read(file) != wanted and monotonic() < until:
        sleep(0.02)
    return health.read(file) == wanted


def test_a_part_counts_as_well_from_the_first_time_that_it_was(tmp_path: Path) -> None:
    file, well = tmp_path / "health.json", {"page": True, "oled": False}
    notes = HealthNotes({"page": lambda: well["page"], "oled": lambda: well["oled"]}, str(file))
    notes.begin()
    assert noted(file, frozenset({"page"}))
    well.update(page=False, oled=True)
    assert noted(file, frozenset({"page", "oled"}))
    notes.join(timeout=20)
    assert not notes.is_alive()
    notes.begin()


def test_nobody_is_asked_unless_the_environment_names_a_file(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(health.FILE, raising=False)
    notes = HealthNotes({"page": lambda: True})
    notes.begin()
    assert not notes.is_alive()


def test_a_page_that_nobody_serves_is_not_well() -> None:
    assert not answers("http://127.0.0.1:9")


def test_what_an_update_says_is_told_once_and_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    file = tmp_path / "news"
    monkeypatch.setenv(FILE, str(file))
    told: list[Fault] = []
    now = 1000.0
    news = UpdateNews(told.append, lambda: now)
    news.look()
    assert told == []
    back = "Back on 0.2.0: 0.3.0 is not well (the page, the OLED failed for 90 s)."
    file.write_text(f"{back}\n")
    os.utime(file, (now, now))
    news.look()
    news.look()
    now += SHOWN_S + 1
    news.look()
    assert told == [Fault("update", back), Fault("update", "")]
    with speaking("de"):
        assert again(told[0].text) == (
            "Zurück auf 0.2.0: 0.3.0 läuft nicht gut (90 s lang ohne Erfolg: die Seite, das OLED)."
        )


def test_without_updates_there_are_no_news(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(FILE, raising=False)
    told: list[Fault] = []
    UpdateNews(told.append).look()
    assert told == []
