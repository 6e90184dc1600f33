"""Hai Noon in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.pieces import HIDDEN_CARDS, draws, plural
from engines.core import Chance, Event, Match
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import HEALTHY, IMMUNE, INJURED, INNER, RING, SIDES
from engines.hai_noon.deck import COUNT, DIVERS, card_in_words

NOBODY_WINS = "The sharks have won"
RING_PLACES = (
    "the north-west corner", "the north side, left", "the north side, right",
    "the north-east corner", "the east side, upper", "the east side, lower",
    "the south-east corner", "the south side, right", "the south side, left",
    "the south-west corner", "the west side, lower", "the west side, upper",
)  # fmt: skip
INNER_PLACES = ("the inner north-west", "the inner north-east", "the inner south-east", "the inner south-west")
LABELS: Mapping[str, str] = {
    "square": "The square", "north": "Top side", "east": "Right side", "south": "Lower side", "west": "Left side",
    "beside": "Cage", "away": "Camouflaged",
}  # fmt: skip
PLACES = dict(zip(RING, RING_PLACES, strict=True)) | dict(zip(INNER, INNER_PLACES, strict=True))

COUNTED = {
    IMMUNE: "the {diver} diver is eaten, or camouflaged",
    INJURED: "the {diver} diver is injured: one bite left",
    HEALTHY: "the {diver} diver is healthy: two bites left",
    "sharks": "{hungry} of {all} sharks are hungry",
}
"""Why tiles count what they do, where nobody followed the game: divers by their health."""
ACTS = {
    "flip-shark": "{0}: which shark is flipped?",
    "shark-swims-on": "{0}: which two sharks change places?",
    "all-sharks-swim-on": "{0}: all sharks swim on one place",
    "diver-swims-on": "{0}: where does the diver swim?",
    "cage-harpoon": "{0}: on whom goes the cage?",
    "camouflage": "{0}: which diver hides?",
    "wild": "{0}: what does the wild card do?",
}


def pieces(state: HaiNoon) -> dict[str, str]:
    """Every item that an event or the table may have, in words."""
    tiles = {f"shark-{face}": f"a {face} shark" for face in ("hungry", "full")} | {"cage": "the cage"}
    for diver in DIVERS:
        tiles |= {f"diver-{diver}-{face}": f"{diver}, {face}" for face in ("healthy", "injured")}
    sides = {side: f"the {side} side" for side in SIDES}
    return (
        HIDDEN_CARDS
        | {name: card_in_words(name) for name in COUNT}
        | PLACES
        | sides
        | tiles
        | {diver: diver for diver in DIVERS}
    )


def next_step(match: Match, state: HaiNoon) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    match state.phase:
        case "deal" | "draw":
            assert isinstance(state.awaits, Chance)
            return draws(name, state.awaits.pools[0].count, dealt=state.phase == "deal")
        case "return":
            return f"{name}: where does the diver come back?"
        case "play":
            return f"{name} lays a card at a side"
        case "act":
            return ACTS[state.action()].format(name)
    bitten = " or ".join(match.players[seat] for seat in state.asked)
    side = f"The {SIDES[state.side]} side attacks"
    return f"{side}: does {bitten} play a harpoon?" if bitten else f"{side}: its two middle sharks bite"


def happened(match: Match, event: Event, before: HaiNoon) -> str:
    """What an event was."""
    seat = before.seat if event.seat is None else event.seat
    name, items = match.players[seat], event.items
    match event.kind:
        case "deal" | "draw":
            return draws(name, len(items), dealt=event.kind == "deal")
        case "play":
            return f"{name} lays “{card_in_words(items[0])}” at the {items[1]} side"
        case "flip":
            return f"{name} flips the shark at {PLACES[items[0]]}"
        case "swap":
            return f"{name} swaps the sharks at {PLACES[items[0]]}, and at {PLACES[items[1]]}"
        case "drift":
            return f"{name} lets all sharks swim on one place"
        case "swim":
            return f"{_diver(match, before, items[0])} swims to {PLACES[items[1]]}"
        case "return":
            return f"{_diver(match, before, items[0])} comes back to {PLACES[items[1]]}"
        case "cage":
            return f"{name} puts the cage on {_diver(match, before, items[0])}"
        case "hide":
            return f"{' and '.join(_diver(match, before, item) for item in items)} hides"
        case "harpoon":
            return f"{name} harpoons with “{card_in_words(items[0])}”: {items[1]} is safe"
        case "endure":
            return f"{name} plays no harpoon"
    return f"The sharks of the {SIDES[before.side]} side attack"


def offered(match: Match, event: Event, state: HaiNoon) -> str:
    """What a decision would do."""
    items = event.items
    match event.kind:
        case "play":
            return f"{card_in_words(items[0])} at the {items[1]} side"
        case "flip":
            return f"Flip the {_shark(state, items[0])} at {PLACES[items[0]]}"
        case "swap":
            first, second = (f"{_shark(state, item)} at {PLACES[item]}" for item in items)
            return f"Swap the {first}, with the {second}"
        case "drift":
            return "All sharks swim on one place"
        case "swim":
            return f"{items[0].capitalize()} swims to {PLACES[items[1]]}"
        case "return":
            return f"{items[0].capitalize()} comes back to {PLACES[items[1]]}"
        case "cage":
            return f"The cage on {_diver(match, state, items[0])}"
        case "hide":
            return f"{' and '.join(items).capitalize()} hides"
        case "harpoon":
            return f"{match.players[event.seat or 0]} harpoons with {card_in_words(items[0])} for {items[1]}"
        case "endure":
            return f"{match.players[event.seat or 0]} plays no harpoon"
    return "The sharks act"


def _shark(state: HaiNoon, place: str) -> str:
    return "hungry shark" if state.board.sharks[RING.index(place)] else "full shark"


def _diver(match: Match, state: HaiNoon, colour: str) -> str:
    """A diver by its owner and colour: `Ana's pink diver`."""
    owner = state.rules.owners[DIVERS.index(colour)]
    return f"the {colour} dummy" if owner is None else f"{match.players[owner]}'s {colour} diver"


def condition(state: HaiNoon, diver: int) -> str:
    """How a diver is, in a word or two."""
    if state.rules.owners[diver] is None:
        return "dummy"
    health = state.board.health[diver]
    if not health:
        return "eaten"
    where = ", hidden" if diver not in state.board.square else ", in the cage" if state.board.cage == diver else ""
    return ("healthy" if health == HEALTHY else "injured") + where


def detail(state: HaiNoon, seat: int) -> str:
    """A player in a few words: the divers, and cards in hand."""
    return ", ".join((*_divers(state, seat), plural(len(state.cards.hands[seat]), "card")))


def standing(state: HaiNoon, seat: int) -> tuple[str, str]:
    """Why a player's score is what it is, and the ruling."""
    return f"bites that can still be taken: {'; '.join(_divers(state, seat))}", "HN-5"


def _divers(state: HaiNoon, seat: int) -> list[str]:
    """A player's divers, and how each is: `pink healthy`."""
    return [f"{DIVERS[diver]} {condition(state, diver)}" for diver in state.rules.own(seat)]


def where(match: Match, place: str) -> str:
    """A place of the ring, of the square inside, or at a side."""
    if place in SIDES:
        return f"on the {place} side"
    return "beside the board" if place == "beside" else f"at {PLACES[place]}" if place in PLACES else ""


def lying(match: Match, item: str) -> str:
    """A diver: `the pink diver, healthy`."""
    colour, _, face = item.removeprefix("diver-").partition("-")
    return f"the {colour} diver, {face}" if item.startswith("diver-") and colour in DIVERS else ""
