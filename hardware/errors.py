"""What can go wrong with a part, by whose fault it is.

PartLost            a part is missing or has stopped answering; the others go on
├── CameraLost
└── DisplayLost
EndOfFrames         no fault: a folder or a video has no more pictures
"""

from __future__ import annotations


class PartLost(Exception):
    """A part is missing or has stopped answering.

    `part` names it, `seen` is a sentence on what happened, `todo` a sentence on what to do; the message is both.
    """

    part = "part"

    def __init__(self, seen: str, todo: str, part: str = "") -> None:
        super().__init__(f"{seen} {todo}")
        self.seen = seen
        self.todo = todo
        self.part = part or self.part


class CameraLost(PartLost):
    """No camera there, or it stopped giving frames. It is closed already: opening it again may work."""

    part = "camera"


class DisplayLost(PartLost):
    """No OLED there, or it was unplugged. It is closed already: opening it again may work."""

    part = "display"


class EndOfFrames(Exception):
    """A folder or a video has no more pictures."""
