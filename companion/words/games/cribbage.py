"""Cribbage in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import french
from companion.words.language import t
from companion.words.pieces import HIDDEN_CARDS, join, owner
from engines.core import Event, Match, said
from engines.cribbage import Cribbage

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {"starter": said("Starter"), "crib": said("Crib"), "laid": said("Cards")}


def next_step(match: Match, state: Cribbage) -> str:
    """What must happen next."""
    dealer, name = match.players[state.dealer], match.players[state.seat]
    match state.phase:
        case "deal":
            if state.players == 2:
                return t("{dealer} deals six cards each", dealer=dealer)
            if state.players == 3:
                return t("{dealer} deals five cards each, and one to the crib", dealer=dealer)
            return t("{dealer} deals five cards each", dealer=dealer)
        case "discard":
            return _to_crib(state, name)
        case "starter":
            return t("{dealer}: turn up the starter", dealer=dealer)
        case "crib":
            return t("{dealer} lays the crib open", dealer=dealer)
    return t("{name} lays a card, or says go; the count is {count}", name=name, count=state.count)


def happened(match: Match, event: Event, before: Cribbage) -> str:
    """What an event was."""
    name = match.players[before.dealer if event.seat is None else event.seat]
    match event.kind:
        case "deal":
            return t("{name} deals", name=name)
        case "discard":
            return _to_crib(before, name)
        case "go":
            return t("{name} says go", name=name)
    card = pieces(before)[event.items[0]]
    return {
        "starter": t("The starter is {card}", card=card),
        "lay": t("{name} lays {card}", name=name, card=card),
        "crib": t("{name} lays {card} of the crib open", name=name, card=card),
    }[event.kind]


def _to_crib(state: Cribbage, name: str) -> str:
    """What a player lays to the crib."""
    two = state.players == 2
    return t("{name} lays two cards to the crib", name=name) if two else t("{name} lays a card to the crib", name=name)


def offered(match: Match, event: Event, state: Cribbage) -> str:
    """What a decision would do."""
    name = match.players[state.seat if event.seat is None else event.seat]
    match event.kind:
        case "go":
            return t("{name} says go", name=name)
        case "discard":
            return t("To the crib: {cards}", cards=join([pieces(state)[card] for card in event.items]))
    card = pieces(state)[event.items[0]]
    return t("Of the crib: {card}", card=card) if event.kind == "crib" else t("Lay {card}", card=card)


def pieces(state: Cribbage) -> dict[str, str]:
    """Every card in words."""
    return HIDDEN_CARDS | french.names()


def detail(state: Cribbage, seat: int) -> str:
    """Who deals, and so has the crib."""
    return t("deals") if seat == state.dealer and state.phase != "over" else ""


def where(match: Match, place: str) -> str:
    """Before a player, in the crib, or where the starter lies."""
    if place.endswith("/laid"):
        return t("before {name}", name=owner(match, place) or t("an empty seat"))
    return {"crib": t("in the crib"), "starter": t("where the starter lies")}.get(place, "")


def lying(match: Match, item: str) -> str:
    """Cards are called as `pieces` says."""
    return ""
