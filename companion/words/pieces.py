"""What all games call things in sentences for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable

from engines.core import BLANK, Match
from engines.names import BACK, face_of, kind_of

KINDS = {
    "swimmer": ("blue die", "blue dice"),
    "shark": ("red die", "red dice"),
    "event": ("event die", "event dice"),
    "die": ("die", "dice"),
}
COLOURS = {"swimmer": "blue", "shark": "red"}
UNSEEN = "a card nobody has seen"
HIDDEN_CARDS = {BLANK: UNSEEN, BACK: "a card face down"}
"""Cards whose faces nobody sees."""


def count(number: int, kind: str) -> str:
    """`7 blue dice`, `1 red die`, `no event die`."""
    one, many = KINDS.get(kind, (kind, f"{kind}s"))
    return f"{number or 'no'} {one if number < 2 else many}"


def plural(number: int, noun: str) -> str:
    """`1 card`, `2 cards`, `0 cards`."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def draws(who: str, number: int, dealt: bool) -> str:
    """`Ana gets 3 cards` where they are dealt, else `Ana draws 3 cards`."""
    return f"{who} {'gets' if dealt else 'draws'} {plural(number, 'card')}"


def owner(match: Match, text: str) -> str:
    """The player whose seat is the number in the name of a place or a piece; "" where nobody sits."""
    seat = re.search(r"\d+", text)
    return match.players[int(seat[0])] if seat and int(seat[0]) < len(match.players) else ""


def kinds(items: Iterable[str]) -> str:
    """The kinds of these items counted: `6 blue dice and 1 red die`; `nothing` for none."""
    counts = Counter(kind_of(item) for item in items)
    return join([count(number, kind) for kind, number in counts.items()]) or "nothing"


def join(parts: list[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`."""
    return f" {word} ".join([", ".join(parts[:-1]), parts[-1]] if len(parts) > 2 else parts)


def thrown(items: Iterable[str]) -> str:
    """The faces of thrown dice: `1, 3 and 2 waves`, of several kinds `blue 1; red 2 and 3`; "" if these are no dice."""
    faces: dict[str, list[str]] = {}
    for item in items:
        faces.setdefault(kind_of(item), []).append(face_of(item))
    if not faces or not faces.keys() <= {"swimmer", "shark", "die"}:
        return ""
    told = {kind: _counted(shown) for kind, shown in faces.items()}
    if len(told) == 1:
        return next(iter(told.values()))
    return "; ".join(f"{COLOURS[kind]} {words}" for kind, words in told.items())


def _counted(faces: list[str]) -> str:
    waves = faces.count("wave")
    return join([*sorted(face for face in faces if face != "wave"), *([plural(waves, "wave")] if waves else [])])


def name(item: str) -> str:
    """One piece in words: `a blue 2`, `a red wave`, `the event die on sun`."""
    kind, face = kind_of(item), face_of(item)
    if kind in COLOURS:
        return f"a {COLOURS[kind]} {face}"
    return f"the event die on {face}" if kind == "event" else f"a {face}"


def die(item: str) -> str:
    """A die in words, as `name` says it; "" for what is none."""
    return name(item) if kind_of(item) in KINDS and face_of(item) else ""
