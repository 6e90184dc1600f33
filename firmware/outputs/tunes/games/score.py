"""What the buzzer plays for the scorekeeper."""

from __future__ import annotations

from engines.core import Event
from engines.score import Score
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune

TUNES = {"throw": melodies.READ, "lay": melodies.CARD, "done": melodies.BANK}


def tune(before: Score, event: Event, after: Score) -> Tune:
    """A throw that was read, a card laid, or points scored; steps that are entered are heard by the buttons."""
    return TUNES.get(event.kind, melodies.SILENCE)
