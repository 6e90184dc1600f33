"""The phones that were paired: each has a token of its own, and only the token's digest is kept.

A paired phone needs no PIN any more, and nobody's wrong guesses keep it out. Whoever sits at the table can see which
phones there are, and forget them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from threading import Lock


@dataclass(frozen=True, slots=True)
class PhoneLimits:
    """How many phones are kept, and for how long."""

    phones: int = 64
    """The oldest gives way to one more: a table has fewer."""
    days: int = 400
    """As long as a browser keeps a cookie at most."""
    token_bytes: int = 32
    """256 random bits: nobody guesses them, so a plain SHA-256 of them is safe to keep."""


LIMITS = PhoneLimits()


@dataclass(frozen=True, slots=True)
class PairedPhone:
    """`id` is what the list calls it, `digest` the SHA-256 of its token in hex, `name` its kind, `since` its day and
    time of pairing in UTC (ISO 8601)."""

    id: str
    digest: str
    name: str
    since: str


class PairedPhones:
    """All paired phones. The methods may be called from any thread.

    `keep` writes them where they outlive a restart; what it raises leaves the phones as they were.
    """

    def __init__(
        self,
        paired: Iterable[PairedPhone] = (),
        keep: Callable[[tuple[PairedPhone, ...]], None] = lambda phones: None,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._phones = {phone.digest: phone for phone in paired}
        self._keep, self._clock = keep, clock
        self._lock = Lock()

    def pair(self, name: str) -> tuple[str, PairedPhone]:
        """Another phone; gives its token, which nobody else will see, and the phone."""
        token = token_urlsafe(LIMITS.token_bytes)
        since = self._clock().isoformat(timespec="seconds")
        phone = PairedPhone(token_hex(4), _digest(token), name, since)
        with self._lock:
            self._become([*list(self._phones.values())[1 - LIMITS.phones :], phone])
        return token, phone

    def owner(self, token: str | None) -> PairedPhone | None:
        """The phone of that token, unless it was forgotten or is too old."""
        phone = self._phones.get(_digest(token)) if token else None
        return phone if phone and self._fresh(phone) else None

    def all(self) -> tuple[PairedPhone, ...]:
        """The phones, the newest first."""
        return tuple(phone for phone in reversed(self._phones.values()) if self._fresh(phone))

    def forget(self, id: str) -> bool:
        """Forgets one phone: it must type the PIN again. False if there is none of that id."""
        with self._lock:
            left = [phone for phone in self._phones.values() if phone.id != id]
            known = len(left) < len(self._phones)
            self._become(left)
        return known

    def forget_all(self) -> None:
        """Forgets every phone."""
        with self._lock:
            self._become([])

    def _become(self, phones: list[PairedPhone]) -> None:
        self._keep(tuple(phones))
        self._phones = {phone.digest: phone for phone in phones}

    def _fresh(self, phone: PairedPhone) -> bool:
        return (self._clock() - datetime.fromisoformat(phone.since)).days < LIMITS.days


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
