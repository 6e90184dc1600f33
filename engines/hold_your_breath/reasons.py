"""Why the last event did what it did, in sentences with their rulings.

Notes are what a state remembers of its last event: (name, seat, more numbers). They name no card, so that every view
may carry them; `SENTENCES` puts them into words.
"""

from __future__ import annotations

from engines.core import Reason, said
from engines.hold_your_breath import ends
from engines.hold_your_breath.position import DivePosition, Note
from engines.hold_your_breath.rules import SPACE_DEPTH

SENTENCES: dict[str, tuple[str, str, bool, str]] = {
    # name: (sentence, ruling, house, the place of the piece that was laid)
    "air": ("Air {value}: so much more may be swum in this turn", "HB-3", False, "air"),
    "swim": ("Swim {value}: from depth {start} to depth {end}", "HB-3", False, "swim"),
    "past-bottom": ("a Swim past the bottom stops there", "HB-2", True, ""),
    "past-surface": ("a Swim past the Surface stops there: no exact count is needed", "HB-14", True, ""),
    "dolphin": ("the Dolphin counts as any other card: here as {value}", "HB-10", False, ""),
    "panic": ("seat {other} is in Panic and cannot swim until a Calm", "HB-6", False, "seat-{1}/panic"),
    "shark": ("the Shark lies before seat {other}, who cannot swim until it is gone", "HB-8", False, "seat-{1}/shark"),
    "two-sharks": ("two Sharks lie before seat {seat}; each leaves by itself", "HB-10", True, ""),
    "calm": ("Calm: the Panic before this player is discarded", "HB-7", False, "discard"),
    "moved": ("Calm: the Shark moves on to seat {other}", "HB-7", False, "seat-{1}/shark"),
    "kraken": ("the player's own Kraken drives the Shark off", "HB-8", False, "discard"),
    "five": ("Kraken: every player with exactly five cards discards one", "HB-9", False, "action"),
    "discard": ("Discard: seat {other} has exactly five cards and discards one", "HB-9", False, "action"),
    "draw": ("Draw: a card from the top of the Dive Deck", "HB-10", False, "action"),
    "idle": ("Draw does nothing: the Dive Deck is used up", "HB-11", False, "action"),
    "revealed": ("the face-down Panic goes to the discard pile", "HB-7", False, "discard"),
    "forced": ("a hand of five gives up a card of the player's choice", "HB-9", False, "discard"),
    "discarded": ("a card is discarded before drawing", "HB-5", False, "discard"),
    "has-air": ("there is Air in hand as the turn starts", "HB-4", True, ""),
    "breathless": ("the playing ends without Air, so now a card becomes a Panic", "HB-4", True, ""),
    "gasp": ("for want of Air a card lies face down as a Panic", "HB-4", False, "seat-{0}/panic"),
    "gasp-pile": ("no Air and no card: the top of the discard pile becomes a Panic", "HB-4", False, "seat-{0}/panic"),
    "spared": ("no Air, but there is a Panic already: no second one, and no card is lost", "HB-4", True, ""),
    "kept": ("the player chose not to draw", "HB-5", True, ""),
    "drew": ("{value} drawn", "HB-5", False, ""),
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
    "behind": ("a pirate is up, and seat {seat} still has {value} to come up", "HB-15", False, ""),
    "level": ("no pirate is up: as it stands nobody is better than the others", "HB-15", True, ""),
    "deepest-up": ("no anchor lies deeper: the game ends at once", "HB-13", False, ""),
    "deck-out": ("the Dive Deck is used up and the last turns are played: the game ends", "HB-13", False, ""),
    "nobody-dived": ("no pirate ever dived: the game is tied", "HB-15", True, ""),
}

NOBODY_UP = {
    "down-and-up": "no pirate is up: the furthest way down and back up wins",
    "deepest": "no pirate is up: the deepest anchor wins",
    "tie": "no pirate is up: nobody is better than the others",
}
"""Who wins if no pirate is up, by the option `nobody_up`."""


def why(state: DivePosition) -> tuple[Reason, ...]:
    """What the last event did, in sentences with their rulings; at the end also who wins and why."""
    reasons = tuple(_reason(note) for note in state.notes)
    return reasons + _verdict(state) if state.step == "over" else reasons


def score_notes(before: DivePosition, after: DivePosition) -> tuple[Note, ...]:
    """Notes for the seats whose score another's pirate has changed, or the Ascent that begins (HB-15)."""
    if not after.anchors or (before.depths, before.anchors) == (after.depths, after.anchors):
        return ()
    up, told = ends.surfaced(after), {note[1] for note in after.notes if note[0] in ("swim", "up")}
    scores = zip(ends.scores(before), ends.scores(after), strict=True)
    changed = [seat for seat, (was, now) in enumerate(scores) if was != now and seat not in told]
    return tuple(("behind", seat, after.depths[seat] * SPACE_DEPTH) if up else ("level", seat) for seat in changed)


def _reason(note: Note) -> Reason:
    name, seat, *_ = note
    sentence, rule, house, _ = SENTENCES[str(name)]
    named = dict(zip(VALUES, (*note[1:3], *note[2:]), strict=False))
    values = {name: value for name, value in named.items() if f"{{{name}}}" in sentence}
    return Reason(said(sentence, **values), rule, house, int(seat))


VALUES = ("seat", "other", "value", "start", "end")
"""What sentences call the values of a note: its seat, then the first as another seat or as a number, then the rest."""


def _verdict(state: DivePosition) -> tuple[Reason, ...]:
    if not any(state.anchors):
        return ()
    won, points, up = ends.winners(state), ends.scores(state), ends.surfaced(state)
    shared = len(won) > 1
    if up:
        text = said("the deepest anchor among the pirates at the Surface wins")
    else:
        text = said(NOBODY_UP[state.rules.nobody_up])
    house = not up or points[won[0]] == 0
    winning = tuple(Reason(text, "HB-15", house, seat, points[seat]) for seat in won)
    return winning + (Reason(said("equal depths share the title"), "HB-15", True),) * shared
