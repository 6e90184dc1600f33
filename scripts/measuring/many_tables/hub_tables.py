"""Simulated tables that play at random and say so, as boxes do: for the measuring and the pictures of the hub."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import UTC, datetime
from random import Random

from companion.api.models import NewGame
from engines.core import Chance, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.config import Command
from firmware.outputs.announcer import Announcer, News
from firmware.outputs.mqtt.home_assistant import Offered
from firmware.outputs.mqtt.retained import Retained
from firmware.outputs.mqtt.topics import Topics
from firmware.state.table import Answer, Question, Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Input, Requested

GUESTS = [
    "Ana",
    "Ben",
    "Cleo",
    "Dan",
    "Ella",
    "Finn",
    "Gina",
    "Hugo",
    "Ida",
    "Jan",
    "Kim",
    "Lea",
    "Max",
    "Nora",
    "Otto",
    "Pia",
    "Rosa",
    "Sven",
    "Tom",
    "Uma",
    "Vera",
    "Wim",
]
ALL: tuple[Command, ...] = ("answer", "undo", "new-match", "end-match", "lock", "help")
MOST_STEPS = 400
"""A match that random play does not end is left after so many steps."""


class SimulatedTable:
    """A box that plays one game after the other; `news` are those that nobody has taken yet."""

    def __init__(self, name: str, seed: int, clock: datetime | None = None) -> None:
        self.random = Random(seed)
        self.topics = Topics("lifeguard", name)
        self.retained = Retained(self.topics, offered=Offered(ALL, photographs=True))
        self.news: list[News] = []
        self.now = clock or datetime.now(UTC)
        self._announcer = Announcer((self,), (lambda: self.now) if clock else (lambda: datetime.now(UTC)))
        match = self._match()
        address = f"http://192.168.1.{10 + seed % 240}:8080"
        self.table = Table(match, "0000", address=address)
        self._announcer.show(self.table, self.table)

    def put(self, news: News) -> None:
        """Takes news of itself."""
        self.news.append(news)

    def step(self) -> None:
        """Plays one event, or begins another match."""
        match = self.table.match
        if isinstance(match.state.awaits, Over) or len(match.events) >= MOST_STEPS:
            self.begin()
            return
        awaits = match.state.awaits
        event = deal(awaits, self.random) if isinstance(awaits, Chance) else self.random.choice(match.state.legal())
        steps = (*self.table.steps, Step(event))
        self._become(replace(self.table, match=match.play(event), steps=steps, question=None))

    def begin(self) -> None:
        """Begins another match."""
        match = self._match()
        self.given(Requested(NewGame(version=self.table.version, game=match.game.name, players=match.players)))

    def asks(self, text: str, *answers: str) -> None:
        """Asks a question."""
        self._become(replace(self.table, question=Question(text, tuple(Answer(answer, ()) for answer in answers))))

    def calls(self) -> None:
        """Calls the host."""
        self.given(Fault("help", "The host is called"))

    def given(self, given: Input) -> None:
        """Something happens to the box."""
        self._become(handle(self.table, given))

    def said(self) -> Iterator[tuple[str, bytes]]:
        """What is retained of the newest news, by topic; its events are taken from `news`."""
        yield from self.retained(self.news[-1]).items()

    def _become(self, table: Table) -> None:
        before = self.table
        self.table = replace(table, version=before.version + 1)
        self._announcer.show(before, self.table)

    def _match(self) -> Match:
        game = GAMES[self.random.choice(sorted(GAMES))]
        count = self.random.choice(game.seats)
        players = tuple(self.random.sample(GUESTS, count))
        hidden = {"hands": "hidden"} if any(option.name == "hands" for option in game.options) else {}
        return Match.begin(game, players, hidden)
