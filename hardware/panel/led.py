"""One status light."""

from __future__ import annotations

from typing import Any, Literal, get_args

from gpiozero import PWMLED

from hardware.errors import PartLost

PIN = 26
Pattern = Literal["off", "on", "blink", "fast", "pulse"]


class Led:
    """Shows a pattern until it is given another."""

    def __init__(self, factory: Any, pin: int = PIN) -> None:
        """`factory` is the gpiozero pin factory, `pin` a GPIO number. Raises PartLost."""
        try:
            self._led = PWMLED(pin, pin_factory=factory)
        except Exception as error:  # lgpio raises bare ones of its own, for a pin in use, say
            raise PartLost(
                f"The LED on GPIO {pin} cannot be used ({error}).", "Check the pin number.", "led"
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
                self._led.blink(0.5, 0.5)
            case "fast":
                self._led.blink(0.125, 0.125)
            case "pulse":
                self._led.pulse(1.2, 1.2)

    def close(self) -> None:
        """Dark, and let go of the pin; may be called twice."""
        self._led.close()
