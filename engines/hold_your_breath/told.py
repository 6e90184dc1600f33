"""What people are shown: the pieces on the table, and why the last event did what it did.

Notes are what a state remembers of its last event: (name, seat, more numbers). They name no card, so that every view
may carry them; `TOLD` puts them into words.
"""

from __future__ import annotations

from engines.core import Expected, Reason
from engines.hold_your_breath import ends
from engines.hold_your_breath.position import DivePosition, Note

TOLD: dict[str, tuple[str, str, bool, str]] = {
    # name: (sentence with {0} the seat and {1}.. the numbers, ruling, house, the place of the piece that was laid)
    "air": ("Air {1}: so much more may be swum in this turn", "HB-3", False, "air"),
    "swim": ("Swim {1}: from depth {2} to depth {3}", "HB-3", False, "swim"),
    "past-bottom": ("a Swim past the bottom stops there", "HB-2", True, ""),
    "past-surface": ("a Swim past the Surface stops there: no exact count is needed", "HB-14", True, ""),
    "dolphin": ("the Dolphin counts as any other card: here as {1}", "HB-10", False, ""),
    "panic": ("seat {1} is in Panic and cannot swim until a Calm", "HB-6", False, "seat-{1}/panic"),
    "shark": ("the Shark lies before seat {1}, who cannot swim until it is gone", "HB-8", False, "seat-{1}/shark"),
    "two-sharks": ("two Sharks lie before seat {0}; each leaves by itself", "HB-10", True, ""),
    "calm": ("Calm: the Panic before this player is discarded", "HB-7", False, "discard"),
    "moved": ("Calm: the Shark moves on to seat {1}", "HB-7", False, "seat-{1}/shark"),
    "kraken": ("the player's own Kraken drives the Shark off", "HB-8", False, "discard"),
    "five": ("Kraken: every player with exactly five cards discards one", "HB-9", False, "action"),
    "discard": ("Discard: seat {1} has exactly five cards and discards one", "HB-9", False, "action"),
    "draw": ("Draw: a card from the top of the Dive Deck", "HB-10", False, "action"),
    "idle": ("Draw does nothing: the Dive Deck is used up", "HB-11", False, "action"),
    "revealed": ("the face-down Panic goes to the discard pile", "HB-7", False, "discard"),
    "forced": ("a hand of five gives up a card of the player's choice", "HB-9", False, "discard"),
    "discarded": ("a card is discarded before drawing", "HB-5", False, "discard"),
    "has-air": ("there is Air in hand as the turn starts", "HB-4", True, ""),
    "breathless": ("no Air was played: a card of the player's choice becomes a Panic", "HB-4", True, ""),
    "gasp": ("for want of Air a card lies face down as a Panic", "HB-4", True, "seat-{0}/panic"),
    "gasp-pile": ("no Air and no card: the top of the discard pile becomes a Panic", "HB-4", False, "seat-{0}/panic"),
    "spared": ("no Air, but there is a Panic already: no second one, and no card is lost", "HB-4", True, ""),
    "kept": ("the player chose not to draw", "HB-5", True, ""),
    "drew": ("{1} drawn", "HB-5", False, ""),
    "last": ("that was the last card of the Dive Deck: the phase ends soon", "HB-11", False, ""),
    "anchors": (
        "the Descent is over: each anchor is laid at its pirate's depth, the discards are shuffled",
        "HB-12",
        False,
        "",
    ),
    "begins": ("the shallowest pirate begins the Ascent", "HB-12", False, ""),
    "begins-tied": ("several pirates are the shallowest: the tie was broken", "HB-12", True, ""),
    "up": ("this pirate is back at the Surface", "HB-14", False, ""),
    "deepest-up": ("no anchor lies deeper: the game ends at once", "HB-13", False, ""),
    "deck-out": ("the Dive Deck is used up and the last turns are played: the game ends", "HB-13", False, ""),
    "nobody-dived": ("no pirate ever dived: the game is tied", "HB-15", True, ""),
}


def why(state: DivePosition) -> tuple[Reason, ...]:
    """What the last event did, in sentences with their rulings; at the end also who wins and why."""
    told = tuple(_reason(note) for note in state.notes)
    return told + _verdict(state) if state.step == "over" else told


def _reason(note: Note) -> Reason:
    name, seat, *_ = note
    sentence, rule, house, _ = TOLD[str(name)]
    return Reason(sentence.format(*note[1:]), rule, house, int(seat))


def _verdict(state: DivePosition) -> tuple[Reason, ...]:
    if not any(state.anchors):
        return ()
    won, points, up = ends.winners(state), ends.scores(state), ends.surfaced(state)
    shared = len(won) > 1
    if up:
        text = "the deepest anchor among the pirates at the Surface wins"
    else:
        text = "no pirate is up: " + NOBODY_UP[state.rules.nobody_up]
    house = not up or points[won[0]] == 0
    told = tuple(Reason(text, "HB-15", house, seat, points[seat]) for seat in won)
    return told + (Reason("equal depths share the title", "HB-15", True),) * shared


NOBODY_UP = {
    "down-and-up": "the furthest way down and back up wins",
    "deepest": "the deepest anchor wins",
    "tie": "nobody is better than the others",
}


def shows(state: DivePosition) -> tuple[Expected, ...]:
    """The table: places `discard`, `air`, `swim`, `action`, `seat-N/panic` and `seat-N/shark` (kind `card`), `depth-N`.

    `air`, `swim` and `action` hold the cards of this turn by their use; as it ends they go to `discard`, where any of
    them may be on top.
    `depth-N` counts spaces, 0 is the Surface; there the kinds are `pirate-N` and `anchor-N` (N the seat), and the face
    is the same word. A card lying face down shows `back`. Of several cards at one place the last was laid last.
    """
    fresh = {TOLD[str(note[0])][3].format(*note[1:]) for note in state.notes}
    upper = tops(state)
    topped = "discard" in fresh and state.step != "reveal"  # a Panic is not there before it is turned up
    lies = [Expected("discard", "card", card, topped, free=len(upper) > 1) for card in upper]
    for row in ("air", "swim", "action"):
        lies += _before(row, tuple(card for place, card in state.rows if place == row), fresh)
    for seat in range(state.rules.players):
        lies += _before(
            f"seat-{seat}/panic", tuple(c if how == "up" else "back" for c, how in state.panics[seat]), fresh
        )
        lies += _before(f"seat-{seat}/shark", state.sharks[seat], fresh)
    swam = {note[1] for note in state.notes if note[0] == "swim"}
    for seat, depth in enumerate(state.depths):
        lies.append(Expected(f"depth-{depth}", f"pirate-{seat}", f"pirate-{seat}", seat in swam))
    laid = any(note[0] == "anchors" for note in state.notes)
    for seat, anchor in enumerate(state.anchors):
        lies.append(Expected(f"depth-{anchor}", f"anchor-{seat}", f"anchor-{seat}", laid))
    return tuple(lies)


def tops(state: DivePosition) -> tuple[str, ...]:
    """The card on the discard pile; each that it may be, where several were swept there together."""
    return tuple(dict.fromkeys(state.swept)) or discards(state)[-1:]


def discards(state: DivePosition) -> tuple[str, ...]:
    """The discard pile as it lies there, the top last: without the cards that lie in rows still."""
    if not state.laid:
        return state.pile
    return tuple(card for at, card in enumerate(state.pile) if at not in state.laid)


def _before(place: str, faces: tuple[str, ...], fresh: set[str]) -> list[Expected]:
    """Cards at one place before a player; only the last one can be fresh."""
    last = len(faces) - 1
    return [Expected(place, "card", face, index == last and place in fresh) for index, face in enumerate(faces)]
