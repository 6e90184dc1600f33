"""The numbers of Cribbage as data: the options, the kinds of events, how many cards each player has."""

from __future__ import annotations

from engines.core import Option, said

SEATS = range(2, 5)
DEALT = {2: 6, 3: 5, 4: 5}
"""Players -> cards that each is dealt (CB-8)."""
KEPT = 4
"""Cards that each keeps, and cards of the crib."""
PARTNERS = 4
"""So many play two against two (CB-8)."""
EVENTS = {
    "deal": "six cards each, of three or four players five, are dealt face down (?? where nobody shows them)",
    "discard": "the seat lays two cards to the crib, of three or four players one, face down",
    "starter": "the starter is turned up",
    "lay": "the seat lays a card before itself, and adds it to the count",
    "go": "the seat can lay no card without going over 31",
    "crib": "the dealer lays a card of the crib open",
}
OPTIONS = (
    Option("hands", "open", ("open", "hidden"), "hidden: nobody shows this device a hand"),
    Option("target", 121, (121, 61), "points that win: twice round the board, or once", "CB-7"),
    Option("first", 0, (0, 1, 2, 3), "the seat that deals first", "CB-1"),
)
AWAITED = {
    "deal": (said("the cards are to be dealt"), "CB-1"),
    "discard": (said("all first lay cards to the crib"), "CB-2"),
    "starter": (said("the starter is to be turned up"), "CB-3"),
    "lay": (said("seat {seat} is to lay a card, or to say go"), "CB-4"),
    "crib": (said("the crib is to be turned up"), "CB-6"),
    "over": (said("the game has ended"), "CB-7"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""
STARTER, CRIB = "starter", "crib"
"""The places of the starter and of the crib."""
