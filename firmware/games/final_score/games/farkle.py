"""What the dice count in Farkle: one throw, all dice set aside that count."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.games.farkle import COUNTED
from engines.core import Reason
from engines.farkle.rules import FarkleRules, keeps
from engines.games import game_named
from firmware.games.final_score.count import Count, Items, dice_faces


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """One throw, whoever threw it."""
    rules = FarkleRules(**game_named("farkle").settle(options))  # type: ignore[arg-type]
    found = keeps(rules.counting, dice_faces(items, "die"))
    points = found[0][1] if found else 0
    text = COUNTED["all" if points else "nothing"].format(points=points)
    return (points,), (0,), (Reason(text, "FA-3" if points else "FA-7", seat=0, points=points),)
