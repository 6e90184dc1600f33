"""What a table says of itself over MQTT, as far as the hub reads it; docs/mqtt.md has each field."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

Topic = Literal["availability", "camera/availability", "state", "event"]
Line = Annotated[str, Field(max_length=400)]
Count = Annotated[int, Field(ge=0, le=10**9)]


class Heard(BaseModel):
    """The base of all that is heard: unchangeable; fields that are not known are left aside."""

    model_config = ConfigDict(frozen=True, extra="ignore")


class SaidPlayer(Heard):
    """One seat with its points."""

    name: Annotated[str, Field(max_length=80)]
    score: int


class SaidAnswer(Heard):
    """One answer that people may give."""

    text: Line


class SaidQuestion(Heard):
    """What a table asks."""

    text: Line
    answers: Annotated[tuple[SaidAnswer, ...], Field(max_length=16)] = ()


class SaidState(Heard):
    """Where the game of a table stands; `match` is 0 as long as none is on."""

    match: Count
    steps: Count = 0
    version: Count
    game: Annotated[str, Field(max_length=80)]
    title: Line
    players: Annotated[tuple[SaidPlayer, ...], Field(max_length=16)]
    awaits: Annotated[str, Field(max_length=40)]
    seat: int | None = None
    winners: tuple[int, ...] = ()
    question: SaidQuestion | None = None
    mismatch: bool = False
    faults: tuple[Line, ...] = ()
    locked: bool = False
    help: bool = False
    time: datetime | None = None
    begun: datetime | None = None
    page: Line = ""
    commands: tuple[str, ...] = ()


class SaidEvent(Heard):
    """Something that happened at a table."""

    event_type: Annotated[str, Field(max_length=40)]
    session: Annotated[str, Field(max_length=40)] = ""
    seq: int = 0
    time: datetime
    player: Annotated[str | None, Field(max_length=80)] = None
    items: Annotated[tuple[Line, ...], Field(max_length=64)] = ()
    players: Annotated[tuple[Line, ...], Field(max_length=16)] = ()
    text: Line = ""
