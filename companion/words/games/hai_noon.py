"""Hai Noon in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import HIDDEN_CARDS, commas, draws, join, plural
from engines.core import Chance, Event, Match, said
from engines.hai_noon import HaiNoon
from engines.hai_noon.board import HEALTHY, IMMUNE, INJURED, INNER, RING, SIDES
from engines.hai_noon.deck import COUNT, DIVERS, card_in_words

NOBODY_WINS = said("The sharks have won")
RING_PLACES = (
    said("the north-west corner"), said("the north side, left"), said("the north side, right"),
    said("the north-east corner"), said("the east side, upper"), said("the east side, lower"),
    said("the south-east corner"), said("the south side, right"), said("the south side, left"),
    said("the south-west corner"), said("the west side, lower"), said("the west side, upper"),
)  # fmt: skip
INNER_PLACES = (
    said("the inner north-west"),
    said("the inner north-east"),
    said("the inner south-east"),
    said("the inner south-west"),
)
LABELS: Mapping[str, str] = {
    "square": said("The square"), "north": said("Top side"), "east": said("Right side"),
    "south": said("Lower side"), "west": said("Left side"),
    "beside": said("Cage"), "away": said("Camouflaged"),
}  # fmt: skip
PLACES = dict(zip(RING, RING_PLACES, strict=True)) | dict(zip(INNER, INNER_PLACES, strict=True))

COUNTED = {
    IMMUNE: said("the {diver} diver is eaten, or camouflaged"),
    INJURED: said("the {diver} diver is injured: one bite left"),
    HEALTHY: said("the {diver} diver is healthy: two bites left"),
    "sharks": said("{hungry} of {all} sharks are hungry"),
}
"""Why tiles count what they do, where nobody followed the game: divers by their health."""
ACTS = {
    "flip-shark": said("{name}: which shark is flipped?"),
    "shark-swims-on": said("{name}: which two sharks change places?"),
    "all-sharks-swim-on": said("{name}: all sharks swim on one place"),
    "diver-swims-on": said("{name}: where does the diver swim?"),
    "cage-harpoon": said("{name}: on whom goes the cage?"),
    "camouflage": said("{name}: which diver hides?"),
    "wild": said("{name}: what does the wild card do?"),
}


def pieces(state: HaiNoon) -> dict[str, str]:
    """Every item that an event or the table may have, in words."""
    tiles: dict[str, str] = {"shark-hungry": t("a hungry shark"), "shark-full": t("a full shark")} | {
        "cage": t("the cage")
    }
    for diver in DIVERS:
        tiles |= {
            f"diver-{diver}-{face}": t("{colour}, {condition}", colour=t(diver), condition=t(face))
            for face in ("healthy", "injured")
        }
    sides: dict[str, str] = {side: t("the {side} side", side=t(side)) for side in SIDES}
    return (
        HIDDEN_CARDS
        | {name: card_in_words(name) for name in COUNT}
        | PLACES
        | sides
        | tiles
        | {diver: t(diver) for diver in DIVERS}
    )


def next_step(match: Match, state: HaiNoon) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    match state.phase:
        case "deal" | "draw":
            assert isinstance(state.awaits, Chance)
            return draws(name, state.awaits.pools[0].count, dealt=state.phase == "deal")
        case "return":
            return t("{name}: where does the diver come back?", name=name)
        case "play":
            return t("{name} lays a card at a side", name=name)
        case "act":
            return t(ACTS[state.action()], name=name)
    bitten = join([match.players[seat] for seat in state.asked], "or")
    side = t("The {side} side attacks", side=t(SIDES[state.side]))
    return (
        t("{side}: does {bitten} play a harpoon?", side=side, bitten=bitten)
        if bitten
        else t("{side}: its two middle sharks bite", side=side)
    )


def happened(match: Match, event: Event, before: HaiNoon) -> str:
    """What an event was."""
    seat = before.seat if event.seat is None else event.seat
    name, items = match.players[seat], event.items
    match event.kind:
        case "deal" | "draw":
            return draws(name, len(items), dealt=event.kind == "deal")
        case "play":
            return t(
                "{name} lays “{card}” at the {side} side", name=name, card=card_in_words(items[0]), side=t(items[1])
            )
        case "flip":
            return t("{name} flips the shark at {place}", name=name, place=PLACES[items[0]])
        case "swap":
            return t(
                "{name} swaps the sharks at {place}, and at {other}",
                name=name,
                place=PLACES[items[0]],
                other=PLACES[items[1]],
            )
        case "drift":
            return t("{name} lets all sharks swim on one place", name=name)
        case "swim":
            return t("{diver} swims to {place}", diver=_diver(match, before, items[0]), place=PLACES[items[1]])
        case "return":
            return t("{diver} comes back to {place}", diver=_diver(match, before, items[0]), place=PLACES[items[1]])
        case "cage":
            return t("{name} puts the cage on {diver}", name=name, diver=_diver(match, before, items[0]))
        case "hide":
            return t("{divers} hides", divers=join([_diver(match, before, item) for item in items]))
        case "harpoon":
            return t(
                "{name} harpoons with “{card}”: {colour} is safe",
                name=name,
                card=card_in_words(items[0]),
                colour=t(items[1]),
            )
        case "endure":
            return t("{name} plays no harpoon", name=name)
    return t("The sharks of the {side} side attack", side=t(SIDES[before.side]))


def offered(match: Match, event: Event, state: HaiNoon) -> str:
    """What a decision would do."""
    items = event.items
    match event.kind:
        case "play":
            return t("{card} at the {side} side", card=card_in_words(items[0]), side=t(items[1]))
        case "flip":
            return t("Flip the {shark} at {place}", shark=_shark(state, items[0]), place=PLACES[items[0]])
        case "swap":
            first, second = (t("{shark} at {place}", shark=_shark(state, item), place=PLACES[item]) for item in items)
            return t("Swap the {first}, with the {second}", first=first, second=second)
        case "drift":
            return t("All sharks swim on one place")
        case "swim":
            return t("{diver} swims to {place}", diver=t(items[0].capitalize()), place=PLACES[items[1]])
        case "return":
            return t("{diver} comes back to {place}", diver=t(items[0].capitalize()), place=PLACES[items[1]])
        case "cage":
            return t("The cage on {diver}", diver=_diver(match, state, items[0]))
        case "hide":
            return t(
                "{divers} hides",
                divers=t("{some} and {last}", some=t(items[0].capitalize()), last=t(items[1]))
                if len(items) > 1
                else t(items[0].capitalize()),
            )
        case "harpoon":
            return t(
                "{name} harpoons with {card} for {colour}",
                name=match.players[event.seat or 0],
                card=card_in_words(items[0]),
                colour=t(items[1]),
            )
        case "endure":
            return t("{name} plays no harpoon", name=match.players[event.seat or 0])
    return t("The sharks act")


def _shark(state: HaiNoon, place: str) -> str:
    return t("hungry shark") if state.board.sharks[RING.index(place)] else t("full shark")


def _diver(match: Match, state: HaiNoon, colour: str) -> str:
    """A diver by its owner and colour: `Ana's pink diver`."""
    owner = state.rules.owners[DIVERS.index(colour)]
    return (
        t("the {colour} dummy", colour=t(colour))
        if owner is None
        else t("{name}'s {colour} diver", name=match.players[owner], colour=t(colour))
    )


def condition(state: HaiNoon, diver: int) -> str:
    """How a diver is, in a word or two."""
    if state.rules.owners[diver] is None:
        return t("dummy")
    health = state.board.health[diver]
    if not health:
        return t("eaten")
    plain = t("healthy") if health == HEALTHY else t("injured")
    if diver not in state.board.square:
        return t("{condition}, hidden", condition=plain)
    return t("{condition}, in the cage", condition=plain) if state.board.cage == diver else plain


def detail(state: HaiNoon, seat: int) -> str:
    """A player in a few words: the divers, and cards in hand."""
    return commas([*_divers(state, seat), plural(len(state.cards.hands[seat]), "card")])


def standing(state: HaiNoon, seat: int) -> tuple[str, str]:
    """Why a player's score is what it is, and the ruling."""
    return t("bites that can still be taken: {divers}", divers=commas(_divers(state, seat), "; ")), "HN-5"


def _divers(state: HaiNoon, seat: int) -> list[str]:
    """A player's divers, and how each is: `pink healthy`."""
    return [
        t("{colour} {condition}", colour=t(DIVERS[diver]), condition=condition(state, diver))
        for diver in state.rules.own(seat)
    ]


def where(match: Match, place: str) -> str:
    """A place of the ring, of the square inside, or at a side."""
    if place in SIDES:
        return t("on the {side} side", side=t(place))
    return (
        t("beside the board") if place == "beside" else t("at {place}", place=PLACES[place]) if place in PLACES else ""
    )


def lying(match: Match, item: str) -> str:
    """A diver: `the pink diver, healthy`."""
    colour, _, face = item.removeprefix("diver-").partition("-")
    return (
        t("the {colour} diver, {condition}", colour=t(colour), condition=t(face))
        if item.startswith("diver-") and colour in DIVERS
        else ""
    )
