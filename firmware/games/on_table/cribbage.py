"""Cribbage on the table."""

from __future__ import annotations

from engines.french.cards import CARDS
from firmware.games.profile import GameProfile

PROFILE = GameProfile("cribbage", deck="french", deck_counts=lambda: dict.fromkeys(CARDS, 1))
