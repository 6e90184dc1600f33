"""The course of a game: want of Air, discards, draws, turns, rounds and the two phases (HB-4, HB-5, HB-11 to HB-14)."""

from __future__ import annotations

from engines.core import BLANK, BadEvent, Event, IllegalEvent, said
from engines.hold_your_breath import pieces
from engines.hold_your_breath.cards import HAND_SIZE
from engines.hold_your_breath.position import DivePosition, Laid, Note

# -- Air (HB-4)


def has_air(state: DivePosition, seat: int) -> bool:
    """Whether the hand holds a card with Air, or may hold one."""
    return any(card in state.rules.airy for card in state.holds(seat))


def lacks_air(state: DivePosition, seat: int) -> bool:
    """Whether the playing may end: Air was played, or there is none in the hand, or may be none in it."""
    if state.air:
        return True
    if state.open[seat]:
        return not any(card in state.rules.airy for card in state.hands[seat])
    return state.spare(state.unseen()) >= len(state.hands[seat])


def end(state: DivePosition, event: Event) -> DivePosition:
    """The playing ends. Without Air it costs a card, face down, as a Panic."""
    _check_no_items(event)
    seat = state.seat
    if not lacks_air(state, seat):
        raise IllegalEvent(_has_air(state, seat), "HB-4")
    if state.air or state.rules.air_check == "start":
        return _refill(state, ())
    if state.panics[seat] and not state.rules.second_panic:
        return _refill(state, (("spared", seat),))
    if state.hands[seat]:
        return state.replace(step="gasp", notes=(("breathless", seat),))
    return _refill(*_top_down(state))


def breathe(state: DivePosition, event: Event) -> DivePosition:
    """The player has Air in hand as the turn starts (only with the option air_check=start)."""
    _check_no_items(event)
    if not has_air(state, state.seat):
        raise IllegalEvent(said("there is no Air in hand"), "HB-4")
    return state.replace(step="play", notes=(("has-air", state.seat),))


def gasp(state: DivePosition, event: Event) -> DivePosition:
    """A card of the player's choice goes face down before them and is a Panic."""
    seat, card = state.seat, _only_card(event)
    if state.step == "breath" and not lacks_air(state, seat):
        raise IllegalEvent(_has_air(state, seat), "HB-4")
    if state.open[seat]:
        state.check_holds(seat, card)
    elif card != BLANK:
        raise IllegalEvent(
            said("nobody can know here that {card} lies face down: it is {blank}", card=card[:80], blank=BLANK), "HB-4"
        )
    state = _lay(state, (card, "down")).replace(hands=state.without(seat, card))
    note = ("gasp", seat)
    return state.replace(step="play", notes=(note,)) if state.step == "breath" else _refill(state, (note,))


def _top_down(state: DivePosition) -> tuple[DivePosition, tuple[Note, ...]]:
    """The top of the discard pile goes face down before a player without a card; everybody saw what it is."""
    if not state.pile:
        return state, ()
    down, pile = _lay(state, (state.pile[-1], "known")), state.pile[:-1]
    kept = slice(sum(at < len(pile) for at in state.laid))  # it may be the card that was played last
    return down.replace(pile=pile, rows=state.rows[kept], laid=state.laid[kept], swept=()), (("gasp-pile", state.seat),)


def _lay(state: DivePosition, laid: Laid) -> DivePosition:
    panics = state.panics
    return state.replace(panics=(*panics[: state.seat], (*panics[state.seat], laid), *panics[state.seat + 1 :]))


def _has_air(state: DivePosition, seat: int) -> str:
    if state.open[seat]:
        return said("seat {seat} has Air in hand and must play one", seat=seat)
    return said("too few cards without Air are unseen: seat {seat} must have Air in hand", seat=seat)


def reveal(state: DivePosition, event: Event) -> DivePosition:
    """The Panic that a Calm discards was face down: now its face is seen."""
    seat = state.seat
    panics = (*state.panics[:seat], state.panics[seat][:-1], *state.panics[seat + 1 :])
    pile = (*state.pile, event.items[0])
    return state.replace(step="play", panics=panics, pile=pile, swept=(), notes=(("revealed", seat),))


# -- discards and draws (HB-5, HB-9)


def forced(state: DivePosition, event: Event) -> DivePosition:
    """A player with five cards discards one because of a Kraken or a Discard."""
    state = _throw_away(state, event, "forced")
    hits = tuple(seat for seat in state.hits if seat != event.seat)
    return state.replace(hits=hits, step="hit" if hits else "play")


def discard(state: DivePosition, event: Event) -> DivePosition:
    """The player discards a card before drawing."""
    state = _throw_away(state, event, "discarded")
    return _refill(state, state.notes)


def _throw_away(state: DivePosition, event: Event, why: str) -> DivePosition:
    card, seat = _only_card(event), event.seat
    assert seat is not None
    state.check_holds(seat, card)
    hands = state.without(seat, card)
    return state.replace(hands=hands, pile=(*state.pile, card), swept=(), notes=((why, seat),))


def _refill(state: DivePosition, notes: tuple[Note, ...]) -> DivePosition:
    """The step of discarding and drawing; with no card left to discard and no choice, what follows it."""
    state = state.replace(step="refill", notes=notes)
    if state.hands[state.seat] or (state.rules.optional_refill and state.deck):
        return state
    return _draw_up(state)


def done(state: DivePosition, event: Event) -> DivePosition:
    """Nothing more is discarded; the hand is filled up to five."""
    _check_no_items(event)
    return _draw_up(state.replace(notes=()))


def keep(state: DivePosition, event: Event) -> DivePosition:
    """The turn ends without drawing (only with the option optional_refill)."""
    _check_no_items(event)
    if not (state.rules.optional_refill and state.deck):
        raise IllegalEvent(said("drawing up to five is not optional in this game"), "HB-5")
    return next_turn(state.replace(notes=(("kept", state.seat),)))


def _draw_up(state: DivePosition) -> DivePosition:
    count = min(HAND_SIZE - len(state.hands[state.seat]), state.deck)
    if not count:
        return next_turn(state)
    return state.replace(step="draw", draws=((state.seat, count),), then="turn")


def draw(state: DivePosition, event: Event) -> DivePosition:
    """Cards come off the Dive Deck into a hand; the last one is the beginning of the phase's end (HB-11)."""
    (seat, count), *draws = state.draws
    hands = (*state.hands[:seat], tuple(sorted(state.hands[seat] + event.items)), *state.hands[seat + 1 :])
    notes: tuple[Note, ...] = (("drew", seat, count),)
    drawer = state.drawer
    if count == state.deck:
        drawer = state.first if state.then == "deal" else seat
        notes += (("last", seat),)
    state = state.replace(hands=hands, deck=state.deck - count, draws=tuple(draws), drawer=drawer, notes=notes)
    if draws:
        return state
    match state.then:
        case "play":
            return state.replace(step="play")
        case "deal":
            return _begin_turn(state, state.first)
    return next_turn(state)


# -- turns, rounds and phases (HB-11 to HB-14)


def next_turn(state: DivePosition) -> DivePosition:
    """The turn of the next seat that plays on; or the end of the phase, once the round is complete without a deck."""
    stop = state.drawer if state.rules.one_last_turn_each else state.first
    seat, state = state.seat, _swept(state)
    while True:
        seat = (seat + 1) % state.rules.players
        if not state.deck and seat == stop:
            return _end_phase(state)
        if _plays_on(state, seat):
            return _begin_turn(state, seat)


def _swept(state: DivePosition) -> DivePosition:
    """The cards of the turn leave their rows for the discard pile; what was discarded meanwhile may lie on them."""
    if not state.rows:
        return state
    meanwhile = pieces.discards(state)[state.laid[0] :][-1:]
    return state.replace(rows=(), laid=(), swept=(*meanwhile, *(card for _, card in state.rows)))


def _plays_on(state: DivePosition, seat: int) -> bool:
    return state.rules.surfaced_turns or not state.anchors or state.depths[seat] > 0


def _begin_turn(state: DivePosition, seat: int) -> DivePosition:
    state = state.replace(step="play", seat=seat, air=0, swum=0)
    if state.rules.air_check == "end" or (state.panics[seat] and not state.rules.second_panic):
        return state
    if state.hands[seat]:
        return state.replace(step="breath")
    state, notes = _top_down(state)
    return state.replace(notes=state.notes + notes)


def _end_phase(state: DivePosition) -> DivePosition:
    if state.anchors:
        return state.replace(step="over", notes=(*state.notes, ("deck-out", state.seat)))
    state = state.replace(anchors=state.depths, notes=(*state.notes, ("anchors", state.seat)))
    if not any(state.anchors):
        return state.replace(step="over", notes=(*state.notes, ("nobody-dived", state.seat)))
    state = state.replace(deck=len(state.pile), pile=(), swept=(), drawer=-1)
    tied = shallowest(state)
    if len(tied) > 1 and state.rules.ascent_tie == "lot":
        return state.replace(step="lot")
    return _ascend(state, tied[0])


def shallowest(state: DivePosition) -> tuple[int, ...]:
    """The seats nearest the Surface that may begin the Ascent, in the order in which they would come next (HB-12)."""
    players = state.rules.players
    order = [(state.seat + step) % players for step in range(1, players + 1)]
    depths = {seat: state.depths[seat] for seat in order if _plays_on(state, seat)}
    return tuple(seat for seat, depth in depths.items() if depth == min(depths.values()))


def lot(state: DivePosition, event: Event) -> DivePosition:
    """Lots have said which of the shallowest begins (only with the option ascent_tie=lot)."""
    return _ascend(state.replace(notes=()), int(event.items[0]))


def _ascend(state: DivePosition, first: int) -> DivePosition:
    note = "begins-tied" if len(shallowest(state)) > 1 else "begins"
    return deal(state.replace(first=first, notes=(*state.notes, (note, first))))


def deal(state: DivePosition) -> DivePosition:
    """Every hand is to be filled up to five, the first seat's first; then that seat's turn begins."""
    draws, left = [], state.deck
    for step in range(state.rules.players):
        seat = (state.first + step) % state.rules.players
        count = min(HAND_SIZE - len(state.hands[seat]), left)
        left -= count
        draws += [(seat, count)] * bool(count)
    if not draws:
        return _begin_turn(state.replace(drawer=state.first if not state.deck else -1), state.first)
    return state.replace(step="draw", draws=tuple(draws), then="deal")


def surfaced(state: DivePosition) -> DivePosition:
    """A pirate came up: the game ends at once if no anchor lies deeper than that pirate's (HB-13)."""
    seat = state.seat
    notes = (*state.notes, ("up", seat))
    if state.anchors[seat] == max(state.anchors):
        return state.replace(step="over", up=(*state.up, seat), notes=(*notes, ("deepest-up", seat)))
    return state.replace(up=(*state.up, seat), notes=notes)


def _check_no_items(event: Event) -> None:
    if event.items:
        raise BadEvent(f"{event.kind} takes no items, not {' '.join(event.items)!r:.80}")


def _only_card(event: Event) -> str:
    if len(event.items) != 1:
        raise BadEvent(f"{event.kind} names one card, not {len(event.items)}")
    return event.items[0]
