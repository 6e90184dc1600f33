"""The simulated parts at the vendors' own seam: what the chip of the OLED hears on its wires, and what it then shows.

Strict: a byte that the chip does not know, an address that nobody has, a closed bus are errors, as on the real wires.
"""

from __future__ import annotations

import errno
from collections import deque
from collections.abc import Callable, Sequence
from typing import Literal

import numpy as np
from gpiozero.pins.mock import MockPWMPin
from PIL import Image
from smbus2 import i2c_msg

WIDTH = 128
"""Dots across."""
PAGES = 8
"""Rows of eight dots each."""
COMMAND = 0x00
"""The control byte before an I2C write of commands."""
DATA = 0x40
"""The control byte before an I2C write of dots."""
TWO_BYTE_COMMANDS = frozenset({0x81, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB})
"""Commands of both chips that have one more byte."""


class OledController:
    """The picture memory and the lamp of an OLED controller, after the SSD1306's and SH1106's data sheets.

    Feed it `command` and `data` bytes as they come; `picture` is what a person would see.
    """

    def __init__(self, kind: Literal["ssd1306", "sh1106", "ssd1309"] = "ssd1306") -> None:
        self.kind = kind
        self.lit = False
        self.level = 0x7F
        self.upright = [False, False]  # segments mapped, commons scanned the way that modules are glued in
        self.width, self.margin = (132, 2) if kind == "sh1106" else (WIDTH, 0)  # SH1106: 132 wide, the middle is seen
        self.memory = [bytearray(self.width) for _ in range(PAGES)]
        self.column, self.page = 0, 0
        self.columns, self.pages = (0, self.width - 1), (0, PAGES - 1)
        self._begun: list[int] = []

    def command(self, *sent: int) -> None:
        """Take command bytes; one that is not complete waits for the rest. Raises ValueError for an unknown one."""
        for byte in sent:
            self._begun.append(byte)
            if len(self._begun) == 1 + self._more(self._begun[0]):
                whole, self._begun = self._begun, []
                self._obey(whole[0], whole[1:])

    def _more(self, byte: int) -> int:
        if self.kind != "sh1106":
            return {0x20: 1, 0x8D: 1, 0x21: 2, 0x22: 2}.get(byte, int(byte in TWO_BYTE_COMMANDS))
        return int(byte in TWO_BYTE_COMMANDS)

    def _obey(self, byte: int, more: list[int]) -> None:
        if byte in (0xAE, 0xAF):
            self.lit = byte == 0xAF
        elif byte == 0x81:
            self.level = more[0]
        elif byte in (0xA0, 0xA1):
            self.upright[0] = byte == 0xA1
        elif byte in (0xC0, 0xC8):
            self.upright[1] = byte == 0xC8
        elif self.kind == "sh1106":
            self._address_page(byte)
        else:
            self._address_window(byte, more)

    def _address_page(self, byte: int) -> None:
        """SH1106: one page at a time, the column in two halves."""
        if 0xB0 <= byte <= 0xB7:
            self.page = byte - 0xB0
        elif byte <= 0x0F:
            self.column = self.column & 0xF0 | byte
        elif byte <= 0x1F:
            self.column = (byte & 0x0F) << 4 | self.column & 0x0F
        elif byte not in IGNORED_COMMANDS | {
            0x20,
            0x8D,
        }:  # luma sends these two of the SSD1306's; the chip does nothing
            raise ValueError(f"the {self.kind} has no command 0x{byte:02X}")

    def _address_window(self, byte: int, more: list[int]) -> None:
        """SSD1306 and SSD1309 in horizontal mode: a window, filled row of pages by row of pages."""
        if byte == 0x21:
            self.columns, self.column = (more[0], more[1]), more[0]
        elif byte == 0x22:
            self.pages, self.page = (more[0], more[1]), more[0]
        elif byte == 0x20 and more != [0]:
            raise ValueError(f"memory mode {more[0]} is not simulated; luma uses 0 (horizontal)")
        elif byte not in IGNORED_COMMANDS | {0x20, 0x8D}:
            raise ValueError(f"the {self.kind} has no command 0x{byte:02X}")

    def data(self, sent: Sequence[int]) -> None:
        """Take bytes of picture: each is eight dots, the uppermost in the lowest bit."""
        for byte in sent:
            self.memory[self.page][self.column] = byte
            self.column += 1
            if self.kind == "sh1106":
                self.column = min(self.column, self.width - 1)
            elif self.column > self.columns[1]:
                self.column = self.columns[0]
                self.page = self.page + 1 if self.page < self.pages[1] else self.pages[0]

    @property
    def picture(self) -> Image.Image:
        """What a person sees, mode "1", 128x64; black while the lamp is off."""
        if not self.lit:
            return Image.new("1", (WIDTH, PAGES * 8))
        memory = np.array([list(row) for row in self.memory], np.uint8)[:, self.margin : self.margin + WIDTH]
        dots = np.unpackbits(memory[:, None, :], axis=1, bitorder="little").reshape(PAGES * 8, WIDTH)
        dots = dots if self.upright[0] else dots[:, ::-1]
        dots = dots if self.upright[1] else dots[::-1]
        return Image.fromarray(dots * np.uint8(255)).convert("1")


IGNORED_COMMANDS = frozenset({0xA4, 0xA6, 0xE3, 0x40, 0xA8, 0xAD, 0xD3, 0xD5, 0xD9, 0xDA, 0xDB})
"""Commands that change nothing here: timing, voltages, normal display, no operation."""


class FakeBus:
    """An I2C bus with one OLED on it, in the words of smbus2.SMBus; `log` keeps the last writes as (control byte,
    bytes). Pull the plug with `plugged = False`, or in mid-frame with `fail_after`: then writes fail with OSError 121,
    as the kernel's do."""

    def __init__(self, chip: OledController, address: int = 0x3C, keep: int | None = 1000) -> None:
        self.chip = chip
        self.address = address
        self.plugged = True
        self.closed = False
        self.log: deque[tuple[int, bytes]] = deque(maxlen=keep)
        self._left: int | None = None

    def fail_after(self, writes: int) -> None:
        """The plug is pulled after this many more writes."""
        self._left = writes

    def write_i2c_block_data(self, address: int, control: int, data: list[int]) -> None:
        """One write of at most 32 bytes after the control byte."""
        if len(data) > 32:
            raise ValueError(f"SMBus blocks hold 32 bytes, not {len(data)}")
        self._write(address, control, bytes(data))

    def i2c_rdwr(self, message: i2c_msg) -> None:
        """One write of any length; its first byte is the control byte."""
        control, *data = list(message)
        self._write(message.addr, control, bytes(data))

    def _write(self, address: int, control: int, data: bytes) -> None:
        self._pull()
        if not self.plugged or address != self.address:
            raise OSError(errno.EREMOTEIO, "Remote I/O error")
        self.log.append((control, data))
        if control == COMMAND:
            self.chip.command(*data)
        elif control == DATA:
            self.chip.data(data)
        else:
            raise ValueError(f"0x{control:02X} is neither command nor data")

    def _pull(self) -> None:
        if self._left == 0:
            self.plugged, self._left = False, None
        elif self._left is not None:
            self._left -= 1

    def close(self) -> None:
        """Let go of the bus."""
        self.closed = True


class FakeSpi:
    """An SPI port with one OLED on it, in the words of spidev.SpiDev. `is_data` tells the level of the D/C wire; `log`
    keeps the last writes as (control byte, bytes), in the words of the I2C bus."""

    def __init__(self, chip: OledController, is_data: Callable[[], bool], keep: int | None = 1000) -> None:
        self.chip = chip
        self.max_speed_hz = 0
        self.opened: tuple[int, int] | None = None
        self.log: deque[tuple[int, bytes]] = deque(maxlen=keep)
        self._is_data = is_data

    def open(self, port: int, device: int) -> None:
        """Open port and chip select."""
        self.opened = (port, device)

    def writebytes(self, data: Sequence[int]) -> None:
        """Clock bytes out: picture if D/C is high, else commands."""
        if self.opened is None:
            raise OSError(errno.EBADF, "Bad file descriptor")
        is_data = self._is_data()
        self.log.append((DATA if is_data else COMMAND, bytes(data)))
        if is_data:
            self.chip.data(data)
        else:
            self.chip.command(*data)

    def close(self) -> None:
        """Let go of the port."""
        self.opened = None


class FakePin(MockPWMPin):  # type: ignore[misc]  # gpiozero has no type hints
    """gpiozero's mock pin, which remembers only its last states: a simulated panel may run for weeks."""

    KEPT_STATES = 100

    def _change_state(self, value: float) -> bool:
        changed: bool = super()._change_state(value)
        del self.states[: -self.KEPT_STATES]
        return changed
