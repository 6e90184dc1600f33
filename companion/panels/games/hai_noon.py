"""Hai Noon on the page: what a spectator may see, as plain data."""

from __future__ import annotations

from companion.panels.card_data import Data, pieces_data, why
from companion.words.games import hai_noon as words
from engines.core import Match
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import INNER, RING, SIDES
from engines.hai_noon.cards import CARDS_TO_ATTACK
from engines.hai_noon.deck import COLOUR, COUNT, DIVERS


def panel(match: Match, state: HaiNoon) -> Data:
    """Hai Noon: the ring of sharks clockwise from the north-west, the divers inside, the cards at the four sides.

    `divers` are by number; `square` has the number of the diver at each inner place, None where it is free.
    """
    board, cards = state.board, state.cards
    tones = {name: COLOUR[name] or "wild" for name in COUNT}
    sorts = {"card": COUNT, "ring": RING, "inner": INNER, "side": SIDES, "diver": DIVERS}
    return pieces_data(match, sorts, tones) | {
        "phase": state.phase,
        "ring": list(board.sharks),
        "square": list(board.square),
        "divers": [
            {
                "colour": colour,
                "seat": state.rules.owners[diver],
                "health": board.health[diver],
                "caged": board.cage == diver,
                "condition": words.condition(state, diver),
            }
            for diver, colour in enumerate(DIVERS)
        ],
        "sides": [
            {"name": name, "cards": list(laid), "counted": len(laid) - idle, "third": CARDS_TO_ATTACK}
            for name, laid, idle in zip(SIDES, cards.sides, cards.idle, strict=True)
        ],
        "attack": SIDES[state.side] if state.phase == "attack" else "",
        "hands": [len(hand) for hand in cards.hands],
        "deck": cards.pile,
        "top": cards.top,
        "why": [why(seat, *words.standing(state, seat), state.scores()[seat]) for seat in range(len(match.players))],
    }
