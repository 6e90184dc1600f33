"""The device: handle, save, answer, show, in this order, and what happens when saving fails."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event, Thread

import pytest

from companion.api.models import Typed
from engines.core import Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.state.table import OledPage, Table
from firmware.storage.journal import Journal, JournalError
from firmware.update.inputs import Fault, Pressed, Requested, Saw
from firmware.web.backend import DeviceBackend
from tests.firmware.looks import die, look, thrown

FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]


class Recorder(Journal):
    """A journal that says when it saved, and can be told to fail."""

    def __init__(self, path: Path, order: list[str]) -> None:
        super().__init__(path)
        self.order = order
        self.full = False

    def save(self, before, after, photos=None, drop=False):  # type: ignore[no-untyped-def]
        if self.full:
            raise JournalError("cannot save: make room on the disk")
        super().save(before, after, photos, drop)
        self.order.append(f"saved {len(after.steps)}")


class Face:
    def __init__(self, order: list[str]) -> None:
        self.order = order
        self.seen = Event()

    def show(self, before: Table, after: Table) -> None:
        self.order.append(f"shown {len(after.steps)}")
        self.seen.set()


class Rig:
    """A device on its own thread."""

    def __init__(self, path: Path) -> None:
        self.order: list[str] = []
        self.journal = Recorder(path / "journal.db", self.order)
        self.face = Face(self.order)
        table = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234")
        self.device = Device(table, self.journal, [self.face])
        self.device.begin(anew=True)
        self.order.clear()
        self.face.seen.clear()
        self.thread = Thread(target=self.device.run)
        self.thread.start()

    def end(self) -> None:
        self.device.stop()
        self.thread.join(timeout=5)


@pytest.fixture
def rig(tmp_path: Path) -> Iterator[Rig]:
    rig = Rig(tmp_path)
    yield rig
    rig.end()
    rig.journal.close()


def test_a_step_is_on_disk_before_it_is_answered_and_answered_before_it_is_shown(rig: Rig) -> None:
    answer = rig.device.put(Saw(look(*thrown(FIRST, seed=1))))
    answer.add_done_callback(lambda done: rig.order.append(f"answered {len(done.result().steps)}"))
    answer.result(5)
    rig.end()
    assert rig.order == ["saved 1", "answered 1", "shown 1"]


def test_all_that_was_queued_before_a_stop_is_still_handled(rig: Rig) -> None:
    for seed in range(3):
        rig.device.put(Saw(look(*thrown(FIRST, seed=seed))))
        rig.device.put(Saw(look()))
    rig.end()
    assert len(rig.device.table.steps) == 6


def test_the_watchdog_hears_of_the_device_also_while_letters_keep_coming(tmp_path: Path) -> None:
    now, beats = iter(range(1000)), list[int]()
    table = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234")
    journal = Journal(tmp_path / "journal.db")
    device = Device(table, journal, [], clock=lambda: float(next(now)))
    device.begin(anew=True)
    for _ in range(20):
        device.put(Pressed("a"))
    device.stop()
    device.run(lambda: beats.append(1))
    journal.close()
    assert len(beats) >= 10


def test_what_cannot_be_saved_is_not_shown_as_having_happened_and_is_made_up_for_later(rig: Rig) -> None:
    rig.journal.full = True
    answer = rig.device.put(Saw(look(*thrown(FIRST, seed=1))))
    assert rig.face.seen.wait(5)
    assert rig.device.table.steps == ()
    assert rig.device.table.faults == (("disk", "cannot save: make room on the disk"),)
    rig.journal.full = False
    assert len(answer.result(5).steps) == 1
    rig.end()
    assert rig.device.table.faults == ()


def test_a_button_that_cannot_be_carried_out_changes_nothing(rig: Rig) -> None:
    assert rig.device.put(Pressed("c")).result(5).refusal
    assert rig.device.table.steps == ()


def test_the_picture_of_the_oled_that_phones_get_keeps_the_pin_to_itself(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    match = Match.begin(GAMES["shark-attacks"], ("Ana", "Ben"))

    def picture(pin: str, page: int) -> bytes:
        return DeviceBackend(Device(Table(match, pin, page=page), journal, [])).oled()

    assert picture("1234", OledPage.CONNECT) == picture("9876", OledPage.CONNECT) != picture("1234", 0)


def test_a_change_that_was_given_up_is_not_made_later(tmp_path: Path) -> None:
    device = Device(
        Table(Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"dice": 1}), "1234"), Recorder(tmp_path / "j", []), []
    )
    given_up = device.put(Requested(Typed(version=0, items=("die-6",))))
    made = device.put(Requested(Typed(version=0, items=("die-2",))))
    assert given_up.cancel()
    device.stop()
    device.run()
    assert made.result().match.state.scores() == device.table.match.state.scores() == (2, 0)


def test_while_nothing_can_be_saved_looks_wait_and_presses_are_refused(tmp_path: Path) -> None:
    journal = Recorder(tmp_path / "j", [])
    device = Device(Table(Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"dice": 1}), "1234"), journal, [])
    doubtful = look(die("die-6", 40, 40, sure=0.6, other="die-5"))
    journal.full = True
    device.put(Saw(doubtful))
    device.stop()
    device.run()
    presses = [device.put(Pressed("a")) for _ in range(2)]
    device.stop()
    device.run()
    assert all(isinstance(press.exception(), JournalError) for press in presses)
    journal.full = False
    device._tick()
    device.stop()
    device.run()
    assert (device.table.question is None, device.table.match.events) == (False, ())


def test_a_device_that_starts_on_a_full_disk_says_so_and_is_saved_once_there_is_room(tmp_path: Path) -> None:
    order: list[str] = []
    journal = Recorder(tmp_path / "journal.db", order)
    journal.full = True
    device = Device(Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234"), journal, [])
    device.begin(anew=True)
    assert device.table.faults == (("disk", "cannot save: make room on the disk"),)
    device.put(Fault("camera", "gone"))
    device.stop()
    device.run()
    assert "disk" in dict(device.table.faults)  # what saves nothing tells nothing of the disk
    journal.full = False
    device._tick()
    device.stop()
    device.run()
    assert order[0] == "saved 0"
    assert dict(device.table.faults) == {"camera": "gone"}
    journal.close()
