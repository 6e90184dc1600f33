"""Where a game of Hold Your Breath! stands, with open hands or with blanks.

The Dive Deck is only a number: which cards lie in it follows from counting those that are seen. So a state with all
hands open, the view of one player and the state beside a real table (every hand blank) are one class and one code, and
no view can leak a card through the deck.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import lru_cache

from engines.core import BLANK, Awaits, BadEvent, Chance, Event, Expected, IllegalEvent, Over, Pool, Reason, State, Turn
from engines.hold_your_breath import ends, plays, told, turns
from engines.hold_your_breath.rules import HoldYourBreathRules

Hand = tuple[str, ...]
"""Names of cards in ascending order; `??` for each that is not known."""
Laid = tuple[str, str]
"""A Panic before a player: the card, and `up`, `down` (only its owner knows it) or `known` (face down, but seen)."""


@dataclass(frozen=True, slots=True)
class HoldYourBreath(State):
    """A game as it stands. Tuples are by seat unless they say otherwise; depths are counted in spaces."""

    rules: HoldYourBreathRules
    step: str
    """What comes next: one of `AWAITED`."""
    seat: int
    """Whose turn it is."""
    first: int
    """The seat with which the rounds of this phase begin."""
    hands: tuple[Hand, ...]
    open: tuple[bool, ...]
    """Whether the cards of that hand are known here."""
    deck: int
    """Cards left in the Dive Deck."""
    pile: tuple[str, ...]
    """The discard pile, top card last."""
    panics: tuple[tuple[Laid, ...], ...]
    sharks: tuple[tuple[str, ...], ...]
    depths: tuple[int, ...]
    anchors: tuple[int, ...] = ()
    """Empty in the Descent."""
    air: int = 0
    """Spaces' worth of Air played in this turn; `swum` likewise."""
    swum: int = 0
    draws: tuple[tuple[int, int], ...] = ()
    """Who must draw how many cards, in this order, before it goes on with `then`."""
    then: str = ""
    rows: tuple[tuple[str, str], ...] = ()
    """The cards of this turn that still lie where they were played: row (air, swim, action) and card."""
    laid: tuple[int, ...] = ()
    """Where in the pile these are, counted from its lowest card: by the rules they are there already."""
    swept: tuple[str, ...] = ()
    """Those of which any may lie on top of the discard pile: swept there from the rows, or discarded just before."""
    hits: tuple[int, ...] = ()
    """Seats that must discard one of their five cards."""
    drawer: int = -1
    """Who drew the last card of the Dive Deck; -1 as long as some are left."""
    up: tuple[int, ...] = ()
    """Seats whose pirates came up in the Ascent, first one first."""
    notes: tuple[told.Note, ...] = ()
    """What the last event did; never a card that somebody may not see."""

    # -- what must happen

    @property
    def awaits(self) -> Awaits:
        """A decision, cards from the Dive Deck, a Panic card turned up, lots, or the end."""
        match self.step:
            case "over":
                return Over(ends.winners(self))
            case "hit":
                return Turn(self.hits)
            case "draw":
                seat, count = self.draws[0]
                return Chance("draw", (Pool("card", count, self._drawable(seat), replace=False),))
            case "reveal":
                return Chance("reveal", (Pool("card", 1, self._covered(), replace=False),))
            case "lot":
                seats = tuple((str(seat), 1) for seat in turns.shallowest(self))
                return Chance("lot", (Pool("seat", 1, seats, replace=False),))
        return Turn((self.seat,))

    def legal(self) -> tuple[Event, ...]:
        """Every decision that may be taken; out of a hand of blanks, with every card that may be in it."""
        seat = self.seat
        match self.step:
            case "play":
                return plays.fair(self) + (say("end", seat),) * turns.lacks_air(self, seat)
            case "breath":
                breathe = (say("breathe", seat),) * turns.has_air(self, seat)
                return breathe + (self._each("panic", seat) if turns.lacks_air(self, seat) else ())
            case "gasp":
                return self._each("panic", seat)
            case "hit":
                return tuple(event for hit in self.hits for event in self._each("discard", hit))
            case "refill":
                keep = (say("keep", seat),) * (self.rules.optional_refill and self.deck > 0)
                return (*self._each("discard", seat), say("done", seat), *keep)
        return ()

    def apply(self, event: Event) -> HoldYourBreath:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        self._read(event)
        action = STEPS.get((self.step, event.kind))
        if action is None:
            text, rule = AWAITED[self.step]
            raise IllegalEvent(text.format(seat=self.seat), rule)
        awaits = self.awaits if self.step in ("draw", "reveal", "lot", "hit") else Turn((self.seat,))
        if isinstance(awaits, Chance):
            self._check_chance(awaits.pools[0], event)
        elif isinstance(awaits, Turn) and event.seat not in awaits.seats:
            who = "nobody" if event.seat is None else f"seat {event.seat}"
            raise IllegalEvent(f"seat {awaits.seat} decides now, not {who}", AWAITED[self.step][1])
        return action(self, event)

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Swims beyond the Air, in Panic or before a Shark; a second Panic or Shark where one is enough."""
        return plays.slips(self) if self.step == "play" else ()

    def apply_anyway(self, event: Event) -> HoldYourBreath:
        """The state after a play that the rulings forbid and the group lets stand."""
        if event not in self.likely_mistakes():
            raise IllegalEvent("only a Swim, a Panic or a Shark out of order can be let stand", "HB-3")
        return plays.play(self, event, strict=False)

    # -- what is known

    def unseen(self) -> dict[str, int]:
        """How many of each card are not seen yet: those of the Dive Deck and all blanks together."""
        counts = dict(self.rules.counts)
        for zone in (*self.hands, self.pile, *self.sharks):
            for card in zone:
                if card != BLANK:
                    counts[card] -= 1
        for laid in self.panics:
            for card, _ in laid:
                if card != BLANK:
                    counts[card] -= 1
        return counts

    def holds(self, seat: int) -> tuple[str, ...]:
        """The different cards in a hand; those that may be in it where it is blank."""
        hand = self.hands[seat]
        if self.open[seat] or not hand:
            return tuple(dict.fromkeys(hand))
        unseen, airy = self.unseen(), self.rules.airy
        with_air, without = not self.airless(seat), self.spare(unseen) > 0
        return tuple(c for c, count in unseen.items() if count > 0 and (with_air if c in airy else without))

    def airless(self, seat: int) -> bool:
        """Whether the player has just said to have no Air in hand: the turn's playing is over without any (HB-4)."""
        return seat == self.seat and self.step in ("gasp", "refill") and not self.air

    def spare(self, unseen: dict[str, int]) -> int:
        """How many cards without Air are `unseen` and do not lie face down: those were laid for want of Air (HB-4)."""
        airy = self.rules.airy
        covered = sum(card == BLANK for laid in self.panics for card, _ in laid)
        return sum(count for card, count in unseen.items() if card not in airy) - covered

    def check_holds(self, seat: int, card: str) -> None:
        """Raises BadEvent for what is no card, IllegalEvent for one that cannot be in that hand."""
        if card not in self.rules.counts:
            raise BadEvent(f"{card} is not the name of a card")
        if self.open[seat]:
            if card not in self.hands[seat]:
                raise IllegalEvent(f"seat {seat} has no {card} in hand", "HB-3")
        elif not self.hands[seat]:
            raise IllegalEvent(f"seat {seat} has no card left", "HB-3")
        elif self.unseen()[card] <= 0:
            raise IllegalEvent(f"all {self.rules.counts[card]} {card} have been seen", "HB-1")
        elif self.airless(seat) and card in self.rules.airy:
            raise IllegalEvent(f"seat {seat} played no Air, so {card} cannot be in that hand", "HB-4")
        elif card not in self.rules.airy and self.spare(self.unseen()) <= 0:
            raise IllegalEvent(f"every card without Air that is not seen lies face down, so {card} does too", "HB-4")

    def without(self, seat: int, card: str) -> tuple[Hand, ...]:
        """The hands after `seat` gave up `card`, or a blank for it."""
        hand = list(self.hands[seat])
        hand.remove(card if self.open[seat] else BLANK)
        return (*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :])

    def view(self, seat: int | None) -> HoldYourBreath:
        """The state as `seat` (None: everybody) may see it: other hands and their face-down Panics are blanks."""
        seats = range(self.rules.players)
        return replace(
            self,
            open=tuple(self.open[s] and s == seat for s in seats),
            hands=tuple(hand if s == seat else (BLANK,) * len(hand) for s, hand in enumerate(self.hands)),
            panics=tuple(
                laid if s == seat else tuple((BLANK if how == "down" else card, how) for card, how in laid)
                for s, laid in enumerate(self.panics)
            ),
        )

    def sees(self, event: Event, seat: int | None) -> Event:
        """The next event as `seat` (None: everybody) may see it: blanks for cards drawn or laid face down by others."""
        actor = self.draws[0][0] if event.kind == "draw" else event.seat
        if event.kind not in ("draw", "panic") or actor == seat:
            return event
        return Event(event.kind, event.seat, (BLANK,) * len(event.items))

    def public(self, event: Event) -> Event:
        """The next event with blanks for cards drawn or laid face down."""
        return self.sees(event, None)

    @property
    def acting_seat(self) -> int:
        """Whose turn it is; who draws, while cards are drawn."""
        return self.draws[0][0] if self.step == "draw" else self.seat

    @property
    def draw_pile(self) -> int:
        """Cards left in the Dive Deck."""
        return self.deck

    @property
    def discard_pile(self) -> tuple[str, ...]:
        """The discard pile without the cards that lie in rows still."""
        return told.discards(self)

    # -- what is shown

    def scores(self) -> tuple[int, ...]:
        """The depth that counts for each seat as it stands; below 0: how far from the Surface (HB-15)."""
        return ends.scores(self)

    def expected_pieces(self) -> tuple[Expected, ...]:
        """Cards in rows and before players, the top of the discard pile, pirates and anchors on the Depth Board."""
        return told.shows(self)

    @property
    def position_key(self) -> HoldYourBreath:
        """The state without its notes, and without the order of cards that may lie in any."""
        tops = tuple(sorted(told.tops(self)))
        pile, then = (*sorted(self.pile), *tops), self.then if self.draws else ""
        return replace(self, notes=(), rows=tuple(sorted(self.rows)), laid=(), pile=pile, swept=(), then=then)

    def why(self) -> tuple[Reason, ...]:
        """What the last event did, with the rulings."""
        return told.why(self)

    # -- inner parts

    def _read(self, event: Event) -> None:
        """Raises BadEvent for what is no event of this game at any moment: kind, seat or a word unknown."""
        if event.kind not in KINDS:
            raise BadEvent(f"there is no event {event.kind!r:.80} in this game")
        if event.seat is not None and event.seat not in range(self.rules.players):
            raise BadEvent(f"there is no seat {event.seat} with {self.rules.players} players; seats count from 0")
        for item in event.items:
            if item not in self.rules.words:
                raise BadEvent(f"{item!r:.80} is no card of this deck, and nothing that it could be played for")

    def _each(self, kind: str, seat: int) -> tuple[Event, ...]:
        """One event for every card that `seat` may give up; cards laid face down out of a blank hand stay blanks."""
        cards = (BLANK,) if kind == "panic" and not self.open[seat] else self.holds(seat)
        return tuple(say(kind, seat, card) for card in cards)

    def _drawable(self, seat: int) -> tuple[tuple[str, int], ...]:
        """What `seat` may draw: any card not seen, or a blank if this hand is not shown."""
        if not self.open[seat]:
            return ((BLANK, self.deck),)
        return tuple((card, count) for card, count in self.unseen().items() if count > 0)

    def _covered(self) -> tuple[tuple[str, int], ...]:
        """What the player's face-down Panic may be: only cards without Air are laid for want of it (HB-4)."""
        card = self.panics[self.seat][-1][0]
        if card != BLANK:
            return ((card, 1),)
        return tuple((c, count) for c, count in self.unseen().items() if count > 0 and c not in self.rules.airy)

    def _check_chance(self, pool: Pool, event: Event) -> None:
        """Refuses an outcome that the pool cannot give."""
        rule = AWAITED[self.step][1]
        if event.seat is not None:
            raise IllegalEvent(f"{event.kind} is nobody's decision: it comes without a seat", rule)
        if len(event.items) != pool.count:
            raise IllegalEvent(f"{pool.count} must come, not {len(event.items)}", rule)
        left = dict(pool.faces)
        for item in event.items:
            if left.get(item, 0) <= 0:
                raise IllegalEvent(self._impossible(item, pool), rule)
            left[item] -= 1

    def _impossible(self, item: str, pool: Pool) -> str:
        if item == BLANK:
            return "this hand is open here: the cards drawn need their names"
        if pool.faces[0][0] == BLANK:
            return f"this hand is hidden here: nobody can know that {item} was drawn"
        if pool.kind == "seat":
            return f"seat {item} is not among the shallowest"
        if self.step == "reveal":
            return f"the card that lies face down cannot be {item}"
        return f"of {self.rules.counts[item]} {item} only {dict(pool.faces).get(item, 0)} have not been seen"


@lru_cache(maxsize=4096)
def say(kind: str, seat: int, *items: str) -> Event:
    """An event, made once: the same few are listed at every step."""
    return Event(kind, seat, items)


AWAITED = {
    "draw": ("cards are to be drawn from the Dive Deck first", "HB-5"),
    "reveal": ("the face-down Panic that is discarded must be turned up first", "HB-7"),
    "lot": ("lots must decide first who begins the Ascent", "HB-12"),
    "breath": ("seat {seat} first says whether there is Air in hand", "HB-4"),
    "play": ("seat {seat} is playing cards: play one, or end the playing", "HB-3"),
    "hit": ("players with exactly five cards must discard one first", "HB-9"),
    "gasp": ("seat {seat} played no Air and must lay a card face down as a Panic first", "HB-4"),
    "refill": ("seat {seat} has ended playing: discard cards, or be done and draw", "HB-5"),
    "over": ("the game has ended", "HB-13"),
}
"""Per step: what an event that does not fit is answered, with the ruling."""

STEPS: dict[tuple[str, str], Callable[[HoldYourBreath, Event], HoldYourBreath]] = {
    ("draw", "draw"): turns.draw,
    ("reveal", "reveal"): turns.reveal,
    ("lot", "lot"): turns.lot,
    ("breath", "breathe"): turns.breathe,
    ("breath", "panic"): turns.gasp,
    ("play", "play"): plays.play,
    ("play", "end"): turns.end,
    ("hit", "discard"): turns.forced,
    ("gasp", "panic"): turns.gasp,
    ("refill", "discard"): turns.discard,
    ("refill", "done"): turns.done,
    ("refill", "keep"): turns.keep,
}
"""What may happen at which step, and what it does."""
KINDS = frozenset(kind for _, kind in STEPS)
