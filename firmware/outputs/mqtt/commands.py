"""What others may ask of the device over MQTT: as much as the configuration grants, which at first is nothing."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection
from concurrent.futures import Future
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from companion.api import models
from companion.words import refusals
from firmware.state.table import CALL, LOCK, Table
from firmware.update.inputs import Fault, Input, PutAway, Requested

log = logging.getLogger("lifeguard")

LONGEST = 4096
"""Bytes that a command may have."""


class _Command(BaseModel):
    """The base of all commands; `version` is that of the state it was made for, None whatever is current."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    version: Annotated[int, Field(ge=0)] | None = None


class AnswerCommand(_Command):
    """Answers the open question with its answer number `answer`, from 0."""

    do: Literal["answer"]
    answer: Annotated[int, Field(ge=0)]


class UndoCommand(_Command):
    """Takes the last event back."""

    do: Literal["undo"]


class NewMatchCommand(_Command):
    """Begins another match: of this game, with these players, unless it names others."""

    do: Literal["new-match"]
    game: models.Short | None = None
    players: Annotated[tuple[models.Name, ...], Field(min_length=1, max_length=8)] | None = None


class EndMatchCommand(_Command):
    """Puts the match away, over or not; the table then waits for the next one."""

    do: Literal["end-match"]


class LockCommand(_Command):
    """Lets phones change nothing, or again everything."""

    do: Literal["lock"]
    locked: bool


class HelpCommand(_Command):
    """Says that the host is called, or that the call was answered."""

    do: Literal["help"]
    called: bool


AnyCommand = AnswerCommand | UndoCommand | NewMatchCommand | EndMatchCommand | LockCommand | HelpCommand
COMMANDS: TypeAdapter[AnyCommand] = TypeAdapter(Annotated[AnyCommand, Field(discriminator="do")])


class Commands:
    """Puts what is `granted` into the device's queue; all else is said in the log, once each."""

    def __init__(
        self,
        granted: Collection[str],
        table: Callable[[], Table],
        put: Callable[[Input], Future[Table]],
    ) -> None:
        self._granted, self._table, self._put = granted, table, put
        self._said: set[str] = set()

    def __call__(self, payload: bytes) -> Future[Table] | None:
        """The table after a command, soon; None if it is none, or not granted."""
        if len(payload) > LONGEST:
            self._refuse("is too long")
            return None
        try:
            command = COMMANDS.validate_json(payload)
            if command.do in self._granted:
                return self._put(asked(command, self._table()))
            self._refuse(f"{command.do!r} is not granted: see commands in [mqtt]")
        except ValidationError as error:
            self._refuse(f"does not fit: {error.errors()[0]['msg'].lower()}")
        return None

    def _refuse(self, why: str) -> None:
        if why not in self._said and len(self._said) < 20:  # a stranger may think of ever other ones
            self._said.add(why)
            log.warning("an MQTT command %s", why)


def asked(command: AnyCommand, table: Table) -> Input:
    """What a command asks of the device. Raises ValidationError."""
    version = table.version if command.version is None else command.version
    match command:
        case AnswerCommand(answer=answer):
            return Requested(models.AnswerRequest(version=version, answer=answer))
        case UndoCommand():
            return Requested(models.Undo(version=version))
        case EndMatchCommand():
            return PutAway(version)
        case LockCommand(locked=locked):
            return Fault(LOCK, refusals.IS_LOCKED if locked else "")
        case HelpCommand(called=called):
            return Fault(CALL, refusals.CALLED if called else "")
        case NewMatchCommand(game=game, players=players):
            now = table.match
            same = game is None or game == now.game.name
            options = dict(now.options) if same else {}
            return Requested(
                models.NewGame(
                    version=version, game=game or now.game.name, players=players or now.players, options=options
                )
            )
