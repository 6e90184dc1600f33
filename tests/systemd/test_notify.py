"""What systemd hears from us, on a real socket."""

from __future__ import annotations

import socket

import pytest

from firmware.device import systemd as notify


@pytest.fixture(params=["path", "abstract"])
def systemd(request, tmp_path):
    """A listening socket and the environment that names it."""
    listener = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
    name = str(tmp_path / "notify") if request.param == "path" else f"@lifeguard-{tmp_path.name}"
    listener.bind(name.replace("@", "\0", 1) if name.startswith("@") else name)
    listener.settimeout(2)
    yield listener, {"NOTIFY_SOCKET": name}
    listener.close()


def test_ready_alive_and_stopping_are_one_message_each(systemd):
    listener, environment = systemd
    assert notify.ready("Shark Attacks! with Ana and Ben", environment)
    assert notify.alive(environment)
    assert notify.stopping(environment)
    assert [listener.recv(200) for _ in range(3)] == [
        b"READY=1\nSTATUS=Shark Attacks! with Ana and Ben",
        b"WATCHDOG=1",
        b"STOPPING=1",
    ]


def test_without_systemd_nothing_is_sent_and_nothing_raised(tmp_path):
    assert not notify.ready("x", {})
    assert not notify.alive({"NOTIFY_SOCKET": str(tmp_path / "nobody")})
