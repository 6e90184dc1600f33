"""What the buzzer plays and how the light stands: pure functions of the table before and after."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import Event, Over, State
from engines.hai_noon import HaiNoon
from engines.hold_your_breath import HoldYourBreath
from engines.shark_attacks import SharkAttacks
from engines.splash_down import SplashDown
from firmware.state.table import Table
from hardware.panel.buzzer import Tune
from hardware.panel.led import Pattern

C4, D4, E4, F4, G4, A4 = 261.6, 293.7, 329.6, 349.2, 392.0, 440.0
C5, D5, E5, F5, G5, A5, B5 = 523.3, 587.3, 659.3, 698.5, 784.0, 880.0, 987.8
C6, E6, G6 = 1046.5, 1318.5, 1568.0

SILENCE: Tune = ()
READ: Tune = ((A5, 0.05), (E6, 0.08))
"""Dice were read."""
BANK: Tune = ((C5, 0.08), (E5, 0.08), (G5, 0.08), (C6, 0.16))
PARTY: Tune = ((G5, 0.09), (C6, 0.09), (None, 0.03), (C6, 0.09), (E6, 0.09), (None, 0.03), (E6, 0.09), (G6, 0.28))
SUN: Tune = ((E5, 0.07), (A5, 0.07), (C6, 0.12))
RAIN: Tune = ((A5, 0.05), (None, 0.05), (F5, 0.05), (None, 0.05), (D5, 0.1))
ALARM: Tune = ((G4, 0.16), (C4, 0.16), (None, 0.04)) * 3
"""Sharks: a falling fifth, three times."""
EATEN: Tune = ((E5, 0.07), (C5, 0.07), (A4, 0.07), (E4, 0.07), (C4, 0.22))
ESCAPED: Tune = ((C5, 0.07), (F5, 0.07), (A5, 0.14))
BLESSING: Tune = ((C5, 0.08), (G5, 0.08), (C6, 0.08), (None, 0.03), (G5, 0.08), (C6, 0.08), (E6, 0.26))
CARD: Tune = ((E5, 0.04), (G5, 0.05))
"""A card was laid, drawn or given."""
AIR: Tune = ((C5, 0.04), (None, 0.03), (E5, 0.04), (None, 0.03), (A5, 0.06))
"""Bubbles."""
DOWN: Tune = ((A5, 0.06), (F5, 0.06), (D5, 0.06), (A4, 0.12))
UP: Tune = ((A4, 0.06), (D5, 0.06), (F5, 0.06), (A5, 0.12))
PANIC: Tune = ((G5, 0.05), (E5, 0.05)) * 3
CALM: Tune = ((G5, 0.12), (E5, 0.12), (C5, 0.2))
KRAKEN: Tune = ((C4, 0.1), (D4, 0.1), (E4, 0.1), (F4, 0.22))
SURFACE: Tune = ((C5, 0.07), (G5, 0.07), (C6, 0.07), (G6, 0.2))
"""A pirate is back at the Surface."""
ANCHORS: Tune = ((C5, 0.14), (G4, 0.14), (C4, 0.26))
"""The Descent is over."""
FLIP: Tune = ((D5, 0.05), (A5, 0.05), (D5, 0.08))
SWIRL: Tune = ((C5, 0.05), (D5, 0.05), (E5, 0.05), (F5, 0.05), (E5, 0.08))
"""Sharks or divers change places."""
CAGE: Tune = ((E4, 0.05), (None, 0.03), (E4, 0.05), (None, 0.03), (A4, 0.1))
HIDE: Tune = ((G5, 0.06), (None, 0.04), (D5, 0.06), (None, 0.04), (A4, 0.06))
HARPOON: Tune = ((A4, 0.04), (E5, 0.04), (A5, 0.04), (E6, 0.12))
HUNGRY: Tune = ((C4, 0.08), (F4, 0.14))
"""Sharks attacked, and nobody was bitten."""
BREACH: Tune = ((C5, 0.05), (E5, 0.05), (G5, 0.05), (C6, 0.05), (E6, 0.1), (C6, 0.05), (G5, 0.05), (E5, 0.1))
SCORED: Tune = ((G5, 0.06), (C6, 0.1))
FLUKE: Tune = ((C6, 0.08), (None, 0.03), (C6, 0.08), (G6, 0.18))
RIGHT: Tune = ((E5, 0.07), (G5, 0.07), (B5, 0.07), (E6, 0.18))
WRONG: Tune = ((E5, 0.1), (C5, 0.1), (A4, 0.2))
ACTION: Tune = ((D5, 0.06), (F5, 0.06), (D5, 0.06), (A5, 0.12))
BLOCKED: Tune = ((A5, 0.06), (None, 0.03), (A4, 0.16))
QUESTION: Tune = ((A5, 0.09), (None, 0.04), (D5, 0.07), (E6, 0.13))
MISMATCH: Tune = ((E4, 0.15), (None, 0.07), (E4, 0.15))
UNDO: Tune = ((G5, 0.07), (D5, 0.1))
REFUSED: Tune = ((C4, 0.12),)
WIN: Tune = ((C5, 0.11), (C5, 0.11), (C5, 0.11), (G5, 0.3), (None, 0.04), (E5, 0.12), (G5, 0.12), (C6, 0.5))


def tune(before: Table, after: Table) -> Tune:
    """What is played when `before` has become `after`; () is silence."""
    if after.number != before.number:
        return SILENCE
    done = len(before.steps)
    if after.question and not _same(before, after):
        return QUESTION
    if after.mismatch and after.mismatch != before.mismatch:
        return MISMATCH
    if len(after.steps) < done:
        return UNDO
    if after.refusal and after.refusal != before.refusal:
        return REFUSED
    return tuple(note for number in range(done, len(after.steps)) for note in _step(after, number))


def _same(before: Table, after: Table) -> bool:
    """Whether the question was there before, and at most its mark has moved."""
    asked, now = before.question, after.question
    return asked is not None and now is not None and asked.text == now.text and asked.answers == now.answers


def _step(table: Table, number: int) -> Tune:
    before, after = table.match.states[number], table.match.states[number + 1]
    if isinstance(after.awaits, Over):
        return WIN
    if isinstance(before, SharkAttacks) and isinstance(after, SharkAttacks):
        return _shark(before, table.steps[number].event, after)
    return _cards(before, table.steps[number].event, after)


def _cards(before: State, event: Event, after: State) -> Tune:
    if isinstance(after, HoldYourBreath):
        return _breath(after)
    if isinstance(before, HaiNoon) and isinstance(after, HaiNoon):
        return _noon(before, event, after)
    if isinstance(before, SplashDown) and isinstance(after, SplashDown):
        return _splash(before, event, after)
    return READ


NOTES: Mapping[str, Tune] = {
    "up": SURFACE,
    "anchors": ANCHORS,
    "shark": ALARM,
    "moved": ALARM,
    "panic": PANIC,
    "gasp": PANIC,
    "gasp-pile": PANIC,
    "calm": CALM,
    "kraken": KRAKEN,
    "five": KRAKEN,
    "air": AIR,
}
"""What the rules noted in Hold Your Breath!, the most striking first."""


def _breath(after: HoldYourBreath) -> Tune:
    noted = {str(note[0]) for note in after.notes}
    if "swim" in noted and "up" not in noted:
        return UP if after.anchors else DOWN
    if noted == {"drew"}:
        return SILENCE
    return next((tune for note, tune in NOTES.items() if note in noted), CARD)


NOON: Mapping[str, Tune] = {
    "flip": FLIP,
    "swap": SWIRL,
    "drift": SWIRL,
    "swim": SWIRL,
    "cage": CAGE,
    "hide": HIDE,
    "return": SURFACE,
    "harpoon": HARPOON,
    "deal": SILENCE,
    "draw": SILENCE,
    "endure": SILENCE,
}


def _noon(before: HaiNoon, event: Event, after: HaiNoon) -> Tune:
    """The tune of an action; the alarm, where its card was the third of a side."""
    if event.kind == "attack":
        return EATEN if sum(after.board.health) < sum(before.board.health) else HUNGRY
    tune = NOON.get(event.kind, CARD)
    return tune + ALARM if after.phase == "attack" != before.phase else tune


def _splash(before: SplashDown, event: Event, after: SplashDown) -> Tune:
    if after.breaches > before.breaches:
        return BREACH
    match event.kind:
        case "fluke":
            return FLUKE
        case "expose":
            kind = after.rules.deck.kind[event.items[0]]
            return RIGHT if kind == "whale" else WRONG if kind == "creature" else ACTION
        case "score":
            return SCORED
        case "play" | "play-drawn":
            return ACTION
        case "settle":
            return BLOCKED if before.step.blocks % 2 else READ
        case "draw" | "card" | "deal" | "study" | "order" | "done":
            return SILENCE
    return CARD


def _shark(before: SharkAttacks, event: Event, after: SharkAttacks) -> Tune:
    rules = {reason.rule for reason in after.reasons}
    match event.kind:
        case "bank":
            return BANK
        case "again" | "take":
            return SILENCE
        case "event":
            return {"sun": SUN, "rain": RAIN, "attack": ALARM}[event.items[0].removeprefix("event-")]
    if any(eaten for _, eaten in after.bites):
        return EATEN
    if "SA-4" in rules:
        return PARTY
    if "SA-11" in rules and not before.eaten:
        return BLESSING
    return ESCAPED if rules & {"SA-7", "SA-11"} else READ


def light(table: Table) -> Pattern:
    """How the LED stands: blinking asks for a look, fast means that something is broken."""
    if table.light == "dark":
        return "off"
    if table.faults:
        return "fast"
    if table.question or table.mismatch:
        return "blink"
    state = table.match.state
    return "pulse" if isinstance(state.awaits, Over) or getattr(state, "phase", "") in ("flee", "attack") else "on"
