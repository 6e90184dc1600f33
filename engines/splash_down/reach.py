"""What players want to know: the live score, and what each open pair or set would add (by exact counting)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.splash_down.hands import put, unseen
from engines.splash_down.rules import SET_SIZE
from engines.splash_down.scoring import LyingCards, tally
from engines.splash_down.sets import Cards, loose
from engines.splash_down.state import SplashDown


@dataclass(frozen=True, slots=True)
class Wanted:
    """A card that would close a pair or a set, what it would add to the score if it were scored now, and how many such
    cards nobody has seen yet (they are in the draw pile or in a hand)."""

    card: str
    adds: int
    left: int


@dataclass(frozen=True, slots=True)
class SetReach:
    """A seat's score as the table lies now, and the cards that it waits for, the most worth first."""

    points: int
    wanted: tuple[Wanted, ...]


def reach(state: SplashDown) -> tuple[SetReach, ...]:
    """The reach of each seat, from what everybody can see."""
    table = state.view(None)
    out, points = unseen(table), table.scores()
    found = []
    for seat, area in enumerate(table.areas):
        wanted = [
            Wanted(card, _with(table, seat, card) - points[seat], out.get(card, 0)) for card in _missing(table, area)
        ]
        found.append(SetReach(points[seat], tuple(sorted(wanted, key=lambda w: (-w.adds, w.card)))))
    return tuple(found)


def _missing(state: SplashDown, area: Cards) -> Iterator[str]:
    """The mates of the lone tails, and the third creatures."""
    facts = state.rules.deck.facts
    lone = [facts[card] for card in loose(state.rules, area)]
    tails = {(card.species, "right" if card.side == "left" else "left") for card in lone if card.side}
    for card in state.rules.counts:
        if (facts[card].species, facts[card].side) in tails:
            yield card
        if facts[card].kind == "creature" and area.count(card) == SET_SIZE - 1 < state.rules.counts[card]:
            yield card


def _with(state: SplashDown, seat: int, card: str) -> int:
    areas = put(state.areas, seat, tuple(sorted((*state.areas[seat], card))))
    return tally(state.rules, LyingCards(areas, "", (0,) * len(areas))).points[seat]
