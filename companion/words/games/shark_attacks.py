"""Shark Attacks! in sentences for people."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from companion.words.language import t
from companion.words.pieces import count, die, plural
from engines.core import Event, Match, said
from engines.names import face_of
from engines.shark_attacks import SharkAttacks

NOBODY_WINS = said("Nobody wins")
LABELS: Mapping[str, str] = {}
EVENT_DIE = {
    "sun": said("Sun: one more swimmer die"),
    "rain": said("Rain: one wave leaves"),
    "attack": said("Shark attack!"),
}
COUNTED = {
    "bank": said("{swimmers} swimmers to bank"),
    "party": said("{swimmers} swimmers, doubled: no wave shows, a beach party"),
    "bite": said("{fins} fins eat {eaten}"),
    "escape": said("{swimmers} swimmers escape"),
    "blessing": said("{swimmers} swimmers escape, and count three times: nobody was eaten"),
}
"""Why dice count what they do, where nobody followed the game."""
THROWN = said("{name} throws")
THROWS = {"flee": said("{name}'s swimmers flee"), "first": said("{name} throws to begin")}
"""What a throw is called in some phases."""

STEPS: dict[str, Callable[[SharkAttacks, str], str]] = {
    "first": lambda state, name: t("{name} throws 4 red dice to begin", name=name),
    "enter": lambda state, name: t("{name} throws {count}", name=name, count=count(state.dice, "swimmer")),
    "decide": lambda state, name: t("{name}: bank {swimmers}, or throw again?", name=name, swimmers=state.swimmers),
    "event": lambda state, name: t("{name} throws the yellow die", name=name),
    "flee": lambda state, name: t(
        "{name} throws {swimmers} and {sharks}",
        name=name,
        swimmers=count(state.dice, "swimmer"),
        sharks=count(state.red, "shark"),
    ),
    "take": lambda state, name: t("{name}: a sign, from whom?", name=name),
}
"""What must happen next, by phase."""


def next_step(match: Match, state: SharkAttacks) -> str:
    """What must happen next."""
    return STEPS[state.phase](state, match.players[state.seat])


def happened(match: Match, event: Event, before: SharkAttacks) -> str:
    """What an event was."""
    name = match.players[before.seat if event.seat is None else event.seat]
    match event.kind:
        case "event":
            return EVENT_DIE[face_of(event.items[0])]
        case "take":
            return t("{name} takes a sign from {giver}", name=name, giver=match.players[int(event.items[0])])
        case "throw":
            return t(THROWS.get(before.phase, THROWN), name=name)
    return {
        "bank": t("{name} banks {swimmers}", name=name, swimmers=before.swimmers),
        "again": t("{name} goes on", name=name),
    }[event.kind]


def offered(match: Match, event: Event, state: SharkAttacks) -> str:
    """What a decision would do."""
    texts = {
        "bank": t("Bank {swimmers}", swimmers=plural(state.swimmers, "swimmer")),
        "again": t("Throw the waves again"),
    }
    return texts.get(event.kind) or t("Take a sign from {name}", name=match.players[int(event.items[0])])


def pieces(state: SharkAttacks) -> dict[str, str]:
    """None: the page draws the dice."""
    return {}


def detail(state: SharkAttacks, seat: int) -> str:
    """Nothing: the scores and signs say all."""
    return ""


def where(match: Match, place: str) -> str:
    """Nothing of its own: dice lie in the tray."""
    return ""


def lying(match: Match, item: str) -> str:
    """A die: `a blue 2`."""
    return die(item)
