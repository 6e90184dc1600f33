"""The panel: display, buttons, buzzer and light, opened, mended and closed as one.

A part that is missing or that goes away is told in `faults`; the others work on, and `mend` tries it again.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

from gpiozero.pins.mock import MockFactory
from PIL.Image import Image

from hardware.errors import PartLost
from hardware.panel.buttons import BUTTON_GPIOS, DOUBLES, Buttons, ButtonTiming, OnPress, Press
from hardware.panel.buzzer import BUZZER_GPIO, Buzzer, Tune
from hardware.panel.display import OledWiring, open_oled
from hardware.panel.fakes import FakeBus, FakePin, OledController
from hardware.panel.led import LED_GPIO, Led, Pattern


@dataclass(frozen=True, slots=True)
class PanelWiring:
    """What is wired where; the defaults are the wiring of docs/wiring.md. Pins are GPIO numbers; a part that is not
    there at all is None (or, for buttons, left out)."""

    oled: OledWiring | None = field(default_factory=OledWiring)
    buttons: Mapping[str, int] = field(default_factory=lambda: dict(BUTTON_GPIOS))
    buzzer: int | None = BUZZER_GPIO
    led: int | None = LED_GPIO
    volume: float = 1.0
    timing: ButtonTiming = field(default_factory=ButtonTiming)
    doubles: frozenset[str] = DOUBLES


@dataclass(frozen=True, slots=True)
class PartFault:
    """A part that does not work: which, what was seen, what to do (sentences)."""

    part: str
    seen: str
    todo: str

    def __str__(self) -> str:
        return f"{self.seen} {self.todo}"


Opener = Callable[[], Any]


class PanelBoard:
    """The panel. Its methods never raise for a part that is missing: they leave it out, and `faults` says why."""

    def __init__(self, openers: Mapping[str, Opener], release: Callable[[], None]) -> None:
        """`openers` open each part or raise PartLost; `release` lets go of what the parts share."""
        self._openers = openers
        self._release = release
        self._parts: dict[str, Any] = {}
        self._faults: dict[str, PartFault] = {}
        self.mend()

    @property
    def parts(self) -> tuple[str, ...]:
        """The names of the parts that this panel has, working or not: display, buttons, buzzer, led."""
        return tuple(self._openers)

    @property
    def faults(self) -> tuple[PartFault, ...]:
        """What does not work now, in sentences."""
        return tuple(self._faults.values())

    def mend(self) -> tuple[str, ...]:
        """Try again to open what is missing; the names of the parts that came back (show them their picture again)."""
        back = []
        for name, opener in self._openers.items():
            if name in self._parts:
                continue
            try:
                self._parts[name] = opener()
            except PartLost as lost:
                self._faults[name] = PartFault(name, lost.seen, lost.todo)
            else:
                self._faults.pop(name, None)
                back.append(name)
        return tuple(back)

    def _use(self, name: str, action: Callable[[Any], None]) -> None:
        part = self._parts.get(name)
        if part is None:
            return
        try:
            action(part)
        except PartLost as lost:
            del self._parts[name]
            self._faults[name] = PartFault(name, lost.seen, lost.todo)

    def show(self, image: Image) -> None:
        """Show `image` (mode "1", 128x64) on the OLED; wakes it if it was hidden."""
        self._use("display", lambda part: part.show(image))

    def contrast(self, level: int) -> None:
        """How bright the OLED is, 0 to 255."""
        self._use("display", lambda part: part.contrast(level))

    def hide(self) -> None:
        """The OLED goes dark until the next `show`."""
        self._use("display", lambda part: part.hide())

    def play(self, tune: Tune) -> None:
        """Begin a tune, in the place of one that still plays."""
        self._use("buzzer", lambda part: part.play(tune))

    def light(self, pattern: Pattern) -> None:
        """Show a pattern on the LED."""
        self._use("led", lambda part: part.show(pattern))

    @property
    def stuck(self) -> tuple[str, ...]:
        """Buttons that were down when the board was opened."""
        part = self._parts.get("buttons")
        return part.stuck if part else ()

    def close(self) -> None:
        """Close every part; may be called twice."""
        for part in self._parts.values():
            part.close()
        self._parts.clear()
        self._release()


class SimulatedBoard(PanelBoard):
    """The same panel on simulated wires: the real code down to the vendors' seam."""

    def __init__(self, panel: PanelWiring, on_press: OnPress) -> None:
        self._panel = panel
        self._factory = MockFactory(pin_class=FakePin)
        self.chip = OledController(panel.oled.chip if panel.oled else "ssd1306")
        self.bus = FakeBus(self.chip, panel.oled.address if panel.oled else 0x3C)
        super().__init__(_openers(panel, on_press, lambda: self._factory, self.bus), self._factory.reset)

    @property
    def picture(self) -> Image:
        """What a person would see on the OLED, mode "1", 128x64."""
        return self.chip.picture

    def press(self, name: str, press: Press = "short") -> None:
        """Press button `name` (A, B or C) as a finger would; comes back when it is let go. Raises KeyError."""
        pin, timing = self._factory.pin(self._panel.buttons[name]), self._panel.timing
        down = timing.hold_s + timing.rest_s if press == "hold" else 2 * timing.rest_s
        for _ in range(2 if press == "double" else 1):
            pin.drive_low()
            time.sleep(down)
            pin.drive_high()
            time.sleep(2 * timing.rest_s)


def simulated(panel: PanelWiring, on_press: OnPress) -> SimulatedBoard:
    """A panel without wires, by explicit choice; `on_press(name, press)` is called from a thread."""
    return SimulatedBoard(panel, on_press)


def real(panel: PanelWiring, on_press: OnPress) -> PanelBoard:
    """The panel on the Raspberry Pi's own pins; what is missing is in `faults`, never replaced by a simulated part."""
    shared = _SharedPins()
    return PanelBoard(_openers(panel, on_press, shared.factory, None), shared.close)


class _SharedPins:
    """One pin factory for all parts, opened when the first part asks."""

    def __init__(self) -> None:
        self._factory: Any = None

    def factory(self) -> Any:
        if self._factory is None:
            try:
                from gpiozero.pins.lgpio import LGPIOFactory

                self._factory = LGPIOFactory()
            except ImportError as error:
                raise PartLost(
                    "lgpio is missing, which drives the pins.",
                    "On a Raspberry Pi: `sudo apt install python3-lgpio`, and a virtual environment made with "
                    "--system-site-packages. Elsewhere choose the simulated panel: --panel simulated.",
                ) from error
            except Exception as error:  # lgpio.error is a bare Exception
                raise PartLost(
                    "The pins cannot be used ({error}).",
                    "`sudo usermod -aG gpio $USER`, then log in; elsewhere than on a Pi: --panel simulated.",
                    error=error,
                ) from error
        return self._factory

    def close(self) -> None:
        if self._factory is not None:
            self._factory.close()
            self._factory = None


def _openers(panel: PanelWiring, on_press: OnPress, pins: Callable[[], Any], bus: Any) -> dict[str, Opener]:
    """How to open each part that the panel has."""
    openers: dict[str, Opener] = {}
    if panel.oled is not None:
        oled = panel.oled
        openers["display"] = lambda: open_oled(oled, pins() if oled.bus == "spi" else None, bus)
    if panel.buttons:
        openers["buttons"] = lambda: Buttons(on_press, pins(), panel.buttons, panel.timing, panel.doubles)
    if panel.buzzer is not None:
        number = panel.buzzer
        openers["buzzer"] = lambda: Buzzer(pins(), number, panel.volume)
    if panel.led is not None:
        light = panel.led
        openers["led"] = lambda: Led(pins(), light)
    return openers
