"""Ordinary dice in words: as items, as chances, as pieces in the tray and on the strip of those that are kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping
from functools import lru_cache
from itertools import combinations_with_replacement
from math import factorial, prod

from engines.core import BadEvent, Chance, Event, Expected, IllegalEvent, Pool, counted, said

Line = tuple[int, ...]
"""Dice by the pips that they show, ascending."""
FACES: Line = (1, 2, 3, 4, 5, 6)
ITEMS = {f"die-{face}": face for face in FACES}
SIDES = tuple((item, 1) for item in ITEMS)
TRAY, KEPT = "tray", "kept"
"""Where dice are thrown, and the strip where those are laid that a player keeps."""


@lru_cache(maxsize=32)
def throw(dice: int) -> Chance:
    """The chance of a throw of so many dice."""
    return Chance("throw", (Pool("die", dice, SIDES),))


@lru_cache(maxsize=16)
def throws(dice: int) -> tuple[tuple[Line, float], ...]:
    """Every throw of so many dice, each combination once, with its probability."""
    return tuple((faces, ways(faces) / 6**dice) for faces in combinations_with_replacement(FACES, dice))


def ways(faces: Line) -> int:
    """In how many of the 6**n throws of n dice these faces come up."""
    return factorial(len(faces)) // prod(factorial(number) for number in Counter(faces).values())


@lru_cache(maxsize=1 << 12)
def lying(place: str, faces: Line, fresh: bool = False, free: bool = False) -> tuple[Expected, ...]:
    """Dice at a place, by what they show."""
    return tuple(Expected(place, "die", str(face), fresh, free) for face in faces)


def items(faces: Line) -> tuple[str, ...]:
    """Dice as the items of an event."""
    return tuple(f"die-{face}" for face in faces)


def read(event: Event, title: str, kinds: Mapping[str, str], with_dice: Collection[str], seats: int) -> Line:
    """The dice that an event names, ascending. Raises BadEvent for what is no event of a game with these kinds.

    `with_dice` are the kinds that name dice; "throw" is the one that no seat decides.
    """
    if event.kind not in kinds:
        raise BadEvent(f"{title} has no event {event.kind!r}; it has {', '.join(kinds)}")
    if (event.seat is None) != (event.kind == "throw"):
        raise BadEvent(f"{event}: a seat is named where a seat decides, and only there")
    if event.seat is not None and not 0 <= event.seat < seats:
        raise BadEvent(f"{event}: there is no seat {event.seat}")
    if (event.kind not in with_dice and event.items) or not ITEMS.keys() >= set(event.items):
        raise BadEvent(f"{event}: these items do not go with {event.kind!r}")
    return tuple(sorted(ITEMS[item] for item in event.items))


def wrong_number(wanted: int, most: int, number: int) -> str:
    """What a throw of so many dice is answered where `wanted` are thrown, or any number up to `most` if that is 0."""
    if not wanted:
        return said("1 to {most} dice are thrown, not {number}", most=most, number=number)
    return counted(
        "{count} die is thrown, not {number}", "{count} dice are thrown, not {number}", wanted, number=number
    )


def check_count(faces: Line, wanted: int, rule: str) -> None:
    """Raises IllegalEvent unless as many dice were thrown as `wanted`."""
    if len(faces) != wanted:
        raise IllegalEvent(
            counted(
                "{count} die is to be thrown, not {number}",
                "{count} dice are to be thrown, not {number}",
                wanted,
                number=len(faces),
            ),
            rule,
        )
