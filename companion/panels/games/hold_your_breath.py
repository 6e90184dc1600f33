"""Hold Your Breath! on the page: what a spectator may see, as plain data."""

from __future__ import annotations

from companion.panels.card_data import Data, pieces_data, why
from companion.words.games import hold_your_breath as words
from engines.core import Match
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH


def panel(match: Match, state: HoldYourBreath) -> Data:
    """Hold Your Breath!: the Depth Board, this turn's Air and Swim, and what lies before whom.

    `depths` and `anchors` in the numbers of the board; `rows` are the cards played in this turn as [row, card].
    """
    deck = state.rules.cards
    tones = {
        name: "wild" if card.action == "dolphin" else "air" if card.air else "swim" if card.swim else "plain"
        for name, card in deck.items()
    }
    uses = {f"{use}-{value}": use for use in ("air", "swim") for value in (5, 10)}
    return pieces_data(match, {"card": deck, "use": uses}, tones) | {
        "phase": "ascent" if state.anchors else "descent",
        "seat": state.seat,
        "bottom": state.rules.spaces * SPACE_DEPTH,
        "depths": [depth * SPACE_DEPTH for depth in state.depths],
        "anchors": [anchor * SPACE_DEPTH for anchor in state.anchors],
        "air": state.air * SPACE_DEPTH,
        "swum": state.swum * SPACE_DEPTH,
        "rows": [[row, card] for row, card in state.rows],
        "panics": [[card if how == "up" else "back" for card, how in laid] for laid in state.panics],
        "sharks": [list(cards) for cards in state.sharks],
        "hands": [len(hand) for hand in state.hands],
        "deck": state.deck,
        "top": state.pile[-1] if state.pile else "",
        "assumed": state.rules.deck.assumed,
        "why": [why(seat, *words.standing(state, seat), state.scores()[seat]) for seat in range(len(match.players))],
    }
