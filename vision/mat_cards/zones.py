"""In which zone of a mat a card lies."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Any

from vision.mat_cards.correlate import Pose


@dataclass(frozen=True, slots=True)
class ZoneLimits:
    """How far from its zone a card may lie."""

    stray_mm: float = 8.0
    """A card may lie so far from where it should in its zone."""
    cards_beside: int = 2
    """Beside one that fills it there is room for so many."""
    edge_mm: float = 4.0
    """By so many mm a card's middle may be outside its zone."""


LIMITS = ZoneLimits()


def zone_at(places: Mapping[str, Sequence[float]], px: float, py: float) -> str:
    """The zone about a point (mm), "" if there is none."""
    return next(
        (
            n
            for n, (x, y, w, h) in places.items()
            if x - LIMITS.edge_mm <= px <= x + w + LIMITS.edge_mm and y - LIMITS.edge_mm <= py <= y + h + LIMITS.edge_mm
        ),
        "",
    )


def reaching_under(
    layout: Mapping[str, Any], name: str, box: Sequence[float], size: tuple[float, float]
) -> tuple[float, ...]:
    """The box (x, y, width, height mm) in which a card of a spread lies of which a part is in a larger box than a card:
    the rest reaches under its neighbours."""
    step = layout.get("spread", {}).get(name, (0.0, 0.0))
    upright = float(layout.get("turns", {}).get(name, 0)) % 180 == 0
    under = [
        max(card - abs(by), 0.0) if by and room > card else 0.0
        for card, by, room in zip(size if upright else size[::-1], step, box[2:], strict=True)
    ]
    return grown(box, *under)


def grown(box: Sequence[float], across: float, down: float) -> tuple[float, ...]:
    """A box (x, y, width, height) with so much more on either side."""
    return box[0] - across, box[1] - down, box[2] + 2 * across, box[3] + 2 * down


def home(
    layout: Mapping[str, Any], places: Mapping[str, Sequence[float]], pose: Pose, size: tuple[float, float]
) -> str:
    """The zone in which a card lies: that from whose middles, where its cards lie, its own is the least away."""
    away = {name: _beyond(layout, name, box, pose, size) for name, box in places.items()}
    there = [name for name in places if away[name] < LIMITS.stray_mm or zone_at({name: places[name]}, pose.x, pose.y)]
    return min(there, key=lambda name: away[name], default="")


def _beyond(layout: Mapping[str, Any], name: str, box: Sequence[float], pose: Pose, size: tuple[float, float]) -> float:
    """How far (mm) a card's middle is from where those of a zone's cards lie.

    Where there is room for one alone the next few are laid beside it all the same, over the zone's edge.
    """
    upright = float(layout.get("turns", {}).get(name, 0)) % 180 == 0
    step = layout.get("spread", {}).get(name, (0.0, 0.0))
    off = []
    for at, start, room, card, by in zip(
        (pose.x, pose.y), box[:2], box[2:], size if upright else size[::-1], step, strict=True
    ):
        spare = max(room - card, 0.0) / 2
        over = LIMITS.cards_beside * by if 2 * spare < abs(by) else 0.0
        least, most = start + room / 2 - spare + min(over, 0.0), start + room / 2 + spare + max(over, 0.0)
        off.append(max(least - at, at - most, 0.0))
    return hypot(*off)
