"""What the buzzer plays in Pig."""

from __future__ import annotations

from engines.core import Event
from engines.pig import Pig
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: Pig, event: Event, after: Pig) -> Tune:
    """A throw that was read, points banked, or a turn lost."""
    if event.kind == "throw":
        return melodies.READ if after.phase == "decide" else melodies.EATEN
    return melodies.BANK if event.kind == "bank" else melodies.SILENCE
