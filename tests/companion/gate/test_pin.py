"""Who may change something."""

from __future__ import annotations

import pytest

from companion.gate.pin import PinGuard, TooMany, WrongPin


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
