"""In which language people are spoken to: one value, set at the edges, and the catalogues of gettext.

A sentence is made where it is needed, by its pattern in English: `t("{name} banks {points}", name="Ana", points=9)`.
It is in the language in force, and remembers its pattern; so one that was made long ago, or by the rules, can be said
`again` in the language of whoever asks.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from contextvars import ContextVar
from functools import lru_cache
from gettext import GNUTranslations, NullTranslations
from pathlib import Path
from typing import Any

from engines.core import Said

CATALOGUES = Path(__file__).parent.parent / "languages"
"""Where each language has its folder: `de/LC_MESSAGES/lifeguard.po`, and beside it the same for machines, `.mo`."""
DOMAIN = "lifeguard"
ENGLISH = "en"
LANGUAGES: Mapping[str, str] = {
    ENGLISH: "English",
    "de": "Deutsch",
    "fr": "Français",
    "es": "Español",
    "nl": "Nederlands",
    "ja": "日本語",
}
"""The languages, each as it is called in itself."""

OPENING = "sentence"
"""A value called so is a sentence of its own: it begins with a capital."""

_in_force: ContextVar[str] = ContextVar("language", default=ENGLISH)


def language() -> str:
    """The language in force."""
    return _in_force.get()


@contextmanager
def speaking(to: str) -> Iterator[None]:
    """Puts a language in force as long as this lasts."""
    before = _in_force.set(to)
    try:
        yield
    finally:
        _in_force.reset(before)


@lru_cache(maxsize=16)
def catalogue(code: str) -> NullTranslations:
    """The sentences of a language; English ones where it has no catalogue."""
    file = _file(code)
    if code not in LANGUAGES or not file.is_file():
        return NullTranslations()
    with file.open("rb") as opened:
        return GNUTranslations(opened)


def offered() -> dict[str, str]:
    """The languages that there is a catalogue for, English first."""
    return {code: name for code, name in LANGUAGES.items() if code == ENGLISH or _file(code).is_file()}


def _file(code: str) -> Path:
    return CATALOGUES / code / "LC_MESSAGES" / f"{DOMAIN}.mo"


def t(message: str, **values: object) -> str:
    """A sentence in the language in force; `message` is its pattern in English, literally or out of a table."""
    return _made(message, "", 0, values)


def tn(one: str, many: str, count: int, **values: object) -> str:
    """The same where a number decides, which is the value `count`: `tn("{count} die", "{count} dice", 3)`."""
    return _made(one, many, count, {"count": count, **values})


def decimal(value: float, digits: int = 1) -> str:
    """A number with so many digits behind its point, or its comma."""
    whole, _, part = f"{value:.{digits}f}".partition(".")
    return t("{whole}.{part}", whole=whole, part=part) if part else whole


def again(text: str) -> str:
    """A sentence as it is in the language in force; what is no sentence of ours stays as it is."""
    return _made(text.message, text.many, text.number, text.values) if isinstance(text, Said) else text


def remade(text: Said, values: Mapping[str, object]) -> Said:
    """A sentence with other values, in the language in force."""
    return _made(text.message, text.many, text.number, values)


def sentence_of(error: Exception) -> str:
    """What an error says to people, as it was given: a sentence that can be said `again`."""
    first = error.args[0] if error.args else None
    return first if isinstance(first, str) else str(error)


def all_again(value: Any) -> Any:
    """The same for each sentence in plain data: dicts, lists and tuples."""
    if isinstance(value, dict):
        return {key: all_again(one) for key, one in value.items()}
    if isinstance(value, list | tuple):
        return type(value)(all_again(one) for one in value)
    return again(value) if isinstance(value, str) else value


def _made(message: str, many: str, count: int, values: Mapping[str, object]) -> Said:
    known = catalogue(language())
    pattern = known.ngettext(message, many, count) if many else known.gettext(message) if message else ""
    filled = {name: again(value) if isinstance(value, str) else value for name, value in values.items()}
    if isinstance(opening := filled.get(OPENING), str):
        filled[OPENING] = opening[:1].upper() + opening[1:]
    return Said(pattern.format(**filled) if filled else pattern, message, values, many, count)
