"""Scripts of the world in one line: what belongs together, which way it runs, how Arabic letters join.

A line runs from left to right, as our sentences do. A word or name of a script that runs the other way is turned within
it; digits stay outside, so that "Noa 17" in Hebrew letters keeps its 17 at the right, as each line of a list does.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache

ELLIPSIS = "…"
JOINER = "\u200d"
UNJOINED = "\u200c"
FORMS = {"<isolated>": 0, "<final>": 1, "<initial>": 2, "<medial>": 3}
POINTS = (range(0x0591, 0x05C8), range(0x0610, 0x061B), range(0x064B, 0x0660), range(0x06D6, 0x06EE), (0x0670, 0x0640))
"""Vowel points of Hebrew and Arabic, and the stretch of a join: too fine for these dots, left out as in most print."""
ATTACHED = frozenset("\u0e33\u0eb3")
"""Vowels of Thai and Lao that stand behind their consonant and belong to it."""
OPENING, CLOSING, QUOTES = "([{<«", ")]}>»", "\"'"
MIRRORS = str.maketrans(OPENING + CLOSING, CLOSING + OPENING)
SKINS, REGIONS = range(0x1F3FB, 0x1F400), range(0x1F1E6, 0x1F200)
Forms = tuple[str, str, str, str]
"""A letter alone, at the end, at the beginning and in the middle of a join; "" where there is no such form."""


@lru_cache(maxsize=1 << 8)
def shown(text: str) -> tuple[str, ...]:
    """The clusters of `text` in the order in which they stand from left to right, Arabic letters in their joined forms.

    A cluster is what a reader takes for one letter: a letter with its marks, or an emoji of several parts.
    """
    if text.isascii():
        return tuple(text)
    parts = clusters(text)
    if not any(_backward(part) for part in parts):
        return parts
    placed: list[str] = []
    at = 0
    while at < len(parts):
        end = _run(parts, at)
        run = _joined(parts[at:end]) if end > at else []
        placed += [_mirrored(part) for part in reversed(run)] or [parts[at]]
        at = max(end, at + 1)
    return tuple(placed)


def clusters(text: str) -> tuple[str, ...]:
    """`text` cut where a reader would cut it; what is not to be seen, such as marks of direction, is left out."""
    parts: list[str] = []
    for letter in unicodedata.normalize("NFC", text):
        if ord(letter) in SKINS or any(ord(letter) in some for some in POINTS):
            continue
        if parts and _belongs(letter, parts[-1]):
            parts[-1] += letter
        elif letter == UNJOINED or unicodedata.category(letter) not in ("Cc", "Cf"):
            parts.append(letter)
    return tuple(part for part in parts if part != JOINER)


NO_START = frozenset("、。，．・：；！？!?）」』】〉》)…ー々ぁぃぅぇぉっゃゅょァィゥェォッャュョ")
NO_END = frozenset("（「『【〈《(")
"""Signs that no line of Japanese begins with, or ends with."""
SQUARES = (range(0x2E80, 0xA000), range(0xF900, 0xFB00), range(0xFF01, 0xFFF0))
"""Letters between which a line may end without a space: hanzi and kana."""


def parts_of_words(text: str) -> list[str]:
    """`text`, which has no spaces, cut wherever a line of Japanese or Chinese may end."""
    parts: list[str] = []
    for part in clusters(text):
        before = parts[-1][-1] if parts else ""
        square = any(ord(one[0]) in some for one in (before, part) if one for some in SQUARES)
        if before and not (square and before not in NO_END and part not in NO_START):
            parts[-1] += part
        else:
            parts.append(part)
    return parts


def _belongs(letter: str, before: str) -> bool:
    """Whether a letter is part of the cluster before it."""
    if letter == JOINER or (before[-1] == JOINER and len(before) > 1):
        return True
    if ord(letter) in REGIONS:
        return len(before) == 1 and ord(before) in REGIONS
    return letter in ATTACHED or unicodedata.category(letter) in ("Mn", "Mc", "Me")


def _backward(part: str) -> bool:
    return unicodedata.bidirectional(part[0]) in ("R", "AL")


def _run(parts: tuple[str, ...], start: int) -> int:
    """Where what runs from right to left and begins at `start` ends; `start` itself if nothing does.

    Spaces and signs between two such letters belong to it, and the dots that stand for a rest of it.
    """
    end = start
    for at in range(start, len(parts)):
        if _backward(parts[at]) or (parts[at] == ELLIPSIS and end == at > start):
            end = at + 1
        elif end == start or unicodedata.bidirectional(parts[at][0]) in ("L", "EN", "AN"):
            break
    while end > start and end < len(parts) and _closes(parts[end], parts[start:end]):
        end += 1
    return end


def _closes(sign: str, run: tuple[str, ...]) -> bool:
    """Whether a bracket or quotation mark is the second of a pair whose first one is in the run."""
    if sign in QUOTES:
        return run.count(sign) % 2 == 1
    return sign in CLOSING and run.count(OPENING[CLOSING.index(sign)]) > run.count(sign)


def _mirrored(part: str) -> str:
    return part.translate(MIRRORS) if len(part) == 1 else part


# -- Arabic


def _joined(parts: tuple[str, ...]) -> list[str]:
    """Letters in the forms in which they join their neighbours."""
    table = _forms()
    parts = _ligatures(parts, table)
    run: list[str] = []
    for at, part in enumerate(parts):
        forms = table.get(part[0])
        if forms is None:
            run += [part] if part != UNJOINED else []
            continue
        before = bool(forms[FORMS["<final>"]]) and at > 0 and _reaches(parts[at - 1], table)
        after = bool(forms[FORMS["<initial>"]]) and at + 1 < len(parts) and _takes(parts[at + 1], table)
        run.append(forms[before + 2 * after] or part)
    return run


def _reaches(part: str, table: dict[str, Forms]) -> bool:
    """Whether a letter joins the one after it."""
    return part[0] in table and bool(table[part[0]][FORMS["<initial>"]])


def _takes(part: str, table: dict[str, Forms]) -> bool:
    """Whether a letter joins the one before it."""
    return part[0] in table and bool(table[part[0]][FORMS["<final>"]])


def _ligatures(parts: tuple[str, ...], table: dict[str, Forms]) -> tuple[str, ...]:
    """Lam and alef, which are always written as one letter, as the sign for both, alone."""
    out: list[str] = []
    for part in parts:
        if out and out[-1] + part in table:
            out[-1] = table[out[-1] + part][0]
        else:
            out.append(part)
    return tuple(out)


@lru_cache(maxsize=1)
def _forms() -> dict[str, Forms]:
    """Arabic letters, and lam with alef, to their forms: Unicode's own list of presentation forms.

    The sign for a ligature alone leads to the same forms.
    """
    found: dict[str, list[str]] = {}
    for code in (*range(0xFB50, 0xFC00), *range(0xFE80, 0xFEFD)):
        form, *letters = unicodedata.decomposition(chr(code)).split()[:3] or [""]
        base = "".join(chr(int(letter, 16)) for letter in letters)
        if form in FORMS and (len(base) == 1 or (base[0] == "\u0644" and code >= 0xFEF5)):
            forms = found.setdefault(base, ["", "", "", ""])
            forms[FORMS[form]] = forms[FORMS[form]] or chr(code)
    table: dict[str, Forms] = {base: (four[0], four[1], four[2], four[3]) for base, four in found.items()}
    return table | {forms[0]: forms for base, forms in table.items() if len(base) == 2}
