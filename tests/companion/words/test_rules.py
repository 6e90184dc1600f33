"""The rules at hand: each game says how it is played, and each ruling that people are told of can be opened."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.words import rules
from companion.words.language import ENGLISH, LANGUAGES, speaking
from engines.games import GAMES

ROOT = Path(__file__).parents[3]
CODES = [code for code in LANGUAGES if code != ENGLISH]
RULED = [game for game in GAMES if game != "dice-tray"]


@pytest.mark.parametrize("name", GAMES)
def test_each_game_says_how_it_is_set_up_and_played(name):
    told = rules.how_to_play(name)
    assert told.title == GAMES[name].title
    assert {"Set-up", "The end"} <= {section.title for section in told.sections}
    assert all(section.lines for section in told.sections)
    assert told.short


@pytest.mark.parametrize("name", GAMES)
def test_its_sentences_are_short_and_whole(name):
    for section in rules.how_to_play(name).sections:
        for line in section.lines:
            assert line.endswith("."), line
            assert all(len(sentence.split()) <= 32 for sentence in re.split(r"[.!?]", line)), line


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", GAMES)
def test_each_language_tells_the_same_section_by_section_with_the_same_numbers(name, code):
    english = rules.how_to_play(name)
    with speaking(code):
        told = rules.how_to_play(name)
    assert told != english
    assert told.title
    assert [len(section.lines) for section in told.sections] == [len(section.lines) for section in english.sections]
    for section, other in zip(told.sections, english.sections, strict=True):
        for line, original in zip(section.lines, other.lines, strict=True):
            assert line.endswith((".", "。")), line
            assert not re.search("`| [:;!?»]|« ", line), "a mark of Markdown, or a space where French breaks no line"
            assert not numbers(original) - numbers(line), "Japanese has digits for words, too: more is no mistake"


def test_a_game_without_a_translation_is_told_in_english():
    english = rules.how_to_play("splash-down")
    with speaking("tlh"):
        assert rules.how_to_play("splash-down") == english


def numbers(line: str) -> Counter[str]:
    """The numbers of a sentence, without what parts thousands."""
    return Counter(re.findall(r"\d+", re.sub(r"(?<=\d)[.,\xa0](?=\d{3})", "", line)))


@pytest.mark.parametrize("name", RULED)
def test_every_ruling_that_the_rules_name_can_be_opened(name):
    folder = ROOT / "engines" / name.replace("-", "_")
    prefix = next(prefix for prefix, game in rules.PREFIXES.items() if game == name)
    named = {rule for file in folder.rglob("*.py") for rule in re.findall(rf"\b{prefix}-\d+", file.read_text())}
    assert len(named) > 5
    assert all(rules.ruling(rule)[0].text for rule in named)


@pytest.mark.parametrize("name", RULED)
def test_a_house_ruling_says_how_it_may_be_played_otherwise(name):
    for rule, clauses in rules.rulings(name).items():
        assert all(clause.choice for clause in clauses if clause.who == ("house ruling",)), rule


def test_rulings_are_told_without_marks_of_markdown():
    texts = [clause.text + clause.choice for name in RULED for cl in rules.rulings(name).values() for clause in cl]
    assert [text for text in texts if re.search(r"[`*|\[]", text)] == []


def test_there_is_nothing_to_open_where_no_game_or_ruling_is():
    for name in ("chess", "../rulings/hai-noon"):
        with pytest.raises(KeyError):
            rules.how_to_play(name)
    for rule in ("SD-99", "XX-1"):
        with pytest.raises(KeyError):
            rules.ruling(rule)
