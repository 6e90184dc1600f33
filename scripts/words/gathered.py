"""All sentences that people read, gathered from our Python, the page's scripts and HTML, and the games' cards."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterable, Iterator
from html import unescape
from pathlib import Path

from companion.api.language.routes import CALLS, NAMED
from companion.words import sentences
from companion.words.games import hai_noon
from companion.words.language import t
from engines.core import Match, Said, said
from engines.games import GAMES
from engines.hai_noon.deck import DIVERS
from engines.hai_noon.reasons import SENTENCES as sharks
from engines.hold_your_breath.cards import ACTIONS
from engines.hold_your_breath.reasons import NOBODY_UP
from engines.hold_your_breath.reasons import SENTENCES as dives
from engines.seats import SEATS
from engines.shark_attacks.pieces import FORMS
from engines.shark_attacks.pieces import count as fins
from engines.splash_down.deck import built_in

HERE = Path(__file__).parents[2]
STATIC = HERE / "companion" / "static"
SPOKEN = ("companion", "engines", "firmware")
"""Where sentences are made in Python."""
TAKES = {"t": 1, "said": 1, "tn": 2, "counted": 2, "forms": 2, "with_name": 1}
"""What makes a sentence, and how many patterns it takes."""
LOST = ("PartLost", "CameraLost", "DisplayLost")
"""What says that a part is lost: what was seen, and what to do."""

Sentence = tuple[str, str]
"""A pattern in English: for one, and for several or ""."""


def all_sentences() -> dict[Sentence, list[str]]:
    """Each sentence, with the files that say it, in the order of the files."""
    found: dict[Sentence, list[str]] = {}
    for file, some in _of_files():
        for sentence in some:
            files = found.setdefault(sentence, [])
            if file not in files:
                files.append(file)
    return found


def _of_files() -> Iterator[tuple[str, Iterable[Sentence]]]:
    for folder in SPOKEN:
        for file in sorted((HERE / folder).rglob("*.py")):
            yield str(file.relative_to(HERE)), in_python(file.read_text(encoding="utf-8"))
    for file in sorted(STATIC.glob("*.js")):
        yield str(file.relative_to(HERE)), in_script(file.read_text(encoding="utf-8"))
    for file in sorted(STATIC.glob("*.html")):
        yield str(file.relative_to(HERE)), in_html(file.read_text(encoding="utf-8"))
    for file in sorted((HERE / "hardware").rglob("*.py")):
        yield str(file.relative_to(HERE)), of_parts(file.read_text(encoding="utf-8"))
    yield "engines", of_games()


def in_python(text: str) -> Iterator[Sentence]:
    """Patterns that stand literally in `t`, `tn`, `said` and `counted`."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in TAKES:
            patterns = [one.value for one in node.args[: TAKES[node.func.id]] if isinstance(one, ast.Constant)]
            if len(patterns) == TAKES[node.func.id]:
                one, many = (*map(str, patterns), "")[:2]
                yield table_words(one), table_words(many)


def of_parts(text: str) -> Iterator[Sentence]:
    """What is told of parts that are lost: both sentences, literally or by the name of a constant of the file."""
    tree = ast.parse(text)
    constants = {
        target.id: node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in LOST:
            for given in node.args[:2]:
                value = given.value if isinstance(given, ast.Constant) else constants.get(ast.unparse(given))
                if isinstance(value, str):
                    yield value, ""


def table_words(pattern: str) -> str:
    """A pattern with names in the place of seats, as all is told to people; but what says no more than a seat stays."""
    return pattern if re.fullmatch(r"(\{place\}, )?seat \{seat\}", pattern) else sentences.without_seats(pattern)


def in_script(text: str) -> Iterator[Sentence]:
    """Patterns of a script of the page."""
    for match in CALLS.finditer(text):
        single, one, many = match.groups('""')
        yield json.loads(single) or json.loads(one), json.loads(many)


def in_html(text: str) -> Iterator[Sentence]:
    """The words of a file of the page."""
    return ((unescape(found[1] or found[2]), "") for found in NAMED.finditer(text) if (found[1] or found[2]).strip())


def of_games() -> Iterator[Sentence]:
    """What games call their cards, pieces and places, which no call says literally."""
    states = [Match.begin(game, tuple(map(str, range(game.seats[-1])))) for game in GAMES.values()]
    for match in states:
        for words in sentences.pieces(match).values():
            yield from _made_of(words)
    sea = built_in()
    for one in (*(sea.in_words(card, many=True) for card in sea.facts), *_apart()):
        yield from _made_of(one)


def _apart() -> Iterator[str]:
    """What is said of pieces beside their names: a diver at the head of a sentence."""
    yield from (t(colour.capitalize()) for colour in DIVERS)
    yield from (said(seat.colour.capitalize()) for seat in SEATS)
    yield from (t(option.doc) for game in GAMES.values() for option in game.options)
    yield from (fins(2, thing) for thing in FORMS)
    yield from (said(told[0]) for told in dives.values())
    yield from (said(told[0]) for told in sharks.values())
    yield from (said(NOBODY_UP[option]) for option in NOBODY_UP)
    yield from (said(action) for action in ACTIONS)
    yield from (said(card.species.capitalize()) for card in built_in().cards)
    yield from (said(card.colour) for card in built_in().cards if card.colour)
    yield from (t(condition) for condition in ("healthy", "injured"))
    yield from (hai_noon.LABELS[side] for side in ("north", "east", "south", "west"))


def _made_of(text: object) -> Iterator[Sentence]:
    """A sentence's pattern, and those of the sentences that fill it."""
    if not isinstance(text, Said):
        return
    if re.search(r"[^\W\d_]{2}", re.sub(r"\{\w*\}", "", text.message)) or "{" in text.message:
        yield table_words(text.message), table_words(text.many)
    for value in text.values.values():
        yield from _made_of(value)
