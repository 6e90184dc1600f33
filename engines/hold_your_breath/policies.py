"""Players that play by themselves. `sensible` decides as a beginner would who has understood the rules.

It looks at the view of its own seat only, so it never knows more than a person would.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from engines.core import Event, State, Turn
from engines.dealer import any_legal
from engines.hold_your_breath.cards import HAND_SIZE
from engines.hold_your_breath.rules import Play
from engines.hold_your_breath.state import HoldYourBreath
from engines.once import decision

KEEPING_WORTH = {"kraken": 1, "calm": 2, "shark": 2, "dolphin": 6}
"""What a card is worth keeping for by its action, beside its value in spaces."""


@dataclass(frozen=True, slots=True)
class HoldYourBreathWeights:
    """What the policy `sensible` goes by."""

    lead_spaces: int = 2
    """Spaces to be deeper than the deepest of the others."""
    kept_air_cards: int = 2
    """Cards with Air that a hand should keep before drawing."""


WEIGHTS = HoldYourBreathWeights()


def sensible(state: State, random: Random) -> Event:
    """Breathe and swim as much as the hand allows, calm down first, hinder who is ahead, turn back in time.

    Where the hand is hidden from this device there is nothing to think about: any legal event will do.
    """
    assert isinstance(state, HoldYourBreath)
    awaits = state.awaits
    assert isinstance(awaits, Turn)
    seat = awaits.seat
    if not state.open[seat]:
        return any_legal(state, random)
    state = state.view(seat)
    match state.step:
        case "play":
            return _play(state, seat)
        case "refill":
            return _refill(state, seat)
        case "breath":
            return next(iter(state.legal())) if _airs(state, seat) else decision("panic", seat, _worst(state, seat))
        case "gasp":
            return decision("panic", seat, _worst(state, seat))
    return decision("discard", seat, _worst(state, seat))


def _play(state: HoldYourBreath, seat: int) -> Event:
    ways = [state.rules.lookup[seat, event.items] for event in state.legal() if event.kind == "play"]
    for choose in (_free_oneself, _swim, _breathe, _hinder, _breathe_anyhow, _draw):
        way = choose(state, seat, ways)
        if way:
            return way.event
    return decision("end", seat)


def _free_oneself(state: HoldYourBreath, seat: int, ways: list[Play]) -> Play | None:
    """Calm the Panic, drive off the Shark or send it to the rival."""
    rival = _rival(state, seat)
    calm = [way for way in ways if way.use == "calm" and way.target in (-1, rival)]
    kraken = [way for way in ways if way.use == "kraken" and way.shark]
    return _cheapest(state, calm + kraken) if _wants(state, seat) else None


def _swim(state: HoldYourBreath, seat: int, ways: list[Play]) -> Play | None:
    """The longest Swim that the Air played allows."""
    swims = [way for way in ways if way.use == "swim"]
    longest = max((way.spaces for way in swims), default=0)
    return _cheapest(state, [w for w in swims if w.spaces == longest]) if _wants(state, seat) else None


def _breathe(state: HoldYourBreath, seat: int, ways: list[Play]) -> Play | None:
    """Air, as long as there is something left to swim with it."""
    if not _wants(state, seat) or state.panics[seat] or state.sharks[seat]:
        return None
    swims = [card for card in state.hands[seat] if state.rules.cards[card].swims]
    way = _cheapest(state, [way for way in ways if way.use == "air"])
    return way if way and swims not in ([], [way.card]) else None


def _hinder(state: HoldYourBreath, seat: int, ways: list[Play]) -> Play | None:
    """A Panic or Shark for the rival who can still swim, as long as Air for this turn is left."""
    rival = _rival(state, seat)
    if state.panics[rival] or state.sharks[rival]:
        return None
    spare = state.air or len(_airs(state, seat)) > 1
    airy = state.rules.airy
    return _cheapest(
        state, [w for w in ways if w.use in ("panic", "shark") and w.target == rival and (spare or w.card not in airy)]
    )


def _breathe_anyhow(state: HoldYourBreath, seat: int, ways: list[Play]) -> Play | None:
    return None if state.air else _cheapest(state, [way for way in ways if way.use == "air"])


def _draw(state: HoldYourBreath, seat: int, ways: list[Play]) -> Play | None:
    """A Draw while there are cards, for another chance to swim this turn."""
    return _cheapest(state, [w for w in ways if w.use == "draw" and not w.wild]) if state.deck else None


def _refill(state: HoldYourBreath, seat: int) -> Event:
    """Throws the worst card away if nothing was played, or if Air is short; else draws."""
    hand = state.hands[seat]
    short = len(_airs(state, seat)) < min(WEIGHTS.kept_air_cards, len(hand)) and len(hand) > WEIGHTS.kept_air_cards
    if state.deck and (short or len(hand) == HAND_SIZE):
        return decision("discard", seat, _worst(state, seat))
    return decision("done", seat)


def _wants(state: HoldYourBreath, seat: int) -> bool:
    """Whether to swim on: up to the Surface, or down to what can be come up from again."""
    if state.anchors:
        return state.depths[seat] > 0
    return state.depths[seat] < depth_to_dare(state)


def depth_to_dare(state: HoldYourBreath) -> int:
    """Spaces that a beginner dares to dive: a little deeper than the others, as far as the cards will carry back.

    Half a space for each card that a player will see in the Ascent has proved to be a good guess.
    """
    players = state.rules.players
    cards = sum(state.rules.counts.values()) - HAND_SIZE * players
    deepest = max(depth for seat, depth in enumerate(state.depths) if seat != state.seat)
    return min(cards // (2 * players), deepest + WEIGHTS.lead_spaces, state.rules.spaces)


def _rival(state: HoldYourBreath, seat: int) -> int:
    """Whom to hinder: who dived deepest among the others, pirates that are up left aside."""
    others = [s for s in range(state.rules.players) if s != seat]
    depths = state.anchors or state.depths
    return max(others, key=lambda s: (bool(state.depths[s]), depths[s]))


def _airs(state: HoldYourBreath, seat: int) -> list[str]:
    return [card for card in state.hands[seat] if card in state.rules.airy]


def _worth(state: HoldYourBreath, name: str) -> int:
    card = state.rules.cards[name]
    return KEEPING_WORTH.get(card.action, 0) + (card.air + card.swim) // 2


def _worst(state: HoldYourBreath, seat: int) -> str:
    """The card that is missed least; one without Air if Air is short."""
    hand = state.hands[seat]
    airy = _airs(state, seat) if len(_airs(state, seat)) <= WEIGHTS.kept_air_cards else []
    return min(hand, key=lambda card: (card in airy, _worth(state, card)))


def _cheapest(state: HoldYourBreath, ways: list[Play]) -> Play | None:
    """The way whose card is missed least; the greatest value for Air and Swim of the same card."""
    return min(ways, key=lambda way: (way.wild, _worth(state, way.card), -way.spaces), default=None)
