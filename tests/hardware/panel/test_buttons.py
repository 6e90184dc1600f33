"""Presses, from clean fingers and from bad contacts."""

from __future__ import annotations

import random
import threading
import time

import pytest
from gpiozero.pins.mock import MockFactory

from hardware.errors import PartLost
from hardware.panel.buttons import Buttons, ButtonTiming, PressDetector

TIMING = ButtonTiming(rest_s=0.015, double_s=0.25, hold_s=0.8)


def told(edges, doubles=True, until=10.0, step=0.001, down=False, hurry=()):
    """What a finger tells of `edges` (down, at), with the time it was told at, ticked each `step` seconds."""
    finger = PressDetector(TIMING, down, doubles)
    edges, hurry, presses = list(edges), list(hurry), []
    for tick in range(round(until / step) + 1):
        now, sure = tick * step, []
        while edges and edges[0][1] <= now:
            sure += finger.edge(*edges.pop(0))
        while hurry and hurry[0] <= now:
            sure += finger.hurry(hurry.pop(0))
        presses += [(press, round(now, 3)) for press in [*sure, *finger.tick(now)]]
    return presses


def taps(*times, length=0.1):
    return [edge for at in times for edge in ((True, at), (False, at + length))]


def test_a_short_press_is_told_once_no_second_one_can_follow():
    assert told(taps(1.0)) == [("short", 1.35)]


def test_where_doubles_mean_nothing_a_short_press_is_told_when_it_is_let_go():
    assert told(taps(1.0), doubles=False) == [("short", 1.115)]


def test_two_presses_soon_after_each_other_are_a_double():
    assert told(taps(1.0, 1.2)) == [("double", 1.315)]


def test_two_presses_far_apart_are_two():
    assert told(taps(1.0, 2.0)) == [("short", 1.35), ("short", 2.35)]


def test_three_quick_presses_are_a_double_and_a_short():
    assert [press for press, _ in told(taps(1.0, 1.2, 1.4))] == ["double", "short"]


def test_a_hold_is_told_while_the_finger_is_still_down_and_only_once():
    assert told([(True, 1.0), (False, 6.0)]) == [("hold", 1.8)]


def test_a_press_and_then_a_hold_are_both_told():
    assert told([*taps(1.0), (True, 1.2), (False, 3.0)]) == [("short", 2.0), ("hold", 2.0)]


def test_another_button_ends_the_wait_for_a_second_press():
    assert told(taps(1.0), hurry=[1.2]) == [("short", 1.2)]


def test_a_button_that_never_comes_up_again_gives_one_hold():
    assert told([(True, 1.0)], until=60) == [("hold", 1.8)]


def test_a_button_that_was_down_from_the_start_gives_nothing_until_it_is_let_go():
    assert told([(False, 5.0), *taps(6.0)], down=True) == [("short", 6.35)]


def test_a_contact_that_chatters_without_end_gives_nothing():
    chatter = [(i % 2 == 0, 1.0 + i * 0.004) for i in range(2000)]
    assert told(chatter, until=8.9) == []


def test_a_spike_shorter_than_a_rest_is_no_press():
    assert told([(True, 1.0), (False, 1.008)]) == []


@pytest.mark.parametrize("seed", range(20))
def test_bounce_at_every_edge_changes_nothing_but_the_moment(seed):
    chance = random.Random(seed)

    def bouncing(edges):
        for down, at in edges:
            for spike in sorted(chance.uniform(0, 0.010) for _ in range(chance.randrange(6))):
                yield down, at + spike
                yield not down, at + spike + 0.0002
            yield down, at + 0.0105

    for edges in (taps(1.0), taps(1.0, 1.2), [(True, 1.0), (False, 2.5)]):
        clean, bad = told(edges), told(list(bouncing(edges)))
        assert [press for press, _ in bad] == [press for press, _ in clean]


@pytest.mark.parametrize("step", [0.05, 0.5, 10.0])
@pytest.mark.parametrize("doubles", [True, False])
def test_a_busy_machine_that_looks_late_loses_no_press(step, doubles):
    for edges in (
        taps(1.0),
        taps(1.0, 1.2),
        taps(1.0, 2.0),
        [(True, 1.0), (False, 3.0)],
        taps(1.0, 2.0, 3.0, length=0.02),
    ):
        prompt, late = told(edges, doubles), told(edges, doubles, step=step)
        assert [press for press, _ in late] == [press for press, _ in prompt]


class Listener:
    def __init__(self):
        self.heard = []
        self._more = threading.Condition()

    def __call__(self, name, press):
        with self._more:
            self.heard.append((name, press))
            self._more.notify()

    def wait(self, count):
        with self._more:
            assert self._more.wait_for(lambda: len(self.heard) >= count, 5), self.heard


PATIENT = ButtonTiming(rest_s=0.005, double_s=3.0, hold_s=5.0)
"""For tests in real time: a busy machine may hold a finger for longer than it should."""


def push(factory, pin, seconds=0.02):
    factory.pin(pin).drive_low()
    time.sleep(seconds)
    factory.pin(pin).drive_high()
    time.sleep(0.02)


@pytest.fixture
def wired():
    factory, listener = MockFactory(), Listener()
    buttons = Buttons(listener, factory, timing=PATIENT, doubles=frozenset("BC"))
    yield factory, listener, buttons
    buttons.close()


def test_presses_on_the_pins_reach_the_listener_in_their_order(wired):
    factory, listener, _ = wired
    for pin in (6, 5, 13, 5):
        push(factory, pin)
    listener.wait(4)
    assert listener.heard == [("B", "short"), ("A", "short"), ("C", "short"), ("A", "short")]


def test_a_button_without_doubles_tells_two_quick_presses_at_once(wired):
    factory, listener, _ = wired
    push(factory, 5)
    push(factory, 5)
    listener.wait(2)
    assert listener.heard == [("A", "short"), ("A", "short")]


def test_a_double_press_reaches_the_listener(wired):
    factory, listener, _ = wired
    push(factory, 6)
    push(factory, 6)
    listener.wait(1)
    assert listener.heard == [("B", "double")]


def test_a_hold_reaches_the_listener_while_the_finger_is_still_down():
    factory, listener = MockFactory(), Listener()
    buttons = Buttons(listener, factory, timing=ButtonTiming(rest_s=0.005, double_s=0.05, hold_s=0.1))
    factory.pin(13).drive_low()
    listener.wait(1)
    assert listener.heard == [("C", "hold")]
    buttons.close()


def test_the_pins_are_pulled_up_and_given_back(wired):
    factory, _, buttons = wired
    assert [factory.pin(pin).pull for pin in (5, 6, 13)] == ["up"] * 3
    buttons.close()
    buttons.close()
    Buttons(lambda *_: None, factory).close()


def test_nothing_is_told_after_closing(wired):
    factory, listener, buttons = wired
    factory.pin(5).drive_low()
    buttons.close()
    time.sleep(0.2)
    assert listener.heard == []


def test_a_button_that_is_down_at_the_start_is_named():
    factory = MockFactory()
    factory.pin(6).drive_low()
    pin = factory.pin(6)
    pin._set_pull = lambda value: None  # the finger (or the wrong wire) is stronger than the pull-up
    buttons = Buttons(lambda *_: None, factory)
    assert buttons.stuck == ("B",)
    buttons.close()


def test_two_buttons_on_one_pin_are_refused_and_the_pins_given_back():
    factory = MockFactory()
    with pytest.raises(PartLost, match="Button B on GPIO 5 cannot be used") as lost:
        Buttons(lambda *_: None, factory, {"A": 5, "B": 5})
    assert lost.value.part == "buttons"
    Buttons(lambda *_: None, factory).close()
