"""What the dice in the tray count: their sum."""

from __future__ import annotations

from collections.abc import Mapping

from engines.core import Reason
from firmware.games.final_score.count import Count, Items, dice_faces


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """One throw, whoever threw it."""
    faces = dice_faces(items, "die")
    text = f"{' + '.join(map(str, faces)) or '0'} = {sum(faces)}"
    return (sum(faces),), (0,), (Reason(text, "", seat=0, points=sum(faces)),)
