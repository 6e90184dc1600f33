"""Past matches over HTTP: read by whoever is in the room, changed by who knows the PIN; errors are one sentence."""

from __future__ import annotations

import csv
import json
from collections.abc import Iterator
from contextlib import ExitStack
from dataclasses import replace
from io import StringIO
from pathlib import Path
from threading import Thread
from typing import Any
from xml.etree import ElementTree

import httpx
import pytest

from companion.api.app import create_app
from engines.core import Over
from engines.core.seating import NOBODY
from engines.record import read
from firmware.device.loop import Device
from firmware.state.household import Household
from firmware.storage.journal import Journal
from firmware.storage.people import household
from firmware.update.inputs import Introduced
from firmware.web.backend import DeviceBackend
from firmware.web.our_games import OurGames
from tests.companion.browsing import serving
from tests.firmware.history.drawn import Drawn, drawn

COUNT, SEED = 14, 7
PIN = {"X-Lifeguard-Pin": "4711"}


class Room:
    """A device with a past, and phones that ask it."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self.history = drawn(home / "journal.db", COUNT, SEED, photos=2)
        self.journal = Journal(home / "journal.db")
        table = self.journal.load()
        assert table is not None
        self.device = Device(replace(table, pin="4711"), self.journal, [])
        backend, self.games = DeviceBackend(self.device), OurGames(self.device, home)
        self.device.outputs += [backend, self.games]
        self.device.begin()
        self.thread = Thread(target=self.device.run)
        self.thread.start()
        self.app = create_app(backend, history=self.games)
        self.open = ExitStack()
        address = self.open.enter_context(serving(self.app))
        self.phone = self.open.enter_context(httpx.Client(base_url=f"http://{address}", trust_env=False))
        for number in (row.number for row in self.games._past.rows()):
            self.games._index.count(self.games._past.row(number))

    def close(self) -> None:
        self.open.close()
        self.device.stop()
        self.thread.join()
        self.games.stop()
        self.journal.close()

    def get(self, what: str, status: int = 200) -> Any:
        answer = self.phone.get(f"/api/{what}")
        assert answer.status_code == status, answer.text
        return answer.json()

    def post(self, what: str, body: dict[str, Any], status: int) -> Any:
        answer = self.phone.post(f"/api/{what}", json=body, headers=PIN)
        assert answer.status_code == status, answer.text
        return answer.json() if answer.content else None

    @property
    def version(self) -> int:
        return int(self.get("page")["version"])


@pytest.fixture(scope="module")
def room(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Room]:
    """A room whose past nobody changes."""
    room = Room(tmp_path_factory.mktemp("room"))
    yield room
    room.close()


@pytest.fixture
def own_room(tmp_path: Path) -> Iterator[Room]:
    """A room for one test alone, which may change its past."""
    room = Room(tmp_path)
    yield room
    room.close()


def unfinished(history: list[Drawn], but: int) -> Drawn:
    return next(one for one in history if not isinstance(one.match.state.awaits, Over) and one.number != but)


def test_the_list_is_told_page_by_page_and_by_game_and_player(room: Room) -> None:
    told = room.get("matches?most=5")
    assert [one["number"] for one in told["matches"]] == [14, 13, 12, 11, 10]
    assert (told["total"], told["counting"]) == (COUNT, 0)
    assert [one["number"] for one in room.get("matches?skip=12")["matches"]] == [2, 1]
    games = [one for one in room.history if one.match.game.name == "shark-attacks"]
    assert room.get("matches?game=shark-attacks")["total"] == len(games)
    anas = [one for one in room.history if "Ana" in one.match.players]
    assert room.get("matches?player=%20ana")["total"] == len(anas)


def test_each_match_has_players_scores_winners_photographs_and_its_state(room: Room) -> None:
    for said, one in zip(room.get("matches")["matches"], reversed(room.history), strict=True):
        over = one.match.state.awaits
        assert [player["name"] for player in said["players"]] == list(one.match.players)
        assert [player["score"] for player in said["players"]] == list(one.match.state.scores())
        winners = over.winners if isinstance(over, Over) else ()
        assert [n for n, player in enumerate(said["players"]) if player["winner"]] == list(winners)
        assert said["photos"] == min(2, len(one.match.events))
        assert (said["began"], said["ended"]) == (one.times[0], one.times[-1])
        expected = "over" if isinstance(over, Over) else "playing" if one.number == COUNT else "open"
        assert said["state"] == expected


def test_figures_that_are_not_known_yet_are_said_to_be_counted(own_room: Room, tmp_path: Path) -> None:
    (tmp_path / "matches.db").unlink()
    told = own_room.get("matches")
    assert told["counting"] == COUNT - 1
    assert {one["state"] for one in told["matches"][1:]} == {"counting"}
    own_room.games.start()
    for _ in range(200):
        if not own_room.get("matches")["counting"]:
            break
        own_room.games._ended.wait(0.05)
    assert own_room.get("matches")["counting"] == 0


def test_a_match_is_replayed_step_by_step(room: Room) -> None:
    one = room.history[4]
    detail = room.get("matches/5")
    last = len(one.match.events)
    assert detail["scores"]["at"][-1] == last
    assert [seat[-1] for seat in detail["scores"]["seats"]] == list(one.match.state.scores())
    assert detail["photos"] == [{"step": 1, "photo": "look-5-0"}, {"step": 2, "photo": "look-5-1"}]
    for step in (0, 1, last // 2, last):
        moment = room.get(f"matches/5/at/{step}")
        assert [player["score"] for player in moment["page"]["players"]] == list(one.match.states[step].scores())
        assert moment["at"] == one.times[step]
        assert len(moment["page"]["log"]) == bool(step)
        assert (moment["photo"] is not None) == (step in (1, 2))
    assert room.get(f"matches/5/at/{last + 99}")["step"] == last
    photo = room.get("matches/5/at/1")["photo"]
    assert room.phone.get(f"/api/photo/{photo}.jpg").content == b"jpeg of look-5-0"


def test_a_photograph_that_is_gone_is_said_to_be_gone(own_room: Room) -> None:
    own_room.journal._db.execute("DELETE FROM photos WHERE id = 'look-5-0'")
    moment = own_room.get("matches/5/at/1")
    assert (moment["photo"], moment["lost"]) == (None, True)
    assert own_room.get("matches/5/at/0")["lost"] is False


def test_a_match_that_was_left_goes_on_at_the_table(own_room: Room) -> None:
    left = unfinished(own_room.history, COUNT)
    page = own_room.post("continue", {"version": own_room.version, "match": left.number}, 200)
    assert [player["name"] for player in page["players"]] == list(left.match.players)
    assert own_room.device.table.match == left.match
    assert own_room.get("matches")["matches"][0]["number"] == left.number
    assert own_room.post("continue", {"version": 0, "match": left.number}, 409)["error"]
    said = own_room.post("continue", {"version": own_room.version, "match": left.number}, 422)
    assert said["error"] == "this match is being played just now"
    assert "no match" in own_room.post("continue", {"version": own_room.version, "match": 2**31 - 1}, 404)["error"]
    assert "404" in own_room.app.openapi()["paths"]["/api/continue"]["post"]["responses"]


def test_people_are_renamed_and_deleted_everywhere(own_room: Room) -> None:
    matches = own_room.get("matches?player=ana")["total"]
    free = next(
        name
        for name in ("Ben", "Cleo", "Dora", "Émile", "Fritz", "Hana")
        if name not in own_room.device.table.match.players
    )
    household.keep(own_room.home, known := Household(("Ana", free, "Zoe"), ("pig",)))
    own_room.device.put(Introduced(known)).result(10)
    own_room.post("people/rename", {"name": "Ana", "to": "  Anna  Maria "}, 204)
    assert own_room.get("person?name=anna%20maria")["person"]["whole"]["matches"] == matches
    assert own_room.get("person?name=Ana", 404)["error"] == "Nobody called Ana has played here"
    own_room.post("people/forget", {"name": free}, 204)
    left = Household(("Anna Maria", "Zoe"), ("pig",))
    assert household.load(own_room.home) == left == own_room.device.table.household
    assert free not in [one["name"] for one in own_room.get("people")["people"]]
    assert not {"Someone", NOBODY} & {one["name"] for one in own_room.get("people")["people"]}
    played = next(one.number for one in own_room.history if free in one.match.players)
    own_room.phone.headers["accept-language"] = "de"
    seats = own_room.get(f"matches/{played}")["match"]["players"]
    assert [(seat["name"], seat["person"]) for seat in seats if seat["deleted"]] == [("Jemand", NOBODY)]
    assert "Jemand" in [player["name"] for player in own_room.get(f"matches/{played}/at/0")["page"]["players"]]
    assert ",Jemand," in own_room.phone.get("/api/matches.csv").text
    assert own_room.get("matches")["total"] == COUNT


@pytest.mark.parametrize(
    ("what", "body", "status", "said"),
    [
        ("people/rename", {"name": "Nobody", "to": "Ana"}, 404, "Nobody called Nobody has played here"),
        ("people/rename", {"name": "Ana", "to": "Someone 2"}, 422, "Somebody needs a name, and another one"),
        ("people/rename", {"name": "Ana", "to": ""}, 422, "at least 1 character"),
        ("people/rename", {"name": "Ana", "to": "x" * 25}, 422, "at most 24 characters"),
        ("people/rename", {"name": "Ana"}, 422, "to: Field required"),
        ("people/forget", {"name": "Nobody"}, 404, "Nobody called Nobody"),
        ("continue", {"version": 0, "match": 999}, 404, "There is no match 999 (any more)"),
        ("continue", {"version": 0, "match": -1}, 422, "match: Input should be"),
    ],
)
def test_what_does_not_fit_is_one_sentence(room: Room, what: str, body: dict[str, Any], status: int, said: str) -> None:
    assert said in room.post(what, body, status)["error"]


def test_two_people_of_one_table_cannot_become_one(room: Room) -> None:
    first, second = room.history[0].match.players[:2]
    said = room.post("people/rename", {"name": first, "to": second.upper()}, 422)["error"]
    assert said.startswith(f"{first} and {second.upper()} sat at one table (match ")


def test_a_name_of_spaces_is_no_name(room: Room) -> None:
    assert "name" in room.post("people/rename", {"name": "Ana", "to": "   "}, 422)["error"]


def test_a_match_is_deleted_but_not_the_present_one(own_room: Room) -> None:
    assert own_room.phone.delete("/api/matches/3", headers=PIN).status_code == 204
    assert own_room.get("matches/3", 404)["error"] == "There is no match 3 (any more)"
    assert own_room.get("matches")["total"] == COUNT - 1
    assert own_room.phone.delete("/api/matches/3", headers=PIN).status_code == 404
    refused = own_room.phone.delete(f"/api/matches/{COUNT}", headers=PIN)
    assert refused.status_code == 422
    assert "begin another" in refused.json()["error"]


@pytest.mark.parametrize(
    ("method", "what"),
    [
        ("POST", "continue"),
        ("DELETE", "matches/1"),
        ("POST", "people/rename"),
        ("POST", "people/forget"),
    ],
)
def test_changes_need_the_pin(room: Room, method: str, what: str) -> None:
    answer = room.phone.request(method, f"/api/{what}", json={"version": 0, "match": 1, "name": "Ana", "to": "Eva"})
    assert answer.status_code == 403
    assert len(room.games._past.rows()) == COUNT


def test_files_have_all_matches(room: Room) -> None:
    table = room.phone.get("/api/matches.csv")
    assert table.headers["content-type"].startswith("text/csv")
    rows = list(csv.DictReader(StringIO(table.content.decode("utf-8-sig"))))
    assert len(rows) == sum(len(one.match.players) for one in room.history)
    lines = room.phone.get("/api/matches.jsonl").text.splitlines()
    assert [json.loads(line)["number"] for line in lines] == [one.number for one in reversed(room.history)]
    assert read(room.phone.get("/api/matches/5/record.jsonl").text) == room.history[4].match


def test_a_match_is_shared_as_a_link_and_as_a_picture_of_it(room: Room) -> None:
    share = room.get("matches/5/share")
    assert share["link"].startswith("https://app.bgstatsapp.com/createPlay.html?data=%7B")
    assert share["qr"] is True
    drawing = room.phone.get("/api/matches/5/share.svg")
    assert drawing.headers["content-type"] == "image/svg+xml"
    assert ElementTree.fromstring(drawing.content).tag.endswith("svg")


def test_every_route_of_the_past_is_described_with_its_errors(room: Room) -> None:
    described = room.app.openapi()["paths"]
    own = {path: one for path, one in described.items() if "matches" in path or ("pe" in path and "person" in path)}
    assert len(own) >= 9
    for path, operations in own.items():
        for operation in operations.values():
            assert operation["summary"], path
            errors = {code: answer for code, answer in operation["responses"].items() if code >= "4"}
            for answer in errors.values():
                assert answer["content"]["application/json"]["schema"] == {"$ref": "#/components/schemas/Problem"}
