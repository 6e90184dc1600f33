"""What the buzzer plays and how the light stands: pure functions of the table before and after."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from importlib import import_module
from typing import Any

from engines.core import Event, Over
from engines.games import GAMES
from engines.names import module_of
from firmware.outputs.tunes import melodies
from firmware.state.table import Table
from hardware.panel.buzzer import Tune
from hardware.panel.led import Pattern

TUNES: Mapping[str, Callable[[Any, Event, Any], Tune]] = {
    game: import_module(f"firmware.outputs.tunes.games.{module_of(game)}").tune for game in GAMES
}
"""Game -> the tune of an event, with the states before and after it."""


def tune(before: Table, after: Table) -> Tune:
    """What is played when `before` has become `after`; () is silence."""
    if after.panel_test and after.panel_test != before.panel_test:
        return melodies.READ if after.panel_test.pressed else melodies.BANK
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
    return TUNES[table.match.game.name](before, table.steps[number].event, after)


def light(table: Table) -> Pattern:
    """How the LED stands: blinking asks for a look, fast means that something is broken."""
    if table.light == "dark":
        return "off"
    if table.tried:
        return "blink"
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
