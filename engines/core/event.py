"""What happened, as a value and as JSON; and why it may be refused."""

from __future__ import annotations

from typing import Any, NamedTuple

HOUSE = "house"
"""The kind of an event that the rules forbid and the group let stand: its first item is the kind that it was."""
BLANK = "??"
"""A piece whose face is not known (a card in a hand, a face-down pile)."""


class RulesError(Exception):
    """Anything the rules refuse."""


class BadEvent(RulesError):
    """The event cannot be read at all; the message says what is wrong with it."""


class IllegalEvent(RulesError):
    """The event can be read but is not allowed now.

    `reason` is a sentence for people; `rule` the id of the ruling that forbids it ("SA-5"), or "".
    """

    def __init__(self, reason: str, rule: str = "") -> None:
        super().__init__(f"{reason} ({rule})" if rule else reason)
        self.reason = reason
        self.rule = rule


class Event(NamedTuple):
    """What happened: a seat's decision, or the outcome of a chance (`seat` is None).

    `items` are the pieces, places or seats concerned, as strings: Event("throw", None, ("swimmer-2", "shark-wave")).
    """

    kind: str
    seat: int | None = None
    items: tuple[str, ...] = ()

    def __str__(self) -> str:
        """One line of text, quoted by error messages and playthroughs: `throw: swimmer-2 shark-wave`, `bank @0`."""
        seat = "" if self.seat is None else f" @{self.seat}"
        return f"{self.kind}{seat}" + (": " + " ".join(self.items) if self.items else "")


def house_ruling(event: Event) -> Event:
    """The event as a house ruling: the rules forbid it, the group lets it stand."""
    return Event(HOUSE, event.seat, (event.kind, *event.items))


def inner(event: Event) -> Event:
    """What a house ruling lets stand. Raises BadEvent if it does not say."""
    if not event.items:
        raise BadEvent("a house ruling says what is let stand: its kind first, then its items")
    return Event(event.items[0], event.seat, event.items[1:])


def encode(event: Event) -> dict[str, Any]:
    """The event as plain JSON data: {"event": kind, "seat": 0, "items": [...]}; empty parts are left out."""
    data: dict[str, Any] = {"event": event.kind}
    if event.seat is not None:
        data["seat"] = event.seat
    if event.items:
        data["items"] = list(event.items)
    return data


def decode(data: object) -> Event:
    """The event in plain JSON data. Raises BadEvent for anything else."""
    if not isinstance(data, dict) or not isinstance(data.get("event"), str):
        raise BadEvent(f'an event is an object such as {{"event": "bank", "seat": 0}}, not {data!r:.80}')
    seat, items = data.get("seat"), data.get("items", [])
    extra = set(data) - {"event", "seat", "items"}
    if extra:
        raise BadEvent(f"an event has the fields event, seat and items, not {', '.join(sorted(map(str, extra)))}")
    if seat is not None and (isinstance(seat, bool) or not isinstance(seat, int)):
        raise BadEvent(f"seat must be a whole number, not {seat!r:.40}")
    if not isinstance(items, list) or not all(isinstance(item, str) for item in items):
        raise BadEvent(f"items must be a list of strings, not {items!r:.80}")
    return Event(data["event"], seat, tuple(items))
