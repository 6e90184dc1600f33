"""Who wins, and what each depth counts as it stands (HB-15)."""

from __future__ import annotations

from engines.hold_your_breath.position import DivePosition
from engines.hold_your_breath.rules import SPACE_DEPTH


def surfaced(state: DivePosition) -> tuple[int, ...]:
    """The seats that count as back at the Surface in the Ascent."""
    dived = state.rules.never_dived == "lost"
    return tuple(s for s, depth in enumerate(state.depths) if not depth and not (dived and not state.anchors[s]))


def scores(state: DivePosition) -> tuple[int, ...]:
    """What each seat would count if the phase ended now.

    In the Descent the depth; in the Ascent the depth of the anchor for pirates that are up, and for the others, if one
    is up, minus the depth that they still have to come up. Nobody up: the way down plus the way back up.
    """
    if not state.anchors:
        return tuple(depth * SPACE_DEPTH for depth in state.depths)
    up = surfaced(state)
    if up:
        return tuple((state.anchors[s] if s in up else -depth) * SPACE_DEPTH for s, depth in enumerate(state.depths))
    match state.rules.nobody_up:
        case "deepest":
            return tuple(anchor * SPACE_DEPTH for anchor in state.anchors)
        case "tie":
            return (0,) * state.rules.players
    return tuple((2 * a - d) * SPACE_DEPTH for a, d in zip(state.anchors, state.depths, strict=True))


def winners(state: DivePosition) -> tuple[int, ...]:
    """The seats that win now that the game has ended; several share it."""
    if not any(state.anchors):
        return tuple(range(state.rules.players))
    best = scores(state)
    tied = tuple(seat for seat, score in enumerate(best) if score == max(best))
    if state.rules.ties == "first-up":
        return tuple(seat for seat in state.up if seat in tied)[:1] or tied
    return tied
