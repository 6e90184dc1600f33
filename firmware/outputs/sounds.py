"""What the buzzer plays and how the light stands: pure functions of the table before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from engines.core import Event, Over
from firmware.outputs.tunes import farkle, hai_noon, hold_your_breath, melodies, pig, shark_attacks, splash_down, yacht
from firmware.state.table import Table
from hardware.panel.buzzer import Tune
from hardware.panel.led import Pattern

TUNES: Mapping[str, Callable[[Any, Event, Any], Tune]] = {
    "shark-attacks": shark_attacks.tune,
    "hai-noon": hai_noon.tune,
    "hold-your-breath": hold_your_breath.tune,
    "splash-down": splash_down.tune,
    "pig": pig.tune,
    "farkle": farkle.tune,
    "yacht": yacht.tune,
}
"""Game -> the tune of an event, with the states before and after it; others sound as a reading does."""


def tune(before: Table, after: Table) -> Tune:
    """What is played when `before` has become `after`; () is silence."""
    if after.number != before.number:
        return melodies.SILENCE
    done = len(before.steps)
    if after.question and not _same(before, after):
        return melodies.QUESTION
    if after.mismatch and after.mismatch != before.mismatch:
        return melodies.MISMATCH
    if len(after.steps) < done:
        return melodies.UNDO
    if after.refusal and after.refusal != before.refusal:
        return melodies.REFUSED
    return tuple(note for number in range(done, len(after.steps)) for note in _step(after, number))


def _same(before: Table, after: Table) -> bool:
    """Whether the question was there before, and at most its mark has moved."""
    asked, now = before.question, after.question
    return asked is not None and now is not None and asked.text == now.text and asked.answers == now.answers


def _step(table: Table, number: int) -> Tune:
    before, after = table.match.states[number], table.match.states[number + 1]
    if isinstance(after.awaits, Over):
        return melodies.WIN
    played = TUNES.get(table.match.game.name)
    return played(before, table.steps[number].event, after) if played else melodies.READ


def light(table: Table) -> Pattern:
    """How the LED stands: blinking asks for a look, fast means that something is broken."""
    if table.light == "dark":
        return "off"
    if table.faults:
        return "fast"
    if table.question or table.mismatch:
        return "blink"
    state = table.match.state
    return (
        "pulse"
        if table.waiting or isinstance(state.awaits, Over) or getattr(state, "phase", "") in ("flee", "attack")
        else "on"
    )
