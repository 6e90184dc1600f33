"""Oh Hell from one look: a table shows one trick, and no score."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import BadEvent
from firmware.games.final_score.count import Count, Items

NO_SCORE = "a trick that lies there tells no score of Oh Hell: it is kept while the game is followed"


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """Nothing. Raises BadEvent, for what a look shows is not what counts."""
    raise BadEvent(NO_SCORE)
