"""Tokens of programs: each has one right, and only its digest is kept."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, datetime
from hashlib import sha256
from secrets import token_hex, token_urlsafe
from threading import Lock
from typing import Literal, Protocol, get_args

from engines.core import said

Right = Literal["read", "answer", "manage"]
RIGHTS: tuple[Right, ...] = get_args(Right)
"""Each has those before it, too."""
MOST_TOKENS = 64
TOKEN_BYTES = 32
"""256 random bits: nobody guesses them, so a plain SHA-256 of them is safe to keep."""
PREFIX = "lg_"
"""So that people, and programs that look for secrets left lying, know what it is."""


@dataclass(frozen=True, slots=True)
class ApiToken:
    """`id` is what lists call it, `digest` the SHA-256 of the token in hex, `name` what its maker called it."""

    id: str
    digest: str
    name: str
    right: Right
    since: str

    def may(self, right: Right) -> bool:
        """Whether it has that right."""
        return RIGHTS.index(self.right) >= RIGHTS.index(right)


class TooManyTokens(ValueError):
    """There are so many already; the message says what to do."""


class TokenStore(Protocol):
    """Where tokens outlive a restart."""

    def load(self) -> tuple[ApiToken, ...]:
        """Those that are kept, the oldest first; also what another process has kept meanwhile."""
        ...

    def save(self, tokens: tuple[ApiToken, ...]) -> None:
        """Keeps them. Raises OSError."""
        ...


class NoStore:
    """Keeps tokens as long as it is there itself."""

    def __init__(self) -> None:
        self._tokens: tuple[ApiToken, ...] = ()

    def load(self) -> tuple[ApiToken, ...]:
        return self._tokens

    def save(self, tokens: tuple[ApiToken, ...]) -> None:
        self._tokens = tokens


class ApiTokens:
    """All tokens. The methods may be called from any thread; `make` and `remove` raise OSError."""

    def __init__(
        self, store: TokenStore | None = None, clock: Callable[[], datetime] = lambda: datetime.now(UTC)
    ) -> None:
        self._store, self._clock, self._lock = store or NoStore(), clock, Lock()

    def make(self, name: str, right: Right) -> tuple[str, ApiToken]:
        """Another token; gives it, which nobody else will see, and what is kept of it. Raises TooManyTokens."""
        token = PREFIX + token_urlsafe(TOKEN_BYTES)
        made = ApiToken(token_hex(4), _digest(token), name, right, self._clock().isoformat(timespec="seconds"))
        with self._lock:
            known = self._store.load()
            if len(known) >= MOST_TOKENS:
                raise TooManyTokens(said("there are {most} tokens already; remove one first", most=MOST_TOKENS))
            self._store.save((*known, made))
        return token, made

    def owner(self, token: str) -> ApiToken | None:
        """What is kept of that token, if it is one."""
        digest = _digest(token)
        return next((known for known in self._store.load() if known.digest == digest), None)

    def all(self) -> tuple[ApiToken, ...]:
        """The tokens, the newest first."""
        return tuple(reversed(self._store.load()))

    def remove(self, id: str) -> bool:
        """Removes one: it opens nothing any more. False if there is none of that id."""
        with self._lock:
            known = self._store.load()
            left = tuple(token for token in known if token.id != id)
            if len(left) < len(known):
                self._store.save(left)
        return len(left) < len(known)


def _digest(token: str) -> str:
    return sha256(token.encode()).hexdigest()
