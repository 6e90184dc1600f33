"""What Shark Attacks! is played with, in words: dice as items, as pieces in the tray, as chances, and events read."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any

from engines.core import BadEvent, Chance, Event, Expected, IllegalEvent, Pool, Reason, counted, said
from engines.once import for_a_match
from engines.shark_attacks import rules
from engines.shark_attacks.rules import Line

SWIMMER_ITEMS = {"swimmer-wave": 0, "swimmer-1": 1, "swimmer-2": 2, "swimmer-3": 3}
SHARK_ITEMS = {"shark-wave": 0, "shark-1": 1, "shark-2": 2, "shark-3": 3}
EVENT_ITEMS = {f"event-{face}": face for face in rules.EVENT_FACES}

EVENTS = {
    "throw": "dice were thrown: swimmer dice, then shark dice, as they show",
    "bank": "the seat scores the swimmers shown and ends the turn",
    "again": "the seat goes on: the event die comes next",
    "event": "the event die was rolled: sun, rain or attack",
    "take": "the seat takes a sign from that opponent",
}


def read(event: Event, seats: int) -> Any:
    """What the items say: (swimmers, fins) thrown, the face of the event die, the seat that gives, or nothing.

    Dice come back as the numbers they show, 0 for a wave, ascending. Raises BadEvent for what is no event of the game.
    """
    if event.kind not in EVENTS:
        raise BadEvent(f"Shark Attacks! has no event {event.kind!r}; it has {', '.join(EVENTS)}")
    if (event.seat is None) != (event.kind in ("throw", "event")):
        raise BadEvent(f"{event}: a seat is named where a seat decides, and only there")
    if event.seat is not None and not 0 <= event.seat < seats:
        raise BadEvent(f"{event}: there is no seat {event.seat}")
    try:
        return READERS[event.kind](event.items, seats)
    except (KeyError, ValueError):
        raise BadEvent(f"{event}: these items do not go with {event.kind!r}") from None


def _read_throw(items: tuple[str, ...], _: int) -> tuple[Line, Line]:
    blue = tuple(sorted(SWIMMER_ITEMS[item] for item in items if item not in SHARK_ITEMS))
    return blue, tuple(sorted(SHARK_ITEMS[item] for item in items if item in SHARK_ITEMS))


def _read_event(items: tuple[str, ...], _: int) -> str:
    (item,) = items
    return EVENT_ITEMS[item]


def _read_seat(items: tuple[str, ...], seats: int) -> int:
    (item,) = items
    return [str(seat) for seat in range(seats)].index(item)


def _read_nothing(items: tuple[str, ...], _: int) -> None:
    () = items


READERS: dict[str, Callable[[tuple[str, ...], int], Any]] = {
    "throw": _read_throw,
    "event": _read_event,
    "take": _read_seat,
    "bank": _read_nothing,
    "again": _read_nothing,
}


def check_count(dice: Line, wanted: int, kind: str, rule: str) -> None:
    """Raises IllegalEvent unless as many dice were thrown as `wanted`."""
    if len(dice) != wanted:
        raise IllegalEvent(
            said("{dice} to be thrown, not {number}", dice=count(wanted, f"{kind} die"), number=len(dice)), rule
        )


@lru_cache(maxsize=256)
def throw(swimmers: int, sharks: int) -> Chance:
    """The chance of a throw of so many blue and red dice."""
    blue = Pool("swimmer", swimmers, tuple(zip(SWIMMER_ITEMS, rules.WEIGHTS, strict=True)))
    red = Pool("shark", sharks, tuple(zip(SHARK_ITEMS, rules.WEIGHTS, strict=True)))
    return Chance("throw", tuple(pool for pool in (blue, red) if pool.count))


EVENT_DIE = Chance("event", (Pool("event", 1, tuple((item, 2) for item in EVENT_ITEMS)),))


@lru_cache(maxsize=256)
def tray_die(kind: str, face: str, fresh: bool = False, free: bool = False) -> Expected:
    """One die in the tray."""
    return Expected("tray", kind, face, fresh, free)


@for_a_match(1 << 12)
def tray_dice(kind: str, dice: Line, fresh: bool = False, free: bool = False) -> tuple[Expected, ...]:
    """Dice in the tray, by the numbers they show."""
    return tuple(tray_die(kind, str(face) if face else "wave", fresh, free) for face in dice)


def left_over(tray: tuple[Expected, ...], *kinds: str) -> tuple[Expected, ...]:
    """The dice (of these kinds only, if any are named) as left-overs: they may lie there or be gone."""
    return tuple(tray_die(d.kind, d.face, free=True) for d in tray if not kinds or d.kind in kinds)


def swimming(dice: Line) -> Line:
    """The dice that show swimmers."""
    return tuple(face for face in dice if face)


def count(number: int, thing: str) -> str:
    """A number of things in words: 1 sign, 2 signs, 2 dice."""
    return counted(*FORMS[thing], number)


FORMS = {
    "swimmer": ("{count} swimmer", "{count} swimmers"),
    "fin": ("{count} fin", "{count} fins"),
    "sign": ("{count} sign", "{count} signs"),
    "point": ("{count} point", "{count} points"),
    "die": ("{count} die", "{count} dice"),
    "swimmer die": ("{count} swimmer die", "{count} swimmer dice"),
    "shark die": ("{count} shark die", "{count} shark dice"),
}
"""What is counted in sentences: one, and several."""


def flight_reasons(bites: tuple[tuple[int, Line], ...], safe: Line) -> tuple[Reason, ...]:
    """A flee throw in words: who eats what, and how many get out."""
    meals = (
        (fins, said("the {dice}", dice="+".join(map(str, line))) if line else said("nothing")) for fins, line in bites
    )
    eaten = tuple(
        Reason(said("{fins}: eats {meal}", fins=count(fins, "fin"), meal=meal), "SA-8", house=True)
        for fins, meal in meals
    )
    return (
        (*eaten, Reason(said("{swimmers} out of the water", swimmers=count(sum(safe), "swimmer")), "SA-7"))
        if safe
        else eaten
    )
