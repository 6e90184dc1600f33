"""Shark Attacks!, whole: rulings SA-1 to SA-15.

A turn: swimmer dice are thrown (`enter`); the seat decides to bank or to go on (`decide`); who goes on rolls the event
die (`event`), and either throws the waves again (`enter`) or flees from the sharks (`flee`) until no swimmer die is
left. A beach party is automatic (SA-4). Who must take a sign from an opponent says from whom (`take`).
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any

from engines.core import (
    MOST_SEATS,
    Awaits,
    BadEvent,
    Event,
    Expected,
    IllegalEvent,
    Options,
    Over,
    Reason,
    State,
    Turn,
    said,
)
from engines.shark_attacks import pieces
from engines.shark_attacks import rules as shark_rules
from engines.shark_attacks.pieces import (
    check_count,
    count,
    flight_reasons,
    left_over,
    swimming,
    tray_dice,
    tray_die,
)
from engines.shark_attacks.rules import (
    BLESSING_FACTOR,
    JOINS_WITH,
    OUT_OF_THROW,
    PARTY_FACTOR,
    PARTY_SIGNS,
    SEATS,
    SHARK_DICE,
    SIGNS,
    SWIMMER_DICE,
    YET_TO_THROW,
    Line,
    SharkAttacksRules,
)
from engines.shark_attacks.turn_value import goes_on
from engines.tray import TrayState
from engines.turn_order import Order, next_seat, playing, reordered


@dataclass(frozen=True, slots=True)
class SharkAttacksWeights:
    """What the policy `sensible` goes by."""

    min_banked_swimmers: int = 15
    """Swimmers from which it banks: about break-even against always going on, in play."""


WEIGHTS = SharkAttacksWeights()

AWAITED = {
    "first": (said("everybody throws the four shark dice for the first turn"), "SA-14"),
    "enter": (said("the swimmer dice are to be thrown"), "SA-5"),
    "decide": (said("the player first decides: bank, or go on"), "SA-3"),
    "event": (said("the event die is rolled before the waves are thrown again"), "SA-5"),
    "flee": (said("the swimmers flee: their dice are thrown until none is left"), "SA-7"),
    "take": (said("the player first says which opponent gives a sign"), "SA-10"),
    "over": (said("the game has ended"), "SA-13"),
}
"""Per phase: what an event that does not fit is answered, with the ruling."""


@dataclass(frozen=True)
class SharkAttacks(TrayState):
    """Where a game stands. Dice are the numbers they show, 0 for a wave, in ascending order."""

    rules: SharkAttacksRules
    score: tuple[int, ...]
    """Points of each seat."""
    signs: tuple[int, ...]
    """Signs on each seat's beach."""
    seat: int
    """Whose turn it is; in the phase `first` who throws next; in `over` the winner."""
    phase: str = "enter"
    """What comes next, a key of AWAITED."""
    dice: int = SWIMMER_DICE
    """Swimmer dice to be thrown next; while the seat decides, those that show a wave."""
    kept: Line = ()
    """Swimmer dice that lie in the water."""
    event: str = ""
    """The last face of the event die in this turn, or ""."""
    red: int = 0
    """Sharks in the water: red dice of the next flee throw."""
    escaped: Line = ()
    """Dice that escaped in this turn, with the face they escaped at."""
    eaten: Line = ()
    """Dice eaten in this turn."""
    owed: int = 0
    """Signs that the seat must still take from opponents."""
    thrown: Line = ()
    """Swimmer dice of the last throw, also after the turn is over."""
    fins: Line = ()
    """Shark dice of the last throw."""
    bites: tuple[tuple[int, Line], ...] = ()
    """Who ate what in the last throw: (fins, dice), in the order of biting."""
    opening: tuple[int, ...] = ()
    """Fins of each seat in the throw for the first turn, or YET_TO_THROW, or OUT_OF_THROW."""
    tray: tuple[Expected, ...] = ()
    reasons: tuple[Reason, ...] = ()
    order: Order = ()
    """The seats that play, in the order of their turns; () as long as nobody came or went."""

    @property
    def playing(self) -> Order:
        """The seats that play, in the order of their turns."""
        return playing(self.order, len(self.score))

    @property
    def swimmers(self) -> int:
        """Swimmers in the water: what a bank scores now."""
        return sum(self.kept)

    @property
    def pool(self) -> int:
        """Signs in the middle of the table."""
        return SIGNS - sum(self.signs)

    @property
    def awaits(self) -> Awaits:
        """The throw, the event die, the decision of a seat, or the end."""
        match self.phase:
            case "over":
                return Over((self.seat,))
            case "decide" | "take":
                return Turn((self.seat,))
            case "event":
                return pieces.EVENT_DIE
            case "first":
                return pieces.throw(0, SHARK_DICE)
        return pieces.throw(self.dice, self.red)

    def legal(self) -> tuple[Event, ...]:
        """Bank and again (SA-3), or the opponents that can give a sign (SA-10)."""
        if self.phase == "decide":
            allowed = self.rules.bank_zero or self.kept
            return DECISIONS[self.seat] if allowed else DECISIONS[self.seat][1:]
        if self.phase == "take":
            return tuple(Event("take", self.seat, (str(giver),)) for giver in self.givers())
        return ()

    def givers(self) -> tuple[int, ...]:
        """The opponents with a sign."""
        return tuple(s for s, signs in enumerate(self.signs) if signs and s != self.seat)

    def apply(self, event: Event) -> SharkAttacks:
        """The state after `event`. Raises BadEvent or IllegalEvent with the ruling."""
        numbers = pieces.read(event, len(self.score))
        step = STEPS.get((self.phase, event.kind))
        if step is None:
            raise IllegalEvent(*AWAITED[self.phase])
        self.check_seat(event, AWAITED[self.phase][1])
        return step(self, numbers)

    @property
    def signs_held(self) -> tuple[int, ...]:
        """Shark signs before each seat."""
        return self.signs

    # -- the throw for the first turn (SA-14)

    def _first(self, thrown: tuple[Line, Line]) -> SharkAttacks:
        swimmers, fins = thrown
        check_count(swimmers, 0, "swimmer", "SA-14")
        check_count(fins, SHARK_DICE, "shark", "SA-14")
        opening = (*self.opening[: self.seat], sum(fins), *self.opening[self.seat + 1 :])
        state = self.replace(opening=opening, fins=fins, tray=tray_dice("shark", fins, fresh=True), reasons=())
        waiting = [seat for seat, sharks in enumerate(opening) if sharks == YET_TO_THROW]
        return state.replace(seat=waiting[0]) if waiting else state._most_fins()

    def _most_fins(self) -> SharkAttacks:
        most = max(self.opening)
        tied = [seat for seat, sharks in enumerate(self.opening) if sharks == most]
        if len(tied) > 1 and self.rules.tie == "again":
            opening = tuple(YET_TO_THROW if seat in tied else OUT_OF_THROW for seat in range(len(self.score)))
            again = Reason(
                said("{count} seats have {fins}: they throw again", count=len(tied), fins=count(most, "fin")),
                "SA-14",
                house=True,
            )
            return self.replace(seat=tied[0], opening=opening, reasons=(again,))
        begins = Reason(said("most fins ({most}) begins", most=most), "SA-14", house=len(tied) > 1, seat=tied[0])
        return self.replace(seat=tied[0], phase="enter", reasons=(begins,))

    # -- swimmers enter the water (SA-2 to SA-6)

    def _enter(self, thrown: tuple[Line, Line]) -> SharkAttacks:
        dice, fins = thrown
        check_count(dice, self.dice, "swimmer", "SA-5" if self.event else "SA-2")
        check_count(fins, 0, "shark", "SA-2")
        blue = tray_dice("swimmer", self.kept) + tray_dice("swimmer", dice, fresh=True)
        tray = blue + left_over(self.tray, "event", "shark")
        kept, waves = tuple(sorted(self.kept + swimming(dice))), dice.count(0)
        state = self.replace(
            phase="decide", dice=waves, kept=kept, thrown=dice, fins=(), bites=(), tray=tray, reasons=()
        )
        return state if waves else state._party()

    def _bank(self, _: None) -> SharkAttacks:
        points = self.swimmers
        if not (points or self.rules.bank_zero):
            raise IllegalEvent(said("a throw without swimmers cannot be banked in this game"), "SA-3")
        banked = Reason(
            said("{swimmers} banked", swimmers=count(points, "swimmer")), "SA-3", not points, self.seat, points
        )
        scored = self.replace(tray=left_over(self.tray), reasons=())._score(points, banked)
        return scored._give_back(1, "SA-3")._pass_on()

    def _again(self, _: None) -> SharkAttacks:
        waves = tray_dice("swimmer", (0,) * self.dice, free=True)
        tray = tray_dice("swimmer", self.kept) + waves + left_over(self.tray, "event", "shark")
        return self.replace(phase="event", tray=tray, reasons=())

    def _event(self, face: str) -> SharkAttacks:
        waves = tray_dice("swimmer", (0,) * self.dice, free=True)
        blue = tray_dice("swimmer", self.kept, free=face == "attack") + waves
        tray = (*blue, *left_over(self.tray, "shark"), tray_die("event", face, fresh=True))
        state = self.replace(event=face, tray=tray, reasons=())
        return {"sun": state._sun, "rain": state._rain, "attack": state._attack}[face]()

    def _sun(self) -> SharkAttacks:
        out = len(self.kept) + self.dice
        if out >= self.rules.swimmer_dice:
            none = Reason(said("sun, but all {out} swimmer dice are out: none comes", out=out), "SA-5", house=True)
            return self.replace(phase="enter", reasons=(none,))
        more = Reason(said("sun: one more swimmer die"), "SA-5")
        return self.replace(phase="enter", dice=self.dice + 1, reasons=(more,))

    def _rain(self) -> SharkAttacks:
        state = self.replace(dice=self.dice - 1, reasons=(Reason(said("rain: one wave die leaves"), "SA-5"),))
        return state.replace(phase="enter") if state.dice else state._party()

    def _party(self) -> SharkAttacks:
        points = PARTY_FACTOR * self.swimmers
        text, rule, back = (
            said("beach party: {swimmers} count double", swimmers=count(self.swimmers, "swimmer")),
            "SA-4",
            PARTY_SIGNS,
        )
        if not self.kept:
            text, rule, back = said("rain took the only die: a party of nobody"), "SA-5", self.rules.empty_party_signs
        party = Reason(text, rule, not self.kept, self.seat, points)
        return self._score(points, party)._give_back(back, rule, house=not self.kept)._pass_on()

    def _attack(self) -> SharkAttacks:
        if not self.kept:
            nobody = Reason(said("sharks, but nobody swims: the turn ends"), "SA-6", True, self.seat, 0)
            state = self._score(0, nobody)
            return state._give_back(self.rules.nobody_signs, "SA-6", house=True)._pass_on()
        flee = Reason(
            said(
                "sharks! {dice} must flee from one shark die, the waves leave",
                dice=count(len(self.kept), "die"),
            ),
            "SA-6",
        )
        return self.replace(phase="flee", dice=len(self.kept), kept=(), red=1, reasons=(flee,))

    # -- swimmers flee (SA-7 to SA-12)

    def _flee(self, thrown: tuple[Line, Line]) -> SharkAttacks:
        dice, fins = thrown
        check_count(dice, self.dice, "swimmer", "SA-7")
        check_count(fins, self.red, "shark", "SA-9")
        bites, safe = shark_rules.attack(swimming(dice), fins, self.rules.eating)
        eaten = tuple(face for _, line in bites for face in line)
        thrown_dice = tray_dice("swimmer", dice, fresh=True) + tray_dice("shark", fins, fresh=True)
        gone = tray_dice("swimmer", self.escaped + self.eaten, free=True)
        state = self.replace(
            dice=dice.count(0),
            red=min(SHARK_DICE, self.red + 1) if eaten else self.red,
            escaped=tuple(sorted(self.escaped + safe)),
            eaten=self.eaten + eaten,
            owed=len(eaten),
            thrown=dice,
            fins=fins,
            bites=bites,
            tray=thrown_dice + gone + left_over(self.tray, "event"),
            reasons=flight_reasons(bites, safe),
        )
        if state.red > self.red:
            more = Reason(said("blood draws another shark: {red} shark dice", red=state.red), "SA-9")
            state = state.replace(reasons=(*state.reasons, more))
        return state._collect()._landed()._settle()

    def _collect(self) -> SharkAttacks:
        """Takes the signs owed as far as nobody has to choose: the pool, then a single opponent (SA-10)."""
        state = self
        while state.owed:
            givers = () if state.pool else state.givers()
            if len(givers) > 1:
                return state
            if not (state.pool or givers):
                forgone = Reason(
                    said("all {count} signs are here: the rest is forgone", count=SIGNS), "SA-10", seat=state.seat
                )
                return state.replace(owed=0, reasons=(*state.reasons, forgone))
            state = state._sign(givers[0] if givers else None)
        return state

    def _sign(self, giver: int | None) -> SharkAttacks:
        signs = list(self.signs)
        signs[self.seat] += 1
        if giver is not None:
            signs[giver] -= 1
        source = said("the middle") if giver is None else said("seat {seat}", seat=giver)
        got = Reason(said("a sign from {source} for a die eaten", source=source), "SA-10", seat=self.seat)
        return self.replace(signs=tuple(signs), owed=self.owed - 1, reasons=(*self.reasons, got))

    def _landed(self) -> SharkAttacks:
        """Scores the escape once no swimmer die is left in the water (SA-11)."""
        if self.dice:
            return self
        safe = sum(self.escaped)
        points = safe if self.eaten else BLESSING_FACTOR * safe
        text = said("{swimmers} escaped", swimmers=count(safe, "swimmer"))
        if not self.eaten:
            text = said("{swimmers}, nobody was eaten: times three", swimmers=text)
        return self._score(points, Reason(text, "SA-11", seat=self.seat, points=points))

    def _settle(self) -> SharkAttacks:
        """What comes after a flee throw: the end, a sign to take, the next throw, or the next seat."""
        if self.score[self.seat] >= self.rules.target or not (self.owed or self.dice):
            return self._pass_on()
        return self.replace(phase="take" if self.owed else "flee")

    def _take(self, giver: int) -> SharkAttacks:
        if giver not in self.givers():
            raise IllegalEvent(
                said("seat {giver} has no sign to give to seat {seat}", giver=giver, seat=self.seat), "SA-10"
            )
        return self.replace(tray=left_over(self.tray), reasons=())._sign(giver)._collect()._settle()

    # -- the end of a turn

    def _score(self, points: int, reason: Reason) -> SharkAttacks:
        score = (*self.score[: self.seat], self.score[self.seat] + points, *self.score[self.seat + 1 :])
        return self.replace(score=score, reasons=(*self.reasons, reason))

    def _give_back(self, most: int, rule: str, house: bool = False) -> SharkAttacks:
        back = min(most, self.signs[self.seat])
        if not back:
            return self
        signs = (*self.signs[: self.seat], self.signs[self.seat] - back, *self.signs[self.seat + 1 :])
        returned = Reason(said("{signs} back to the middle", signs=count(back, "sign")), rule, house, self.seat)
        return self.replace(signs=signs, reasons=(*self.reasons, returned))

    def _pass_on(self) -> SharkAttacks:
        """The next seat, or the end as soon as the target is reached (SA-13)."""
        tray = tuple(tray_die(d.kind, d.face, d.fresh, not d.fresh) for d in self.tray)
        turn: dict[str, Any] = {"tray": tray, "kept": (), "event": "", "red": 0, "escaped": (), "eaten": (), "owed": 0}
        if self.score[self.seat] >= self.rules.target:
            won = Reason(
                said("{points} points: the game ends at once", points=self.score[self.seat]), "SA-13", seat=self.seat
            )
            return self.replace(phase="over", dice=0, reasons=(*self.reasons, won), **turn)
        seat = next_seat(self.playing, self.seat)
        return self.replace(phase="enter", seat=seat, dice=SWIMMER_DICE - self.signs[seat], **turn)

    # -- people come and go (SA-15)

    def seated(self, event: Event) -> SharkAttacks:
        """Between two turns. Raises IllegalEvent at any other time, or if too few or too many would play."""
        if self.phase != "enter" or self.event:
            raise IllegalEvent(said("first this turn is played to its end"), "SA-15")
        order = reordered(self.playing, event, SEATS[0], SEATS[-1], "SA-15")
        state = self.replace(order=order, tray=left_over(self.tray), reasons=())
        if event.kind == "turns" or event.seat is None:
            return state
        return state._joined(event.seat) if event.kind == "join" else state._left(event.seat, self.playing)

    def _joined(self, seat: int) -> SharkAttacks:
        if seat < len(self.score):
            back = Reason(
                said("who comes back has the {points} of before", points=count(self.score[seat], "point")),
                "SA-15",
                True,
                seat,
            )
            return self.replace(reasons=(back,))
        joined = Reason(said("who joins begins with {points}", points=count(JOINS_WITH, "point")), "SA-15", True, seat)
        return self.replace(score=(*self.score, JOINS_WITH), signs=(*self.signs, 0), reasons=(joined,))

    def _left(self, seat: int, played: Order) -> SharkAttacks:
        held = self.signs[seat]
        text = (
            said("the points stay, {signs} back to the middle", signs=count(held, "sign"))
            if held
            else said("the points stay as they are")
        )
        signs = (*self.signs[:seat], 0, *self.signs[seat + 1 :])
        state = self.replace(signs=signs, reasons=(Reason(text, "SA-15", True, seat),))
        if seat != self.seat:
            return state
        then = next_seat(played, seat)
        return state.replace(seat=then, dice=SWIMMER_DICE - signs[then])


DECISIONS = tuple((Event("bank", seat), Event("again", seat)) for seat in range(MOST_SEATS))
STEPS: dict[tuple[str, str], Callable[[SharkAttacks, Any], SharkAttacks]] = {
    ("first", "throw"): SharkAttacks._first,
    ("enter", "throw"): SharkAttacks._enter,
    ("flee", "throw"): SharkAttacks._flee,
    ("decide", "bank"): SharkAttacks._bank,
    ("decide", "again"): SharkAttacks._again,
    ("event", "event"): SharkAttacks._event,
    ("take", "take"): SharkAttacks._take,
}
"""What may happen in which phase, and what it does."""


def begin(players: int, options: Options) -> SharkAttacks:
    """The first state of a game. Raises BadEvent if the seat that should begin does not play."""
    rules = SharkAttacksRules(**options)  # type: ignore[arg-type]
    zeros = (0,) * players
    if rules.first == "throw":
        return SharkAttacks(rules, zeros, zeros, 0, "first", opening=(YET_TO_THROW,) * players)
    seat = int(rules.first)
    if seat >= players:
        raise BadEvent(f"option first: there is no seat {seat} with {players} players; seats count from 0")
    return SharkAttacks(rules, zeros, zeros, seat)


def sensible(state: State, random: Random) -> Event:
    """What a careful beginner does: banks what wins or from so many swimmers on, takes signs from who is behind."""
    assert isinstance(state, SharkAttacks)
    legal = state.legal()
    if state.phase == "take":
        return min(legal, key=lambda event: state.score[int(event.items[0])])
    wins = state.score[state.seat] + state.swimmers >= state.rules.target
    return legal[0] if wins or state.swimmers >= WEIGHTS.min_banked_swimmers else legal[-1]


def most_points(state: State, random: Random) -> Event:
    """Plays for the most points of each turn, nothing else (the odds suppose it); takes any opponent's sign alike."""
    assert isinstance(state, SharkAttacks)
    legal = state.legal()
    if state.phase == "take":
        return random.choices(legal, [state.signs[int(event.items[0])] for event in legal])[0]
    on = (state.swimmers, len(state.kept), state.dice) in goes_on(state.rules)
    return legal[-1] if on else legal[0]
