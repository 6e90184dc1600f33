"""The rules at hand, in our own words: how a game is played, and what each ruling says.

Both are read from the documents that ship with the page, so there is one text for readers and for players. They are
told in the language in force where a document of it is there, `play/de/pig.md`, `rulings/de/pig.md`; else in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from companion.words.language import language
from engines.core import said
from engines.games import GAMES

PLACE = files("companion")
PREFIXES = {game.rulings: name for name, game in GAMES.items() if game.rulings}
"""What the ids of a game's rulings begin with."""
WHO = {"P": said("rulebook"), "C": said("players who own the game"), "U": said("house ruling")}
"""Who says so, by the letter in a table of rulings."""


@dataclass(frozen=True, slots=True)
class Section:
    """A heading with its sentences, each of one thing to do or to know."""

    title: str
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class HowToPlay:
    """A game in our own words: in two or three sentences, and section by section."""

    title: str
    short: str
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class Clause:
    """A part of a ruling: who says it, what it says, and the option or data that changes it ("" for none)."""

    who: tuple[str, ...]
    text: str
    choice: str


def how_to_play(game: str) -> HowToPlay:
    """How a game is played, in the language in force. Raises KeyError for a game without such a text."""
    return _how_to_play(game, language())


@lru_cache(maxsize=128)
def _how_to_play(game: str, code: str) -> HowToPlay:
    head, *parts = re.split(r"^## ", _read("play", game, code), flags=re.MULTILINE)
    title, _, short = head.partition("\n")
    return HowToPlay(title.removeprefix("# ").strip(), _plain(short), tuple(map(_section, parts)))


def ruling(number: str) -> tuple[Clause, ...]:
    """What the ruling of this id ("SD-6") says, the rule first, in the language in force. Raises KeyError for none."""
    return rulings(PREFIXES[number.partition("-")[0]])[number]


def rulings(game: str) -> dict[str, tuple[Clause, ...]]:
    """All rulings of a game by their ids, in the language in force. Raises KeyError for a game without any."""
    return _rulings(game, language())


@lru_cache(maxsize=128)
def _rulings(game: str, code: str) -> dict[str, tuple[Clause, ...]]:
    found: dict[str, tuple[Clause, ...]] = {}
    number = ""
    for own, who, text, choice in _rows(_read("rulings", game, code)):
        number = own or number
        letters = tuple(WHO[letter.strip()] for letter in who.split(","))
        found[number] = (*found.get(number, ()), Clause(letters, text, choice))
    return found


def _rows(text: str) -> Iterator[tuple[str, ...]]:
    """The rows of the table of rulings: id (or ""), letters, ruling, option; without the marks of Markdown."""
    for line in text.splitlines():
        cells = [_plain(cell) for cell in line.strip().strip("|").split("|")]
        if line.startswith("|") and len(cells) == 4 and re.fullmatch(r"[PCU](, [PCU])*", cells[1]):
            yield tuple(cells)


def _section(part: str) -> Section:
    title, _, body = part.partition("\n")
    return Section(title.strip(), tuple(_plain(line) for line in re.split(r"^- ", body, flags=re.M)[1:]))


def _plain(text: str) -> str:
    """In one line and without the marks of Markdown. No-break spaces stay: French has them before its signs."""
    return re.sub("[ \n]+", " ", re.sub(r"`|\*\*", "", text)).strip(" ")


def _read(folder: str, game: str, code: str) -> str:
    """The document of a game in this language, else in English. Raises KeyError where there is none."""
    own, english = PLACE / folder / code / f"{game}.md", PLACE / folder / f"{game}.md"
    if game not in GAMES or not english.is_file():
        raise KeyError(game)
    return (own if own.is_file() else english).read_text(encoding="utf-8")
