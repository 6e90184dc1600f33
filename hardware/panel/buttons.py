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

PINS: Mapping[str, int] = MappingProxyType({"A": 5, "B": 6, "C": 13})
"""GPIO numbers; each button connects its pin to ground."""
DOUBLES = frozenset({"C"})
"""Only C means something twice (play again what was taken back); so A and B need not wait for a second press."""


@dataclass(frozen=True, slots=True)
class Timing:
    """Seconds: how long a contact must rest to count, how soon a second press makes a double, how long is a hold."""

    rest: float = 0.015
    double: float = 0.25
    hold: float = 0.8


class Finger:
    """Tells presses from the edges of one contact. No clock and no thread: times are handed in, in seconds.

    What is told depends on the times of the edges alone, however late `tick` is called on a busy machine. A contact
    counts once it has rested for `timing.rest`, so bounce is never seen, and one that chatters without end gives
    nothing. A held button gives one "hold" and then nothing until it is let go. With `doubles` off a short press is
    told at once when the button is let go, else after the time in which a second press might follow.

    `edge`, `hurry` and `tick` give the presses that have become certain, oldest first.
    """

    def __init__(self, timing: Timing, down: bool = False, doubles: bool = True) -> None:
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
        told = self.tick(at)
        if down != self._raw:
            self._raw, self._raw_at = down, at
        return told

    def hurry(self, at: float) -> list[Press]:
        """Wait no longer for a second press: another button was pressed, and presses are told in their order."""
        told = self.tick(at)
        return told + self._tell("short") if self._let_go_at is not None and not self._down else told

    def due(self) -> float | None:
        """When `tick` should next be called, or None if nothing is pending."""
        pending = [self._raw_at + self._timing.rest] if self._raw != self._down else []
        if self._pressed_at is not None and self._down:
            pending.append(self._pressed_at + self._timing.hold)
        if self._let_go_at is not None and not self._down:
            pending.append(self._let_go_at + self._timing.double)
        return min(pending, default=None)

    def tick(self, at: float) -> list[Press]:
        """Time has come to `at`."""
        told: list[Press] = []
        while (due := self.due()) is not None and due <= at:
            rested = self._raw != self._down and self._raw_at + self._timing.rest <= due
            told += self._turn() if rested else self._tell("hold" if self._down else "short")
        return told

    def _turn(self) -> list[Press]:
        """The contact has come to rest in its other state."""
        self._down = self._raw
        if self._down:
            self._second = self._let_go_at is not None
            self._pressed_at = self._raw_at
        elif self._pressed_at is not None:
            if self._second or not self._doubles:
                return self._tell("double" if self._second else "short")
            self._pressed_at, self._let_go_at = None, self._raw_at
        return []

    def _tell(self, press: Press) -> list[Press]:
        told: list[Press] = ["short", press] if press == "hold" and self._second else [press]
        self._pressed_at = self._let_go_at = None
        self._second = False
        return told


class Buttons:
    """The buttons on their pins; `on_press(name, press)` is called from a thread of their own."""

    def __init__(
        self,
        on_press: OnPress,
        factory: Any,
        pins: Mapping[str, int] = PINS,
        timing: Timing | None = None,
        doubles: frozenset[str] = DOUBLES,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """`pins` are GPIO numbers by name, `factory` the gpiozero pin factory, `doubles` the buttons whose double press
        means something (the others answer sooner). Raises PartLost."""
        timing = timing or Timing()
        self._on_press = on_press
        self._clock = clock
        self._wake = threading.Condition()
        self._open = True
        self._told: list[tuple[str, Press]] = []
        self._buttons: dict[str, Button] = {}
        try:
            for name, pin in pins.items():
                self._buttons[name] = Button(pin, pull_up=True, pin_factory=factory)
        except Exception as error:  # lgpio raises bare ones of its own, for a pin in use, say
            self._let_go()
            raise PartLost(
                f"Button {name} on GPIO {pin} cannot be used ({error}).", "Check the pin numbers.", "buttons"
            ) from error
        self.stuck = tuple(name for name, button in self._buttons.items() if button.is_pressed)
        """The buttons that were down when they were opened: held by somebody, or wired wrong."""
        self._fingers = {name: Finger(timing, name in self.stuck, name in doubles) for name in pins}
        for name, button in self._buttons.items():
            button.when_pressed = lambda name=name: self._edge(name, True)
            button.when_released = lambda name=name: self._edge(name, False)
        self._thread = threading.Thread(target=self._watch, name="buttons", daemon=True)
        self._thread.start()

    def _edge(self, name: str, down: bool) -> None:
        with self._wake:
            at = self._clock()
            for other, finger in self._fingers.items():
                told = finger.edge(down, at) if other == name else finger.hurry(at)
                self._told += [(other, press) for press in told]
            self._wake.notify()

    def _watch(self) -> None:
        while self._open:
            with self._wake:
                due = min((d for d in (f.due() for f in self._fingers.values()) if d is not None), default=inf)
                if self._open and not self._told and due > self._clock():
                    self._wake.wait(None if due == inf else due - self._clock())
                for name, finger in self._fingers.items():
                    self._told += [(name, press) for press in finger.tick(self._clock())]
                told, self._told = self._told, []
            for name, press in told:
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
