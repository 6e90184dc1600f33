"""What the pages of the hub show, and what its host may ask for."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from companion.api.language.text import Text
from companion.api.models import Name, Short, Wire, example
from companion.hub.tournament.rounds import MOST_PLAYERS, Kind

TableName = Annotated[str, Field(pattern=r"^[^+#/\s]{1,64}$")]
Tables = Annotated[tuple[TableName, ...] | None, Field(max_length=500, description="None: all tables.")]


class HubSeat(Wire):
    """One player at a table."""

    name: str
    score: int


class TableRow(Wire):
    """A table on the board. `begun` and `asked` (since when its question waits) are ISO times in UTC."""

    name: str
    online: bool
    needs: Text = ""
    calls: bool = False
    title: Text = ""
    game: str = ""
    players: tuple[HubSeat, ...] = ()
    seat: int | None = None
    winners: tuple[int, ...] = ()
    awaits: str = "begin"
    question: Text = ""
    answers: tuple[Text, ...] = ()
    asked: str = ""
    differs: bool = False
    locked: bool = False
    begun: str = ""
    page: str = ""
    match: int = 0
    version: int = 0
    commands: tuple[str, ...] = ()


class GuestView(Wire):
    """Somebody who played tonight."""

    name: str
    matches: int
    wins: int


class BestView(Wire):
    """The best score of a game tonight."""

    title: str
    score: int
    names: tuple[str, ...]
    table: str


class GameCount(Wire):
    """How often a game was played to its end tonight."""

    title: str
    matches: int


class EveningView(Wire):
    """The evening so far."""

    matches: int
    games: tuple[GameCount, ...]
    guests: tuple[GuestView, ...]
    best: tuple[BestView, ...]


class PairingView(Wire):
    """Two who meet; without `second` a bye. `points` are None until it is played."""

    first: str
    second: str | None
    points: tuple[float, float] | None
    table: str


class StandingView(Wire):
    """One player of the tournament."""

    place: int
    name: str
    points: float
    buchholz: float
    sonneborn: float
    wins: int
    met: int


class TournamentView(Wire):
    """The tournament; `rounds` are lists of pairings."""

    title: str
    kind: Kind
    game: str
    length: int
    over: bool
    open: bool
    rounds: tuple[tuple[PairingView, ...], ...]
    standings: tuple[StandingView, ...]


class HubPage(Wire):
    """All that the board shows; `tables` by name. `time` is the hub's own (ISO, UTC)."""

    version: int
    time: str
    connected: bool
    tables: dict[str, TableRow]
    evening: EveningView
    tournament: TournamentView | None = None


class HappenedView(Wire):
    """Something that happened at a table."""

    time: str
    event_type: str
    player: str = ""
    """Who did it; of a match that is over, who has won."""
    items: tuple[str, ...] = ()
    pieces: Text = ""
    """The items in words."""
    text: Text = ""


class HostAnswer(Wire):
    """What became of a wish: the tables that were asked, and those that were not, each with a sentence why."""

    asked: tuple[str, ...] = ()
    refused: dict[str, Text] = Field(default_factory=dict)


class LockTables(Wire):
    """Phones may change nothing at these tables, or again everything."""

    model_config = example(tables=["kitchen"], locked=True)

    tables: Tables = None
    locked: bool


class AnswerCalls(Wire):
    """The calls of these tables were answered."""

    model_config = example(tables=["kitchen"])

    tables: Tables = None


class BeginMatches(Wire):
    """Begins a match at each of these tables: of its present game and with its players, unless others are named."""

    model_config = example(tables=["kitchen"], game="pig", players=["Ana", "Ben"])

    tables: Tables = None
    game: Short | None = None
    players: Annotated[tuple[Name, ...] | None, Field(min_length=1, max_length=8)] = None


class EndMatches(Wire):
    """Puts the matches of these tables away."""

    model_config = example(tables=["kitchen"])

    tables: Tables = None


class AnswerTable(Wire):
    """Answers a table's question with its answer number `answer`, from 0, as long as it has this `version`."""

    model_config = example(table="kitchen", version=31, answer=0)

    table: TableName
    version: Annotated[int, Field(ge=0)]
    answer: Annotated[int, Field(ge=0)]


class NewTournament(Wire):
    """Begins a tournament; one that is on gives way. Without a `length` it has the usual number of rounds."""

    model_config = example(title="Sharks Cup", kind="swiss", game="pig", players=["Ana", "Ben", "Cleo", "Dan"])

    title: Short
    kind: Kind
    game: Short
    players: Annotated[tuple[Name, ...], Field(max_length=MOST_PLAYERS)]
    length: Annotated[int | None, Field(ge=1, le=MOST_PLAYERS)] = None


class NextRound(Wire):
    """Pairs the next round; with `start` each pairing's match is begun at a free table."""

    model_config = example(start=True)

    start: bool = False


class EnterResult(Wire):
    """The points of the pairing of round `number` (from 1) that `first` is first in."""

    model_config = example(number=1, first="Ana", points=[1, 0])

    number: Annotated[int, Field(ge=1)]
    first: Name
    points: tuple[float, float]


class DropTournament(Wire):
    """Ends the tournament and forgets it."""

    model_config = example()
