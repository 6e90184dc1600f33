"""What the dice count in Pig: one throw."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import Reason
from engines.pig.rules import PIG
from firmware.games.final_score.count import Count, Items, dice_faces


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """One throw, whoever threw it: its pips, or nothing if a 1 shows."""
    faces = dice_faces(items, "die")
    points = 0 if PIG in faces else sum(faces)
    text = "a 1: nothing" if PIG in faces else f"{' + '.join(map(str, faces)) or '0'} = {points}"
    return (points,), (0,), (Reason(text, "PG-2" if PIG in faces else "PG-1", seat=0, points=points),)
