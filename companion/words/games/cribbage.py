"""Cribbage in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import french
from companion.words.pieces import HIDDEN_CARDS, owner
from engines.core import Event, Match
from engines.cribbage import Cribbage

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {"starter": "Starter", "crib": "Crib", "laid": "Cards"}


def next_step(match: Match, state: Cribbage) -> str:
    """What must happen next."""
    dealer, name = match.players[state.dealer], match.players[state.seat]
    match state.phase:
        case "deal":
            return f"{dealer} deals six cards each"
        case "discard":
            return f"{name} lays two cards to the crib"
        case "starter":
            return f"{dealer}: turn up the starter"
        case "crib":
            return f"{dealer} lays the crib open"
    return f"{name} lays a card, or says go; the count is {state.count}"


def happened(match: Match, event: Event, before: Cribbage) -> str:
    """What an event was."""
    name = match.players[before.dealer if event.seat is None else event.seat]
    match event.kind:
        case "deal":
            return f"{name} deals"
        case "discard":
            return f"{name} lays two cards to the crib"
        case "go":
            return f"{name} says go"
    card = pieces(before)[event.items[0]]
    return {
        "starter": f"The starter is {card}",
        "lay": f"{name} lays {card}",
        "crib": f"{name} lays {card} of the crib open",
    }[event.kind]


def offered(match: Match, event: Event, state: Cribbage) -> str:
    """What a decision would do."""
    name = match.players[state.seat if event.seat is None else event.seat]
    match event.kind:
        case "go":
            return f"{name} says go"
        case "discard":
            return f"To the crib: {' and '.join(pieces(state)[card] for card in event.items)}"
    card = pieces(state)[event.items[0]]
    return f"Of the crib: {card}" if event.kind == "crib" else f"Lay {card}"


def pieces(state: Cribbage) -> dict[str, str]:
    """Every card in words."""
    return HIDDEN_CARDS | french.names()


def detail(state: Cribbage, seat: int) -> str:
    """Who deals, and so has the crib."""
    return "deals" if seat == state.dealer and state.phase != "over" else ""


def where(match: Match, place: str) -> str:
    """Before a player, in the crib, or where the starter lies."""
    if place.endswith("/laid"):
        return f"before {owner(match, place) or 'an empty seat'}"
    return {"crib": "in the crib", "starter": "where the starter lies"}.get(place, "")


def lying(match: Match, item: str) -> str:
    """Cards are called as `pieces` says."""
    return ""
