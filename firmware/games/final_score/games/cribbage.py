"""What the hands of Cribbage count as they lie: four cards before each seat, the crib, and the starter."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import BadEvent, Reason
from engines.cribbage.counting import show, total
from engines.names import BACK
from firmware.games.final_score.count import Count, Items

HAND = 4


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """The hands by seat; whose the crib is nobody can see, so it is counted as a reason alone.

    Raises BadEvent where the starter or a whole hand is missing.
    """
    lying = {place: sorted(item for at, item in items if at == place and item != BACK) for place, _ in items}
    starter, crib = lying.get("starter", []), lying.get("crib", [])
    hands = [lying.get(f"seat-{seat}/laid", []) for seat in range(players)]
    if len(starter) != 1 or not any(len(hand) == HAND for hand in hands):
        raise BadEvent("one starter and a hand of four cards are to lie there")
    reasons, points = [], [0] * players
    for seat, hand in enumerate(hands):
        if len(hand) == HAND:
            counted = show(tuple(hand), starter[0])
            points[seat] = total(counted)
            reasons.append(Reason(_told(counted), "CB-6", seat=seat, points=points[seat]))
    if len(crib) == HAND:
        counted = show(tuple(crib), starter[0], True)
        reasons.append(Reason(f"the crib: {_told(counted)}", "CB-6", points=total(counted)))
    return tuple(points), tuple(s for s, p in enumerate(points) if p == max(points)), tuple(reasons)


def _told(counted: tuple[tuple[str, int], ...]) -> str:
    return ", ".join(f"{name} {each}" for name, each in counted) or "nothing"
