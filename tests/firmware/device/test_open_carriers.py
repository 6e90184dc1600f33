"""Carriers as the configuration asks for them; one that lacks something is a fault, and the game goes on."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack, closing
from pathlib import Path
from typing import Any

import pytest
from pydantic import SecretStr

from engines.core import Match
from engines.games import GAMES
from firmware.config import Config, MqttConfig
from firmware.device.loop import Device
from firmware.device.open_carriers import _secret, announcer_of
from firmware.outputs.mqtt.topics import own_name
from firmware.state.table import Table
from firmware.storage.journal import Journal


@pytest.fixture
def device(tmp_path: Path) -> Iterator[Device]:
    with closing(Journal(tmp_path / "journal.db")) as journal:
        device = Device(Table(Match.begin(GAMES["dice-tray"], ("Ana",)), "4711"), journal, [])
        device.begin(anew=True)
        yield device


def faults(config: dict[str, Any], home: Path, device: Device) -> dict[str, str]:
    """What the device says is broken, once carriers were opened and it has run."""
    with ExitStack() as stack:
        announcer_of(Config.model_validate(config), home, device, stack)
        device.stop()
        device.run()
    return dict(device.table.faults)


@pytest.mark.parametrize("key", ["tls", "password_file"])
@pytest.mark.parametrize(("content", "why"), [(None, "no such file"), (b"", ""), (b"\xff\xfe", "")])
def test_a_broker_whose_file_is_of_no_use_is_a_fault_and_keeps_nobody_from_playing(
    tmp_path: Path, device: Device, key: str, content: bytes | None, why: str
) -> None:
    file = tmp_path / "file"
    if content is not None:
        file.write_bytes(content)
    said = faults({"mqtt": {"host": "127.0.0.1", key: file}}, tmp_path, device)
    assert said.keys() == {"mqtt"}
    assert said["mqtt"].startswith(f"No MQTT: {key}: ")
    assert str(file) in said["mqtt"]
    assert why in said["mqtt"]


def test_a_library_that_is_missing_is_a_fault(tmp_path: Path, device: Device, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("firmware.device.open_carriers.find_spec", lambda _: None)
    said = faults({"mqtt": {"host": "127.0.0.1"}}, tmp_path, device)
    assert said == {
        "mqtt": "No MQTT: its library is not installed. In Lifeguard's folder: pip install '.[mqtt]'",
    }


def test_of_several_webhooks_those_without_their_secret_are_faults_by_themselves(
    tmp_path: Path, device: Device
) -> None:
    (tmp_path / "empty").write_text("\nsea shell\n")
    url = "http://127.0.0.1:1/"
    hooks = [{"url": url}, {"url": url, "secret_file": tmp_path / "empty"}, {"url": url, "secret_file": tmp_path}]
    assert faults({"webhooks": hooks}, tmp_path, device) == {
        "webhooks.1": f"No webhook: secret_file: the first line of {tmp_path / 'empty'} is empty",
        "webhooks.2": f"No webhook: secret_file: {tmp_path} cannot be read (is a directory)",
    }


def test_a_secret_is_the_first_line_of_its_file_and_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("sea shell\r\nand more\n")
    assert _secret("password_file", tmp_path / "password", SecretStr("")) == "sea shell"
    plain = MqttConfig.model_validate({"host": "broker", "password": "sea shell"})
    assert _secret("password_file", None, plain.password) == "sea shell"
    assert "sea shell" not in repr(plain)


def test_a_device_has_a_name_of_its_own_that_does_not_give_the_machines_away(tmp_path: Path) -> None:
    machine, other = tmp_path / "machine-id", tmp_path / "other-id"
    machine.write_text("0123456789abcdef0123456789abcdef\n")
    other.write_text("fedcba9876543210fedcba9876543210\n")
    name = own_name(tmp_path / "home", machine)
    assert name == own_name(tmp_path / "home", machine)
    assert len({name, own_name(tmp_path / "home2", machine), own_name(tmp_path / "home", other)}) == 3
    assert name not in machine.read_text()
    assert own_name(tmp_path / "home", tmp_path / "none")
