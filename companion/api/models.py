"""Everything that goes over the wire: the `Page` that phones show and the `Change` requests that they send.

Values only: nothing here knows a camera, a queue or a socket. A `Page` is the whole view; it holds what a spectator may
see, and nothing else.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from companion.api.language.text import Panel, Text

Setting = int | str | bool
Short = Annotated[str, Field(max_length=80)]
Name = Annotated[str, Field(min_length=1, max_length=24)]
Seat = Annotated[int, Field(ge=0, lt=16)]


class Wire(BaseModel):
    """The base of all that travels: unchangeable, and unknown fields are refused."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def example(**fields: Any) -> ConfigDict:
    """What the description of the API gives as an example of a request."""
    return ConfigDict(json_schema_extra={"examples": [fields]})


class Player(Wire):
    """One seat with its points; `signs` where the game has them, `detail` a short word of the game on this player.

    `away`: they have left; the seat stays, with its points.
    """

    seat: int
    name: Text
    score: int
    signs: int | None = None
    detail: Text = ""
    away: bool = False


class Awaits(Wire):
    """What must happen next, in words; `seat` whose move it is."""

    kind: Literal["turn", "chance", "over", "begin", "paused"]
    seat: int | None = None
    text: Text = ""


class CandidateView(Wire):
    """What a piece may be, with its probability (0 to 1)."""

    item: str
    probability: float


class PieceView(Wire):
    """A piece found in the photograph. `box` is x, y, width, height in pixels of the photograph, origin top left.

    `event` and `position` say which event's items it became; None while it belongs to no event.
    """

    index: int
    item: str | None
    kind: str
    face: str | None
    box: tuple[float, float, float, float]
    confidence: float
    candidates: tuple[CandidateView, ...] = ()
    event: int | None = None
    position: int | None = None
    doubt: Text = ""


class ThrowView(Wire):
    """The last reading that matters: its photograph (`/api/photo/{photo}.jpg`), its size in pixels, its dice.

    `marked` are the numbers of the dice that the open question or mismatch is about.
    """

    photo: str
    width: int
    height: int
    dice: tuple[PieceView, ...] = ()
    marked: tuple[int, ...] = ()


class Why(Wire):
    """A sentence on a score or a refusal, the ruling behind it ("SA-5"), and whether that is a house ruling."""

    text: Text
    rule: str = ""
    house: bool = False
    points: int | None = None
    seat: int | None = None


class ScoreChange(Wire):
    """The points that a seat gained by an event, or lost."""

    seat: int
    points: int


class Entry(Wire):
    """One event of the match: `index` counts from 0; `changed` says what a later correction did to it, or "".

    `said` is the text for ears where the page draws what was thrown, "Ben throws: 1, 3 and 2 waves"; else "".
    `scores` has the seats whose points it changed; `reasons` say why.
    """

    index: int
    text: Text
    said: Text = ""
    kind: str = ""
    seat: int | None = None
    reasons: tuple[Why, ...] = ()
    scores: tuple[ScoreChange, ...] = ()
    photo: str | None = None
    items: tuple[str, ...] = ()
    changed: Text = ""


class QuestionView(Wire):
    """What the device asks; the likeliest answer first."""

    text: Text
    answers: tuple[Text, ...]


class Can(Wire):
    """Which of the two ways through the past are open, and whether pieces are too much that could be left there."""

    undo: bool = False
    redo: bool = False
    leave: bool = False


class Odds(Wire):
    """What one decision is worth: expected points, and the chance (0 to 1) to win from there where it is known."""

    text: Text
    points: float
    win: float | None = None


class MoveView(Wire):
    """A decision that may be taken now, for playing it by hand: send `kind`, `seat` and `items` back as they are."""

    kind: str
    seat: int | None
    items: tuple[str, ...] = ()
    text: Text


class PoolView(Wire):
    """Pieces to type when a throw is entered by hand: `count` of them (up to `most`), each one of `items`."""

    kind: str
    count: int
    most: int
    items: tuple[str, ...]


class OverView(Wire):
    """The game has ended; several winners share the title."""

    winners: tuple[int, ...]


class Ruling(Wire):
    """A ruling that the group plays by although no rulebook says so."""

    rule: str
    text: Text


class SeatingView(Wire):
    """What people may do with their seats now: `possible` are kinds of `SeatChange`; to be called otherwise always is.

    `order` has the seats in the order of their turns, in games that know one. `instead` says what to do in a game in
    which nobody joins or leaves, and `rule` is the ruling behind all that.
    """

    paused: bool = False
    possible: tuple[str, ...] = ()
    order: tuple[int, ...] = ()
    instead: Text = ""
    rule: str = ""


class RollView(Wire):
    """A throw that a virtual table asks for: `text` says what to throw, `trouble` why the last throw was not it.

    `event` is the number of the throw that answered it; None: none has yet. The first such is the one to throw for.
    """

    id: str
    who: str
    text: Text
    trouble: Text = ""
    event: int | None = None


class ChosenView(Wire):
    """What an option is about, and what was chosen, in words."""

    doc: Text
    value: Text


class Page(Wire):
    """The whole view at one moment. `version` grows with each change; a request made for an older one is refused."""

    version: int
    game: str
    title: Text
    players: tuple[Player, ...]
    awaits: Awaits
    throw: ThrowView | None = None
    log: Annotated[tuple[Entry, ...], Field(description="The newest events, oldest first; see `/api/log`.")] = ()
    question: QuestionView | None = None
    mismatch: Text | None = None
    note: Text = ""
    faults: tuple[Text, ...] = ()
    can: Can = Can()
    odds: tuple[Odds, ...] = ()
    moves: tuple[MoveView, ...] = ()
    expects: tuple[PoolView, ...] = ()
    state: Panel = Field(default_factory=dict, description="What the game's own panel shows.")
    over: OverView | None = None
    options: dict[str, Setting] = Field(default_factory=dict)
    chosen: tuple[ChosenView, ...] = ()
    house: tuple[Ruling, ...] = ()
    seating: SeatingView = SeatingView()
    match: Annotated[int, Field(description="The number of the match on this device; 0: none.")] = 0
    rolls: tuple[RollView, ...] = ()
    host: Annotated[Literal["", "there", "called"], Field(description="Whether a host can be called, or is.")] = ""
    welcome: Annotated[bool, Field(description="Nothing is played until the first start is over; see `/welcome`.")] = (
        False
    )


class ChangeRequest(Wire):
    """The base of every request that changes something: the version of the page that it was made for."""

    version: Annotated[int, Field(ge=0, description="The version of the page that the sender was looking at.")]


class AnswerRequest(ChangeRequest):
    """Answers the open question with its answer number `answer`, from 0."""

    model_config = example(version=41, answer=0)

    answer: Annotated[int, Field(ge=0)]


class Correct(ChangeRequest):
    """Piece number `position` of event number `event` was really `item`."""

    model_config = example(version=41, event=12, position=3, item="swimmer-2")

    event: Annotated[int, Field(ge=0)]
    position: Annotated[int, Field(ge=0)]
    item: Short


class Leave(ChangeRequest):
    """Leaves the pieces that are too much where they lie: they are none of the game's."""

    model_config = example(version=41)


class Undo(ChangeRequest):
    """Takes the last event back."""

    model_config = example(version=41)


class Redo(ChangeRequest):
    """Plays the event again that was taken back last."""

    model_config = example(version=41)


class Decide(ChangeRequest):
    """A decision by hand: one of the page's `moves`."""

    model_config = example(version=41, kind="bank", seat=0, items=[])

    kind: Short
    seat: Seat | None = None
    items: Annotated[tuple[Short, ...], Field(max_length=64)] = ()


class Typed(ChangeRequest):
    """A throw by hand: the items of all pools that the page `expects`, pool after pool."""

    model_config = example(version=41, items=["swimmer-1", "swimmer-wave"])

    items: Annotated[tuple[Short, ...], Field(min_length=1, max_length=64)]


class NewGame(ChangeRequest):
    """Ends this match and begins another."""

    model_config = example(version=41, game="dice-tray", players=["Ana", "Ben"], options={"dice": 2})

    game: Short
    players: Annotated[tuple[Name, ...], Field(min_length=1, max_length=8)]
    options: dict[Short, Setting] = Field(default_factory=dict, max_length=32)


class SeatChange(ChangeRequest):
    """People come or go.

    `rename` calls who sits at `seat` `name`; `hand-over` has somebody else called so play on there; `join` takes the
    next new seat (its number is that of all seats so far), or that of who comes back; `leave` leaves `seat`; `turns`
    has all seats that play, in their `order`; `pause` and `resume` take nothing.
    """

    model_config = example(version=41, kind="rename", seat=0, name="Ana")

    kind: Literal["rename", "hand-over", "join", "leave", "turns", "pause", "resume"]
    seat: Seat | None = None
    name: Name | None = None
    order: Annotated[tuple[Seat, ...], Field(max_length=16)] = ()


class HelpRequest(Wire):
    """Calls the host, or says that nobody need come."""

    model_config = example(called=True)

    called: bool


Change = AnswerRequest | Correct | Leave | Undo | Redo | Decide | Typed | NewGame | SeatChange


class OptionView(Wire):
    """An option of a game as the new-game dialog offers it: a list of `values`, or a number from `least` to `most`.

    `words` are the values in words.
    """

    name: str
    default: Setting
    doc: Text
    values: tuple[Setting, ...] = ()
    words: tuple[Text, ...] = ()
    least: int | None = None
    most: int | None = None
    rule: str = ""
    house: bool = False


class Offer(Wire):
    """A game that can be begun, for `least` to `most` players."""

    name: str
    title: Text
    least: int
    most: int
    options: tuple[OptionView, ...] = ()


class SectionView(Wire):
    """A heading of how a game is played, and its sentences."""

    title: str
    lines: tuple[str, ...]


class HowToPlayView(Wire):
    """How a game is played, in our own words: in short, and section by section."""

    title: str
    short: str
    sections: tuple[SectionView, ...]


class ClauseView(Wire):
    """A part of a ruling: who says it, what it says, and the option or data that changes it ("" for none)."""

    who: tuple[Text, ...]
    text: str
    choice: str


class RulingText(Wire):
    """What a ruling says, in our own words."""

    rule: str
    clauses: tuple[ClauseView, ...]


class Problem(Wire):
    """Every error: one clear sentence, and the ruling behind it where there is one."""

    model_config = example(error="The table has moved on since: look at the page again, nothing was changed", rule="")

    error: Text
    rule: str = ""


class Health(Wire):
    """That the page is alive, and what the device complains of."""

    ok: bool
    version: str
    faults: tuple[Text, ...] = ()
