"""Who may change something."""

from __future__ import annotations

import re

import pytest

from companion.gate.pin import PinGuard, PinLimits, TooMany, WrongPin, new_pin

ANA, BEN = "10.0.0.2", "10.0.0.3"


def wrong(guard: PinGuard, address: str, times: int = 1) -> None:
    for _ in range(times):
        with pytest.raises(WrongPin):
            guard.check(address, "1")


def test_guesses_come_back_one_by_one_as_they_age(clock):
    guard = PinGuard(lambda: "4711", clock=clock, limits=PinLimits(wrong_an_address=2, span_s=10))
    for _ in range(2):
        wrong(guard, ANA)
        clock.now += 4
    with pytest.raises(TooMany) as waiting:
        guard.check(ANA, "4711")
    assert waiting.value.wait == 3
    clock.now = 10
    guard.check(ANA, "4711")


def test_wrong_pins_of_one_address_keep_nobody_else_out(clock):
    guard = PinGuard(lambda: "4711", clock=clock)
    wrong(guard, ANA, 5)
    with pytest.raises(TooMany):
        guard.check(ANA, "4711")
    guard.check(BEN, "4711")


def test_a_pin_that_was_guessed_at_from_many_addresses_becomes_another_one(clock):
    pins = ["4711"]
    guard = PinGuard(lambda: pins[-1], lambda: pins.append("815123"), clock, PinLimits(wrong_a_pin=6))
    for number in range(3):
        wrong(guard, f"10.0.0.{number}", 2)
    with pytest.raises(WrongPin):
        guard.check(BEN, "4711")
    guard.check(BEN, "815123")
    assert len(pins) == 2


def test_slow_guesses_count_too(clock):
    called = []
    guard = PinGuard(lambda: "4711", lambda: called.append(1), clock)
    for _ in range(20):
        wrong(guard, ANA)
        clock.now += 3600
    assert called == [1]


def test_a_missing_pin_is_refused_but_is_no_guess(clock):
    guard = PinGuard(lambda: "4711", clock=clock, limits=PinLimits(wrong_an_address=1))
    for _ in range(3):
        with pytest.raises(WrongPin):
            guard.check(ANA, None)
    guard.check(ANA, "4711")
    wrong(guard, ANA)
    with pytest.raises(WrongPin):
        guard.check(ANA, None)


def test_a_pin_in_other_letters_is_just_wrong(clock):
    with pytest.raises(WrongPin):
        PinGuard(lambda: "4711", clock=clock).check(ANA, "\u0664\u0667\u0661\u0661")


def test_a_new_pin_has_as_many_digits_as_asked_for():
    assert [re.fullmatch(r"[0-9]+", new_pin(digits)) and len(new_pin(digits)) for digits in (4, 6)] == [4, 6]
