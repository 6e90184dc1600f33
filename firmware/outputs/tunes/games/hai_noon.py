"""What the buzzer plays in Hai Noon."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import Event
from engines.hai_noon import HaiNoon
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune

TUNES: Mapping[str, Tune] = {
    "flip": melodies.FLIP,
    "swap": melodies.SWIRL,
    "drift": melodies.SWIRL,
    "swim": melodies.SWIRL,
    "cage": melodies.CAGE,
    "hide": melodies.HIDE,
    "return": melodies.SURFACE,
    "harpoon": melodies.HARPOON,
    "deal": melodies.SILENCE,
    "draw": melodies.SILENCE,
    "endure": melodies.SILENCE,
}


def tune(before: HaiNoon, event: Event, after: HaiNoon) -> Tune:
    """The tune of an action; the alarm, where its card was the third of a side."""
    if event.kind == "attack":
        return melodies.EATEN if sum(after.board.health) < sum(before.board.health) else melodies.HUNGRY
    melody = TUNES.get(event.kind, melodies.CARD)
    return melody + melodies.ALARM if after.phase == "attack" != before.phase else melody
