"""What the buzzer plays in Oh Hell."""

from __future__ import annotations

from engines.core import Event
from engines.oh_hell import OhHell
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: OhHell, event: Event, after: OhHell) -> Tune:
    """A card laid, a trick taken, or a deal scored."""
    if after.deals > before.deals:
        return melodies.BANK
    if event.kind == "play":
        return melodies.SCORED if not after.trick else melodies.CARD
    return melodies.FLIP if event.kind == "turn" else melodies.SILENCE
