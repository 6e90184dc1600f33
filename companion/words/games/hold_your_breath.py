"""Hold Your Breath! in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import HIDDEN_CARDS, commas, draws, join, owner, plural
from engines.core import BLANK, Event, Match, said
from engines.hold_your_breath import HoldYourBreath
from engines.hold_your_breath.rules import SPACE_DEPTH
from engines.names import face_of, kind_of

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {
    "board": said("Depth Board"), "air": said("Air"), "swim": said("Swim"), "action": said("Actions"),
    "panic": said("Panic"), "shark": said("Shark"),
}  # fmt: skip
COUNTED = {
    "missing": said("{seats} {kind} are to lie on the Depth Board; I see {seen}"),
    "dive": said("depth {depth}; the Descent goes on"),
    "below": said("anchor at depth {anchor}, pirate at depth {depth}"),
    "up": said("anchor at depth {anchor}, pirate back at the Surface"),
}
"""Why the board counts what it does, where nobody followed the game."""
DONE = {
    "end": said("{name} plays no more cards"),
    "breathe": said("{name} has Air"),
}
"""What a player has decided, by event."""
OFFERED = {
    "end": said("No more cards"),
    "done": said("Discard no more and draw"),
    "keep": said("Do not draw"),
    "breathe": said("Has Air"),
}
"""The same as buttons."""
DISCARD, DISCARD_OF = said("Discard {card}"), said("{name}: discard {card}")
TOKENS = {"pirate": said("{name}'s pirate"), "anchor": said("{name}'s anchor")}
OF_SEAT = {"pirate": said("the pirate of seat {seat}"), "anchor": said("the anchor of seat {seat}")}
ROWS = {"air": said("in the Air row"), "swim": said("in the Swim row"), "action": said("in the Action row")}
FOR = {"panic": said("Panic for {whom}"), "shark": said("Shark for {whom}"), "discard": said("Discard for {whom}")}


def pieces(state: HoldYourBreath) -> dict[str, str]:
    """Every item that an event may have, in words."""
    uses: dict[str, str] = {f"air-{value}": t("Air {air}", air=value) for value in (5, 10)} | {
        f"swim-{value}": t("Swim {swim}", swim=value) for value in (5, 10)
    }
    tokens = {f"{kind}-{seat}": t(OF_SEAT[kind], seat=seat) for kind in ("pirate", "anchor") for seat in _seats(state)}
    return HIDDEN_CARDS | tokens | uses | {name: card(state, name) for name in state.rules.cards}


def _seats(state: HoldYourBreath) -> range:
    return range(state.rules.players)


def card(state: HoldYourBreath, name: str) -> str:
    """A card by what it may be played for: `Air 5 or Calm`."""
    if name == BLANK:
        return t("a card")
    face = state.rules.cards[name]
    values: list[str] = [t("Air {air}", air=face.air)] * bool(face.air) + [t("Swim {swim}", swim=face.swim)] * bool(
        face.swim
    )
    return join((*values, *([t(face.action.capitalize())] if face.action else [])), "or")


def next_step(match: Match, state: HoldYourBreath) -> str:
    """What must happen next."""
    name, players = match.players[state.seat], match.players
    match state.step:
        case "draw":
            seat, count = state.draws[0]
            return draws(players[seat], count, dealt=state.then == "deal")
        case "play":
            return t("{name} plays cards", name=name)
        case "hit":
            return t("{names} must discard a card", names=join([players[seat] for seat in state.hits]))
        case "gasp":
            return t("{name} has no Air: a card goes face down as a Panic", name=name)
        case "refill":
            return t("{name} may discard, then draws up to five", name=name)
        case "breath":
            return t("{name}: is there Air in hand?", name=name)
        case "reveal":
            return t("{name} turns the face-down Panic up", name=name)
    return t("Lots say who begins the Ascent")


def happened(match: Match, event: Event, before: HoldYourBreath) -> str:
    """What an event was."""
    seat = before.draws[0][0] if event.kind == "draw" else before.seat if event.seat is None else event.seat
    name = match.players[seat]
    match event.kind:
        case "draw":
            return draws(name, len(event.items), dealt=before.then == "deal")
        case "play":
            return t("{name} plays {played}", name=name, played=_played(match, event, before))
        case "panic":
            return t("{name} lays {card} as a Panic", name=name, card=card(before, event.items[0]))
        case "discard":
            return t("{name} discards {card}", name=name, card=card(before, event.items[0]))
        case "done" if not before.rules.optional_refill:  # as a discard, so that a question has one sentence for both
            return t("{name} discards {card}", name=name, card=t("no more cards"))
        case "done" | "keep":
            return t("{name} takes {cards}", name=name, cards=t("no cards") if event.kind == "keep" else t("new cards"))
        case "reveal":
            return t("{name}'s Panic was {card}", name=name, card=card(before, event.items[0]))
        case "lot":
            return t("Lots: {name} begins the Ascent", name=match.players[int(event.items[0])])
    return t(DONE[event.kind], name=name)


def offered(match: Match, event: Event, state: HoldYourBreath) -> str:
    """What a decision would do."""
    match event.kind:
        case "play":
            return _played(match, event, state)
        case "panic":
            return t("{card}, face down as a Panic", card=card(state, event.items[0]))
        case "discard":
            text = DISCARD_OF if len(state.hits) > 1 else DISCARD
            return t(text, name=match.players[event.seat or 0], card=card(state, event.items[0]))
    return OFFERED[event.kind]


def _played(match: Match, event: Event, state: HoldYourBreath) -> str:
    """A card and what for: `Air 5 or Panic, as Panic for Ben`."""
    name, use, *rest = event.items
    whom = owner(match, rest[-1]) if rest else ""
    what: str
    match use:
        case "calm":
            what = (
                t("Calm against the own Panic") if rest == ["panic"] else t("Calm: the Shark goes to {whom}", whom=whom)
            )
        case "kraken":
            what = (
                t("Kraken: every hand of five gives up a card")
                if rest == ["five"]
                else t("Kraken against the own Shark")
            )
        case "panic" | "shark" | "discard":
            what = t(FOR[use], whom=whom)
        case _:
            what = pieces(state).get(use, t(use.capitalize()))
    return t("{card}, as {what}", card=card(state, name), what=what)


def detail(state: HoldYourBreath, seat: int) -> str:
    """A player in a few words: where the pirate is, cards in hand, what keeps it from swimming."""
    depth = state.depths[seat] * SPACE_DEPTH
    parts: list[str] = [t("{depth} deep", depth=depth) if depth else t("at the Surface")]
    if state.anchors:
        parts.append(t("anchor at {depth}", depth=state.anchors[seat] * SPACE_DEPTH))
    parts.append(plural(len(state.hands[seat]), "card"))
    parts += [t("in Panic")] * bool(state.panics[seat]) + [t("a Shark!")] * bool(state.sharks[seat])
    return commas(parts)


def standing(state: HoldYourBreath, seat: int) -> tuple[str, str]:
    """Why a player's score is what it is, and the ruling."""
    depth, points = state.depths[seat] * SPACE_DEPTH, state.scores()[seat]
    if not state.anchors:
        return t("the depth of the pirate, where its anchor would lie now"), "HB-12"
    anchor = state.anchors[seat] * SPACE_DEPTH
    if points == anchor and not depth:
        return t("the anchor, for the pirate is up"), "HB-15"
    if points == -depth:
        return t("the pirate is still {depth} below the Surface, and another is up", depth=depth), "HB-15"
    return t("nobody is up yet: the anchor at {anchor}, the pirate at {depth}", anchor=anchor, depth=depth), "HB-15"


def where(match: Match, place: str) -> str:
    """A space of the Depth Board, a row of this turn, or what lies before a player."""
    if place in ROWS:
        return t(ROWS[place])
    if kind_of(place) == "depth":
        return t("at depth {depth}", depth=int(face_of(place)) * SPACE_DEPTH)
    return (
        t("before {name}", name=owner(match, place) or t("an empty seat"))
        if place.endswith(("/panic", "/shark"))
        else ""
    )


def lying(match: Match, item: str) -> str:
    """A token: `Ana's pirate`."""
    kind = kind_of(item)
    return t(TOKENS[kind], name=owner(match, item)) if kind in TOKENS else ""
