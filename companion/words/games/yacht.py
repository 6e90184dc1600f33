"""Yacht in sentences for people."""

from __future__ import annotations

from collections.abc import Mapping

from companion.words.language import t
from companion.words.pieces import count, die
from engines.core import Event, Match, said
from engines.yacht import Yacht
from engines.yacht.rules import DICE, THROWS, is_joker, points

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {}
CATEGORIES = {
    "ones": said("Ones"),
    "twos": said("Twos"),
    "threes": said("Threes"),
    "fours": said("Fours"),
    "fives": said("Fives"),
    "sixes": said("Sixes"),
    "full-house": said("Full house"),
    "three-of-a-kind": said("Three of a kind"),
    "four-of-a-kind": said("Four of a kind"),
    "little-straight": said("Little straight"),
    "big-straight": said("Big straight"),
    "small-straight": said("Small straight"),
    "large-straight": said("Large straight"),
    "choice": said("Choice"),
    "yacht": said("Yacht"),
}
TWICE_MORE = said("{name} may throw twice more; or lay all dice on KEEP")
ONCE_MORE = said("{name} may throw once more; or lay all dice on KEEP")


def category(name: str) -> str:
    """A category of a sheet in words: "Full house"."""
    return t(CATEGORIES[name])


def next_step(match: Match, state: Yacht) -> str:
    """What must happen next."""
    name = match.players[state.seat]
    match state.phase:
        case "decide":
            text = TWICE_MORE if state.throws > 1 else ONCE_MORE
            return t(text, name=name)
        case "score":
            return t("{name}: in which category?", name=name)
    first = state.throws == THROWS
    return t("{name} throws {count}", name=name, count=count(DICE if first else DICE - len(state.dice), "die"))


def happened(match: Match, event: Event, before: Yacht) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "keep":
            return t("{name} lets these lie", name=name) if event.items else t("{name} throws all anew", name=name)
        case "stop":
            return t("{name} throws no more", name=name)
        case "score":
            return t(
                "{name} scores {category}: {points}",
                name=name,
                category=category(event.items[0]),
                points=_points(before, event),
            )
    return t("{name} throws", name=name)


def offered(match: Match, event: Event, state: Yacht) -> str:
    """What a decision would do."""
    match event.kind:
        case "keep":
            faces = " ".join(item.removeprefix("die-") for item in event.items)
            return t("Let {faces} lie", faces=faces) if faces else t("Throw all anew")
        case "stop":
            return t("Throw no more")
    return t("{category} {points}", category=category(event.items[0]), points=_points(state, event))


def _points(state: Yacht, event: Event) -> int:
    filled = state.sheets[event.seat or 0]
    return points(state.rules.sheet, event.items[0], state.dice, is_joker(state.rules, filled, state.dice))


def pieces(state: Yacht) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: Yacht, seat: int) -> str:
    """How far the upper half is, where it may bring a bonus."""
    if not state.rules.bonus:
        return ""
    upper = sum(held for held in state.sheets[seat][:6] if held > 0)
    return t("{upper} of 63 above", upper=upper)


def where(match: Match, place: str) -> str:
    """Nothing of its own: tray and strip are called as in every game."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a 5`."""
    return die(item)
