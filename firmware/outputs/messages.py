"""What the device tells other machines: where the game stands and what happens, as plain JSON data.

Names are those of the rules (`throw`, `swimmer-2`, `SA-5`), so that they stay what they are in every language; `text`
alone is a sentence for people, in the language in force. Nothing is told that a spectator may not see, nor the PIN.
docs/mqtt.md has each field.
"""

from __future__ import annotations

from typing import Any

from companion.words.language import again
from engines.core import SEATING, Chance, Match, Over, RulesError, State, after, encode
from firmware.outputs import game_facts
from firmware.state.table import CALL, LOCK, Answer, Table

Data = dict[str, Any]

VERSION = 1
"""Grows when a field changes its meaning or goes away; that fields are added is no new version."""
EVENT_TYPES = (
    "match",
    "throw",
    "play",
    "people",
    "eaten",
    "turn",
    "won",
    "undo",
    "corrected",
    "question",
    "mismatch",
    "refused",
    "fault",
    "ended",
    "help",
    "lock",
)
BLINDING_FAULTS = frozenset({"camera", "places"})
"""Parts without which nothing is read off the table: a camera that is lost, frozen, covered or moved."""


NOTICES = frozenset({CALL, LOCK})
"""Parts that stand among the faults and are none."""


def sees(table: Table) -> bool:
    """Whether the camera sees the table."""
    return not any(part in BLINDING_FAULTS for part, _ in table.faults)


def state(table: Table) -> Data:
    """Where the game stands."""
    if table.waiting:
        return _begins(table)
    match, awaits = table.match, table.match.state.awaits
    signs = match.state.signs_held
    return {
        "v": VERSION,
        "match": table.number,
        "steps": len(table.steps),
        "version": table.version,
        "game": match.game.name,
        "title": match.game.title,
        "players": [
            {"seat": seat, "name": again(name), "score": score}
            | ({"signs": signs[seat]} if signs else {})
            | ({"away": True} if seat in match.seating.away else {})
            for seat, (name, score) in enumerate(zip(match.players, match.state.scores(), strict=True))
        ],
        "awaits": _awaited(match.state),
        "seat": _seat(match.state),
        "player": _player(match, _seat(match.state)),
        "winners": list(awaits.winners) if isinstance(awaits, Over) else [],
        "question": _question(table),
        "mismatch": table.mismatch is not None,
        "paused": match.paused,
        "facts": game_facts.facts(match.game.name, match.state.view(None)),
        **_parts(table),
    }


def _begins(table: Table) -> Data:
    """Where a table stands that waits for its match."""
    none: Data = {"match": 0, "steps": 0, "version": table.version, "game": "", "title": "", "players": []}
    none |= {"awaits": "begin", "seat": None, "player": None, "winners": [], "question": None, "mismatch": False}
    none |= {"paused": False}
    return {"v": VERSION, **none, "facts": {}, **_parts(table)}


def _parts(table: Table) -> Data:
    """What is broken, and what the host has to do with the table."""
    parts = [part for part, _ in table.faults]
    return {"faults": [part for part in parts if part not in NOTICES], "locked": LOCK in parts, "help": CALL in parts}


def happenings(before: Table, after: Table) -> list[Data]:
    """What happened between two tables, one object each, in its order; before the first match there is no telling."""
    if after.waiting:
        return [] if before.waiting else [_about("ended", after, match=before.number)]
    if before.number == after.number:
        told, known = _changed(before, after), len(before.steps)
    else:
        new = after.number > max(before.number, before.highest)
        known = 0 if new else len(after.steps)  # an older match is gone on with: its steps were told in their time
        told = [_about("match", after, players=[again(name) for name in after.match.players], steps=known)]
    for number in range(known, len(after.steps)):
        told += _step(after, number)
    return told + _said(before, after)


def _about(event_type: str, table: Table, **more: Any) -> Data:
    return {"event_type": event_type, "match": table.number, "game": table.match.game.name} | more


def _changed(before: Table, after: Table) -> list[Data]:
    """Steps that became others, or were taken back."""
    pairs = zip(before.steps, after.steps, strict=False)
    other = [number for number, (old, new) in enumerate(pairs) if old.event != new.event]
    told = [_about("corrected", after, **_played(after, number)) for number in other]
    if len(after.steps) < len(before.steps):
        told.append(_about("undo", after, steps=len(after.steps)))
    return told


def _step(table: Table, number: int) -> list[Data]:
    """A step, and what it led to."""
    match, event = table.match, table.steps[number].event
    before, now = match.states[number], match.states[number + 1]
    if event.kind in SEATING:
        return [_about("people", table, **_played(table, number))]
    told = [_about("throw" if _is_throw(before) else "play", table, **_played(table, number))]
    if eaten := game_facts.eaten(match.game.name, before, event, now):
        told.append(_about("eaten", table, step=number, items=eaten, **_by(match, _seat(before))))
    if isinstance(now.awaits, Over):
        winners = now.awaits.winners
        names = [again(match.players[seat]) for seat in winners]
        told.append(_about("won", table, winners=list(winners), players=names, scores=list(now.scores())))
    elif _seat(now) is not None and _seat(now) != _seat(before):
        told.append(_about("turn", table, **_by(match, _seat(now))))
    return told


def _played(table: Table, number: int) -> Data:
    match = table.match
    before, now, event = match.states[number], match.states[number + 1], match.events[number]
    reasons = [{"rule": why.rule, "seat": why.seat, "points": why.points} for why in match.why(number)]
    return {
        "step": number,
        "kind": event.kind,
        "items": list(before.public(event).items),
        **_by(match, _seat(before) if event.seat is None else event.seat),
        "scores": list(now.scores()),
        "reasons": reasons,
    }


def _said(before: Table, after: Table) -> list[Data]:
    """What the device says: a question, a difference, a refusal, a part that broke or works again."""
    told: list[Data] = []
    asked, was_asked = _question(after), _question(before)
    if asked and asked != was_asked:
        told.append(_about("question", after, **asked))
    differs = after.mismatch.text if after.mismatch else ""
    if differs and differs != (before.mismatch.text if before.mismatch else ""):
        told.append(_about("mismatch", after, text=again(differs)))
    if after.refusal and (after.refusal, after.rule) != (before.refusal, before.rule):
        told.append(_about("refused", after, rule=after.rule, text=again(after.refusal)))
    broken, was_broken = dict(after.faults), dict(before.faults)
    for part in sorted(broken.keys() | was_broken.keys()):
        if broken.get(part, "") != was_broken.get(part, ""):
            told.append(_fault(part, broken.get(part, ""), after))
    return told


def _fault(part: str, text: str, table: Table) -> Data:
    match part:
        case "help":
            return _about("help", table, called=bool(text))
        case "lock":
            return _about("lock", table, locked=bool(text))
    return _about("fault", table, part=part, text=again(text))


def _question(table: Table) -> Data | None:
    asked = table.question
    if asked is None:
        return None
    return {"text": again(asked.text), "answers": [_answer(table.match.state, answer) for answer in asked.answers]}


def _answer(now: State, answer: Answer) -> Data:
    """An answer in words, and the events that it stands for, as a spectator may see them."""
    events: list[Data] = []
    for step in answer.steps:
        events.append(encode(now.public(step.event)))
        try:
            now = after(now, step.event)
        except RulesError:  # it is refused when it is given; what is offered is told all the same
            break
    return {"text": again(answer.text), "events": events}


def _awaited(now: State) -> str:
    """`over`, `turn`, or the kind of event that chance is to bring."""
    awaits = now.awaits
    return awaits.event if isinstance(awaits, Chance) else "over" if isinstance(awaits, Over) else "turn"


def _is_throw(before: State) -> bool:
    """Whether dice were awaited: cards are drawn without being put back."""
    awaits = before.awaits
    return isinstance(awaits, Chance) and all(pool.replace for pool in awaits.pools)


def _seat(now: State) -> int | None:
    """Whose turn it is; None once the game is over."""
    if isinstance(now.awaits, Over):
        return None
    return now.acting_seat if isinstance(now.awaits, Chance) else now.awaits.seat


def _player(match: Match, seat: int | None) -> str | None:
    return None if seat is None else again(match.players[seat])


def _by(match: Match, seat: int | None) -> Data:
    return {"seat": seat, "player": _player(match, seat)}
