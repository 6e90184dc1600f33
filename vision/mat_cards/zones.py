"""In which zone of a mat a card lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import hypot
from typing import Any

from vision.mat_cards.correlate import Pose

STRAY, AFTER = 8.0, 2
"""A card may lie so many mm from where it should in its zone; beside one that fills it there is room for so many."""
EDGE = 4.0
"""By so many mm a card's middle may be outside its zone."""


def zone_at(places: Mapping[str, Sequence[float]], px: float, py: float) -> str:
    """The zone about a point (mm), "" if there is none."""
    return next(
        (n for n, (x, y, w, h) in places.items() if x - EDGE <= px <= x + w + EDGE and y - EDGE <= py <= y + h + EDGE),
        "",
    )


def home(
    layout: Mapping[str, Any], places: Mapping[str, Sequence[float]], pose: Pose, size: tuple[float, float]
) -> str:
    """The zone in which a card lies: that from whose middles, where its cards lie, its own is the least away."""
    away = {name: _beyond(layout, name, box, pose, size) for name, box in places.items()}
    there = [name for name in places if away[name] < STRAY or zone_at({name: places[name]}, pose.x, pose.y)]
    return min(there, key=lambda name: away[name], default="")


def _beyond(layout: Mapping[str, Any], name: str, box: Sequence[float], pose: Pose, size: tuple[float, float]) -> float:
    """How far (mm) a card's middle is from where those of a zone's cards lie.

    Where there is room for one alone the next `AFTER` are laid beside it all the same, over the zone's edge.
    """
    upright = float(layout.get("turns", {}).get(name, 0)) % 180 == 0
    step = layout.get("spread", {}).get(name, (0.0, 0.0))
    off = []
    for at, start, room, card, by in zip(
        (pose.x, pose.y), box[:2], box[2:], size if upright else size[::-1], step, strict=True
    ):
        spare = max(room - card, 0.0) / 2
        over = AFTER * by if 2 * spare < abs(by) else 0.0
        least, most = start + room / 2 - spare + min(over, 0.0), start + room / 2 + spare + max(over, 0.0)
        off.append(max(least - at, at - most, 0.0))
    return hypot(*off)
