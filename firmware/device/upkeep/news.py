"""What an update says: a sentence in a file, in English, which the device shows for a while in its language."""

from __future__ import annotations

import os
import re
import time
from collections.abc import Callable
from pathlib import Path

from companion.words.pieces import commas
from engines.core import Said, said
from firmware.appliance.update import SAID, TOLD, WHY
from firmware.update.inputs import Fault

FILE = "LIFEGUARD_NEWS"
"""The variable of the environment that names the file; without it there are no news."""
SHOWN_S = 600.0
"""Seconds for which news are shown."""
MOST_BYTES = 500


class UpdateNews:
    """Looks at the file now and then, and tells what is new there."""

    def __init__(self, tell: Callable[[Fault], object], clock: Callable[[], float] = time.time) -> None:
        """`tell` takes faults; `clock` is that of the system."""
        named = os.environ.get(FILE)
        self._file = Path(named) if named else None
        self._tell, self._clock, self._told = tell, clock, ""

    def look(self) -> None:
        """Tell the news, if they are others than last time; none once they are old."""
        news = self._read() if self._file else ""
        if news != self._told:
            self._told = news
            self._tell(Fault("update", known_again(news)))

    def _read(self) -> str:
        assert self._file
        try:
            if abs(self._clock() - self._file.stat().st_mtime) > SHOWN_S:
                return ""
            with self._file.open(encoding="utf-8", errors="replace") as stream:
                return stream.read(MOST_BYTES).strip()
        except OSError:
            return ""


def known_again(news: str) -> str:
    """A sentence of an update as one that can be said in any language; one that is unknown here, of another version,
    stays as it is."""
    if ", " in news and all(part in SAID.values() for part in news.split(", ")):
        return commas([said(part) for part in news.split(", ")])
    for pattern in (*TOLD, *WHY, *SAID.values()):
        parts = re.split(r"\{(\w+)\}", pattern)
        form = "".join(f"(?P<{part}>.+)" if at % 2 else re.escape(part) for at, part in enumerate(parts))
        if found := re.fullmatch(form, news, re.DOTALL):
            return Said(news, pattern, {name: known_again(value) for name, value in found.groupdict().items()})
    return news
