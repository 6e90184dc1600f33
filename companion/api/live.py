"""The live view: each phone gets the newest page as soon as it has taken the one before.

A slow phone therefore skips pages instead of piling them up, and holds up nobody: each socket is a task of its own that
waits for itself alone, and the device's thread only leaves the page here.
"""

from __future__ import annotations

from asyncio import FIRST_COMPLETED, AbstractEventLoop, Event, create_task, gather, get_running_loop, wait
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from typing import Any, Protocol

from pydantic import BaseModel
from starlette.websockets import WebSocket, WebSocketDisconnect


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
        self._text = ""
        self._phones: set[Event] = set()

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
        self._text = page.model_dump_json()
        for turn in self._phones:
            turn.set()

    async def follow(self, phone: WebSocket) -> None:
        """Sends the present page and then each newer one to `phone`, until it leaves."""
        await phone.accept()
        turn = Event()
        turn.set()
        self._phones.add(turn)
        tasks = create_task(self._send(phone, turn)), create_task(_until_gone(phone))
        try:
            await wait(tasks, return_when=FIRST_COMPLETED)
        finally:
            self._phones.discard(turn)
            for task in tasks:
                task.cancel()
            await gather(*tasks, return_exceptions=True)

    async def _send(self, phone: WebSocket, turn: Event) -> None:
        with suppress(WebSocketDisconnect, RuntimeError):  # it left between two pages
            while True:
                await turn.wait()
                turn.clear()
                await phone.send_text(self._text)


async def _until_gone(phone: WebSocket) -> None:
    while (await phone.receive())["type"] != "websocket.disconnect":
        pass  # phones have nothing to say here: changes go by POST, where they get an answer
