"""How far long work has come, told to whoever waits at a terminal."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Iterator
from typing import TypeVar

Item = TypeVar("Item")


def counted(items: Iterable[Item], total: int, among_lines: bool = False) -> Iterator[Item]:
    """The same items, counted on standard error where that is a terminal: "3 of 20" once the third is done with.

    Not `among_lines`, one an item, that standard output brings to a terminal: they tell as much.
    """
    shown = sys.stderr.isatty() and not (among_lines and sys.stdout.isatty())
    done = 0
    try:
        for done, item in enumerate(items, 1):
            yield item
            if shown:
                print(f"\r{done} of {total}", end="", file=sys.stderr, flush=True)
    finally:
        if shown and done:
            print(file=sys.stderr)


def aside(text: str) -> None:
    """Says a line on standard error, where the count of a terminal may stand just now."""
    print(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, file=sys.stderr)
