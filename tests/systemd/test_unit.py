"""The unit, judged by systemd itself."""

from __future__ import annotations

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from firmware.appliance.update import HEALTH, NEWS, WANTED

ROOT = Path(__file__).parents[2]
UNIT = ROOT / "systemd" / "lifeguard.service"
UPDATE = (ROOT / "systemd" / "lifeguard-update.service", ROOT / "systemd" / "lifeguard-update.path")
ANALYZE = shutil.which("systemd-analyze")

needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed (Debian: systemd)")

BASIC = ("sysinit.target", "basic.target", "shutdown.target", "multi-user.target", "network.target", "system.slice")
"""Units of the system that ours leans on; empty ones will do."""


@pytest.fixture
def system(tmp_path):
    """A small system's files with our unit, and a program where the unit expects it."""
    units = tmp_path / "etc" / "systemd" / "system"
    units.mkdir(parents=True)
    for name in BASIC:
        (units / name).write_text(f"[Unit]\nDescription={name}\n")
    for unit in (UNIT, *UPDATE):
        (units / unit.name).write_text(unit.read_text())
    for path in ("opt/lifeguard/current/bin/lifeguard", "opt/lifeguard/good/bin/lifeguard-setup"):
        program = tmp_path / path
        program.parent.mkdir(parents=True)
        program.write_text("#!/bin/sh\n")
        program.chmod(0o755)
    return tmp_path


def verify(system: Path, unit: str = UNIT.name) -> tuple[int, str]:
    """How systemd-analyze ends, and all it says: for a misspelt key it only prints a line."""
    ran = subprocess.run(
        [ANALYZE, "verify", f"--root={system}", "--man=no", unit], capture_output=True, text=True, timeout=60
    )
    return ran.returncode, ran.stdout + ran.stderr


@needs_systemd
@pytest.mark.parametrize("unit", [UNIT, *UPDATE], ids=lambda unit: unit.name)
def test_systemd_has_nothing_to_say_against_the_unit(system, unit):
    assert verify(system, unit.name) == (0, "")


@needs_systemd
def test_this_check_notices_a_misspelt_key(system):
    unit = system / "etc" / "systemd" / "system" / UNIT.name
    unit.write_text(unit.read_text().replace("WatchdogSec=", "WatchdogSecs="))
    assert "'WatchdogSecs'" in verify(system)[1]


@needs_systemd
def test_this_check_notices_a_missing_program(system):
    shutil.rmtree(system / "opt")
    assert verify(system)[0] == 1


@needs_systemd
def test_the_unit_is_well_confined():
    ran = subprocess.run(
        [ANALYZE, "security", "--offline=yes", "--threshold=20", "--no-pager", str(UNIT)],
        capture_output=True,
        text=True,
        timeout=60,
    )
    assert ran.returncode == 0, ran.stdout


def values(key: str) -> list[str]:
    return re.findall(rf"^{key}=(.*)$", UNIT.read_text(), re.MULTILINE)


def test_the_devices_of_the_panel_and_the_camera_are_allowed():
    allowed = {value.split()[0] for value in values("DeviceAllow")}
    assert allowed == {f"char-{name}" for name in ("gpiochip", "i2c", "spi", "video4linux", "media", "dma_heap")}
    assert set(values("SupplementaryGroups")[0].split()) == {"gpio", "i2c", "spi", "video", "netdev", "systemd-journal"}


def test_what_lgpio_and_the_journal_write_lands_in_the_state_directory():
    assert values("StateDirectory") == ["lifeguard"]
    assert values("WorkingDirectory") == ["/var/lib/lifeguard"]
    assert "LIFEGUARD_HOME=/var/lib/lifeguard" in values("Environment")
    assert "GPIOZERO_PIN_FACTORY=lgpio" in values("Environment")


def test_the_real_parts_are_used_unless_other_options_are_given():
    assert values("ExecStart") == ["/opt/lifeguard/current/bin/lifeguard run $LIFEGUARD_OPTIONS"]
    assert '"LIFEGUARD_OPTIONS=--panel real --camera pi"' in values("Environment")
    assert values("EnvironmentFile") == ["-/etc/default/lifeguard"]


def test_it_talks_to_systemd_and_is_watched():
    assert values("Type") == ["notify"]
    assert 3 <= int(values("WatchdogSec")[0]) <= 60  # the device's beat comes once a second


def test_an_update_and_the_device_mean_the_same_files():
    assert f"LIFEGUARD_HEALTH=/run/{HEALTH}" in values("Environment")
    assert f"LIFEGUARD_NEWS=/run/{NEWS}" in values("Environment")
    assert values("RuntimeDirectory") == [str(Path(HEALTH).parent)]
    assert f"PathExists=/var/lib/lifeguard/{WANTED}\n" in UPDATE[1].read_text()


def test_the_version_that_is_known_to_be_well_ends_an_update():
    assert "ExecStart=/opt/lifeguard/good/bin/lifeguard-setup watch\n" in UPDATE[0].read_text()
