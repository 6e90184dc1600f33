"""Which cards belong together: pairs of tails, sets of a creature, and the loose rest (SD-8)."""

from __future__ import annotations

from engines.core import BLANK
from engines.once import for_a_match
from engines.splash_down.deck import SeaDeck
from engines.splash_down.rules import SET_SIZE, SplashDownRules

Cards = tuple[str, ...]
"""Names of cards, sorted; the same name once for each such card."""


@for_a_match(1 << 10)
def pairs(deck: SeaDeck, cards: Cards, species: str) -> tuple[tuple[str, str], ...]:
    """The whales of `species` among the cards, highest left tail with highest right tail."""
    tails = [card for card in cards if deck.facts[card].species == species]
    by_side = [
        sorted((t for t in tails if deck.facts[t].side == side), key=deck.rank.__getitem__, reverse=True)
        for side in ("left", "right")
    ]
    return tuple(zip(*by_side, strict=False))


def loose(rules: SplashDownRules, cards: Cards) -> Cards:
    """The cards in no set, blanks left out. Actions and endgame cards are never in one."""
    return _loose(rules.deck, rules.pairs, cards)


@for_a_match(1 << 10)
def _loose(deck: SeaDeck, scoring: str, cards: Cards) -> Cards:
    cards = tuple(card for card in cards if card != BLANK)
    rest = list(cards)
    for species in {deck.species[card] for card in cards if card in deck.species}:
        own = [card for card in cards if deck.species.get(card) == species]
        if deck.kind[own[0]] == "creature":
            in_set = own if len(own) >= SET_SIZE else []
        else:
            whales = pairs(deck, cards, species)
            in_set = [tail for whale in (whales if scoring == "all" else whales[:1]) for tail in whale]
        for card in in_set:
            rest.remove(card)
    return tuple(rest)
