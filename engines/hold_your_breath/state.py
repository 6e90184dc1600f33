"""The state of Hold Your Breath!: what it awaits, what may be done, and what comes of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from engines.core import BLANK, Awaits, BadEvent, Chance, Event, Expected, IllegalEvent, Over, Pool, Reason, Turn, said
from engines.hold_your_breath import ends, pieces, plays, reasons, turns
from engines.hold_your_breath.position import DivePosition
from engines.once import decision, once


@dataclass(frozen=True)
class HoldYourBreath(DivePosition):
    """A game as it stands. The fields are those of DivePosition."""

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

    @once
    def legal(self) -> tuple[Event, ...]:
        """Every decision that may be taken; out of a hand of blanks, with every card that may be in it."""
        seat = self.seat
        match self.step:
            case "play":
                return plays.allowed_plays(self) + (decision("end", seat),) * turns.lacks_air(self, seat)
            case "breath":
                breathe = (decision("breathe", seat),) * turns.has_air(self, seat)
                return breathe + (self._give_up_events("panic", seat) if turns.lacks_air(self, seat) else ())
            case "gasp":
                return self._give_up_events("panic", seat)
            case "hit":
                return tuple(event for hit in self.hits for event in self._give_up_events("discard", hit))
            case "refill":
                keep = (decision("keep", seat),) * (self.rules.optional_refill and self.deck > 0)
                return (*self._give_up_events("discard", seat), decision("done", seat), *keep)
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
            text = NOT_NOBODY if event.seat is None else NOT_SEAT
            raise IllegalEvent(text.format(seat=awaits.seat, other=event.seat), AWAITED[self.step][1])
        return self._saying_scores(_as_state(action(self, event)))

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Swims beyond the Air, in Panic or before a Shark; a second Panic or Shark where one is enough."""
        return plays.likely_mistakes(self) if self.step == "play" else ()

    def apply_anyway(self, event: Event) -> HoldYourBreath:
        """The state after a play that the rulings forbid and the group lets stand."""
        if event not in self.likely_mistakes():
            raise IllegalEvent(said("only a Swim, a Panic or a Shark out of order can be let stand"), "HB-3")
        return self._saying_scores(_as_state(plays.play(self, event, strict=False)))

    # -- what others see

    def view(self, seat: int | None) -> HoldYourBreath:
        """The state as `seat` (None: everybody) may see it: other hands and their face-down Panics are blanks."""
        seats = range(self.rules.players)
        return self.replace(
            open=tuple(self.open[s] and s == seat for s in seats),
            hands=tuple(hand if s == seat else (BLANK,) * len(hand) for s, hand in enumerate(self.hands)),
            panics=tuple(
                laid if s == seat else tuple((BLANK if how == "down" else card, how) for card, how in laid)
                for s, laid in enumerate(self.panics)
            ),
        )

    def event_seen_by(self, event: Event, seat: int | None) -> Event:
        """The next event as `seat` (None: everybody) may see it: blanks for cards drawn or laid face down by others."""
        actor = self.draws[0][0] if event.kind == "draw" else event.seat
        if event.kind not in ("draw", "panic") or actor == seat:
            return event
        return Event(event.kind, event.seat, (BLANK,) * len(event.items))

    def public(self, event: Event) -> Event:
        """The next event with blanks for cards drawn or laid face down."""
        return self.event_seen_by(event, None)

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
        return pieces.discards(self)

    # -- what is shown

    def scores(self) -> tuple[int, ...]:
        """The depth that counts for each seat as it stands; below 0: how far from the Surface (HB-15)."""
        return ends.scores(self)

    @once
    def expected_pieces(self) -> tuple[Expected, ...]:
        """Cards in rows and before players, the top of the discard pile, pirates and anchors on the Depth Board."""
        return pieces.expected_pieces(self)

    @property
    def position_key(self) -> HoldYourBreath:
        """The state without its notes, and without the order of cards that may lie in any."""
        tops = tuple(sorted(pieces.tops(self)))
        pile, then = (*sorted(self.pile), *tops), self.then if self.draws else ""
        return self.replace(notes=(), rows=tuple(sorted(self.rows)), laid=(), pile=pile, swept=(), then=then)

    def why(self) -> tuple[Reason, ...]:
        """What the last event did, with the rulings."""
        return reasons.why(self)

    # -- inner parts

    def _saying_scores(self, after: HoldYourBreath) -> HoldYourBreath:
        """The state after an event, saying why it changed the scores of others, too."""
        notes = reasons.score_notes(self, after)
        return after.replace(notes=after.notes + notes) if notes else after

    def _read(self, event: Event) -> None:
        """Raises BadEvent for what is no event of this game at any moment: kind, seat or a word unknown."""
        if event.kind not in KINDS:
            raise BadEvent(f"there is no event {event.kind!r:.80} in this game")
        if event.seat is not None and event.seat not in range(self.rules.players):
            raise BadEvent(f"there is no seat {event.seat} with {self.rules.players} players; seats count from 0")
        for item in event.items:
            if item not in self.rules.words:
                raise BadEvent(f"{item!r:.80} is no card of this deck, and nothing that it could be played for")

    def _give_up_events(self, kind: str, seat: int) -> tuple[Event, ...]:
        """One event for every card that `seat` may give up; cards laid face down out of a blank hand stay blanks."""
        cards = (BLANK,) if kind == "panic" and not self.open[seat] else self.holds(seat)
        return tuple(decision(kind, seat, card) for card in cards)

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
            raise IllegalEvent(said("{event} is nobody's decision: it comes without a seat", event=event.kind), rule)
        if len(event.items) != pool.count:
            raise IllegalEvent(
                said("{wanted} must come, not {number}", wanted=pool.count, number=len(event.items)), rule
            )
        left = dict(pool.faces)
        for item in event.items:
            if left.get(item, 0) <= 0:
                raise IllegalEvent(self._impossible(item, pool), rule)
            left[item] -= 1

    def _impossible(self, item: str, pool: Pool) -> str:
        if item == BLANK:
            return said("this hand is open here: the cards drawn need their names")
        if pool.faces[0][0] == BLANK:
            return said("this hand is hidden here: nobody can know that {card} was drawn", card=item)
        if pool.kind == "seat":
            return said("seat {seat} is not among the shallowest", seat=int(item) if item.isdecimal() else item)
        if self.step == "reveal":
            return said("the card that lies face down cannot be {card}", card=item)
        return said(
            "of {all} {card} only {left} have not been seen",
            all=self.rules.counts[item],
            card=item,
            left=dict(pool.faces).get(item, 0),
        )


def _as_state(after: DivePosition) -> HoldYourBreath:
    """What an action made of a state: a state, since every action is a replace() of it."""
    assert isinstance(after, HoldYourBreath)
    return after


NOT_NOBODY = said("seat {seat} decides now, not nobody")
NOT_SEAT = said("seat {seat} decides now, not seat {other}")
AWAITED = {
    "draw": (said("cards are to be drawn from the Dive Deck first"), "HB-5"),
    "reveal": (said("the face-down Panic that is discarded must be turned up first"), "HB-7"),
    "lot": (said("lots must decide first who begins the Ascent"), "HB-12"),
    "breath": (said("seat {seat} first says whether there is Air in hand"), "HB-4"),
    "play": (said("seat {seat} is playing cards: play one, or end the playing"), "HB-3"),
    "hit": (said("players with exactly five cards must discard one first"), "HB-9"),
    "gasp": (said("seat {seat} played no Air and must lay a card face down as a Panic first"), "HB-4"),
    "refill": (said("seat {seat} has ended playing: discard cards, or be done and draw"), "HB-5"),
    "over": (said("the game has ended"), "HB-13"),
}
"""Per step: what an event that does not fit is answered, with the ruling."""

STEPS: dict[tuple[str, str], Callable[[DivePosition, Event], DivePosition]] = {
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
