"""What each game's module of sentences offers."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol, TypeVar

from engines.core import Event, Match, State

S = TypeVar("S", bound=State, contravariant=True)


class Teller(Protocol[S]):
    """The sentences of one game; each module of a game in this folder is one."""

    NOBODY_WINS: str
    """What is said of an end without winners."""

    LABELS: Mapping[str, str]
    """The places of its mat as a phone labels them, beside those that all games have: "Draw pile"."""

    def next_step(self, match: Match, state: S, /) -> str:
        """What must happen next, before the end: "Ana throws 7 blue dice"."""
        ...

    def happened(self, match: Match, event: Event, before: S, /) -> str:
        """What an event was that the rules allow, as everybody saw it: "Ben banks 9"."""
        ...

    def offered(self, match: Match, event: Event, state: S, /) -> str:
        """What a decision would do, for its button: "Bank 7 swimmers"."""
        ...

    def pieces(self, state: S, /) -> dict[str, str]:
        """Every item of the game in words; empty for games whose dice the page draws."""
        ...

    def detail(self, state: S, seat: int, /) -> str:
        """A player in a few words; "" where the scores say all."""
        ...

    def where(self, match: Match, place: str, /) -> str:
        """A place of its mat with its preposition: "at depth 20"; "" for one that all games have."""
        ...

    def lying(self, match: Match, item: str, /) -> str:
        """A piece as it lies on the table: "Ana's pirate"; "" where `pieces` says it as well."""
        ...
