"""Shark Attacks! on the table."""

from __future__ import annotations

from firmware.games.profile import GameProfile

PROFILE = GameProfile("tray", dice="shark-attacks")
