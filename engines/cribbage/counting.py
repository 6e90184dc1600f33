"""What cards count in Cribbage: a hand with the starter (CB-6), and a card as it is laid (CB-4)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from itertools import combinations
from math import prod

from engines.core import said
from engines.french.cards import ORDER, PIPS, suit
from engines.names import face_of

FIFTEEN, MOST = 15, 31
"""What scores, and what the cards laid may not go over."""
PAIRS = {1: 0, 2: 2, 3: 6, 4: 12}
"""How many of a rank -> points."""
ALIKE = {2: said("a pair"), 3: said("three alike"), 4: said("four alike")}
Counted = tuple[tuple[str, int], ...]
"""What scored, in words, and the points."""


@lru_cache(maxsize=1 << 12)
def show(hand: tuple[str, ...], starter: str, crib: bool = False) -> Counted:
    """What a hand of four counts with the starter."""
    cards = (*hand, starter)
    found = (
        (said("fifteens"), fifteens(cards)),
        (said("pairs"), pairs(cards)),
        (said("runs"), runs(cards)),
        (said("flush"), flush(hand, starter, crib)),
        (said("his nobs"), nobs(hand, starter)),
    )
    return tuple((name, points) for name, points in found if points)


def in_words(counted: Counted) -> str:
    """A count with its points: "fifteens for 4, pairs for 2"."""
    told = ""
    for name, points in counted:
        one = said("{what} for {points}", what=name, points=points)
        told = said("{some}, {one}", some=told, one=one) if told else one
    return told or said("nothing")


def total(counted: Counted) -> int:
    """The points of a count."""
    return sum(points for _, points in counted)


def fifteens(cards: Sequence[str]) -> int:
    """Two for each set of cards that add up to 15."""
    values = [PIPS[card] for card in cards]
    sets = (chosen for size in range(2, len(values) + 1) for chosen in combinations(values, size))
    return 2 * sum(sum(chosen) == FIFTEEN for chosen in sets)


def pairs(cards: Sequence[str]) -> int:
    """Two for each pair of a rank."""
    return sum(PAIRS[number] for number in Counter(map(face_of, cards)).values())


def runs(cards: Sequence[str]) -> int:
    """One for each card of the longest run of three or more, as often as its cards make one."""
    ranks = Counter(ORDER[card] for card in cards)
    for length in range(len(ranks), 2, -1):
        found = [low for low in ranks if all(low + step in ranks for step in range(length))]
        if found:
            return sum(length * prod(ranks[low + step] for step in range(length)) for low in found)
    return 0


def flush(hand: Sequence[str], starter: str, crib: bool) -> int:
    """Four for a hand of one suit, five with the starter; a crib counts only all five."""
    suits = set(map(suit, hand))
    if len(suits) > 1:
        return 0
    if suit(starter) in suits:
        return len(hand) + 1
    return 0 if crib else len(hand)


def nobs(hand: Sequence[str], starter: str) -> int:
    """One for the jack of the starter's suit."""
    return int(f"{suit(starter)}-jack" in hand)


def pegged(pile: Sequence[str], count: int) -> Counted:
    """What the last card of a pile scores as it is laid; `count` is what the pile adds up to with it."""
    found = ((f"{count}", 2 if count in (FIFTEEN, MOST) else 0), *_alike(pile), *_in_line(pile))
    return tuple((name, points) for name, points in found if points)


def _alike(pile: Sequence[str]) -> Counted:
    """Pairs: how many of the last cards are of the rank of the last."""
    number = 0
    while number < len(pile) and face_of(pile[-1 - number]) == face_of(pile[-1]):
        number += 1
    return ((ALIKE[number], PAIRS[number]),) if number > 1 else ()


def _in_line(pile: Sequence[str]) -> Counted:
    """The longest run that the last cards make, in whatever order they were laid."""
    for length in range(len(pile), 2, -1):
        places = sorted(ORDER[card] for card in pile[-length:])
        if places == list(range(places[0], places[0] + length)):
            return ((said("a run of {number}", number=length), length),)
    return ()
