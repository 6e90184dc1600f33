"""Hold Your Breath! in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.pieces import HIDDEN_CARDS, draws, owner, plural
from engines.core import BLANK, Event, Match
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH
from engines.names import face_of, kind_of

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {
    "board": "Depth Board", "air": "Air", "swim": "Swim", "action": "Actions", "panic": "Panic", "shark": "Shark",
}  # fmt: skip
COUNTED = {
    "missing": "{seats} {kind} are to lie on the Depth Board; I see {seen}",
    "dive": "depth {depth}; the Descent goes on",
    "below": "anchor at depth {anchor}, pirate at depth {depth}",
    "up": "anchor at depth {anchor}, pirate back at the Surface",
}
"""Why the board counts what it does, where nobody followed the game."""
DONE = {
    "end": "plays no more cards",
    "done": "discards no more and draws",
    "keep": "does not draw",
    "breathe": "has Air",
}
"""What a player has decided, by event."""
OFFERED = {"end": "No more cards", "done": "Discard no more and draw", "keep": "Do not draw", "breathe": "Has Air"}
"""The same as buttons."""


def pieces(state: HoldYourBreath) -> dict[str, str]:
    """Every item that an event may have, in words."""
    uses = {f"{use}-{value}": f"{use.capitalize()} {value}" for use in ("air", "swim") for value in (5, 10)}
    tokens = {f"{kind}-{seat}": f"the {kind} of seat {seat}" for kind in ("pirate", "anchor") for seat in _seats(state)}
    return HIDDEN_CARDS | tokens | uses | {name: card(state, name) for name in state.rules.cards}


def _seats(state: HoldYourBreath) -> range:
    return range(state.rules.players)


def card(state: HoldYourBreath, name: str) -> str:
    """A card by what it may be played for: `Air 5 or Calm`."""
    if name == BLANK:
        return "a card"
    face = state.rules.cards[name]
    values = [f"Air {face.air}"] * bool(face.air) + [f"Swim {face.swim}"] * bool(face.swim)
    return " or ".join((*values, *([face.action.capitalize()] if face.action else [])))


def next_step(match: Match, state: HoldYourBreath) -> str:
    """What must happen next."""
    name, players = match.players[state.seat], match.players
    match state.step:
        case "draw":
            seat, count = state.draws[0]
            return draws(players[seat], count, dealt=state.then == "deal")
        case "play":
            return f"{name} plays cards"
        case "hit":
            return f"{' and '.join(players[seat] for seat in state.hits)} must discard a card"
        case "gasp":
            return f"{name} has no Air: a card goes face down as a Panic"
        case "refill":
            return f"{name} may discard, then draws up to five"
        case "breath":
            return f"{name}: is there Air in hand?"
        case "reveal":
            return f"{name} turns the face-down Panic up"
    return "Lots say who begins the Ascent"


def happened(match: Match, event: Event, before: HoldYourBreath) -> str:
    """What an event was."""
    seat = before.draws[0][0] if event.kind == "draw" else before.seat if event.seat is None else event.seat
    name = match.players[seat]
    match event.kind:
        case "draw":
            return draws(name, len(event.items), dealt=before.then == "deal")
        case "play":
            return f"{name} plays {_played(match, event, before)}"
        case "panic":
            return f"{name} lays {card(before, event.items[0])} as a Panic"
        case "discard":
            return f"{name} discards {card(before, event.items[0])}"
        case "reveal":
            return f"{name}'s Panic was {card(before, event.items[0])}"
        case "lot":
            return f"Lots: {match.players[int(event.items[0])]} begins the Ascent"
    return f"{name} {DONE[event.kind]}"


def offered(match: Match, event: Event, state: HoldYourBreath) -> str:
    """What a decision would do."""
    match event.kind:
        case "play":
            return _played(match, event, state)
        case "panic":
            return f"{card(state, event.items[0])}, face down as a Panic"
        case "discard":
            who = f"{match.players[event.seat or 0]}: discard" if len(state.hits) > 1 else "Discard"
            return f"{who} {card(state, event.items[0])}"
    return OFFERED[event.kind]


def _played(match: Match, event: Event, state: HoldYourBreath) -> str:
    """A card and what for: `Air 5 or Panic, as Panic for Ben`."""
    name, use, *rest = event.items
    whom = owner(match, rest[-1]) if rest else ""
    match use:
        case "calm":
            what = "Calm against the own Panic" if rest == ["panic"] else f"Calm: the Shark goes to {whom}"
        case "kraken":
            what = "Kraken: every hand of five gives up a card" if rest == ["five"] else "Kraken against the own Shark"
        case "panic" | "shark" | "discard":
            what = f"{use.capitalize()} for {whom}"
        case _:
            what = pieces(state).get(use, use.capitalize())
    return f"{card(state, name)}, as {what}"


def detail(state: HoldYourBreath, seat: int) -> str:
    """A player in a few words: where the pirate is, cards in hand, what keeps it from swimming."""
    depth = state.depths[seat] * SPACE_DEPTH
    parts = [f"{depth} deep" if depth else "at the Surface"]
    if state.anchors:
        parts.append(f"anchor at {state.anchors[seat] * SPACE_DEPTH}")
    parts.append(plural(len(state.hands[seat]), "card"))
    parts += ["in Panic"] * bool(state.panics[seat]) + ["a Shark!"] * bool(state.sharks[seat])
    return ", ".join(parts)


def standing(state: HoldYourBreath, seat: int) -> tuple[str, str]:
    """Why a player's score is what it is, and the ruling."""
    depth, points = state.depths[seat] * SPACE_DEPTH, state.scores()[seat]
    if not state.anchors:
        return "the depth of the pirate, where its anchor would lie now", "HB-12"
    anchor = state.anchors[seat] * SPACE_DEPTH
    if points == anchor and not depth:
        return "the anchor, for the pirate is up", "HB-15"
    if points == -depth:
        return f"the pirate is still {depth} below the Surface, and another is up", "HB-15"
    return f"nobody is up yet: the anchor at {anchor}, the pirate at {depth}", "HB-15"


def where(match: Match, place: str) -> str:
    """A space of the Depth Board, a row of this turn, or what lies before a player."""
    if place in ("air", "swim", "action"):
        return f"in the {place.capitalize()} row"
    if kind_of(place) == "depth":
        return f"at depth {int(face_of(place)) * SPACE_DEPTH}"
    return f"before {owner(match, place) or 'an empty seat'}" if place.endswith(("/panic", "/shark")) else ""


def lying(match: Match, item: str) -> str:
    """A token: `Ana's pirate`."""
    kind = kind_of(item)
    return f"{owner(match, item)}'s {kind}" if kind in ("pirate", "anchor") else ""
