"""A paired phone needs no PIN, nobody's guesses keep it out, and it is forgotten when people say so."""

from __future__ import annotations

from collections.abc import Iterator

import httpx
import pytest

WRONG = {"X-Lifeguard-Pin": "0000"}


@pytest.fixture
def stranger(address: str) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=f"http://{address}", trust_env=False) as client:
        yield client


@pytest.fixture
def paired(address: str) -> Iterator[httpx.Client]:
    """A phone that has typed the PIN once."""
    headers = {"User-Agent": "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X)"}
    with httpx.Client(base_url=f"http://{address}", trust_env=False, headers=headers) as client:
        assert client.post("/api/pair", headers={"X-Lifeguard-Pin": "4711"}).json()["name"] == "iPhone"
        yield client


def test_a_paired_phone_changes_something_without_the_pin(paired, desk):
    assert paired.post("/api/undo", json={"version": 1}).status_code == 200
    assert desk.version == 2


def test_a_stranger_is_not_paired_without_the_pin(stranger):
    assert stranger.post("/api/pair").status_code == 403
    assert stranger.post("/api/pair", headers=WRONG).status_code == 403
    assert stranger.cookies == {}


def test_the_cookie_is_out_of_reach_of_scripts_and_of_other_sites(stranger):
    answer = stranger.post("/api/pair", headers={"X-Lifeguard-Pin": "4711"})
    cookie = answer.headers["set-cookie"].lower()
    assert all(word in cookie for word in ("httponly", "samesite=strict", "path=/"))


def test_wrong_pins_from_the_same_address_do_not_keep_a_paired_phone_out(paired, stranger):
    assert [stranger.post("/api/pin", headers=WRONG).status_code for _ in range(6)] == [403] * 5 + [429]
    assert paired.post("/api/undo", json={"version": 1}).status_code == 200
    assert paired.post("/api/undo", json={"version": 2}, headers=WRONG).status_code == 200


def test_many_wrong_pins_are_said_to_the_device(stranger, desk, clock):
    for _ in range(20):
        stranger.post("/api/pin", headers=WRONG)
        clock.now += 20
    assert desk.guesses == 1


def test_the_list_shows_each_phone_and_which_one_is_asking(paired, phone):
    phone.post("/api/pair", headers={"User-Agent": "curl"})
    listed = paired.get("/api/phones").json()
    assert [(one["name"], one["own"]) for one in listed] == [("Program", False), ("iPhone", True)]


def test_pairing_twice_is_pairing_once(paired):
    paired.post("/api/pair")
    assert len(paired.get("/api/phones").json()) == 1


def test_nobody_sees_or_forgets_phones_without_the_pin(stranger):
    assert [stranger.get("/api/phones").status_code, stranger.delete("/api/phones").status_code] == [403, 403]


def test_a_forgotten_phone_must_type_the_pin_again(paired, phone):
    (one,) = phone.get("/api/phones").json()
    assert phone.delete(f"/api/phones/{one['id']}").status_code == 204
    assert phone.delete(f"/api/phones/{one['id']}").status_code == 404
    assert paired.post("/api/undo", json={"version": 1}).status_code == 403


def test_all_phones_are_forgotten_at_once(paired, phone):
    assert phone.delete("/api/phones").status_code == 204
    assert paired.get("/api/phones").status_code == 403


def test_a_page_of_another_site_forgets_no_phone(paired):
    assert paired.delete("/api/phones", headers={"Origin": "http://evil.example"}).status_code == 403
