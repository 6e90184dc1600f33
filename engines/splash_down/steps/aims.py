"""What each action may be aimed at, and every action that may be played (SD-12)."""

from __future__ import annotations

from engines.core import BLANK, Event
from engines.once import decision, for_a_match, once
from engines.splash_down.hands import may_hold
from engines.splash_down.position import SplashPosition
from engines.splash_down.sets import Cards, loose


def aims(state: SplashPosition, seat: int, card: str) -> tuple[tuple[str, ...], ...]:
    """What `seat` may aim this action at; () where it has no possible target, as a Block with nothing to block."""
    if card == "net":
        return tuple((species,) for species in state.rules.species)
    if card == "steal":
        return tuple(aim for other, loot in enumerate(_loot(state)) if other != seat for aim in loot)
    if card == "scavenge":
        return _finds(state)
    if card == "current":
        return ((),) if any(state.hands[other] for other in state.seats if other != seat) else ()
    return ((),) if card == "study" else ()


@once
def _finds(state: SplashPosition) -> tuple[tuple[str, ...], ...]:
    """What may be scavenged; no Scavenge where these are discarded at once, or two would fetch each other forever."""
    never = {"scavenge"} if state.rules.played == "at-once" else set()
    return tuple((card,) for card in sorted(set(state.discards) - never))


@once
def _loot(state: SplashPosition) -> list[list[tuple[str, ...]]]:
    """What may be stolen from each seat: a card of the hand, or a loose scored card."""
    loot: list[list[tuple[str, ...]]] = []
    for seat, (hand, area) in enumerate(zip(state.hands, state.areas, strict=True)):
        from_hand = [(f"seat-{seat}/hand",)] if BLANK in hand or loose(state.rules, hand) else []
        scored = dict.fromkeys(loose(state.rules, area))
        loot.append([*from_hand, *((f"seat-{seat}/score", card) for card in scored)])
    return loot


def scored_to_take(state: SplashPosition, seat: int) -> list[str]:
    """The scored cards that a wrong caller without a hand may lose (SD-6)."""
    area = state.areas[seat]
    return list(dict.fromkeys(area if state.rules.penalty_area == "any" else loose(state.rules, area)))


def all_plays(state: SplashPosition) -> list[Event]:
    """Every action that anybody may play now out of a hand, or as the card just drawn."""
    moves = []
    for seat, hand in enumerate(state.hands):
        moves += _plays(state, "play", seat, hand)
    if state.drawn:
        moves += _plays(state, "play-drawn", state.drawer, (state.drawn,))
    return moves


def _plays(state: SplashPosition, kind: str, seat: int, cards: Cards) -> list[Event]:
    actions = [card for card in may_hold(state, cards) if state.rules.deck.kind[card] == "action"]
    return [event for card in actions for event in _aimed(kind, seat, card, aims(state, seat, card))]


@for_a_match(1 << 9)
def _aimed(kind: str, seat: int, card: str, targets: tuple[tuple[str, ...], ...]) -> tuple[Event, ...]:
    """The play of an action at each of its targets: in most states these are the same."""
    return tuple(decision(kind, seat, card, *aim) for aim in targets)
