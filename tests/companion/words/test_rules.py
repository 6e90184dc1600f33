"""The rules at hand: each game says how it is played, and each ruling that people are told of can be opened."""

from __future__ import annotations

import re
from collections import Counter
from pathlib import Path

import pytest

from companion.words import rules
from companion.words.language import ENGLISH, LANGUAGES, again, speaking
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


@pytest.mark.parametrize("code", CODES)
@pytest.mark.parametrize("name", RULED)
def test_a_language_tells_the_same_rulings_with_the_same_numbers_and_options(name, code):
    english = rules.rulings(name)
    with speaking(code):
        told = rules.rulings(name)
    assert list(told) == list(english)
    assert marked(f"{code}/{name}") == marked(name)
    for rule, clauses in english.items():
        assert [one.who for one in told[rule]] == [one.who for one in clauses], rule
        for one, other in zip(told[rule], clauses, strict=True):
            assert one.text != other.text
            assert not numbers(other.text) - numbers(one.text), rule
            assert not typed(name, other.choice) - typed(name, one.choice), rule


def typed(game: str, choice: str) -> set[str]:
    """The values, as people type them, of the options that a ruling names."""
    options = {option.name: option for option in GAMES[game].options}
    words = re.findall(r"[\w-]+", choice, re.ASCII)
    values = {str(value) for name in words if name in options for value in options[name].values}
    return {word for word in words if word in values | {"true", "false"}}


def marked(name: str) -> list[str]:
    """What a document of rulings marks as it is typed, in the order of its table."""
    lines = (ROOT / "docs" / "rulings" / f"{name}.md").read_text(encoding="utf-8").splitlines()
    return [
        word for line in lines if re.match(r"\| (\w\w-\d+)? ?\| [PCU]", line) for word in re.findall("`(.+?)`", line)
    ]


def test_who_says_a_ruling_is_told_in_the_language_too():
    with speaking("de"):
        assert again(rules.ruling("SA-3")[1].who[0]) == "Hausregel"


def test_there_is_nothing_to_open_where_no_game_or_ruling_is():
    for name in ("chess", "../rulings/hai-noon"):
        with pytest.raises(KeyError):
            rules.how_to_play(name)
    for rule in ("SD-99", "XX-1"):
        with pytest.raises(KeyError):
            rules.ruling(rule)
