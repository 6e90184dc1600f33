"""Oh Hell in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import french
from companion.words.language import t
from companion.words.pieces import HIDDEN_CARDS, owner, plural
from engines.core import Event, Match, said
from engines.oh_hell import OhHell

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {"turned": said("Trump"), "trick": said("Card")}


def next_step(match: Match, state: OhHell) -> str:
    """What must happen next."""
    dealer, name = match.players[state.dealer], match.players[state.seat]
    match state.phase:
        case "deal":
            return t("{dealer} deals {cards} each", dealer=dealer, cards=plural(state.size, "card"))
        case "turn":
            return t("{dealer} turns up a card for trump", dealer=dealer)
        case "bid":
            return t("{name} bids", name=name)
    return t("{name} plays", name=name) if state.trick else t("{name} leads", name=name)


def happened(match: Match, event: Event, before: OhHell) -> str:
    """What an event was."""
    dealer = match.players[before.dealer]
    if event.seat is None:
        return (
            t("{dealer} deals", dealer=dealer)
            if event.kind == "deal"
            else t("{dealer} turns up {card}", dealer=dealer, card=pieces(before)[event.items[0]])
        )
    name = match.players[event.seat]
    if event.kind == "bid":
        return t("{name} bids {tricks}", name=name, tricks=event.items[0])
    card = pieces(before)[event.items[0]]
    return (
        t("{name} plays {card}", name=name, card=card)
        if before.trick
        else t("{name} leads {card}", name=name, card=card)
    )


def offered(match: Match, event: Event, state: OhHell) -> str:
    """What a decision would do."""
    name = match.players[state.seat if event.seat is None else event.seat]
    if event.kind == "bid":
        return t("{name} bids {tricks}", name=name, tricks=event.items[0])
    return t("Play {card}", card=pieces(state)[event.items[0]])


def pieces(state: OhHell) -> dict[str, str]:
    """Every card in words."""
    return HIDDEN_CARDS | french.names()


def detail(state: OhHell, seat: int) -> str:
    """What a player bid, and took."""
    bid = state.bid_of(seat)
    return (
        ""
        if bid is None or state.phase in ("deal", "turn", "over")
        else t("bid {bid}, took {won}", bid=bid, won=state.won[seat])
    )


def where(match: Match, place: str) -> str:
    """The place of a trick's card, or of the card turned up."""
    if place.endswith("/trick"):
        return t("before {name}", name=owner(match, place) or t("an empty seat"))
    return t("where trump lies") if place == "turned" else ""


def lying(match: Match, item: str) -> str:
    """Cards are called as `pieces` says."""
    return ""
