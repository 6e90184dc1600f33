"""Sentences outside the catalogues: words for people that no call says, so that nobody can translate them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from html.parser import HTMLParser

from companion.api.language.routes import CALLS, NAMED

TOLD = {
    *("RequestRefused", "BackendBusy", "Missing", "Stale", "HTTPException", "WrongPin", "WrongToken", "TooManyTokens"),
    *("SessionRefused", "JournalError", "PastUnreadable", "NoSuchMatch", "HomeUnwritable", "BackupFailed"),
    *("NetworkLost", "NameRefused", "CarrierLacks", "BadTournament", "IllegalEvent", "Fault", "Unread"),
    *("Question", "Answer", "Mismatch", "Reason", "Verdict", "Refused", "Check"),
    *("with_reason", "with_why", "told", "refused"),
    *("text", "words", "wrapped", "two_lines", "head", "banner", "foot", "buttons", "fit"),
}
"""Whatever is given to these, people are told: what is refused, what is wrong, why scores change; on the OLED, too."""
SAYS = {"note", "detail", "refusal", "trouble", "what", "task", "doubt"}
"""Values called so are words for people."""
WORDS = re.compile(r"[^\W\d_]{2,}[ ,;:.]+[^\W\d_]{2,}|^[A-Z][a-z]+[^\W_]*\W*$")
"""What looks like a sentence, or a word that begins one."""
OF_SCRIPT = re.compile(r"^[A-Z][a-z]+[^\w-]|^[A-Z][a-z]{2,}$|[a-z]{2,}[?!…]$|(?:[a-z]{2,} ){3}[a-z]{2,}")
"""The same where strings are also names of classes, keys and files."""
SPOKEN = ("alt", "aria-label", "placeholder", "title", "data-pin-at")
"""Attributes that people read or hear."""
SAME = {"PIN", "Lifeguard", "OLED", "Sonneborn-B.", "Escape", "Enter"}
"""What is the same in every language."""


def in_python(text: str) -> Iterator[str]:
    """Sentences given as they are to whatever tells people."""
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Call) and _name(node.func) in TOLD:
            for given in (*node.args, *(one.value for one in node.keywords)):
                yield from _bare(given)
        elif isinstance(node, ast.keyword) and node.arg in SAYS:
            yield from _bare(node.value)


def _name(called: ast.expr) -> str:
    return called.id if isinstance(called, ast.Name) else called.attr if isinstance(called, ast.Attribute) else ""


def _bare(node: ast.AST) -> Iterator[str]:
    """Literal sentences that no call of the catalogues takes."""
    if isinstance(node, ast.Call):
        return  # what it is given is looked at by itself, where people are told it
    if isinstance(node, ast.Constant | ast.JoinedStr):
        words = node.value if isinstance(node, ast.Constant) else _joined(node)
        if isinstance(words, str) and WORDS.search(words) and words not in SAME:
            yield words
        return
    for child in ast.iter_child_nodes(node):
        yield from _bare(child)


def _joined(node: ast.JoinedStr) -> str:
    return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)


def in_script(text: str) -> Iterator[str]:
    """Strings of a script of the page that look like a sentence and stand in no call."""
    bare = re.sub(r"^import .*$|/\*[\s\S]*?\*/|(?<!:)//.*$", "", text, flags=re.MULTILINE)
    bare = CALLS.sub("", bare)
    for found in re.finditer(r'"((?:[^"\\\n]|\\.)*)"|`((?:[^`\\]|\\.)*)`', bare):
        words = re.sub(r"\$\{[^{}]*\}", "{}", found[1] if found[1] is not None else found[2])
        if OF_SCRIPT.search(words) and words not in SAME:
            yield words


class _Texts(HTMLParser):
    """The words of a page that no pattern of ours finds."""

    def __init__(self, known: set[str]) -> None:
        super().__init__()
        self.known, self.found, self._silent = known, list[str](), False

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._silent = tag in ("script", "style")
        for name, value in attrs:
            if name in SPOKEN and value:
                self._take(value)

    def handle_data(self, data: str) -> None:
        if not self._silent:
            self._take(data)

    def _take(self, words: str) -> None:
        words = words.strip()
        if re.search(r"[^\W\d_]{2}", words) and words not in self.known | SAME:
            self.found.append(words)


def in_html(text: str) -> Iterator[str]:
    """Words of a page that nothing translates."""
    page = _Texts({(found[1] or found[2]).strip() for found in NAMED.finditer(text)})
    page.feed(text)
    yield from page.found
