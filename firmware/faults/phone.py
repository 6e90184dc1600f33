"""A phone that plays by hand: what is confirmed to it must stay."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from random import Random
from threading import Thread

from companion.api import models
from engines.core import Chance, Event, Over, State
from engines.dealer import any_legal, deal
from firmware.device.loop import Device, Output
from firmware.state.table import Step, Table
from firmware.storage.journal import Journal
from firmware.update.inputs import Requested
from firmware.update.observed import opened, play
from firmware.update.setup import begun

ANSWER_S = 30.0
"""Within so many seconds an answer must come, however busy the machine is."""
PLAYERS = ("Ana", "Ben", "Cleo")


def new_table(game: str = "shark-attacks") -> Table:
    """A table at the start of a match; without a PIN, which no journal keeps."""
    return opened(Table(begun(game, PLAYERS, {}), ""))


def next_event(state: State, random: Random) -> Event:
    """Any event that may happen now; not for a game that is over."""
    return deal(state.awaits, random) if isinstance(state.awaits, Chance) else any_legal(state, random)


def played(random: Random, saves: int, photo_bytes: int) -> Iterator[tuple[Table, dict[str, bytes]]]:
    """Tables one after the other, as play makes them: a step with its photograph each time, at times one taken back."""
    table = new_table()
    yield table, {}
    for number in range(saves):
        if isinstance(table.match.state.awaits, Over):
            table = replace(new_table(), number=table.number + 1)
        elif random.random() < 0.1 and table.steps:
            table = replace(table, match=table.match.undo(), steps=table.steps[:-1])
        else:
            step = Step(next_event(table.match.state, random), look=f"look-{number}")
            table = play(table, (step,))
        table = replace(table, version=number + 1)
        yield table, {f"look-{number}": random.randbytes(photo_bytes)}


@contextmanager
def running(folder: Path, *outputs: Output, table: Table | None = None) -> Iterator[Device]:
    """A device at work on a thread of its own, with its journal in `folder`."""
    journal = Journal(folder / "journal.db")
    device = Device(table or journal.load() or new_table(), journal, list(outputs))
    device.begin(anew=True)
    thread = Thread(target=device.run, name="device")
    thread.start()
    try:
        yield device
    finally:
        device.stop()
        thread.join(ANSWER_S)
        journal.close()


class Phone:
    """Asks `device` for one change after the other, by chance."""

    def __init__(self, device: Device, random: Random) -> None:
        self._device, self._random = device, random
        self.confirmed: tuple[Event, ...] = tuple(device.table.match.events)
        """The events of the match as the last answer told them."""

    def play(self) -> None:
        """One change, confirmed. Raises what the device answers if it cannot be done."""
        table = self.ask().result(ANSWER_S)
        self.confirmed = tuple(table.match.events)

    def ask(self) -> Future[Table]:
        """Ask for one change and do not wait."""
        return self._device.put(Requested(self._change(self._device.table)))

    def _change(self, table: Table) -> models.Change:
        state, version = table.match.state, table.version
        if isinstance(state.awaits, Over):
            return models.NewGame(version=version, game=table.match.game.name, players=PLAYERS, options={})
        if table.steps and self._random.random() < 0.1:
            return models.Undo(version=version)
        event = next_event(state, self._random)
        if isinstance(state.awaits, Chance):
            return models.Typed(version=version, items=event.items)
        return models.Decide(version=version, kind=event.kind, seat=event.seat or 0, items=event.items)


def saved(folder: Path) -> tuple[Event, ...]:
    """The events of the match that the journal in `folder` tells now. Raises JournalError."""
    journal = Journal(folder / "journal.db")
    try:
        table = journal.load()
        return tuple(table.match.events) if table else ()
    finally:
        journal.close()
