"""What changed between two tables: in words for the log, as data for `run --json`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from itertools import count
from typing import Any

from companion.words import sentences
from companion.words.pieces import join
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


REMARKS = ("question", "mismatch")
"""Kinds of news that stand until people do something."""


class LogLines:
    """The news as lines for a terminal. What stands for long is said once, until something else happens."""

    def __init__(self) -> None:
        self._standing: dict[str, str] = {}

    def of(self, before: Table, after: Table) -> Iterator[str]:
        """The lines that are new since `before`."""
        numbers = count(_kept(before, after))
        for item in news(before, after):
            text = _event(after, next(numbers), item) if "event" in item else _line(after, item)
            remark = next((kind for kind in REMARKS if kind in item), None)
            if remark is None:
                self._standing.clear()
            elif self._standing.get(remark) == text:
                continue
            else:
                self._standing[remark] = text
            yield text


def _event(table: Table, number: int, item: dict[str, Any]) -> str:
    """An event as the page tells it, with the scores where it changed them, and why."""
    match = table.match
    told = [sentences.heard(match, number) or sentences.happened(match, number)]
    if match.states[number].scores() != match.states[number + 1].scores():
        scores = zip(match.as_seated(number + 1).players, item["scores"], strict=False)
        told.append("  ".join(f"{name} {score}" for name, score in scores).join("[]"))
    if why := "; ".join(reason["text"] for reason in item["why"]):
        told.append(why)
    return "   ".join(told)


def _line(table: Table, item: dict[str, Any]) -> str:
    """Other news in words."""
    match item:
        case {"question": asked, "answers": answers}:
            return f"? {asked}  {' / '.join(answers)}"
        case {"match": _, "players": players}:
            return f"{table.match.game.title}: {join(players)}"
        case {"taken_back": steps}:
            return "taken back: the last step" if steps == 1 else f"taken back: the last {steps} steps"
        case {"refused": why, "rule": rule}:
            return f"refused: {why}" + (f" ({rule})" if rule else "")
        case {"winners": _}:
            return sentences.next_step(table.match)
    return str(item.get("mismatch") or item.get("fault"))
