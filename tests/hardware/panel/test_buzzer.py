"""The buzzer: every change of its pin, in order."""

from __future__ import annotations

import threading
import time

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin

from hardware.errors import PartLost
from hardware.panel.buzzer import Buzzer


class HeardPin(MockPWMPin):
    """Remembers each pitch and each level it was given."""

    def __init__(self, factory, info):
        self.heard = []
        super().__init__(factory, info)

    def _set_frequency(self, value):
        self.heard.append(("Hz", value))
        super()._set_frequency(value)

    def _set_state(self, value):
        self.heard.append(("high", value))
        super()._set_state(value)


@pytest.fixture
def wired():
    factory = MockFactory(pin_class=HeardPin)
    buzzer = Buzzer(factory)
    pin = factory.pin(18)
    pin.heard.clear()
    yield buzzer, pin
    buzzer.close()


def quiet(pin, count):
    """Wait until the pin has heard `count` changes."""
    until = time.monotonic() + 5
    while len(pin.heard) < count and time.monotonic() < until:
        time.sleep(0.001)
    return pin.heard


SILENCE = [("high", 0.0), ("Hz", None)]


def test_a_tune_is_its_notes_in_order_and_then_silence(wired):
    buzzer, pin = wired
    buzzer.play(((440.0, 0.002), (None, 0.002), (1760.0, 0.002), (55.0, 0.002)))
    notes = [("Hz", 440.0), ("high", 0.5), *SILENCE, ("Hz", 1760.0), ("high", 0.5), ("Hz", 55.0), ("high", 0.5)]
    assert quiet(pin, 10) == [*notes, *SILENCE]


def test_playing_does_not_wait(wired):
    buzzer, pin = wired
    before = time.monotonic()
    buzzer.play(((440.0, 30.0),))
    assert time.monotonic() - before < 1.0
    assert quiet(pin, 2) == [("Hz", 440.0), ("high", 0.5)]


def test_the_newest_tune_wins_at_once(wired):
    buzzer, pin = wired
    buzzer.play(((440.0, 30.0), (660.0, 30.0)))
    quiet(pin, 2)
    buzzer.play(((880.0, 0.002),))
    assert quiet(pin, 6) == [("Hz", 440.0), ("high", 0.5), ("Hz", 880.0), ("high", 0.5), *SILENCE]


def test_stop_is_silence_at_once(wired):
    buzzer, pin = wired
    buzzer.play(((440.0, 30.0),))
    quiet(pin, 2)
    buzzer.stop()
    assert quiet(pin, 4) == [("Hz", 440.0), ("high", 0.5), *SILENCE]


def test_half_volume_is_a_quarter_of_the_power(wired):
    buzzer, pin = wired
    buzzer.volume = 0.5
    buzzer.play(((440.0, 0.001),))
    assert quiet(pin, 4) == [("Hz", 440.0), ("high", 0.125), *SILENCE]


def test_a_muted_buzzer_never_sounds(wired):
    buzzer, pin = wired
    buzzer.volume = 0
    buzzer.play(((440.0, 0.001),))
    assert quiet(pin, 2) == SILENCE


@pytest.mark.parametrize("note", [(5.0, 0.1), (20_000.0, 0.1), (440.0, -0.1)])
def test_a_note_that_no_buzzer_can_play_is_refused(wired, note):
    buzzer, _ = wired
    with pytest.raises(ValueError, match="a note has 20 to 10000 Hz and a length"):
        buzzer.play((note,))


def test_a_volume_out_of_range_is_refused(wired):
    buzzer, _ = wired
    with pytest.raises(ValueError, match="from 0 to 1, not 2"):
        buzzer.volume = 2


def test_closing_in_mid_note_silences_the_pin_and_ends_the_thread(wired):
    buzzer, pin = wired
    buzzer.play(((440.0, 30.0),))
    quiet(pin, 2)
    buzzer.close()
    buzzer.close()
    assert pin.heard[2:4] == SILENCE
    assert not [thread for thread in threading.enumerate() if thread.name == "buzzer"]
    assert pin.function == "input"


def test_a_pin_that_is_taken_is_told():
    factory = MockFactory(pin_class=HeardPin)
    first = Buzzer(factory)
    with pytest.raises(PartLost, match="The buzzer on GPIO 18 cannot be used"):
        Buzzer(factory)
    first.close()
