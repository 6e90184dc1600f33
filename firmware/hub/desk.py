"""`companion.hub.routes.HubBackend`: the board, what was kept, and what the host asks for.

Messages are taken in on the listener's thread; the pages are told at most every `TELL_S`, on a thread of its own.
"""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from threading import Event, RLock, Thread
from typing import Any

from companion.api.backend import RequestRefused
from companion.gate.pin import LIMITS, new_pin
from companion.hub import models
from companion.hub.board import Misheard, TableBoard, heard
from companion.hub.evening import began, evening
from companion.hub.heard import Topic
from companion.hub.page import evening_view, happened, row, rows, tournament_view
from companion.hub.tournament.pairing import paired
from companion.hub.tournament.played import entered
from companion.hub.tournament.rounds import BadTournament, Tournament, begun, seated, with_result
from companion.words.language import sentence_of, t
from companion.words.pieces import join
from engines.core import said
from firmware.hub.kept import load, save
from firmware.hub.wishes import Plan, free, planned

log = logging.getLogger("lifeguard")

TELL_S = 0.2
"""Pages are told at most so often: nobody reads faster, and 200 tables speak all the time."""
BEAT_S = 5.0
"""And at least so often: what only time brings about, such as a question that waits for long."""


class HubDesk:
    """Everything that the hub knows. `ask` sends a command to a table; `say` prints the PIN when it is another one."""

    def __init__(
        self,
        home: Path,
        ask: Callable[[str, bytes], None],
        say: Callable[[str], None] = print,
        clock: Callable[[], datetime] = lambda: datetime.now(UTC),
    ) -> None:
        self._home, self._ask, self._say, self._clock = home, ask, say, clock
        kept = load(home)
        self._board = TableBoard(results=kept.results)
        self._tournament, self._round_began = kept.tournament, kept.round_began
        self._kept = kept
        self._pin = new_pin()
        self._linked, self._version = False, 0
        self._unread: set[str] = set()
        self._told: list[Callable[[models.HubPage], None]] = []
        self._lock, self._news, self._ended = RLock(), Event(), Event()
        self._page = self._drawn()
        self._thread = Thread(target=self._tell, name="hub-pages", daemon=True)

    def start(self) -> None:
        """Begin to tell the pages."""
        self._thread.start()

    def close(self) -> None:
        """Tell nobody any more, and keep what is yet to be kept."""
        self._ended.set()
        self._news.set()
        if self._thread.is_alive():
            self._thread.join(BEAT_S)
        self._keep()

    def hear(self, table: str, topic: Topic, payload: bytes) -> None:
        """Take in what a table says."""
        try:
            with self._lock:
                self._board = heard(self._board, table, topic, payload, self._clock())
                self._enter_results()
        except Misheard as error:
            if str(error) not in self._unread and len(self._unread) < 20:
                self._unread.add(str(error))
                log.warning("%s", error)
        self._news.set()

    def linked(self, there: bool) -> None:
        """The broker is there, or gone."""
        self._linked = there
        self._news.set()

    def page(self) -> models.HubPage:
        return self._page

    def subscribe(self, tell: Callable[[models.HubPage], None]) -> Callable[[], None]:
        self._told.append(tell)
        return lambda: self._told.remove(tell)

    def lately(self, table: str) -> tuple[models.HappenedView, ...] | None:
        known = self._board.tables.get(table)
        return tuple(happened(event) for event in known.lately) if known else None

    def qr(self, table: str) -> bytes | None:
        known = self._board.tables.get(table)
        if known is None or not row(table, known, self._clock()).page:
            return None
        import segno  # only here: nobody may look at it all evening

        drawn = BytesIO()
        assert known.state is not None
        segno.make(known.state.page, error="m", micro=False).save(drawn, kind="svg", scale=4, border=4, light="#fff")
        return drawn.getvalue()

    def pin(self) -> str:
        return self._pin

    def guessed(self) -> None:
        self._pin = new_pin(LIMITS.digits_after_guesses)
        self._say(f"PIN guessed at: it is {self._pin} now")

    def wish(self, wish: Any) -> models.HostAnswer:
        with self._lock:
            try:
                answer = self._done(wish)
            except BadTournament as error:
                raise RequestRefused(sentence_of(error)) from error
            self._page = self._drawn()
        self._keep()
        self._news.set()
        return answer

    def _done(self, wish: Any) -> models.HostAnswer:
        match wish:
            case models.LockTables(tables=tables, locked=locked):
                return self._sent(planned(self._board, tables, {"do": "lock", "locked": locked}))
            case models.AnswerCalls(tables=tables):
                return self._sent(planned(self._board, tables, {"do": "help", "called": False}))
            case models.EndMatches(tables=tables):
                return self._sent(planned(self._board, tables, {"do": "end-match"}))
            case models.BeginMatches(tables=tables, game=game, players=players):
                named = {"game": game, "players": players}
                command = {"do": "new-match"} | {key: value for key, value in named.items() if value is not None}
                return self._sent(planned(self._board, tables, command))
            case models.AnswerTable(table=table, version=version, answer=answer):
                return self._sent(planned(self._board, [table], {"do": "answer", "answer": answer, "version": version}))
            case models.NewTournament():
                self._become(begun(wish.title, wish.kind, wish.game, wish.players, wish.length))
            case models.NextRound(start=start):
                self._become(paired(self._running()))
                self._round_began = self._clock()
                return self._seat() if start else models.HostAnswer()
            case models.EnterResult(number=number, first=first, points=points):
                self._become(with_result(self._running(), number, first, points))
            case models.DropTournament():
                self._become(None)
        return models.HostAnswer()

    def _sent(self, plan: Plan) -> models.HostAnswer:
        for table, command in plan.commands.items():
            self._ask(table, command)
        return plan.answer

    def _running(self) -> Tournament:
        if self._tournament is None:
            raise BadTournament(said("no tournament is on; begin one first"))
        return self._tournament

    def _become(self, tournament: Tournament | None) -> None:
        self._tournament = tournament

    def _seat(self) -> models.HostAnswer:
        """Begins the pairings of the present round at free tables, in their order."""
        tournament = self._running()
        tables, asked, refused = free(self._board), [], {}
        for pairing in tournament.rounds[-1]:
            if pairing.second is None:
                continue
            if not tables:
                refused[join([pairing.first, pairing.second])] = t("no table is free that allows to begin a match")
                continue
            table = tables.pop(0)
            command = {"do": "new-match", "game": tournament.game, "players": [pairing.first, pairing.second]}
            self._sent(planned(self._board, [table], command))
            tournament = seated(tournament, pairing.first, table)
            asked.append(table)
        self._become(tournament)
        return models.HostAnswer(asked=tuple(asked), refused=refused)

    def _enter_results(self) -> None:
        if self._tournament and self._tournament.open and self._round_began:
            self._become(entered(self._tournament, self._board.results, self._round_began))

    def _drawn(self) -> models.HubPage:
        """The board as it is now."""
        now = self._clock()
        drawn = rows(self._board, now)
        since = began(now)
        self._version += 1
        return models.HubPage(
            version=self._version,
            time=now.isoformat(timespec="seconds"),
            connected=self._linked,
            tables=drawn,
            evening=evening_view(evening(self._board.results, since)),
            tournament=tournament_view(self._tournament) if self._tournament else None,
        )

    def _tell(self) -> None:
        while not self._ended.is_set():
            self._news.wait(BEAT_S)
            self._news.clear()
            with self._lock:
                self._page = page = self._drawn()
            for tell in tuple(self._told):
                tell(page)
            self._keep()
            self._ended.wait(TELL_S)

    def _keep(self) -> None:
        """Keep results and tournament, where they are others than those that are kept."""
        with self._lock:
            now = replace(
                self._kept,
                results=self._board.results,
                tournament=self._tournament,
                round_began=self._round_began,
            )
            if now == self._kept:
                return
            try:
                save(self._home, now)
            except OSError as error:
                log.warning("the evening cannot be kept: %s", error)
            self._kept = now
