"""What the buzzer plays in Yacht."""

from __future__ import annotations

from engines.core import Event
from engines.yacht import Yacht
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: Yacht, event: Event, after: Yacht) -> Tune:
    """A throw that was read, a yacht, or points scored."""
    match event.kind:
        case "throw":
            return melodies.PARTY if len(set(after.dice)) == 1 else melodies.READ
        case "score":
            return melodies.BANK if after.scores()[before.seat] > before.scores()[before.seat] else melodies.HUNGRY
    return melodies.SILENCE
