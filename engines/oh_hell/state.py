"""Oh Hell, whole: rulings OH-1 to OH-8.

A deal: cards are dealt (`deal`) and one is turned up (`turn`); seat by seat says how many tricks it will take (`bid`);
then tricks are played (`play`). Hands may be blanks: then any card may be played that nobody has seen, unless its
player has shown to have none of its suit.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from engines.core import (
    BLANK,
    Awaits,
    BadEvent,
    Chance,
    Event,
    Expected,
    IllegalEvent,
    Options,
    Over,
    Reason,
    State,
    Turn,
    counted,
    said,
)
from engines.french.cards import CARDS, SUITS, high, suit
from engines.french.hands import Hands, check_cards, check_chance, dealt, holds, replaced, turned, without
from engines.oh_hell.rules import EVENTS, MOST_CARDS, OhHellRules, sizes
from engines.once import decision, once

AWAITED = {
    "deal": (said("the cards are to be dealt"), "OH-1"),
    "turn": (said("a card is to be turned up for trump"), "OH-2"),
    "bid": (said("seat {seat} first bids"), "OH-3"),
    "play": (said("seat {seat} is to play a card"), "OH-5"),
    "over": (said("the game has ended"), "OH-8"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""
NUMBERS = frozenset(map(str, range(MOST_CARDS + 1)))
TURNED = "turned"
"""Where the card lies that makes the trump."""


@dataclass(frozen=True)
class OhHell(State):
    """Where a game stands."""

    rules: OhHellRules
    score: tuple[int, ...]
    open: tuple[bool, ...]
    """Whether the hand of a seat is known."""
    dealer: int
    deals: int = 0
    """Deals that are over."""
    phase: str = "deal"
    """What comes next, a key of AWAITED."""
    seat: int = 0
    """Whose turn it is to bid or to play."""
    hands: Hands = ()
    turned: str = ""
    """The card turned up; "" before it is."""
    bids: tuple[int, ...] = ()
    """Tricks that each seat bid, from the dealer's left on, as far as they have."""
    won: tuple[int, ...] = ()
    """Tricks of each seat in this deal."""
    trick: tuple[str, ...] = ()
    """The cards of the trick, in the order in which they were played."""
    shown: tuple[str, ...] = ()
    """The cards that lay open in this deal."""
    voids: tuple[tuple[int, str], ...] = ()
    """(seat, suit): who has shown to have none of it."""
    table: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    # -- what must happen

    @property
    def size(self) -> int:
        """Cards that each hand had in this deal."""
        return self.rules.sizes[min(self.deals, len(self.rules.sizes) - 1)]

    @property
    def trump(self) -> str:
        """The suit that is trump; "" where there is none."""
        return suit(self.turned) if self.turned and self.rules.trump else ""

    @property
    def awaits(self) -> Awaits:
        """Cards dealt or turned up, a bid, a card played, or the end."""
        match self.phase:
            case "over":
                return Over(tuple(seat for seat, held in enumerate(self.score) if held == max(self.score)))
            case "deal":
                return dealt("deal", self.size * len(self.score), all(self.open))
            case "turn":
                return turned("turn", self.hands, frozenset())
        return Turn((self.seat,))

    @once
    def legal(self) -> tuple[Event, ...]:
        """The bids that may be said, or the cards that may be played."""
        if self.phase == "bid":
            barred = self.size - sum(self.bids) if self._bars else None
            return tuple(decision("bid", self.seat, str(n)) for n in range(self.size + 1) if n != barred)
        if self.phase != "play":
            return ()
        return tuple(decision("play", self.seat, card) for card in self._playable(self.seat))

    @property
    def _bars(self) -> bool:
        """Whether the hook bars a bid now: the last to bid may not make all bids the number of tricks (OH-4)."""
        return self.rules.hook and len(self.bids) == len(self.score) - 1

    def _playable(self, seat: int) -> tuple[str, ...]:
        """The cards of a hand that follow suit, else all of them (OH-5); of a hidden one those that it may hold."""
        held = holds(self.hands[seat], self.shown)
        own = tuple(card for card in held if (seat, suit(card)) not in self.voids) or held  # somebody revoked before
        if not self.trick or not self.open[seat]:
            return own
        follow = tuple(card for card in own if suit(card) == suit(self.trick[0]))
        return follow or own

    # -- what happens

    def apply(self, event: Event) -> OhHell:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        self._check(event)
        awaits = self.awaits
        if isinstance(awaits, Chance):
            check_chance(awaits.pools[0], event, AWAITED[self.phase][1])
        return STEPS[self.phase](self, event)

    def _check(self, event: Event) -> None:
        if event.kind not in EVENTS:
            raise BadEvent(f"Oh Hell has no event {event.kind!r:.40}; it has {', '.join(EVENTS)}")
        if event.seat is not None and not 0 <= event.seat < len(self.score):
            raise BadEvent(f"{event}: there is no seat {event.seat}")
        if (event.seat is None) != (event.kind in ("deal", "turn")):
            raise BadEvent(f"{event}: a seat is named where a seat decides, and only there")
        check_cards(event, NUMBERS if event.kind == "bid" else frozenset((BLANK,)))
        if event.kind in ("bid", "play") and (
            len(event.items) != 1 or (event.kind == "bid") == (event.items[0] in CARDS)
        ):
            raise BadEvent(f"{event}: {'a number of tricks is bid' if event.kind == 'bid' else 'one card is played'}")
        text, rule = AWAITED[self.phase]
        if event.kind != self.phase or event.seat not in (None, self.seat):
            raise IllegalEvent(text.format(seat=self.seat), rule)

    def _deal(self, event: Event) -> OhHell:
        count, players = self.size, len(self.score)
        hands = tuple(event.items[seat * count : (seat + 1) * count] for seat in range(players))
        return self.replace(
            phase="turn", hands=hands, turned="", bids=(), won=(0,) * players, shown=(), voids=(),
            table=(), reasons=(),
        )  # fmt: skip

    def _turn(self, event: Event) -> OhHell:
        card = event.items[0]
        told = (
            Reason(said("{suit} are trump", suit=said(suit(card))), "OH-2")
            if self.rules.trump
            else Reason(said("there is no trump"), "OH-2", True)
        )
        return self.replace(
            phase="bid", seat=self._left, turned=card, shown=(card,), reasons=(told,),
            table=(Expected(TURNED, "card", card, fresh=True),),
        )  # fmt: skip

    @property
    def _left(self) -> int:
        """The seat at the dealer's left."""
        return (self.dealer + 1) % len(self.score)

    def bid_of(self, seat: int) -> int | None:
        """What a seat has bid in this deal; None if nothing yet."""
        place = (seat - self._left) % len(self.score)
        return self.bids[place] if place < len(self.bids) else None

    def _bid(self, event: Event) -> OhHell:
        number = int(event.items[0])
        if number > self.size:
            raise IllegalEvent(
                counted(
                    "there is {count} trick, not {number}",
                    "there are {count} tricks, not {number}",
                    self.size,
                    number=number,
                ),
                "OH-3",
            )
        if self._bars and sum(self.bids) + number == self.size:
            raise IllegalEvent(said("all bids together may not be {tricks}", tricks=self.size), "OH-4")
        bids, lying = (*self.bids, number), tuple(piece._replace(fresh=False) for piece in self.table)
        done = len(bids) == len(self.score)
        seat = self._left if done else (self.seat + 1) % len(self.score)
        return self.replace(bids=bids, phase="play" if done else "bid", seat=seat, table=lying, reasons=())

    def _play(self, event: Event) -> OhHell:
        seat, card = self.seat, event.items[0]
        self._check_play(seat, card)
        trick, voids = (*self.trick, card), self.voids
        if self.trick and suit(card) != suit(self.trick[0]):
            voids = tuple(sorted({*voids, (seat, suit(self.trick[0]))}))
        before = self.table if self.trick else tuple(piece for piece in self.table if not piece.free)
        lying = tuple(piece._replace(fresh=False) for piece in before)
        hands = replaced(self.hands, seat, without(self.hands[seat], card))
        state = self.replace(
            trick=trick, voids=voids, shown=(*self.shown, card), hands=hands,
            seat=(seat + 1) % len(self.score), table=(*lying, Expected(f"seat-{seat}/trick", "card", card, fresh=True)),
            reasons=(),
        )  # fmt: skip
        return state._taken(seat) if len(trick) == len(self.score) else state

    def _check_play(self, seat: int, card: str) -> None:
        if card in self.shown:
            raise IllegalEvent(said("{card} has been seen in this deal", card=card), "OH-5")
        if card not in holds(self.hands[seat], self.shown):
            raise IllegalEvent(said("seat {seat} does not hold {card}", seat=seat, card=card), "OH-5")
        if card in self._playable(seat):
            return
        if (seat, suit(card)) in self.voids:
            raise IllegalEvent(
                said("seat {seat} did not follow {suit} before, and so has none", seat=seat, suit=said(suit(card))),
                "OH-5",
            )
        if self.trick:
            raise IllegalEvent(
                said("seat {seat} has {suit} and must follow", seat=seat, suit=said(suit(self.trick[0]))), "OH-5"
            )

    def _taken(self, last: int) -> OhHell:
        """A trick is full: its winner leads next, or the deal is over (OH-6)."""
        best = self.best
        winner = (last + 1 + self.trick.index(best)) % len(self.score)
        won = (*self.won[:winner], self.won[winner] + 1, *self.won[winner + 1 :])
        table = tuple(piece._replace(free=piece.place != TURNED) for piece in self.table)
        told = Reason(said("{card} takes the trick", card=best), "OH-6", seat=winner)
        state = self.replace(won=won, trick=(), seat=winner, table=table, reasons=(told,))
        return state._scored() if sum(won) == self.size else state

    def _beats(self, card: str) -> tuple[bool, bool, int]:
        """What a card of the trick is ranked by: trump, then the suit that was led."""
        return suit(card) == self.trump, suit(card) == suit(self.trick[0]), high(card)

    @property
    def best(self) -> str:
        """The card that would take the trick as it lies; "" where nobody has led."""
        return max(self.trick, key=self._beats, default="")

    def leads_with(self, card: str) -> bool:
        """Whether a card would win the trick as it lies, if it were played now."""
        if not self.trick:
            return True
        return max((*self.trick, card), key=self._beats) == card

    def _scored(self) -> OhHell:
        """The deal is over: what each seat scores, the next dealer, or the end (OH-7, OH-8)."""
        seats = range(len(self.score))
        bids = [self.bid_of(seat) or 0 for seat in seats]
        gained = [self.rules.points(bid, won) for bid, won in zip(bids, self.won, strict=True)]
        told = tuple(
            Reason(said("bid {bid}, took {won}", bid=bid, won=self.won[seat]), "OH-7", seat=seat, points=gained[seat])
            for seat, bid in enumerate(bids)
        )
        deals, over = self.deals + 1, self.deals + 1 == len(self.rules.sizes)
        return self.replace(
            score=tuple(map(sum, zip(self.score, gained, strict=True))), deals=deals, phase="over" if over else "deal",
            dealer=(self.dealer + 1) % len(self.score), reasons=(*self.reasons, *told),
        )  # fmt: skip

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Cards of a suit that the seat did not follow before in this deal: it revoked then, or revokes now."""
        if self.phase != "play":
            return ()
        held = (card for card in holds(self.hands[self.seat], self.shown) if (self.seat, suit(card)) in self.voids)
        return tuple(decision("play", self.seat, card) for card in held)

    def apply_anyway(self, event: Event) -> OhHell:
        """The state after such a card, which the group lets stand."""
        if event not in self.likely_mistakes():
            raise IllegalEvent(said("only a card of a suit that was not followed before can be let stand"), "OH-5")
        return self.replace(
            voids=tuple(void for void in self.voids if void != (self.seat, suit(event.items[0])))
        )._play(event)

    # -- what is shown

    def view(self, seat: int | None) -> OhHell:
        """The state as `seat` (None: everybody) may see it: the other hands are blanks."""
        seats = range(len(self.score))
        return self.replace(
            open=tuple(self.open[s] and s == seat for s in seats),
            hands=tuple(hand if s == seat else (BLANK,) * len(hand) for s, hand in enumerate(self.hands)),
        )

    def public(self, event: Event) -> Event:
        """The next event as everybody sees it: cards are dealt face down."""
        return event._replace(items=(BLANK,) * len(event.items)) if event.kind == "deal" else event

    def scores(self) -> tuple[int, ...]:
        """Points of each seat, without those of this deal."""
        return self.score

    def expected_pieces(self) -> tuple[Expected, ...]:
        """The card turned up, and the cards of the trick before those who played them."""
        return self.table

    def why(self) -> tuple[Reason, ...]:
        """What the last event did, with the rulings."""
        return self.reasons

    @property
    def position_key(self) -> OhHell:
        """The state without what was said of the last event."""
        return self.replace(reasons=(), table=tuple(piece._replace(fresh=False) for piece in self.table))

    @property
    def acting_seat(self) -> int:
        """Whose turn it is; the dealer's, while cards are dealt."""
        return self.dealer if self.phase in ("deal", "turn") else self.seat


STEPS: dict[str, Callable[[OhHell, Event], OhHell]] = {
    "deal": OhHell._deal,
    "turn": OhHell._turn,
    "bid": OhHell._bid,
    "play": OhHell._play,
    "over": OhHell._deal,
}
"""What the event does that each phase awaits."""


def begin(players: int, options: Options) -> OhHell:
    """The first state. Raises BadEvent if the seat that should deal first does not play."""
    first = int(options["first"])
    if first >= players:
        raise BadEvent(f"option first: there is no seat {first} with {players} players; seats count from 0")
    rules = OhHellRules(
        sizes(players, int(options["most"]), str(options["deals"])),
        options["trump"] == "turned",
        bool(options["hook"]),
        str(options["scoring"]),
        first,
    )
    return OhHell(rules, (0,) * players, (options["hands"] == "open",) * players, first, seat=first)


def sensible(state: State, random: Random) -> Event:
    """Bids what its high cards and trumps promise; takes tricks until it has them, then ducks."""
    assert isinstance(state, OhHell)
    legal = state.legal()
    if state.phase == "bid":
        hand = holds(state.hands[state.seat], state.shown) if state.open[state.seat] else ()
        sure = sum(high(card) >= 13 or suit(card) == state.trump for card in hand)
        return min(legal, key=lambda event: abs(int(event.items[0]) - min(sure, state.size)))
    wants = (state.bid_of(state.seat) or 0) > state.won[state.seat]
    takes = [event for event in legal if state.leads_with(event.items[0])]
    ducks = [e for e in legal if e not in takes]
    ranked = (takes or ducks) if wants else (ducks or takes)
    return (max if wants and takes else min)(
        ranked, key=lambda event: (high(event.items[0]), SUITS.index(suit(event.items[0])))
    )
