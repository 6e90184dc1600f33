"""What is wrong with a part, in the language in force, so that it can be said again in another."""

from __future__ import annotations

from companion.words.language import again, t
from engines.core import said
from hardware.errors import PartLost, Sentence
from hardware.panel.board import PartFault


def trouble(lost: PartLost | PartFault) -> str:
    """What was seen, and what to do: two sentences."""
    return t("{seen} {todo}", seen=sentence(lost.seen), todo=sentence(lost.todo))


def sentence(text: str) -> str:
    """What was seen, or what to do."""
    return again(said(text.pattern, **text.values) if isinstance(text, Sentence) else said(text))
