"""What the dice in the tray count in Shark Attacks!: a bank, a beach party, or what escapes from the sharks."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.games.shark_attacks import COUNTED
from engines.core import Reason
from engines.games import game_named
from engines.shark_attacks import rules
from firmware.games.final_score.count import Count, Items, dice_faces


def count(items: Items, players: int, options: Mapping[str, object]) -> Count:
    """One turn, whoever threw it."""
    swimmers, fins = dice_faces(items, "swimmer"), dice_faces(items, "shark")
    numbers = tuple(face for face in swimmers if face)
    if fins:
        return _attacked(numbers, fins, str(game_named("shark-attacks").settle(options)["eating"]))
    party = bool(swimmers) and 0 not in swimmers
    points = sum(numbers) * (rules.PARTY_FACTOR if party else 1)
    text = COUNTED["party" if party else "bank"].format(swimmers=sum(numbers))
    return (points,), (0,), (Reason(text, "SA-4" if party else "SA-3", seat=0, points=points),)


def _attacked(numbers: rules.Line, fins: tuple[int, ...], eating: str) -> Count:
    bites, safe = rules.attack(numbers, fins, eating)
    eaten = any(line for _, line in bites)
    told = [
        Reason(COUNTED["bite"].format(fins=fin, eaten="+".join(map(str, line)) or "nothing"), "SA-8", True)
        for fin, line in bites
    ]
    points = sum(safe) * (1 if eaten else rules.BLESSING_FACTOR)
    text = COUNTED["escape" if eaten else "blessing"].format(swimmers=sum(safe))
    return (points,), (0,), (*told, Reason(text, "SA-11", seat=0, points=points))
