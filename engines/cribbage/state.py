"""Cribbage for two, whole: rulings CB-1 to CB-7.

A deal: six cards each (`deal`), two of each go face down to the dealer's crib (`discard`), the starter is turned up
(`starter`), cards are laid in turn up to 31 (`lay`, `go`), then both hands and the crib (`crib`) are counted. Each lays
the cards before itself, face up; they stay there, so that all hands lie open when they are counted.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations
from random import Random

from engines.core import (
    BLANK,
    Awaits,
    BadEvent,
    Event,
    Expected,
    IllegalEvent,
    Option,
    Options,
    Over,
    Reason,
    State,
    Turn,
)
from engines.cribbage.counting import MOST, Counted, pegged, show, total
from engines.french.cards import CARDS, PIPS
from engines.french.hands import Hands, check_cards, check_chance, dealt, holds, replaced, turned, without
from engines.names import face_of
from engines.once import decision, once

SEATS = range(2, 3)
DEALT, KEPT = 6, 4
"""Cards that each is dealt, and keeps."""
EVENTS = {
    "deal": "six cards each are dealt face down (?? where nobody shows them)",
    "discard": "the seat lays two cards to the crib, face down",
    "starter": "the starter is turned up",
    "lay": "the seat lays a card before itself, and adds it to the count",
    "go": "the seat can lay no card without going over 31",
    "crib": "the dealer lays a card of the crib open",
}
OPTIONS = (
    Option("hands", "open", ("open", "hidden"), "hidden: nobody shows this device a hand"),
    Option("target", 121, (121, 61), "points that win: twice round the board, or once", "CB-7"),
    Option("first", 0, (0, 1), "the seat that deals first", "CB-1"),
)
AWAITED = {
    "deal": ("the cards are to be dealt", "CB-1"),
    "discard": ("both first lay two cards to the crib", "CB-2"),
    "starter": ("the starter is to be turned up", "CB-3"),
    "lay": ("seat {seat} is to lay a card, or to say go", "CB-4"),
    "crib": ("the crib is to be turned up", "CB-6"),
    "over": ("the game has ended", "CB-7"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""
STARTER, CRIB = "starter", "crib"
"""The places of the starter and of the crib."""


@dataclass(frozen=True)
class Cribbage(State):
    """Where a game stands."""

    target: int
    score: tuple[int, int]
    open: tuple[bool, bool]
    """Whether the hand of a seat is known."""
    dealer: int
    phase: str = "deal"
    """What comes next, a key of AWAITED."""
    seat: int = 0
    """Whose turn it is to discard or to lay."""
    hands: Hands = ((), ())
    crib: tuple[str, ...] = ()
    """What lies in the crib, blanks where nobody has seen it; turned up it comes to lie in `turned_up`."""
    starter: str = ""
    laid: Hands = ((), ())
    """The cards that each has laid before itself in this deal."""
    pile: tuple[str, ...] = ()
    """The cards that count together, the last laid last."""
    last: int = 0
    """Who laid the last card."""
    gone: bool = False
    """Whether the other seat has said go: who laid last goes on alone."""
    rooms: tuple[int, int] = (0, 0)
    """What each could have laid up to as it said go: so it holds no card that counts as little."""
    turned_up: tuple[str, ...] = ()
    """The cards of the crib that lie face up."""
    table: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    # -- what must happen

    @property
    def count(self) -> int:
        """What the cards laid add up to."""
        return sum(PIPS[card] for card in self.pile)

    @property
    def room(self) -> int:
        """What may still be added to the count."""
        return MOST - self.count

    @property
    def shown(self) -> frozenset[str]:
        """The cards that lay open in this deal."""
        starter = (self.starter,) if self.starter else ()
        return frozenset((*self.laid[0], *self.laid[1], *self.turned_up, *starter))

    @property
    def awaits(self) -> Awaits:
        """Cards dealt or turned up, a decision, or the end."""
        match self.phase:
            case "over":
                return Over((self.seat,))
            case "deal":
                return dealt("deal", 2 * DEALT, all(self.open))
            case "starter":
                return turned("starter", (*self.hands, self.crib), frozenset())
        return Turn((self.seat,))

    @once
    def legal(self) -> tuple[Event, ...]:
        """Two cards for the crib; the cards that may be laid, or go; a card of the crib."""
        seat = self.seat
        if self.phase == "discard":
            hand = self.hands[seat]
            pairs = combinations(sorted(hand, key=CARDS.index), 2) if self.open[seat] else [(BLANK, BLANK)]
            return tuple(decision("discard", seat, *pair) for pair in pairs)
        if self.phase == "crib":
            return tuple(decision("crib", seat, card) for card in holds(self.crib, self.shown))
        if self.phase != "lay":
            return ()
        may = tuple(card for card in holds(self.hands[seat], self.shown) if PIPS[card] <= self.room)
        fit = tuple(card for card in may if PIPS[card] > self.rooms[seat])
        may_go = bool(self.hands[seat]) and self.room < max(PIPS.values()) and (not fit or not self.open[seat])
        lays = fit if fit or may_go else may  # where nothing else fits, the go was a mistake
        return tuple(decision("lay", seat, card) for card in lays) + (decision("go", seat),) * may_go

    # -- what happens

    def apply(self, event: Event) -> Cribbage:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        self._check(event)
        return STEPS[event.kind](self.replace(reasons=()), event)

    def _check(self, event: Event) -> None:
        if event.kind not in EVENTS:
            raise BadEvent(f"Cribbage has no event {event.kind!r:.40}; it has {', '.join(EVENTS)}")
        if event.seat is not None and event.seat not in (0, 1):
            raise BadEvent(f"{event}: there is no seat {event.seat}")
        if (event.seat is None) != (event.kind in ("deal", "starter")):
            raise BadEvent(f"{event}: a seat is named where a seat decides, and only there")
        check_cards(event, frozenset((BLANK,)))
        text, rule = AWAITED[self.phase]
        if PHASES[event.kind] != self.phase or event.seat not in (None, self.seat):
            raise IllegalEvent(text.format(seat=self.seat), rule)
        if event.seat is None:
            check_chance(self.awaits.pools[0], event, rule)  # type: ignore[union-attr]  # chance has pools
        elif event not in self.legal():
            raise IllegalEvent(self._why_not(event), rule)

    def _why_not(self, event: Event) -> str:
        if event.kind == "go":
            return f"seat {self.seat} can lay a card: the count is {self.count}"
        if event.kind in ("lay", "crib") and len(event.items) == 1 and event.items[0] in CARDS:
            card = event.items[0]
            if card in self.shown:
                return f"{card} has been seen in this deal"
            if PIPS[card] <= self.rooms[self.seat]:
                return f"seat {self.seat} said go before, and so does not hold {card}"
            if event.kind == "crib":
                return f"{card} does not lie in the crib"
            over = self.count + PIPS[card]
            return f"{over} would be more than {MOST}" if over > MOST else f"seat {self.seat} does not hold {card}"
        return f"seat {self.seat} cannot do that with these cards"

    def _deal(self, event: Event) -> Cribbage:
        hands = (event.items[:DEALT], event.items[DEALT:])
        return self.replace(
            phase="discard", seat=1 - self.dealer, hands=hands, crib=(), starter="", laid=((), ()), pile=(), gone=False,
            turned_up=(), rooms=(0, 0), table=(),
        )  # fmt: skip

    def _discard(self, event: Event) -> Cribbage:
        hand = self.hands[self.seat]
        for card in event.items:
            hand = without(hand, card)
        crib = (*self.crib, *event.items)
        done = len(crib) == KEPT
        phase, seat = ("starter", self.seat) if done else ("discard", 1 - self.seat)
        return self.replace(hands=replaced(self.hands, self.seat, hand), crib=crib, phase=phase, seat=seat)

    def _turn(self, event: Event) -> Cribbage:
        card = event.items[0]
        table = (Expected(STARTER, "card", card, fresh=True),)
        state = self.replace(phase="lay", seat=1 - self.dealer, last=self.dealer, starter=card, table=table)
        heels = (("his heels", 2),) if face_of(card) == "jack" else ()
        return state._scored(self.dealer, heels, "CB-3")

    def _lay(self, event: Event) -> Cribbage:
        seat, card = self.seat, event.items[0]
        pile, hand = (*self.pile, card), without(self.hands[seat], card)
        lying = tuple(piece._replace(fresh=False) for piece in self.table)
        state = self.replace(
            pile=pile, hands=replaced(self.hands, seat, hand), laid=replaced(self.laid, seat, (*self.laid[seat], card)),
            last=seat, table=(*lying, Expected(f"seat-{seat}/laid", "card", card, fresh=True)),
        )  # fmt: skip
        counted = pegged(pile, state.count)
        if not any(state.hands) and state.count != MOST:
            counted = (*counted, ("the last card", 1))
        state = state._scored(seat, counted, "CB-4")
        return state if state.phase == "over" else state._next()

    def _next(self) -> Cribbage:
        """Who lays next: the other seat, unless it has said go or has no cards; after 31 a new count begins."""
        other = 1 - self.last
        if not any(self.hands):
            return self._counted()
        if self.count == MOST:
            return self.replace(pile=(), gone=False, seat=other if self.hands[other] else self.last)
        if not self.gone and self.hands[other]:
            return self.replace(seat=other)
        if self.hands[self.last]:
            return self.replace(seat=self.last, gone=True)
        return self._last_card()

    def _go(self, _: Event) -> Cribbage:
        """The seat can lay no card: the other goes on, or if it cannot either, its last card scores one (CB-5)."""
        room = max(self.room, self.rooms[self.seat])
        state = self.replace(rooms=(room, self.rooms[1]) if self.seat == 0 else (self.rooms[0], room))
        if self.seat == self.last or not self.hands[self.last]:
            return state._last_card()
        return state.replace(
            seat=self.last, gone=True, reasons=(Reason(f"go at {self.count}", "CB-5", seat=self.seat),)
        )

    def _last_card(self) -> Cribbage:
        """Nobody can lay to this count: who laid last scores one, and a new count begins with the other seat."""
        state = self._scored(self.last, (("the last card", 1),), "CB-5")
        other = 1 - self.last
        return (
            state.replace(pile=(), gone=False, seat=other if self.hands[other] else self.last)
            if state.phase != "over"
            else state
        )

    def _counted(self) -> Cribbage:
        """All cards are laid: the hands are counted, the dealer's last; then the crib is turned up (CB-6)."""
        state = self.replace(phase="crib", seat=self.dealer)
        for seat in (1 - self.dealer, self.dealer):
            if state.phase != "over":
                state = state._scored(seat, show(tuple(sorted(self.laid[seat])), self.starter), "CB-6", "hand: ")
        return state

    def _crib(self, event: Event) -> Cribbage:
        turned_up = (*self.turned_up, *event.items)
        lying = tuple(piece._replace(fresh=False) for piece in self.table)
        state = self.replace(
            turned_up=turned_up, table=(*lying, Expected(CRIB, "card", event.items[0], fresh=True)),
            crib=without(self.crib, event.items[0]),
        )  # fmt: skip
        if len(turned_up) < KEPT:
            return state
        state = state._scored(self.dealer, show(tuple(sorted(turned_up)), self.starter, True), "CB-6", "crib: ")
        if state.phase == "over":
            return state
        free = tuple(piece._replace(free=piece.place != STARTER) for piece in state.table)
        return state.replace(phase="deal", dealer=1 - self.dealer, seat=1 - self.dealer, table=free)

    def _scored(self, seat: int, counted: Counted, rule: str, what: str = "") -> Cribbage:
        """The points of a count go to a seat; who has the target has won at once (CB-7)."""
        points = total(counted)
        if not points and not what:
            return self
        text = what + (", ".join(f"{name} {each}" for name, each in counted) or "nothing")
        held = min(self.score[seat] + points, self.target)  # the last hole is the end of the board
        score = (held, self.score[1]) if seat == 0 else (self.score[0], held)
        reasons = (*self.reasons, Reason(text, rule, seat=seat, points=points))
        if held < self.target:
            return self.replace(score=score, reasons=reasons)
        won = Reason(f"{held} points: the game ends at once", "CB-7", seat=seat)
        return self.replace(score=score, phase="over", seat=seat, reasons=(*reasons, won))

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Cards that the seat could have laid as it said go."""
        if self.phase != "lay":
            return ()
        held = holds(self.hands[self.seat], self.shown)
        early = (card for card in held if PIPS[card] <= min(self.rooms[self.seat], self.room))
        return tuple(decision("lay", self.seat, card) for card in early)

    def apply_anyway(self, event: Event) -> Cribbage:
        """The state after such a card, which the group lets stand."""
        if event not in self.likely_mistakes():
            raise IllegalEvent("only a card that could have been laid instead of a go can be let stand", "CB-5")
        return self.replace(rooms=(0, 0), reasons=())._lay(event)

    # -- what is shown

    def view(self, seat: int | None) -> Cribbage:
        """The state as `seat` (None: everybody) may see it: other hands are blanks, and so is the crib."""
        return self.replace(
            open=(self.open[0] and seat == 0, self.open[1] and seat == 1),
            hands=tuple(hand if s == seat else (BLANK,) * len(hand) for s, hand in enumerate(self.hands)),
            crib=(BLANK,) * len(self.crib),
        )

    def public(self, event: Event) -> Event:
        """The next event as everybody sees it: cards are dealt and laid to the crib face down."""
        hidden = event.kind in ("deal", "discard")
        return event._replace(items=(BLANK,) * len(event.items)) if hidden else event

    def scores(self) -> tuple[int, ...]:
        """Points of each seat."""
        return self.score

    def expected_pieces(self) -> tuple[Expected, ...]:
        """The starter, the cards laid before each seat, and those of the crib once they are turned up."""
        return self.table

    def why(self) -> tuple[Reason, ...]:
        """What the last event did, with the rulings."""
        return self.reasons

    @property
    def position_key(self) -> Cribbage:
        """The state without what was said of the last event, and without the order of the crib."""
        lying = tuple(sorted(piece._replace(fresh=False) for piece in self.table))
        return self.replace(reasons=(), table=lying, turned_up=tuple(sorted(self.turned_up)))

    @property
    def acting_seat(self) -> int:
        """Whose turn it is; the dealer's, while cards are dealt or turned up."""
        return self.dealer if self.phase in ("deal", "starter") else self.seat


STEPS: dict[str, Callable[[Cribbage, Event], Cribbage]] = {
    "deal": Cribbage._deal,
    "discard": Cribbage._discard,
    "starter": Cribbage._turn,
    "lay": Cribbage._lay,
    "go": Cribbage._go,
    "crib": Cribbage._crib,
}
"""What each event does."""
PHASES = {kind: "lay" if kind == "go" else kind for kind in EVENTS}
"""In which phase an event may happen."""


def begin(players: int, options: Options) -> Cribbage:
    """The first state."""
    known, first = options["hands"] == "open", int(options["first"])
    return Cribbage(int(options["target"]), (0, 0), (known, known), first, seat=first)


def sensible(state: State, random: Random) -> Event:
    """Keeps the four cards that count most by themselves; lays what scores most, else the highest card."""
    assert isinstance(state, Cribbage)
    legal = state.legal()
    if state.phase == "discard" and state.open[state.seat]:
        return max(legal, key=lambda event: _kept_worth(state, event.items))
    lays = [event for event in legal if event.kind == "lay"]
    if not lays:
        return legal[-1]
    return max(lays, key=lambda event: _laid_worth(state, event.items[0]))


def _kept_worth(state: Cribbage, away: tuple[str, ...]) -> int:
    """What the four cards that are kept count by themselves: with one of them as the starter, fourfold counted."""
    kept = tuple(sorted(card for card in state.hands[state.seat] if card not in away))
    return total(show(kept[:3], kept[3])) + total(show(kept[1:], kept[0]))


def _laid_worth(state: Cribbage, card: str) -> tuple[int, int]:
    return total(pegged((*state.pile, card), state.count + PIPS[card])), PIPS[card]
