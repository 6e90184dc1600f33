"""Whole games between policies, from a seed. Pure: nothing is printed, no clock is read."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from random import Random

from engines.core import BadEvent, Chance, Event, Game, Match, Over, Policy, State
from engines.dealer import deal


@dataclass(frozen=True, slots=True)
class SimulationLimits:
    """How long a game is followed."""

    max_events: int = 10_000
    """Events after which a game is left unfinished (the dice tray has no end of its own)."""


LIMITS = SimulationLimits()


@dataclass(frozen=True, slots=True)
class Result:
    """How a simulated game went; not `over` if it was left unfinished."""

    game: int
    seed: str
    over: bool
    winners: tuple[int, ...]
    scores: tuple[int, ...]
    events: int


def policies_named(game: Game, names: Sequence[str], players: int) -> tuple[Policy, ...]:
    """One policy a seat. `names`: one for all, or one a seat; none: the first. Raises BadEvent for unknown names."""
    names = names or [next(iter(game.policies))]
    for name in names:
        if name not in game.policies:
            raise BadEvent(f"{game.title} has no policy {name!r}; it has {', '.join(game.policies)}")
    if len(names) not in (1, players):
        raise BadEvent(f"name one policy for all or one for each of the {players} seats, not {len(names)}")
    return tuple(game.policies[names[seat % len(names)]] for seat in range(players))


def moves(state: State, policies: Sequence[Policy], random: Random) -> Iterator[tuple[Event, State]]:
    """Plays on from `state`: each event with the state after it, until the game is over."""
    while not isinstance(awaits := state.awaits, Over):
        if isinstance(awaits, Chance):
            event = deal(awaits, random)
        else:
            event = policies[random.choice(awaits.seats)](state, random)
        state = state.apply(event)
        yield event, state


def simulate(
    game: Game,
    players: int,
    games: int,
    seed: int,
    options: Mapping[str, object] | None = None,
    policies: Sequence[str] = (),
    max_events: int = LIMITS.max_events,
) -> Iterator[Result]:
    """Results of `games` games. Game k of a seed is the same whatever `games` is. Raises BadEvent as `start` does.

    `players` 0: by turns all numbers of players, and rules drawn at random in each game.
    """
    for number in range(games):
        own_seed = f"{seed}/{number}"
        seats, chosen = (
            (players, dict(options or {})) if players else drawn_rules(game, number, own_seed, options or {})
        )
        playing = policies_named(game, policies, seats)
        start = game.start(seats, chosen)
        yield _finish(number, own_seed, start, islice(moves(start, playing, Random(own_seed)), max_events))


def drawn_rules(
    game: Game, number: int, seed: str, options: Mapping[str, object], numbers: bool = True
) -> tuple[int, dict[str, object]]:
    """How many play game `number`, and by which rules: each option that is left open is drawn in every other game.

    Who begins, and whose cards are open, are left as they are: they make no other rules. Without `numbers` so are
    those that are any number, targets above all: the game is about as long as it mostly is.
    """
    random = Random(f"{seed}/rules")
    open_ones = [o for o in game.options if o.name not in {*options, "first", "hands"}]
    drawn_ones = [o for o in open_ones if numbers or not isinstance(o.values, range)]
    drawn = {o.name: random.choice(o.values) for o in drawn_ones if random.random() < 0.5}
    return game.seats[number % len(game.seats)], {**options, **drawn}


def _finish(number: int, seed: str, state: State, steps: Iterator[tuple[Event, State]]) -> Result:
    count = 0
    for _, after in steps:
        state, count = after, count + 1
    over = state.awaits
    winners = over.winners if isinstance(over, Over) else ()
    return Result(number, seed, isinstance(over, Over), winners, state.scores(), count)


def play(
    game: Game,
    names: tuple[str, ...],
    seed: int | str,
    options: Mapping[str, object] | None = None,
    policies: Sequence[str] = (),
    max_events: int = LIMITS.max_events,
) -> Match:
    """One whole match, all its events kept (as `simulate` plays it, with the seed that a Result names)."""
    match = Match.begin(game, names, options)
    playing = policies_named(game, policies, len(names))
    return match.play(*(event for event, _ in islice(moves(match.state, playing, Random(seed)), max_events)))
