"""Where a game stands that people brought rules for: rulings SC-1 to SC-6.

Seats take turns. A turn is a throw (`throw`), cards laid one by one until the seat is `done` (`lay`), or points entered
step by step until it is (`add`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from random import Random

from engines.core import (
    Awaits,
    BadEvent,
    Chance,
    Event,
    Expected,
    IllegalEvent,
    Options,
    Over,
    Pool,
    Reason,
    State,
    Turn,
    said,
)
from engines.once import cards_at, decision, once
from engines.pips.dice import ITEMS, SIDES, TRAY, lying, wrong_number
from engines.score.rules import LIMITS, BadScoreRules, ScoreRules, parse
from engines.tray import TrayState

EVENTS = {
    "throw": "the dice were thrown, as they show",
    "lay": "the seat lays a card that counts",
    "add": "points are entered for the seat",
    "done": "the seat has laid or entered all: the points count",
}
PLACE = "counted"
"""Where cards are laid that count."""


@dataclass(frozen=True)
class Score(TrayState):
    """Where a game stands."""

    rules: ScoreRules
    score: tuple[int, ...]
    """Points of each seat."""
    seat: int = 0
    """Whose turn it is."""
    turns: int = 0
    """Turns that have ended."""
    points: int = 0
    """Points of this turn so far."""
    laid: tuple[str, ...] = ()
    """Cards of this turn, in the order in which they were laid."""
    entered: int = 0
    """Steps entered in this turn."""
    over: bool = False
    tray: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def awaits(self) -> Awaits:
        """A throw, what the seat lays or enters, or the end."""
        if self.over:
            best = (min if self.rules.lowest else max)(self.score)
            return Over(tuple(seat for seat, held in enumerate(self.score) if held == best))
        return _throw(self.rules.dice) if self.rules.count == "dice" else Turn((self.seat,))

    @once
    def legal(self) -> tuple[Event, ...]:
        """The cards that may be laid, or the steps; and that the seat is done."""
        if self.over or self.rules.count == "dice":
            return ()
        done = decision("done", self.seat)
        cards = tuple(decision("lay", self.seat, card) for card in self.rules.pieces if card not in self.laid)
        more = self.entered < LIMITS.most_throws
        return cards + tuple(decision("add", self.seat, str(step)) for step in self._steps if more) + (done,)

    @property
    def _steps(self) -> tuple[int, ...]:
        return self.rules.steps if self.rules.count == "hand" else ()

    def apply(self, event: Event) -> Score:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        self._check(event)
        return STEPS[event.kind](self, event)

    def _check(self, event: Event) -> None:
        if event.kind not in EVENTS:
            raise BadEvent(f"the scorekeeper has no event {event.kind!r:.40}; it has {', '.join(EVENTS)}")
        if (event.seat is None) != (event.kind == "throw"):
            raise BadEvent(f"{event}: a seat is named where a seat lays or enters, and only there")
        if event.seat is not None and not 0 <= event.seat < len(self.score):
            raise BadEvent(f"{event}: there is no seat {event.seat}")
        if not ITEMS.keys() >= set(event.items) and event.kind == "throw":
            raise BadEvent(f"{event}: a throw has items die-1 to die-6")
        if self.over:
            raise IllegalEvent(said("the game has ended"), "SC-5")
        counted = {"throw": "dice", "lay": "cards", "add": "hand"}.get(event.kind, self.rules.count)
        if counted != self.rules.count or (event.kind == "done" and self.rules.count == "dice"):
            raise IllegalEvent(WHAT[self.rules.count], "SC-2")
        self.check_seat(event, "SC-1")

    def _thrown(self, event: Event) -> Score:
        number = len(event.items)
        if not 1 <= number <= LIMITS.most_dice or (self.rules.dice and number != self.rules.dice):
            raise IllegalEvent(wrong_number(self.rules.dice, LIMITS.most_dice, number), "SC-2")
        faces = tuple(sorted(ITEMS[item] for item in event.items))
        worth = [self.rules.worth(f"die-{face}") for face in faces]
        return self.replace(points=sum(worth), tray=lying(TRAY, faces, fresh=True))._scored(_sum(worth))

    def _lay(self, event: Event) -> Score:
        if len(event.items) != 1 or event.items[0] not in self.rules.pieces:
            raise BadEvent(f"{event}: one card of the pack is laid")
        card = event.items[0]
        if card in self.laid:
            raise IllegalEvent(said("{card} has been laid in this turn", card=card), "SC-3")
        laid, worth = (*self.laid, card), self.rules.worth(card)
        told = Reason(
            said("{card} counts {worth}: {points} in this turn", card=card, worth=worth, points=self.points + worth),
            "SC-3",
        )
        return self.replace(laid=laid, points=self.points + worth, tray=cards_at(PLACE, laid, True), reasons=(told,))

    def _add(self, event: Event) -> Score:
        if event.items not in {(str(step),) for step in self._steps}:
            raise BadEvent(f"{event}: one of {', '.join(map(str, self._steps))} is entered")
        if self.entered >= LIMITS.most_throws:
            raise IllegalEvent(said("no more than {most} steps are entered in a turn", most=LIMITS.most_throws), "SC-4")
        points = self.points + int(event.items[0])
        told = Reason(said("{points} in this turn", points=points), "SC-4")
        return self.replace(points=points, entered=self.entered + 1, reasons=(told,))

    def _done(self, event: Event) -> Score:
        if event.items:
            raise BadEvent(f"{event}: done takes no items")
        return self.replace(tray=())._scored(_sum([self.rules.worth(card) for card in self.laid]))

    def _scored(self, how: str) -> Score:
        """The turn has ended: the next seat, or the end of the game."""
        seats, rules = len(self.score), self.rules
        held, turns = self.score[self.seat] + self.points, self.turns + 1
        score = (*self.score[: self.seat], held, *self.score[self.seat + 1 :])
        told = Reason(how or said("{points} points", points=self.points), "SC-2", seat=self.seat, points=self.points)
        reached = bool(rules.target) and max(score) >= rules.target and (rules.at_once or not turns % seats)
        over = reached or (bool(rules.rounds) and turns >= rules.rounds * seats)
        ended = (
            Reason(
                said("the target is reached") if reached else said("{rounds} rounds are over", rounds=rules.rounds),
                "SC-5",
            ),
        ) * over
        return self.replace(
            score=score, turns=turns, over=over, seat=self.seat if over else turns % seats, points=0, laid=(),
            entered=0, reasons=(told, *ended),
        )  # fmt: skip


WHAT = {
    "dice": said("in this game the dice count"),
    "cards": said("in this game the cards count that are laid"),
    "hand": said("in this game points are entered by hand"),
}
"""What an event of another kind is answered, by what the rules count."""
STEPS: dict[str, Callable[[Score, Event], Score]] = {
    "throw": Score._thrown,
    "lay": Score._lay,
    "add": Score._add,
    "done": Score._done,
}
"""What each event does."""


def _sum(worth: list[int]) -> str:
    """`3 + 4 = 7`; "" for nothing that could be added up."""
    return f"{' + '.join(map(str, worth))} = {sum(worth)}" if worth else ""


@lru_cache(maxsize=32)
def _throw(dice: int) -> Chance:
    return Chance("throw", (Pool("die", dice or 1, SIDES, most=None if dice else LIMITS.most_dice),))


def begin(players: int, options: Options) -> Score:
    """The first state. Raises BadScoreRules for rules that are for fewer or for more people."""
    rules = parse(str(options["rules"]))
    least, most = rules.players
    if not least <= players <= most:
        raise BadScoreRules(f"{rules.title} is for {least} to {most} players, not {players}")
    return Score(rules, (0,) * players)


def any_few(state: State, random: Random) -> Event:
    """Lays or enters a few, then is done: for simulated evenings."""
    assert isinstance(state, Score)
    legal = state.legal()
    some = len(state.laid) + state.entered
    return legal[-1] if some >= 1 and random.random() < 0.4 else random.choice(legal[:-1] or legal)
