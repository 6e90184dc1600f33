"""A player that plays by itself as a beginner would: sees only its own cards, grabs what is worth most to it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import cast

from engines.core import Event, State, Turn
from engines.splash_down.hands import unseen
from engines.splash_down.scoring import CREATURE_POINTS, SET_BONUS, best_tails
from engines.splash_down.sets import Cards, loose
from engines.splash_down.state import SplashDown


@dataclass(frozen=True, slots=True)
class SplashDownWeights:
    """What the policy `sensible` goes by."""

    min_whale_share: float = 0.35
    """The least share of whales among the cards not seen at which it thinks of calling Fluke."""
    p_call: float = 0.15
    """How often it then calls."""
    p_block: float = 0.7
    """How often it plays a Block that it wants to play."""
    good_points: int = 10
    """What a card must be worth to spend an action on it."""
    action_points: int = 4
    """What an unplayed action is worth."""


WEIGHTS = SplashDownWeights()


def sensible(state: State, random: Random) -> Event:
    """The policy `sensible`. Where several seats may decide, each is asked in random order whether it will."""
    state, awaits = cast(SplashDown, state), state.awaits
    assert isinstance(awaits, Turn)
    moves = state.legal()
    if state.step.name not in ("open", "answer"):
        seat = awaits.seat
        return _CHOICES[state.step.name](state.view(seat), seat, moves, random)
    for seat in random.sample(awaits.seats, len(awaits.seats)):
        wish = _act if state.step.name == "open" else _block
        if event := wish(state.view(seat), seat, [move for move in moves if move.seat == seat], random):
            return event
    return moves[0]


def worth(state: SplashDown, seat: int, card: str) -> float:
    """About what a card is worth to a seat that can see `state`."""
    own = tuple(c for c in (*state.hands[seat], *state.areas[seat]) if c in state.rules.deck.facts)
    fact = state.rules.deck.facts.get(card)
    if fact is None or not fact.colour:
        return 0 if fact and fact.kind == "endgame" else WEIGHTS.action_points
    if not fact.side:
        others = own.count(card) - (card in state.hands[seat])
        return CREATURE_POINTS + (SET_BONUS if others == 2 else 2 * others)
    if fact.digit is None:
        left, right = best_tails(state.rules, state.areas)
        return WEIGHTS.good_points if min(left, right) < 0 else (10 * left + right) / 2
    mates = [f for f in (state.rules.deck.facts[c] for c in own) if f.species == fact.species and f.side != fact.side]
    mate = max((f.digit or 0 for f in mates), default=-1)
    tens, units = (fact.digit, mate) if fact.side == "left" else (mate, fact.digit)
    return 10 * tens + units if mate >= 0 else 2 + 2 * tens if fact.side == "left" else 4


def _act(state: SplashDown, seat: int, moves: list[Event], random: Random) -> Event | None:
    """Does the seat call, or play an action now? None: it lets the game go on."""
    for move in moves:
        if move.kind == "fluke" and _whales(state) >= WEIGHTS.min_whale_share and random.random() < WEIGHTS.p_call:
            return move
    plays = [move for move in moves if move.kind.startswith("play")]
    best = max(plays, key=lambda move: _gain(state, seat, move), default=None)
    return best if best and _gain(state, seat, best) >= WEIGHTS.good_points else None


def _whales(state: SplashDown) -> float:
    """The share of whales among the cards that nobody has seen."""
    out = {card: count for card, count in unseen(state).items() if card != "breach"}
    whales = sum(count for card, count in out.items() if state.rules.deck.kind[card] == "whale")
    return whales / max(1, sum(out.values()))


def _gain(state: SplashDown, seat: int, move: Event) -> float:
    """About what an action would bring the seat."""
    card, *aim = move.items
    if card == "current":
        return WEIGHTS.good_points
    if card == "net":
        return _net_gain(state, seat, aim[0])
    if card in ("steal", "scavenge"):
        return worth(state, seat, aim[-1]) if aim[-1] in state.rules.deck.facts else WEIGHTS.good_points / 2
    return WEIGHTS.good_points if card == "study" else 0


def _net_gain(state: SplashDown, seat: int, species: str) -> float:
    """What a Net takes from the others' scoring areas, less what it takes from one's own cards."""

    def caught(cards: Cards) -> float:
        return sum(worth(state, seat, c) for c in loose(state.rules, cards) if state.rules.deck.species[c] == species)

    own = tuple(sorted(c for c in state.hands[seat] if c in state.rules.deck.species))
    others = sum(caught(area) for other, area in enumerate(state.areas) if other != seat)
    return others - caught(own) - caught(state.areas[seat])


def _block(state: SplashDown, seat: int, moves: list[Event], random: Random) -> Event | None:
    """Blocks what would hit the seat, and Blocks against its own action; settles when asked, else lets it pass."""
    step, blocks = state.step, [move for move in moves if move.kind != "settle"]
    hit = seat != step.seat and (step.card == "current" or _is_hit(state, seat, step.aim))
    wanted = hit if step.blocks % 2 == 0 else seat == step.seat
    return blocks[0] if blocks and wanted and random.random() < WEIGHTS.p_block else None


def _is_hit(state: SplashDown, seat: int, aim: tuple[str, ...]) -> bool:
    if not aim:
        return False
    if aim[0].startswith("seat-"):
        return aim[0].startswith(f"seat-{seat}/")
    return _net_gain(state, seat, aim[0]) < 0


def _score(state: SplashDown, seat: int, moves: tuple[Event, ...], random: Random) -> Event:
    """Everything of the colours begun, then the new colour that is worth most."""
    cards = [move for move in moves if move.kind == "score"]
    colour = state.rules.deck.colour
    begun = {colour[card] for card in state.areas[seat] + state.laid[seat]}

    def value(move: Event) -> float:
        own = colour[move.items[0]]
        if own in begun:
            return 1000
        return sum(worth(state, seat, c) for c in state.hands[seat] if colour.get(c) == own)

    return max(cards, key=value, default=moves[-1])


def _least(state: SplashDown, seat: int, moves: tuple[Event, ...], random: Random) -> Event:
    """The card that the seat can best do without."""
    return min(moves, key=lambda move: worth(state, seat, move.items[0]))


def _most(state: SplashDown, seat: int, moves: tuple[Event, ...], random: Random) -> Event:
    """The card that the seat wants most."""
    return max(moves, key=lambda move: worth(state, seat, move.items[0]) if move.items else 0)


def _best_aim(state: SplashDown, seat: int, moves: tuple[Event, ...], random: Random) -> Event:
    """The action that must be used, where it brings most."""
    return max(moves, key=lambda move: _gain(state, seat, move))


def _order(state: SplashDown, seat: int, moves: tuple[Event, ...], random: Random) -> Event:
    """A Breach soon while there is much to score, late while there is not."""
    scorable = sum(card in state.rules.deck.colour for card in state.hands[seat])
    soon = 1 if scorable >= WEIGHTS.good_points / 2 else -1
    return max(moves, key=lambda move: -soon * (move.items.index("breach") if "breach" in move.items else 0))


def _first(state: SplashDown, seat: int, moves: tuple[Event, ...], random: Random) -> Event:
    """Where there is nothing to choose, or nobody knows."""
    return moves[0]


_CHOICES: dict[str, Callable[[SplashDown, int, tuple[Event, ...], Random], Event]] = {
    "score": _score,
    "limit": _least,
    "give": _least,
    "take": _most,
    "forced": _best_aim,
    "order": _order,
    "netted": _first,
    "reveal": _first,
}
