"""All phones see each change at once, and a slow one holds up nobody."""

from __future__ import annotations

import json
import socket
import threading
from dataclasses import replace
from random import Random
from typing import Any

from websockets.sync.client import connect

from companion.api import live
from companion.api.live import Live, document, merge_patch


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


def merged(value: Any, patch: Any) -> Any:
    """What a JSON Merge Patch makes of a value: the procedure of RFC 7396, section 2."""
    if not isinstance(patch, dict):
        return patch
    value = dict(value) if isinstance(value, dict) else {}
    for key, part in patch.items():
        if part is None:
            value.pop(key, None)
        else:
            value[key] = merged(value.get(key), part)
    return value


def some_document(random: Random, depth: int = 3) -> dict[str, Any]:
    """A document of few keys, so that two of them have much in common."""
    makers = [
        lambda: random.randrange(3),
        lambda: random.choice(["", "x"]),
        lambda: [None, random.randrange(2)][: random.randrange(3)],
        lambda: some_document(random, depth - 1) if depth else {},
    ]
    return {key: random.choice(makers)() for key in "abcd" if random.random() < 0.7}


def test_a_patch_makes_any_document_into_any_other_and_says_nothing_where_they_are_alike():
    random = Random(1)
    for _ in range(2000):
        before, after = some_document(random), some_document(random)
        assert merged(before, merge_patch(before, after)) == after
        assert merge_patch(after, after) == {}


def test_a_phone_that_asks_for_patches_has_the_whole_page_after_each_of_them(address, phone, desk):
    with connect(f"ws://{address}/api/live?patches=1") as socket:
        message = json.loads(socket.recv(30))
        page = message["page"]
        for number, change in enumerate(("undo", "undo", "redo"), 1):
            phone.post(f"/api/{change}", json={"version": number})
            before, message = message, json.loads(socket.recv(30))
            assert (message["live"], message["from"]) == (1, before["to"])
            page = merged(page, message["patch"])
            assert page == document(desk.page())


def test_a_patch_is_far_smaller_than_the_page(address, phone):
    with connect(f"ws://{address}/api/live?patches=1") as socket:
        whole = len(socket.recv(30))
        phone.post("/api/undo", json={"version": 1})
        assert len(socket.recv(30)) < whole / 2


def test_a_phone_that_was_too_slow_for_patches_gets_the_newest_page_whole(desk, monkeypatch):
    monkeypatch.setattr(live, "LIMITS", replace(live.LIMITS, documents=2))
    pages = Live(desk)
    sent = []
    for number in range(4):
        pages._show(desk.tell())
        sent.append(json.loads(pages._message(number)))
    assert [sorted(message) for message in sent] == [["live", "page", "to"], *[["from", "live", "patch", "to"]] * 3]
    assert "page" in json.loads(pages._message(1))


def test_phones_that_stand_alike_are_sent_the_very_same_text(desk):
    pages = Live(desk)
    pages._show(desk.tell())
    assert pages._message(0) is pages._message(0)
    assert pages._whole() is pages._whole()


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
