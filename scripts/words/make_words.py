"""Makes the catalogues of all languages anew: `make words`, or `make words ARGS="fr ja"` to begin further ones.

Sentences are gathered from the code. Translations stay as they are; what is new has none yet, what nobody says any
more is left out. Each `.po` is written for translators, and beside it the `.mo` that the device reads.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path

from babel.messages.catalog import Catalog
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po, write_po

from companion.words.language import CATALOGUES, DOMAIN, ENGLISH, LANGUAGES
from scripts.words.gathered import all_sentences

HEAD = """# Lifeguard: {name}
msgid ""
msgstr ""
"Language: {code}\\n"
"Content-Type: text/plain; charset=UTF-8\\n"
"Content-Transfer-Encoding: 8bit\\n"
"Plural-Forms: {plurals}\\n"

"""


def po(code: str) -> Path:
    """The catalogue of a language for translators."""
    return CATALOGUES / code / "LC_MESSAGES" / f"{DOMAIN}.po"


def read(code: str) -> Catalog:
    """The catalogue of a language; an empty one where it is not begun."""
    file = po(code)
    if not file.is_file():
        return Catalog(locale=code)
    with file.open("rb") as opened:
        return read_po(opened, locale=code)


def renewed(known: Catalog) -> Catalog:
    """All sentences of today, translated as far as they are known."""
    new = Catalog(locale=known.locale, fuzzy=False)
    new.creation_date = new.revision_date = datetime(2026, 1, 1, tzinfo=UTC)
    new.mime_headers = [("Plural-Forms", known.plural_forms)]  # as translated: Babel's versions differ in French
    for (one, many), files in all_sentences().items():
        told = known.get(one)
        string = told.string if told and isinstance(told.id, tuple) == bool(many) else None
        new.add((one, many) if many else one, string, locations=[(file, 0) for file in files])
    return new


def write(code: str, catalogue: Catalog) -> None:
    """Both files of a language."""
    text = BytesIO()
    write_po(text, catalogue, width=0, omit_header=True, include_lineno=False)
    file = po(code)
    file.parent.mkdir(parents=True, exist_ok=True)
    head = HEAD.format(name=LANGUAGES[code], code=code, plurals=catalogue.plural_forms)
    file.write_text(head + text.getvalue().decode().strip() + "\n", encoding="utf-8")
    with file.with_suffix(".mo").open("wb") as opened:
        write_mo(opened, catalogue)


def main(asked: list[str]) -> None:
    """Every language that is begun, and those asked for."""
    for code in LANGUAGES:
        if code != ENGLISH and (code in asked or po(code).is_file()):
            catalogue = renewed(read(code))
            write(code, catalogue)
            lacking = len(lacks(catalogue))
            print(f"{code}: {len(catalogue)} sentences, {lacking} without a translation")


def lacks(catalogue: Catalog) -> list[str]:
    """The sentences that are not translated, or not in all their forms."""
    return [forms_of(one.id)[0] for one in catalogue if one.id and not all(forms_of(one.string))]


def forms_of(string: str | Sequence[str] | None) -> list[str]:
    """A sentence's patterns: one, or as many as the language has forms; none where it is not translated."""
    return [string or ""] if isinstance(string, str | None) else list(string)


if __name__ == "__main__":
    main(sys.argv[1:])
