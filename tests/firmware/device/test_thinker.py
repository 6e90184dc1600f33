"""While the referee thinks the device goes on; a thought founded on what is no more is thought anew."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from sys import getswitchinterval, setswitchinterval
from threading import Event, Thread

import pytest

from companion.api.models import Typed
from engines.core import Match
from engines.games import GAMES
from firmware.device import thinker
from firmware.device.loop import STUMBLED, Device
from firmware.state.table import Table
from firmware.storage.journal import Journal
from firmware.update.handle import handle
from firmware.update.inputs import Forget, Input, Pressed, Requested, Saw
from tests.firmware.looks import die, look


class SlowReferee:
    """Thinks about a look until it may go on; remembers on what its thoughts were founded."""

    def __init__(self) -> None:
        self.begun, self.may_go_on = Event(), Event()
        self.founded_on: list[tuple[Input, Table]] = []
        self.breaks = False

    def think(self, table: Table, given: Input) -> Table:
        self.founded_on.append((given, table))
        self.begun.set()
        assert self.may_go_on.wait(10)
        if self.breaks:
            raise ValueError("a thought went wrong")
        return handle(table, given)


class ThinkingDevice:
    """A device on its own thread, whose referee is slow."""

    def __init__(self, path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.referee = SlowReferee()
        monkeypatch.setattr(thinker, "handle", self.referee.think)
        self.journal = Journal(path / "journal.db")
        match = Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"dice": 1})
        self.device = Device(Table(match, "1234"), self.journal, [])
        self.device.begin(anew=True)
        self.beats, self.beaten = 0, Event()
        self.thread = Thread(target=self.device.run, args=(self.beat,))
        self.thread.start()

    def beat(self) -> None:
        self.beats += 1
        self.beaten.set()

    def end(self) -> None:
        self.referee.may_go_on.set()
        self.device.stop()
        self.thread.join(timeout=10)
        assert not self.thread.is_alive()


@pytest.fixture
def rig(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[ThinkingDevice]:
    rig = ThinkingDevice(tmp_path, monkeypatch)
    yield rig
    rig.end()
    rig.journal.close()


SIX = Saw(look(die("die-6", 40, 40)))
TWO = Saw(look(die("die-2", 90, 90)))


def test_a_press_is_answered_while_a_thought_lasts(rig: ThinkingDevice) -> None:
    thought = rig.device.put(SIX)
    assert rig.referee.begun.wait(5)
    assert rig.device.put(Pressed("a", "double")).result(5).version == rig.device.table.version
    assert not thought.done()


def test_the_watchdog_hears_of_the_device_while_a_thought_lasts(rig: ThinkingDevice) -> None:
    thought = rig.device.put(SIX)
    assert rig.referee.begun.wait(5)
    rig.beaten.clear()
    assert rig.beaten.wait(5)
    assert not thought.done()


def test_a_thought_holds_the_interpreter_for_a_moment_only(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A press that is saved meanwhile waits for the interpreter some seven times."""
    before = getswitchinterval()
    setswitchinterval(0.005)
    try:
        rig = ThinkingDevice(tmp_path, monkeypatch)
        assert rig.beaten.wait(5)
        assert getswitchinterval() == pytest.approx(thinker.HELD_S)
        rig.end()
        rig.journal.close()
    finally:
        setswitchinterval(before)


def test_where_nothing_changed_meanwhile_a_look_is_thought_about_once(rig: ThinkingDevice) -> None:
    thought = rig.device.put(SIX)
    assert rig.referee.begun.wait(5)
    rig.referee.may_go_on.set()
    assert [str(event) for event in thought.result(5).match.events] == ["throw: die-6"]
    assert len(rig.referee.founded_on) == 1


def test_a_look_is_thought_about_anew_where_the_table_changed_meanwhile(rig: ThinkingDevice) -> None:
    thought = rig.device.put(SIX)
    assert rig.referee.begun.wait(5)
    entered = rig.device.put(Requested(Typed(version=0, items=("die-6",)))).result(5)
    rig.referee.may_go_on.set()
    after = thought.result(5)
    assert [table.match for _, table in rig.referee.founded_on] == [rig.device.table.match.upto(0), entered.match]
    assert after.match == handle(entered, SIX).match != entered.match


def test_looks_are_thought_about_in_their_order_each_on_the_table_after_the_one_before(rig: ThinkingDevice) -> None:
    rig.referee.may_go_on.set()
    thoughts = [rig.device.put(given) for given in (SIX, Forget(), TWO)]
    assert len(thoughts[-1].result(5).match.events) == 2
    assert [given for given, _ in rig.referee.founded_on] == [SIX, Forget(), TWO]
    assert len(thoughts[0].result(5).match.events) == 1


def test_a_stop_waits_for_the_thought_and_keeps_what_came_of_it(rig: ThinkingDevice) -> None:
    rig.device.put(SIX)
    assert rig.referee.begun.wait(5)
    rig.end()
    saved = rig.journal.load()
    assert saved is not None
    assert [str(event) for event in saved.match.events] == ["throw: die-6"]


def test_a_thought_that_goes_wrong_is_said_and_the_device_goes_on(rig: ThinkingDevice) -> None:
    rig.referee.breaks = True
    rig.referee.may_go_on.set()
    with pytest.raises(ValueError, match="went wrong"):
        rig.device.put(SIX).result(5)
    assert rig.device.put(Pressed("a")).result(5).faults == (("referee", STUMBLED),)
    rig.referee.breaks = False
    assert len(rig.device.put(SIX).result(5).match.events) == 1
    assert rig.device.put(Pressed("a")).result(5).faults == ()
