"""What the buzzer plays in Splash Down."""

from __future__ import annotations

from engines.core import Event
from engines.splash_down import SplashDown
from firmware.outputs.tunes import melodies
from hardware.panel.buzzer import Tune


def tune(before: SplashDown, event: Event, after: SplashDown) -> Tune:
    """The tune of an event; a Breach drowns all others."""
    if after.breaches > before.breaches:
        return melodies.BREACH
    match event.kind:
        case "fluke":
            return melodies.FLUKE
        case "expose":
            kind = after.rules.deck.kind[event.items[0]]
            return melodies.RIGHT if kind == "whale" else melodies.WRONG if kind == "creature" else melodies.ACTION
        case "score":
            return melodies.SCORED
        case "play" | "play-drawn":
            return melodies.ACTION
        case "settle":
            return melodies.BLOCKED if before.step.blocks % 2 else melodies.READ
        case "draw" | "card" | "deal" | "study" | "order" | "done":
            return melodies.SILENCE
    return melodies.CARD
