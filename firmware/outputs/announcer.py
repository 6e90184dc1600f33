"""One more of the device's outputs: numbers what happens, and hands it to whoever carries it to other machines."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from secrets import token_hex
from typing import Protocol

from companion.words.language import ENGLISH, speaking
from firmware.outputs import messages
from firmware.outputs.messages import Data
from firmware.state.table import Table

log = logging.getLogger("lifeguard")


@dataclass(frozen=True, slots=True)
class News:
    """Where the game stands now, and what has happened since the last news.

    `sees`: whether the camera sees the table; `look` names the last photograph that something was read from, or is "";
    `address` is the page's, `language` that of the sentences.
    """

    state: Data
    events: tuple[Data, ...]
    sees: bool
    look: str
    address: str
    language: str = ENGLISH


class Carrier(Protocol):
    """Whoever carries news to other machines."""

    def put(self, news: News) -> None:
        """Takes the news and returns at once, whatever has become of the other machines. Raises nothing."""


class Announcer:
    """Tells each carrier the news. Events are numbered from 1 in each session, which is one start of the device."""

    def __init__(
        self, carriers: tuple[Carrier, ...], clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._carriers = carriers
        self._clock = clock
        self._session = token_hex(4)
        self._told = 0
        self._last: Table | None = None
        self._begun: tuple[int, str] = 0, ""

    def show(self, before: Table, after: Table) -> None:
        """What goes wrong here is a mistake of ours, and must not keep anybody from playing."""
        last = self._last
        if not self._carriers or (last is not None and _same(last, after)):
            return
        self._last = after
        try:
            with speaking(after.language):
                news = self._news(last or after, after)
        except Exception:
            log.exception("other machines could not be told what happened")
            return
        for carrier in self._carriers:
            carrier.put(news)

    def _news(self, before: Table, after: Table) -> News:
        events = tuple(self._numbered(event) for event in messages.happenings(before, after))
        look = next((step.look for step in reversed(after.steps) if step.look), "")
        now = self._time()
        if after.number != self._begun[0]:
            self._begun = after.number, now
        times = {"time": now, "begun": self._begun[1] if after.number else None, "page": after.address}
        return News(messages.state(after) | times, events, messages.sees(after), look, after.address, after.language)

    def _time(self) -> str:
        return self._clock().isoformat(timespec="milliseconds").replace("+00:00", "Z")

    def _numbered(self, event: Data) -> Data:
        self._told += 1
        told = {"v": messages.VERSION, "session": self._session, "seq": self._told, "time": self._time()}
        return told | event


def _same(last: Table, now: Table) -> bool:
    """Whether nothing has changed that other machines are told of: time goes by each second."""
    return _told_of(last) == _told_of(now)


def _told_of(table: Table) -> tuple[object, ...]:
    return table.version, table.number, table.faults, table.refusal, table.address, table.language
