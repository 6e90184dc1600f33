"""Whoever is in the room may look."""

from __future__ import annotations

import io
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from PIL import Image

from companion.api.language.routes import html
from companion.api.read_routes import STATIC
from engines.record import read


@pytest.fixture
def visitor(address: str) -> Iterator[httpx.Client]:
    """Somebody without the PIN."""
    with httpx.Client(base_url=f"http://{address}", trust_env=False) as client:
        yield client


def test_the_page_shows_scores_turn_throw_and_log(visitor, desk):
    page = visitor.get("/api/page").json()
    assert [(p["name"], p["score"], p["signs"]) for p in page["players"]] == [
        ("Ana", 9, 0),
        ("Ben", 0, 0),
        ("Cleo", 0, 0),
    ]
    assert page["awaits"] == {"kind": "turn", "seat": 1, "text": "Ben: bank 9, or throw again?"}
    assert [die["item"] for die in page["throw"]["dice"]] == list(desk.match.events[2].items)
    assert [(e["text"], e["seat"]) for e in page["log"]] == [("Ana throws", 0), ("Ana banks 9", 0), ("Ben throws", 1)]
    assert page["log"][1]["reasons"] == [
        {"text": "9 swimmers banked", "rule": "SA-3", "house": False, "points": 9, "seat": 0}
    ]
    assert [move["text"] for move in page["moves"]] == ["Bank 9 swimmers", "Throw the waves again"]


def test_the_home_page_is_html_and_fetches_nothing_from_elsewhere(visitor):
    home = visitor.get("/")
    assert home.headers["content-type"].startswith("text/html")
    assert "<main>" in home.text
    shipped = [path.read_text() for path in STATIC.iterdir() if path.suffix in (".html", ".css", ".js", ".webmanifest")]
    assert not [text for text in shipped for word in ("http://", "https://", "//cdn") if word in text.replace(SVG, "")]


def test_each_page_has_one_head():
    for file in STATIC.glob("*.html"):
        head = bytes(html(file.name).body).decode().partition("</head>")[0]
        assert (head.count("<meta charset="), head.count('href="/static/look.css"')) == (1, 1), file
        assert "<!--" not in head


SVG = "http://www.w3.org/2000/svg"


def test_every_file_of_the_page_is_served_by_the_device(visitor):
    for path in STATIC.iterdir():
        answer = visitor.get(f"/static/{path.name}")
        assert (answer.status_code, answer.content) == (200, path.read_bytes())


def test_every_module_that_a_script_imports_is_served(visitor):
    for script in STATIC.glob("*.js"):
        imported = [line.split('"')[-2] for line in script.read_text().splitlines() if line.startswith("import ")]
        assert [name for name in imported if not visitor.get(f"/static/{Path(name).name}").is_success] == []


def test_a_photograph_is_a_jpeg_of_the_size_that_the_page_says(visitor):
    shot = visitor.get("/api/page").json()["throw"]
    answer = visitor.get(f"/api/photo/{shot['photo']}.jpg")
    assert answer.headers["content-type"] == "image/jpeg"
    assert Image.open(io.BytesIO(answer.content)).size == (shot["width"], shot["height"])


@pytest.mark.parametrize("name", ["look-99", "nothing"])
def test_a_photograph_that_is_not_there_is_404_with_a_sentence(visitor, name):
    answer = visitor.get(f"/api/photo/{name}.jpg")
    assert (answer.status_code, answer.json()["error"]) == (404, "There is no photograph of that name (any more)")


def test_a_photograph_name_that_cannot_be_one_is_422(visitor):
    answer = visitor.get("/api/photo/a.b.jpg")
    assert answer.status_code == 422
    assert answer.json()["error"].startswith("photo: ")


def test_the_oled_is_a_picture_of_128_by_64_that_is_sent_again_only_when_it_changed(visitor, desk):
    first = visitor.get("/api/oled.png")
    assert Image.open(io.BytesIO(first.content)).size == (128, 64)
    tag = {"If-None-Match": first.headers["etag"]}
    assert visitor.get("/api/oled.png", headers=tag).status_code == 304
    desk.tell()
    assert visitor.get("/api/oled.png", headers=tag).status_code == 200


def test_the_record_is_a_download_that_reads_back_as_the_match(visitor, desk):
    answer = visitor.get("/api/record")
    assert answer.headers["content-disposition"] == 'attachment; filename="shark-attacks.jsonl"'
    assert read(answer.text) == desk.match


def test_the_games_are_offered_with_what_fits(visitor):
    sharks = next(game for game in visitor.get("/api/games").json() if game["name"] == "shark-attacks")
    assert (sharks["least"], sharks["most"]) == (2, 6)
    target = next(option for option in sharks["options"] if option["name"] == "target")
    assert (target["default"], target["values"]) == (100, [])
    assert target["least"] < 100 < target["most"]


def test_health_says_what_the_device_complains_of(visitor, desk):
    desk.faults = ("The camera does not answer",)
    assert visitor.get("/api/health").json()["faults"] == ["The camera does not answer"]


def test_what_is_not_there_is_404_as_json(visitor):
    answer = visitor.get("/api/nothing")
    assert (answer.status_code, answer.json()) == (404, {"error": "There is nothing at this address", "rule": ""})


def test_a_get_where_a_post_is_due_is_405_as_json(visitor):
    answer = visitor.get("/api/undo")
    assert (answer.status_code, answer.json()["error"]) == (405, "Method Not Allowed")


def test_what_the_page_does_not_list_any_more_is_told_when_asked_for(phone, desk):
    assert [entry["index"] for entry in phone.get("/api/log?before=2").json()] == [0, 1]
    assert phone.get("/api/log?before=0").json() == []
    assert [phone.get(f"/api/log{query}").status_code for query in ("", "?before=-1", "?before=x")] == [422] * 3


def test_a_method_that_an_address_does_not_know_is_told_those_that_it_knows(phone):
    answers = [phone.options(path) for path in ("/api/phones", "/api/page", "/api/undo")]
    assert [(answer.status_code, answer.headers["Allow"]) for answer in answers] == [
        (405, "DELETE, GET"),
        (405, "GET"),
        (405, "POST"),
    ]


def test_how_a_game_is_played_and_what_a_ruling_says_are_read_by_anybody(phone):
    told = phone.get("/api/play/shark-attacks").json()
    assert told["title"] == "Shark Attacks!"
    assert told["sections"][0]["title"] == "Set-up"
    clauses = phone.get("/api/ruling/SA-3").json()["clauses"]
    assert [clause["who"] for clause in clauses] == [["rulebook"], ["house ruling"]]
    assert phone.get("/api/play/chess").status_code == phone.get("/api/ruling/SA-99").status_code == 404
    assert phone.get("/api/ruling/none").status_code == 422
