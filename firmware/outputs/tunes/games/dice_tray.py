"""What the buzzer plays in the dice tray."""

from __future__ import annotations

from engines.core import Event
from engines.dice_tray import DiceTray
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: DiceTray, event: Event, after: DiceTray) -> Tune:
    """A throw that was read."""
    return melodies.READ
