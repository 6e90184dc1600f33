"""The tokens of programs, in a small file of the home: their digests, so that a copy of it opens nothing."""

from __future__ import annotations

import logging
from pathlib import Path

from pydantic import TypeAdapter

from companion.gate.tokens import ApiToken
from firmware.storage import files

FILE = "tokens.json"
TOKENS = TypeAdapter(tuple[ApiToken, ...])
log = logging.getLogger("lifeguard")


class TokenFile:
    """`companion.gate.tokens.TokenStore` in a file. It is read anew when it has changed: a command may have done so."""

    def __init__(self, home: Path) -> None:
        self._file = home / FILE
        self._read: tuple[int, int] | None = None
        self._tokens: tuple[ApiToken, ...] = ()

    def load(self) -> tuple[ApiToken, ...]:
        """A file that cannot be read knows no token, and is said once."""
        stamp = self._stamp()
        if stamp != self._read:
            self._read, self._tokens = stamp, self._parsed() if stamp else ()
        return self._tokens

    def save(self, tokens: tuple[ApiToken, ...]) -> None:
        files.write(self._file, TOKENS.dump_json(tokens))
        self._read = None

    def _stamp(self) -> tuple[int, int] | None:
        try:
            known = self._file.stat()
        except OSError:
            return None
        return known.st_mtime_ns, known.st_ino

    def _parsed(self) -> tuple[ApiToken, ...]:
        try:
            return TOKENS.validate_json(self._file.read_bytes())
        except (OSError, ValueError):
            log.warning("%s cannot be read: tokens must be made anew", self._file)
            return ()
