"""What happened, taken back, played again or corrected."""

from __future__ import annotations

from dataclasses import replace

from companion.words import refusals
from engines.core import SEATING, IllegalEvent
from firmware.referee.automatic import by_itself
from firmware.state.observation import Observation, without
from firmware.state.table import Step, Table
from firmware.state.vouched import NOBODY
from firmware.update.correction import amended
from firmware.update.observed import play, saw
from firmware.update.setup import back


def undone(table: Table) -> Table:
    """Without the last event, and without what then happened by itself; where there is none, back to the match that
    this one was begun from."""
    count, states = len(table.steps), table.match.states
    while count and table.steps[count - 1].event == by_itself(states[count - 1]):
        count -= 1
    if not count:
        return back(table)
    return replace(
        table,
        match=table.match.upto(count - 1),
        steps=table.steps[: count - 1],
        undone=(*table.undone, table.steps[count - 1]),
        question=None,
        mismatch=None,
        page=0,
    )


def redone(table: Table) -> Table:
    if not table.undone:
        raise IllegalEvent(refusals.NOTHING_TO_REDO)
    *rest, last = table.undone
    return replace(play(table, (last,)), undone=tuple(rest))


def corrected(table: Table, number: int, position: int, item: str) -> Table:
    """One item of one event was really another; what came after is replayed as far as it still holds."""
    if number >= len(table.steps) or table.steps[number].event.kind in SEATING:
        raise IllegalEvent(refusals.NO_SUCH_PIECE)
    if position >= len(table.steps[number].event.items):
        raise IllegalEvent(refusals.NO_SUCH_PIECE)
    step = table.steps[number]
    event = amended(table.match.states[number], step.event, position, item)
    named = step.with_named([position], _look_of(table, step))
    match, lost = table.match.correct(number, event)
    steps = (
        *table.steps[:number],
        replace(named, event=event, was=step.was or step.event.items[position]),
        *table.steps[number + 1 :],
    )[: len(match.events)]
    note = refusals.steps_dropped(len(lost)) if lost else ""
    observation = _relabelled(table.look, step, position, item)
    asked = table.question or table.mismatch
    seen = asked.look if asked and asked.look else observation if lost else None
    if observation and lost:
        observation = without(observation, [item for event in lost for item in event.items])
    table = replace(
        table, match=match, steps=steps, undone=(), look=observation, question=None, mismatch=None, note=note,
        vouched=NOBODY,  # an answer may have been wrong, too
    )  # fmt: skip
    # What was being asked about, or is told by no step any more, lies there still, and means something else now.
    return replace(saw(table, seen), note=note) if seen else table


def _look_of(table: Table, step: Step) -> Observation | None:
    """The look that a step was read in, if it is still at hand."""
    asked = table.question or table.mismatch
    looks = (table.look, asked.look if asked else None)
    return next((look for look in looks if look and look.id == step.look), None)


def _relabelled(observation: Observation | None, step: Step, position: int, item: str) -> Observation | None:
    """The last observation with the corrected piece's new name, if that piece is in it."""
    if observation is None or observation.id != step.look or position >= len(step.pieces):
        return observation
    known = {number: name for number, name in enumerate(observation.identities) if name}
    return observation.with_identities(known | {step.pieces[position]: item})
