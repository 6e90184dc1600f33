"""The OLED: 128x64 dots, one bit each, through luma; and a display that only remembers what it was shown."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Literal, Protocol

import luma.core.error
from gpiozero import DigitalOutputDevice, GPIOZeroError
from luma.core.interface.serial import i2c, spi
from luma.oled.device import sh1106, ssd1306, ssd1309
from PIL.Image import Image

from hardware.errors import DisplayLost

OLED_SIZE_PX = (128, 64)
CHIPS = {"ssd1306": ssd1306, "sh1106": sh1106, "ssd1309": ssd1309}
NO_OPERATION = 0xE3
ENABLE_BUS = "Switch {bus} on with `sudo raspi-config` (Interface Options), check the wires, start again."
REFUSALS = (luma.core.error.Error, GPIOZeroError, OSError)
"""What luma, gpiozero and the kernel raise when the wires do not do what they should."""


class Display(Protocol):
    """Whoever shows a picture of 128x64 in one bit is a display."""

    size: tuple[int, int]

    def show(self, image: Image) -> None:
        """Show `image` (mode "1", 128x64); wakes a hidden display. Raises DisplayLost."""

    def contrast(self, level: int) -> None:
        """How bright, 0 to 255 (0 is dim, not dark). Raises DisplayLost."""

    def hide(self) -> None:
        """Dark until the next `show`. Raises DisplayLost."""

    def close(self) -> None:
        """Dark, and let go of the wires."""


@dataclass(frozen=True, slots=True)
class OledWiring:
    """Which OLED, and where it is wired (the defaults are those of docs/wiring.md).

    `rotate` in degrees, 0 or 180. `port` is the number of the I2C bus, or of the SPI port; `device` the SPI chip
    select; `dc` and `reset` the GPIO numbers of those SPI pins.
    """

    chip: Literal["ssd1306", "sh1106", "ssd1309"] = "ssd1306"
    bus: Literal["i2c", "spi"] = "i2c"
    port: int | None = None
    address: int = 0x3C
    rotate: Literal[0, 180] = 0
    device: int = 0
    dc: int = 24
    reset: int = 25

    @property
    def where(self) -> str:
        """Its place in words."""
        if self.bus == "i2c":
            return f"0x{self.address:02X} on I2C bus {self.i2c_port}"
        return f"SPI port {self.port or 0}.{self.device}"

    @property
    def i2c_port(self) -> int:
        """The I2C bus: 1 unless said otherwise."""
        return 1 if self.port is None else self.port


def open_oled(oled: OledWiring, pins: Any = None, bus: Any = None, spidev: Any = None) -> OledDisplay:
    """The OLED, cleared and lit. Raises DisplayLost, saying what to do.

    `pins` is the gpiozero pin factory that drives D/C and reset (SPI only). `bus` stands in for smbus2.SMBus and
    `spidev` for spidev.SpiDev: the simulated panel's chip hears what the real one would.
    """
    wires: Any = None
    lines = PinLines(pins)
    try:
        if oled.bus == "i2c":
            wires = i2c(bus=bus, port=oled.i2c_port, address=oled.address)
        else:
            wires = spi(
                spi=spidev, gpio=lines, port=oled.port or 0, device=oled.device, gpio_DC=oled.dc, gpio_RST=oled.reset
            )
        wires.command(NO_OPERATION)  # ask before building: luma keeps each device that it builds until the end
        return OledDisplay(CHIPS[oled.chip](wires, rotate=oled.rotate // 90), oled, (wires.cleanup, lines.close))
    except (*REFUSALS, ImportError) as error:
        _quietly(*([] if wires is None else [wires.cleanup]), lines.close)
        raise display_lost(oled, error) from error


class OledDisplay:
    """A real chip through luma (or luma's real class on a simulated bus)."""

    size = OLED_SIZE_PX

    def __init__(self, device: Any, oled: OledWiring, release: tuple[Callable[[], None], ...]) -> None:
        self._device = device
        self._oled = oled
        self._release = release
        self._hidden = False

    def show(self, image: Image) -> None:
        """Send the whole picture (23 ms at 400 kHz) and light the chip if it was hidden."""
        self._do(lambda: self._device.display(image))
        if self._hidden:
            self._do(self._device.show)
            self._hidden = False

    def contrast(self, level: int) -> None:
        """How bright, 0 to 255."""
        self._do(lambda: self._device.contrast(level))

    def hide(self) -> None:
        """Dark until the next `show`."""
        self._do(self._device.hide)
        self._hidden = True

    def _do(self, action: Callable[[], None]) -> None:
        try:
            action()
        except REFUSALS as error:
            self.close()
            raise display_lost(self._oled, error) from error

    def close(self) -> None:
        """Dark if it still hears, and let go of the wires; may be called twice."""
        _quietly(self._device.hide, *self._release)


class PinLines:
    """GPIO outputs in the words that luma's SPI speaks (those of RPi.GPIO), on gpiozero's pins: lgpio on every Pi."""

    OUT, LOW, HIGH = "output", 0, 1

    def __init__(self, pins: Any) -> None:
        self._pins = pins
        self._lines: dict[int, Any] = {}

    def setup(self, pin: int, _direction: str) -> None:
        """Make GPIO `pin` an output, low."""
        self._lines[pin] = DigitalOutputDevice(pin, pin_factory=self._pins)

    def output(self, pin: int, level: int) -> None:
        """Set GPIO `pin` to `level`."""
        self._lines[pin].value = level

    def close(self) -> None:
        """Let go of all pins."""
        for line in self._lines.values():
            line.close()
        self._lines.clear()


def display_lost(oled: OledWiring, error: Exception) -> DisplayLost:
    """What went wrong with the OLED, and what to do, in sentences."""
    if isinstance(error, ImportError):
        return DisplayLost(
            "{module} is missing, which the OLED needs.",
            "Install it: `sudo apt install python3-{module}`.",
            module=error.name,
        )
    if isinstance(error, PermissionError | luma.core.error.DevicePermissionError):
        return DisplayLost(
            "This user may not use {where}.",
            "`sudo usermod -aG {bus} $USER`, then log in.",
            where=oled.where,
            bus=oled.bus,
        )
    if oled.bus == "spi":
        return DisplayLost(
            "The OLED on {where} cannot be used ({error}).", ENABLE_BUS, where=oled.where, error=error, bus="SPI"
        )
    if "/dev/" in str(error):
        return DisplayLost("There is no I2C bus {port}.", ENABLE_BUS, port=oled.i2c_port, bus="I2C")
    return DisplayLost(
        "The OLED ({chip}) does not answer at {where}.",
        "Check its four wires (docs/wiring.md); `i2cdetect -y {port}` shows the addresses that answer.",
        chip=oled.chip.upper(),
        where=oled.where,
        port=oled.i2c_port,
    )


def _quietly(*actions: Callable[[], None]) -> None:
    """For letting go of what may be gone already."""
    for action in actions:
        with suppress(*REFUSALS):
            action()
