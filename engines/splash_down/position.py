"""Where a game of Splash Down stands, as plain data: one value for a full table and for one whose hands nobody sees.

A hand is a sorted tuple of card names. On a full table (option `hands` = open) all of them are known; at a real table
(`hands` = hidden) a card is a blank until it is shown. `shown` has, on both, the cards of each hand that everybody has
seen go there; so the spectator's view of a full table equals a table followed with blanks.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, Self

from engines.core import Reason, State
from engines.splash_down.rules import SplashDownRules
from engines.splash_down.sets import Cards
from engines.splash_down.step import Stage


class LaidMark(NamedTuple):
    """The mark that lies at WHO (option `marks`): whose it is, and whether it was laid just now."""

    seat: int
    fresh: bool = True


@dataclass(frozen=True)
class SplashPosition(State):
    """The fields of the state. Every tuple of tuples has an entry for each seat; cards are sorted unless it says so."""

    rules: SplashDownRules
    hands: tuple[Cards, ...]
    """Cards held, without the one just drawn."""
    shown: tuple[Cards, ...]
    """Cards of each hand that everybody has seen go there."""
    areas: tuple[Cards, ...]
    """Scored cards."""
    laid: tuple[Cards, ...]
    """Cards being scored at this Breach."""
    deck: int
    """Cards left in the draw pile."""
    step: Stage
    turn: int = 0
    """The seat that draws next."""
    drawn: str = ""
    """The card drawn last, apart from its hand while it can be called (SD-5)."""
    discards: Cards = ()
    """The discard pile, its top last."""
    played: Cards = ()
    """Actions on the table that are not settled yet, in the order of playing."""
    top: Cards = ()
    """The top of the draw pile as Study left it, the next card first, as far as it is known."""
    studied: int | None = None
    """The seat that knows `top`."""
    breaches: int = 0
    """Breaches drawn."""
    extra: int = 0
    """Cards that the drawer still gets from the draw pile (SD-6)."""
    ending: str = ""
    """What ended the game: "breach" or an endgame card; "" while it goes on."""
    fresh: tuple[str, str] = ("", "")
    """Where the last event laid which card."""
    mark: LaidMark | None = None
    """The mark of whoever called or played last, until all is settled and somebody acts again."""
    reasons: tuple[Reason, ...] = ()

    @property
    def seats(self) -> range:
        """All seats."""
        return range(len(self.hands))

    @property
    def drawer(self) -> int:
        """The seat that drew last."""
        return (self.turn - 1) % len(self.hands)

    def in_words(self, card: str, many: bool = False) -> str:
        """The card in words for people."""
        return self.rules.deck.in_words(card, many)

    def with_reason(self, text: str, rule: str, seat: int | None = None, house: bool = False) -> Self:
        """This state with one more reason for what the last event did."""
        return self.replace(reasons=(*self.reasons, Reason(text, rule, house, seat)))
