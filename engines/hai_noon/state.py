"""The state of Hai Noon, whole: rulings HN-1 to HN-15, in both worlds.

Hands told (`hands=open`) or not (`hands=hidden`, the device beside a real table), it is the same code: a spectator's
view of an open game equals the hidden game at every step.

A turn: back from camouflage (`return`), a card (`play`), its action (`act`), after a third card the `attack`, in which
the bitten seats answer one by one and then the sharks act, and the cards (`draw`).
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from engines.core import BLANK, Awaits, Event, Expected, IllegalEvent, Options, Over, Reason, Turn, said
from engines.hai_noon.board import INJURED, INNER, RING, SIDES
from engines.hai_noon.cards import Cards
from engines.hai_noon.deck import DIVERS
from engines.hai_noon.position import Position
from engines.hai_noon.rules import lay_out, settle
from engines.hai_noon.steps.moves import legal
from engines.hai_noon.steps.step import lay, step
from engines.hai_noon.steps.turn import chance
from engines.once import cards_at, for_a_match, once


@for_a_match(1 << 8)
def _ring(sharks: tuple[bool, ...]) -> tuple[Expected, ...]:
    """The tiles of the sharks, as shared values."""
    return tuple(
        Expected(place, "shark", "hungry" if hungry else "full") for place, hungry in zip(RING, sharks, strict=True)
    )


@dataclass(frozen=True)
class HaiNoon(Position):
    """Where a game stands. The fields are those of Position."""

    @property
    def awaits(self) -> Awaits:
        """A decision, the cards drawn, or the end. In an attack: of any bitten seat that may answer."""
        if self.phase in ("deal", "draw"):
            return chance(self)
        if self.phase == "over":
            return Over(self.winners)
        return Turn(self.deciders())

    @once
    def legal(self) -> tuple[Event, ...]:
        """Every decision with every target. Of blanks: whatever the cards not yet seen allow."""
        return legal(self)

    def apply(self, event: Event) -> HaiNoon:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        after = step(self, event)
        assert isinstance(after, HaiNoon)  # every step is a replace() of this state
        return after

    def scores(self) -> tuple[int, ...]:
        """Bites that the divers of each seat can still take, the last one included."""
        return tuple(sum(self.board.health[d] for d in self.rules.own(seat)) for seat in range(self.rules.seats))

    @once
    def expected_pieces(self) -> tuple[Expected, ...]:
        """The table. A place without a piece is empty; nothing is said of the tiles of camouflaged divers.

        Sharks at `ring-0`..`ring-11` (kind `shark`, face `full` or `hungry`); divers at `inner-0`..`inner-3` (kind
        `diver-<colour>`, face `healthy` or `injured`); the cage (kind `cage`, face `cage`) at its diver's place, else
        `beside`, or nowhere while its diver is camouflaged; cards (kind `card`) at `north`, `east`, `south`,
        `west` in the order they were laid, and on top of the pile at `discard`, ?? where an eliminated player's hand
        covers it.
        """
        return (*self._tiles(), *self._laid())

    def _tiles(self) -> Iterator[Expected]:
        board = self.board
        yield from _ring(board.sharks)
        for place, diver in zip(INNER, board.square, strict=True):
            if diver is not None:
                hurt = board.health[diver] <= INJURED and self.rules.owners[diver] is not None
                yield Expected(place, f"diver-{DIVERS[diver]}", "injured" if hurt else "healthy")
        if board.cage is None:
            yield Expected("beside", "cage", "cage")
        elif board.cage in board.square:
            yield Expected(INNER[board.square.index(board.cage)], "cage", "cage")

    def _laid(self) -> Iterator[Expected]:
        for name, cards in zip(SIDES, self.cards.sides, strict=True):
            yield from cards_at(name, cards)
        if self.cards.top:
            yield Expected("discard", "card", self.cards.top, free=True)

    def why(self) -> tuple[Reason, ...]:
        """What the last event did, with the rulings."""
        return self.reasons

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Cards laid at a side where they may not go (HN-3)."""
        if self.phase != "play":
            return ()
        allowed, cards = set(self.legal()), self.cards.holdable(self.seat)
        every = (Event("play", self.seat, (card, side)) for card in cards for side in SIDES)
        return tuple(event for event in every if event not in allowed)

    def apply_anyway(self, event: Event) -> HaiNoon:
        """The state with a card at a side where it may not go."""
        if event not in self.likely_mistakes():
            raise IllegalEvent(said("only a card laid at the wrong side can be let stand"), "HN-3")
        after = lay(self, event.items[0], SIDES.index(event.items[1]))
        assert isinstance(after, HaiNoon)
        return after

    @property
    def position_key(self) -> HaiNoon:
        """The state without its reasons."""
        return self.replace(reasons=())

    def view(self, seat: int | None) -> HaiNoon:
        """What `seat` may know: other hands, and cards discarded unseen, as blanks. None: a spectator."""
        return self.replace(cards=self.cards.view(seat))

    def public(self, event: Event) -> Event:
        """The next event with blanks for the cards drawn."""
        return event_seen_by(self, event, None)

    @property
    def acting_seat(self) -> int:
        """Whose turn it is; while dealing, who is dealt to."""
        return self.seat

    @property
    def draw_pile(self) -> int:
        """Cards left in the draw pile."""
        return self.cards.pile

    @property
    def discard_pile(self) -> tuple[str, ...]:
        """Cards discarded in sight of all; a BLANK on top where an eliminated player's hand covers them."""
        return (*self.cards.discard, BLANK) if self.cards.top == BLANK else self.cards.discard


def begin(players: int, options: Options) -> HaiNoon:
    """The first state, before the cards are dealt. `options` has every option with a value."""
    rules = settle(players, options)
    known = options["hands"] == "open"
    cards = Cards(hands=((),) * players, open=(known,) * players)
    return HaiNoon(rules=rules, board=lay_out(rules, options), cards=cards, opening=players)


def event_seen_by(state: HaiNoon, event: Event, seat: int | None) -> Event:
    """The event as `seat` sees it happen in `state`: cards that another draws as blanks. None: a spectator."""
    if event.seat is None and seat != state.seat:
        return Event(event.kind, None, (BLANK,) * len(event.items))
    return event
