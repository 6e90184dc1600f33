"""The OLED, down to the bytes on its wires."""

from __future__ import annotations

import errno
import random
import sys

import pytest
from gpiozero.pins.mock import MockFactory
from PIL import Image, ImageDraw

from hardware.errors import DisplayLost
from hardware.panel.display import CHIPS as CHIPS_BY_NAME
from hardware.panel.display import OledWiring, open_oled
from hardware.panel.fakes import FakeBus, FakeSpi, OledController

CHIPS = ("ssd1306", "sh1106", "ssd1309")


def noise(seed: int = 5) -> Image.Image:
    chance = random.Random(seed)
    return Image.frombytes("1", (128, 64), chance.randbytes(1024))


def same(a: Image.Image, b: Image.Image) -> bool:
    return a.mode == b.mode and a.size == b.size and a.tobytes() == b.tobytes()


@pytest.mark.parametrize("kind", CHIPS)
@pytest.mark.parametrize("rotate", [0, 180])
def test_what_is_sent_over_i2c_is_what_the_chip_shows(kind, rotate):
    chip = OledController(kind)
    display = open_oled(OledWiring(chip=kind, rotate=rotate), bus=FakeBus(chip))
    display.show(noise())
    assert same(chip.picture, noise().rotate(rotate))
    assert chip.upright == [True, True]


@pytest.mark.parametrize("kind", CHIPS)
def test_what_is_sent_over_spi_is_what_the_chip_shows(kind):
    pins, chip = MockFactory(), OledController(kind)
    wire = FakeSpi(chip, lambda: bool(pins.pin(24).state))
    display = open_oled(OledWiring(chip=kind, bus="spi"), pins=pins, spidev=wire)
    display.show(noise())
    assert same(chip.picture, noise())
    assert wire.opened == (0, 0)
    display.close()
    assert wire.opened is None
    assert pins.pin(24).function == "input"


def test_both_wires_carry_the_same_bytes():
    pins, bus = MockFactory(), FakeBus(OledController())
    wire = FakeSpi(OledController(), lambda: bool(pins.pin(24).state))
    for display in (open_oled(OledWiring(), bus=bus), open_oled(OledWiring(bus="spi"), pins=pins, spidev=wire)):
        display.show(noise())
    streams = [[(c, byte) for c, data in log for byte in data] for log in (bus.log, wire.log)]
    assert streams[0] == streams[1]


def test_the_reset_pin_is_pulsed_before_the_first_byte():
    pins = MockFactory()
    wire = FakeSpi(OledController(), lambda: bool(pins.pin(24).state))
    open_oled(OledWiring(bus="spi"), pins=pins, spidev=wire)
    assert [int(s.state) for s in pins.pin(25).states] == [0, 1]


def test_a_frame_is_one_window_and_1024_bytes_of_dots():
    bus = FakeBus(OledController())
    display = open_oled(OledWiring(), bus=bus)
    bus.log.clear()
    display.show(noise())
    assert bus.log[0] == (0x00, bytes([0x21, 0, 127, 0x22, 0, 7]))
    assert [(control, len(data)) for control, data in list(bus.log)[1:]] == [(0x40, 32)] * 32


def test_each_byte_holds_eight_dots_from_top_to_bottom():
    bus = FakeBus(OledController())
    display = open_oled(OledWiring(), bus=bus)
    bus.log.clear()
    image = Image.new("1", (128, 64))
    ImageDraw.Draw(image).point([(0, 0), (0, 2), (1, 7), (0, 8)], fill=1)
    display.show(image)
    dots = b"".join(data for control, data in bus.log if control == 0x40)
    assert dots == bytes([0b101, 0b10000000]) + bytes(126) + bytes([1]) + bytes(1024 - 129)


def test_contrast_reaches_the_chip():
    chip = OledController()
    open_oled(OledWiring(), bus=FakeBus(chip)).contrast(17)
    assert chip.level == 17


def test_a_hidden_display_is_dark_and_the_next_picture_wakes_it():
    chip = OledController()
    display = open_oled(OledWiring(), bus=FakeBus(chip))
    display.show(noise())
    display.hide()
    assert same(chip.picture, Image.new("1", (128, 64)))
    display.show(noise())
    assert same(chip.picture, noise())


def test_closing_darkens_it_and_may_be_done_twice():
    chip = OledController()
    display = open_oled(OledWiring(), bus=FakeBus(chip))
    display.close()
    display.close()
    assert not chip.lit


def test_no_answer_at_the_start_says_what_to_check():
    bus = FakeBus(OledController())
    bus.plugged = False
    with pytest.raises(DisplayLost) as lost:
        open_oled(OledWiring(chip="sh1106"), bus=bus)
    assert lost.value.seen == "The OLED (SH1106) does not answer at 0x3C on I2C bus 1."
    assert lost.value.todo.startswith("Check its four wires")
    assert lost.value.part == "display"


def test_another_address_does_not_answer():
    with pytest.raises(DisplayLost, match="at 0x3D on I2C bus 1"):
        open_oled(OledWiring(address=0x3D), bus=FakeBus(OledController()))


@pytest.mark.parametrize("seed", range(5))
def test_unplugged_at_any_write_of_a_frame_is_a_display_lost_and_can_be_opened_again(seed):
    chip = OledController()
    bus = FakeBus(chip)
    display = open_oled(OledWiring(), bus=bus)
    after = random.Random(seed).randrange(33)
    bus.fail_after(after)
    with pytest.raises(DisplayLost, match="does not answer at 0x3C"):
        display.show(noise(1))
    with pytest.raises(DisplayLost):
        open_oled(OledWiring(), bus=bus)
    bus.plugged = True
    again = open_oled(OledWiring(), bus=bus)
    again.show(noise(2))
    assert same(chip.picture, noise(2))


@pytest.mark.parametrize(
    ("number", "words"),
    [
        (errno.ENOENT, "There is no I2C bus 1. Switch I2C on with `sudo raspi-config`"),
        (errno.EACCES, "This user may not use 0x3C on I2C bus 1. `sudo usermod -aG i2c"),
    ],
)
def test_a_bus_that_cannot_be_opened_says_why(monkeypatch, number, words):
    def refuse(port):
        raise OSError(number, "no", f"/dev/i2c-{port}")

    monkeypatch.setattr("smbus2.SMBus", refuse)
    with pytest.raises(DisplayLost) as lost:
        open_oled(OledWiring())
    assert str(lost.value).startswith(words)


def test_the_real_bus_is_driven_through_smbus2_in_one_large_write_a_frame(monkeypatch):
    chip = OledController()
    bus = FakeBus(chip)
    opened = []
    monkeypatch.setattr("smbus2.SMBus", lambda port: opened.append(port) or bus)
    display = open_oled(OledWiring(port=3))
    bus.log.clear()
    display.show(noise())
    assert opened == [3]
    assert [(control, len(data)) for control, data in bus.log] == [(0x00, 6), (0x40, 1024)]
    assert same(chip.picture, noise())
    display.close()
    assert bus.closed


def test_an_unplugged_display_lets_go_of_its_bus(monkeypatch):
    bus = FakeBus(OledController())
    monkeypatch.setattr("smbus2.SMBus", lambda port: bus)
    display = open_oled(OledWiring())
    bus.plugged = False
    with pytest.raises(DisplayLost):
        display.show(noise())
    assert bus.closed


def test_looking_for_a_missing_oled_for_weeks_builds_nothing_that_luma_would_keep(monkeypatch):
    def built(*_, **__):
        raise AssertionError("luma keeps each device that it builds until the program ends")

    monkeypatch.setitem(CHIPS_BY_NAME, "ssd1306", built)
    bus = FakeBus(OledController())
    bus.plugged = False
    with pytest.raises(DisplayLost):
        open_oled(OledWiring(), bus=bus)


def test_spi_without_its_library_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "spidev", None)
    with pytest.raises(
        DisplayLost, match=r"spidev is missing, which the OLED needs\. Install it: `sudo apt install python3-spidev`"
    ):
        open_oled(OledWiring(bus="spi"), pins=MockFactory())


def test_an_spi_port_that_is_off_says_how_to_switch_it_on():
    class Off(FakeSpi):
        def open(self, port, device):
            raise FileNotFoundError(errno.ENOENT, "No such file or directory")

    pins = MockFactory()
    with pytest.raises(DisplayLost, match=r"SPI port 0\.0 cannot be used .*Switch SPI on"):
        open_oled(OledWiring(bus="spi"), pins=pins, spidev=Off(OledController(), lambda: False))
    open_oled(OledWiring(bus="spi"), pins=pins, spidev=FakeSpi(OledController(), lambda: bool(pins.pin(24).state)))


def test_the_simulated_chip_refuses_commands_that_it_does_not_have():
    for kind, byte in (("ssd1306", 0xA9), ("sh1106", 0xA9), ("ssd1306", 0xE4)):
        with pytest.raises(ValueError, match=f"the {kind} has no command 0x{byte:02X}"):
            OledController(kind).command(byte)


def test_a_picture_is_mirrored_by_a_chip_that_was_not_told_how_it_is_glued_in():
    chip = OledController()
    display = open_oled(OledWiring(), bus=FakeBus(chip))
    display.show(noise())
    chip.command(0xA0)
    assert same(chip.picture, noise().transpose(Image.Transpose.FLIP_LEFT_RIGHT))
