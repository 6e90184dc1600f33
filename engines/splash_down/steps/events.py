"""The events of Splash Down in words, and which step takes which."""

from __future__ import annotations

from engines.core import said

EVENTS = {
    "deal": "four cards for the next seat (chance)",
    "draw": "a seat draws the next card",
    "card": "the card drawn (chance)",
    "play": "a seat plays an action out of its hand: the action, and what it is aimed at",
    "play-drawn": "the drawer plays the card just drawn",
    "settle": "nobody blocks any more: the action takes effect, or is blocked",
    "fluke": "a seat calls the card drawn last a whale",
    "expose": "the card called is turned up (chance)",
    "penalty": "the drawer's blind card out of the hand of a wrong caller (chance)",
    "take": "a seat takes a scored card of a wrong caller, or none, or chooses what it steals",
    "stolen": "the card that a Steal brings out of a hand (chance)",
    "netted": "a seat gives up what a Net takes out of its hand",
    "give": "a seat gives a card to who plays Current",
    "study": "the top of the draw pile (chance)",
    "order": "a seat puts the cards back on the draw pile, the next to be drawn first",
    "score": "a seat scores a card at a Breach",
    "done": "a seat has no more to score, or to show",
    "discard": "a seat over the hand limit discards a card",
    "reveal": "a seat shows an unused action, as Waste ended the game",
}
"""Every kind of event, with a sentence on it."""

CHANCE = ("deal", "card", "expose", "penalty", "stolen", "study")

AWAITED = {
    "deal": (("deal",), said("the cards are to be dealt first"), "SD-2"),
    "open": (
        ("draw", "play", "play-drawn", "fluke"),
        said("the game is open: draw, call Fluke or play an action"),
        "SD-5",
    ),
    "limit": (("discard",), said("whoever holds more than ten cards discards first"), "SD-11"),
    "card": (("card",), said("the next card is being drawn"), "SD-5"),
    "extra": (("card",), said("the drawer gets cards from the pile first"), "SD-6"),
    "expose": (("expose",), said("the card called is to be turned up first"), "SD-6"),
    "penalty": (("penalty",), said("the drawer takes a card of the caller's hand first"), "SD-6"),
    "take": (("take",), said("a card is to be taken first"), "SD-6"),
    "forced": (("play",), said("the action that came up must be used first"), "SD-6"),
    "answer": (
        ("settle", "play", "play-drawn"),
        said("an action is to be settled first; only a Block answers it"),
        "SD-12",
    ),
    "stolen": (("stolen",), said("the stolen card is to be shown first"), "SD-12"),
    "netted": (("netted",), said("the hands give up what the Net takes first"), "SD-12"),
    "give": (("give",), said("the opponents give their cards first"), "SD-12"),
    "study": (("study",), said("the top of the draw pile is looked at first"), "SD-12"),
    "order": (("order",), said("the cards looked at go back first"), "SD-12"),
    "score": (("score", "done"), said("everybody scores first; no action comes in between"), "SD-7"),
    "reveal": (("reveal", "done"), said("unused actions are shown first"), "SD-13"),
    "over": ((), said("the game is over"), "SD-13"),
}
"""For each step the kinds of event that it takes, and what any other is answered."""
