"""One status light."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Literal, get_args

from gpiozero import PWMLED

from hardware.errors import PartLost

LED_GPIO = 26


@dataclass(frozen=True, slots=True)
class LedTiming:
    """How long the light is on, and as long off; or how long it takes to brighten, and to dim."""

    blink_s: float = 0.5
    fast_s: float = 0.125
    pulse_s: float = 1.2


TIMING = LedTiming()
Pattern = Literal["off", "on", "blink", "fast", "pulse"]


class Led:
    """Shows a pattern until it is given another."""

    def __init__(self, factory: Any, pin: int = LED_GPIO) -> None:
        """`factory` is the gpiozero pin factory, `pin` a GPIO number. Raises PartLost."""
        try:
            self._led = PWMLED(pin, pin_factory=factory)
        except Exception as error:  # lgpio raises bare ones of its own, for a pin in use, say
            raise PartLost(
                "The LED on GPIO {pin} cannot be used ({error}).", "Check the pin number.", "led", pin=pin, error=error
            ) from error
        self.pattern: Pattern = "off"

    def show(self, pattern: Pattern) -> None:
        """off, on, blink (once a second), fast (four times a second), pulse (breathing). Raises ValueError."""
        if pattern not in get_args(Pattern):
            raise ValueError(f"the LED knows {', '.join(get_args(Pattern))}, not {pattern!r}")
        if pattern == self.pattern:
            return
        self.pattern = pattern
        match pattern:
            case "off":
                self._led.off()
            case "on":
                self._led.on()
            case "blink":
                self._led.blink(TIMING.blink_s, TIMING.blink_s)
            case "fast":
                self._led.blink(TIMING.fast_s, TIMING.fast_s)
            case "pulse":
                self._led.pulse(TIMING.pulse_s, TIMING.pulse_s)

    def close(self) -> None:
        """Dark, and let go of the pin; may be called twice."""
        self._led.close()
