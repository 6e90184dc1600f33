"""The rules at hand, in our own words: how a game is played, and what each ruling says.

Both are read from the documents that ship with the page, so there is one text for readers and for players. How a game
is played is told in the language in force where a document of it is there, `play/de/pig.md`; else in English.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files

from companion.words.language import language
from engines.games import GAMES

PLACE = files("companion")
PREFIXES = {game.rulings: name for name, game in GAMES.items() if game.rulings}
"""What the ids of a game's rulings begin with."""
WHO = {"P": "rulebook", "C": "players who own the game", "U": "house ruling"}
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


@lru_cache(maxsize=32)
def _how_to_play(game: str, code: str) -> HowToPlay:
    own = PLACE / "play" / code / f"{game}.md"
    text = own.read_text(encoding="utf-8") if game in GAMES and own.is_file() else _read("play", game)
    head, *parts = re.split(r"^## ", text, flags=re.MULTILINE)
    title, _, short = head.partition("\n")
    return HowToPlay(title.removeprefix("# ").strip(), _plain(short), tuple(map(_section, parts)))


def ruling(number: str) -> tuple[Clause, ...]:
    """What the ruling of this id ("SD-6") says, the rule first. Raises KeyError where there is none."""
    return rulings(PREFIXES[number.partition("-")[0]])[number]


@lru_cache(maxsize=8)
def rulings(game: str) -> dict[str, tuple[Clause, ...]]:
    """All rulings of a game by their ids. Raises KeyError for a game without any."""
    found: dict[str, tuple[Clause, ...]] = {}
    number = ""
    for own, who, text, choice in _rows(_read("rulings", game)):
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


def _read(folder: str, name: str) -> str:
    """The document of a game. Raises KeyError where there is none."""
    file = PLACE / folder / f"{name}.md"
    if not re.fullmatch(r"[a-z-]+", name) or not file.is_file():
        raise KeyError(name)
    return file.read_text(encoding="utf-8")
