"""Cards: what each may be played for now (HB-3, HB-6 to HB-10), and what it does.

A use that would do nothing is not offered (no Panic to calm, nobody with five cards): a card can be discarded at the
end of the turn anyway. The rulebook's one exception is Draw with an empty Dive Deck (HB-11).
"""

from __future__ import annotations

from collections.abc import Callable

from engines.core import BadEvent, Event, IllegalEvent, said
from engines.hold_your_breath import turns
from engines.hold_your_breath.cards import ACTIONS, HAND_SIZE
from engines.hold_your_breath.position import DivePosition, Note
from engines.hold_your_breath.rules import SPACE_DEPTH, Play

Refusal = tuple[str, str]
"""A sentence and the ruling."""

PANICKED = (said("a player in Panic cannot swim"), "HB-6")
SHARKED = (said("a player with the Shark before them cannot swim"), "HB-8")
BREATHLESS = (said("the Swim of a turn may never exceed its Air"), "HB-3")
PAST_BOTTOM = (said("a Swim may not go past the bottom in this game"), "HB-2")
PAST_SURFACE = (said("a Swim may not go past the Surface in this game"), "HB-14")
TWO_PANICS = (said("that player already has a Panic"), "HB-6")
NO_PANIC = (said("there is no Panic before this player to calm"), "HB-7")
NO_SHARK = (said("that Shark does not lie before this player"), "HB-8")
TWO_SHARKS = (said("that player already has a Shark, and in this game one is enough"), "HB-10")
NOBODY_FIVE = (said("no other player has exactly five cards"), "HB-9")
NOT_FIVE = (said("that player does not have exactly five cards"), "HB-9")


ROW_OF_USE = {"air": "air", "swim": "swim"}
"""Where a card lies until the end of the turn, by its use; one used for its action lies at `action`."""


def allowed_plays(state: DivePosition) -> tuple[Event, ...]:
    """Every play of a card that the rulings allow now."""
    by_card = state.rules.plays[state.seat]
    ways = [way for card in state.holds(state.seat) for way in by_card[card]]
    effects = {way.effect: way for way in ways}  # what forbids one does not look at the card
    allowed = {effect for effect, way in effects.items() if CHECKS[way.use](state, way) is None}
    return tuple([way.event for way in ways if way.effect in allowed])


MISTAKEN_USES = ("swim", "panic", "shark")
"""The uses that people may take by mistake, and that can be let stand all the same."""


def likely_mistakes(state: DivePosition) -> tuple[Event, ...]:
    """Plays of a card that the rulings forbid now, and that leave a table with which the game can go on."""
    ways = state.rules.plays[state.seat]
    every = (way for card in state.holds(state.seat) for way in ways[card] if way.use in MISTAKEN_USES)
    return tuple(way.event for way in every if CHECKS[way.use](state, way) is not None)


def play(state: DivePosition, event: Event, strict: bool = True) -> DivePosition:
    """A card is played: out of the hand, onto the discard pile or before a player, and resolved.

    Not `strict`: though a ruling forbids it.
    """
    seat = state.seat
    if not event.items:
        raise BadEvent("a play says which card, and for what: air-5-calm air-5")
    card = event.items[0]
    state.check_holds(seat, card)
    way = state.rules.lookup.get((seat, event.items))
    if way is None:
        raise IllegalEvent(
            said("{card} cannot be played for {use}", card=card, use=" ".join(event.items[1:])[:80] or said("nothing")),
            "HB-3",
        )
    refusal = CHECKS[way.use](state, way)
    if refusal and strict:
        raise IllegalEvent(*refusal)
    played = state.replace(hands=state.without(seat, card))
    state = EFFECTS[way.use](played if way.use in ("panic", "shark") else _in_row(played, way), way)
    return state.replace(notes=(("dolphin", seat, way.use), *state.notes)) if way.wild else state


def _in_row(state: DivePosition, way: Play) -> DivePosition:
    """A card is on the discard pile by the rules, and lies in its row until the turn ends."""
    rows, laid = (*state.rows, (ROW_OF_USE.get(way.use, "action"), way.card)), (*state.laid, len(state.pile))
    return state.replace(pile=(*state.pile, way.card), rows=rows, laid=laid)


# -- what forbids a use


def _never_refused(state: DivePosition, way: Play) -> None:
    return None


def _swim(state: DivePosition, way: Play) -> Refusal | None:
    seat, rules = state.seat, state.rules
    if state.panics[seat]:
        return PANICKED
    if state.sharks[seat]:
        return SHARKED
    if state.swum + way.spaces > state.air:
        return BREATHLESS
    if not state.anchors:
        past = state.depths[seat] + way.spaces > rules.spaces
        return PAST_BOTTOM if past and rules.past_bottom == "forbidden" else None
    past = state.depths[seat] < way.spaces
    return PAST_SURFACE if past and rules.past_surface == "forbidden" else None


def _panic(state: DivePosition, way: Play) -> Refusal | None:
    return TWO_PANICS if state.panics[way.target] else None


def _shark(state: DivePosition, way: Play) -> Refusal | None:
    return TWO_SHARKS if state.sharks[way.target] and not state.rules.second_shark else None


def _calm(state: DivePosition, way: Play) -> Refusal | None:
    if not way.shark:
        return None if state.panics[state.seat] else NO_PANIC
    return _shark(state, way) if way.shark in state.sharks[state.seat] else NO_SHARK


def _kraken(state: DivePosition, way: Play) -> Refusal | None:
    if way.shark:
        return None if way.shark in state.sharks[state.seat] else NO_SHARK
    return None if seats_with_five(state) else NOBODY_FIVE


def _discard(state: DivePosition, way: Play) -> Refusal | None:
    return None if len(state.hands[way.target]) == HAND_SIZE else NOT_FIVE


def seats_with_five(state: DivePosition) -> tuple[int, ...]:
    """The other seats with exactly five cards; who plays a card has four at most while it resolves (HB-9)."""
    return tuple(seat for seat, hand in enumerate(state.hands) if len(hand) == HAND_SIZE and seat != state.seat)


CHECKS: dict[str, Callable[[DivePosition, Play], Refusal | None]] = {
    "air": _never_refused,
    "swim": _swim,
    "panic": _panic,
    "calm": _calm,
    "shark": _shark,
    "kraken": _kraken,
    "discard": _discard,
    "draw": _never_refused,
}

# -- what a use does


def _breathe(state: DivePosition, way: Play) -> DivePosition:
    return state.replace(air=state.air + way.spaces, notes=(("air", state.seat, way.spaces * SPACE_DEPTH),))


def _dive(state: DivePosition, way: Play) -> DivePosition:
    """The pirate goes down in the Descent and up in the Ascent, to the end of the board at most (HB-2, HB-14)."""
    seat, spaces = state.seat, way.spaces
    start = state.depths[seat]
    end = max(start - spaces, 0) if state.anchors else min(start + spaces, state.rules.spaces)
    notes: tuple[Note, ...] = (("swim", seat, spaces * SPACE_DEPTH, start * SPACE_DEPTH, end * SPACE_DEPTH),)
    if abs(start - end) < spaces:
        notes += (("past-surface" if state.anchors else "past-bottom", seat),)
    depths = (*state.depths[:seat], end, *state.depths[seat + 1 :])
    state = state.replace(depths=depths, swum=state.swum + spaces, notes=notes)
    return turns.surfaced(state) if state.anchors and start and not end else state


def _frighten(state: DivePosition, way: Play) -> DivePosition:
    panics = _with_entry(state.panics, way.target, (*state.panics[way.target], (way.card, "up")))
    return state.replace(panics=panics, notes=(("panic", state.seat, way.target),))


def _send_shark(state: DivePosition, way: Play) -> DivePosition:
    sharks = _with_entry(state.sharks, way.target, (*state.sharks[way.target], way.card))
    notes = (("shark", state.seat, way.target), *_two_sharks(sharks, way.target))
    return state.replace(sharks=sharks, notes=notes)


def _calm_down(state: DivePosition, way: Play) -> DivePosition:
    seat = state.seat
    if way.shark:
        sharks = _with_entry(state.sharks, seat, _without(state.sharks[seat], way.shark))
        sharks = _with_entry(sharks, way.target, (*sharks[way.target], way.shark))
        return state.replace(sharks=sharks, notes=(("moved", seat, way.target), *_two_sharks(sharks, way.target)))
    card, how = state.panics[seat][-1]
    if how == "down":
        return state.replace(step="reveal", notes=(("calm", seat),))
    panics = _with_entry(state.panics, seat, state.panics[seat][:-1])
    return state.replace(panics=panics, pile=(*state.pile, card), swept=(), notes=(("calm", seat),))


def _call_kraken(state: DivePosition, way: Play) -> DivePosition:
    seat = state.seat
    if way.shark:
        sharks = _with_entry(state.sharks, seat, _without(state.sharks[seat], way.shark))
        return state.replace(sharks=sharks, pile=(*state.pile, way.shark), swept=(), notes=(("kraken", seat),))
    return state.replace(step="hit", hits=seats_with_five(state), notes=(("five", seat),))


def _make_discard(state: DivePosition, way: Play) -> DivePosition:
    return state.replace(step="hit", hits=(way.target,), notes=(("discard", state.seat, way.target),))


def _draw(state: DivePosition, way: Play) -> DivePosition:
    if not state.deck:
        return state.replace(notes=(("idle", state.seat),))
    return state.replace(step="draw", draws=((state.seat, 1),), then="play", notes=(("draw", state.seat),))


def _two_sharks(sharks: tuple[tuple[str, ...], ...], target: int) -> tuple[Note, ...]:
    return (("two-sharks", target),) * (len(sharks[target]) > 1)


def _with_entry(by_seat: tuple, seat: int, value: tuple) -> tuple:  # type: ignore[type-arg]
    return (*by_seat[:seat], value, *by_seat[seat + 1 :])


def _without(cards: tuple[str, ...], card: str) -> tuple[str, ...]:
    index = cards.index(card)
    return cards[:index] + cards[index + 1 :]


EFFECTS: dict[str, Callable[[DivePosition, Play], DivePosition]] = {
    "air": _breathe,
    "swim": _dive,
    "panic": _frighten,
    "calm": _calm_down,
    "shark": _send_shark,
    "kraken": _call_kraken,
    "discard": _make_discard,
    "draw": _draw,
}
assert EFFECTS.keys() == CHECKS.keys() == {"air", "swim", *ACTIONS}
