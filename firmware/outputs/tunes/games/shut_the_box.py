"""What the buzzer plays in Shut the Box."""

from __future__ import annotations

from engines.core import Event
from engines.shut_the_box import ShutTheBox
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: ShutTheBox, event: Event, after: ShutTheBox) -> Tune:
    """A throw that was read, a turn that is over, tiles turned over, or a box that is shut."""
    if event.kind == "throw":
        return melodies.READ if after.phase == "shut" else melodies.EATEN
    return melodies.BANK if after.turns != before.turns else melodies.CARD
