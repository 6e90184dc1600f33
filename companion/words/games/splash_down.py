"""Splash Down in sentences for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from companion.words.pieces import HIDDEN_CARDS, UNSEEN, draws, join, owner, plural
from engines.core import BLANK, Event, Match
from engines.splash_down import SplashDown

NOBODY_WINS = "Nobody wins"
LABELS: Mapping[str, str] = {"shown": "Fluke!", "play": "Actions", "breaches": "Breaches", "score": "Area"}
COUNTED = {"waste": "Waste: each action still in a hand takes 10; hands are not seen"}
"""What no picture of the scoring areas tells."""
THEN = ", then "
"""Between cards whose order matters."""
STEPS = {
    "deal": "{first} gets four cards",
    "open": "{turn} draws, unless somebody acts{fluke}",
    "limit": "{actor} discards down to ten cards",
    "card": "{turn} draws a card",
    "extra": "{drawer} draws {extra}",
    "expose": "{actor} calls Fluke: {drawer} turns the card up",
    "penalty": "A wrong call: {actor} takes a card from the hand of {first}",
    "take": "{actor} may take a scored card from {first}",
    "choose": "{actor} takes a card from {first}",
    "forced": "{actor} must use {card}",
    "answer": "{actor} plays {card}{blocked}: does anybody block?",
    "stolen": "{actor} steals a card from {first}",
    "netted": "The Net: what does {first} give up?",
    "give": "{first} gives {actor} a card, face down",
    "study": "{actor} looks at the top of the draw pile",
    "order": "{actor} puts the cards back in an order",
    "score": "Breach {breach}: {first} scores",
    "reveal": "Waste: {first} shows unused actions",
}
"""What must happen next, by step; `choose` is the taking that a Steal asks for."""
HAPPENED = {
    "draw": "{name} draws the next card",
    "card": "{name} has drawn {seen}",
    "fluke": "{name} calls “Fluke!”",
    "expose": "The card called is {said}",
    "penalty": "{name} takes {seen}",
    "take": "{name} takes {seen}",
    "stolen": "{name} takes {seen}",
    "netted": "{name} gives up {given}",
    "give": "{name} gives {seen}",
    "order": "{name} puts the cards back",
}
"""What an event was, where its kind says enough."""


def pieces(state: SplashDown) -> dict[str, str]:
    """Every item that an event may have, in words."""
    known = HIDDEN_CARDS | {"nothing": "nothing: all in sets"}
    for seat in state.seats:
        known |= {f"seat-{seat}/hand": f"the hand of seat {seat}", f"seat-{seat}/score": f"the area of seat {seat}"}
    cards = state.rules.deck.cards
    whales = {card.species: f"{card.species.capitalize()} whales" for card in cards if card.kind == "whale"}
    return known | whales | {card.name: state.in_words(card.name) for card in cards}


def next_step(match: Match, state: SplashDown) -> str:
    """What must happen next."""
    step, players = state.step, match.players
    chosen_by_steal = step.name == "take" and step.aim
    return STEPS["choose" if chosen_by_steal else step.name].format(
        actor=players[step.seat],
        drawer=players[state.drawer],
        turn=players[state.turn],
        first=players[step.queue[0]] if step.queue else "",
        card=state.in_words(step.card) if step.card else "",
        extra=plural(state.extra, "card"),
        fluke=" or calls Fluke" if state.drawn else "",
        blocked=f", blocked {step.blocks} time{'s' * (step.blocks > 1)}" if step.blocks else "",
        breach=state.breaches,
    )


def happened(match: Match, event: Event, before: SplashDown) -> str:
    """What an event was."""
    name = match.players[before.acting_seat if event.seat is None else event.seat]
    said = _said(match, before, event.items)
    match event.kind:
        case "deal":
            return draws(name, len(event.items), dealt=True)
        case "card" if event.items == ("breach",):
            return "A Breach!"
        case "play" | "play-drawn":
            return f"{name} plays {_play(match, before, event)}"
        case "take" if not event.items:
            return f"{name} takes no scored card"
        case "settle":
            return f"{before.in_words(before.step.card)} is {'blocked' if before.step.blocks % 2 else 'carried out'}"
        case "study":
            return f"{name} looks at {plural(len(event.items), 'card')} of the draw pile"
        case "done":
            return f"{name} has no more to {'show' if before.step.name == 'reveal' else 'score'}"
    text = HAPPENED.get(event.kind, "{name} {kind}s {said}")
    return text.format(name=name, kind=event.kind, said=said, seen=_seen(said), given=said or "nothing")


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
            return (
                "It stands: blocked" if state.step.blocks % 2 else f"Nobody blocks: {state.in_words(state.step.card)}"
            )
        case "fluke":
            return f"{name} calls Fluke"
        case "netted":
            return f"{name} gives up {said or 'nothing'}"
        case "take" if not event.items:
            return f"{name} takes no scored card"
        case "order":
            return (
                "Put the cards back"
                if BLANK in event.items
                else f"Put back: {THEN.join(map(state.in_words, event.items))}"
            )
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
        place = f"from the {'hand' if aim[0].endswith('hand') else 'scored cards'} of {owner(match, aim[0])}"
        return f"Steal {state.in_words(aim[1])} {place}" if len(aim) > 1 else f"Steal {place}"
    if card == "net":
        return f"Net for {pieces(state)[aim[0]]}"
    return f"{state.in_words(card)} for {_said(match, state, tuple(aim))}"


def _said(match: Match, state: SplashDown, items: tuple[str, ...]) -> str:
    """Cards in words, equal ones counted: `2 Crabs and Squid`."""
    names = pieces(state)
    parts = [
        _count(state, item, number) if item in state.rules.deck.facts and number > 1 else names.get(item, item)
        for item, number in Counter(items).items()
    ]
    return join(parts) if parts else ""


def _count(state: SplashDown, card: str, number: int) -> str:
    return f"{number} {state.in_words(card, many=True)}"


def _seen(said: str) -> str:
    return "a card" if said == UNSEEN else said


def detail(state: SplashDown, seat: int) -> str:
    """A player in a few words: cards held and scored."""
    held = len(state.hands[seat]) + (bool(state.drawn) and seat == state.drawer)
    return f"{plural(held, 'card')} in hand, {len(state.areas[seat])} scored"


def where(match: Match, place: str) -> str:
    """A player's area, or what lies in the middle."""
    if place.endswith("/score"):
        who = owner(match, place)
        return f"in {who}'s scoring area" if who else "in nobody's scoring area"
    return {"breaches": "with the Breaches", "play": "at ACTIONS", "shown": "at FLUKE"}.get(place, "")


def lying(match: Match, item: str) -> str:
    """Nothing of its own: all pieces are cards."""
    return ""
