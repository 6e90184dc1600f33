"""`handle(table, input) -> table`: everything that can happen to the device, one pure step at a time.

It reads no clock, does no I/O and never raises for what people, phones or cameras can cause: a request that does not
fit comes back as `table.refusal`, everything else unchanged.
"""

from __future__ import annotations

from dataclasses import replace

from companion.api import models
from companion.words import refusals, sentences
from engines.core import Chance, Event, IllegalEvent, RulesError
from firmware.referee.unobservable import posed
from firmware.state.table import PanelTest, Step, Table
from firmware.update import rolls
from firmware.update.buttons import pressed
from firmware.update.history import corrected, redone, undone
from firmware.update.inputs import (
    Fault,
    Forget,
    Input,
    Introduced,
    NewPin,
    PastChanged,
    Pressed,
    PutAway,
    Requested,
    Resumed,
    RollWanted,
    RollWithdrawn,
    Saw,
    Tick,
    TriedOut,
)
from firmware.update.observed import answered, entered, left_lying, play, saw
from firmware.update.seats import reseated
from firmware.update.setup import begun, fresh, introduced, past_changed, put_away, resumed


def handle(table: Table, given: Input) -> Table:
    """The table after `given`."""
    if isinstance(given, Tick):
        return rolls.lapsed(_handle(table, given))
    before, table = table, replace(table, refusal="", rule="")
    try:
        after = _handle(table, given)
        if not (isinstance(given, Requested) and isinstance(given.change, models.Redo)):
            after = rolls.followed(before, after)
    except RulesError as refused:
        reason = refused.reason if isinstance(refused, IllegalEvent) else str(refused)
        reason = sentences.named(table.match, reason)
        return replace(before, refusal=reason, rule=getattr(refused, "rule", ""), woken=before.now)
    if after == table:
        return after if isinstance(given, Saw) else replace(after, woken=table.now)
    return replace(after if after.waiting else posed(after), version=table.version + 1, woken=table.now)


def _handle(table: Table, given: Input) -> Table:
    match given:
        case Saw(look):
            return replace(table, look=look.with_identities({})) if table.waiting else saw(table, look)
        case Pressed(button, how):
            return pressed(table, button, how)
        case Requested(change):
            return _requested(table, change)
        case Resumed(version, number, match, steps):
            if version != table.version:
                raise IllegalEvent(refusals.STALE)
            return resumed(table, number, match, steps)
        case PastChanged(change):
            return past_changed(table, change)
        case PutAway(version):
            if version != table.version:
                raise IllegalEvent(refusals.STALE)
            return put_away(table)
        case RollWanted(roll):
            return rolls.ask(table, roll)
        case RollWithdrawn(id):
            return rolls.withdraw(table, id)
        case Forget():
            return replace(table, look=None)
        case Introduced(household):
            return introduced(table, household)
        case TriedOut(on):
            return replace(table, panel_test=PanelTest(at=table.now) if on else None)
        case NewPin(pin):
            return replace(table, pin=pin)
        case Fault(part, text):
            others = tuple(f for f in table.faults if f[0] != part)
            return replace(table, faults=(*others, (part, text)) if text else others)
        case Tick(now):
            return replace(table, now=now)


def _requested(table: Table, change: models.Change) -> Table:
    if change.version != table.version:
        raise IllegalEvent(refusals.STALE)
    if not table.household.done:
        raise IllegalEvent(refusals.NOT_SET_UP)
    if table.waiting and not isinstance(change, models.NewGame):
        raise IllegalEvent(refusals.NO_GAME)
    match change:
        case models.AnswerRequest(answer=number):
            return answered(table, number)
        case models.Leave():
            return left_lying(table)
        case models.Undo():
            return undone(table)
        case models.Redo():
            return redone(table)
        case models.Decide(kind=kind, seat=seat, items=items):
            return entered(table, play(table, (Step(Event(kind, seat, items)),)))
        case models.Typed(items=items):
            return entered(table, _typed(table, items))
        case models.Correct(event=number, position=position, item=item):
            return corrected(table, number, position, item)
        case models.SeatChange():
            return reseated(table, change)
        case models.NewGame(game=name, players=players, options=options):
            return fresh(table, begun(name, players, options))


def _typed(table: Table, items: tuple[str, ...]) -> Table:
    awaits = table.match.state.awaits
    if not isinstance(awaits, Chance):
        raise IllegalEvent(refusals.NO_THROW_AWAITED)
    return play(table, (Step(Event(awaits.event, None, items)),))
