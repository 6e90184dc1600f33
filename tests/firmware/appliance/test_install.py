"""A box is installed, installed again, changed back and removed; what is done is said."""

from __future__ import annotations

import subprocess
import sys
from ast import literal_eval
from pathlib import Path

import pytest

from firmware.appliance.box import CommandFailed
from firmware.appliance.build import EXTRAS
from firmware.appliance.install import change_back, install, remove
from firmware.appliance.release import ReleaseRefused
from firmware.appliance.slots import SlotRefused
from tests.firmware.appliance.boxes import System, laid_out, parts

ROOT = Path(__file__).parents[3]
NEW = ("getent",)
"""On a new system there is neither user nor group."""


@pytest.fixture
def root(tmp_path: Path) -> Path:
    (tmp_path / "root/run/systemd/system").mkdir(parents=True)
    return tmp_path / "root"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return laid_out(tmp_path / "release", parts("0.2.0"))


def on_pi(root: Path) -> None:
    model = root / "proc/device-tree/model"
    model.parent.mkdir(parents=True)
    model.write_bytes(b"Raspberry Pi 5 Model B Rev 1.0\0")


def test_a_new_box_plays_the_version_and_starts_with_the_machine(root: Path, folder: Path) -> None:
    system = System(NEW)
    install(system.box(root), folder)
    slots = system.box(root).slots
    assert slots.read().current == slots.read().good == "a"
    assert slots.version("a") == "0.2.0"
    assert (root / "etc/systemd/system/lifeguard.service").read_text() == "[Unit]\nDescription=0.2.0\n"
    assert system.commands[-3:] == [
        "systemctl daemon-reload",
        "systemctl enable --quiet lifeguard.service",
        "systemctl restart lifeguard.service",
    ]
    for done in ("made the user lifeguard", "made the group gpio", "Lifeguard 0.2.0 is installed"):
        assert done in system.said


def test_nothing_is_fetched_but_from_the_release(root: Path, folder: Path) -> None:
    system = System()
    install(system.box(root), folder)
    (pip,) = (line for line in system.commands if "/pip install" in line)
    assert f"--no-index --ignore-installed --no-cache-dir --find-links {folder}/wheels" in pip
    assert pip.endswith(f"lifeguard[{EXTRAS}]")


def test_installed_again_it_takes_the_other_slot_and_says_only_what_changed(root: Path, folder: Path) -> None:
    install(System(NEW).box(root), folder)
    again = System()
    install(again.box(root), folder)
    assert again.box(root).slots.read().current == "b"
    assert not [said for said in again.said if said.startswith(("made", "wrote"))]
    assert again.said[-1] == "Lifeguard 0.2.0 is installed; 0.2.0 stays beside it"


def test_the_version_before_plays_again_after_a_rollback(root: Path, folder: Path, tmp_path: Path) -> None:
    install(System().box(root), folder)
    install(System().box(root), laid_out(tmp_path / "newer", parts("0.3.0")))
    system = System()
    change_back(system.box(root))
    assert system.said[-1] == "Lifeguard 0.2.0 plays again"
    assert "Description=0.2.0" in (root / "etc/systemd/system/lifeguard.service").read_text()


def test_without_a_version_before_there_is_no_rollback(root: Path, folder: Path) -> None:
    install(System().box(root), folder)
    with pytest.raises(SlotRefused, match="no other version"):
        change_back(System().box(root))


def test_an_installation_that_fails_leaves_what_played(root: Path, folder: Path, tmp_path: Path) -> None:
    install(System().box(root), folder)
    broken = System(failing=(str(root / "opt/lifeguard/b/bin/python"),))
    with pytest.raises(CommandFailed):
        install(broken.box(root), laid_out(tmp_path / "newer", parts("0.3.0")))
    slots = broken.box(root).slots.read()
    assert (slots.current, slots.good, slots.whole) == ("a", "a", frozenset("a"))
    assert not [command for command in broken.commands if command.startswith("systemctl")]


def test_a_damaged_release_changes_nothing(root: Path, folder: Path) -> None:
    (folder / "setup").write_bytes(b"#!/bin/sh\nrm -rf /\n")
    system = System()
    with pytest.raises(ReleaseRefused):
        install(system.box(root), folder)
    assert system.commands == []


def test_what_lies_about_of_a_version_before_the_slots_is_tidied_away(root: Path, folder: Path) -> None:
    (root / "opt/lifeguard/.venv/bin").mkdir(parents=True)
    (root / "opt/lifeguard/pyproject.toml").touch()
    install(System().box(root), folder)
    assert {file.name for file in (root / "opt/lifeguard").iterdir()} == {"a", "current", "good"}


def test_on_a_raspberry_pi_what_drives_its_parts_is_installed_and_i2c_switched_on(root: Path, folder: Path) -> None:
    on_pi(root)
    system = System(failing=("dpkg --status python3-lgpio",), saying={"raspi-config nonint get_i2c": "1\n"})
    install(system.box(root), folder)
    assert [line for line in system.commands if line.startswith("apt-get")] == [
        "apt-get update --quiet",
        "apt-get install --yes --quiet --no-install-recommends python3-lgpio",
    ]
    assert "raspi-config nonint do_i2c 0" in system.commands
    assert {"installed python3-lgpio", "switched I2C on"} <= set(system.said)


def test_without_a_network_the_rest_is_installed_and_what_is_missing_said(root: Path, folder: Path) -> None:
    on_pi(root)
    system = System(failing=("dpkg", "apt-get", "raspi-config"))
    install(system.box(root), folder)
    (missing,) = (said for said in system.said if said.startswith("NOT done"))
    assert missing.endswith("Connect the box to a network, then give this command again")
    assert system.box(root).slots.read().current == "a"


def test_where_networkmanager_and_avahi_are_the_box_looks_after_the_network_and_is_found(
    root: Path, folder: Path
) -> None:
    for reader in ("NetworkManager", "polkit-1"):
        (root / "etc" / reader).mkdir(parents=True)
    install(System().box(root), folder)
    assert {str(file.relative_to(root)) for file in (root / "etc").rglob("*lifeguard.[rc]*")} == {
        "etc/polkit-1/rules.d/50-lifeguard.rules",
        "etc/NetworkManager/dnsmasq-shared.d/lifeguard.conf",
    }
    remove(System().box(root))
    assert not [file for file in (root / "etc").rglob("*") if file.is_file()]


def test_removed_only_the_data_is_left(root: Path, folder: Path) -> None:
    install(System().box(root), folder)
    data = root / "var/lib/lifeguard/journal.db"
    data.parent.mkdir(parents=True)
    data.write_bytes(b"every match")
    system = System()
    remove(system.box(root))
    assert [file for file in sorted(root.rglob("*")) if file.is_file() or file.is_symlink()] == [data]
    assert "systemctl stop lifeguard.service" in system.commands
    assert system.said[-1].startswith(f"kept all data in {data.parent}")
    remove(System().box(root))


def test_the_set_up_runs_on_a_python_without_any_library() -> None:
    code = (
        "import sys; import firmware.appliance.__main__\n"
        "print({name.partition('.')[0] for name in sys.modules} - set(sys.stdlib_module_names))"
    )
    done = subprocess.run(
        [sys.executable, "-S", "-c", code], capture_output=True, text=True, cwd=ROOT, check=True, timeout=30
    )
    assert literal_eval(done.stdout) <= {"firmware", "engines", "__main__"}


def test_the_script_of_a_release_is_sound_and_says_who_may_run_it(tmp_path: Path) -> None:
    script = ROOT / "scripts/release/setup"
    assert subprocess.run(["sh", "-n", str(script)], timeout=10).returncode == 0
    assert subprocess.run(["sh", "-n", str(ROOT / "scripts/release/try-release")], timeout=10).returncode == 0
    code = "import os, sys; os.geteuid = lambda: 1000; sys.argv = ['lifeguard-setup', 'remove']\n"
    run = f"{code}from firmware.appliance.__main__ import main; main()"
    done = subprocess.run([sys.executable, "-c", run], capture_output=True, text=True, cwd=ROOT, timeout=30)
    assert (done.returncode, done.stderr) == (1, "lifeguard-setup: run it with sudo\n")
