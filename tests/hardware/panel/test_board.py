"""The panel as one: what works goes on when something is missing."""

from __future__ import annotations

import sys
import threading
from types import ModuleType

import pytest
from gpiozero.pins.mock import MockFactory, MockPWMPin
from PIL import Image

from hardware.panel.board import PanelWiring, real, simulated
from hardware.panel.buttons import ButtonTiming

WHITE = Image.new("1", (128, 64), 1)
QUICK = PanelWiring(timing=ButtonTiming(rest_s=0.004, double_s=3.0, hold_s=2.0), doubles=frozenset("B"))
"""Patient with a busy machine, which may hold a finger for longer than it should."""


def nobody(name, press):
    raise AssertionError(f"nobody pressed {name}")


@pytest.fixture
def board():
    board = simulated(QUICK, nobody)
    yield board
    board.close()


def test_the_simulated_panel_shows_what_it_is_shown(board):
    board.show(WHITE)
    assert board.faults == ()
    assert board.picture.tobytes() == WHITE.tobytes()


def test_hiding_and_contrast_reach_the_chip(board):
    board.contrast(3)
    board.show(WHITE)
    board.hide()
    assert board.chip.level == 3
    assert not board.chip.lit


def test_the_simulated_buttons_are_pressed_through_the_pins():
    heard, done = [], threading.Event()

    def listen(name, press):
        heard.append((name, press))
        if len(heard) == 3:
            done.set()

    board = simulated(QUICK, listen)
    for name, press in (("A", "short"), ("B", "double"), ("C", "hold")):
        board.press(name, press)
    assert done.wait(5)
    assert heard == [("A", "short"), ("B", "double"), ("C", "hold")]
    board.close()


def test_an_oled_that_is_unplugged_is_a_fault_and_the_others_go_on(board):
    board.bus.plugged = False
    board.show(WHITE)
    board.show(WHITE)
    board.play(((440.0, 0.001),))
    board.light("on")
    assert [fault.part for fault in board.faults] == ["display"]
    assert str(board.faults[0]).startswith(
        "The OLED (SSD1306) does not answer at 0x3C on I2C bus 1. Check its four wires"
    )


def test_an_oled_that_is_plugged_in_again_is_mended(board):
    board.bus.plugged = False
    board.show(WHITE)
    assert board.mend() == ()
    board.bus.plugged = True
    assert board.mend() == ("display",)
    assert board.faults == ()
    board.show(WHITE)
    assert board.picture.tobytes() == WHITE.tobytes()


def test_parts_that_the_panel_does_not_have_are_no_fault():
    board = simulated(PanelWiring(oled=None, buttons={}, buzzer=None, led=None), nobody)
    board.show(WHITE)
    board.play(((440.0, 0.001),))
    board.light("blink")
    assert board.faults == ()
    assert board.stuck == ()
    board.close()


def test_two_parts_on_one_pin_leave_the_first_working():
    board = simulated(PanelWiring(buzzer=26), nobody)
    assert [fault.part for fault in board.faults] == ["led"]
    board.close()


def test_closing_twice_leaves_no_thread_and_a_dark_oled(board):
    board.show(WHITE)
    board.light("pulse")
    board.close()
    board.close()
    assert not board.chip.lit
    assert not [thread for thread in threading.enumerate() if thread.name in ("buttons", "buzzer")]


def test_the_mock_pins_forget_so_that_weeks_of_blinking_cost_no_memory(board):
    pin = board._factory.pin(26)
    for _ in range(500):
        board.light("on")
        board.light("off")
    assert len(pin.states) <= pin.KEPT_STATES


def test_the_real_panel_away_from_a_pi_tells_each_part_and_never_simulates_it(monkeypatch):
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)

    def refuse(port):
        raise FileNotFoundError(2, "No such file or directory", f"/dev/i2c-{port}")

    monkeypatch.setattr("smbus2.SMBus", refuse)
    board = real(PanelWiring(), nobody)
    assert [fault.part for fault in board.faults] == ["display", "buttons", "buzzer", "led"]
    assert board.faults[0].seen == "There is no I2C bus 1."
    assert {fault.seen for fault in board.faults[1:]} == {"lgpio is missing, which drives the pins."}
    assert all("--panel simulated" in fault.todo for fault in board.faults[1:])
    board.show(WHITE)
    board.close()


def test_the_real_panel_opens_one_pin_factory_for_all_parts_and_closes_it(monkeypatch):
    opened = []

    class Factory(MockFactory):
        def __init__(self):
            super().__init__(pin_class=MockPWMPin)
            opened.append(self)
            self.was_closed = False

        def close(self):
            super().close()
            self.was_closed = True

    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = Factory
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    board = real(PanelWiring(oled=None), nobody)
    assert board.faults == ()
    assert len(opened) == 1
    board.close()
    assert opened[0].was_closed


def test_pins_that_this_user_may_not_use_are_told_with_the_group(monkeypatch):
    def refuse():
        raise Exception("can not open gpiochip")  # lgpio.error is just that

    module = ModuleType("gpiozero.pins.lgpio")
    module.LGPIOFactory = refuse
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", module)
    board = real(PanelWiring(oled=None, buttons={}, buzzer=None), nobody)
    assert [str(fault) for fault in board.faults] == [
        "The pins cannot be used (can not open gpiochip). `sudo usermod -aG gpio $USER`, then log in; "
        "elsewhere than on a Pi: --panel simulated."
    ]
    board.close()


@pytest.mark.parametrize("part", ["buzzer.PWMOutputDevice", "led.PWMLED", "buttons.Button"])
def test_a_pin_that_another_program_holds_is_a_fault_of_that_part_alone(monkeypatch, part):
    def busy(*_, **__):
        raise Exception("'GPIO busy'")  # as lgpio's own error, which is a bare one

    monkeypatch.setattr(f"hardware.panel.{part}", busy)
    opened = simulated(QUICK, nobody)
    assert ["GPIO busy" in fault.seen for fault in opened.faults] == [True]
    opened.close()
