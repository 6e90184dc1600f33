"""The name of the box: hostnamed and Avahi, mocked by python-dbusmock on a D-Bus of its own."""

from __future__ import annotations

import os
import subprocess
from collections.abc import Iterator
from contextlib import ExitStack

import pytest

from firmware.network import host_name
from firmware.network.dbus import BusLost, SystemBus
from firmware.network.host_name import HostName, NameRefused
from tests.firmware.network.test_network_manager import SYSTEM_PYTHON, bus, needs_mock

__all__ = ["bus"]
MOCK = "org.freedesktop.DBus.Mock"
HOSTNAMED = (host_name.HOSTNAMED, host_name.HOSTNAMED_PATH, host_name.HOSTNAMED)
AVAHI = (host_name.AVAHI, host_name.AVAHI_PATH, host_name.AVAHI_SERVER)
KEEPS = 'self.UpdateProperties("org.freedesktop.hostname1", {{"{}": args[0]}})'
REFUSES = 'raise dbus.exceptions.DBusException("not allowed", name="org.freedesktop.DBus.Error.AccessDenied")'


class Services:
    """The services of a system, as they are called and what they do."""

    def __init__(self, stack: ExitStack) -> None:
        for service in (HOSTNAMED, AVAHI):
            command = [SYSTEM_PYTHON, "-m", "dbusmock", "--system", *service]
            stack.callback(stack.enter_context(subprocess.Popen(command, env=os.environ.copy())).terminate)
        self.bus = SystemBus()
        stack.callback(self.bus.close)
        for service in (HOSTNAMED, AVAHI):
            self.wait_for(service)
        self.mock(HOSTNAMED, "AddProperties", "sa{sv}", host_name.HOSTNAMED, {"Hostname": ("s", "raspberrypi")})
        self.does(HOSTNAMED, "SetStaticHostname", "sb", "")
        self.does(HOSTNAMED, "SetHostname", "sb", KEEPS.format("Hostname"))
        self.does(AVAHI, "SetHostName", "s", "")

    def mock(self, service: tuple[str, str, str], method: str, signature: str, *body: object) -> object:
        return self.bus.call(service[0], service[1], MOCK, method, signature, body)

    def does(self, service: tuple[str, str, str], method: str, takes: str, code: str) -> None:
        self.mock(service, "AddMethod", "sssss", service[2], method, takes, "", code)

    def calls(self, service: tuple[str, str, str]) -> list[tuple[str, object]]:
        done = self.mock(service, "GetCalls", "")
        return [(method, body[0][1]) for _, method, body in done if method.startswith("Set")]

    def wait_for(self, service: tuple[str, str, str]) -> None:
        for _ in range(500):
            try:
                self.mock(service, "GetCalls", "")
                return
            except BusLost:
                subprocess.run(["sleep", "0.05"], check=True)
        pytest.fail("the mock did not start")


@pytest.fixture
def services(bus: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Services]:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", bus)
    with ExitStack() as stack:
        yield Services(stack)


@needs_mock
def test_another_name_is_kept_by_the_system_and_told_to_phones_at_once(services: Services) -> None:
    host = HostName()
    host.look()
    assert host.name == "raspberrypi"
    assert host.change("seaside") == ""
    assert services.calls(HOSTNAMED) == [("SetStaticHostname", "seaside"), ("SetHostname", "seaside")]
    assert services.calls(AVAHI) == [("SetHostName", "seaside")]
    host.name = ""
    host.look()
    assert host.name == "seaside"


@needs_mock
def test_where_avahi_does_not_listen_it_is_said_when_the_name_counts(services: Services) -> None:
    services.does(AVAHI, "SetHostName", "s", REFUSES)
    host = HostName()
    assert (host.change("seaside"), host.name) == (host_name.LATER, "seaside")


@needs_mock
def test_a_system_that_refuses_keeps_its_name_and_it_is_said_what_to_do(services: Services) -> None:
    services.does(HOSTNAMED, "SetStaticHostname", "sb", REFUSES)
    host = HostName()
    host.look()
    with pytest.raises(NameRefused, match=r"not allowed.*sudo hostnamectl set-hostname"):
        host.change("seaside")
    assert (host.name, services.calls(AVAHI)) == ("raspberrypi", [])


def test_without_a_bus_the_name_stays_unknown_and_cannot_be_changed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DBUS_SYSTEM_BUS_ADDRESS", "unix:path=/nowhere")
    host = HostName()
    host.look()
    assert host.name == ""
    with pytest.raises(NameRefused, match="no D-Bus"):
        host.change("seaside")
