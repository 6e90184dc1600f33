"""What commands print: how far long work has come, what was read in photographs, and why one could not be."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

from firmware.storage.images import passed_over, unreadable

Item = TypeVar("Item")
Read = dict[str, Any]
"""What `read --json` prints of one picture."""


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


def trouble(file: Path) -> str:
    """Why there is no picture in a file."""
    try:
        if file.is_dir():
            return "a folder; name the pictures in it"
        return unreadable(file) if file.exists() else "no such file"
    except OSError as error:  # a folder that one may not enter, a name that is too long
        return (error.strerror or str(error)).lower()


def readings(
    images: Sequence[str], decode: Callable[[Path], Item | None], read: Callable[[Item], Read]
) -> Iterator[Read]:
    """For each file the object that `read --json` prints: what `read` says of its picture, or an `error`.

    `decode` gives the picture in a file, None if there is none.
    """
    for name in counted(images, len(images), among_lines=True):
        image = decode(Path(name))
        said = {"error": trouble(Path(name))} if image is None else read(image)
        yield {"image": name, **said, **({"error": f"{name}: {said['error']}"} if "error" in said else {})}


def tell(items: Iterable[Read], describe: Callable[[Read], str], as_json: bool) -> int:
    """Prints what was read, and errors on standard error; 1 if there was one."""
    failed = False
    for item in items:
        failed |= "error" in item
        if as_json:
            print(json.dumps(item, ensure_ascii=False), flush=True)
        elif "error" not in item:
            print(describe(item), flush=True)
        if "error" in item:
            aside(item["error"])
    return int(failed)


def doubted(item: Mapping[str, Any]) -> str:
    """What is added to the words for a reading that is not sure."""
    return "" if item["sure"] else " (not sure)"


def lessons(files: Sequence[Path], picture: Callable[[Path], Item | None]) -> Iterator[tuple[str, Item]]:
    """Name and picture of each file, counted; one in which `picture` finds none is passed over, aloud."""
    for file in counted(files, len(files)):
        image = picture(file)
        if image is None:
            aside(f"{file} is passed over: {passed_over(file)}")
        else:
            yield file.name, image
