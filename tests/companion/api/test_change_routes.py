"""Changing needs the PIN and the present version, and says in one sentence what does not fit."""

from __future__ import annotations

import httpx
import pytest

from companion.api import models
from companion.api.backend import BackendBusy
from engines.core import Event

CHANGES = ["answer", "correct", "leave", "undo", "redo", "decide", "throw", "game"]


def test_a_decision_by_hand_is_one_of_the_moves(phone, desk):
    page = phone.get("/api/page").json()
    move = {key: page["moves"][0][key] for key in ("kind", "seat", "items")}
    after = phone.post("/api/decide", json={"version": page["version"], **move}).json()
    assert after["players"][1]["score"] == 9
    assert desk.match.events[-1] == Event("bank", 1)


def test_a_throw_by_hand_takes_what_the_page_expects(phone, desk):
    phone.post("/api/decide", json={"version": 1, "kind": "bank", "seat": 1})
    (pool,) = phone.get("/api/page").json()["expects"]
    assert (pool["kind"], pool["count"], pool["most"]) == ("swimmer", 7, 7)
    after = phone.post("/api/throw", json={"version": 2, "items": ["swimmer-1"] * 7}).json()
    assert after["players"][2]["score"] == 14, "a beach party counts double"


def test_a_correction_replays_and_marks_the_event(phone, desk):
    after = phone.post("/api/correct", json={"version": 1, "event": 0, "position": 3, "item": "swimmer-3"}).json()
    assert after["players"][0]["score"] == 12
    assert after["log"][0]["changed"] == "swimmer-wave was really swimmer-3"


def test_undo_and_redo_walk_through_the_past(phone, desk):
    played = desk.match
    assert phone.post("/api/undo", json={"version": 1}).json()["can"] == {"undo": True, "redo": True, "leave": False}
    assert desk.match == played.undo()
    assert phone.post("/api/redo", json={"version": 2}).json()["can"] == {"undo": True, "redo": False, "leave": False}
    assert desk.match == played


def test_an_answer_settles_the_question(phone, desk):
    desk.question = models.QuestionView(text="Is that a 2?", answers=("Yes", "No, a 3"))
    assert phone.post("/api/answer", json={"version": 1, "answer": 1}).json()["question"] is None
    assert desk.changes == [models.AnswerRequest(version=1, answer=1)]


def test_a_new_game_begins_with_its_players_and_options(phone, desk):
    body = {"version": 1, "game": "shark-attacks", "players": ["Dot", "Eve"], "options": {"target": 50}}
    page = phone.post("/api/game", json=body).json()
    assert [player["name"] for player in page["players"]] == ["Dot", "Eve"]
    assert page["options"]["target"] == 50


@pytest.mark.parametrize("what", CHANGES)
def test_without_the_pin_nothing_changes(what, address, desk):
    answer = httpx.post(f"http://{address}/api/{what}", json={"version": 1}, trust_env=False)
    assert (answer.status_code, answer.json()["error"]) == (403, "Changing something needs the PIN that the OLED shows")
    assert (desk.changes, desk.version) == ([], 1)


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("answer", {"answer": 0}),
        ("correct", {"event": 0, "position": 0, "item": "swimmer-1"}),
        ("undo", {}),
        ("redo", {}),
        ("leave", {}),
        ("decide", {"kind": "bank", "seat": 1}),
        ("throw", {"items": ["swimmer-1"]}),
        ("game", {"game": "shark-attacks", "players": ["Dot", "Eve"]}),
    ],
)
def test_a_request_for_an_older_page_is_refused_and_changes_nothing(what, body, phone, desk):
    desk.tell()
    answer = phone.post(f"/api/{what}", json={"version": 1, **body})
    assert answer.status_code == 409
    assert answer.json()["error"].startswith("The table has moved on")
    assert (desk.changes, desk.version) == ([], 2)


def test_what_the_rules_refuse_comes_with_the_ruling(phone):
    answer = phone.post("/api/throw", json={"version": 1, "items": ["swimmer-1"]})
    assert (answer.status_code, answer.json()["rule"]) == (422, "SA-3")


@pytest.mark.parametrize(
    ("what", "body", "sentence"),
    [
        ("answer", {"version": 1, "answer": "two"}, "answer: Input should be a valid integer"),
        ("answer", {"version": 1, "answer": -1}, "answer: Input should be greater than or equal to 0"),
        ("undo", {}, "version: Field required"),
        ("undo", {"version": 1, "more": 2}, "more: Extra inputs are not permitted"),
        ("throw", {"version": 1, "items": []}, "items: Tuple should have at least 1 item"),
        ("game", {"version": 1, "game": "chess", "players": ["Dot", "Eve"]}, "there is no game 'chess'"),
        ("game", {"version": 1, "game": "shark-attacks", "players": ["Dot"]}, "Shark Attacks! is for 2 to 6 players"),
        ("answer", {"version": 1, "answer": 0}, "No question is open"),
    ],
)
def test_what_does_not_fit_is_422_with_a_sentence_that_says_so(what, body, sentence, phone, desk):
    answer = phone.post(f"/api/{what}", json=body)
    assert answer.status_code == 422
    assert answer.json()["error"].startswith(sentence)
    assert desk.version == 1


def test_a_body_that_is_not_json_is_422(phone):
    answer = phone.post("/api/undo", content=b"{", headers={"Content-Type": "application/json"})
    assert (answer.status_code, answer.json()["error"]) == (422, "1: JSON decode error")


def test_a_device_that_cannot_just_now_says_so(phone, desk, monkeypatch):
    def full(_: object) -> None:
        raise BackendBusy("The disk is full")

    monkeypatch.setattr(desk, "_carry_out", full)
    answer = phone.post("/api/undo", json={"version": 1})
    assert (answer.status_code, answer.json()["error"]) == (503, "The disk is full")


def test_the_pin_can_be_tried_by_itself(phone, address):
    assert phone.post("/api/pin").status_code == 204
    wrong = httpx.post(f"http://{address}/api/pin", headers={"X-Lifeguard-Pin": "0000"}, trust_env=False)
    assert (wrong.status_code, wrong.json()["error"]) == (403, "That is not the PIN on the OLED")


def test_after_five_wrong_pins_all_wait_a_minute(phone, clock):
    wrong = {"X-Lifeguard-Pin": "1234"}
    assert [phone.post("/api/pin", headers=wrong).status_code for _ in range(6)] == [403] * 5 + [429]
    waiting = phone.post("/api/pin")
    assert (waiting.status_code, waiting.headers["retry-after"]) == (429, "61")
    clock.now += 61
    assert phone.post("/api/pin").status_code == 204


def test_a_table_that_the_host_has_locked_is_changed_by_nobody_and_everybody_may_look(phone, desk):
    desk.shut = True
    answer = phone.post("/api/undo", json={"version": desk.version})
    assert (answer.status_code, answer.json()["error"]) == (423, "The host has locked changes; call the host")
    assert (desk.changes, phone.get("/api/page").status_code) == ([], 200)
    assert phone.post("/api/undo", json={"version": 1}, headers={"X-Lifeguard-Pin": "0000"}).status_code == 403
