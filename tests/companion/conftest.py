"""A desk without a device: a match played by the engines, a drawn photograph, and a real server around it."""

from __future__ import annotations

import io
import re
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

import httpx
import pytest
import uvicorn
from PIL import Image, ImageDraw
from playwright.sync_api import Browser, Page, expect, sync_playwright

from companion.api import match_view, models
from companion.api.app import create_app
from companion.api.backend import RequestRefused, Stale
from companion.panels.panel import panel
from engines.core import Event, IllegalEvent, Match, RulesError
from engines.games import game_named
from engines.record import write
from firmware.update.seats import event_of
from tests.companion.browsing import CHROMIUM, FLAGS, PAIRED, PHONE, PromptServer

PIN = "4711"
SIZE = (1280, 720)


def jpeg(items: tuple[str, ...]) -> bytes:
    """A photograph of sorts: a felt with a square for each die."""
    image = Image.new("RGB", SIZE, (38, 92, 76))
    pen = ImageDraw.Draw(image)
    for index, item in enumerate(items):
        x, y, w, h = place(index)
        colour = {"swimmer": (34, 116, 201), "shark": (207, 48, 48), "event": (245, 185, 33)}
        pen.rounded_rectangle((x, y, x + w, y + h), 12, colour.get(item.split("-")[0], (240, 240, 236)))
    out = io.BytesIO()
    image.save(out, "JPEG", quality=80)
    return out.getvalue()


def place(index: int) -> tuple[int, int, int, int]:
    """Where die number `index` lies in the photograph: x, y, width, height in px."""
    return 340 + (index % 4) * 150 + (index % 3) * 13, 190 + (index // 4) * 150 + (index % 2) * 31, 74, 74


@dataclass
class TestDesk:
    """A match at the desk's interface; every change counts the version up. `changes` are all that were submitted."""

    __test__ = False

    match: Match
    undone: tuple[Event, ...] = ()
    version: int = 1
    question: models.QuestionView | None = None
    mismatch: str | None = None
    extra: bool = False
    faults: tuple[str, ...] = ()
    changed: dict[int, str] = field(default_factory=dict)
    changes: list[models.Change] = field(default_factory=list)
    guesses: int = 0
    shut: bool = False
    listeners: list[Callable[[models.Page], None]] = field(default_factory=list)
    lock: threading.RLock = field(default_factory=threading.RLock)

    def page(self) -> models.Page:
        match = self.match
        return models.Page(
            version=self.version,
            game=match.game.name,
            title=match.game.title,
            players=match_view.players(match),
            awaits=match_view.awaits(match),
            throw=self._throw(),
            log=self._entries(),
            question=self.question,
            mismatch=self.mismatch,
            faults=self.faults,
            can=models.Can(undo=bool(match.events), redo=bool(self.undone), leave=self.extra),
            moves=match_view.moves(match),
            expects=match_view.expects(match),
            state=panel(match),
            over=match_view.over(match),
            options=dict(match.options),
            chosen=match_view.chosen(match),
            house=match_view.house(match),
            seating=match_view.seating(match),
        )

    def log(self, before: int) -> tuple[models.Entry, ...]:
        return self._entries(before, match_view.LOGGED)

    def _entries(self, before: int | None = None, most: int = match_view.NEWEST) -> tuple[models.Entry, ...]:
        entries = match_view.log(self.match, before, most)
        return tuple(entry.model_copy(update={"changed": self.changed.get(entry.index, "")}) for entry in entries)

    def _throw(self) -> models.ThrowView | None:
        thrown = [(number, event) for number, event in enumerate(self.match.events) if event.kind == "throw"]
        if not thrown:
            return None
        number, event = thrown[-1]
        dice = tuple(
            models.PieceView(
                index=index,
                item=item,
                kind=item.rpartition("-")[0],
                face=item.rpartition("-")[2],
                box=place(index),
                confidence=0.97,
                candidates=(models.CandidateView(item=item, probability=0.97),),
                event=number,
                position=index,
            )
            for index, item in enumerate(event.items)
        )
        return models.ThrowView(photo=f"look-{number}", width=SIZE[0], height=SIZE[1], dice=dice)

    def submit(self, change: models.Change) -> models.Page:
        with self.lock:
            if change.version != self.version:
                raise Stale
            self.changes.append(change)
            try:
                self._carry_out(change)
            except IllegalEvent as error:
                raise RequestRefused(error.reason, error.rule) from error
            except RulesError as error:
                raise RequestRefused(str(error)) from error
            return self.tell()

    def _carry_out(self, change: models.Change) -> None:
        match change:
            case models.AnswerRequest():
                if self.question is None:
                    raise RequestRefused("No question is open")
                self.question = None
            case models.Correct():
                self._correct(change)
            case models.Leave():
                if not self.extra:
                    raise RequestRefused("Nothing lies there that could be left")
                self.mismatch, self.extra = None, False
            case models.Undo():
                if not self.match.events:
                    raise RequestRefused("Nothing has happened yet")
                self.match, self.undone = self.match.undo(), (self.match.events[-1], *self.undone)
            case models.Redo():
                if not self.undone:
                    raise RequestRefused("Nothing was taken back")
                self.match, self.undone = self.match.play(self.undone[0]), self.undone[1:]
            case models.Decide():
                self.match = self.match.play(Event(change.kind, change.seat, change.items))
            case models.Typed():
                awaits = self.match.state.awaits
                self.match = self.match.play(Event(getattr(awaits, "event", "throw"), None, change.items))
            case models.SeatChange():
                self.match = self.match.play(event_of(change))
            case models.NewGame():
                self.match = Match.begin(game_named(change.game), change.players, change.options)

    def _correct(self, change: models.Correct) -> None:
        old = self.match.events[change.event]
        items = (*old.items[: change.position], change.item, *old.items[change.position + 1 :])
        self.match, _ = self.match.correct(change.event, Event(old.kind, old.seat, items))
        self.changed[change.event] = f"{old.items[change.position]} was really {change.item}"

    def tell(self) -> models.Page:
        """Counts the version up and tells all phones."""
        with self.lock:
            self.version += 1
            page = self.page()
            for listener in list(self.listeners):
                listener(page)
            return page

    def pin(self) -> str:
        return PIN

    def locked(self) -> bool:
        return self.shut

    def guessed(self) -> None:
        self.guesses += 1

    def photo(self, reading: str) -> bytes | None:
        number = reading.removeprefix("look-")
        if not number.isdecimal() or int(number) >= len(self.match.events):
            return None
        return jpeg(self.match.events[int(number)].items)

    def oled(self) -> bytes:
        image = Image.new("1", (128, 64))
        ImageDraw.Draw(image).text((4, 4), f"version {self.version}", fill=1)
        out = io.BytesIO()
        image.save(out, "PNG")
        return out.getvalue()

    def record(self) -> str:
        return write(self.match)

    def subscribe(self, tell: Callable[[models.Page], None]) -> Callable[[], None]:
        self.listeners.append(tell)
        return lambda: self.listeners.remove(tell)


THROW = ("swimmer-1", "swimmer-2", "swimmer-3", "swimmer-wave", "swimmer-wave", "swimmer-2", "swimmer-1")


@pytest.fixture
def desk() -> TestDesk:
    """Shark Attacks! with three players; Ana has banked 9, Ben has thrown and decides."""
    match = Match.begin(game_named("shark-attacks"), ("Ana", "Ben", "Cleo"))
    return TestDesk(match.play(Event("throw", None, THROW), Event("bank", 0), Event("throw", None, THROW)))


class Clock:
    """Seconds that pass only when told to."""

    def __init__(self) -> None:
        self.now = 0.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> Clock:
    return Clock()


class Server(PromptServer):
    """uvicorn in a thread of its own, on a free port of this machine."""

    def __init__(self, desk: TestDesk, clock: Clock, port: int = 0) -> None:
        config = uvicorn.Config(create_app(desk, clock=clock), host="127.0.0.1", port=port, log_level="warning")
        super().__init__(config)
        self.thread = threading.Thread(target=self.run)

    def __enter__(self) -> str:
        """Starts; gives "127.0.0.1:port"."""
        self.thread.start()
        while not self.started:
            self.thread.join(0.01)
            assert self.thread.is_alive()
        return f"127.0.0.1:{self.servers[0].sockets[0].getsockname()[1]}"

    def __exit__(self, *_: object) -> None:
        self.should_exit = True
        self.thread.join()


@pytest.fixture
def serve(desk: TestDesk, clock: Clock) -> Callable[[], Server]:
    """Starts a server for the desk: `with serve() as address`, on a `port` of choice if need be."""
    return lambda port=0: Server(desk, clock, port)


@pytest.fixture
def address(serve: Callable[[], Server]) -> Iterator[str]:
    with serve() as address:
        yield address


@pytest.fixture
def phone(address: str) -> Iterator[httpx.Client]:
    """A phone that knows the PIN."""
    with httpx.Client(
        base_url=f"http://{address}", headers={"X-Lifeguard-Pin": PIN}, trust_env=False, timeout=60
    ) as client:
        yield client


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with sync_playwright() as tool:
        browser = tool.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def visit(browser: Browser, address: str) -> Iterator[Callable[..., Page]]:
    """Opens the page at a size and waits for the table; afterwards the console must hold no error.

    `paired`: on a phone where the PIN was typed before; `script` is run before those of the page.
    """
    contexts, errors = [], []

    def open_page(
        size: tuple[int, int] = PHONE, at: str = "/", paired: bool = False, script: str = "", **more: str
    ) -> Page:
        context = browser.new_context(viewport={"width": size[0], "height": size[1]}, **more)
        contexts.append(context)
        if paired:
            answer = context.request.post(f"http://{address}/api/pair", headers={"X-Lifeguard-Pin": PIN}, data="")
            assert answer.ok, answer.status
            context.add_init_script(PAIRED)
        if script:
            context.add_init_script(script)
        page = context.new_page()
        page.on("console", lambda message: errors.append(message.text) if message.type == "error" else None)
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto(f"http://{address}{at}")
        expect(page.locator(".lane").first).to_be_visible()
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert [
        text for text in errors if not re.search("status of (403|404|409|422|429)|ERR_CONNECTION|WebSocket", text)
    ] == []
