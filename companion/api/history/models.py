"""What goes over the wire about past matches: `MatchView`, `MatchDetail`, `Moment`, `PersonView`, and changes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field

from companion.api.language.text import Text
from companion.api.models import ChangeRequest, Name, Page, Setting, Wire, example

Number = Annotated[int, Field(ge=1, le=2**31)]
PersonName = Annotated[str, Field(min_length=1, max_length=80)]


class SeatView(Wire):
    """Somebody at a match. Figures are None where they are not known (yet), or the game has none.

    `person` is how a rematch names them: `name`, or what stands for somebody who was `deleted`.
    """

    name: Text
    person: str
    deleted: bool = False
    score: int | None = None
    winner: bool = False
    best_turn: int | None = None
    luck: float | None = None
    away: bool = False


class MatchView(Wire):
    """A match in the list.

    `began` and `ended` are UTC, or "". `state`: `playing` just now, `open` (it can go on), `over`, `counting` (its
    figures are being worked out), or `lost` (today's rules refuse it). `photos` counts its photographs.
    """

    number: int
    game: str
    title: Text
    players: tuple[SeatView, ...]
    began: str
    ended: str
    minutes: int
    steps: int
    photos: int
    state: Literal["playing", "open", "over", "counting", "lost"]
    options: dict[str, Setting] = Field(default_factory=dict)


class MatchList(Wire):
    """A part of all matches, the last played first. `total` counts all that fit what was asked for."""

    matches: tuple[MatchView, ...]
    total: int
    counting: Annotated[int, Field(description="Matches whose figures are still being worked out.")] = 0


class Curve(Wire):
    """What changes from step to step: for each seat the values at the `at` (0: the beginning)."""

    at: tuple[int, ...]
    seats: tuple[tuple[float, ...], ...]


class PhotoView(Wire):
    """The photograph that a step was read from (`/api/photo/{photo}.jpg`); steps count from 1."""

    step: int
    photo: str


class MatchDetail(Wire):
    """A match with its curves, and the steps of which photographs are kept."""

    match: MatchView
    scores: Curve
    luck: Curve | None = None
    photos: tuple[PhotoView, ...] = ()
    dice: tuple[DiceView, ...] = ()


class Moment(Wire):
    """How a match stood after `step` events: what the page showed then, with that step alone in its log.

    `photo` is the name of its photograph if that is still kept; `lost` says that it is not kept any more.
    """

    page: Page
    step: int
    of: int
    at: str
    photo: str | None = None
    lost: bool = False


class FaceView(Wire):
    """One face of a kind of dice: how often it came up, and how often it comes up on average."""

    item: str
    seen: int
    due: float


class DiceView(Wire):
    """Whether dice look fair; `words` say it, `p` is the chance that fair dice are as uneven."""

    game: str
    kind: str
    dice: int
    faces: tuple[FaceView, ...]
    p: float | None
    words: Text


class RecordView(Wire):
    """Somebody's figures, in one game (`game`) or in all ("")."""

    game: str
    title: Text
    matches: int
    finished: int
    wins: int
    due: float
    mean_score: float | None
    best_score: int | None
    best_turn: int | None
    luck: float | None


class PersonView(Wire):
    """Somebody over all matches; `streak` counts wins in a row, or below nought matches without one."""

    name: str
    last: str
    whole: RecordView
    streak: int
    best_streak: int


class PersonDetail(Wire):
    """The same in full: game by game, and `luck` so far after each match `at` (numbers of matches)."""

    person: PersonView
    games: tuple[RecordView, ...]
    luck: Curve | None = None
    matches: tuple[MatchView, ...] = ()


class People(Wire):
    """Everybody who ever played, who played most first; and whether the dice look fair, over all matches."""

    people: tuple[PersonView, ...]
    dice: tuple[DiceView, ...]
    counting: int = 0


class Share(Wire):
    """A link that opens BG Stats with the match; `qr` says whether it fits into a QR code, `problem` what keeps it."""

    link: str = ""
    qr: bool = False
    problem: Text = ""


class Continue(ChangeRequest):
    """Goes on with a match that was left; the present one is left unfinished."""

    model_config = example(version=41, match=12)

    match: Number


class Rename(Wire):
    """Somebody is called otherwise, in all matches."""

    model_config = example(name="Jo", to="Joanna")

    name: PersonName
    to: Name


class ForgetRequest(Wire):
    """Somebody is deleted: in the matches of others they are Someone."""

    model_config = example(name="Jo")

    name: PersonName


MatchDetail.model_rebuild()
