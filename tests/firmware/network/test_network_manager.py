"""NetworkManager, mocked by python-dbusmock on a D-Bus of its own: our calls go over a real bus to a real server."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from firmware.network.network_manager import HOTSPOT_UUID, NAME, TOP, FoundNetwork, NetworkLost, NetworkManager

MOCK = "org.freedesktop.DBus.Mock"
SYSTEM_PYTHON = "/usr/bin/python3"
"""The mock is a package of the system (Debian: python3-dbusmock)."""


def _mock_there() -> bool:
    if shutil.which("dbus-daemon") is None or not Path(SYSTEM_PYTHON).exists():
        return False
    return subprocess.run([SYSTEM_PYTHON, "-c", "import dbusmock"], capture_output=True).returncode == 0


needs_mock = pytest.mark.skipif(not _mock_there(), reason="needs python3-dbusmock and dbus-daemon (Debian packages)")


class Mock:
    """What there is in the air: devices and networks of the mock."""

    def __init__(self, manager: NetworkManager) -> None:
        self._manager = manager
        self._networks = 0

    def call(self, method: str, signature: str, *body: Any, path: str = TOP) -> Any:
        return self._manager._call(path, MOCK, method, signature, body)

    def wifi(self) -> str:
        return str(self.call("AddWiFiDevice", "ssi", "wlan0", "wlan0", 30))

    def network(self, device: str, ssid: str, strength: int, secret: bool = True) -> None:
        self._networks += 1
        point = (f"ap{self._networks}", ssid, "00:00:00:00:00:01", 2, 2400, 5400, strength, 0x188 if secret else 0)
        self.call("AddAccessPoint", "ssssuuuyu", device, *point)

    def active(self) -> list[str]:
        return sorted(str(active["Id"]) for active in self._manager._active().values())


@pytest.fixture(scope="module")
def bus(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """A D-Bus of its own."""
    command = ["dbus-daemon", "--session", "--nofork", "--print-address=1"]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as daemon:
        assert daemon.stdout is not None
        yield daemon.stdout.readline().strip()
        daemon.terminate()


@pytest.fixture
def manager(bus: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[NetworkManager]:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
    env = os.environ | {"DBUS_SYSTEM_BUS_ADDRESS": bus}
    command = [SYSTEM_PYTHON, "-m", "dbusmock", "--template", "networkmanager"]
    with subprocess.Popen(command, env=env, stdout=subprocess.DEVNULL) as mock:
        manager = NetworkManager()
        until_there(manager)
        yield manager
        manager.close()
        mock.terminate()


def until_there(manager: NetworkManager) -> None:
    for _ in range(500):
        try:
            manager.connected()
        except NetworkLost:
            subprocess.run(["sleep", "0.05"], check=True)
        else:
            return
    pytest.fail("the mock did not start")


@pytest.fixture
def mock(manager: NetworkManager) -> Mock:
    return Mock(manager)


@needs_mock
def test_networks_are_listed_the_strongest_first_each_once(manager: NetworkManager, mock: Mock) -> None:
    device = mock.wifi()
    for ssid, strength, secret in (("Home", 40, True), ("Café", 90, False), ("Home", 70, True)):
        mock.network(device, ssid, strength, secret)
    assert manager.networks() == (FoundNetwork("Café", 90, False), FoundNetwork("Home", 70, True))


@needs_mock
def test_a_network_that_is_joined_is_one_of_the_house_and_the_hotspot_is_none(
    manager: NetworkManager, mock: Mock
) -> None:
    mock.wifi()
    assert (manager.connected(), manager.hotspot()) == (False, False)
    manager.open_hotspot("Lifeguard 4711", "sharks-ahead")
    assert (manager.connected(), manager.hotspot()) == (False, True)
    manager.close_hotspot()
    assert (manager.connected(), manager.hotspot()) == (False, False)
    manager.join("Home", "right")
    assert (manager.connected(), manager.hotspot()) == (True, False)
    manager.forget("Home")
    assert not manager.connected()


@needs_mock
def test_the_hotspot_is_wpa2_and_gives_phones_their_addresses(manager: NetworkManager, mock: Mock) -> None:
    mock.wifi()
    manager.open_hotspot("Lifeguard 4711", "sharks-ahead")
    (path,) = manager._call(f"{TOP}/Settings", f"{NAME}.Settings", "ListConnections")
    settings = manager._call(path, f"{NAME}.Settings.Connection", "GetSettings")
    plain = {section: {key: value for key, (_, value) in parts.items()} for section, parts in settings.items()}
    assert plain["connection"]["uuid"] == HOTSPOT_UUID
    assert plain["connection"]["autoconnect"] is False
    assert bytes(plain["802-11-wireless"]["ssid"]) == b"Lifeguard 4711"
    assert plain["802-11-wireless"]["mode"] == "ap"
    assert plain["802-11-wireless-security"]["key-mgmt"] == "wpa-psk"
    assert plain["802-11-wireless-security"]["proto"] == ["rsn"]
    assert plain["ipv4"]["method"] == "shared"


@needs_mock
def test_joined_or_opened_twice_nothing_is_known_twice(manager: NetworkManager, mock: Mock) -> None:
    mock.wifi()
    for _ in range(2):
        manager.open_hotspot("Lifeguard", "sharks-ahead")
        manager.join("Home", "wrong")
    assert len(manager._call(f"{TOP}/Settings", f"{NAME}.Settings", "ListConnections")) == 2


@needs_mock
def test_an_open_network_needs_no_password(manager: NetworkManager, mock: Mock) -> None:
    mock.wifi()
    manager.join("Café", "")
    (path,) = manager._call(f"{TOP}/Settings", f"{NAME}.Settings", "ListConnections")
    assert "802-11-wireless-security" not in manager._call(path, f"{NAME}.Settings.Connection", "GetSettings")


@needs_mock
def test_without_wifi_it_is_said_what_to_do(manager: NetworkManager) -> None:
    with pytest.raises(NetworkLost, match="no Wi-Fi: plug a network cable in"):
        manager.open_hotspot("Lifeguard", "sharks-ahead")


def test_without_a_bus_it_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere/bus")
    with pytest.raises(NetworkLost, match="no D-Bus"):
        NetworkManager()
