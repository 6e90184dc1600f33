"""The web server: where it says that it can be found, and what it says when it cannot be."""

from __future__ import annotations

import socket
from typing import Any
from urllib.request import urlopen

import pytest

from firmware.config import ConfigError, PageConfig
from firmware.web.server import Web


async def app(scope: Any, receive: Any, send: Any) -> None:
    """Answers everything with nothing."""
    if scope["type"] == "http":
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body"})


def test_the_address_that_is_said_is_one_that_answers() -> None:
    web = Web(PageConfig(port=0, host="127.0.0.1"))
    web.serve(app)
    try:
        assert web.address.startswith("http://127.0.0.1:")
        with urlopen(web.address) as answer:
            assert answer.status == 204
    finally:
        web.close()


def test_a_port_that_is_taken_is_said_in_a_few_words() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        with pytest.raises(ConfigError) as refused:
            Web(PageConfig(port=port, host="127.0.0.1"))
    assert str(refused.value) == f"port {port} on 127.0.0.1 cannot be had (address already in use): give another --port"


def test_a_host_that_is_none_is_said_too() -> None:
    with pytest.raises(ConfigError, match="on no such host cannot be had"):
        Web(PageConfig(port=0, host="no such host"))
