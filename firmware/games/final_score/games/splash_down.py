"""What the scoring areas count in Splash Down, and an endgame card on top of the discard pile."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.games.splash_down import COUNTED
from engines.core import Reason
from engines.games import game_named
from engines.names import BACK
from engines.splash_down import score_table
from engines.splash_down.rules import ENDGAMES
from firmware.games.final_score.count import Count, Items

ENDING_PLACES = ("discard", "shown", "play")
"""Where the card lies that ended the game."""


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """The areas of all players; at least two play."""
    areas: dict[int, list[str]] = {}
    for place, item in items:
        if place.endswith("/score") and item != BACK:
            areas.setdefault(int(place.removeprefix("seat-").partition("/")[0]), []).append(item)
    seats = max(players, 1 + max(areas, default=1))
    ending = next((item for place, item in items if place in ENDING_PLACES and item in ENDGAMES), "")
    settled = game_named("splash-down").settle(options)
    tally = score_table([areas.get(seat, []) for seat in range(seats)], ending, options=settled)
    hidden = Reason(COUNTED["waste"], "SD-13")
    return tally.points, tally.winners, (*tally.reasons, *[hidden] * (ending == "waste"))
