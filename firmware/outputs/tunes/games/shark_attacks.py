"""What the buzzer plays in Shark Attacks!."""

from __future__ import annotations

from engines.core import Event
from engines.shark_attacks.state import SharkAttacks
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: SharkAttacks, event: Event, after: SharkAttacks) -> Tune:
    """The tune of an event, by what it led to."""
    rules = {reason.rule for reason in after.reasons}
    match event.kind:
        case "bank":
            return melodies.BANK
        case "again" | "take":
            return melodies.SILENCE
        case "event":
            return {"sun": melodies.SUN, "rain": melodies.RAIN, "attack": melodies.ALARM}[
                event.items[0].removeprefix("event-")
            ]
    if any(eaten for _, eaten in after.bites):
        return melodies.EATEN
    if "SA-4" in rules:
        return melodies.PARTY
    if "SA-11" in rules and not before.eaten:
        return melodies.BLESSING
    return melodies.ESCAPED if rules & {"SA-7", "SA-11"} else melodies.READ
