"""Tables of Hold Your Breath! for tests: laid in a line, played in lines."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace
from random import Random

from engines.core import BLANK, Chance, Event, Match, Over, State
from engines.dealer import deal
from engines.hold_your_breath import GAME, HoldYourBreath
from engines.hold_your_breath.rules import settle

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn")
FULL = "swim-5-draw swim-5-draw swim-5-panic swim-10-calm swim-10-calm"
"""A hand of five without Air that stops nobody."""


def event(line: str) -> Event:
    """The event that a line of text tells: `play @0: air-5-calm air-5`."""
    head, _, items = line.partition(":")
    kind, _, seat = head.partition(" @")
    return Event(kind, int(seat) if seat else None, tuple(items.split()))


def do(state: State, *lines: str) -> HoldYourBreath:
    """The state after these events."""
    for line in lines:
        state = state.apply(event(line))
    assert isinstance(state, HoldYourBreath)
    return state


def table(
    *hands: str,
    seat: int = 0,
    first: int = 0,
    depths: str = "",
    anchors: str = "",
    deck: int | None = None,
    pile: str = "",
    panics: Mapping[int, str] | None = None,
    sharks: Mapping[int, str] | None = None,
    air: int = 0,
    step: str = "play",
    drawer: int = -1,
    **options: object,
) -> HoldYourBreath:
    """A table at the play of `seat`. Depths and anchors are numbers of spaces; a Panic may be `card/down`.

    The cards that lie nowhere are in the Dive Deck; with `deck` so many, the others at the bottom of the discard pile.
    """
    players = len(hands)
    rules = settle(players, GAME.settle({"first": first, **options}))
    before = {s: tuple(_laid(card) for card in cards.split()) for s, cards in (panics or {}).items()}
    fins = {s: tuple(cards.split()) for s, cards in (sharks or {}).items()}
    known = [*pile.split(), *" ".join(hands).split(), *(c for laid in before.values() for c, _ in laid)]
    left = sorted((Counter(rules.counts) - Counter([*known, *(c for lie in fins.values() for c in lie)])).elements())
    count = len(left) if deck is None else deck
    return HoldYourBreath(
        rules,
        step=step,
        seat=seat,
        first=first,
        hands=tuple(tuple(sorted(hand.split())) for hand in hands),
        open=(True,) * players,
        deck=count,
        pile=(*left[count:], *pile.split()),
        panics=tuple(before.get(s, ()) for s in range(players)),
        sharks=tuple(fins.get(s, ()) for s in range(players)),
        depths=tuple(map(int, depths.split())) or (0,) * players,
        anchors=tuple(map(int, anchors.split())),
        air=air,
        drawer=drawer,
    )


def _laid(text: str) -> tuple[str, str]:
    card, _, how = text.partition("/")
    return card, how or "up"


def lines(state: State, kind: str = "") -> list[str]:
    """The legal events as text; those of one kind."""
    return [str(legal) for legal in state.legal() if legal.kind == (kind or legal.kind)]


def told(state: State) -> list[str]:
    """The rulings of the last event's reasons; `*` marks house rulings."""
    return [reason.rule + "*" * reason.house for reason in state.why()]


def choose(state: State, random: Random) -> Event:
    """The next event of a game played at random."""
    awaits = state.awaits
    return deal(awaits, random) if isinstance(awaits, Chance) else random.choice(state.legal())


def random_game(players: int, seed: int, options: Mapping[str, object] | None = None, policy: str = "random") -> Match:
    """A whole game from a seed."""
    random = Random(seed)
    match = Match.begin(GAME, NAMES[:players], options or {})
    state, states = match.state, [match.state]
    events: list[Event] = []
    while not isinstance(awaits := state.awaits, Over):
        assert len(events) < 5_000, "the game does not end"
        event = deal(awaits, random) if isinstance(awaits, Chance) else GAME.policies[policy](state, random)
        state = state.apply(event)
        events.append(event)
        states.append(state)
    return replace(match, events=tuple(events), seatings=match.seatings * len(states), states=tuple(states))


def hidden(state: State) -> HoldYourBreath:
    """The same table with every hand blank."""
    view = state.view(None)
    assert isinstance(view, HoldYourBreath)
    return view


def blanks(count: int) -> str:
    """So many blanks."""
    return " ".join([BLANK] * count)


def at(state: HoldYourBreath, **changes: object) -> HoldYourBreath:
    """The state with some fields as said."""
    return replace(state, **changes)  # type: ignore[arg-type]
