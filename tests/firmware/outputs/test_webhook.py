"""Events posted to an address on the web: in their order, signed, tried again within bounds, never in the way."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Condition, Thread
from time import monotonic
from typing import Any

import pytest

from firmware.outputs.announcer import News
from firmware.outputs.webhook import Webhook, WebhookLimits

PATIENCE_S = 60.0
QUICK = WebhookLimits(pauses_s=(0.01, 0.01, 0.01, 0.01), answer_s=5.0)


class Receiver(ThreadingHTTPServer):
    """Keeps what is posted, and answers as `answers` says, one after the other; then 204."""

    daemon_threads = True

    def __init__(self, *answers: int) -> None:
        super().__init__(("127.0.0.1", 0), Post)
        self.answers = list(answers)
        self.came: list[tuple[str, dict[str, str], bytes]] = []
        self.news = Condition()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}/hook"

    def until(self, holds: Callable[[], bool]) -> None:
        with self.news:
            assert self.news.wait_for(holds, PATIENCE_S), self.came

    @property
    def numbers(self) -> list[int]:
        return [json.loads(body)["seq"] for _, _, body in self.came]


class Post(BaseHTTPRequestHandler):
    server: Receiver

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"]))
        with self.server.news:
            answer = self.server.answers.pop(0) if self.server.answers else 204
            self.server.came.append((self.path, dict(self.headers), body))
            self.server.news.notify_all()
        self.send_response(answer)
        if answer < 400 and answer != 204:
            self.send_header("Location", f"{self.server.url}/elsewhere")
        self.end_headers()

    def do_GET(self) -> None:
        with self.server.news:
            self.server.came.append((self.path, {}, b'{"seq": 0}'))
        self.send_response(200)
        self.end_headers()

    def log_message(self, *_: Any) -> None:
        """Quiet."""


@contextmanager
def receiving(*answers: int) -> Iterator[Receiver]:
    with Receiver(*answers) as receiver:
        thread = Thread(target=receiver.serve_forever)
        thread.start()
        try:
            yield receiver
        finally:
            receiver.shutdown()
            thread.join()


@contextmanager
def posting(
    url: str, secret: str = "", limits: WebhookLimits = QUICK, clock: Callable[[], float] = monotonic
) -> Iterator[Webhook]:
    webhook = Webhook(url, secret, limits, clock)
    webhook.start()
    try:
        yield webhook
    finally:
        webhook.close()


def news(*numbers: int) -> News:
    """Events of these numbers."""
    events = ({"session": "s", "seq": number, "event_type": "throw", "player": "Zoë"} for number in numbers)
    return News({}, tuple(events), True, "", "")


def test_each_event_is_posted_once_and_in_its_order() -> None:
    with receiving() as receiver:
        with posting(receiver.url) as webhook:
            webhook.put(news(1, 2))
            webhook.put(news())
            webhook.put(news(3))
        assert receiver.numbers == [1, 2, 3]
        path, headers, body = receiver.came[0]
        assert path == "/hook"
        assert headers["Content-Type"] == "application/json"
        assert (headers["X-Lifeguard-Event"], headers["X-Lifeguard-Delivery"]) == ("throw", "s-1")
        assert "X-Lifeguard-Signature" not in headers
        assert json.loads(body)["player"] == "Zoë"


def test_a_receiver_tells_by_the_code_of_the_docs_what_is_ours() -> None:
    document: dict[str, Any] = {}
    exec(Path("docs/webhooks.md").read_text(encoding="utf-8").split("```python\n")[1].split("```")[0], document)
    with receiving() as receiver:
        with posting(receiver.url, "sea shell") as webhook:
            webhook.put(news(1))
        _, headers, body = receiver.came[0]
    is_ours, signature = document["is_ours"], headers["X-Lifeguard-Signature"]
    assert is_ours(b"sea shell", body, signature)
    assert not is_ours(b"sea shells", body, signature)
    assert not is_ours(b"sea shell", body.replace(b"throw", b"eaten"), signature)


def test_what_may_pass_is_tried_again_and_the_next_event_waits_for_it(caplog: pytest.LogCaptureFixture) -> None:
    with receiving(500, 429, 503) as receiver, posting(receiver.url) as webhook:
        webhook.put(news(1, 2))
        receiver.until(lambda: len(receiver.came) == 5)
        assert receiver.numbers == [1, 1, 1, 1, 2]
    assert not caplog.messages


def test_an_event_is_tried_five_times_at_most_and_the_trouble_is_said_once(caplog: pytest.LogCaptureFixture) -> None:
    with receiving(*[500] * 10) as receiver:
        with posting(receiver.url) as webhook:
            webhook.put(news(1, 2, 3))
            receiver.until(lambda: len(receiver.came) == 11)
        assert receiver.numbers == [1] * 5 + [2] * 5 + [3]
    assert caplog.messages == [
        "webhook at 127.0.0.1: it answers 500 (Internal Server Error)",
        "webhook at 127.0.0.1: works again",
    ]


@pytest.mark.parametrize("answer", [302, 307, 401, 404])
def test_what_is_refused_or_sent_elsewhere_is_not_tried_again(answer: int) -> None:
    with receiving(answer) as receiver:
        with posting(receiver.url) as webhook:
            webhook.put(news(1, 2))
        assert [(path, number) for (path, _, _), number in zip(receiver.came, receiver.numbers, strict=True)] == [
            ("/hook", 1),
            ("/hook", 2),
        ]


def test_nobody_there_costs_nobody_anything(caplog: pytest.LogCaptureFixture) -> None:
    with receiving() as gone:
        url = gone.url
    with posting(url, limits=replace(QUICK, pauses_s=(1000.0,))) as webhook:
        for number in range(1, 1001):
            webhook.put(news(number))
    assert caplog.messages == ["webhook at 127.0.0.1: [Errno 111] Connection refused"]


@pytest.mark.parametrize("url", [f"http://{'a' * 64}.example/token", "http://a.example:port/token", "hook/token"])
def test_an_address_that_cannot_be_used_is_said_once_and_the_thread_lives_on(
    caplog: pytest.LogCaptureFixture, url: str
) -> None:
    webhook = Webhook(url, "", QUICK)
    webhook.put(news(1, 2))
    webhook.start()
    webhook.close()
    assert len(caplog.messages) == 1
    assert "nothing can be posted there" in caplog.text
    assert "token" not in caplog.text


def test_of_what_waits_the_oldest_gives_way() -> None:
    with receiving() as receiver:
        webhook = Webhook(receiver.url, "", replace(QUICK, kept_events=3))
        webhook.put(news(*range(1, 11)))
        webhook.start()
        webhook.close()
        assert receiver.numbers == [8, 9, 10]


def test_what_is_long_past_is_not_told() -> None:
    now = [0.0]
    with receiving() as receiver:
        webhook = Webhook(receiver.url, "", QUICK, lambda: now[0])
        webhook.put(news(1))
        now[0] = QUICK.kept_s + 1
        webhook.put(news(2))
        webhook.start()
        webhook.close()
        assert receiver.numbers == [2]
