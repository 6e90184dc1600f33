"""What a lesson and an exam have in common: people stand around a camera, and follow on a phone and the OLED. Pure."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TypeVar

from companion.words.language import ENGLISH
from engines.core import said


class SessionRefused(Exception):
    """What was asked of a session does not fit; the message says why, for people."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Session:
    """What people are told beside the matter itself.

    `pin` and `address` are the page's; `note` is what they should know; `faults` are (part, sentence) pairs; `version`
    grows with each change; `language` is the OLED's.
    """

    pin: str = ""
    address: str = ""
    note: str = ""
    faults: tuple[tuple[str, str], ...] = ()
    done: bool = False
    version: int = 0
    language: str = ENGLISH


S = TypeVar("S", bound=Session)


def changed(session: S, **change: object) -> S:
    """The session after a change."""
    return replace(session, **{"version": session.version + 1, **change})  # type: ignore[arg-type]


def told(session: S, note: str) -> S:
    """Something is said to people."""
    return session if note == session.note else changed(session, note=note)


def guarded(session: S, pin: str) -> S:
    """Somebody guesses at the PIN: it is another one from now on."""
    return changed(session, pin=pin, note=said("somebody guesses at the PIN: it is a new one now"))


def faulty(session: S, part: str, text: str) -> S:
    """A part broke, or works again (`text` is "")."""
    rest = tuple(fault for fault in session.faults if fault[0] != part)
    now = (*rest, (part, text)) if text else rest
    return session if now == session.faults else changed(session, faults=now)
