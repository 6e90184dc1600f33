"""Where a game of Hai Noon stands, as plain data: what the moves and the steps read and change."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Reason, State
from engines.hai_noon.board import Board
from engines.hai_noon.cards import Cards
from engines.hai_noon.deck import ACTION
from engines.hai_noon.rules import HaiNoonRules


@dataclass(frozen=True)
class Position(State):
    """The fields of the state."""

    rules: HaiNoonRules
    board: Board
    cards: Cards
    phase: str = "deal"
    """deal, return, play, act, attack, draw, over."""
    seat: int = 0
    """Whose turn it is; while dealing, who is dealt to."""
    opening: int = 0
    """Turns of the first round yet to end (HN-3)."""
    side: int = 0
    """The side of the last card laid."""
    asked: tuple[int, ...] = ()
    """In an attack: the seats that have yet to say whether they harpoon (HN-6)."""
    saved: tuple[int, ...] = ()
    """In an attack: the divers with a harpoon."""
    winners: tuple[int, ...] = ()
    """Once it is over."""
    reasons: tuple[Reason, ...] = ()
    """What the last event did."""

    def hidden(self, seat: int) -> tuple[int, ...]:
        """The camouflaged divers of a seat (HN-9)."""
        square = self.board.square
        return tuple(diver for diver in self.rules.own(seat) if diver not in square) if None in square else ()

    def living(self, seat: int) -> tuple[int, ...]:
        """The divers of a seat that swim on the board and can be hurt."""
        board = self.board
        return tuple(d for d in self.rules.own(seat) if board.health[d] and d in board.square)

    def deciders(self) -> tuple[int, ...]:
        """The seats whose decision is awaited, in the phases of decisions."""
        return self.asked if self.phase == "attack" and self.asked else (self.seat,)

    def action(self) -> str:
        """The action of the card laid last."""
        return ACTION[self.cards.sides[self.side][-1]]

    def cageable(self) -> tuple[int, ...]:
        """The divers that the cage may be put on: any on the board but the one in it; for two, one's own (HN-7)."""
        board, rules = self.board, self.rules
        return tuple(
            diver
            for diver in board.square
            if diver is not None
            and diver != board.cage
            and (board.health[diver] or rules.cage_on_dummy)
            and (rules.seats > 2 or not board.health[diver] or rules.owners[diver] == self.seat)
        )
