"""Shut the Box on the table: dice in the tray; the box stands beside it, and its tiles are told."""

from __future__ import annotations

from firmware.games.profile import GameProfile

PROFILE = GameProfile("tray", dice="pips")
