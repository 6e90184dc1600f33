"""What the buzzer plays and how the light stands: pure functions of the table before and after."""

from __future__ import annotations

from engines.core import Event, Over, State
from engines.shark_attacks import SharkAttacks
from engines.shark_rules import BLESSING
from firmware.table import Table
from hardware.buzzer import Tune
from hardware.led import Pattern

C4, E4, G4, A4 = 261.6, 329.6, 392.0, 440.0
C5, D5, E5, F5, G5, A5, B5 = 523.3, 587.3, 659.3, 698.5, 784.0, 880.0, 987.8
C6, E6, G6 = 1046.5, 1318.5, 1568.0

SILENCE: Tune = ()
READ: Tune = ((A5, 0.05), (E6, 0.08))
"""Dice were read."""
GO_ON: Tune = ((E5, 0.06), (G5, 0.06))
BANK: Tune = ((C5, 0.08), (E5, 0.08), (G5, 0.08), (C6, 0.16))
PARTY: Tune = ((G5, 0.09), (C6, 0.09), (None, 0.03), (C6, 0.09), (E6, 0.09), (None, 0.03), (E6, 0.09), (G6, 0.28))
SUN: Tune = ((E5, 0.07), (A5, 0.07), (C6, 0.12))
RAIN: Tune = ((A5, 0.05), (None, 0.05), (F5, 0.05), (None, 0.05), (D5, 0.1))
ALARM: Tune = ((G4, 0.16), (C4, 0.16), (None, 0.04)) * 3
"""Sharks: a falling fifth, three times."""
EATEN: Tune = ((E5, 0.07), (C5, 0.07), (A4, 0.07), (E4, 0.07), (C4, 0.22))
ESCAPED: Tune = ((C5, 0.07), (F5, 0.07), (A5, 0.14))
BLESSING_TUNE: Tune = ((C5, 0.08), (G5, 0.08), (C6, 0.08), (None, 0.03), (G5, 0.08), (C6, 0.08), (E6, 0.26))
QUESTION: Tune = ((A5, 0.09), (None, 0.04), (D5, 0.07), (E6, 0.13))
MISMATCH: Tune = ((E4, 0.15), (None, 0.07), (E4, 0.15))
UNDO: Tune = ((G5, 0.07), (D5, 0.1))
REFUSED: Tune = ((C4, 0.12),)
WIN: Tune = ((C5, 0.11), (C5, 0.11), (C5, 0.11), (G5, 0.3), (None, 0.04), (E5, 0.12), (G5, 0.12), (C6, 0.5))


def tune(before: Table, after: Table) -> Tune:
    """What is played when `before` has become `after`; () is silence."""
    if after.question and after.question != before.question and not _moved(before, after):
        return QUESTION
    if after.mismatch and after.mismatch != before.mismatch:
        return MISMATCH
    if len(after.steps) > len(before.steps) and after.number == before.number:
        return _step(before.match.state, after.steps[-1].event, after.match.state, bool(after.question))
    if len(after.steps) < len(before.steps) and after.number == before.number:
        return UNDO
    if after.refusal and after.refusal != before.refusal:
        return REFUSED
    return SILENCE


def _moved(before: Table, after: Table) -> bool:
    """Whether only the mark of a question went on to the next answer."""
    return before.question is not None and after.question is not None and before.question.text == after.question.text


def _step(before: State, event: Event, after: State, asked: bool) -> Tune:
    if isinstance(after.awaits, Over):
        return WIN
    if isinstance(after, SharkAttacks) and isinstance(before, SharkAttacks):
        return QUESTION if asked else _shark(before, event, after)
    return QUESTION if asked else READ


def _shark(before: SharkAttacks, event: Event, after: SharkAttacks) -> Tune:
    match event.kind:
        case "bank":
            return BANK
        case "again":
            return GO_ON
        case "event":
            return {"sun": SUN, "rain": RAIN, "attack": ALARM}[event.items[0].removeprefix("event-")]
        case "throw" if any(eaten for _, eaten in after.bites):
            return EATEN
    rules = {reason.rule for reason in after.reasons}
    if "SA-4" in rules:
        return PARTY
    if "SA-11" in rules:
        scored = after.score[before.seat] - before.score[before.seat]
        return ESCAPED if before.eaten or not scored % BLESSING == 0 else BLESSING_TUNE
    return ESCAPED if before.phase == "flee" and after.fins and "SA-7" in rules else READ


def light(table: Table) -> Pattern:
    """How the LED stands: blinking asks for a look, fast means that something is broken."""
    if table.light == "dark":
        return "off"
    if table.faults:
        return "fast"
    if table.question or table.mismatch:
        return "blink"
    state = table.match.state
    return "pulse" if isinstance(state.awaits, Over) or getattr(state, "phase", "") == "flee" else "on"
