"""`lifeguard matches`: list, show, export, continue, delete."""

from __future__ import annotations

import csv
import json
import sys
from pathlib import Path

import pytest

from firmware.cli import main
from firmware.storage import lock
from firmware.storage.journal import Journal
from tests.firmware.history.drawn import Drawn, drawn


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return tmp_path / "home"


@pytest.fixture
def history(home: Path) -> list[Drawn]:
    return drawn(home / "journal.db", 6, seed=1, games=("shark-attacks", "dice-tray"))


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    monkeypatch.setattr(sys, "argv", ["lifeguard", "matches", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


def lines(text: str) -> list[dict[str, object]]:
    return [json.loads(line) for line in text.splitlines()]


@pytest.mark.parametrize("words", [(), ("list",)])
def test_a_line_a_match_the_newest_first(monkeypatch, capsys, history, words) -> None:
    assert call(monkeypatch, *words) == 0
    said = capsys.readouterr().out.splitlines()
    assert [int(line.split()[0]) for line in said] == [6, 5, 4, 3, 2, 1]
    assert all(name in said[0] for name in history[-1].match.players)
    assert call(monkeypatch, *words, "--json") == 0
    rows = lines(capsys.readouterr().out)
    assert [row["scores"] for row in rows] == [list(one.match.state.scores()) for one in reversed(history)]


def test_no_matches_are_no_failure(monkeypatch, capsys, home) -> None:
    assert call(monkeypatch, "list", "--json") == 0
    assert capsys.readouterr().out == ""


def test_a_match_is_shown_with_each_step(monkeypatch, capsys, history) -> None:
    assert call(monkeypatch, "show", "2") == 0
    said = capsys.readouterr().out.splitlines()
    assert len(said) == 1 + len(history[1].match.players) + len(history[1].match.events)
    assert call(monkeypatch, "show", "2", "--json") == 0
    (shown,) = lines(capsys.readouterr().out)
    assert [event["at"] for event in shown["events"]] == list(history[1].times[1:])


def test_a_match_that_is_not_there_is_one_line_and_a_failure(monkeypatch, capsys, history) -> None:
    for command in ("show", "export", "continue", "delete"):
        assert call(monkeypatch, command, "99") == 1
        assert capsys.readouterr().err.strip() == "lifeguard: There is no match 99 (any more)"
        assert call(monkeypatch, command, "0") == 2
        assert "--help" in capsys.readouterr().err


def test_all_matches_as_csv_and_as_json_and_one_as_a_record(monkeypatch, capsys, history, tmp_path) -> None:
    assert call(monkeypatch, "export", "-o", "all.csv") == 0
    with (tmp_path / "all.csv").open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == sum(len(one.match.players) for one in history)
    capsys.readouterr()
    assert call(monkeypatch, "export", "--json") == 0
    assert len(lines(capsys.readouterr().out)) == len(history)
    assert call(monkeypatch, "export", "3") == 0
    header, *events = lines(capsys.readouterr().out)
    assert header["players"] == list(history[2].match.players)
    assert len(events) == len(history[2].match.events)


def test_an_unfinished_match_goes_on_at_the_next_start(monkeypatch, capsys, home) -> None:
    drawn(home / "journal.db", 3, seed=1, games=("dice-tray",))
    journal = Journal(home / "journal.db")
    journal._db.execute("DELETE FROM steps WHERE match = 1 AND number > 4")
    journal.close()
    assert call(monkeypatch, "list") == 0, "what is damaged is set aside and saved"
    capsys.readouterr()
    assert call(monkeypatch, "continue", "1") == 0
    assert "goes on with match 1" in capsys.readouterr().out
    journal = Journal(home / "journal.db")
    table = journal.load()
    journal.close()
    assert table is not None
    assert (table.number, len(table.steps), table.highest) == (1, 5, 3)
    assert call(monkeypatch, "continue", "1") == 2
    assert "being played just now" in capsys.readouterr().err


def test_a_match_is_deleted_but_not_the_present_one_nor_beside_a_running_device(monkeypatch, capsys, history, home):
    assert call(monkeypatch, "delete", "6") == 2
    assert "begin another first" in capsys.readouterr().err
    with lock.held(home):
        assert call(monkeypatch, "delete", "2") == 1
        assert "another Lifeguard" in capsys.readouterr().err
        assert call(monkeypatch, "list") == 0
    assert call(monkeypatch, "delete", "2", "--json") == 0
    capsys.readouterr()
    assert call(monkeypatch, "list", "--json") == 0
    assert [row["number"] for row in lines(capsys.readouterr().out)] == [6, 5, 4, 3, 1]
