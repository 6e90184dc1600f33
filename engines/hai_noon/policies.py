"""Who plays by itself: a sensible beginner, who looks one card ahead and cheats on nobody."""

from __future__ import annotations

from dataclasses import dataclass, replace
from random import Random

from engines.core import Event, IllegalEvent, State, said
from engines.hai_noon.position import Position
from engines.hai_noon.reach import outcomes
from engines.hai_noon.steps.moves import legal


@dataclass(frozen=True, slots=True)
class HaiNoonWeights:
    """What the policy `sensible` weighs, against being faced by a shark that is sure to bite."""

    fear_by_cards: tuple[float, float, float] = (0.1, 0.25, 0.6)
    """How much a diver facing a hungry shark fears a side with none, one, two cards."""
    bite: float = 3.0
    """One more bite that a diver can take."""
    cage: float = 0.3
    """A cage, to its diver."""
    fear_share_in_cage: float = 0.25
    """How much of its fear stays with a diver in the cage."""


WEIGHTS = HaiNoonWeights()


def sensible(state: State, random: Random) -> Event:
    """The decision that leaves the seat's divers safest, bites counted first; ties at random. Sees only its view.

    Raises IllegalEvent once the game is over.
    """
    assert isinstance(state, Position)
    seat = state.deciders()[0]
    own_view = replace(state, cards=state.cards.view(seat))
    moves = [event for event in legal(own_view) if event.seat == seat]
    if not moves:
        raise IllegalEvent(said("the game is over"))
    worths = [max(_worth(after, seat) for after in outcomes(own_view, event)) for event in moves]
    best = max(worths)
    return random.choice([event for event, worth in zip(moves, worths, strict=True) if worth == best])


def _worth(p: Position, seat: int) -> float:
    """How well the seat stands: its divers' safety less the average safety of the others'."""
    board = p.board.attack(p.side, p.saved, True, p.rules.owners)[0] if p.phase == "attack" else p.board
    fear = [0.0] * len(board.health)
    for side, cards in enumerate(p.cards.sides):
        for _, diver in board.bites(side):
            share = WEIGHTS.fear_share_in_cage if diver == board.cage else 1
            fear[diver] += WEIGHTS.fear_by_cards[min(len(cards), 2)] * share
    total = 0.0
    for diver, owner in enumerate(p.rules.owners):
        if owner is not None:
            safe = WEIGHTS.bite * board.health[diver] - fear[diver] / max(board.health[diver], 1)
            safe += WEIGHTS.cage * (diver == board.cage)
            total += safe if owner == seat else -safe / (p.rules.seats - 1)
    return round(total, 6)
