"""The scorekeeper in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words import french
from companion.words.language import t
from companion.words.pieces import HIDDEN_CARDS, count, die
from engines.core import Event, Match, said
from engines.score import Score

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {"counted": said("Cards that count")}


def next_step(match: Match, state: Score) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    if state.rules.count == "dice":
        return (
            t("{name} throws {count}", name=name, count=count(state.rules.dice, "die"))
            if state.rules.dice
            else t("{name} throws", name=name)
        )
    if state.rules.count == "cards":
        return (
            t("{name} lays cards, then takes them up", name=name)
            if not state.laid
            else t("{name}: {points} so far", name=name, points=state.points)
        )
    return (
        t("{name}: how many points?", name=name)
        if not state.entered
        else t("{name}: {points} so far", name=name, points=state.points)
    )


def happened(match: Match, event: Event, before: Score) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "lay":
            return t("{name} lays {card}", name=name, card=pieces(before).get(event.items[0], event.items[0]))
        case "add":
            return t("{name}: {points}", name=name, points=f"{int(event.items[0]):+d}")
        case "done":
            return t("{name} scores {points}", name=name, points=before.points)
    return t("{name} throws", name=name)


def offered(match: Match, event: Event, state: Score) -> str:
    """What a decision would do."""
    match event.kind:
        case "lay":
            return t("Lay {card}", card=pieces(state).get(event.items[0], event.items[0]))
        case "add":
            return (
                t("Add {points}", points=event.items[0])
                if not event.items[0].startswith("-")
                else t("Take off {points}", points=event.items[0][1:])
            )
    return t("Score {points}", points=state.points)


def pieces(state: Score) -> dict[str, str]:
    """The cards, where cards count; else none, for the page draws the dice."""
    return HIDDEN_CARDS | french.names() if state.rules.count == "cards" else {}


def detail(state: Score, seat: int) -> str:
    """The points of the turn, of whose turn it is."""
    return t("{points} in this turn", points=state.points) if state.points and seat == state.seat else ""


def where(match: Match, place: str) -> str:
    """Where cards are laid that count."""
    return t("among the cards that count") if place == "counted" else ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
