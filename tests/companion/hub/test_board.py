"""What becomes of the board with each message, whoever sends it."""

from __future__ import annotations

import json
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.hub.board import LIMITS, Misheard, TableBoard, heard, needs, shown
from companion.hub.evening import began, evening
from companion.hub.heard import SaidEvent, Topic
from companion.hub.page import happened, rows

NOW = datetime(2026, 11, 24, 20, tzinfo=UTC)
EMPTY = TableBoard()


def state(**more: Any) -> bytes:
    players = [{"name": "Ana", "score": 36}, {"name": "Ben", "score": 12}]
    told: dict[str, Any] = {"v": 1, "match": 3, "version": 9, "game": "dice-tray", "title": "Dice", "players": players}
    return json.dumps(told | {"awaits": "throw", "seat": 0, "time": NOW.isoformat()} | more).encode()


def told(*messages: tuple[str, Topic, bytes], board: TableBoard = EMPTY, now: datetime = NOW) -> TableBoard:
    for table, topic, payload in messages:
        board = heard(board, table, topic, payload, now)
    return board


HERE: tuple[str, Topic, bytes] = ("1", "availability", b"online")


def test_a_table_that_nobody_need_go_to_needs_nothing() -> None:
    assert needs(told(HERE, ("1", "state", state())).tables["1"], NOW) == ""


@pytest.mark.parametrize(
    ("message", "later", "says"),
    [
        (("1", "state", state(help=True)), 0, "Calls for help"),
        (("1", "camera/availability", b"offline"), 0, "The camera sees nothing"),
        (("1", "state", state(faults=["display"])), 0, "Something is broken: display"),
        (("1", "state", state(question={"text": "2 or 3?", "answers": []})), 121, "A question waits"),
        (("1", "state", state(question={"text": "2 or 3?", "answers": []})), 60, ""),
        (("1", "availability", b"offline"), 0, "The box does not answer"),
    ],
)
def test_a_table_says_why_somebody_should_go_there(message: tuple[str, Topic, bytes], later: int, says: str) -> None:
    board = told(HERE, ("1", "state", state()), message)
    assert needs(board.tables["1"], NOW + timedelta(seconds=later)) == says


@pytest.mark.parametrize(
    ("told_of", "who", "pieces"),
    [
        ({"event_type": "throw", "player": "Ana", "items": ["die-6", "die-1", "die-4"]}, "Ana", "1, 4 and 6"),
        ({"event_type": "play", "player": "Ana", "items": ["diamonds-ace", "??"]}, "Ana", "the ace of diamonds and {}"),
        ({"event_type": "play", "player": "Ana", "items": ["event-attack"]}, "Ana", "the event die on attack"),
        ({"event_type": "play", "player": "Ana", "items": ["of-no-game"]}, "Ana", "of-no-game"),
        ({"event_type": "won", "winners": [1, 2], "players": ["Ben", "Cleo"]}, "Ben and Cleo", ""),
        ({"event_type": "won", "winners": [], "players": []}, "Nobody", ""),
        ({"event_type": "turn", "player": "Ben"}, "Ben", ""),
    ],
)
def test_what_happened_is_told_in_the_words_of_the_game(told_of: dict[str, Any], who: str, pieces: str) -> None:
    line = happened(SaidEvent.model_validate(told_of | {"time": NOW}))
    assert (line.player, line.pieces) == (who, pieces.format("a card nobody has seen"))


def test_a_match_that_is_over_is_counted_once_and_not_at_all_if_it_goes_on_again() -> None:
    over = ("1", "state", state(awaits="over", winners=[0]))
    again = ("1", "state", state(awaits="over", winners=[0], time=(NOW + timedelta(hours=1)).isoformat()))
    board = told(HERE, over, again)
    (result,) = board.results
    assert (result.winners, result.scores, result.time) == (("Ana",), (36, 12), NOW)
    corrected = told(("1", "state", state(awaits="over", winners=[1])), board=board)
    assert [one.winners for one in corrected.results] == [("Ben",)]
    assert told(("1", "state", state()), board=board).results == ()
    following = told(("1", "state", state(match=4)), board=board)
    assert following.results == board.results


def test_an_event_that_comes_twice_is_listed_once() -> None:
    event = json.dumps({"event_type": "throw", "session": "a", "seq": 4, "time": NOW.isoformat(), "player": "Ana"})
    board = told(*[("1", "event", event.encode())] * 2)
    assert [one.player for one in board.tables["1"].lately] == ["Ana"]


@pytest.mark.parametrize("payload", [b"", b"{}", b"\xff\xfe", b"[]", b'{"event_type": 3}', b" " * 70_000 + b"{}"])
def test_what_is_no_event_changes_nothing_and_is_said(payload: bytes) -> None:
    board = told(HERE, ("1", "state", state()))
    with pytest.raises(Misheard):
        heard(board, "1", "event", payload, NOW)


@settings(max_examples=150, deadline=None, derandomize=True)
@given(st.sampled_from(("availability", "camera/availability", "state", "event")), st.binary(max_size=60))
def test_whatever_a_stranger_sends_the_board_can_be_shown(topic: Topic, payload: bytes) -> None:
    board = told(HERE, ("1", "state", state()))
    with suppress(Misheard):
        board = heard(board, "1", topic, payload, NOW)
    assert list(rows(board, NOW)) in (["1"], [])


def test_there_are_only_so_many_tables() -> None:
    board = told(*((f"{number}", "availability", b"online") for number in range(LIMITS.tables)))
    with pytest.raises(Misheard, match="500 tables"):
        heard(board, "one more", "availability", b"online", NOW)
    assert heard(board, "7", "availability", b"offline", NOW).tables["7"].online is False


def test_a_table_that_went_away_is_shown_for_some_hours_and_tables_are_in_the_order_of_their_numbers() -> None:
    board = told(*((name, "state", state()) for name in ("Table 10", "Table 9", "bar")))
    assert list(rows(board, NOW)) == ["bar", "Table 9", "Table 10"]
    assert shown(board.tables["bar"], NOW + timedelta(hours=11))
    assert not shown(board.tables["bar"], NOW + timedelta(hours=13))


def test_an_evening_lasts_until_five_in_the_morning_and_counts_people_by_their_names() -> None:
    def won(match: int, winners: list[int], hours: float) -> tuple[str, Topic, bytes]:
        time = (NOW + timedelta(hours=hours)).isoformat()
        return "1", "state", state(match=match, awaits="over", winners=winners, time=time)

    ana = [{"name": "ana", "score": 50}, {"name": "Cleo", "score": 50}]
    shared = ("2", "state", state(match=1, awaits="over", winners=[0, 1], players=ana))
    board = told(won(1, [0], -20), won(2, [0], 0), won(3, [0], 1), won(4, [1], 6), shared)
    tonight = evening(board.results, began(NOW + timedelta(hours=6.5), UTC))
    assert (tonight.matches, tonight.games) == (4, (("Dice", 4),))
    assert [(one.name, one.wins, one.matches) for one in tonight.guests] == [
        ("Ana", 3, 4),
        ("Ben", 1, 3),
        ("Cleo", 1, 1),
    ]
    assert [(one.score, one.names, one.table) for one in tonight.best] == [(50, ("ana", "Cleo"), "2")]
    assert began(NOW + timedelta(hours=9.5), UTC) == NOW + timedelta(hours=9)
