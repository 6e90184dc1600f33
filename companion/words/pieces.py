"""What all games call things in sentences for people."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence

from companion.words.language import t, tn
from engines.core import BLANK, Match, said
from engines.names import BACK, face_of, kind_of


def forms(one: str, many: str) -> tuple[str, str]:
    """Patterns for one and for several."""
    return one, many


KINDS = {
    "swimmer": (said("no blue die"), *forms("{count} blue die", "{count} blue dice")),
    "shark": (said("no red die"), *forms("{count} red die", "{count} red dice")),
    "event": (said("no event die"), *forms("{count} event die", "{count} event dice")),
    "die": (said("no die"), *forms("{count} die", "{count} dice")),
}
"""A kind of dice: none of them, one, and several."""
NOUNS = {
    "card": forms("{count} card", "{count} cards"),
    "swimmer": forms("{count} swimmer", "{count} swimmers"),
    "piece": forms("{count} piece", "{count} pieces"),
    "wave": forms("{count} wave", "{count} waves"),
}
UNSEEN = said("a card nobody has seen")
HIDDEN_CARDS = {BLANK: UNSEEN, BACK: said("a card face down")}
"""Cards whose faces nobody sees."""


def count(number: int, kind: str) -> str:
    """`7 blue dice`, `1 red die`, `no event die`."""
    if kind not in KINDS:
        return f"{number or 'no'} {kind if number < 2 else f'{kind}s'}"
    none, one, many = KINDS[kind]
    return tn(one, many, number) if number else t(none)


def plural(number: int, noun: str) -> str:
    """`1 card`, `2 cards`, `0 cards`."""
    return tn(*NOUNS[noun], number)


def draws(who: str, number: int, dealt: bool) -> str:
    """`Ana gets 3 cards` where they are dealt, else `Ana draws 3 cards`."""
    if dealt:
        return tn("{name} gets {count} card", "{name} gets {count} cards", number, name=who)
    return tn("{name} draws {count} card", "{name} draws {count} cards", number, name=who)


def owner(match: Match, text: str) -> str:
    """The player whose seat is the number in the name of a place or a piece; "" where nobody sits."""
    seat = re.search(r"\d+", text)
    return match.players[int(seat[0])] if seat and int(seat[0]) < len(match.players) else ""


def kinds(items: Iterable[str]) -> str:
    """The kinds of these items counted: `6 blue dice and 1 red die`; `nothing` for none."""
    counts = Counter(kind_of(item) for item in items)
    return join([count(number, kind) for kind, number in counts.items()]) or t("nothing")


def join(parts: Sequence[str], word: str = "and") -> str:
    """`a`, `a and b`, `a, b and c`; with the word `or` likewise."""
    if len(parts) < 2:
        return "".join(parts) if not parts else parts[0]
    return t(LAST[word], some=commas(parts[:-1]), last=parts[-1])


def commas(parts: Sequence[str], between: str = ", ") -> str:
    """`a, b, c`; with a semicolon likewise."""
    listed = parts[0] if parts else ""
    for part in parts[1:]:
        listed = t(BETWEEN[between], some=listed, one=part)
    return listed


BETWEEN = {", ": said("{some}, {one}"), "; ": said("{some}; {one}"), ", then ": said("{some}, then {one}")}
LAST = {"and": said("{some} and {last}"), "or": said("{some} or {last}")}
"""Between the last of several and those before."""


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
    return commas([t(THROWN[kind], faces=words) for kind, words in told.items()], "; ")


THROWN = {"swimmer": said("blue {faces}"), "shark": said("red {faces}"), "die": said("dice {faces}")}
"""The faces of one of several kinds of dice."""


def _counted(faces: list[str]) -> str:
    waves = faces.count("wave")
    return join([*sorted(face for face in faces if face != "wave"), *([plural(waves, "wave")] if waves else [])])


def name(item: str) -> str:
    """One piece in words: `a blue 2`, `a red wave`, `the event die on sun`."""
    kind, face = kind_of(item), face_of(item)
    return t(ONE[kind], face=t(WAVE) if face == "wave" else face) if kind in ONE else t("a {face}", face=face)


WAVE = said("wave")
ONE = {
    "swimmer": said("a blue {face}"),
    "shark": said("a red {face}"),
    "event": said("the event die on {face}"),
    "die": said("a {face}"),
}
"""One die of each kind."""


def die(item: str) -> str:
    """A die in words, as `name` says it; "" for what is none."""
    return name(item) if kind_of(item) in KINDS and face_of(item) else ""
