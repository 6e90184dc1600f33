"""Carriers as the configuration asks for them; what does not fit is said in one line before anything is played."""

from __future__ import annotations

from contextlib import ExitStack
from pathlib import Path

import pytest
from pydantic import SecretStr

from engines.core import Match
from engines.games import GAMES
from firmware.config import Config, ConfigError, MqttConfig
from firmware.device.loop import Device
from firmware.device.open_carriers import _secret, announcer_of
from firmware.outputs.mqtt.topics import own_name
from firmware.state.table import Table
from firmware.storage.journal import NoJournal


@pytest.mark.parametrize("key", ["tls", "password_file"])
def test_a_file_that_cannot_be_read_is_said_before_anything_is_played(tmp_path: Path, key: str) -> None:
    table = Table(Match.begin(GAMES["dice-tray"], ("Ana",)), "4711")
    device = Device(table, NoJournal(tmp_path / "journal.db", "a test"), [])
    settings = MqttConfig.model_validate({"host": "127.0.0.1", key: tmp_path / "none"})
    with ExitStack() as stack, pytest.raises(ConfigError, match=rf"mqtt\.{key}.*none"):
        announcer_of(Config(mqtt=settings), tmp_path, device, stack)


def test_a_secret_is_the_first_line_of_its_file_and_is_never_shown(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("sea shell\r\nand more\n")
    assert _secret("mqtt.password_file", tmp_path / "password", SecretStr("")) == "sea shell"
    plain = MqttConfig.model_validate({"host": "broker", "password": "sea shell"})
    assert _secret("mqtt.password_file", None, plain.password) == "sea shell"
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
