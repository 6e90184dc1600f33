"""Splash Down in sentences for people."""

from __future__ import annotations

import re
from collections import Counter

from companion.words.pieces import plural
from engines.core import BLANK, Event, Match
from engines.splash_down import SplashDown

NOBODY_WINS = "Nobody wins"
UNSEEN = "a card nobody has seen"


def pieces(state: SplashDown) -> dict[str, str]:
    """Every item that an event may have, in words."""
    known = {BLANK: UNSEEN, "back": "a card face down", "nothing": "nothing: all in sets"}
    for seat in state.seats:
        known |= {f"seat-{seat}/hand": f"the hand of seat {seat}", f"seat-{seat}/score": f"the area of seat {seat}"}
    cards = state.rules.deck.cards
    whales = {card.species: f"{card.species.capitalize()} whales" for card in cards if card.kind == "whale"}
    return known | whales | {card.name: state.in_words(card.name) for card in cards}


def next_step(match: Match, state: SplashDown) -> str:
    """What must happen next."""
    step, players = state.step, match.players
    first = players[step.queue[0]] if step.queue else ""
    actor, drawer, following = players[step.seat], players[state.drawer], players[state.turn]
    match step.name:
        case "deal":
            return f"{first} gets four cards"
        case "open":
            return f"{following} draws, unless somebody acts{' or calls Fluke' if state.drawn else ''}"
        case "limit":
            return f"{actor} discards down to ten cards"
        case "card":
            return f"{following} draws a card"
        case "extra":
            return f"{drawer} draws {plural(state.extra, 'card')}"
        case "expose":
            return f"{actor} calls Fluke: {drawer} turns the card up"
        case "penalty":
            return f"A wrong call: {actor} takes a card from the hand of {first}"
        case "take":
            return f"{actor} takes a card from {first}"
        case "forced":
            return f"{actor} must use {state.in_words(step.card)}"
        case "answer":
            blocks = f", blocked {step.blocks} time{'s' * (step.blocks > 1)}" if step.blocks else ""
            return f"{actor} plays {state.in_words(step.card)}{blocks}: does anybody block?"
        case "stolen":
            return f"{actor} steals a card from {first}"
        case "netted":
            return f"The Net: what does {first} give up?"
        case "give":
            return f"{first} gives {actor} a card, face down"
        case "study":
            return f"{actor} looks at the top of the draw pile"
        case "order":
            return f"{actor} puts the cards back in an order"
        case "score":
            return f"Breach {state.breaches}: {first} scores"
    return f"Waste: {first} shows unused actions"


def happened(match: Match, event: Event, before: SplashDown) -> str:
    """What an event was."""
    name = match.players[before.acting_seat if event.seat is None else event.seat]
    said, items = _said(match, before, event.items), event.items
    match event.kind:
        case "deal":
            return f"{name} gets {plural(len(items), 'card')}"
        case "draw":
            return f"{name} draws the next card"
        case "card":
            return "A Breach!" if items == ("breach",) else f"{name} has drawn {_seen(said)}"
        case "play" | "play-drawn":
            return f"{name} plays {_play(match, before, event)}"
        case "settle":
            return f"{before.in_words(before.step.card)} is {'blocked' if before.step.blocks % 2 else 'carried out'}"
        case "fluke":
            return f"{name}: Fluke!"
        case "expose":
            return f"The card called is {said}"
        case "penalty" | "take" | "stolen":
            return f"{name} takes {_seen(said)}"
        case "netted":
            return f"{name} gives up {said or 'nothing'}"
        case "give":
            return f"{name} gives {_seen(said)}"
        case "study":
            return f"{name} looks at {plural(len(items), 'card')} of the draw pile"
        case "order":
            return f"{name} puts the cards back"
        case "done":
            return f"{name} has no more to {'show' if before.step.name == 'reveal' else 'score'}"
    return f"{name} {event.kind}s {said}"


def offered(match: Match, event: Event, state: SplashDown) -> str:
    """What a decision would do."""
    name, said = match.players[event.seat or 0], _said(match, state, event.items)
    match event.kind:
        case "draw":
            return f"{name} draws"
        case "play" | "play-drawn":
            drawn = " (just drawn)" if event.kind == "play-drawn" else ""
            return f"{name} plays {_play(match, state, event)}{drawn}"
        case "settle":
            card = state.in_words(state.step.card)
            return "It stands: blocked" if state.step.blocks % 2 else f"Nobody blocks: {card}"
        case "fluke":
            return f"{name} calls Fluke"
        case "netted":
            return f"{name} gives up {said or 'nothing'}"
        case "order":
            return "Put the cards back" if BLANK in event.items else f"Put back, the next first: {said}"
        case "done":
            return f"{name}: no more"
        case "give":
            return f"{name} gives {_seen(said)}"
    return f"{name} {event.kind}s {said}"


def _play(match: Match, state: SplashDown, event: Event) -> str:
    """An action with what it is aimed at: `Steal from the hand of Ben`."""
    card, *aim = event.items
    if not aim:
        return state.in_words(card)
    if card == "steal":
        place = f"from the {'hand' if aim[0].endswith('hand') else 'scored cards'} of {_owner(match, aim[0])}"
        return f"Steal {state.in_words(aim[1])} {place}" if len(aim) > 1 else f"Steal {place}"
    if card == "net":
        return f"Net for {pieces(state)[aim[0]]}"
    return f"{state.in_words(card)} for {_said(match, state, tuple(aim))}"


def _owner(match: Match, place: str) -> str:
    found = re.search(r"\d+", place)
    return match.players[int(found[0])] if found else ""


def _said(match: Match, state: SplashDown, items: tuple[str, ...]) -> str:
    """Cards in words, equal ones counted: `2 Crabs and Squid`."""
    names = pieces(state)
    parts = [
        _count(state, item, number) if item in state.rules.deck.facts and number > 1 else names.get(item, item)
        for item, number in Counter(items).items()
    ]
    return " and ".join(filter(None, (", ".join(parts[:-1]), *parts[-1:])))


def _count(state: SplashDown, card: str, number: int) -> str:
    return f"{number} {state.in_words(card, many=True)}"


def _seen(said: str) -> str:
    return "a card" if said == UNSEEN else said


def detail(state: SplashDown, seat: int) -> str:
    """A player in a few words: cards held and scored."""
    held = len(state.hands[seat]) + (bool(state.drawn) and seat == state.drawer)
    return f"{plural(held, 'card')} in hand, {len(state.areas[seat])} scored"
