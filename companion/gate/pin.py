"""The PIN on the OLED: who types it may change something. Guesses are few, and too many make it another one."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from secrets import compare_digest, randbelow
from threading import Lock
from time import monotonic

from engines.core import said


@dataclass(frozen=True, slots=True)
class PinLimits:
    """How many guesses there are."""

    wrong_an_address: int = 5
    """Wrong PINs of one address within `span_s`; then that address waits, and nobody else."""
    span_s: float = 60.0
    wrong_a_pin: int = 20
    """So many wrong ones from all addresses make the PIN another one: one in 500 sees four digits guessed by then."""
    digits: int = 4
    digits_after_guesses: int = 6
    """Of the PIN that follows one that was guessed at. 250 addresses of a home network, five guesses a minute each,
    then take 9 hours for even odds, and the OLED says all the while that somebody guesses."""


LIMITS = PinLimits()


class TooMany(Exception):
    """Too many wrong PINs; `wait` is how many whole seconds must pass before the next guess."""

    def __init__(self, wait: int) -> None:
        super().__init__(said("Too many wrong PINs: try again in {seconds} seconds", seconds=wait))
        self.wait = wait


class WrongPin(Exception):
    """The PIN is missing or is not the one on the OLED."""


def new_pin(digits: int = LIMITS.digits) -> str:
    """A PIN that nobody knows yet."""
    return f"{randbelow(10**digits):0{digits}}"


class PinGuard:
    """Compares PINs in constant time and counts the wrong ones, for each address and in all.

    `guessed` is called when the present PIN has seen too many: it should become another one.
    """

    def __init__(
        self,
        pin: Callable[[], str],
        guessed: Callable[[], None] = lambda: None,
        clock: Callable[[], float] = monotonic,
        limits: PinLimits = LIMITS,
    ) -> None:
        self._pin, self._guessed, self._clock, self._limits = pin, guessed, clock, limits
        self._wrong: dict[str, list[float]] = {}
        self._count = 0
        self._lock = Lock()

    def check(self, address: str, given: str | None) -> None:
        """Passes for the right PIN. Raises WrongPin, or TooMany while the guesses of `address` are used up."""
        if given is None:
            raise WrongPin(said("Changing something needs the PIN that the OLED shows"))
        with self._lock:
            now = self._clock()
            self._forget_old(now)
            mine = self._wrong.get(address, [])
            if len(mine) >= self._limits.wrong_an_address:
                raise TooMany(int(mine[0] + self._limits.span_s - now) + 1)
            if not compare_digest(given.encode(), self._pin().encode()):
                self._wrong[address] = [*mine, now]
                self._note_wrong()
                raise WrongPin(said("That is not the PIN on the OLED"))

    def _forget_old(self, now: float) -> None:
        since = now - self._limits.span_s
        lately = {address: [at for at in times if at > since] for address, times in self._wrong.items()}
        self._wrong = {address: times for address, times in lately.items() if times}

    def _note_wrong(self) -> None:
        self._count += 1
        if self._count >= self._limits.wrong_a_pin:
            self._count = 0
            self._guessed()
