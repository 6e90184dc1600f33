"""Strangers' pages and oversized requests stay out, and every answer is shut tight."""

from __future__ import annotations

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect

from companion.api.app import create_app
from tests.companion.browsing import serving


def test_a_name_that_is_not_the_devices_gets_nothing(phone):
    answer = phone.get("/api/page", headers={"Host": "evil.example"})
    assert (answer.status_code, answer.json()["error"]) == (403, "This device does not answer to the name evil.example")


def test_a_page_of_another_site_changes_nothing_even_with_the_pin(phone, desk):
    answer = phone.post("/api/undo", json={"version": 1}, headers={"Origin": "http://evil.example"})
    assert (answer.status_code, answer.json()["error"]) == (403, "This request comes from a page of another site")
    assert desk.version == 1


def test_a_page_of_another_site_cannot_listen(address):
    with pytest.raises(InvalidStatus) as refused, connect(f"ws://{address}/api/live", origin="http://evil.example"):
        pass
    assert refused.value.response.status_code == 403


def test_a_request_of_a_form_is_not_read_as_json(phone, desk):
    answer = phone.post("/api/undo", content=b'{"version": 1}', headers={"Content-Type": "text/plain"})
    assert (answer.status_code, desk.version) == (422, 1)


def test_a_request_that_is_too_long_is_not_read(phone):
    answer = phone.post("/api/undo", content=b"x" * (64 * 1024 + 1))
    assert (answer.status_code, answer.json()["error"]) == (413, "A request is at most 65536 bytes long")


def test_a_request_must_say_how_long_it_is(phone):
    answer = phone.post("/api/undo", content=iter([b"{}"]))
    assert answer.status_code == 411


@pytest.mark.parametrize("path", ["/", "/api/page", "/static/app.js", "/api/nothing", "/api/oled.png"])
def test_every_answer_forbids_foreign_scripts_frames_and_guessing_of_types(path, phone: httpx.Client):
    headers = phone.get(path).headers
    assert "default-src 'none'; script-src 'self'" in headers["content-security-policy"]
    assert "frame-ancestors 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["cross-origin-resource-policy"] == "same-origin"
    assert "access-control-allow-origin" not in headers


FOUNDRY = "http://foundry.lan:30000"


@pytest.fixture
def let_in(desk):
    with serving(create_app(desk, origins=(FOUNDRY,))) as at:
        yield at


def test_a_site_that_is_let_in_is_told_what_it_may_send_and_may_read_the_answers(let_in, desk):
    with httpx.Client(base_url=f"http://{let_in}", headers={"Origin": FOUNDRY}, trust_env=False) as foundry:
        asked = foundry.options("/api/undo", headers={"Access-Control-Request-Method": "POST"})
        assert (asked.status_code, asked.headers["access-control-allow-origin"]) == (204, FOUNDRY)
        assert asked.headers["access-control-allow-headers"] == "Authorization, Content-Type"
        assert "access-control-allow-credentials" not in asked.headers
        read = foundry.get("/api/page")
        assert read.headers["access-control-allow-origin"] == FOUNDRY
        assert read.headers["vary"] == "Accept-Language, Cookie, Origin"
        assert foundry.post("/api/undo", json={"version": 1}).status_code == 403  # it is let in, and needs a token
        done = foundry.post("/api/undo", json={"version": 1}, headers={"X-Lifeguard-Pin": "4711"})
        assert (done.status_code, desk.version) == (200, 2)
    with connect(f"ws://{let_in}/api/live", origin=FOUNDRY, proxy=None) as live:
        assert '"version":2' in live.recv()


@pytest.mark.parametrize("origin", ["http://foundry.lan", "https://foundry.lan:30000", "http://evil.example", "null"])
def test_no_other_site_is_let_in(let_in, desk, origin):
    with httpx.Client(base_url=f"http://{let_in}", headers={"Origin": origin}, trust_env=False) as other:
        answers = [
            other.options("/api/undo", headers={"Access-Control-Request-Method": "POST"}),
            other.get("/api/page"),
            other.post("/api/undo", json={"version": 1}, headers={"X-Lifeguard-Pin": "4711"}),
        ]
        assert all("access-control-allow-origin" not in answer.headers for answer in answers)
        assert ([answers[0].status_code, answers[2].status_code], desk.version) == ([403, 403], 1)
