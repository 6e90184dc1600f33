"""What pirates and anchors count as they lie on the Depth Board of Hold Your Breath!."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from companion.words.games.hold_your_breath import COUNTED
from engines.core import BadEvent, Over, Reason
from engines.games import game_named
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH
from engines.names import face_of
from firmware.games.final_score.count import Count, Items


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """The depths of all players. Raises BadEvent if tokens are missing."""
    depths, anchors = _on_board(items, "pirate"), _on_board(items, "anchor")
    seats = players or 1 + max(depths, default=-1)
    for kind, lying in (("pirates", depths), ("anchors", anchors)):
        if set(lying) != set(range(seats)) and (lying or kind == "pirates"):
            raise BadEvent(COUNTED["missing"].format(seats=seats, kind=kind, seen=len(lying)))
    state = game_named("hold-your-breath").start(seats, dict(options) | {"hands": "hidden"})
    assert isinstance(state, HoldYourBreath)
    state = replace(
        state,
        step="over",
        depths=tuple(depths[seat] for seat in range(seats)),
        anchors=tuple(anchors[seat] for seat in range(seats)) if anchors else (),
        notes=(),
    )
    points, awaits = state.scores(), state.awaits
    if not anchors or not isinstance(awaits, Over):
        deepest = tuple(seat for seat, depth in enumerate(points) if depth == max(points))
        dives = (Reason(COUNTED["dive"].format(depth=d), "HB-15", seat=s, points=d) for s, d in enumerate(points))
        return points, deepest, tuple(dives)
    told = [Reason(_told(state, seat), "HB-15", seat=seat, points=points[seat]) for seat in range(seats)]
    return points, awaits.winners, (*told, *state.why())


def _told(state: HoldYourBreath, seat: int) -> str:
    """Where a player's anchor and pirate are."""
    depth = state.depths[seat]
    return COUNTED["below" if depth else "up"].format(
        anchor=SPACE_DEPTH * state.anchors[seat], depth=SPACE_DEPTH * depth
    )


def _on_board(items: Items, kind: str) -> dict[int, int]:
    """By seat the space in which a pirate or an anchor lies."""
    return {
        int(face_of(item)): int(face_of(place))
        for place, item in items
        if item.startswith(f"{kind}-") and place.startswith("depth-")
    }
