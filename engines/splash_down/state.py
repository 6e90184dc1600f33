"""The state of Splash Down: what it awaits, what may be done, and what everybody sees of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from engines.core import BLANK, Awaits, BadEvent, Event, Expected, IllegalEvent, Over, Reason, Turn, said
from engines.names import MARK
from engines.once import cards_at, once
from engines.splash_down.hands import unseen
from engines.splash_down.position import SplashPosition
from engines.splash_down.rules import SplashDownRules
from engines.splash_down.scoring import LyingCards, ScoreSheet, score_changes, tally
from engines.splash_down.sets import Cards
from engines.splash_down.step import OPEN, Stage
from engines.splash_down.steps import stages, turns
from engines.splash_down.visibility import event_seen_by


@dataclass(frozen=True)
class SplashDown(SplashPosition):
    """Where a game stands. The fields are those of SplashPosition."""

    @property
    @once
    def awaits(self) -> Awaits:
        """What must happen next."""
        if self.step.name == "over":
            return Over(self.tally().winners)
        if chance := stages.CHANCES.get(self.step.name):
            return chance.chance(self)
        return Turn(tuple(dict.fromkeys(move.seat for move in self.legal() if move.seat is not None)))

    @once
    def legal(self) -> tuple[Event, ...]:
        """Every decision that may be taken now; out of a hand of blanks, every one that its cards might allow."""
        turn = stages.TURNS.get(self.step.name)
        return turn.decisions(self) if turn else ()

    def apply(self, event: Event) -> SplashDown:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        after = _as_state(stages.apply(self, event))
        if after.areas is self.areas and not after.ending:
            return after  # no score can have changed
        if after.step.name == "over":
            return after  # it is said what every card counts
        reasons = score_changes(self.rules, self._lying, after._lying)
        return after.replace(reasons=after.reasons + reasons) if reasons else after

    def likely_mistakes(self) -> tuple[Event, ...]:
        """Cards scored at a Breach in more new colours than one (SD-7)."""
        return turns.list_mistakes(self) if self.step.name == "score" else ()

    def apply_anyway(self, event: Event) -> SplashDown:
        """The state with a card scored that may not be, as the group lets it stand."""
        if event not in self.likely_mistakes():
            raise IllegalEvent(said("only a card scored in a colour too many can be let stand"), "SD-7")
        return _as_state(turns.decide_score(self.replace(reasons=(), fresh=("", "")), event))

    def tally(self) -> ScoreSheet:
        """Scores, reasons and winners as the table lies now. Unused actions count as far as they have been shown."""
        return tally(self.rules, self._lying)

    def scores(self) -> tuple[int, ...]:
        """Points of each seat as the table lies now."""
        return self.tally().points

    def why(self) -> tuple[Reason, ...]:
        """What the last event did; at the end also what every card counts."""
        return self.reasons + (self.tally().reasons if self.step.name == "over" else ())

    @once
    def expected_pieces(self) -> tuple[Expected, ...]:
        """Scored cards (`seat-0/score`), the Breaches apart, actions being settled (`play`), the top discard.

        The card drawn last lies face down (`back`) in its drawer's area as long as it can be called; one that was
        exposed and then taken up has lain at `shown`, and may lie there still. With option `marks`, at `who` lies
        the mark (its face is the seat) of who called or played last, until somebody acts again; or it was forgotten.
        """
        apart = self.breaches if self.rules.breach_pile == "apart" else 0
        areas = enumerate(zip(self.areas, self.laid, strict=True))
        lying = [card for seat, (area, laid) in areas for card in cards_at(f"seat-{seat}/score", area + laid)]
        lying += cards_at(f"seat-{self.drawer}/score", ("back",) * bool(self.drawn))
        lying += cards_at("breaches", ("breach",) * apart) + cards_at("play", self.played)
        lying += cards_at("discard", self.discards[-1:])
        place, card = self.fresh
        if (resting := Expected(place, "card", card)) in lying:
            latest = len(lying) - 1 - lying[::-1].index(resting)
            lying[latest] = Expected(place, "card", card, fresh=True)
        if place == "shown":
            lying.append(Expected(place, "card", card, fresh=True, free=True))
        if self.mark:
            free = self.step.name != "expose"
            lying.append(Expected("who", MARK, str(self.mark.seat), self.mark.fresh, free))
        return tuple(lying)

    @property
    def position_key(self) -> SplashDown:
        """The state without its reasons."""
        mark = None if self.mark is None or self.step == OPEN else self.mark._replace(fresh=False)
        return self.replace(reasons=(), fresh=("", ""), mark=mark)

    def view(self, seat: int | None) -> SplashDown:
        """The table as `seat` may see it; None: as anybody may."""
        secret = self.rules.scoring == "secret" and self.step.name == "score"
        return self.replace(
            rules=self.rules.closed,
            hands=tuple(hand if own == seat else self._veiled(own, secret) for own, hand in enumerate(self.hands)),
            laid=tuple(laid if own == seat or not secret else () for own, laid in enumerate(self.laid)),
            drawn=self.drawn if seat == self.drawer or not self.drawn else BLANK,
            top=self.top if seat is not None and seat == self.studied else (),
            studied=self.studied if seat == self.studied else None,
            step=self._step_seen(seat),
            fresh=("", "") if secret else self.fresh,
            reasons=() if secret else self.reasons,
        )

    def public(self, event: Event) -> Event:
        """The next event with blanks for cards that go by face down; itself where it has blanks already."""
        return event if BLANK in event.items else event_seen_by(self, event)

    @property
    def acting_seat(self) -> int:
        """Whose move it is, as far as the table knows: the seat that answers, acts, or draws next."""
        name, step = self.step.name, self.step
        if name in ("score", "netted", "give", "reveal", "deal") and step.queue:
            return step.queue[0]
        if name == "extra":
            return self.drawer
        return self.turn if name in ("open", "card", "over") else step.seat

    @property
    def draw_pile(self) -> int:
        """Cards left in the draw pile."""
        return self.deck

    @property
    def discard_pile(self) -> Cards:
        """The discard pile, its top last."""
        return self.discards

    @property
    def _lying(self) -> LyingCards:
        """What the scores follow from."""
        kind = self.rules.deck.kind
        waste = self.ending == "waste"
        actions = tuple(waste * sum(kind[card] == "action" for card in shown) for shown in self.shown)
        return LyingCards(self.areas, self.ending, actions)

    def _veiled(self, seat: int, secret: bool) -> Cards:
        """A hand as others see it; at a Breach with the cards that its owner is laying in secret."""
        known, size = list(self.shown[seat]), len(self.hands[seat])
        if secret:
            size += len(self.laid[seat])
        else:
            for card in self.laid[seat]:
                if card in known:
                    known.remove(card)
        return (BLANK,) * (size - len(known)) + tuple(known)

    def _step_seen(self, seat: int | None) -> Stage:
        """The step with blanks for the cards that others give (Current) or look at (Study)."""
        step = self.step
        if step.name == "give":
            return step._replace(cards=(BLANK,) * len(step.cards))
        return step if seat == step.seat else step._replace(cards=(BLANK,) * len(step.cards))


def _as_state(after: SplashPosition) -> SplashDown:
    """What a rule made of a state: a state, since every rule replaces fields of it."""
    assert isinstance(after, SplashDown)
    return after


def start(players: int, rules: SplashDownRules) -> SplashDown:
    """The first state: nobody has a card yet. The Breaches come in after the deal (SD-2).

    Raises BadEvent if there is no such first seat.
    """
    if rules.first >= players:
        raise BadEvent(f"option first: there is no seat {rules.first} among {players} players")
    none: tuple[Cards, ...] = ((),) * players
    pile = rules.size - rules.counts["breach"]
    return SplashDown(rules, none, none, none, none, pile, Stage("deal", queue=tuple(range(players))), rules.first)


def under_way(
    rules: SplashDownRules,
    hands: Sequence[Sequence[str]],
    areas: Sequence[Sequence[str]] = (),
    discards: Sequence[str] = (),
    breaches: int = 0,
    turn: int = 0,
    drawn: str = "",
) -> SplashDown:
    """A game taken up between two draws, from what lies on the table; all that is not there is in the draw pile.

    `hands` may hold blanks, and at a table (option `hands` = hidden) whatever they name has been shown to all.
    Raises IllegalEvent for more cards than the deck has.
    """
    players, apart = len(hands), breaches if rules.breach_pile == "apart" else 0
    held = tuple(tuple(sorted(hand)) for hand in hands)
    named = tuple(tuple(card for card in hand if card != BLANK) for hand in held)
    scored = tuple(tuple(sorted(area)) for area in areas) or ((),) * players
    state = SplashDown(
        rules=rules,
        hands=held,
        shown=named if rules.hidden else ((),) * players,
        areas=scored,
        laid=((),) * players,
        deck=rules.size - sum(map(len, (*held, *scored, discards))) - bool(drawn) - apart,
        step=OPEN,
        turn=turn,
        drawn=drawn,
        discards=tuple(discards),
        breaches=breaches,
    )
    _check_counts(state)
    return state


def _check_counts(state: SplashDown) -> None:
    """Raises IllegalEvent for more cards than the deck has."""
    for card, count in unseen(state).items():
        if count < 0:
            there = state.rules.counts[card]
            raise IllegalEvent(
                said(
                    "{number} x {card}, but the deck has {there}",
                    number=there - count,
                    card=state.in_words(card),
                    there=there,
                ),
                "SD-1",
            )
