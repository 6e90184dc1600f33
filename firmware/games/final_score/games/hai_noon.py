"""What the tiles count as they lie in Hai Noon: bites that each player's divers can still take."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.words.games.hai_noon import COUNTED
from engines.core import Reason
from engines.games import game_named
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import HEALTHY, IMMUNE, INJURED, INNER, RING
from engines.hai_noon.deck import DIVERS
from firmware.games.final_score.count import Count, Items

USUAL_SEATS = 4
"""How many play where nobody says it: the tiles do not tell."""


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """The bites left. A diver that is not on the board is taken as eaten."""
    seats = players or USUAL_SEATS
    state = game_named("hai-noon").start(seats, options)
    assert isinstance(state, HaiNoon)
    square: list[int | None] = [None] * len(INNER)
    health = [IMMUNE] * len(DIVERS)
    for place, item in items:
        name, _, face = item.removeprefix("diver-").rpartition("-")
        if item.startswith("diver-") and place in INNER and name in DIVERS:
            diver = DIVERS.index(name)
            square[INNER.index(place)] = diver
            if state.rules.owners[diver] is not None:
                health[diver] = INJURED if face == "injured" else HEALTHY
    hungry = tuple((ring, "shark-hungry") in items for ring in RING)
    board = replace(state.board, sharks=hungry, square=tuple(square), health=tuple(health))
    told = [
        Reason(COUNTED[left].format(diver=DIVERS[diver]), "HN-5", seat=owner, points=left)
        for diver, (owner, left) in enumerate(zip(state.rules.owners, health, strict=True))
        if owner is not None
    ]
    told.append(Reason(COUNTED["sharks"].format(hungry=sum(hungry), all=len(RING)), "HN-1"))
    best = tuple(seat for seat in range(seats) if not state.rules.out(seat, tuple(health)))
    return replace(state, board=board).scores(), best, tuple(told)
