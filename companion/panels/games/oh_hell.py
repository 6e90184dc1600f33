"""Oh Hell on the page: what a spectator may see, as plain data."""

from __future__ import annotations

from companion.panels.card_data import Data, pieces_data
from companion.words.language import t
from engines.core import Match
from engines.french.cards import CARDS, suit
from engines.names import face_of
from engines.oh_hell import OhHell


def panel(match: Match, state: OhHell) -> Data:
    """Oh Hell: the trump, the trick as it lies, what each seat bid and took, and the cards left in each hand."""
    tones = {card: suit(card) for card in CARDS}
    trick = [[piece.face, int(face_of(piece.place.partition("/")[0]))] for piece in state.table if "/" in piece.place]
    return pieces_data(match, {"card": CARDS}, tones) | {
        "phase": state.phase,
        "seat": state.seat,
        "dealer": state.dealer,
        "turned": state.turned if state.phase not in ("deal", "turn") else "",
        "trump": t(state.trump) if state.trump else "",
        "trick": trick,
        "bids": [
            state.bid_of(seat) if state.phase not in ("deal", "turn") else None for seat in range(len(state.score))
        ],
        "won": list(state.won),
        "hands": [len(hand) for hand in state.hands],
        "size": state.size,
        "deal": min(state.deals + 1, len(state.rules.sizes)),
        "of": len(state.rules.sizes),
    }
