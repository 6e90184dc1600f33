"""What the buzzer plays in Farkle."""

from __future__ import annotations

from engines.core import Event
from engines.farkle import Farkle
from engines.farkle.rules import DICE
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: Farkle, event: Event, after: Farkle) -> Tune:
    """A throw that was read, a farkle, dice set aside, all six of them, or points banked."""
    match event.kind:
        case "throw":
            return melodies.READ if after.phase == "keep" else melodies.EATEN
        case "keep":
            return melodies.PARTY if len(after.kept) == DICE else melodies.CARD
    return melodies.BANK if event.kind == "bank" else melodies.SILENCE
