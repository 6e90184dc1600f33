"""All tables as they are known: a value, and what becomes of it with each message. No clock, no network."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta

from pydantic import ValidationError

from companion.hub.heard import SaidEvent, SaidState, Topic
from engines.core import said


@dataclass(frozen=True, slots=True)
class BoardLimits:
    """How much is kept, and for how long."""

    tables: int = 500
    payload_bytes: int = 64 * 1024
    events: int = 30
    """Of each table, the newest."""
    results: int = 2000
    gone_hours: float = 12.0
    """A table that went away so long ago is no longer shown."""


LIMITS = BoardLimits()
TOLD = ("throw", "play", "eaten", "turn", "won", "undo", "corrected", "match", "ended", "question", "mismatch", "help")
"""The types of events that a table's page lists."""


@dataclass(frozen=True, slots=True)
class MatchResult:
    """A match that is over. `winners` are names; `time` is when it ended by the table's own clock (UTC)."""

    table: str
    match: int
    game: str
    title: str
    players: tuple[str, ...]
    scores: tuple[int, ...]
    winners: tuple[str, ...]
    time: datetime


@dataclass(frozen=True, slots=True)
class TableNow:
    """What is known of one table. `asked` is since when its question waits, `changed` when it was last heard of."""

    online: bool = False
    sees: bool = True
    state: SaidState | None = None
    asked: datetime | None = None
    changed: datetime | None = None
    lately: tuple[SaidEvent, ...] = ()


@dataclass(frozen=True, slots=True)
class TableBoard:
    """All tables by their names, and the matches that are over, the oldest first."""

    tables: Mapping[str, TableNow] = field(default_factory=dict)
    results: tuple[MatchResult, ...] = ()


class Misheard(Exception):
    """A message that is none of a table's; the sentence says why. Nothing is changed by it."""


def heard(board: TableBoard, table: str, topic: Topic, payload: bytes, now: datetime) -> TableBoard:
    """The board after a message of a table. Raises Misheard."""
    if len(payload) > LIMITS.payload_bytes:
        raise Misheard(f"{table} says too much on {topic}")
    if table not in board.tables and len(board.tables) >= LIMITS.tables:
        raise Misheard(f"there are {LIMITS.tables} tables already; {table} is not shown")
    known = board.tables.get(table, TableNow())
    try:
        after = _after(known, topic, payload, now)
    except (ValidationError, UnicodeDecodeError) as error:
        raise Misheard(f"{table} says on {topic} what does not fit") from error
    board = replace(board, tables={**board.tables, table: after})
    return _counted(board, table, after.state) if topic == "state" and after.state else board


def _after(known: TableNow, topic: Topic, payload: bytes, now: datetime) -> TableNow:
    match topic:
        case "availability":
            return replace(known, online=payload == b"online", changed=now)
        case "camera/availability":
            return replace(known, sees=payload == b"online")
        case "event":
            return _happened(known, SaidEvent.model_validate_json(payload))
    if not payload:  # the table was taken from the broker
        return replace(known, state=None, asked=None)
    state = SaidState.model_validate_json(payload)
    same = known.state is not None and state.question == known.state.question
    asked = (known.asked if same else state.time or now) if state.question else None
    return replace(known, state=state, asked=asked, changed=now)


def _happened(known: TableNow, event: SaidEvent) -> TableNow:
    """With the event, unless it came before: after a broken connection it may come twice."""
    before = {(one.session, one.seq) for one in known.lately}
    if event.event_type not in TOLD or (event.session, event.seq) in before:
        return known
    return replace(known, lately=(*known.lately, event)[-LIMITS.events :])


def _counted(board: TableBoard, table: str, state: SaidState) -> TableBoard:
    """With the result of a match that is over, once; without it, if that match goes on again."""
    kept = [one for one in board.results if (one.table, one.match) != (table, state.match)]
    was = next((one for one in board.results if (one.table, one.match) == (table, state.match)), None)
    if state.awaits != "over" or state.time is None or not state.match:
        return replace(board, results=tuple(kept)) if was else board
    names = tuple(player.name for player in state.players)
    result = MatchResult(
        table,
        state.match,
        state.game,
        state.title,
        names,
        tuple(player.score for player in state.players),
        tuple(names[seat] for seat in state.winners if 0 <= seat < len(names)),
        state.time,
    )
    if was and replace(was, time=result.time) == result:
        return board  # told once more: it ended when it was told first
    return replace(board, results=(*kept, result)[-LIMITS.results :])


def shown(known: TableNow, now: datetime) -> bool:
    """Whether a table is worth showing: it is there, or it went away not long ago."""
    if known.online:
        return True
    last = known.state.time if known.state else None
    return last is not None and now - last < timedelta(hours=LIMITS.gone_hours)


def needs(known: TableNow, now: datetime, patience_s: float = 120.0) -> str:
    """Why somebody should go there, in words; "" if nobody need. The first of several reasons."""
    state = known.state
    if state is None or not known.online:
        return "" if known.online or state is None or not state.match else said("The box does not answer")
    if state.help:
        return said("Calls for help")
    if not known.sees:
        return said("The camera sees nothing")
    if state.faults:
        return said("Something is broken: {parts}", parts=", ".join(state.faults))
    if state.question and known.asked and (now - known.asked).total_seconds() > patience_s:
        return said("A question waits")
    return ""
