"""Whatever is done to the slots, and wherever power is cut: a whole version starts, and the good one stays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from firmware.appliance import slots
from firmware.appliance.disk import VERSION, WHOLE, SlotDisk
from firmware.appliance.slots import NAMES, SlotRefused, Slots

CHANGES: tuple[Callable[[Slots], Slots], ...] = (
    slots.cleared,
    slots.sealed,
    slots.switched,
    slots.kept,
    slots.taken_back,
)


def reachable(start: Slots) -> Iterator[tuple[Slots, Slots, str]]:
    """Every change that may ever come after `start`: the slots before and after it, and its name."""
    found, todo = {start}, [start]
    while todo:
        before = todo.pop()
        for change in CHANGES:
            try:
                after = change(before)
            except SlotRefused:
                continue
            yield before, after, change.__name__
            if after not in found:
                found.add(after)
                todo.append(after)


def test_after_any_changes_a_whole_version_plays_and_the_good_one_is_whole() -> None:
    installed = Slots("a", "a", frozenset("a"))
    seen = list(reachable(installed))
    assert len({after for _, after, _ in seen}) == 6
    for _, after, _ in seen:
        assert after.current in after.whole
        assert after.good in after.whole


def test_what_plays_and_what_is_good_is_never_cleared() -> None:
    for before, after, name in reachable(Slots("a", "a", frozenset("a"))):
        if name == "cleared":
            assert before.whole - after.whole <= {n for n in NAMES if n not in (before.current, before.good)}


def test_a_first_installation_that_is_cut_off_can_be_begun_again() -> None:
    for _, after, _ in reachable(Slots()):
        if not after.proving:
            assert slots.sealed(slots.cleared(after)).whole


def test_nothing_changes_the_slots_while_a_version_proves_itself() -> None:
    proving = Slots("b", "a", frozenset("ab"))
    for change in (slots.cleared, slots.sealed, slots.switched):
        with pytest.raises(SlotRefused, match="still under way"):
            change(proving)


def test_a_slot_that_is_not_whole_is_never_changed_to() -> None:
    with pytest.raises(SlotRefused, match="no other version"):
        slots.switched(Slots("a", "a", frozenset("a")))


def filled(disk: SlotDisk, version: str) -> None:
    slot = disk.clear()
    slot.mkdir(parents=True)
    (slot / VERSION).write_text(version)


def test_the_disk_makes_each_change_as_the_slots_say(tmp_path: Path) -> None:
    disk = SlotDisk(tmp_path)
    assert disk.read() == Slots()
    filled(disk, "1")
    disk.seal()
    assert disk.read() == Slots("", "", frozenset("a"))
    disk.switch()
    disk.keep()
    assert disk.read() == Slots("a", "a", frozenset("a"))
    filled(disk, "2")
    assert disk.read() == Slots("a", "a", frozenset("a"))
    disk.seal()
    disk.switch()
    assert disk.read() == Slots("b", "a", frozenset("ab"))
    assert disk.version(disk.read().current) == "2"
    disk.take_back()
    assert disk.read() == Slots("a", "a", frozenset("ab"))


def test_a_slot_is_not_whole_from_the_first_moment_that_it_is_emptied(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    disk = SlotDisk(tmp_path)
    filled(disk, "1")
    disk.seal()

    def cut(slot: Path) -> None:
        assert not (slot / WHOLE).exists()
        raise KeyboardInterrupt

    monkeypatch.setattr("firmware.appliance.disk.shutil.rmtree", cut)
    with pytest.raises(KeyboardInterrupt):
        disk.clear()
    assert disk.read() == Slots()


def test_what_a_cut_left_of_a_link_is_in_nobodys_way(tmp_path: Path) -> None:
    disk = SlotDisk(tmp_path)
    filled(disk, "1")
    disk.seal()
    (tmp_path / "current.new").symlink_to("b")
    assert disk.read().current == ""
    disk.switch()
    assert disk.read().current == "a"
