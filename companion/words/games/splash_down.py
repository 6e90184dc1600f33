"""Splash Down in sentences for people."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache

from companion.words.language import language, t, tn
from companion.words.pieces import HIDDEN_CARDS, UNSEEN, commas, draws, join, owner, plural
from engines.core import BLANK, Event, Match, said
from engines.names import MARK, kind_of
from engines.splash_down import SplashDown
from engines.splash_down.deck import SeaDeck

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {
    "shown": said("Fluke!"),
    "play": said("Actions"),
    "breaches": said("Breaches"),
    "score": said("Area"),
    "who": said("Who"),
}
WHERE: Mapping[str, str] = {
    "breaches": said("with the Breaches"),
    "play": said("at ACTIONS"),
    "shown": said("at FLUKE"),
    "who": said("at WHO"),
}
COUNTED = {"waste": said("Waste: each action still in a hand takes 10; hands are not seen")}
"""What no picture of the scoring areas tells."""
BLOCKED, CARRIED_OUT = said("{card} is blocked"), said("{card} is carried out")
SHOWN_ALL, SCORED_ALL = said("{name} has no more to show"), said("{name} has no more to score")
FROM_HAND, FROM_SCORED = said("from the hand of {name}"), said("from the scored cards of {name}")
STEPS = {
    "deal": said("{first} gets four cards"),
    "open": said("{turn} draws, unless somebody acts{fluke}"),
    "limit": said("{actor} discards down to ten cards"),
    "card": said("{turn} draws a card"),
    "extra": said("{drawer} draws {extra}"),
    "expose": said("{actor} calls Fluke: {drawer} turns the card up"),
    "penalty": said("A wrong call: {actor} takes a card from the hand of {first}"),
    "take": said("{actor} may take a scored card from {first}"),
    "choose": said("{actor} takes a card from {first}"),
    "forced": said("{actor} must use {card}"),
    "answer": said("{actor} plays {card}{blocked}: does anybody block?"),
    "stolen": said("{actor} steals a card from {first}"),
    "netted": said("The Net: what does {first} give up?"),
    "give": said("{first} gives {actor} a card, face down"),
    "study": said("{actor} looks at the top of the draw pile"),
    "order": said("{actor} puts the cards back in an order"),
    "score": said("Breach {breach}: {first} scores"),
    "reveal": said("Waste: {first} shows unused actions"),
}
"""What must happen next, by step; `choose` is the taking that a Steal asks for."""
HAPPENED = {
    "draw": said("{name} draws the next card"),
    "card": said("{name} has drawn {seen}"),
    "fluke": said("{name} calls “Fluke!”"),
    "expose": said("The card called is {cards}"),
    "penalty": said("{name} takes {seen} from {first}"),
    "take": said("{name} takes {seen} from {first}"),
    "stolen": said("{name} takes {seen} from {first}"),
    "netted": said("{name} gives up {given}"),
    "give": said("{name} gives {seen}"),
    "order": said("{name} puts the cards back"),
    "score": said("{name} scores {cards}"),
    "discard": said("{name} discards {cards}"),
    "reveal": said("{name} reveals {cards}"),
}
"""What an event was, where its kind says enough."""


def pieces(state: SplashDown) -> dict[str, str]:
    """Every item that an event may have, in words."""
    return dict(_pieces(state.rules.deck, len(state.seats), language()))


@lru_cache(maxsize=4)
def _pieces(deck: SeaDeck, seats: int, language: str) -> Mapping[str, str]:
    """The same in a language: one look may tell some hundred events."""
    known = HIDDEN_CARDS | {"nothing": t("nothing: all in sets")}
    for seat in range(seats):
        known |= {
            f"seat-{seat}/hand": t("the hand of seat {seat}", seat=seat),
            f"seat-{seat}/score": t("the area of seat {seat}", seat=seat),
        }
    whales = {card.species: t(f"{card.species.capitalize()} whales") for card in deck.cards if card.kind == "whale"}
    return known | whales | {card.name: deck.in_words(card.name) for card in deck.cards}


def next_step(match: Match, state: SplashDown) -> str:
    """What must happen next."""
    step, players = state.step, match.players
    chosen_by_steal = step.name == "take" and step.aim
    return t(
        STEPS["choose" if chosen_by_steal else step.name],
        actor=players[step.seat],
        drawer=players[state.drawer],
        turn=players[state.turn],
        first=_first(match, state),
        card=state.in_words(step.card) if step.card else "",
        extra=plural(state.extra, "card"),
        fluke=t(" or calls Fluke") if state.drawn else "",
        blocked=tn(", blocked {count} time", ", blocked {count} times", step.blocks) if step.blocks else "",
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
            return t("A Breach!")
        case "play" | "play-drawn":
            return t("{name} plays {play}", name=name, play=_play(match, before, event))
        case "take" if not event.items:
            return t("{name} takes no scored card", name=name)
        case "settle":
            return t(BLOCKED if before.step.blocks % 2 else CARRIED_OUT, card=before.in_words(before.step.card))
        case "study":
            return t("{name} looks at {cards} of the draw pile", name=name, cards=plural(len(event.items), "card"))
        case "done":
            return t(SHOWN_ALL if before.step.name == "reveal" else SCORED_ALL, name=name)
    given = said or t("nothing")
    return t(HAPPENED[event.kind], name=name, cards=said, seen=_seen(said), given=given, first=_first(match, before))


def offered(match: Match, event: Event, state: SplashDown) -> str:
    """What a decision would do."""
    name, said = match.players[event.seat or 0], _said(match, state, event.items)
    match event.kind:
        case "draw":
            return t("{name} draws", name=name)
        case "play" | "play-drawn":
            drawn = t(" (just drawn)") if event.kind == "play-drawn" else ""
            return t("{name} plays {play}{drawn}", name=name, play=_play(match, state, event), drawn=drawn)
        case "settle":
            return (
                t("It stands: blocked")
                if state.step.blocks % 2
                else t("Nobody blocks: {card}", card=state.in_words(state.step.card))
            )
        case "fluke":
            return t("{name} calls Fluke", name=name)
        case "netted":
            return t("{name} gives up {cards}", name=name, cards=said or t("nothing"))
        case "take" if not event.items:
            return t("{name} takes no scored card", name=name)
        case "order":
            return (
                t("Put the cards back")
                if BLANK in event.items
                else t("Put back: {cards}", cards=commas([state.in_words(item) for item in event.items], ", then "))
            )
        case "done":
            return t("{name}: no more", name=name)
        case "give":
            return t("{name} gives {seen}", name=name, seen=_seen(said))
    return t(HAPPENED[event.kind], name=name, cards=said, seen=_seen(said), first=_first(match, state))


def _first(match: Match, state: SplashDown) -> str:
    """Who is first concerned by the step that is being taken: who loses the card, say."""
    return match.players[state.step.queue[0]] if state.step.queue else ""


def _play(match: Match, state: SplashDown, event: Event) -> str:
    """An action with what it is aimed at: `Steal from the hand of Ben`."""
    card, *aim = event.items
    if not aim:
        return state.in_words(card)
    if card == "steal":
        place = t(FROM_HAND if aim[0].endswith("hand") else FROM_SCORED, name=owner(match, aim[0]))
        return (
            t("Steal {card} {place}", card=state.in_words(aim[1]), place=place)
            if len(aim) > 1
            else t("Steal {place}", place=place)
        )
    if card == "net":
        return t("Net for {what}", what=pieces(state)[aim[0]])
    return t("{card} for {what}", card=state.in_words(card), what=_said(match, state, tuple(aim)))


def _said(match: Match, state: SplashDown, items: tuple[str, ...]) -> str:
    """Cards in words, equal ones counted: `2 Crabs and Squid`."""
    names = pieces(state)
    parts = [
        _count(state, item, number) if item in state.rules.deck.facts and number > 1 else names.get(item, item)
        for item, number in Counter(items).items()
    ]
    return join(parts) if parts else ""


def _count(state: SplashDown, card: str, number: int) -> str:
    return t("{count} {cards}", count=number, cards=state.in_words(card, many=True))


def _seen(said: str) -> str:
    return t("a card") if said == UNSEEN else said


def detail(state: SplashDown, seat: int) -> str:
    """A player in a few words: cards held and scored."""
    held = len(state.hands[seat]) + (bool(state.drawn) and seat == state.drawer)
    return t("{cards} in hand, {scored} scored", cards=plural(held, "card"), scored=len(state.areas[seat]))


def where(match: Match, place: str) -> str:
    """A player's area, or what lies in the middle."""
    if place.endswith("/score"):
        who = owner(match, place)
        return t("in {who}'s scoring area", who=who) if who else t("in nobody's scoring area")
    return t(WHERE[place]) if place in WHERE else ""


def lying(match: Match, item: str) -> str:
    """A mark: `Ana's mark`; all other pieces are cards."""
    return t("{name}'s mark", name=owner(match, item)) if kind_of(item) == MARK else ""
