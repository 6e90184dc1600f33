"""Sentences in a journal: what they are made of beside what they say, so that they can be said in any language again.

A question's text is written in English, as ever: an older program reads it. Its pattern is written apart.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import replace
from typing import Any

from engines.core import Said
from firmware.state.table import Answer, Mismatch, Question

Patterns = Mapping[str, Any]
"""What a sentence says in English -> its pattern and values, as plain data."""


def patterns(question: Question | None, mismatch: Mismatch | None) -> dict[str, Any]:
    """The patterns of all sentences of what is asked, and of what differs."""
    texts = [*_of_question(question), *((mismatch.expected, mismatch.seen) if mismatch else ())]
    return {str(text): _plain(text) for text in texts if isinstance(text, Said)}


def asked(question: Question | None, known: Patterns) -> Question | None:
    """The question with the patterns of its sentences."""
    if question is None:
        return None
    return replace(question, text=_said(question.text, known), answers=_answers(question.answers, known))


def differing(mismatch: Mismatch | None, known: Patterns) -> Mismatch | None:
    """The same of what differs."""
    if mismatch is None:
        return None
    return replace(mismatch, expected=_said(mismatch.expected, known), seen=_said(mismatch.seen, known))


def _of_question(question: Question | None) -> Iterator[str]:
    if question:
        yield question.text
        yield from _of_answers(question.answers)


def _of_answers(answers: tuple[Answer, ...]) -> Iterator[str]:
    for answer in answers:
        yield from (answer.text, answer.asks)
        yield from _of_answers(answer.then)


def _answers(answers: tuple[Answer, ...], known: Patterns) -> tuple[Answer, ...]:
    return tuple(
        replace(one, text=_said(one.text, known), asks=_said(one.asks, known), then=_answers(one.then, known))
        for one in answers
    )


def _plain(value: object) -> object:
    """A sentence as its pattern; any other value as it is."""
    if not isinstance(value, Said):
        return value
    values = {name: _plain(one) for name, one in value.values.items()}
    return {"text": str(value), "message": value.message, "values": values, "many": value.many, "number": value.number}


def _said(text: str, known: Patterns) -> str:
    return _sentence(known[text]) if text in known else text


def _sentence(plain: Any) -> Any:
    if not isinstance(plain, dict):
        return plain
    values = {name: _sentence(one) for name, one in plain["values"].items()}
    return Said(plain["text"], plain["message"], values, plain["many"], plain["number"])
