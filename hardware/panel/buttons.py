"""Three buttons: A is yes or next, B chooses, C takes back. Each may be pressed short, twice, or held."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from math import inf
from types import MappingProxyType
from typing import Any, Literal

from gpiozero import Button

from hardware.errors import PartLost

Press = Literal["short", "double", "hold"]
OnPress = Callable[[str, Press], None]

BUTTON_GPIOS: Mapping[str, int] = MappingProxyType({"A": 5, "B": 6, "C": 13})
"""GPIO numbers; each button connects its pin to ground."""
DOUBLES = frozenset({"C"})
"""Only C means something twice (play again what was taken back); so A and B need not wait for a second press."""


@dataclass(frozen=True, slots=True)
class ButtonTiming:
    """How presses are told apart."""

    rest_s: float = 0.015
    """A contact must rest so long to count."""
    double_s: float = 0.25
    """A second press within this makes a double."""
    hold_s: float = 0.8
    """A press of this length is a hold."""


class PressDetector:
    """Tells presses from the edges of one contact. No clock and no thread: times are handed in, in seconds.

    What is told depends on the times of the edges alone, however late `tick` is called on a busy machine. A contact
    counts once it has rested for `timing.rest_s`, so bounce is never seen, and one that chatters without end gives
    nothing. A held button gives one "hold" and then nothing until it is let go. With `doubles` off a short press is
    told at once when the button is let go, else after the time in which a second press might follow.

    `edge`, `hurry` and `tick` give the presses that have become certain, oldest first.
    """

    def __init__(self, timing: ButtonTiming, down: bool = False, doubles: bool = True) -> None:
        """`down`: the button is pressed already; that press is not told."""
        self._timing = timing
        self._doubles = doubles
        self._raw, self._raw_at = down, 0.0
        self._down = down
        self._pressed_at: float | None = None  # when the press began that has not been told yet
        self._let_go_at: float | None = None  # when a short press ended that a second one may make a double
        self._second = False

    def edge(self, down: bool, at: float) -> list[Press]:
        """The contact closed (`down`) or opened."""
        presses = self.tick(at)
        if down != self._raw:
            self._raw, self._raw_at = down, at
        return presses

    def hurry(self, at: float) -> list[Press]:
        """Wait no longer for a second press: another button was pressed, and presses are told in their order."""
        presses = self.tick(at)
        return presses + self._complete("short") if self._let_go_at is not None and not self._down else presses

    def due(self) -> float | None:
        """When `tick` should next be called, or None if nothing is pending."""
        pending = [self._raw_at + self._timing.rest_s] if self._raw != self._down else []
        if self._pressed_at is not None and self._down:
            pending.append(self._pressed_at + self._timing.hold_s)
        if self._let_go_at is not None and not self._down:
            pending.append(self._let_go_at + self._timing.double_s)
        return min(pending, default=None)

    def tick(self, at: float) -> list[Press]:
        """Time has come to `at`."""
        presses: list[Press] = []
        while (due := self.due()) is not None and due <= at:
            rested = self._raw != self._down and self._raw_at + self._timing.rest_s <= due
            presses += self._turn() if rested else self._complete("hold" if self._down else "short")
        return presses

    def _turn(self) -> list[Press]:
        """The contact has come to rest in its other state."""
        self._down = self._raw
        if self._down:
            self._second = self._let_go_at is not None
            self._pressed_at = self._raw_at
        elif self._pressed_at is not None:
            if self._second or not self._doubles:
                return self._complete("double" if self._second else "short")
            self._pressed_at, self._let_go_at = None, self._raw_at
        return []

    def _complete(self, press: Press) -> list[Press]:
        presses: list[Press] = ["short", press] if press == "hold" and self._second else [press]
        self._pressed_at = self._let_go_at = None
        self._second = False
        return presses


class Buttons:
    """The buttons on their pins; `on_press(name, press)` is called from a thread of their own."""

    def __init__(
        self,
        on_press: OnPress,
        factory: Any,
        pins: Mapping[str, int] = BUTTON_GPIOS,
        timing: ButtonTiming | None = None,
        doubles: frozenset[str] = DOUBLES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`pins` are GPIO numbers by name, `factory` the gpiozero pin factory, `doubles` the buttons whose double press
        means something (the others answer sooner). Raises PartLost."""
        timing = timing or ButtonTiming()
        self._on_press = on_press
        self._clock = clock
        self._wake = threading.Condition()
        self._open = True
        self._pending: list[tuple[str, Press]] = []
        self._buttons: dict[str, Button] = {}
        self._take_pins(pins, factory)
        self.stuck = tuple(name for name, button in self._buttons.items() if button.is_pressed)
        """The buttons that were down when they were opened: held by somebody, or wired wrong."""
        self._detectors = {name: PressDetector(timing, name in self.stuck, name in doubles) for name in pins}
        for name, button in self._buttons.items():
            button.when_pressed = lambda name=name: self._edge(name, True)
            button.when_released = lambda name=name: self._edge(name, False)
        self._thread = threading.Thread(target=self._watch, name="buttons", daemon=True)
        self._thread.start()

    def _take_pins(self, pins: Mapping[str, int], factory: Any) -> None:
        for name, pin in pins.items():
            try:
                self._buttons[name] = Button(pin, pull_up=True, pin_factory=factory)
            except Exception as error:  # lgpio raises bare ones of its own, for a pin in use, say
                self._let_go()
                raise PartLost(
                    "Button {name} on GPIO {pin} cannot be used ({error}).",
                    "Check the pin numbers.",
                    "buttons",
                    name=name,
                    pin=pin,
                    error=error,
                ) from error

    def _edge(self, name: str, down: bool) -> None:
        with self._wake:
            at = self._clock()
            for other, detector in self._detectors.items():
                presses = detector.edge(down, at) if other == name else detector.hurry(at)
                self._pending += [(other, press) for press in presses]
            self._wake.notify()

    def _watch(self) -> None:
        while self._open:
            with self._wake:
                due = min((d for d in (f.due() for f in self._detectors.values()) if d is not None), default=inf)
                if self._open and not self._pending and due > self._clock():
                    self._wake.wait(None if due == inf else due - self._clock())
                for name, detector in self._detectors.items():
                    self._pending += [(name, press) for press in detector.tick(self._clock())]
                presses, self._pending = self._pending, []
            for name, press in presses:
                self._on_press(name, press)

    def _let_go(self) -> None:
        for button in self._buttons.values():
            button.close()

    def close(self) -> None:
        """No more presses after this; may be called twice, but not from `on_press`."""
        with self._wake:
            self._open = False
            self._wake.notify()
        self._thread.join()
        self._let_go()
