"""Yacht, whole: rulings YA-1 to YA-8.

A turn: five dice are thrown (`throw`); the seat lets some lie and throws the others, or throws no more (`decide`),
three throws in all; then it scores them in a category of its sheet (`score`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.core import Awaits, BadEvent, Event, Expected, IllegalEvent, Options, Over, Reason, State, Turn, said
from engines.once import decision, once
from engines.pips.dice import KEPT, TRAY, Line, check_count, items, lying, read, throw
from engines.tray import TrayState
from engines.yacht.rules import (
    DICE,
    EVENTS,
    FULL_BONUS,
    IN_WORDS,
    OPEN,
    THROWS,
    Filled,
    YachtRules,
    extra,
    is_joker,
    open_categories,
    points,
    total,
    upper_points,
)
from engines.yacht.turn_value import after_scoring, has_table, kept_worth, parts, thrown_worth

AWAITED = {
    "throw": (said("the dice are to be thrown"), "YA-1"),
    "decide": (said("the player first says which dice lie on, or that these are enough"), "YA-2"),
    "score": (said("the dice are to be scored"), "YA-3"),
    "over": (said("the game has ended"), "YA-5"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""


@dataclass(frozen=True)
class Yacht(TrayState):
    """Where a game stands."""

    rules: YachtRules
    sheets: tuple[Filled, ...]
    """What each seat has in each category, OPEN where nothing yet."""
    extras: tuple[int, ...]
    """What further yachts brought each seat."""
    seat: int
    """Whose turn it is."""
    phase: str = "throw"
    """What comes next, a key of AWAITED."""
    throws: int = THROWS
    """Throws that this turn still has."""
    dice: Line = ()
    """The five dice as they lie; while some are thrown anew, those that lie on."""
    tray: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()

    @property
    def awaits(self) -> Awaits:
        """The throw, a decision of a seat, or the end."""
        if self.phase == "over":
            best = max(self.scores())
            return Over(tuple(seat for seat, held in enumerate(self.scores()) if held == best))
        return throw(DICE - len(self.dice)) if self.phase == "throw" else Turn((self.seat,))

    @once
    def legal(self) -> tuple[Event, ...]:
        """The dice that may lie on, or that these are enough (YA-2); or the categories, the best first (YA-3)."""
        if self.phase == "decide":
            some = [line for line in parts(self.dice) if len(line) < DICE]
            return (decision("stop", self.seat), *(decision("keep", self.seat, *items(line)) for line in some))
        if self.phase != "score":
            return ()
        return tuple(decision("score", self.seat, name) for name in self.best_categories())

    def best_categories(self) -> list[str]:
        """The categories that may take the dice, the best first."""
        names = open_categories(self.rules, self.sheets[self.seat])
        return sorted(names, key=self._category_worth, reverse=True)

    def _category_worth(self, name: str) -> tuple[float, int]:
        filled = self.sheets[self.seat]
        now = points(self.rules.sheet, name, self.dice, is_joker(self.rules, filled, self.dice))
        return (after_scoring(self.rules, filled, name, self.dice) if has_table(self.rules) else 0.0, now)

    def apply(self, event: Event) -> Yacht:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        said = self._read(event)
        step = STEPS.get((self.phase, event.kind))
        if step is None:
            raise IllegalEvent(*AWAITED[self.phase])
        self.check_seat(event, AWAITED[self.phase][1])
        return step(self, said)

    def _read(self, event: Event) -> Any:
        """The dice that an event names, or its category."""
        if event.kind != "score":
            return read(event, "Yacht", EVENTS, ("throw", "keep"), len(self.sheets))
        read(event._replace(items=()), "Yacht", EVENTS, (), len(self.sheets))
        if len(event.items) != 1 or event.items[0] not in self.rules.categories:
            raise BadEvent(f"{event}: a category is one of {', '.join(self.rules.categories)}")
        return event.items[0]

    def scores(self) -> tuple[int, ...]:
        """Points of each sheet, with bonus and further yachts."""
        pairs = zip(self.sheets, self.extras, strict=True)
        return tuple(total(self.rules, filled, extras) for filled, extras in pairs)

    @property
    def position_key(self) -> object:
        """Where the game stands, whichever of the dice lay on."""
        return (self.rules, self.sheets, self.extras, self.seat, self.phase, self.throws, self.dice)

    def _throw(self, thrown: Line) -> Yacht:
        check_count(thrown, DICE - len(self.dice), "YA-1" if self.throws == THROWS else "YA-2")
        tray = lying(TRAY, self.dice, free=True) + lying(TRAY, thrown, fresh=True, free=True)
        left, dice = self.throws - 1, tuple(sorted(self.dice + thrown))
        return self.replace(phase="decide" if left else "score", throws=left, dice=dice, tray=tray, reasons=())

    def _keep(self, kept: Line) -> Yacht:
        if Counter(kept) - Counter(self.dice):
            raise IllegalEvent(said("these dice do not lie there"), "YA-2")
        if len(kept) == DICE:
            raise IllegalEvent(said("with all five left to lie there is nothing to throw"), "YA-2")
        rest = tuple((Counter(self.dice) - Counter(kept)).elements())
        tray = lying(TRAY, kept) + lying(TRAY, rest, free=True)
        return self.replace(phase="throw", dice=kept, tray=tray, reasons=())

    def _stop(self, _: Line) -> Yacht:
        return self.replace(phase="score", tray=lying(KEPT, self.dice, fresh=True), reasons=())

    def _score(self, name: str) -> Yacht:
        filled, rules = self.sheets[self.seat], self.rules
        number = rules.categories.index(name)
        joker = is_joker(rules, filled, self.dice)
        if filled[number] != OPEN:
            raise IllegalEvent(said("{category} has been scored", category=IN_WORDS[name]), "YA-3")
        gained = points(rules.sheet, name, self.dice, joker)
        then = (*filled[:number], gained, *filled[number + 1 :])
        more = extra(rules, filled, self.dice)
        shown = " ".join(map(str, self.dice))
        reasons = [
            Reason(
                said("{dice} as {category}: {points}", dice=shown, category=IN_WORDS[name], points=gained),
                "YA-4",
                seat=self.seat,
                points=gained,
            )
        ]
        if more:
            reasons.append(Reason(said("a further yacht: {more} more", more=more), "YA-7", True, self.seat, more))
        if rules.bonus and upper_points(filled) < FULL_BONUS <= upper_points(then):
            text = said("{points} in the upper half: {bonus} more", points=FULL_BONUS, bonus=rules.bonus)
            reasons.append(Reason(text, "YA-6", True, self.seat, rules.bonus))
        return self._next(then, more, tuple(reasons))

    def _next(self, then: Filled, more: int, reasons: tuple[Reason, ...]) -> Yacht:
        """The next seat, or the end once all sheets are full (YA-5)."""
        sheets = (*self.sheets[: self.seat], then, *self.sheets[self.seat + 1 :])
        extras = (*self.extras[: self.seat], self.extras[self.seat] + more, *self.extras[self.seat + 1 :])
        tray = tuple(piece._replace(fresh=False, free=True) for piece in self.tray)
        over = all(OPEN not in filled for filled in sheets)
        return self.replace(
            sheets=sheets, extras=extras, seat=self.seat if over else (self.seat + 1) % len(sheets),
            phase="over" if over else "throw", throws=THROWS, dice=(), tray=tray, reasons=reasons,
        )  # fmt: skip


STEPS: dict[tuple[str, str], Callable[[Yacht, Any], Yacht]] = {
    ("throw", "throw"): Yacht._throw,
    ("decide", "keep"): Yacht._keep,
    ("decide", "stop"): Yacht._stop,
    ("score", "score"): Yacht._score,
}
"""What may happen in which phase, and what it does."""


def begin(players: int, options: Options) -> Yacht:
    """The first state of a game. Raises BadEvent if the seat that should begin does not play."""
    rules = YachtRules(**options)  # type: ignore[arg-type]
    if rules.first >= players:
        raise BadEvent(f"option first: there is no seat {rules.first} with {players} players; seats count from 0")
    return Yacht(rules, ((OPEN,) * len(rules.categories),) * players, (0,) * players, rules.first)


def worth(state: Yacht) -> tuple[tuple[Event, float], ...]:
    """Each legal decision with the points that then still come to its seat's sheet, the best first.

    () where nobody decides, and for options that are not solved.
    """
    if not has_table(state.rules):
        return ()
    found = [(event, _worth(state, event)) for event in state.legal()]
    return tuple(sorted(found, key=lambda choice: -choice[1]))


def _worth(state: Yacht, event: Event) -> float:
    filled = state.sheets[state.seat]
    match event.kind:
        case "score":
            return after_scoring(state.rules, filled, event.items[0], state.dice)
        case "stop":
            return thrown_worth(state.rules, filled, 0)[state.dice]
    kept = tuple(sorted(int(item[-1]) for item in event.items))
    return kept_worth(state.rules, filled, state.throws - 1)[kept]


def most_points(state: State, random: Random) -> Event:
    """Plays for the most points of its own sheet; without a solved game it scores the most and throws while it may."""
    assert isinstance(state, Yacht)
    if found := worth(state):
        return found[0][0]
    legal = state.legal()
    if state.phase == "score":
        return legal[0]
    most = Counter(state.dice).most_common(1)[0]
    return max(legal, key=lambda event: (event.items == items((most[0],) * most[1]), len(event.items)))
