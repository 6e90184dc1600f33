"""The numbers of Oh Hell as data: the options, the kinds of events, the cards of each deal, and what a deal scores."""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import Option
from engines.french.cards import CARDS

SEATS = range(3, 8)
MOST_CARDS = 10
"""So many cards a hand has at most, however few play (OH-1)."""
BONUS = 10
"""Points for taking just as many tricks as were bid (OH-7)."""
EVENTS = {
    "deal": "the hands are dealt face down, seat after seat (?? where nobody shows them)",
    "turn": "the next card is turned up: its suit is trump",
    "bid": "the seat says how many tricks it will take",
    "play": "the seat plays a card to the trick",
}
OPTIONS = (
    Option("hands", "open", ("open", "hidden"), "hidden: nobody shows this device a hand"),
    Option(
        "deals", "down", ("down", "up", "down-up"), "how the number of cards changes from deal to deal", "OH-1", True
    ),
    Option("most", 0, range(0, MOST_CARDS + 1), "cards in the largest hands; 0: as many as the pack allows", "OH-1"),
    Option("trump", "turned", ("turned", "none"), "whether the card turned up makes a trump", "OH-2", True),
    Option("hook", True, (True, False), "whether all bids together may not be the number of tricks", "OH-4", True),
    Option("scoring", "bonus", ("bonus", "tricks", "minus"), "what a deal scores", "OH-7", True),
    Option("first", 0, (0, 1, 2, 3, 4, 5, 6), "the seat that deals first", "OH-8"),
)


@dataclass(frozen=True, slots=True)
class OhHellRules:
    """The options of one game, settled. `most` and `deals` become the cards of each deal."""

    sizes: tuple[int, ...]
    trump: bool
    hook: bool
    scoring: str
    first: int

    def points(self, bid: int, won: int) -> int:
        """What a seat scores that bid so many tricks and took so many (OH-7)."""
        if bid == won:
            return BONUS + won
        return {"bonus": 0, "tricks": won, "minus": -abs(bid - won)}[self.scoring]


def sizes(players: int, most: int, deals: str) -> tuple[int, ...]:
    """How many cards each hand has, deal by deal; one card at least is left to be turned up (OH-1)."""
    fits = min(MOST_CARDS, (len(CARDS) - 1) // players)
    largest = min(most or fits, fits)
    down = tuple(range(largest, 0, -1))
    return {"down": down, "up": down[::-1], "down-up": down + down[-2::-1]}[deals]
