"""Cards in hands, at the four sides and on the discard pile; what may be held, and where a card may go (HN-2, HN-3).

The draw pile is never kept: it is what the other places leave of the deck. A face nobody saw is core.BLANK, so the same
code counts with all cards known and with hands unseen. After a reshuffle the count does not know which of the unseen
cards lie in the pile and which in hands held since before: it allows what either could be.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace

from engines.core import BLANK
from engines.hai_noon.deck import COLOUR, COUNT, DECK_SIZE

HAND_SIZE = 3
"""Cards that a player draws up to (HN-2)."""
CARDS_TO_ATTACK = 3
"""The card of a side that brings the attack (HN-4)."""

Hand = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Cards:
    """Where the cards are."""

    hands: tuple[Hand, ...]
    """Per seat, in ascending order, BLANK for a card whose face is not known here."""
    open: tuple[bool, ...]
    """Per seat: whether the cards it draws are known here."""
    sides: tuple[Hand, ...] = ((), (), (), ())
    """North, east, south, west: the cards in the order they were laid."""
    idle: tuple[int, ...] = (0, 0, 0, 0)
    """Per side: how many of its first cards do not count to the third (house ruling on harpoons, HN-6)."""
    discard: Hand = ()
    """The cards discarded in sight of all since the last shuffle."""
    buried: Hand = ()
    """Cards of eliminated players, discarded unseen (HN-14)."""
    top: str = ""
    """The card on top of the discard pile; "" if there is none."""

    @property
    def pile(self) -> int:
        """Cards in the draw pile."""
        return DECK_SIZE - len(self.discard) - len(self.buried) - sum(map(len, self.hands)) - sum(map(len, self.sides))

    def left(self) -> dict[str, int]:
        """How many of each card are not known here to lie somewhere else: the pile, and what the blanks may be."""
        return self._without((*self.hands, self.buried))

    def unseen(self) -> dict[str, int]:
        """How many of each card nobody has seen on the table: the same for everybody."""
        return self._without(())

    def _without(self, known: Iterable[Hand]) -> dict[str, int]:
        left = COUNT.copy()
        left[BLANK] = 0
        for cards in (*known, *self.sides, self.discard):
            for card in cards:
                left[card] -= 1
        del left[BLANK]
        return left

    def holdable(self, seat: int) -> tuple[str, ...]:
        """Every card, each once, that the seat may hold as far as is known."""
        hand = self.hands[seat]
        if BLANK not in hand:
            return tuple(dict.fromkeys(hand))
        left = self.left()
        return tuple(card for card in COUNT if left[card] or card in hand)

    def holds(self, seat: int, card: str) -> bool:
        """Whether the seat may hold the card."""
        hand = self.hands[seat]
        return card in hand or (BLANK in hand and self.left()[card] > 0)

    def rest(self, seat: int, card: str) -> Hand:
        """The hand without that card; without one blank if the card is not among the known ones."""
        hand = self.hands[seat]
        out = hand.index(card if card in hand else BLANK)
        return hand[:out] + hand[out + 1 :]

    def colours(self) -> tuple[str, ...]:
        """Per side the colour of its first coloured card; "" without one (HN-3)."""
        return tuple(next((COLOUR[card] for card in side if COLOUR[card]), "") for side in self.sides)

    def room(self, card: str) -> tuple[int, ...]:
        """The sides where the colours allow the card (HN-3)."""
        colour, colours = COLOUR[card], self.colours()
        if not colour:
            return (0, 1, 2, 3)
        if colour in colours:
            return (colours.index(colour),)
        return tuple(side for side, other in enumerate(colours) if not other)

    def spots(self, seat: int, card: str, opening: bool) -> tuple[int, ...]:
        """The sides where the seat may lay the card; in the first round (`opening`) an empty one if possible (HN-3)."""
        room = self.room(card)
        if not opening:
            return room
        empty = tuple(side for side in room if not self.sides[side])
        return empty or (room if self._stuck(seat, card) else ())

    def _stuck(self, seat: int, card: str) -> bool:
        """Whether the rest of the hand may be all of colours that lie already: no card of it fits an empty side."""
        rest, lying = self.rest(seat, card), set(self.colours()) - {""}
        if any(COLOUR[other] not in lying for other in rest if other != BLANK):
            return False
        left = self.left()
        if card not in self.hands[seat]:
            left[card] -= 1
        return rest.count(BLANK) <= sum(count for other, count in left.items() if COLOUR[other] in lying)

    def lay(self, seat: int, card: str, side: int) -> Cards:
        """The card from the seat's hand on a side."""
        hands, sides = self.hands, self.sides
        return replace(
            self,
            hands=(*hands[:seat], self.rest(seat, card), *hands[seat + 1 :]),
            sides=(*sides[:side], (*sides[side], card), *sides[side + 1 :]),
        )

    def with_hand(self, seat: int, hand: Hand) -> Cards:
        """Another hand for the seat."""
        return replace(self, hands=(*self.hands[:seat], hand, *self.hands[seat + 1 :]))

    def third(self, side: int) -> bool:
        """Whether the last card laid on the side was its third (HN-4)."""
        return len(self.sides[side]) - self.idle[side] >= CARDS_TO_ATTACK

    def clear(self, side: int, counts: bool) -> Cards:
        """After an attack: the cards that brought it are discarded, harpoons of this attack stay (HN-6).

        `counts`: whether these harpoons count towards the next attack.
        """
        old, cards = CARDS_TO_ATTACK + self.idle[side], self.sides[side]
        stays = cards[old:]
        idle = 0 if counts else len(stays)
        return replace(
            self,
            sides=(*self.sides[:side], stays, *self.sides[side + 1 :]),
            idle=(*self.idle[:side], idle, *self.idle[side + 1 :]),
            discard=self.discard + cards[:old],
            top=cards[old - 1],
        )

    def bury(self, seats: Iterable[int], graves: bool) -> Cards:
        """The hands of these seats out of play, unseen (HN-14); `graves`: on the discard pile."""
        cards = self
        for seat in seats:
            hand = cards.hands[seat]
            hand = hand if all(cards.open) else (BLANK,) * len(hand)  # in a view also the own ones, as for the others
            cards = replace(cards.with_hand(seat, ()), buried=cards.buried + hand)
            cards = replace(cards, top=BLANK) if graves and hand else cards
        return cards

    def shuffled(self, graves: bool) -> Cards:
        """The discard pile as the new draw pile (HN-2); `graves`: with the cards of eliminated players."""
        return replace(self, discard=(), buried=() if graves else self.buried, top="")

    def drawn(self, seat: int) -> int:
        """How many cards the seat draws at once: up to three in hand, no more than the pile has."""
        return min(HAND_SIZE - len(self.hands[seat]), self.pile)

    def faces(self, seat: int) -> tuple[tuple[str, int], ...]:
        """What the seat may draw, as a pool's faces: the cards left, or blanks."""
        if not self.open[seat]:
            return ((BLANK, self.pile),)
        return tuple((card, count) for card, count in self.left().items() if count)

    def view(self, seat: int | None) -> Cards:
        """What `seat` may know: blanks for all other hands and for buried cards (None: a spectator)."""
        own = tuple(known and s == seat for s, known in enumerate(self.open))
        hands = tuple(hand if o else (BLANK,) * len(hand) for hand, o in zip(self.hands, own, strict=True))
        return replace(self, hands=hands, open=own, buried=(BLANK,) * len(self.buried))
