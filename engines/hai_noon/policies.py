"""Who plays by itself: a sensible beginner, who looks one card ahead and cheats on nobody."""

from __future__ import annotations

from dataclasses import replace
from random import Random

from engines.core import Event, State
from engines.hai_noon.position import Position
from engines.hai_noon.reach import outcomes
from engines.hai_noon.steps.moves import legal

RISK = (0.1, 0.25, 0.6)
"""How much a diver facing a hungry shark fears a side with none, one, two cards."""
HURT = 3.0
"""What one more bite weighs against being faced by a shark."""
CAGED = 0.3
"""What a cage is worth to its diver; a quarter of its fear stays."""


def sensible(state: State, random: Random) -> Event:
    """The decision that leaves the seat's divers safest, bites counted first; ties at random. Sees only its view."""
    assert isinstance(state, Position)
    seat = state.deciders()[0]
    seen = replace(state, cards=state.cards.view(seat))
    moves = [event for event in legal(seen) if event.seat == seat]
    worths = [max(_worth(after, seat) for after in outcomes(seen, event)) for event in moves]
    best = max(worths)
    return random.choice([event for event, worth in zip(moves, worths, strict=True) if worth == best])


def _worth(p: Position, seat: int) -> float:
    """How well the seat stands: its divers' safety less the average safety of the others'."""
    board = p.board.attack(p.side, p.saved, True)[0] if p.phase == "attack" else p.board
    fear = [0.0] * len(board.health)
    for side, cards in enumerate(p.cards.sides):
        for _, diver in board.bites(side):
            fear[diver] += RISK[min(len(cards), 2)] * (0.25 if diver == board.cage else 1)
    total = 0.0
    for diver, owner in enumerate(p.rules.owners):
        if owner is not None:
            safe = HURT * board.health[diver] - fear[diver] / max(board.health[diver], 1)
            safe += CAGED * (diver == board.cage)
            total += safe if owner == seat else -safe / (p.rules.seats - 1)
    return round(total, 6)
