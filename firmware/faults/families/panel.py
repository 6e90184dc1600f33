"""OLED and buttons fail on their wires: the game goes on, the fault is told, and the picture comes back by itself."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from queue import SimpleQueue
from random import Random

from gpiozero.pins.mock import MockFactory

from firmware.faults.outcome import Outcome, Setting
from firmware.faults.phone import played
from firmware.outputs import screens
from firmware.outputs.panel import PanelOutput
from firmware.update.inputs import Fault
from hardware.panel.board import PanelWiring, simulated
from hardware.panel.buttons import BUTTON_GPIOS, Buttons, ButtonTiming, OnPress, Press, PressDetector
from hardware.panel.fakes import FakePin

UNPLUGGED = 200
PRESSES = 2000
WRITES_A_FRAME = 33
TABLES = 12
"""Enough for some pictures on the OLED that differ."""
TIMING = ButtonTiming()
TOLD_WITHIN_S = 5.0


def faults(setting: Setting) -> Iterator[Outcome]:
    """What can fail on the panel's wires."""
    yield _outcome(
        "OLED unplugged in mid-frame, plugged in later",
        "plays on, tells the fault once, shows the picture again",
        [wrong for _ in range(setting.times(UNPLUGGED)) for wrong in _unplugged(setting.random)],
        setting.times(UNPLUGGED),
    )
    presses = setting.times(PRESSES)
    yield _outcome(
        "button that bounces at each edge",
        "one press",
        [wrong for _ in range(presses) for wrong in _bouncing(setting.random)],
        presses,
    )
    yield _outcome("button stuck from the start", "names it; the others work", list(_stuck()), len(BUTTON_GPIOS))
    yield _outcome("pin taken by another part", "tells that part; the others work", list(_taken()), len(BUTTON_GPIOS))


def _outcome(fault: str, does: str, failures: Sequence[str], times: int) -> Outcome:
    return Outcome("panel", fault, does, "nothing", times, tuple(failures))


def _unplugged(random: Random) -> Iterator[str]:
    """Frames are sent; the plug is pulled after a random write, and put back some frames later."""
    told: list[Fault] = []
    board = simulated(PanelWiring(), lambda name, press: None)
    try:
        output, tables = PanelOutput(board, told.append), [table for table, _ in played(random, TABLES, 1)]
        board.bus.fail_after(random.randrange(2 * WRITES_A_FRAME))
        before = tables[0]
        for after in tables:
            output.show(before, after)
            before = after
        if [fault.text != "" for fault in told] != [True]:
            yield f"the fault of an unplugged OLED was told {len(told)} times"
        board.bus.plugged = True
        output.show(before, before)
        if board.picture.tobytes() != screens.draw(before).tobytes():
            yield "an OLED that is back does not show the table"
        if told[-1].text:
            yield "a mended OLED is still told as a fault"
    finally:
        board.close()


def _bouncing(random: Random) -> Iterator[str]:
    """A press whose contact opens and closes some times at each edge, each time for less than a rest."""
    detector, at, told = PressDetector(TIMING, doubles=False), 0.0, list[Press]()
    for down in (True, False):
        for bounce in range(2 * random.randint(1, 9) + 1):
            told += detector.edge(down if bounce % 2 == 0 else not down, at)
            at += random.uniform(0.0001, 0.9 * TIMING.rest_s)
        at += random.uniform(2 * TIMING.rest_s, TIMING.double_s)
    told += detector.tick(at + TIMING.hold_s)
    if told != ["short"]:
        yield f"a bouncing button was told as {told}"


def _listener(told: SimpleQueue[str]) -> OnPress:
    return lambda name, press: told.put(f"{name} {press}")


class _ShortedPin(FakePin):
    """A pin that a jammed button holds low: stronger than the pull-up."""

    def _set_pull(self, value: str) -> None:
        self._change_state(False)


def _stuck() -> Iterator[str]:
    """Each button in turn is down when the buttons are opened, and stays down; another one is pressed."""
    for stuck, number in BUTTON_GPIOS.items():
        told: SimpleQueue[str] = SimpleQueue()
        factory = MockFactory(pin_class=FakePin)
        factory.pin(number, pin_class=_ShortedPin)
        buttons = Buttons(_listener(told), factory)
        other = next(name for name in BUTTON_GPIOS if name not in (stuck, "C"))
        factory.pin(BUTTON_GPIOS[other]).drive_low()
        time.sleep(2 * TIMING.rest_s)
        factory.pin(BUTTON_GPIOS[other]).drive_high()
        if buttons.stuck != (stuck,) or told.get(timeout=TOLD_WITHIN_S) != f"{other} short":
            yield f"button {stuck} stuck: {buttons.stuck} named"
        buttons.close()


def _taken() -> Iterator[str]:
    """The buzzer is wired to the pin of each button in turn; that button is pressed all the same."""
    for name, pin in BUTTON_GPIOS.items():
        told: SimpleQueue[str] = SimpleQueue()
        board = simulated(PanelWiring(buzzer=pin), _listener(told))
        board.press(name)
        faulty = [fault.part for fault in board.faults]
        if faulty != ["buzzer"] or told.get(timeout=TOLD_WITHIN_S) != f"{name} short":
            yield f"buzzer on the pin of button {name}: {faulty} told"
        board.close()
