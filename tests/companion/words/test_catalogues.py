"""The catalogues: all sentences of today, each translation whole, and the files for machines as those for people."""

from __future__ import annotations

import re
from functools import cache
from gettext import GNUTranslations

import pytest
from babel.messages.pofile import read_po

from companion.words import language
from companion.words.language import ENGLISH, offered, speaking, t, tn
from scripts.words import gathered, make_words
from scripts.words.gathered import in_html, in_python, in_script
from scripts.words.make_words import forms_of, lacks, po

CODES = [code for code in offered() if code != ENGLISH]
WHOLE = ["de", "fr", "es", "nl", "ja"]
"""Languages that lack nothing."""

all_sentences, read = cache(gathered.all_sentences), cache(make_words.read)
"""Each takes a second."""


def test_sentences_are_gathered_from_python_scripts_and_html():
    python = 't("{name} banks", name=n)\ntn("{count} die", "{count} dice", 2)\nsaid("Who")\nt(TABLE[x])\nother("no")'
    assert set(in_python(python)) == {("{name} banks", ""), ("{count} die", "{count} dice"), ("Who", "")}
    script = 'h("p", {}, t("It\'s \\"so\\""), tn("{count} card", "{count} cards", n)); not("this");'
    assert set(in_script(script)) == {('It\'s "so"', ""), ("{count} card", "{count} cards")}
    assert list(in_html('<main aria-label="Table &amp; log"><p>Hello</p> <b>1</b>')) == [
        ("Table & log", ""),
        ("Hello", ""),
    ]


@pytest.mark.parametrize("code", CODES)
def test_a_catalogue_has_just_the_sentences_of_today(code):
    known = {(*forms_of(one.id), "")[:2] for one in read(code) if one.id}
    assert known == set(all_sentences()), "run: make words"


@pytest.mark.parametrize("code", CODES)
def test_what_people_must_type_stays_as_it_is_typed(code):
    typed = {
        "yes or no": ("yes", "no"),
        "0.5 to 3": ("0.5",),
        "some of scores,turn,last": ("scores,turn,last",),
    }
    with speaking(code):
        assert [(text, word) for text, words in typed.items() for word in words if word not in t(text)] == []


def test_a_catalogue_keeps_the_plural_forms_that_it_was_translated_with(monkeypatch):
    """Babel's versions do not agree how many French has."""
    monkeypatch.setattr(make_words, "all_sentences", lambda: {("{count} die", "{count} dice"): ("pieces.py",)})
    known = read_po(
        b'''msgid ""
msgstr "Plural-Forms: nplurals=2; plural=(n > 1);\\n"
msgid "{count} die"
msgid_plural "{count} dice"
msgstr[0] "un"
msgstr[1] "plusieurs"'''.splitlines(),
        locale="fr",
    )
    renewed = make_words.renewed(known)
    assert renewed.num_plurals == 2
    assert not lacks(renewed)


@pytest.mark.parametrize("code", WHOLE)
def test_no_sentence_lacks_its_translation(code):
    assert not lacks(read(code))


@pytest.mark.parametrize("code", CODES)
def test_translations_have_the_same_values_and_the_same_edges(code):
    for one in read(code):
        patterns = [set(re.findall(r"\{(\w*)\}", text)) for text in forms_of(one.id)]
        for text in filter(None, forms_of(one.string)) if one.id else ():
            values = set(re.findall(r"\{(\w*)\}", text))
            assert set.intersection(*patterns) - {"count"} <= values <= set.union(*patterns), text
            said = forms_of(one.id)[0]
            assert (text != text.lstrip(), text != text.rstrip()) == (said != said.lstrip(), said != said.rstrip()), (
                text
            )


@pytest.mark.parametrize("code", CODES)
def test_the_file_for_machines_says_what_the_one_for_people_says(code):
    with po(code).with_suffix(".mo").open("rb") as opened:
        machine = GNUTranslations(opened)
    for one in read(code):
        said, told = forms_of(one.id), forms_of(one.string)
        if said[0] and all(told):
            assert [machine.gettext(said[0])] == told if len(said) == 1 else machine.ngettext(*said, 1) == told[0], said
            assert len(said) == 1 or machine.ngettext(*said, 5) == told[-1], said


def test_no_pattern_is_both_alone_and_counted():
    alone = {one for one, many in all_sentences() if not many}
    assert not alone & {one for one, many in all_sentences() if many}


def test_german_speaks_german_and_falls_back_to_english():
    language.catalogue.cache_clear()
    with speaking("de"):
        assert t("{name} banks {points}", name="Ana", points=9) == "Ana sichert 9"
        assert tn("{count} card", "{count} cards", 1) == "1 Karte"
        assert tn("{count} card", "{count} cards", 3) == "3 Karten"
        assert t("What nobody has translated") == "What nobody has translated"
