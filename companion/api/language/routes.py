"""The page's own words: its files in the viewer's language, the catalogue of its scripts, the choice of a phone."""

from __future__ import annotations

import json
import re
from functools import lru_cache
from hashlib import sha256
from html import escape, unescape
from pathlib import Path
from typing import Literal

from fastapi import APIRouter, Request, Response
from fastapi.responses import HTMLResponse

from companion.api.access import READ_ERRORS, Errors
from companion.api.language.viewer import CHOSEN_S, COOKIE
from companion.api.models import Problem, Wire, example
from companion.words.language import catalogue, language, offered, speaking, t

STATIC = Path(__file__).parents[2] / "static"
HEAD = "head.html"
"""What the heads of all pages have alike."""
NAMED = re.compile(r'(?:aria-label|data-pin-at)="([^"]+)"|<(?:title|a|h1|h2|p|span)\b[^>]*>([^<>]+)<')
"""The words of our own HTML: those of elements, and those of attributes that people read or hear."""
CALLS = re.compile(r'\bt\(\s*("(?:[^"\\]|\\.)*")|\btn\(\s*("(?:[^"\\]|\\.)*"),\s*("(?:[^"\\]|\\.)*")')
"""Sentences in our own scripts."""


Spoken = Literal["en", "de", "fr", "es", "nl", "ja"]
"""The languages, by their codes."""


class LanguageChoice(Wire):
    """The language that a phone wants from now on."""

    model_config = example(language="de")

    language: Spoken


ERRORS: Errors = {
    411: {"model": Problem, "description": "The request does not say how long it is."},
    422: {"model": Problem, "description": "There is no such language."},
}


def languages() -> APIRouter:
    """The routes; none needs the PIN, for they change nothing but what one phone is shown."""
    router = APIRouter(tags=["read"], responses=READ_ERRORS)

    @router.get(
        "/static/catalogue.js",
        response_class=Response,
        summary="The sentences of the page's scripts, in the language of whoever asks",
        responses={200: {"content": {"text/javascript": {}}, "description": "The file."}},
    )
    def for_scripts(request: Request) -> Response:
        script, tag = _script(language())
        if request.headers.get("if-none-match") == tag:
            return Response(status_code=304, headers={"ETag": tag})
        return Response(script, media_type="text/javascript", headers={"ETag": tag})

    @router.put("/api/language", status_code=204, summary="The language that this phone wants", responses=ERRORS)
    def choose(choice: LanguageChoice) -> Response:
        answer = Response(status_code=204)
        answer.set_cookie(COOKIE, choice.language, max_age=CHOSEN_S, samesite="lax")
        return answer

    return router


def html(name: str) -> HTMLResponse:
    """A file of the page, in the language in force."""
    return HTMLResponse(_translated(name, language()))


@lru_cache(maxsize=128)
def _translated(name: str, code: str) -> str:
    text, head = ((STATIC / file).read_text(encoding="utf-8") for file in (name, HEAD))
    text = text.replace(f"<!-- {HEAD} -->\n", head).replace('<html lang="en">', f'<html lang="{code}">')
    with speaking(code):
        return NAMED.sub(_again, text)


def _again(found: re.Match[str]) -> str:
    words = found[1] or found[2]
    return found[0].replace(words, escape(t(unescape(words)))) if words.strip() else found[0]


@lru_cache(maxsize=16)
def _script(code: str) -> tuple[str, str]:
    """The catalogue as a module, and its tag: each pattern in English with its forms, the last of them for many."""
    known = catalogue(code)
    words = {}
    for one, many in _patterns():
        forms = [known.ngettext(one, many, 1), known.ngettext(one, many, 5)] if many else [known.gettext(one)]
        if forms != ([one, many] if many else [one]):
            words[one] = forms
    script = "\n".join(
        f"export const {name} = {json.dumps(value, ensure_ascii=False)};"
        for name, value in (("LANGUAGE", code), ("LANGUAGES", offered()), ("WORDS", words))
    )
    return script, f'"{sha256(script.encode()).hexdigest()[:16]}"'


@lru_cache(maxsize=1)
def _patterns() -> tuple[tuple[str, str], ...]:
    """The sentences of our scripts: for one, and for many or ""."""
    scripts = (file.read_text(encoding="utf-8") for file in sorted(STATIC.glob("*.js")))
    found = (match.groups('""') for script in scripts for match in CALLS.finditer(script))
    pairs = ((json.loads(single) or json.loads(one), json.loads(many)) for single, one, many in found)
    return tuple(dict.fromkeys(pairs))
