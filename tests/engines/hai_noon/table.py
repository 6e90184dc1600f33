"""Tables of Hai Noon for tests: laid in a line, played in lines."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engines.core import BLANK, Chance, Event, Pool, State
from engines.dealer import deal
from engines.hai_noon import GAME, HaiNoon
from engines.hai_noon.board import INNER, RING, SIDES, Board
from engines.hai_noon.cards import Cards
from engines.hai_noon.deck import DIVERS


def event(line: str) -> Event:
    """The event that a line of text tells: `play @0: wild north`."""
    head, _, items = line.partition(":")
    kind, _, seat = head.partition(" @")
    return Event(kind, int(seat) if seat else None, tuple(items.split()))


def do(state: State, *lines: str) -> HaiNoon:
    """The state after these events."""
    for line in lines:
        state = state.apply(event(line))
    assert isinstance(state, HaiNoon)
    return state


def table(
    *hands: str,
    players: int = 4,
    hungry: str = "",
    square: str = "pink turquoise green black",
    injured: str = "",
    gone: str = "",
    cage: str = "",
    seat: int = 0,
    opening: int = 0,
    discard: str = "",
    options: Mapping[str, object] | None = None,
    **sides: str,
) -> HaiNoon:
    """A table in play: hands by seat (none given: three blanks), `hungry` places, divers clockwise with `-` for free.

    `sides` are north, east, south, west: the cards that lie there.
    """
    begun = start(players, options)
    health = [
        max(begun.board.health[i] - (d in injured.split()) - 2 * (d in gone.split()), 0) for i, d in enumerate(DIVERS)
    ]
    board = Board(
        sharks=tuple(ring in hungry.split() for ring in RING),
        square=tuple(DIVERS.index(diver) if diver in DIVERS else None for diver in square.split()),
        health=tuple(health),
        cage=DIVERS.index(cage) if cage else None,
    )
    held = [tuple(sorted(hand.split())) for hand in hands] + [(BLANK,) * 3] * (players - len(hands))
    cards = Cards(
        hands=tuple(held),
        open=tuple(BLANK not in hand for hand in held),
        sides=tuple(tuple(sides.get(side, "").split()) for side in SIDES),
        discard=tuple(discard.split()),
        top=(discard.split() or [""])[-1],
    )
    return replace(begun, board=board, cards=cards, seat=seat, opening=opening, phase="play")


def lines(state: State) -> list[str]:
    """What may be decided, as lines."""
    return [str(option) for option in state.legal()]


def faces(state: State) -> dict[str, str]:
    """What lies at each of the sixteen places, the cage apart."""
    return {
        lies.place: lies.face
        for lies in state.expected_pieces()
        if lies.place in (*RING, *INNER) and lies.kind != "cage"
    }


def pool(state: State) -> Pool:
    """What is drawn from next."""
    chance = state.awaits
    assert isinstance(chance, Chance)
    return chance.pools[0]


def sharks(state: State) -> str:
    """The places of the hungry sharks, in a line."""
    return " ".join(place for place, face in faces(state).items() if face == "hungry")


def divers(state: State) -> str:
    """Who swims at inner-0 to inner-3, injured ones with a `!`."""
    at = {lies.place: lies for lies in state.expected_pieces() if lies.kind.startswith("diver-")}
    names = [
        at[place].kind.removeprefix("diver-") + "!" * (at[place].face == "injured") if place in at else "-"
        for place in INNER
    ]
    return " ".join(names)


def cage(state: State) -> str:
    """Where the cage lies."""
    return next((lies.place for lies in state.expected_pieces() if lies.kind == "cage"), "")


def rules(state: State) -> list[str]:
    """The rulings that the last event's reasons cite."""
    return [reason.rule for reason in state.why()]


def start(players: int, options: Mapping[str, object] | None = None) -> HaiNoon:
    """A game before the hands are dealt."""
    state = GAME.start(players, options)
    assert isinstance(state, HaiNoon)
    return state


def started(players: int, seed: int = 1, **options: object) -> HaiNoon:
    """A game with the hands dealt."""
    random, state = Random(seed), start(players, options)
    while isinstance(state.awaits, Chance):
        state = do(state, str(deal(state.awaits, random)))
    return state
