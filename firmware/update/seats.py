"""People come and go: who sits where, in which order they play, and whether the match rests."""

from __future__ import annotations

from dataclasses import replace

from companion.api import models
from engines.core import Event
from firmware.state.table import OledPage, Step, Table
from firmware.update.observed import opened, saw


def event_of(change: models.SeatChange) -> Event:
    """What a phone asks for, as an event."""
    items = (" ".join(change.name.split()),) if change.name is not None else tuple(map(str, change.order))
    return Event(change.kind, change.seat, items)


def reseated(table: Table, change: models.SeatChange) -> Table:
    """The table after people came or went. Raises RulesError if that does not fit.

    What was being asked, or differed, is looked at anew, for it may name somebody else now; while the match rests it
    waits.
    """
    event = event_of(change)
    match = table.match.play(event)
    after = replace(table, match=match, steps=(*table.steps, Step(event)), undone=(), note="", page=OledPage.MAIN)
    if match.paused or event.kind == "resume":
        return after
    asked = table.question or table.mismatch
    after = opened(replace(after, question=None, mismatch=None))
    return saw(after, asked.look) if asked and asked.look else after


def resumed_by_button(table: Table) -> Table:
    """The match goes on."""
    return reseated(table, models.SeatChange(version=table.version, kind="resume"))
