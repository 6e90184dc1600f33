"""What the doctor says of the machine: its card, memory, heat, power, network and clock."""

from __future__ import annotations

import os
import re
from datetime import timedelta
from pathlib import Path

import pytest

from firmware.config import PageConfig
from firmware.doctor.check import Check
from firmware.doctor.machine import Machine, answered, card, clock, examined, heat, memory, network, power
from tests.firmware.doctor.machines import NOW, NOWHERE, bare, machine

MEMINFO = "MemTotal:         {total} kB\nMemFree:    9000 kB\nMemAvailable:     {free} kB\n"


def test_what_a_machine_does_not_tell_is_left_out(tmp_path: Path) -> None:
    assert [check.name for check in examined(bare(), PageConfig(), tmp_path)] == ["network", "clock"]


@pytest.mark.parametrize(("free", "verdict"), [(59_900, "warn"), (61_000, "ok")])
def test_memory_is_judged_by_what_is_to_be_had(free: int, verdict: str, tmp_path: Path) -> None:
    check = memory(machine(tmp_path, {"proc/meminfo": MEMINFO.format(total=470_000, free=free)}, {}))
    assert check is not None
    assert (check.verdict, check.seen) == (verdict, f"{free // 1000} of 470 MB are to be had.")


@pytest.mark.parametrize(("millidegrees", "verdict"), [("74900", "ok"), ("75000", "warn")])
def test_a_hot_processor_needs_air(millidegrees: str, verdict: str, tmp_path: Path) -> None:
    check = heat(machine(tmp_path, {"sys/class/thermal/thermal_zone0/temp": f"{millidegrees}\n"}, {}))
    assert check is not None
    assert check.verdict == verdict


@pytest.mark.parametrize(
    ("bits", "verdict", "seen"),
    [
        ("0x0", "ok", "The voltage was never too low since the start."),
        ("0x50005", "fail", "The voltage is too low just now."),
        ("0x50000", "warn", "The voltage was too low at times since the start."),
        ("0x80008", "warn", "The processor is slowed down for its heat just now."),
        ("0x20000", "warn", "The processor was slowed down for its heat at times since the start."),
        ("0x10004", "warn", "The processor is slowed down for its heat just now."),
    ],
)
def test_too_little_power_and_too_much_heat_are_told_from_what_the_pi_says(
    bits: str, verdict: str, seen: str, tmp_path: Path
) -> None:
    asked = machine(NOWHERE, {}, {"vcgencmd": f"throttled={bits}\n"})
    confined = machine(tmp_path, {"sys/devices/platform/soc/soc:firmware/get_throttled": f"{bits[2:]}\n"}, {})
    for check in (power(asked), power(confined)):
        assert check is not None
        assert (check.verdict, check.seen) == (verdict, seen)


def test_errors_and_age_of_the_card_are_told(tmp_path: Path) -> None:
    well = {"sys/fs/ext4/mmcblk0p2/errors_count": "0\n"}
    assert card(machine(tmp_path, well, {})) == Check("card", "ok", "The system has met no errors on it.")
    broken = card(machine(tmp_path, {**well, "sys/fs/ext4/sda1/errors_count": "3\n"}, {}))
    assert broken is not None
    assert (broken.verdict, broken.seen) == ("fail", "The system has met 3 errors on sda1.")
    worn = card(machine(tmp_path / "worn", {**well, "sys/block/mmcblk0/device/life_time": "0x02 0x09\n"}, {}))
    assert worn is not None
    assert (worn.verdict, worn.seen) == ("warn", "Its storage has used up 90% of its life.")


def test_data_that_a_read_only_system_keeps_in_memory_is_told(tmp_path: Path) -> None:
    root = "overlayroot / overlay rw,lowerdir=/media/root-ro,upperdir=/media/root-rw/overlay 0 0\n"
    own = "/dev/mmcblk0p3 /var/lib/lifeguard ext4 rw,noatime 0 0\n"
    home = Path("/var/lib/lifeguard")
    lost, *_ = examined(machine(tmp_path / "lost", {"proc/mounts": root}, {}), PageConfig(), home)
    assert (lost.name, lost.verdict) == ("card", "fail")
    kept = examined(machine(tmp_path / "kept", {"proc/mounts": own + root}, {}), PageConfig(), home)
    assert "card" not in {check.name for check in kept}


def test_where_phones_find_the_page_is_told() -> None:
    assert network(bare(), PageConfig(port=8081)).seen == "Phones find the page at http://192.168.1.5:8081."
    assert network(machine(NOWHERE, {}, {}, address="127.0.0.1"), PageConfig()).verdict == "warn"
    assert network(bare(), PageConfig(host="127.0.0.1")).verdict == "ok"


def test_a_clock_that_nobody_has_set_or_that_went_back_is_told(tmp_path: Path) -> None:
    files = {"proc/1/comm": "systemd\n"}
    assert clock(bare(), tmp_path) == Check("clock", "ok", "It is 2026-11-24 20:05 UTC.")
    for answer, verdict in (("NTPSynchronized=no\n", "warn"), ("NTPSynchronized=yes\n", "ok"), ("", "ok")):
        assert clock(machine(tmp_path, files, {"timedatectl": answer}), tmp_path).verdict == verdict
    (tmp_path / "journal.db").touch()
    later = (NOW + timedelta(hours=1)).timestamp()
    os.utime(tmp_path / "journal.db", (later, later))
    assert clock(bare(), tmp_path).seen == "It is 2026-11-24 20:05 UTC, earlier than the last game."


def test_every_warning_says_in_one_sentence_what_to_do(tmp_path: Path) -> None:
    ill = machine(
        tmp_path,
        {
            "proc/meminfo": MEMINFO.format(total=470_000, free=100),
            "sys/class/thermal/thermal_zone0/temp": "90000",
            "sys/fs/ext4/sda1/errors_count": "3",
            "proc/1/comm": "systemd",
        },
        {"vcgencmd": "throttled=0x5", "timedatectl": "NTPSynchronized=no\n"},
        address="127.0.0.1",
    )
    checks = list(examined(ill, PageConfig(), tmp_path))
    assert [check.name for check in checks] == ["card", "memory", "heat", "power", "network", "clock"]
    for check in checks:
        assert check.verdict != "ok"
        assert re.fullmatch(r"[A-Z][^.]*\.", check.todo), check.todo


def test_a_program_that_is_not_there_or_fails_says_nothing() -> None:
    assert answered(["no-such-program"]) == ""
    assert answered(["false"]) == ""
    assert answered(["echo", "well"]) == "well\n"


def test_this_machine_can_be_examined(tmp_path: Path) -> None:
    assert {"network", "clock"} <= {check.name for check in examined(Machine(), PageConfig(), tmp_path)}
