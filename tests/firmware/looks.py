"""Looks made by hand: dice at chosen places, read with chosen certainty."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import count
from random import Random

from firmware.state.observation import Observation, Piece
from firmware.state.table import Answer, Step

_ids = count(1)
SIZE = 16.0
FACES = {
    "swimmer": ("wave", "1", "2", "3"),
    "shark": ("wave", "1", "2", "3"),
    "event": ("sun", "rain", "attack"),
    "die": ("1", "2", "3", "4", "5", "6"),
}


def die(item: str, x: float, y: float, sure: float = 0.999, other: str = "", angle: float = 0.0) -> Piece:
    """A die that shows `item` with probability `sure`; the rest goes to `other`, or evenly to its other faces."""
    kind, _, face = item.rpartition("-")
    others = [f"{kind}-{f}" for f in FACES[kind] if f != face] if not other else [other]
    rest = tuple((name, (1 - sure) / len(others)) for name in others)
    box = (x - SIZE / 2, y - SIZE / 2, SIZE, SIZE)
    items = tuple(sorted(((item, sure), *rest), key=lambda pair: -pair[1]))
    return Piece(items, x, y, SIZE, box, angle)


def look(*pieces: Piece) -> Observation:
    """A look at these pieces."""
    return Observation(f"look-{next(_ids)}", 1280, 720, pieces)


def thrown(items: list[str], seed: int) -> list[Piece]:
    """Dice thrown anew: every one at a place of its own, far from where others of other seeds lie."""
    random = Random(seed)
    cells = random.sample([(x, y) for x in range(10) for y in range(7)], len(items))
    return [
        die(item, 40 + 22 * x + random.uniform(-3, 3), 20 + 25 * y + random.uniform(-3, 3), angle=random.uniform(0, 90))
        for item, (x, y) in zip(items, cells, strict=True)
    ]


def leaves(answers: Iterable[Answer]) -> list[tuple[Step, ...]]:
    """What all answers lead to in the end, those included that ask on."""
    return [steps for a in answers for steps in (leaves(a.then) if a.then else [a.steps])]
