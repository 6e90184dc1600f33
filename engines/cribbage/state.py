"""Cribbage, whole: rulings CB-1 to CB-8.

A deal: cards for each (`deal`), some of each go face down to the dealer's crib (`discard`), the starter is turned up
(`starter`), cards are laid in turn up to 31 (`lay`, `go`), then all hands and the crib (`crib`) are counted. Each lays
the cards before itself, face up; they stay there, so that all hands lie open when they are counted. A side scores: a
player, or of four the two who sit opposite each other.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from itertools import combinations

from engines.core import (
    BLANK,
    Awaits,
    BadEvent,
    Event,
    Expected,
    IllegalEvent,
    Options,
    Over,
    Reason,
    State,
    Turn,
    said,
)
from engines.cribbage.counting import MOST, Counted, in_words, pegged, show, total
from engines.cribbage.rules import AWAITED, CRIB, DEALT, EVENTS, KEPT, PARTNERS, STARTER
from engines.french.cards import CARDS, PIPS
from engines.french.hands import Hands, check_cards, check_chance, dealt, holds, replaced, turned, without
from engines.names import face_of
from engines.once import decision, once


@dataclass(frozen=True)
class Cribbage(State):
    """Where a game stands."""

    target: int
    score: tuple[int, ...]
    """Points of each side."""
    open: tuple[bool, ...]
    """Whether the hand of a seat is known."""
    dealer: int
    phase: str = "deal"
    """What comes next, a key of AWAITED."""
    seat: int = 0
    """Whose turn it is to discard or to lay."""
    hands: Hands = ()
    crib: tuple[str, ...] = ()
    """What lies in the crib, blanks where nobody has seen it; turned up it comes to lie in `turned_up`."""
    starter: str = ""
    laid: Hands = ()
    """The cards that each has laid before itself in this deal."""
    pile: tuple[str, ...] = ()
    """The cards that count together, the last laid last."""
    last: int = 0
    """Who laid the last card."""
    gone: tuple[int, ...] = ()
    """The seats that have said go in this count: the others go on without them."""
    rooms: tuple[int, ...] = ()
    """What each could have laid up to as it said go: so it holds no card that counts as little."""
    turned_up: tuple[str, ...] = ()
    """The cards of the crib that lie face up."""
    table: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    # -- what must happen

    @property
    def players(self) -> int:
        """How many play."""
        return len(self.open)

    def side(self, seat: int) -> int:
        """The side that a seat scores for (CB-8)."""
        return seat % len(self.score)

    def _from(self, seat: int) -> tuple[int, ...]:
        """All seats in turn, from `seat` on."""
        return tuple((seat + step) % self.players for step in range(self.players))

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
        return frozenset((*(card for hand in self.laid for card in hand), *self.turned_up, *starter))

    @property
    def awaits(self) -> Awaits:
        """Cards dealt or turned up, a decision, or the end."""
        match self.phase:
            case "over":
                return Over(tuple(s for s in range(self.players) if self.side(s) == self.side(self.seat)))
            case "deal":
                return dealt("deal", DEALT[self.players] * self.players + self._extra, all(self.open))
            case "starter":
                return turned("starter", (*self.hands, self.crib), frozenset())
        return Turn((self.seat,))

    @property
    def _extra(self) -> int:
        """The cards that are dealt to the crib, so that it has four (CB-8)."""
        return KEPT - self.players * (DEALT[self.players] - KEPT)

    @once
    def legal(self) -> tuple[Event, ...]:
        """Cards for the crib; the cards that may be laid, or go; a card of the crib."""
        seat = self.seat
        if self.phase == "discard":
            hand = self.hands[seat]
            number = DEALT[self.players] - KEPT
            away = combinations(sorted(hand, key=CARDS.index), number) if self.open[seat] else [(BLANK,) * number]
            return tuple(decision("discard", seat, *cards) for cards in away)
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
        if event.seat is not None and event.seat not in range(self.players):
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
            return said("seat {seat} can lay a card: the count is {count}", seat=self.seat, count=self.count)
        if event.kind in ("lay", "crib") and len(event.items) == 1 and event.items[0] in CARDS:
            card = event.items[0]
            if card in self.shown:
                return said("{card} has been seen in this deal", card=card)
            if PIPS[card] <= self.rooms[self.seat]:
                return said("seat {seat} said go before, and so does not hold {card}", seat=self.seat, card=card)
            if event.kind == "crib":
                return said("{card} does not lie in the crib", card=card)
            over = self.count + PIPS[card]
            if over > MOST:
                return said("{points} would be more than {most}", points=over, most=MOST)
            return said("seat {seat} does not hold {card}", seat=self.seat, card=card)
        return said("seat {seat} cannot do that with these cards", seat=self.seat)

    def _deal(self, event: Event) -> Cribbage:
        number, none = DEALT[self.players], ((),) * self.players
        hands = tuple(event.items[seat * number : (seat + 1) * number] for seat in range(self.players))
        return self.replace(
            phase="discard", seat=self._from(self.dealer)[1], hands=hands, crib=event.items[number * self.players :],
            starter="", laid=none, pile=(), gone=(), turned_up=(), rooms=(0,) * self.players, table=(),
        )  # fmt: skip

    def _discard(self, event: Event) -> Cribbage:
        hand = self.hands[self.seat]
        for card in event.items:
            hand = without(hand, card)
        crib = (*self.crib, *event.items)
        done = len(crib) == KEPT
        phase, seat = ("starter", self.seat) if done else ("discard", self._from(self.seat)[1])
        return self.replace(hands=replaced(self.hands, self.seat, hand), crib=crib, phase=phase, seat=seat)

    def _turn(self, event: Event) -> Cribbage:
        card = event.items[0]
        table = (Expected(STARTER, "card", card, fresh=True),)
        state = self.replace(phase="lay", seat=self._from(self.dealer)[1], last=self.dealer, starter=card, table=table)
        heels = ((said("his heels"), 2),) if face_of(card) == "jack" else ()
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
            counted = (*counted, (said("the last card"), 1))
        state = state._scored(seat, counted, "CB-4")
        return state if state.phase == "over" else state._next()

    def _next(self) -> Cribbage:
        """Who lays next: the next seat that has cards and has not said go; after 31 a new count begins."""
        if not any(self.hands):
            return self._counted()
        if self.count == MOST:
            return self._new_count()
        return self._goes_on(self.last)

    def _goes_on(self, after: int) -> Cribbage:
        """The next seat after one that may lay to this count; where none may, who laid last scores one (CB-5)."""
        may = [seat for seat in self._from(after + 1) if self.hands[seat] and seat not in self.gone]
        return self.replace(seat=may[0]) if may else self._last_card()

    def _new_count(self) -> Cribbage:
        """A new count begins with the next seat after who laid last that has cards."""
        has = [seat for seat in self._from(self.last + 1) if self.hands[seat]]
        return self.replace(pile=(), gone=(), seat=has[0])

    def _go(self, _: Event) -> Cribbage:
        """The seat can lay no card: the others go on, or if none can, the last card scores one (CB-5)."""
        room = max(self.room, self.rooms[self.seat])
        rooms = (*self.rooms[: self.seat], room, *self.rooms[self.seat + 1 :])
        told = Reason(said("go at {count}", count=self.count), "CB-5", seat=self.seat)
        gone = tuple(sorted((*self.gone, self.seat)))
        return self.replace(rooms=rooms, gone=gone, reasons=(told,))._goes_on(self.seat)

    def _last_card(self) -> Cribbage:
        """Nobody can lay to this count: who laid last scores one, and a new count begins with the next seat."""
        state = self.replace(reasons=())._scored(self.last, ((said("the last card"), 1),), "CB-5")
        return state if state.phase == "over" else state._new_count()

    def _counted(self) -> Cribbage:
        """All cards are laid: the hands are counted, the dealer's last; then the crib is turned up (CB-6)."""
        state = self.replace(phase="crib", seat=self.dealer)
        for seat in self._from(self.dealer + 1):
            if state.phase != "over":
                state = state._scored(
                    seat, show(tuple(sorted(self.laid[seat])), self.starter), "CB-6", said("hand: {counted}")
                )
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
        state = state._scored(
            self.dealer, show(tuple(sorted(turned_up)), self.starter, True), "CB-6", said("crib: {counted}")
        )
        if state.phase == "over":
            return state
        free = tuple(piece._replace(free=piece.place != STARTER) for piece in state.table)
        dealer = self._from(self.dealer)[1]
        return state.replace(phase="deal", dealer=dealer, seat=dealer, table=free)

    def _scored(self, seat: int, counted: Counted, rule: str, what: str = "") -> Cribbage:
        """The points of a count go to a seat; who has the target has won at once (CB-7)."""
        points = total(counted)
        if not points and not what:
            return self
        text = said(what, counted=in_words(counted)) if what else in_words(counted)
        side = self.side(seat)
        held = min(self.score[side] + points, self.target)  # the last hole is the end of the board
        score = (*self.score[:side], held, *self.score[side + 1 :])
        partners = [other for other in range(self.players) if points and other != seat and self.side(other) == side]
        shared = (Reason(said("scored by the partner"), "CB-8", seat=other, points=points) for other in partners)
        reasons = (*self.reasons, *shared, Reason(text, rule, seat=seat, points=points))
        if held < self.target:
            return self.replace(score=score, reasons=reasons)
        won = Reason(said("{points} points: the game ends at once", points=held), "CB-7", seat=seat)
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
            raise IllegalEvent(said("only a card that could have been laid instead of a go can be let stand"), "CB-5")
        return self.replace(rooms=(0,) * self.players, reasons=())._lay(event)

    # -- what is shown

    def view(self, seat: int | None) -> Cribbage:
        """The state as `seat` (None: everybody) may see it: other hands are blanks, and so is the crib."""
        return self.replace(
            open=tuple(known and s == seat for s, known in enumerate(self.open)),
            hands=tuple(hand if s == seat else (BLANK,) * len(hand) for s, hand in enumerate(self.hands)),
            crib=(BLANK,) * len(self.crib),
        )

    def public(self, event: Event) -> Event:
        """The next event as everybody sees it: cards are dealt and laid to the crib face down."""
        hidden = event.kind in ("deal", "discard")
        return event._replace(items=(BLANK,) * len(event.items)) if hidden else event

    def scores(self) -> tuple[int, ...]:
        """Points of each seat's side."""
        return tuple(self.score[self.side(seat)] for seat in range(self.players))

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
    """The first state. Raises BadEvent if the seat that should deal first does not play."""
    known, first = options["hands"] == "open", int(options["first"])
    if first >= players:
        raise BadEvent(f"option first: there is no seat {first} with {players} players; seats count from 0")
    nobody, sides = ((),) * players, 2 if players == PARTNERS else players
    return Cribbage(
        int(options["target"]), (0,) * sides, (known,) * players, first, seat=first, hands=nobody, laid=nobody,
        rooms=(0,) * players,
    )  # fmt: skip
