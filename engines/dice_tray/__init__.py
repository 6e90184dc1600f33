"""The dice tray: ordinary dice, thrown by the seats in turn or by anybody; totals, history, luck and fairness.

It has no end of its own and no winner; it counts. The option `throws` ends it after so many throws a seat.
"""

from __future__ import annotations

from dataclasses import dataclass

from engines.core import (
    Awaits,
    BadEvent,
    Chance,
    ComingAndGoing,
    Event,
    Expected,
    Game,
    IllegalEvent,
    Option,
    Options,
    Over,
    Pool,
    Reason,
    State,
    said,
)
from engines.dealer import any_legal
from engines.fairness import Verdict, fairness
from engines.pips.dice import FACES, ITEMS, SIDES, TRAY, wrong_number
from engines.turn_order import Order, next_seat, playing, reordered


@dataclass(frozen=True, slots=True)
class DiceTrayLimits:
    """How much a throw and a state may hold."""

    max_dice: int = 20
    """Dice of one throw."""
    remembered_throws: int = 12
    """Throws that a state remembers one by one; of older ones it keeps the counts, for a tray may be thrown in for
    days."""


LIMITS = DiceTrayLimits()

SEATS = range(1, 7)
AGREED = said("the number of throws was agreed")
FOR_ONE = said("every throw counts for one seat")
"""Why nobody joins or leaves, or the order stays."""

OPTIONS = (
    Option("dice", 0, range(0, LIMITS.max_dice + 1), "dice in each throw; 0: any number from 1 to 20"),
    Option("turns", True, (True, False), "whether seats throw in turn; else every throw counts for seat 0"),
    Option("throws", 0, range(0, 1001), "throws of each seat until the end; 0: no end"),
)


@dataclass(frozen=True, slots=True)
class Throw:
    """One throw: who threw, and the faces, ascending."""

    seat: int
    faces: tuple[int, ...]

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


@dataclass(frozen=True)
class DiceTray(State):
    """What was thrown so far: how often each face came up for each seat, and the last throws one by one."""

    seats: int
    dice: int = 0
    turns: bool = True
    throws: int = 0
    seat: int = 0
    """Who throws next."""
    thrown: int = 0
    """Throws so far."""
    tally: tuple[tuple[int, ...], ...] = ()
    """For each seat how often each face 1..6 came up."""
    lately: tuple[Throw, ...] = ()
    order: Order = ()
    """The seats that throw, in the order of their turns; () as long as nobody came or went."""

    @property
    def awaits(self) -> Awaits:
        """The next throw; or the end, where one was agreed: the highest total wins."""
        if self._ended:
            best = max(self.scores())
            return Over(tuple(seat for seat, total in enumerate(self.scores()) if total == best))
        return Chance("throw", (Pool("die", self.dice or 1, SIDES, most=None if self.dice else LIMITS.max_dice),))

    @property
    def _ended(self) -> bool:
        return bool(self.throws) and self.thrown >= self.throws * (self.seats if self.turns else 1)

    def legal(self) -> tuple[Event, ...]:
        """Nothing is decided in the dice tray."""
        return ()

    def apply(self, event: Event) -> DiceTray:
        """The state with one throw more."""
        if event.kind != "throw":
            raise BadEvent(f"the dice tray has no event {event.kind!r}; it has throw")
        if event.seat is not None or not ITEMS.keys() >= set(event.items):
            raise BadEvent(f"{event}: a throw has items die-1 to die-6, and no seat")
        if self._ended:
            raise IllegalEvent(said("all have thrown {throws} times: it is over", throws=self.throws))
        number = len(event.items)
        if not 1 <= number <= LIMITS.max_dice or (self.dice and number != self.dice):
            raise IllegalEvent(wrong_number(self.dice, LIMITS.max_dice, number))
        return self._after(Throw(self.seat, tuple(sorted(ITEMS[item] for item in event.items))))

    def _after(self, throw: Throw) -> DiceTray:
        counts = list(self.tally[throw.seat])
        for face in throw.faces:
            counts[face - 1] += 1
        tally = (*self.tally[: throw.seat], tuple(counts), *self.tally[throw.seat + 1 :])
        seat = next_seat(self.playing, self.seat) if self.turns else 0
        lately = (*self.lately, throw)[-LIMITS.remembered_throws :]
        return self.replace(seat=seat, thrown=self.thrown + 1, tally=tally, lately=lately)

    @property
    def playing(self) -> Order:
        """The seats that throw, in the order of their turns."""
        return playing(self.order, self.seats)

    def seated(self, event: Event) -> DiceTray:
        """At any time, as long as seats throw in turn and no number of throws was agreed."""
        if self.throws or not self.turns:
            raise IllegalEvent(AGREED if self.throws else FOR_ONE)
        order = reordered(self.playing, event, SEATS[0], SEATS[-1], "")
        seat = self.seat if self.seat in order else next_seat(self.playing, self.seat)
        new = event.kind == "join" and event.seat == self.seats
        tally = (*self.tally, (0,) * len(FACES)) if new else self.tally
        return self.replace(order=order, seat=seat, seats=self.seats + new, tally=tally)

    def scores(self) -> tuple[int, ...]:
        """The total of each seat's throws."""
        return tuple(sum(face * count for face, count in enumerate(counts, start=1)) for counts in self.tally)

    def expected_pieces(self) -> tuple[Expected, ...]:
        """The last throw."""
        faces = self.lately[-1].faces if self.lately else ()
        return tuple(Expected(TRAY, "die", str(face), fresh=True) for face in faces)

    def why(self) -> tuple[Reason, ...]:
        """The sum of the last throw."""
        if not self.lately:
            return ()
        last = self.lately[-1]
        text = said("{dice} = {total}", dice=" + ".join(map(str, last.faces)), total=last.total)
        return (Reason(text, "", seat=last.seat, points=last.total),)

    @property
    def acting_seat(self) -> int:
        """Who throws next."""
        return self.seat

    def counts(self, seat: int | None = None) -> tuple[int, ...]:
        """How often each face 1..6 came up: for one seat, or for all."""
        return tuple(map(sum, zip(*self.tally, strict=True))) if seat is None else self.tally[seat]

    def luck(self, seat: int) -> float:
        """Pips that the seat threw above (or below) what that many fair dice give on average."""
        counts = self.counts(seat)
        return sum((face - 3.5) * count for face, count in enumerate(counts, start=1))

    def fairness(self, seat: int | None = None) -> Verdict:
        """Whether the faces look fair: of one seat's dice, or of all."""
        return fairness(self.counts(seat))


def begin(players: int, options: Options) -> DiceTray:
    """An empty tray."""
    return DiceTray(players, tally=((0,) * len(FACES),) * players, **options)  # type: ignore[arg-type]


GAME = Game(
    name="dice-tray",
    title="Dice tray",
    seats=SEATS,
    options=OPTIONS,
    begin=begin,
    events={"throw": "dice were thrown, as they show"},
    policies={"random": any_legal},
    people=ComingAndGoing(frozenset({"join", "leave", "turns"})),
)
