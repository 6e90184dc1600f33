"""Splash Down on the table."""

from __future__ import annotations

from dataclasses import replace

from engines.splash_down.deck import built_in
from firmware.games.profile import GameProfile

PLAIN = GameProfile(
    "splash-down",
    deck="splash-down",
    deck_counts=lambda: {card.name: card.count for card in built_in().cards},
)
PROFILE = replace(PLAIN, chosen=lambda options: replace(PLAIN, marks=("who",)) if options.get("marks") else PLAIN)
