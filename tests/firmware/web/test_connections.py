"""A bored guest takes neither the memory nor the time of the device: what is too much, too slow or too many ends."""

from __future__ import annotations

import json
import socket
import struct
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from companion.api import live
from firmware.config import PageConfig
from firmware.web import connections
from firmware.web.server import Web
from tests.firmware.web.quiet_app import quiet

GUEST = ("127.0.0.7", 0)
"""Another address than the device's own."""


@pytest.fixture
def address() -> Iterator[str]:
    web = Web(PageConfig(port=0, host="127.0.0.1"))
    web.serve(quiet())
    yield web.address.removeprefix("http://")
    web.close()


def limited(monkeypatch: pytest.MonkeyPatch, module: Any, **limits: Any) -> None:
    monkeypatch.setattr(module, "LIMITS", replace(module.LIMITS, **limits))


def line(address: str, source: tuple[str, int] | None = None) -> socket.socket:
    host, port = address.split(":")
    return socket.create_connection((host, int(port)), timeout=30, source_address=source)


def answer(connection: socket.socket) -> tuple[int, dict[str, Any]]:
    """The status and the JSON of what comes until the other side closes."""
    said = b""
    while more := connection.recv(65536):
        said += more
    head, _, body = said.partition(b"\r\n\r\n")
    return int(head.split()[1]), json.loads(body)


def frame(data: bytes, head: int = 0x81, claims: int | None = None) -> bytes:
    """A masked frame of a client, that maybe `claims` another length."""
    size = len(data) if claims is None else claims
    length = struct.pack("!B", 0x80 | size) if size < 126 else struct.pack("!BQ", 0xFF, size)
    return bytes([head]) + length + bytes(4) + data


def raw_socket(address: str, more: str = "") -> socket.socket:
    """A socket whose frames can be written by hand, after the handshake and the first page."""
    connection = line(address)
    connection.sendall(
        f"GET /api/live HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{more}"
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    said = b""
    while b"}" not in said:
        said += connection.recv(4096)
    assert b" 101 " in said
    assert b"permessage-deflate" not in said
    return connection


def close_code(connection: socket.socket) -> int:
    """The code of the close frame that comes."""
    said = b""
    while more := connection.recv(4096):
        said += more
    assert said[0] == 0x88
    return int(struct.unpack("!H", said[2:4])[0])


def test_a_message_of_more_than_a_kilobyte_closes_the_socket(address):
    with raw_socket(address) as guest:
        guest.sendall(frame(b"x" * 1025))
        assert close_code(guest) == 1009


def test_a_message_that_only_claims_to_be_long_closes_the_socket_before_it_is_there(address):
    with raw_socket(address) as guest:
        guest.sendall(frame(b"", claims=16 * 1024 * 1024))
        assert close_code(guest) == 1009


def test_a_message_in_many_pieces_counts_as_one(address):
    with raw_socket(address) as guest:
        guest.sendall(frame(b"x" * 600, 0x01) + frame(b"x" * 600, 0x00))
        assert close_code(guest) == 1009


def test_no_compression_is_agreed_on_and_a_compressed_message_closes_the_socket(address):
    with raw_socket(address, "Sec-WebSocket-Extensions: permessage-deflate\r\n") as guest:
        guest.sendall(frame(b"x", 0xC1))
        assert close_code(guest) == 1002


@pytest.mark.parametrize("head", [0x81, 0x89, 0x8A, 0x01])
def test_a_flood_of_tiny_frames_closes_the_socket_whatever_they_are(address, head):
    with raw_socket(address) as guest:
        guest.sendall(frame(b"x", head) + frame(b"x", 0x00 if head == 1 else head) * 5000)
        assert any(code in _codes(guest) for code in (1008, 1002))


def _codes(connection: socket.socket) -> set[int]:
    """The code at the end of all that comes; answers to pings may come before it."""
    said = b""
    try:
        while more := connection.recv(65536):
            said += more
    except ConnectionResetError:  # it still held what was not read
        pass
    at = said.rindex(b"\x88")
    return {int(struct.unpack("!H", said[at + 2 : at + 4])[0])}


def test_a_phone_that_talks_is_sent_away_and_one_that_says_little_stays(address):
    with connect(f"ws://{address}/api/live") as phone:
        phone.recv(30)
        for _ in range(8):
            phone.send("still here")
        phone.ping().wait(30)
        phone.send("still here")
        with pytest.raises(ConnectionClosed) as closed:
            phone.recv(30)
    assert closed.value.rcvd.code == 1008


def test_one_phone_too_many_is_told_to_try_later(address, monkeypatch):
    limited(monkeypatch, live, phones=1)
    with connect(f"ws://{address}/api/live") as first:
        first.recv(30)
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{address}/api/live"):
            pass
    assert refused.value.response.status_code == 503
    assert json.loads(refused.value.response.body) == {"error": "1 phones look on already: try again later", "rule": ""}


def test_an_address_has_its_share_of_sockets_and_takes_none_from_others(address, monkeypatch):
    limited(monkeypatch, live, phones_an_address=1)
    with connect(f"ws://{address}/api/live", source_address=GUEST) as first:
        first.recv(30)
        with pytest.raises(InvalidStatus) as refused, connect(f"ws://{address}/api/live", source_address=GUEST):
            pass
        with connect(f"ws://{address}/api/live", source_address=("127.0.0.8", 0)) as other:
            other.recv(30)
    assert refused.value.response.status_code == 429


def test_an_address_has_its_share_of_connections_and_takes_none_from_others(address, monkeypatch):
    limited(monkeypatch, connections, connections_an_address=2)
    with line(address, GUEST), line(address, GUEST), line(address, GUEST) as third:
        assert answer(third)[0] == 429
        with line(address, ("127.0.0.8", 0)) as other:
            other.sendall(f"GET /api/health HTTP/1.0\r\nHost: {address}\r\n\r\n".encode())
            assert answer(other)[0] == 200


def test_one_connection_too_many_is_told_to_try_later(address, monkeypatch):
    limited(monkeypatch, connections, connections=1)
    with line(address), line(address) as second:
        assert answer(second) == (503, {"error": "Too many are connected to this device: try again later", "rule": ""})


@pytest.mark.parametrize(
    "begun",
    ["", "GET / HTTP/1.1\r\nHost: ", "POST /api/undo HTTP/1.1\r\nHost: {0}\r\nContent-Length: 9\r\n\r\n{{",
     "GET /api/health HTTP/1.1\r\nHost: {0}\r\n\r\nGET /"],
)  # fmt: skip
def test_a_request_that_does_not_come_to_its_end_is_ended(address, monkeypatch, begun):
    limited(monkeypatch, connections, request_s=0.05)
    with line(address) as slow:
        slow.sendall(begun.format(address).encode())
        said = b""
        while more := slow.recv(4096):
            said += more
        assert b"HTTP/1.1 408 Request Timeout" in said


def test_headers_without_an_end_are_refused(address):
    with line(address) as guest:
        guest.sendall(f"GET / HTTP/1.1\r\nHost: {address}\r\nX: ".encode() + b"x" * 17000)
        assert guest.recv(4096).startswith(b"HTTP/1.1 400 ")
