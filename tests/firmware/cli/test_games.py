"""replay, simulate and odds: what they print, and how they fail."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path
from typing import Any

import pytest

from engines.core import BadEvent
from engines.games import GAMES
from engines.record import write
from engines.simulate import Result, play
from firmware.cli.games import FIGURES, odds, plain, replay, simulated, simulation, summed

NAMES = ("Ana", "Ben", "Cleo")


def record(folder: Path, game: str, events: int = 30) -> Path:
    """A record of a game played at random, cut off after so many events."""
    path = folder / f"{game}.jsonl"
    path.write_text(write(play(GAMES[game], NAMES[: GAMES[game].seats[-1]], 3, max_events=events)), encoding="utf-8")
    return path


def lines(text: str) -> list[dict[str, Any]]:
    """Output of JSON lines."""
    return [json.loads(line) for line in text.splitlines()]


def test_replay_prints_the_state_after_each_event(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert replay(record(tmp_path, "shark-attacks"), as_json=False) == 0
    paragraphs = capsys.readouterr().out.split("\n\n")
    assert len(paragraphs) == 31
    assert paragraphs[0].startswith("Shark Attacks!: Ana, Ben, Cleo\n")
    assert paragraphs[1].startswith("2  throw: swimmer-")
    assert "legal: bank @0, again @0" in paragraphs[1]


@pytest.mark.parametrize("game", GAMES)
def test_replay_as_json_has_one_object_a_line_with_the_same_fields(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    recorded = record(tmp_path, game)
    assert replay(recorded, as_json=True) == 0
    header, *events = lines(capsys.readouterr().out)
    standing = {"scores", "awaits", "legal", "shows", "why", "state"}
    assert set(header) == standing | {"game", "players", "options", "version"}
    assert all(
        standing | {"line", "event"} <= set(event) <= standing | {"line", "event", "seat", "items"} for event in events
    )
    assert [event["line"] for event in events] == list(range(2, 1 + len(lines(recorded.read_text(encoding="utf-8")))))
    assert len(events) > 20


def test_the_state_in_json_is_whole_first_and_then_what_changed(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    replay(record(tmp_path, "shark-attacks"), as_json=True)
    header, throw, *_ = lines(capsys.readouterr().out)
    assert header["state"]["rules"]["target"] == 100
    assert header["awaits"]["chance"] == "throw"
    assert "rules" not in throw["state"]
    assert throw["awaits"] == {"turn": [0]}
    assert throw["legal"] == [{"event": "bank", "seat": 0}, {"event": "again", "seat": 0}]
    assert throw["shows"][0] == {"place": "tray", "kind": "swimmer", "face": "wave", "fresh": True, "free": False}


def test_a_finished_game_awaits_nothing_but_its_winners(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    replay(record(tmp_path, "shark-attacks", 5000), as_json=True)
    assert lines(capsys.readouterr().out)[-1]["awaits"]["over"] in ([0], [1], [2])


@pytest.mark.parametrize("as_json", [True, False])
def test_an_illegal_event_is_named_by_line_reason_and_ruling_and_ends_with_1(
    as_json: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record(tmp_path, "shark-attacks")
    told = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*told[:2], '{"event": "take", "seat": 0, "items": ["1"]}', *told[2:]]), encoding="utf-8")
    assert replay(path, as_json) == 1
    output = capsys.readouterr()
    assert output.err == "lifeguard: line 3: the player first decides: bank, or go on (SA-3)\n"
    assert output.out


def test_a_record_that_cannot_be_read_prints_nothing_else(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "record.jsonl"
    path.write_text("hello", encoding="utf-8")
    assert (replay(path, True), odds("shark-attacks", path, True)) == (1, 1)
    output = capsys.readouterr()
    assert output.out == ""
    assert output.err.count("lifeguard: line 1: this is not JSON: hello\n") == 2


def test_odds_tell_each_seats_chance_and_what_each_choice_is_worth(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = record(tmp_path, "shark-attacks", 1)
    assert odds("shark-attacks", path, as_json=True) == 0
    *seats, bank, again = lines(capsys.readouterr().out)
    assert [row["seat"] for row in seats] == [0, 1, 2]
    assert sum(row["win"] for row in seats) == pytest.approx(1, abs=1e-4)
    assert [row["choice"] for row in (bank, again)] == [{"event": "bank", "seat": 0}, {"event": "again", "seat": 0}]
    assert set(bank) == {"choice", "points", "signs", "win"}
    assert odds("shark-attacks", path, as_json=False) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0] == f"Ana: win {seats[0]['win']:.1%}"
    assert told[3] == f"bank: points {bank['points']:.1f}, signs 0.0, win {bank['win']:.1%}"


@pytest.mark.parametrize("game", GAMES)
def test_every_game_answers_odds_in_both_ways(game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = record(tmp_path, game)
    assert (odds(game, path, True), odds(game, path, False)) == (0, 0)
    output = capsys.readouterr().out
    assert bool(output) == (game in FIGURES or GAMES[game].odds is not None or game == "shark-attacks")


def test_a_take_is_told_with_the_name_of_the_opponent(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    match = play(GAMES["shark-attacks"], (*NAMES, "Dan", "Eva", "Finn"), 3, policies=["points"])
    index = next(number for number, state in enumerate(match.states) if state.phase == "take")  # type: ignore[attr-defined]
    path = tmp_path / "take.jsonl"
    path.write_text(write(match.upto(index)), encoding="utf-8")
    odds("shark-attacks", path, as_json=False)
    names = [match.players[int(event.items[0])] for event in match.states[index].legal()]
    assert [line.split(":")[0] for line in capsys.readouterr().out.splitlines()[6:]] == [
        f"take {name}" for name in names
    ]


def test_a_record_of_another_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(BadEvent, match="a record of Dice tray, not of Shark Attacks!"):
        odds("shark-attacks", record(tmp_path, "dice-tray"), as_json=True)


def test_simulate_prints_a_line_a_game_and_a_summary(capsys: pytest.CaptureFixture[str]) -> None:
    assert simulation("shark-attacks", 3, 4, 7, {"target": "40"}, ["points"], as_json=True) == 0
    *games, last = lines(capsys.readouterr().out)
    assert [set(game) for game in games] == [{"game", "seed", "over", "winners", "scores", "events"}] * 4
    summary = last["summary"]
    assert (summary["games"], summary["unfinished"], sum(summary["wins"])) == (4, 0, 4)
    assert summary["events"] == sum(game["events"] for game in games)
    assert summary["games_per_second"] > 0
    assert simulation("shark-attacks", 3, 4, 7, {"target": "40"}, ["points"], as_json=False) == 0
    told = capsys.readouterr().out.splitlines()
    assert told[0].startswith("game 0: ")
    assert "games: 4" in told


def test_the_summary_of_games_is_reckoned_from_their_results() -> None:
    results = [Result(0, "1/0", True, (0, 1), (10, 10), 50), Result(1, "1/1", False, (), (3, 4), 70)]
    assert summed(results, 2.0) == {
        "games": 2,
        "unfinished": 1,
        "wins": [1, 1],
        "mean_scores": [6.5, 7.0],
        "events": 120,
        "seconds": 2.0,
        "games_per_second": 1.0,
        "events_per_second": 60.0,
    }
    assert summed([], 0.0)["mean_scores"] == []


def test_games_are_told_with_their_winners() -> None:
    results = [Result(0, "1/0", True, (0, 1), (9, 9), 5), Result(1, "1/1", False, (), (3, 4), 7)]
    results.append(Result(2, "1/2", True, (), (1, 1), 9))
    ticks = count()
    told = list(simulated(results, False, lambda: float(next(ticks))))
    assert told[:3] == [
        "game 0: 9 9, won by seat 0 and seat 1, 5 events",
        "game 1: 3 4, left unfinished, 7 events",
        "game 2: 1 1, won by nobody, 9 events",
    ]
    assert "wins: 1; 1" in told[3]


def test_what_does_not_fit_is_refused_before_anything_is_played() -> None:
    for given in [("chess", 2, {}, []), ("shark-attacks", 9, {}, []), ("shark-attacks", 2, {"aim": "1"}, [])]:
        game, players, options, policies = given
        with pytest.raises(BadEvent):
            simulation(game, players, 1, 1, options, policies, True)
    with pytest.raises(BadEvent, match="no policy"):
        simulation("shark-attacks", 2, 1, 1, {}, ["clever"], True)


def test_any_value_of_a_state_becomes_plain_json() -> None:
    value = {(1, 2): frozenset({"b", "a"}), "path": Path("x"), "none": None, "list": [1, (True, 2.5)]}
    assert plain(value) == {"(1, 2)": ["a", "b"], "path": "x", "none": None, "list": [1, [True, 2.5]]}
