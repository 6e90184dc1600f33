"""Who is in danger at the next attack, and how the sharks stand: counted exactly from what the given state knows."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import comb

from engines.core import BLANK, Event
from engines.hai_noon.board import MIDDLES, RING, SIDES
from engines.hai_noon.cards import CARDS_TO_ATTACK
from engines.hai_noon.deck import DIVERS
from engines.hai_noon.position import Position
from engines.hai_noon.steps.moves import legal
from engines.hai_noon.steps.step import step
from engines.hai_noon.steps.turn import pass_on


@dataclass(frozen=True, slots=True)
class Side:
    """One side of the square as it stands."""

    name: str
    colour: str
    """The colour that lies there; "" if any may be laid."""
    missing: int
    """Cards until it attacks: 1 is one card short."""
    sharks: tuple[tuple[str, bool], ...]
    """Its two middle sharks: place, and whether hungry."""
    bites: tuple[str, ...]
    """The divers that an attack would bite as the tiles lie now, one in the cage included."""


@dataclass(frozen=True, slots=True)
class Danger:
    """A diver that the next card may have bitten."""

    diver: str
    seat: int
    chance: float
    """That the player whose card is next holds one by which the diver can be bitten, harpoons not counted."""


@dataclass(frozen=True, slots=True)
class AttackReach:
    """What players want to know before the next card."""

    hungry: tuple[str, ...]
    """Places of the hungry sharks."""
    sides: tuple[Side, ...]
    dangers: tuple[Danger, ...]
    """Every diver that can be hurt, with its chance; empty while cards are dealt and after the end."""


def reach(p: Position) -> AttackReach:
    """The reach of `p`: give a seat's view (or a spectator's) for what that seat may know.

    Blanks are taken as drawn from the cards not seen, which is exact until the discard pile is shuffled for the first
    time. In the first round, where a card may depend on the rest of a hand (HN-3), the chance is an upper bound.
    """
    hungry = tuple(RING[ring] for ring, shark in enumerate(p.board.sharks) if shark)
    return AttackReach(hungry, tuple(_side(p, side) for side in range(4)), tuple(_dangers(p)))


def _side(p: Position, side: int) -> Side:
    cards, board = p.cards, p.board
    return Side(
        SIDES[side],
        cards.colours()[side],
        max(CARDS_TO_ATTACK + cards.idle[side] - len(cards.sides[side]), 0),
        tuple((RING[ring], board.sharks[ring]) for ring, _ in MIDDLES[side]),
        tuple(DIVERS[diver] for _, diver in board.bites(side)),
    )


def _dangers(p: Position) -> Iterator[Danger]:
    if p.phase in ("deal", "over"):
        return
    chances = _bitten_now(p) if p.phase == "attack" or (p.phase == "act" and p.cards.third(p.side)) else _bitten_next(p)
    for diver, owner in enumerate(p.rules.owners):
        if owner is not None and p.board.health[diver]:
            yield Danger(DIVERS[diver], owner, chances.get(diver, 0.0))


def _bitten_now(p: Position) -> dict[int, float]:
    """An attack is on, or comes after the action that is performed now: who can be bitten in it."""
    ends = [p] if p.phase == "attack" else [after for act in legal(p) for after in outcomes(p, act)]
    return {diver: 1.0 for end in ends for diver in bitten(end)}


def _bitten_next(p: Position) -> dict[int, float]:
    """By diver the chance that the next player to lay a card holds one that can have it bitten."""
    mover = p if p.phase in ("return", "play") else pass_on(p, ())
    starts = [mover]
    while starts[0].phase == "return":
        starts = [step(start, event) for start in starts for event in legal(start)]
    cards: dict[int, set[str]] = {}
    for start in starts:
        for event in legal(start):
            for end in outcomes(start, event):
                for diver in bitten(end):
                    cards.setdefault(diver, set()).add(event.items[0])
    return {diver: _chance_to_hold(mover, held) for diver, held in cards.items()}


def outcomes(p: Position, event: Event) -> Iterator[Position]:
    """The positions after `event` and, if a card was played, after each way to perform its action."""
    after = step(p, event)
    if after.phase != "act":
        yield after
    else:
        yield from (step(after, act) for act in legal(after))


def bitten(p: Position) -> tuple[int, ...]:
    """The divers that the attack now on would hurt without a harpoon."""
    saved = (*p.saved, p.board.cage)
    bites = p.board.bites(p.side) if p.phase == "attack" else ()
    return tuple(diver for _, diver in bites if diver not in saved)


def _chance_to_hold(p: Position, cards: set[str]) -> float:
    """The chance that the seat whose turn it is holds at least one of `cards`."""
    hand, left = p.cards.hands[p.seat], p.cards.left()
    if cards & set(hand):
        return 1.0
    rest, wanted, blanks = sum(left.values()), sum(left[card] for card in cards), hand.count(BLANK)
    return 1 - comb(rest - wanted, blanks) / comb(rest, blanks)
