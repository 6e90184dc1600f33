"""Two slots for two versions, and two links: `current` plays, `good` is known to be well.

The links differ only while a new version proves itself. Each function here is one change that a disk makes whole or not
at all, so a power cut leaves one of these states, and each of them names a whole version to start.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

NAMES = ("a", "b")


class SlotRefused(Exception):
    """The slots do not allow this now; the message says why and what to do."""


@dataclass(frozen=True, slots=True)
class Slots:
    """What a disk holds: the slot that `current` names, the one that `good` names ("": no link yet), and the slots that
    hold a whole version."""

    current: str = ""
    good: str = ""
    whole: frozenset[str] = frozenset()

    @property
    def proving(self) -> bool:
        """Whether the version that plays has yet to prove itself."""
        return bool(self.good) and self.current != self.good

    @property
    def free(self) -> str:
        """The slot that no link names. Raises SlotRefused while a version proves itself."""
        if self.proving:
            raise SlotRefused("an update is still under way: wait two minutes, then try again")
        return next(name for name in NAMES if name != self.current)


def cleared(slots: Slots) -> Slots:
    """The free slot holds nothing any more. Raises SlotRefused."""
    return replace(slots, whole=slots.whole - {slots.free})


def sealed(slots: Slots) -> Slots:
    """The free slot holds a whole version. Raises SlotRefused."""
    return replace(slots, whole=slots.whole | {slots.free})


def switched(slots: Slots) -> Slots:
    """The version in the free slot plays from now on, and has to prove itself. Raises SlotRefused."""
    if slots.free not in slots.whole:
        raise SlotRefused("there is no other version to change to: install or update first")
    return replace(slots, current=slots.free)


def kept(slots: Slots) -> Slots:
    """The version that plays has proved itself."""
    return replace(slots, good=slots.current)


def taken_back(slots: Slots) -> Slots:
    """The version that was known to be well plays again. (Before the first installation ends none is: then none.)"""
    return replace(slots, current=slots.good)
