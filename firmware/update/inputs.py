"""What can happen to the device: what `handle` takes."""

from __future__ import annotations

from dataclasses import dataclass

from companion.api import models
from engines.core import Match
from firmware.state.household import Household
from firmware.state.observation import Observation
from firmware.state.roll import RollRequest
from firmware.state.table import Step
from firmware.storage.past import PastChange


@dataclass(frozen=True, slots=True)
class Saw:
    """The camera saw a settled table."""

    look: Observation


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the panel: a (yes, next), b (choose) or c (undo); `how` is short, double or hold."""

    button: str
    how: str = "short"


@dataclass(frozen=True, slots=True)
class Requested:
    """A phone asks for a change."""

    change: models.Change


@dataclass(frozen=True, slots=True)
class Resumed:
    """A phone that saw the page of this `version` asks to go on with match `number`, which was left at these steps."""

    version: int
    number: int
    match: Match
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class PastChanged:
    """Matches of the past become others; the journal makes the change when the table has agreed."""

    change: PastChange


@dataclass(frozen=True, slots=True)
class Fault:
    """A part broke, or works again (`text` is "")."""

    part: str
    text: str


@dataclass(frozen=True, slots=True)
class PutAway:
    """The host ends the match, as it stood in this `version`: it stays among the past ones, unfinished if it is."""

    version: int


@dataclass(frozen=True, slots=True)
class RollWanted:
    """A virtual table asks for a throw, or still does."""

    roll: RollRequest


@dataclass(frozen=True, slots=True)
class RollWithdrawn:
    """The throw of that request is not wanted any more."""

    id: str


@dataclass(frozen=True, slots=True)
class Forget:
    """The pieces were laid out anew (another table, another camera): where they lay before says nothing."""


@dataclass(frozen=True, slots=True)
class Introduced:
    """People said who they are and what they play; that is kept already."""

    household: Household


@dataclass(frozen=True, slots=True)
class TriedOut:
    """The panel is tried out from now on, or not any more."""

    on: bool


@dataclass(frozen=True, slots=True)
class NewPin:
    """The PIN is another one from now on."""

    pin: str


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went by: `now` in seconds on the device's clock."""

    now: float


Wish = Pressed | Requested | Resumed | PastChanged | PutAway | RollWanted | RollWithdrawn
"""What people ask for: it is done now, or refused."""
Input = Wish | Saw | Fault | Forget | Introduced | TriedOut | NewPin | Tick
