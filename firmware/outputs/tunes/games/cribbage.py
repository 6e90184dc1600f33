"""What the buzzer plays in Cribbage."""

from __future__ import annotations

from engines.core import Event
from engines.cribbage import Cribbage
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: Cribbage, event: Event, after: Cribbage) -> Tune:
    """A card laid or turned up, points pegged, or hands that are counted."""
    if event.kind in ("deal", "discard"):
        return melodies.SILENCE
    if after.score == before.score:
        return melodies.CARD
    return melodies.BANK if event.kind == "crib" or after.phase == "crib" else melodies.SCORED
