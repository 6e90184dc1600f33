"""All phones see each change at once, and a slow one holds up nobody."""

from __future__ import annotations

import json
import socket
import threading

from websockets.sync.client import connect


def test_several_phones_get_the_present_page_and_then_each_change(address, phone, desk):
    with connect(f"ws://{address}/api/live") as one, connect(f"ws://{address}/api/live") as two:
        assert [json.loads(p.recv(30))["version"] for p in (one, two)] == [1, 1]
        phone.post("/api/undo", json={"version": 1})
        pages = [json.loads(p.recv(30)) for p in (one, two)]
        assert pages == [desk.page().model_dump(mode="json")] * 2


def test_a_phone_that_comes_back_gets_the_page_as_it_is_now(address, desk):
    with connect(f"ws://{address}/api/live") as phone:
        phone.recv(30)
    desk.tell()
    with connect(f"ws://{address}/api/live") as phone:
        assert json.loads(phone.recv(30))["version"] == 2


def test_changes_told_from_many_threads_end_with_the_newest_page(address, desk):
    with connect(f"ws://{address}/api/live") as phone:
        threads = [threading.Thread(target=desk.tell) for _ in range(50)]
        for thread in threads:
            thread.start()
        version = 0
        while version < 51:
            newer = json.loads(phone.recv(30))["version"]
            assert newer > version
            version = newer


def test_what_a_phone_says_on_the_socket_changes_nothing(address, desk):
    with connect(f"ws://{address}/api/live") as phone:
        phone.recv(30)
        phone.send('{"undo": true}')
        phone.send(b"\x00")
        desk.tell()
        assert json.loads(phone.recv(30))["version"] == 2


def test_a_phone_that_reads_nothing_holds_up_nobody_and_skips_pages(address, desk):
    desk.faults = tuple(f"{number} " + "x" * 1000 for number in range(1000))
    slow = _deaf(address)
    with connect(f"ws://{address}/api/live", max_size=None) as quick:
        assert json.loads(quick.recv(30))["version"] == 1
        for version in range(2, 22):
            desk.tell()
            assert json.loads(quick.recv(30))["version"] == version
    slow.close()


def _deaf(address: str) -> socket.socket:
    """A phone that opens the socket and then never reads: its buffers fill up after a page or two."""
    host, port = address.split(":")
    line = socket.create_connection((host, int(port)))
    line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    key = "dGhlIHNhbXBsZSBub25jZQ=="
    line.sendall(
        f"GET /api/live HTTP/1.1\r\nHost: {address}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        f"Sec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode()
    )
    assert b"101" in line.recv(64)
    return line


def test_the_server_stops_listening_to_the_desk_when_it_ends(serve, desk):
    with serve() as address, connect(f"ws://{address}/api/live") as phone:
        phone.recv(30)
        assert len(desk.listeners) == 1
    assert desk.listeners == []
