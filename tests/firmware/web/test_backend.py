"""What the web tells the device: that somebody guesses at the PIN."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.api.models import Typed
from engines.core import Match
from engines.games import game_named
from firmware.device.loop import Device
from firmware.outputs import screens
from firmware.outputs.screens.paper import SMALL, WIDTH
from firmware.state.table import OledPage, Table
from firmware.storage.journal import Journal
from firmware.update.inputs import Tick
from firmware.web.backend import GUESSED, GUESSED_S, DeviceBackend


class Seconds:
    now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    table = Table(Match.begin(game_named("dice-tray"), ("Ana",)), "4711")
    device = Device(table, Journal(tmp_path / "journal.db"), [])
    device.begin(True)
    thread = Thread(target=device.run)
    thread.start()
    yield device
    device.stop()
    thread.join()


def test_a_pin_that_is_guessed_at_becomes_a_longer_one_and_that_is_said_for_a_minute(device: Device) -> None:
    clock = Seconds()
    backend = DeviceBackend(device, clock)
    backend.guessed()
    device.put(Tick(1.0)).result(30)
    assert len(backend.pin()) == 6
    assert device.table.faults == (("pin", GUESSED),)
    clock.now = GUESSED_S
    backend.beat()
    assert device.put(Tick(2.0)).result(30).faults == (("pin", GUESSED),)
    clock.now += 1
    backend.beat()
    assert device.put(Tick(3.0)).result(30).faults == ()


def test_the_oled_has_room_for_the_longer_pin_and_for_what_is_said(device: Device) -> None:
    assert SMALL.width(GUESSED) <= WIDTH - 2
    table = replace(device.table, page=OledPage.CONNECT, now=0.0)  # what is shown wanders with the time
    wide, bare = (screens.draw(replace(table, pin=pin)).crop((0, 34, 24, 45)) for pin in ("888888", ""))
    assert wide.tobytes() == bare.tobytes(), "the digits run into the word PIN"


def test_who_has_been_answered_sees_the_change_even_while_a_slow_part_still_shows_it(device: Device) -> None:
    shown = Event()

    class SlowPart:
        def show(self, before: Table, after: Table) -> None:
            shown.wait(30)

    backend = DeviceBackend(device)
    device.outputs[:] = [SlowPart(), backend]
    try:
        seen = backend.page()
        answer = backend.submit(Typed(version=seen.version, items=("die-3",)))
        assert seen.version < answer.version == backend.page().version
    finally:
        shown.set()
