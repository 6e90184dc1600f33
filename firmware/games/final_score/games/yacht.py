"""What five dice count in Yacht: the category that brings the most."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.games.yacht import category
from engines.core import Reason
from engines.games import game_named
from engines.yacht.rules import DICE, SHEETS, points
from firmware.games.final_score.count import Count, Items, dice_faces


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """One throw of five dice, whoever threw it."""
    dice, sheet = dice_faces(items, "die"), str(game_named("yacht").settle(options)["sheet"])
    if len(dice) != DICE:
        return (0,), (0,), (Reason(f"{DICE} dice are scored, not {len(dice)}", "YA-1", seat=0, points=0),)
    best, name = max((points(sheet, name, dice), name) for name in SHEETS[sheet])
    return (best,), (0,), (Reason(f"{category(name)}: {best}", "YA-4", seat=0, points=best),)
