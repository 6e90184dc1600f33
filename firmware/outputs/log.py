"""What changed between two tables, for the log and for `run --json`."""

from __future__ import annotations

from dataclasses import asdict
from typing import Any

from companion.words import sentences
from engines.core import Over, encode
from firmware.state.table import Table


def news(before: Table, after: Table) -> list[dict[str, Any]]:
    """What people would be told, one object each: events, an undo, a question, a mismatch, faults, the end."""
    told: list[dict[str, Any]] = []
    if before.number != after.number:
        told.append({"match": after.match.game.name, "players": list(after.match.players)})
    kept = _kept(before, after)
    if before.number == after.number and kept < len(before.steps):
        told.append({"taken_back": len(before.steps) - kept})
    told += [_step(after, number) for number in range(kept, len(after.steps))]
    if after.question and after.question != before.question:
        answers = [answer.text for answer in after.question.answers]
        told.append({"question": after.question.text, "answers": answers, "look": _id(after.question.look)})
    if after.mismatch and after.mismatch != before.mismatch:
        told.append({"mismatch": after.mismatch.text, "look": _id(after.mismatch.look)})
    told += [{"fault": text} for part, text in after.faults if (part, text) not in before.faults]
    if after.refusal and after.refusal != before.refusal:
        told.append({"refused": after.refusal, "rule": after.rule})
    awaits = after.match.state.awaits
    if isinstance(awaits, Over) and len(after.steps) > kept:
        told.append({"winners": [after.match.players[seat] for seat in awaits.winners]})
    return told


def _kept(before: Table, after: Table) -> int:
    """How many steps both tables share from the start."""
    if before.number != after.number:
        return 0
    alike = [a == b for a, b in zip(before.steps, after.steps, strict=False)]
    return alike.index(False) if False in alike else len(alike)


def _step(table: Table, number: int) -> dict[str, Any]:
    state, step = table.match.states[number + 1], table.steps[number]
    told = zip(table.match.why(number), sentences.because(table.match, number), strict=True)
    reasons = [asdict(reason) | {"text": text} for reason, text in told]
    return encode(step.event) | {"look": step.look, "scores": list(state.scores()), "why": reasons}


def _id(look: Any) -> str | None:
    return look.id if look else None


def line(table: Table, item: dict[str, Any]) -> str:
    """One piece of news as a line for a terminal."""
    if "event" in item:
        who = f"{table.match.players[item['seat']]}: " if "seat" in item else ""
        why = "; ".join(reason["text"] for reason in item["why"])
        scores = "  ".join(f"{n} {s}" for n, s in zip(table.match.players, item["scores"], strict=False))
        return (
            f"{who}{item['event']} {' '.join(item.get('items', []))}".strip()
            + f"   [{scores}]"
            + (f"   {why}" if why else "")
        )
    if "question" in item:
        return f"? {item['question']}  {' / '.join(item['answers'])}"
    return "; ".join(f"{key}: {value}" for key, value in item.items() if value and key != "look")
