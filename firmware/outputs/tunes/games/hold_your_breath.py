"""What the buzzer plays in Hold Your Breath!."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import Event
from engines.hold_your_breath import HoldYourBreath
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune

NOTES: Mapping[str, Tune] = {
    "up": melodies.SURFACE,
    "anchors": melodies.ANCHORS,
    "shark": melodies.ALARM,
    "moved": melodies.ALARM,
    "panic": melodies.PANIC,
    "gasp": melodies.PANIC,
    "gasp-pile": melodies.PANIC,
    "calm": melodies.CALM,
    "kraken": melodies.KRAKEN,
    "five": melodies.KRAKEN,
    "air": melodies.AIR,
}
"""What the rules noted in Hold Your Breath!, the most striking first."""


def tune(before: HoldYourBreath, event: Event, after: HoldYourBreath) -> Tune:
    """What the rules noted after an event."""
    noted = {str(note[0]) for note in after.notes}
    if "swim" in noted and "up" not in noted:
        return melodies.UP if after.anchors else melodies.DOWN
    if noted == {"drew"}:
        return melodies.SILENCE
    return next((melody for note, melody in NOTES.items() if note in noted), melodies.CARD)
