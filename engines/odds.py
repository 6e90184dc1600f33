"""What each choice is worth now: points of this turn, and the chance to win from here.

Of Shark Attacks! points are exact (shark_attacks/turn_value). The chance to win (shark_attacks/race) supposes that all
play for the most points of each turn from then on, and take a sign from any opponent's signs alike; seats are taken as
independent of each other, which costs about 0.01 of the chance (docs/odds.md). Other games say for themselves what is
exact. The first question about a game's rules and number of players takes a moment, later ones some milliseconds.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from operator import mul

from engines.core import Event, State
from engines.games import GAMES
from engines.pips.race import first_home
from engines.shark_attacks import SharkAttacks
from engines.shark_attacks.race import Race, other_turn, own_turn, race
from engines.shark_attacks.rules import OUT_OF_THROW, SharkAttacksRules
from engines.shark_attacks.turn_value import Spread, ends_again, ends_flight, ends_throw, goes_on


@dataclass(frozen=True, slots=True)
class Choice:
    """One legal decision and what it is worth to the seat.

    `points` this turn brings on average, `signs` the seat holds after it on average (nought in games without), `win` is
    its chance of the game.
    """

    event: Event
    points: float
    signs: float
    win: float


OWN = {type(game.start(game.seats[0])): game.odds for game in GAMES.values() if game.odds}
"""The games whose odds are their own, by what their states are."""


def choices(state: State) -> tuple[Choice, ...]:
    """What each legal decision is worth, in the order of `legal()`; () for other games, or where nobody decides."""
    if isinstance(state, SharkAttacks):
        return tuple(_choice(state, event) for event in state.legal())
    own = OWN.get(type(state))
    return tuple(Choice(event, points, 0.0, win) for event, points, win in own.choices(state)) if own else ()


def _choice(state: SharkAttacks, event: Event) -> Choice:
    after = state.apply(event)
    spread = {(state.swimmers, -1): 1.0} if event.kind == "bank" else rest(after if event.kind == "again" else state)
    held = _signs(state, state.seat)
    points = sum(points * p for (points, _), p in spread.items())
    signs = sum(own_turn(held, gained)[0] * p for (_, gained), p in spread.items())
    return Choice(event, points, signs, _shark_chances(after)[state.seat])


def chances(state: State) -> tuple[float, ...]:
    """Each seat's chance to win from here, at any moment of the game; () for games without such odds."""
    if isinstance(state, SharkAttacks):
        return _shark_chances(state)
    own = OWN.get(type(state))
    return own.chances(state) if own else ()


def _shark_chances(state: SharkAttacks) -> tuple[float, ...]:
    seats = range(len(state.score))
    match state.phase:
        case "over":
            return tuple(float(seat == state.seat) for seat in seats)
        case "first":
            begun = [replace(state, seat=seat, phase="enter") for seat in seats if state.opening[seat] != OUT_OF_THROW]
            return _mean([_shark_chances(start) for start in begun], [1] * len(begun))
        case "take":
            takes = state.legal()
            return _mean(
                [_shark_chances(state.apply(take)) for take in takes],
                [state.signs[int(take.items[0])] for take in takes],
            )
    return _wins(state, rest(state))


def rest(state: SharkAttacks) -> Spread:
    """How the turn ends from here under the points-optimal policy.

    Gives the chance of each (points of the whole turn, signs that it still gains or gives back).
    """
    rules, water = _plain(state.rules), (state.swimmers, len(state.kept), state.dice)
    match state.phase:
        case "decide" if water not in goes_on(rules):
            return {(state.swimmers, -1): 1.0}
        case "decide" | "event":
            return ends_again(rules, water)
        case "flee" | "take":
            flight = ends_flight(rules, state.dice, state.red, sum(state.escaped), bool(state.eaten))
            return {(points, gained + state.owed): p for (points, gained), p in flight.items()}
    return ends_throw(rules, water)


def _plain(rules: SharkAttacksRules) -> SharkAttacksRules:
    """The rules without what does not matter once a game has begun, so that games share what was computed."""
    return replace(rules, first=0, tie="again")


def _mean(rows: list[tuple[float, ...]], weights: list[int]) -> tuple[float, ...]:
    return tuple(sum(map(mul, column, weights)) / sum(weights) for column in zip(*rows, strict=True))


def _wins(state: SharkAttacks, spread: Spread) -> tuple[float, ...]:
    """Each seat's chance to win, where the turn ends as `spread` says and the others follow in order."""
    order, seat, wins = state.playing, state.seat, [0.0] * len(state.score)
    known = race(_plain(state.rules), len(order))
    turn = order.index(seat)
    others = [*order[turn + 1 :], *order[:turn]]
    for gained in {gained for _, gained in spread}:
        ends = {points: p for (points, also), p in spread.items() if also == gained}
        short = _short(state, known, gained, ends)
        wins[seat] += sum(ends.values()) - short[0]
        lines = [*(_others_short(state, known, gained, other, place) for place, other in enumerate(others)), short]
        for who, share in zip([*others, seat], first_home(lines), strict=True):
            wins[who] += share
    return tuple(wins)


def _short(state: SharkAttacks, known: Race, gained: int, ends: dict[int, float]) -> list[float]:
    """The chance that the turn ends so, and that the seat is still short of the target after n further turns."""
    need = state.rules.target - state.score[state.seat]
    signs = own_turn(_signs(state, state.seat), gained)
    lines = [(p, known.last[signs][need - points]) for points, p in ends.items() if points < need]
    return [sum(p * line[n] for p, line in lines) for n in range(known.rounds)]


def _others_short(state: SharkAttacks, known: Race, gained: int, seat: int, place: int) -> list[float]:
    """The chance that an opponent, `place` turns of others away, is short of the target after n of its turns."""
    move = other_turn(_signs(state, seat), state.signs[state.seat], gained)
    need = state.rules.target - state.score[seat]
    total = [0.0] * known.rounds
    for signs, p in move.items():
        for then, q in known.moved[place][signs].items():
            total = [so_far + p * q * chance for so_far, chance in zip(total, known.next[then][need], strict=True)]
    return total


def _signs(state: SharkAttacks, seat: int) -> tuple[int, int]:
    """Signs of a seat, and of all others together."""
    return state.signs[seat], sum(state.signs) - state.signs[seat]
