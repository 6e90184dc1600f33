"""The live view: each phone gets the newest page as soon as it has taken the one before.

A slow phone therefore skips pages instead of piling them up, and holds up nobody: each socket is a task of its own that
waits for itself alone, and the device's thread only leaves the page here.

A phone that asks for patches (`?patches=1`) is told what changed since its last message (JSON Merge Patch, RFC 7396);
each patch is made once for all phones that stand alike and speak one language. Others get each page whole.

Phones have nothing to say here. One that talks all the same, and one too many, is shown the door.
"""

from __future__ import annotations

import json
from asyncio import FIRST_COMPLETED, AbstractEventLoop, Event, create_task, gather, get_running_loop, wait
from collections import Counter, deque
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from time import monotonic
from typing import Any, Protocol

from pydantic import BaseModel
from starlette.status import WS_1008_POLICY_VIOLATION
from starlette.websockets import WebSocket, WebSocketDisconnect

from companion.api.errors import problem
from companion.words.language import language, t

PROTOCOL = 1
"""The version of the messages with patches; see docs/page.md."""
THIS_MACHINE = "127.0.0.1"
"""The device's own screens and programs have no share of their own: who is at the device has no need to flood it."""


@dataclass(frozen=True, slots=True)
class ListenerLimits:
    """How many may listen, and how much they may say."""

    phones: int = 256
    """Sockets in all: 200 guests in a café, and room for those that come back before the old socket is known dead."""
    phones_an_address: int = 32
    """Sockets of one address: a big family whose phones share one."""
    messages: int = 8
    """What a phone may say within `messages_s`: nothing is asked of it, a script may still send sign of life."""
    messages_s: float = 10.0
    documents: int = 8
    """So many last pages are kept to tell what changed since then; a phone that is slower gets the newest one whole."""


LIMITS = ListenerLimits()


class Pages(Protocol):
    """A desk, as far as its pages go."""

    def page(self) -> BaseModel:
        """The view at this moment."""
        ...

    def subscribe(self, tell: Callable[[Any], None]) -> Callable[[], None]:
        """Calls `tell` with each new page; gives the function that ends this."""
        ...


class Live:
    """Hands each new page of a desk to all phones that listen."""

    def __init__(self, desk: Pages) -> None:
        self._desk = desk
        self._loop: AbstractEventLoop | None = None
        self._page = desk.page()
        self._number = 0
        self._documents: dict[tuple[str, int], Document] = {}
        self._texts: dict[tuple[str, int | None], str] = {}
        self._phones: dict[Event, str] = {}

    @asynccontextmanager
    async def open(self) -> AsyncIterator[None]:
        """Listens to the desk as long as the server runs."""
        self._loop = get_running_loop()
        unsubscribe = self._desk.subscribe(self.tell)
        self._show(self._desk.page())
        try:
            yield
        finally:
            unsubscribe()
            self._loop = None

    def tell(self, page: BaseModel) -> None:
        """Leaves a new page; from any thread, without waiting."""
        loop = self._loop
        if loop is not None:
            with suppress(RuntimeError):  # the server has just ended: nobody is left to tell
                loop.call_soon_threadsafe(self._show, page)

    def _show(self, page: BaseModel) -> None:
        self._page = page
        self._number += 1
        self._texts.clear()
        for turn in self._phones:
            turn.set()

    async def follow(self, phone: WebSocket) -> None:
        """Sends the present page and then each newer one to `phone`, until it leaves."""
        address = phone.client.host if phone.client else ""
        status, error = self._full(address)
        if error:
            await phone.send_denial_response(problem(status, error, headers={"Retry-After": "10"}))
            return
        turn = Event()
        turn.set()
        self._phones[turn] = address
        try:
            await phone.accept()
            await self._serve(phone, turn, "patches" in phone.query_params)
        finally:
            del self._phones[turn]

    def _full(self, address: str) -> tuple[int, str]:
        """The status and sentence for one phone too many; (0, "") while there is room."""
        if len(self._phones) >= LIMITS.phones:
            return 503, t("{most} phones look on already: try again later", most=LIMITS.phones)
        mine = Counter(self._phones.values())[address]
        if mine >= LIMITS.phones_an_address and address != THIS_MACHINE:
            return 429, t("{most} phones look on from your address already: close a page", most=mine)
        return 0, ""

    async def _serve(self, phone: WebSocket, turn: Event, patches: bool) -> None:
        tasks = create_task(self._send(phone, turn, patches)), create_task(_until_gone(phone))
        try:
            await wait(tasks, return_when=FIRST_COMPLETED)
        finally:
            for task in tasks:
                task.cancel()
            await gather(*tasks, return_exceptions=True)

    async def _send(self, phone: WebSocket, turn: Event, patches: bool) -> None:
        has = 0
        with suppress(WebSocketDisconnect, RuntimeError):  # it left between two pages
            while True:
                await turn.wait()
                turn.clear()
                text = self._message(has) if patches else self._whole()
                has = self._number
                await phone.send_text(text)

    def _whole(self) -> str:
        key = language(), None
        if key not in self._texts:
            self._texts[key] = self._page.model_dump_json()
        return self._texts[key]

    def _message(self, has: int) -> str:
        """What takes a phone from the page number `has` to the present one; made once for all that have it, and speak
        the language in force."""
        spoken = language()
        if (spoken, has) not in self._texts:
            now = self._documents.setdefault((spoken, self._number), document(self._page))
            self._forget_old()
            before = self._documents.get((spoken, has))
            part = {"page": now} if before is None else {"from": has, "patch": merge_patch(before, now)}
            message = {"live": PROTOCOL, "to": self._number, **part}
            self._texts[spoken, has] = json.dumps(message, separators=(",", ":"))
        return self._texts[spoken, has]

    def _forget_old(self) -> None:
        kept = sorted({number for _, number in self._documents})[-LIMITS.documents :]
        self._documents = {key: old for key, old in self._documents.items() if key[1] in kept}


Document = dict[str, Any]
"""A page as JSON, made so that little of it changes: see `document`."""


def document(page: BaseModel) -> Document:
    """The page as JSON without nulls, which a merge patch cannot tell from what is gone; its log by number, so that a
    new event changes one entry. Lists are changed whole, and may hold nulls."""
    whole = page.model_dump(mode="json")
    if "log" in whole:
        whole["log"] = {str(entry["index"]): entry for entry in whole["log"]}
    return _without_nulls(whole)


def _without_nulls(value: Document) -> Document:
    kept = ((key, one) for key, one in value.items() if one is not None)
    return {key: _without_nulls(one) if isinstance(one, dict) else one for key, one in kept}


def merge_patch(before: Document, after: Document) -> Document:
    """What makes `before` into `after` (RFC 7396); neither has nulls but in lists."""
    patch: Document = dict.fromkeys(before.keys() - after.keys())
    for key, new in after.items():
        old = before.get(key)
        if isinstance(old, dict) and isinstance(new, dict):
            if inner := merge_patch(old, new):
                patch[key] = inner
        elif old != new:
            patch[key] = new
    return patch


async def _until_gone(phone: WebSocket) -> None:
    """Until the phone has left, or was sent away because it talks so much: changes go by POST, and get an answer."""
    said: deque[float] = deque(maxlen=LIMITS.messages)
    while (await phone.receive())["type"] != "websocket.disconnect":
        now = monotonic()
        if len(said) == LIMITS.messages and now - said[0] < LIMITS.messages_s:
            with suppress(RuntimeError):  # it has left by itself
                await phone.close(WS_1008_POLICY_VIOLATION, "Nothing is asked of you here")
            return
        said.append(now)
