"""Who owns a lesson or an exam: whatever happens is carried out, kept on disk, answered, and only then shown."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from threading import Event, RLock
from typing import Generic

from firmware.state.session import S, changed
from firmware.storage.images import Picture


class SessionHost(Generic[S]):
    """Owns a session, which changes step by step. May be called from any thread."""

    def __init__(self, session: S) -> None:
        self.session = session
        self.outputs: list[Callable[[S, S], object]] = []
        self.ended = Event()
        self.left = False
        self._lock = RLock()

    def do(self, step: Callable[[S], S], pictures: Mapping[str, Picture] | None = None) -> S:
        """Carries out a step that brings these pictures (BGR uint8, by id).

        Raises SessionRefused if it does not fit, OSError if it cannot be kept; then nothing changed.
        """
        with self._lock:
            before = self.session
            if before.done:  # something that was seen while the end was being kept
                return before
            after = step(before)
            self.keep(before, after, pictures or {})
            self.session = after
            self._show(before)
        if after.done:
            self.ended.set()
        return after

    def keep(self, before: S, after: S, pictures: Mapping[str, Picture]) -> None:
        """Keeps what a step changed, on disk when this returns, where a session is kept at all. Raises OSError."""

    def leave(self) -> S:
        """People go away: the session ends as it stands. What was kept stays, and can be gone on with."""
        with self._lock:
            self.left = True
        self.ended.set()
        return self.session

    def open(self, address: str) -> None:
        """Shows the session as it stands; `address` is the page's."""
        self.do(lambda session: changed(session, address=address))

    def _show(self, before: S) -> None:
        for output in self.outputs:
            output(before, self.session)
