"""The scorekeeper on the table: the rules that people bring say what lies there."""

from __future__ import annotations

from collections.abc import Mapping

from engines.games import game_named
from engines.score.rules import parse
from firmware.games.profile import GameProfile

PROFILES = {"dice": GameProfile("tray", dice="pips"), "cards": GameProfile("tray"), "hand": GameProfile("tray")}
"""What counts -> how it lies there; what is entered by hand does not, and cards are laid on the page."""


def chosen(options: Mapping[str, object]) -> GameProfile:
    """The profile by the rules."""
    return PROFILES[parse(str(game_named("score").settle(options)["rules"])).count]


PROFILE = GameProfile("tray", dice="pips", chosen=chosen)
