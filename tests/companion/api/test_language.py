"""Each viewer is answered in a language of their own: sentences, the page's files, and the catalogue of its scripts."""

from __future__ import annotations

from gettext import NullTranslations

import httpx
import pytest

from companion.api.app import create_app
from companion.api.language import viewer
from companion.api.models import Awaits, Page
from companion.words.language import again, speaking, t, tn
from engines.core import counted, said
from tests.companion.browsing import serving
from tests.companion.german import german_is


class Shouted(NullTranslations):
    """A language that is English in capitals."""

    def gettext(self, message: str) -> str:
        return "".join(part if part.startswith("{") else part.upper() for part in _parts(message))

    def ngettext(self, one: str, many: str, count: int) -> str:
        return self.gettext(one if count == 1 else many)


def _parts(message: str) -> list[str]:
    return message.replace("{", "\0{").replace("}", "}\0").split("\0")


@pytest.fixture
def shouting(monkeypatch):
    """German is shouted English here."""
    with german_is(Shouted(), monkeypatch):
        yield


def test_a_sentence_of_the_rules_is_said_again_in_the_language_of_whoever_asks(shouting):
    eaten = counted("{count} fin eats {meal}", "{count} fins eat {meal}", 2, meal=said("the die of {who}", who="Ana"))
    assert eaten == "2 fins eat the die of Ana"
    with speaking("de"):
        assert again(eaten) == "2 FINS EAT THE DIE OF Ana"
        assert t("{name} banks", name="Ben") == "Ben BANKS"
        assert tn("{count} card", "{count} cards", 1) == "1 CARD"
    assert t("{name} banks", name="Ben") == "Ben banks"


def test_what_goes_over_the_wire_is_in_the_language_in_force(shouting):
    awaits = Awaits(kind="begin", text=said("No game yet"))
    page = Page(version=1, game="", title="x", players=(), awaits=awaits, state={"names": [said("a card"), 3]})
    assert '"text":"No game yet"' in page.model_dump_json()
    with speaking("de"):
        told = page.model_dump()
    assert told["awaits"]["text"] == "NO GAME YET"
    assert told["state"] == {"names": ["A CARD", 3]}


@pytest.mark.parametrize(
    ("query", "headers", "spoken"),
    [
        ("", {}, ""),
        ("", {"accept-language": "fr;q=0.2, de-AT, en;q=0.8"}, "de"),
        ("", {"accept-language": "sw, *;q=0.1, en;q=nonsense"}, ""),
        ("", {"accept-language": "de", "cookie": "lifeguard_language=en"}, "en"),
        ("language=de", {"cookie": "lifeguard_language=en"}, "de"),
        ("language=../../x", {"accept-language": "en"}, "en"),
    ],
)
def test_the_address_comes_before_the_choice_of_a_phone_and_that_before_its_browser(shouting, query, headers, spoken):
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    assert viewer.wanted({"type": "http", "query_string": query.encode(), "headers": raw}) == spoken


def test_page_and_scripts_come_in_the_language_that_the_phone_chose(shouting, desk):
    with serving(create_app(desk)) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as phone:
        assert '<html lang="en">' in phone.get("/").text
        assert phone.put("/api/language", json={"language": "de"}).status_code == 204
        page = phone.get("/").text
        assert '<html lang="de">' in page
        assert 'aria-label="WHAT HAPPENS NOW"' in page
        script = phone.get("/static/catalogue.js")
        assert 'LANGUAGE = "de"' in script.text
        assert '"New game": ["NEW GAME"]' in script.text
        tag = {"If-None-Match": script.headers["etag"]}
        assert phone.get("/static/catalogue.js", headers=tag).status_code == 304
        assert phone.put("/api/language", json={"language": "tlh"}).status_code == 422


def test_what_a_page_fetches_is_in_the_language_of_its_address_but_no_part_sets_it(shouting, desk):
    with serving(create_app(desk)) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as stream:
        assert "set-cookie" not in stream.get("/static/catalogue.js?language=de").headers
        assert "set-cookie" not in stream.get("/overlay?language=tlh").headers
        assert 'LANGUAGE = "en"' in stream.get("/static/catalogue.js").text
        assert '<html lang="de">' in stream.get("/overlay?language=de").text
        assert 'LANGUAGE = "de"' in stream.get("/static/catalogue.js").text


@pytest.mark.parametrize(
    ("own", "liked", "spoken"),
    [("de", "pt-BR, pt", "de"), ("de", "", "de"), ("de", "en-GB", "en"), ("fr", "pt", "en")],
)
def test_who_asks_for_no_language_of_ours_is_answered_in_the_devices(shouting, desk, own, liked, spoken):
    app = create_app(desk, language=lambda: own)
    with serving(app) as at, httpx.Client(base_url=f"http://{at}", trust_env=False) as phone:
        assert f'<html lang="{spoken}">' in phone.get("/", headers={"Accept-Language": liked}).text
