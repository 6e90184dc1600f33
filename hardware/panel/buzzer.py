"""A passive buzzer that plays tunes while the program goes on."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Any

from gpiozero import PWMOutputDevice

from hardware.errors import PartLost

BUZZER_GPIO = 18


@dataclass(frozen=True, slots=True)
class BuzzerLimits:
    """What a passive buzzer and lgpio can do."""

    min_hz: float = 20.0
    max_hz: float = 10_000.0


LIMITS = BuzzerLimits()

Tune = tuple[tuple[float | None, float], ...]
"""Notes one after the other: (pitch in Hz, or None for a rest; seconds)."""


class Buzzer:
    """Plays one tune at a time; the newest wins, for a sound tells what has just happened.

    PWMOutputDevice, not TonalBuzzer: it leaves the volume (the share of each wave that the pin is high) to us.
    """

    def __init__(self, factory: Any, pin: int = BUZZER_GPIO, volume: float = 1.0) -> None:
        """`factory` is the gpiozero pin factory, `pin` a GPIO number, `volume` 0 (mute) to 1. Raises PartLost."""
        try:
            self._device = PWMOutputDevice(pin, pin_factory=factory)
            self._device.frequency = None
        except Exception as error:  # lgpio raises bare ones of its own, for a pin in use, say
            raise PartLost(
                "The buzzer on GPIO {pin} cannot be used ({error}).",
                "Check the pin number.",
                "buzzer",
                pin=pin,
                error=error,
            ) from error
        self.volume = volume
        self._wake = threading.Condition()
        self._tune: Tune | None = None
        self._open = True
        self._thread = threading.Thread(target=self._perform, name="buzzer", daemon=True)
        self._thread.start()

    @property
    def volume(self) -> float:
        """0 (mute) to 1; from the next tune on."""
        return self._volume

    @volume.setter
    def volume(self, volume: float) -> None:
        if not 0 <= volume <= 1:
            raise ValueError(f"the volume goes from 0 to 1, not {volume}")
        self._volume = volume

    def play(self, tune: Tune) -> None:
        """Begin `tune` at once, in the place of one that still plays; comes back at once. Raises ValueError."""
        for pitch, seconds in tune:
            if seconds < 0 or (pitch is not None and not LIMITS.min_hz <= pitch <= LIMITS.max_hz):
                span = f"{LIMITS.min_hz:.0f} to {LIMITS.max_hz:.0f} Hz"
                raise ValueError(f"a note has {span} and a length, not {pitch} Hz for {seconds} s")
        with self._wake:
            self._tune = tune if self._volume else ()
            self._wake.notify()

    def stop(self) -> None:
        """Be silent now."""
        self.play(())

    def _perform(self) -> None:
        while True:
            with self._wake:
                self._wake.wait_for(lambda: self._tune is not None or not self._open)
                if not self._open:
                    return
                tune, self._tune = self._tune or (), None
            for pitch, seconds in tune:
                self._sound(pitch)
                if self._interrupted(seconds):
                    break
            else:
                self._sound(None)

    def _interrupted(self, seconds: float) -> bool:
        """Wait; true as soon as there is something else to do."""
        with self._wake:
            return self._wake.wait_for(lambda: self._tune is not None or not self._open, seconds)

    def _sound(self, pitch: float | None) -> None:
        if pitch is None:
            self._device.value = 0  # the pin rests low, and lgpio's thread for this pin with it
            self._device.frequency = None
        else:
            self._device.frequency = pitch
            self._device.value = self._volume**2 / 2  # half of each wave is the loudest; the ear hears squares

    def close(self) -> None:
        """Silent, and let go of the pin; may be called twice."""
        with self._wake:
            self._open = False
            self._wake.notify()
        self._thread.join()
        if not self._device.closed:
            self._sound(None)
            self._device.close()
