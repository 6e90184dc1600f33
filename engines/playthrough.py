"""Whole games as text: each state, what may happen, what lies on the table, and why. A change of rules is a diff.

A playthrough holds its own record (the lines that begin with `> `), so it can be told again from itself.
"""

from __future__ import annotations

import json
from dataclasses import fields
from typing import Any

from engines.core import Awaits, Expected, Match, Over, Reason, State, Turn, encode
from engines.record import header, read

TOLD_ELSEWHERE = ("tray", "reasons")
"""Fields that are told in another way: what lies on the table, and why."""


def tell(match: Match) -> str:
    """The playthrough of a match: its record with, after each line, what changed, what may happen next, and why."""
    states = match.states
    lines = ["> " + json.dumps(header(match), ensure_ascii=False), *tell_state(states[0])]
    for event, before, after in zip(match.events, states[:-1], states[1:], strict=True):
        lines += ["", "> " + json.dumps(encode(event), ensure_ascii=False), *tell_state(after, before)]
    return "\n".join(lines) + "\n"


def hear(text: str) -> Match:
    """The match that a playthrough tells, played anew by the rules of today. Raises BadRecord."""
    return read("\n".join(line[2:] if line.startswith("> ") else "" for line in text.splitlines()))


def changes(state: State, before: State | None = None) -> dict[str, Any]:
    """The fields of `state` that differ from `before`; all of them where there is none."""
    names = [field.name for field in fields(state) if field.name not in TOLD_ELSEWHERE]  # type: ignore[arg-type]
    values = {name: getattr(state, name) for name in names}
    return {name: value for name, value in values.items() if before is None or value != getattr(before, name)}


def tell_state(state: State, before: State | None = None) -> list[str]:
    """A state in lines: why it came, what changed since `before`, what may happen next, what lies on the table."""
    spectator = state.view(None)
    return [
        *(f"why: {_reason(reason)}" for reason in state.why()),
        *(f"{name}: {value!r}" for name, value in changes(state, before).items()),
        *(f"a spectator sees {name}: {value!r}" for name, value in changes(spectator, state).items()),
        f"scores: {' '.join(map(str, state.scores()))}",
        f"awaits: {_awaits(state.awaits)}",
        *([f"legal: {', '.join(map(str, state.legal()))}"] if state.legal() else []),
        f"shows: {', '.join(map(_expected, state.expected_pieces())) or 'nothing'}",
    ]


def _reason(reason: Reason) -> str:
    rule = f"{reason.rule}, house ruling" if reason.house else reason.rule
    seat = "" if reason.seat is None else f"seat {reason.seat}: "
    points = "" if reason.points is None else f" [{reason.points:+d}]"
    return f"{seat}{reason.text}{points}" + (f" ({rule})" if rule else "")


def _awaits(awaits: Awaits) -> str:
    if isinstance(awaits, Turn):
        return f"seat {' or '.join(map(str, awaits.seats))}"
    if isinstance(awaits, Over):
        return f"nothing: over, won by {' and '.join(map(str, awaits.winners)) or 'nobody'}"
    pools = (f"{pool.count}{'' if pool.most is None else f' to {pool.most}'} {pool.kind}" for pool in awaits.pools)
    return f"{awaits.event} of {', '.join(pools)}"


def _expected(piece: Expected) -> str:
    marks = (" fresh" if piece.fresh else "") + (" free" if piece.free else "")
    return f"{piece.place} {piece.kind}-{piece.face}{marks}"
