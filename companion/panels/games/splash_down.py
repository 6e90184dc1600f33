"""Splash Down on the page: what a spectator may see, as plain data."""

from __future__ import annotations

from companion.panels.card_data import Data, pieces_data, why
from companion.words import sentences
from engines.core import Match
from engines.splash_down import SplashDown


def panel(match: Match, state: SplashDown) -> Data:
    """Splash Down: what each seat has scored, the Breaches, the actions being settled, the discard pile's top."""
    deck = state.rules.deck
    open_now = state.rules.scoring == "open"
    tones = {card.name: card.colour or card.kind for card in deck.cards}
    species = {card.species for card in deck.cards if card.colour} - {card.name for card in deck.cards}
    return pieces_data(match, {"card": [card.name for card in deck.cards], "species": species}, tones) | {
        "areas": [list(area + (laid if open_now else ())) for area, laid in zip(state.areas, state.laid, strict=True)],
        "hands": [len(hand) for hand in state.hands],
        "drawn": state.drawer if state.drawn else None,
        "breaches": state.breaches,
        "breaches_left": state.rules.counts["breach"] - state.breaches,
        "deck": state.deck,
        "played": list(state.played),
        "top": state.discards[-1] if state.discards else "",
        "ending": state.ending,
        "why": [
            why(reason.seat, sentences.named(match, reason.text), reason.rule, reason.points, reason.house)
            for reason in state.tally().reasons
            if reason.seat is not None
        ],
    }
