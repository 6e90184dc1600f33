"""The status light."""

from __future__ import annotations

import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import PartLost
from hardware.panel.led import Led


@pytest.fixture
def wired():
    factory = MockFactory(pin_class=MockPWMPin)
    led = Led(factory)
    yield led, factory.pin(26)
    led.close()


def states(pin, count=0):
    until = time.monotonic() + 5
    while len(pin.states) < count and time.monotonic() < until:
        time.sleep(0.005)
    return [state.state for state in pin.states]


def test_on_and_off(wired):
    led, pin = wired
    for pattern in ("on", "off", "on"):
        led.show(pattern)
    assert states(pin) == [0.0, 1.0, 0.0, 1.0]


def test_blinking_goes_on_by_itself_until_the_next_pattern(wired):
    led, pin = wired
    led.show("fast")
    assert states(pin, 5)[:5] == [0.0, 1.0, 0.0, 1.0, 0.0]
    led.show("off")
    seen = states(pin)
    time.sleep(0.3)
    assert states(pin) == seen
    assert seen[-1] == 0.0


def test_the_same_pattern_again_does_not_start_it_anew(wired):
    led, pin = wired
    led.show("pulse")
    before = states(pin, 5)
    led.show("pulse")
    after = states(pin, len(before) + 4)
    assert after == sorted(after)  # begun anew it would fall to 0


def test_pulsing_rises_through_the_levels(wired):
    led, pin = wired
    led.show("pulse")
    seen = states(pin, 6)
    assert seen == sorted(seen)
    assert 0 < seen[2] < 0.5


def test_an_unknown_pattern_is_refused(wired):
    led, _ = wired
    with pytest.raises(ValueError, match="the LED knows off, on, blink, fast, pulse, not 'disco'"):
        led.show("disco")


def test_closing_gives_the_pin_back(wired):
    led, pin = wired
    led.show("blink")
    led.close()
    led.close()
    assert pin.function == "input"


def test_a_pin_that_does_not_exist_is_told():
    with pytest.raises(PartLost, match="The LED on GPIO 99 cannot be used"):
        Led(MockFactory(pin_class=MockPWMPin), 99)
