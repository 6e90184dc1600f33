"""Who may ask at all, and who may change something."""

from __future__ import annotations

import pytest

from companion.api.pin import PinGuard, TooMany, WrongPin, is_house, is_own


@pytest.mark.parametrize(
    "host",
    ["192.168.1.20:8000", "127.0.0.1", "[::1]:8000", "[fe80::1]", "localhost:8000", "lifeguard", "Lifeguard.local:80",
     "pi.lan", "pi.home.arpa.", "table.example.org"],
)  # fmt: skip
def test_addresses_and_names_of_a_home_are_answered(host):
    assert is_house(host, ("table.example.org",))


@pytest.mark.parametrize("host", ["evil.example", "192.168.1.20.evil.example", "local.evil.example", "", ":80", "[::1"])
def test_names_that_anybody_can_buy_are_not_answered(host):
    assert not is_house(host)


def test_only_our_own_page_or_no_page_at_all_may_change_things():
    assert is_own(None, "10.0.0.2:8000")
    assert is_own("http://10.0.0.2:8000", "10.0.0.2:8000")
    assert not is_own("http://10.0.0.2:9000", "10.0.0.2:8000")
    assert not is_own("http://evil.example", "10.0.0.2:8000")
    assert not is_own("null", "10.0.0.2:8000")
    assert not is_own("http://[", "10.0.0.2:8000")


def test_guesses_come_back_one_by_one_as_they_age(clock):
    guard = PinGuard(lambda: "4711", most=2, span=10, clock=clock)
    for _ in range(2):
        with pytest.raises(WrongPin):
            guard.check("1")
        clock.now += 4
    with pytest.raises(TooMany) as waiting:
        guard.check("4711")
    assert waiting.value.wait == 3
    clock.now = 10
    guard.check("4711")


def test_a_missing_pin_is_refused_but_is_no_guess(clock):
    guard = PinGuard(lambda: "4711", most=1, clock=clock)
    for _ in range(3):
        with pytest.raises(WrongPin):
            guard.check(None)
    guard.check("4711")


def test_a_pin_in_other_letters_is_just_wrong(clock):
    with pytest.raises(WrongPin):
        PinGuard(lambda: "4711", clock=clock).check("٤٧١١")
