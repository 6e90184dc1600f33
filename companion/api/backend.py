"""The seam between the web and the device: what the page needs from whoever runs the table.

Errors, by whose fault it is:

    DeskError
    ├── Stale      the sender looked at an older page: nothing was changed, look again
    ├── Refused    readable and fresh, but it does not fit; carries a sentence and the rule id
    ├── Locked     the host has locked changes
    ├── Missing    what was asked for is not there (any more); carries a sentence
    └── Busy       the device cannot do it now (too slow, disk full); carries a sentence
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Protocol

from companion.api.models import Change, Entry, Page


class BackendError(Exception):
    """A request that changed nothing."""


class Stale(BackendError):
    """The request was made for an older page than the present one."""


class RequestRefused(BackendError):
    """The request does not fit; `reason` is a sentence that says what would, `rule` the ruling behind it or ""."""

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(reason)
        self.reason = reason
        self.rule = rule


class BackendBusy(BackendError):
    """The device could not carry the request out just now; the message is a sentence for people."""


class Locked(BackendError):
    """The host has locked all changes."""


class Missing(BackendError):
    """What was asked for is not there (any more); the message is a sentence for people."""


class Backend(Protocol):
    """What the device offers to the web. Every method may be called from any thread."""

    def page(self) -> Page:
        """The view at this moment."""
        ...

    def log(self, before: int) -> tuple[Entry, ...]:
        """Events before number `before`, oldest first, as many as are given at once."""
        ...

    def submit(self, change: Change) -> Page:
        """Waits until `change` is done and saved; gives the page after it.

        Raises Stale if `change.version` is not the present version, Refused if it does not fit, Busy if
        it cannot be done just now. The PIN was checked.
        """
        ...

    def pin(self) -> str:
        """The digits that the OLED shows now, without which nobody changes anything."""
        ...

    def locked(self) -> bool:
        """Whether the host lets phones change nothing just now."""
        ...

    def guessed(self) -> None:
        """Too many have guessed at the PIN: make it another one, and say so on the OLED."""
        ...

    def photo(self, reading: str) -> bytes | None:
        """The photograph of that reading as JPEG; None if there is none of that name."""
        ...

    def oled(self) -> bytes:
        """The picture on the OLED as PNG, one pixel a pixel."""
        ...

    def record(self) -> str:
        """The match so far as JSON lines: a header, then one event a line."""
        ...

    def subscribe(self, tell: Callable[[Page], None]) -> Callable[[], None]:
        """Calls `tell`, which never blocks, with each new page, in order; gives the function that ends this."""
        ...
