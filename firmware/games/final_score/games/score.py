"""What one look counts by rules that people brought: all dice, or all cards that lie where cards count."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import BadEvent, Reason
from engines.games import game_named
from engines.names import BACK
from engines.score.rules import parse
from firmware.games.final_score.count import Count, Items

BY_HAND = "points are entered by hand in this game: a picture tells none"


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """One turn, whoever's. Raises BadEvent where nothing counts that a picture shows."""
    rules = parse(str(game_named("score").settle(options)["rules"]))
    if rules.count == "hand":
        raise BadEvent(BY_HAND)
    worth = [rules.worth(item) for _, item in items if item != BACK]
    told = " + ".join(map(str, worth)) or "nothing lies there"
    return (sum(worth),), (0,), (Reason(told, "SC-2", seat=0, points=sum(worth)),)
