"""Tables of Splash Down for tests: hands and scored cards in a line of text, events in lines of text."""

from __future__ import annotations

from engines.core import Chance, Event, State
from engines.splash_down import GAME, SplashDown, under_way
from engines.splash_down.rules import settled


def cards(text: str) -> tuple[str, ...]:
    """The cards that a line names: `crab krill:3` is one Crab and three Krill."""
    found: list[str] = []
    for word in text.split():
        name, _, count = word.partition(":")
        found += [name] * int(count or 1)
    return tuple(sorted(found))


def table(
    *hands: str,
    areas: tuple[str, ...] = (),
    discards: str = "",
    breaches: int = 0,
    turn: int = 0,
    drawn: str = "",
    **options: object,
) -> SplashDown:
    """A game under way. `areas` may be shorter than the hands; the rest have scored nothing."""
    scored = [cards(areas[seat]) if seat < len(areas) else () for seat in range(len(hands))]
    return under_way(
        settled(GAME.settle(options)),
        [cards(hand) for hand in hands],
        scored,
        tuple(discards.split()),
        breaches,
        turn,
        drawn,
    )


def event(line: str) -> Event:
    """The event that a line of text tells: `play @0: net crab`."""
    head, _, items = line.partition(":")
    kind, _, seat = head.partition(" @")
    return Event(kind, int(seat) if seat else None, tuple(items.split()))


def do(state: State, *lines: str) -> SplashDown:
    """The state after these events."""
    for line in lines:
        state = state.apply(event(line))
    assert isinstance(state, SplashDown)
    return state


def lines(state: State, kind: str = "") -> list[str]:
    """The legal decisions (of one kind) as lines."""
    return [str(move) for move in state.legal() if move.kind.startswith(kind)]


def asked(state: State) -> tuple[str, dict[str, int]]:
    """What chance is asked for: the event, and each card with its weight."""
    chance = state.awaits
    assert isinstance(chance, Chance)
    return chance.event, {face: weight for pool in chance.pools for face, weight in pool.faces}


def told(state: State) -> list[tuple[str, bool]]:
    """The rulings that the last event is explained by, and whether each is a house ruling."""
    return [(reason.rule, reason.house) for reason in state.why()]
