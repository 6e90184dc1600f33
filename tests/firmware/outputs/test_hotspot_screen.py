"""The OLED of a box in no network: what a phone's camera reads off it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware.outputs import screens
from firmware.state.table import Hotspot, OledPage, Table
from firmware.update.setup import begun
from tests.qr_code import scanned

TABLE = Table(
    begun("shark-attacks", ("Ana", "Ben"), {}), "4711", page=OledPage.CONNECT, address="http://10.42.0.1:8080"
)


@pytest.mark.parametrize("now", [0.0, 100.0, 1000.0])
@pytest.mark.parametrize("password", ["m3n4hq7xkp", "zzzzzzzzzz", "2345678923"])
def test_a_phone_joins_the_hotspot_by_the_code_on_the_oled(password: str, now: float) -> None:
    table = replace(TABLE, hotspot=Hotspot("Lifeguard 4F2A", password), now=now, woken=now)
    assert scanned(screens.draw(table)) == f"WIFI:T:WPA;S:Lifeguard 4F2A;P:{password};;"


@pytest.mark.parametrize("name", ["seaside", "a-name-that-is-far-too-long-to-be-shown"])
def test_the_plain_address_is_always_shown_and_the_name_where_there_is_room(name: str) -> None:
    drawn, plain = (np.asarray(screens.draw(table)) for table in (replace(TABLE, name=name), TABLE))
    assert (drawn[11:] == plain[11:]).all()
    assert (drawn[:11] == plain[:11]).all() == (name != "seaside")


def test_in_a_network_there_is_no_code() -> None:
    assert scanned(screens.draw(TABLE)) == ""
