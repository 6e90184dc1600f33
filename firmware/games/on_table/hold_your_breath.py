"""Hold Your Breath! on the table."""

from __future__ import annotations

from engines.hold_your_breath.cards import load
from firmware.games.profile import GameProfile, TokenProfile

PROFILE = GameProfile(
    "hold-your-breath",
    deck="hold-your-breath",
    deck_counts=lambda: load("hold-your-breath").counts(expansion=True),
    tokens=TokenProfile(kinds=("pirate", "anchor"), places=("depth-",)),
    staying=("pirate",),
)
