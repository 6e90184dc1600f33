"""Where a game of Hold Your Breath! stands, as plain data: what the plays and the turns read and change.

The Dive Deck is only a number: which cards lie in it follows from counting those that are seen. So a state with all
hands open, the view of one player and the state beside a real table (every hand blank) are one class and one code, and
no view can leak a card through the deck.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from engines.core import BLANK, BadEvent, IllegalEvent, State, said
from engines.hold_your_breath.rules import HoldYourBreathRules
from engines.once import once

Hand = tuple[str, ...]
"""Names of cards in ascending order; `??` for each that is not known."""
Laid = tuple[str, str]
"""A Panic before a player: the card, and `up`, `down` (only its owner knows it) or `known` (face down, but seen)."""
Note = tuple[str | int, ...]
"""What a state remembers of its last event: a key of `reasons.SENTENCES`, a seat, more numbers; never a card."""


@dataclass(frozen=True)
class DivePosition(State):
    """The fields of the state. Tuples are by seat unless they say otherwise; depths are counted in spaces."""

    rules: HoldYourBreathRules = field(hash=False)
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
    notes: tuple[Note, ...] = ()
    """What the last event did; never a card that somebody may not see."""

    @once
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
                raise IllegalEvent(said("seat {seat} has no {card} in hand", seat=seat, card=card), "HB-3")
        elif not self.hands[seat]:
            raise IllegalEvent(said("seat {seat} has no card left", seat=seat), "HB-3")
        elif self.unseen()[card] <= 0:
            raise IllegalEvent(
                said("all {number} {card} have been seen", number=self.rules.counts[card], card=card), "HB-1"
            )
        elif self.airless(seat) and card in self.rules.airy:
            raise IllegalEvent(
                said("seat {seat} played no Air, so {card} cannot be in that hand", seat=seat, card=card), "HB-4"
            )
        elif card not in self.rules.airy and self.spare(self.unseen()) <= 0:
            raise IllegalEvent(
                said("every card without Air that is not seen lies face down, so {card} does too", card=card), "HB-4"
            )

    def without(self, seat: int, card: str) -> tuple[Hand, ...]:
        """The hands after `seat` gave up `card`, or a blank for it."""
        hand = list(self.hands[seat])
        hand.remove(card if self.open[seat] else BLANK)
        return (*self.hands[:seat], tuple(hand), *self.hands[seat + 1 :])
