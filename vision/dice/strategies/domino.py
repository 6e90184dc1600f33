"""Two faces of pips that may be the halves of a domino."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, replace

from vision.dice.calibration import Candidate


@dataclass(frozen=True, slots=True)
class DominoLimits:
    """From where on two faces are as flush as the halves of a domino. Set on two drawn dominoes; of 610 photographs of
    all folders none has two read dice that lie so and are believed."""

    max_size_ratio: float = 1.08
    """The larger is no more than so many times the smaller."""
    max_turn_deg: float = 3.0
    """One is turned against the other by no more than this,"""
    max_off_axis_deg: float = 7.0
    """and the line through their middles against the axes of both."""
    distance_sides: tuple[float, float] = (0.93, 1.08)
    """Their middles are so far apart, least and most."""


LIMITS = DominoLimits()


def with_dominoes_marked(candidates: Sequence[Candidate]) -> list[Candidate]:
    """The same, marked what is read and lies flush with just one other: dice that people lay in a row are more."""
    read = [number for number, candidate in enumerate(candidates) if candidate.is_read]
    flush = {n: [m for m in read if m != n and _are_flush(candidates[n], candidates[m])] for n in read}
    marked = list(candidates)
    for number, others in flush.items():
        if len(others) == 1 and len(flush[others[0]]) == 1:
            marked[number] = replace(marked[number], may_be_domino=True)
    return marked


def _are_flush(one: Candidate, other: Candidate) -> bool:
    a, b = one.detection, other.detection
    if max(a.size, b.size) > LIMITS.max_size_ratio * min(a.size, b.size):
        return False
    least, most = LIMITS.distance_sides
    sides = 2 * math.hypot(b.x - a.x, b.y - a.y) / (a.size + b.size)
    line = math.degrees(math.atan2(b.y - a.y, b.x - a.x))
    return (
        least < sides < most
        and _turn(one.angle, other.angle) < LIMITS.max_turn_deg
        and max(_turn(line, one.angle), _turn(line, other.angle)) < LIMITS.max_off_axis_deg
    )


def _turn(a: float, b: float) -> float:
    """By how much one square is turned against another, degrees, 0 to 45."""
    return abs((a - b + 45) % 90 - 45)
