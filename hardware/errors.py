"""What can go wrong with a part, by whose fault it is.

PartLost            a part is missing or has stopped answering; the others go on
├── CameraLost
└── DisplayLost
EndOfFrames         no fault: a folder or a video has no more pictures
"""

from __future__ import annotations

from collections.abc import Mapping


class Sentence(str):
    """A sentence that knows its `pattern` and the `values` that fill it, so that others can say it in a language."""

    pattern: str
    values: Mapping[str, object]

    def __new__(cls, pattern: str, values: Mapping[str, object] | None = None) -> Sentence:
        made = super().__new__(cls, pattern.format(**values) if values else pattern)
        made.pattern, made.values = pattern, values or {}  # a copy is made of the text, then given these
        return made


class PartLost(Exception):
    """A part is missing or has stopped answering.

    `part` names it, `seen` is a sentence on what happened, `todo` a sentence on what to do; the message is both. They
    are given as patterns where there are `values`.
    """

    part = "part"

    def __init__(self, seen: str, todo: str, part: str = "", **values: object) -> None:
        self.seen = Sentence(seen, values)
        self.todo = Sentence(todo, values)
        self.part = part or self.part
        super().__init__(f"{self.seen} {self.todo}")


class CameraLost(PartLost):
    """No camera there, or it stopped giving frames. It is closed already: opening it again may work."""

    part = "camera"


class DisplayLost(PartLost):
    """No OLED there, or it was unplugged. It is closed already: opening it again may work."""

    part = "display"


class EndOfFrames(Exception):
    """A folder or a video has no more pictures."""
