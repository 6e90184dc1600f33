"""The seam between the web and the past: what the page of past matches needs."""

from __future__ import annotations

from typing import Protocol

from companion.api.history.models import Continue, MatchDetail, MatchList, Moment, People, PersonDetail, Share
from companion.api.models import Page


class HistoryBackend(Protocol):
    """What the device tells of past matches.

    Every method may be called from any thread. All raise Missing for what is not there, BackendBusy if it cannot be
    read or saved just now; changes raise RequestRefused and Stale too.
    """

    def matches(self, skip: int, most: int, game: str, player: str) -> MatchList:
        """At most `most` matches after the first `skip`, of a game and a player if those are named."""
        ...

    def match(self, number: int) -> MatchDetail:
        """One match."""
        ...

    def moment(self, number: int, step: int) -> Moment:
        """How a match stood after so many events; at its end if it has fewer."""
        ...

    def record(self, number: int) -> str:
        """A match as a record, JSON lines."""
        ...

    def csv(self) -> str:
        """All matches, a line for each player of each."""
        ...

    def jsonl(self) -> str:
        """All matches, one JSON object a line."""
        ...

    def share(self, number: int) -> Share:
        """The link to BG Stats."""
        ...

    def qr(self, number: int) -> bytes | None:
        """That link as a QR code in SVG; None if it is too long for one."""
        ...

    def people(self) -> People:
        """Everybody who ever played."""
        ...

    def person(self, name: str) -> PersonDetail:
        """Somebody."""
        ...

    def go_on(self, change: Continue) -> Page:
        """Goes on with a match; gives the page after it."""
        ...

    def delete(self, number: int) -> None:
        """Deletes a match for good."""
        ...

    def rename(self, name: str, to: str) -> None:
        """Calls somebody otherwise in all matches."""
        ...

    def forget(self, name: str) -> None:
        """Deletes somebody: they are Someone in all matches."""
        ...
