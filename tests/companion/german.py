"""A language of the tests' own in the place of German."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from gettext import NullTranslations

import pytest

from companion.api.language import routes, viewer
from companion.words import language


@contextmanager
def german_is(spoken: NullTranslations, monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Whoever asks for German is answered in `spoken` meanwhile."""
    monkeypatch.setattr(language, "catalogue", lambda code: spoken if code == "de" else NullTranslations())
    monkeypatch.setattr(routes, "catalogue", language.catalogue)
    for module in (routes, viewer):
        monkeypatch.setattr(module, "offered", lambda: {"en": "English", "de": "Deutsch"})
    cached = (routes._translated, routes._script)
    for one in cached:
        one.cache_clear()
    yield
    for one in cached:
        one.cache_clear()
