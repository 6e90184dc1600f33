"""Splash Down on the table."""

from __future__ import annotations

from engines.splash_down.deck import built_in
from firmware.games.profile import GameProfile

PROFILE = GameProfile(
    "splash-down",
    deck="splash-down",
    deck_counts=lambda: {card.name: card.count for card in built_in().cards},
)
