"""Who may change something: the PIN on the OLED, with few guesses."""

from __future__ import annotations

from collections.abc import Callable
from secrets import compare_digest
from threading import Lock
from time import monotonic


class TooMany(Exception):
    """Too many wrong PINs; `wait` is how many whole seconds must pass before the next guess."""

    def __init__(self, wait: int) -> None:
        super().__init__(f"Too many wrong PINs: try again in {wait} seconds")
        self.wait = wait


class WrongPin(Exception):
    """The PIN is missing or is not the one on the OLED."""


class PinGuard:
    """Compares PINs in constant time and lets `most` wrong ones through in `span` seconds, from all phones together.

    A limit for each sender would be worth little: in a home network an address is easily had. At the default of 5 a
    minute, half of the 10,000 four-digit PINs take 16 hours of guessing.
    """

    def __init__(
        self, pin: Callable[[], str], most: int = 5, span: float = 60, clock: Callable[[], float] = monotonic
    ) -> None:
        self._pin, self._most, self._span, self._clock = pin, most, span, clock
        self._wrong: list[float] = []
        self._lock = Lock()

    def check(self, given: str | None) -> None:
        """Passes for the right PIN. Raises WrongPin, or TooMany while the guesses are used up (the right one too)."""
        with self._lock:
            now = self._clock()
            self._wrong = [at for at in self._wrong if now - at < self._span]
            if len(self._wrong) >= self._most:
                raise TooMany(int(self._wrong[0] + self._span - now) + 1)
            if given is None:
                raise WrongPin("Changing something needs the PIN that the OLED shows")
            if not compare_digest(given.encode(), self._pin().encode()):
                self._wrong.append(now)
                raise WrongPin("That is not the PIN on the OLED")
