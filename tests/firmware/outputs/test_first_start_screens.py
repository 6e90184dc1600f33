"""The OLED at the first start: its QR code can be scanned, and the PIN stays with who sees the OLED."""

from __future__ import annotations

from dataclasses import replace
from io import BytesIO

import numpy as np
import pytest
from PIL import Image

from firmware.device.loop import Device
from firmware.outputs import screens
from firmware.state.household import Household
from firmware.state.table import Hotspot, PanelTest, Table
from firmware.storage.journal import NoJournal
from firmware.update.setup import begun
from firmware.web.backend import DeviceBackend
from tests.qr_code import scanned

ADDRESS = "http://192.168.1.20:8080"
NEW = Table(begun("pig", ("Ana", "Ben"), {}), "0042", 0, address=ADDRESS, household=Household(done=False))


@pytest.mark.parametrize("host", ["10.0.0.2", "192.168.178.123", "192.168.100.100"])
@pytest.mark.parametrize("pin", ["0042", "00420042"])
def test_the_code_leads_to_the_welcome_wherever_the_picture_wanders(host: str, pin: str) -> None:
    table = replace(NEW, address=f"http://{host}:8080", pin=pin)
    for now in (0.0, 60.0, 120.0, 180.0):
        assert scanned(screens.draw(replace(table, now=now))) == f"http://{host}:8080/welcome#{pin}"


def test_the_picture_on_the_page_does_not_tell_the_pin(tmp_path) -> None:
    backend = DeviceBackend(Device(NEW, NoJournal(tmp_path / "journal.db", ""), []))
    assert scanned(Image.open(BytesIO(backend.oled()))) == "http://192.168.1.20:8080/welcome#****"


def test_a_hotspot_is_joined_first_and_without_a_network_that_is_said() -> None:
    hotspot = replace(NEW, hotspot=Hotspot("Lifeguard 4F2A", "m3n4hq7xkp"))
    assert scanned(screens.draw(hotspot)) == "WIFI:T:WPA;S:Lifeguard 4F2A;P:m3n4hq7xkp;;"
    assert screens.draw(replace(NEW, address="")) != screens.draw(NEW)


def test_the_code_is_not_covered_by_what_is_amiss_but_a_full_disk_takes_its_place() -> None:
    assert screens.draw(replace(NEW, faults=(("camera", "The camera is lost."),))) == screens.draw(NEW)
    assert scanned(screens.draw(replace(NEW, faults=(("disk", "The disk is full."),)))) == ""


def test_before_the_first_start_the_oled_never_goes_dark() -> None:
    assert screens.contrast(replace(NEW, now=1e6)) > 0
    assert screens.contrast(replace(NEW, now=1e6, household=Household())) == 0


def test_each_pressed_button_is_lit_in_the_test_of_the_panel() -> None:
    pictures = [screens.draw(replace(NEW, panel_test=PanelTest(pressed))) for pressed in ((), ("a",), ("a", "b", "c"))]
    lit = [int(np.array(picture).sum()) for picture in pictures]
    assert lit[0] < lit[1] < lit[2]
