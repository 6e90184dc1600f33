"""What the dice make in Shut the Box: one throw. The box itself is on no picture."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import Reason
from firmware.games.final_score.count import Count, Items, dice_faces


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """The pips of one throw, whoever threw it."""
    faces = dice_faces(items, "die")
    points = sum(faces)
    text = f"{' + '.join(map(str, faces)) or '0'} = {points}"
    return (points,), (0,), (Reason(text, "SB-2", seat=0, points=points),)
