"""The scorekeeper on the table: the rules that people bring say what lies there."""

from __future__ import annotations

from collections.abc import Mapping

from engines.french.cards import CARDS, JOKER
from engines.games import game_named
from engines.score.rules import parse
from firmware.games.profile import GameProfile

CARDS_LAID = GameProfile("card-rows", deck="french", deck_counts=lambda: dict.fromkeys((*CARDS, JOKER), 1))
PROFILES = {"dice": GameProfile("tray", dice="pips"), "cards": CARDS_LAID, "hand": GameProfile("tray")}
"""What counts -> how it lies there; what is entered by hand does not."""


def chosen(options: Mapping[str, object]) -> GameProfile:
    """The profile by the rules."""
    return PROFILES[parse(str(game_named("score").settle(options)["rules"])).count]


PROFILE = GameProfile("tray", dice="pips", chosen=chosen)
