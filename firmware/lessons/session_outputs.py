"""What shows a lesson or an exam, whichever it is: the panel and the page."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Generic, Literal, TypeVar

from PIL import Image

from companion.api.backend import BackendBusy
from companion.api.backend import RequestRefused as NotDone
from companion.api.models import Wire
from companion.gate.pin import LIMITS, new_pin
from companion.words.language import again, sentence_of
from firmware.lessons.session_host import SessionHost
from firmware.state.session import S, SessionRefused, guarded
from hardware.panel.board import PanelBoard
from hardware.panel.buzzer import Tune
from vision.store import BadTeaching

View = TypeVar("View", bound=Wire)
Request = TypeVar("Request")


class SessionPanelOutput(ABC, Generic[S]):
    """Shows a session on the OLED, and sounds what happens."""

    def __init__(self, board: PanelBoard) -> None:
        self._board = board

    def __call__(self, before: S, after: S) -> None:
        self._board.mend()
        self._board.show(self.picture(after))
        if tune := self.tune(before, after):
            self._board.play(tune)
        self._board.light("fast" if after.faults else self.lamp(after))

    @abstractmethod
    def picture(self, session: S) -> Image.Image:
        """The picture for the OLED."""

    @abstractmethod
    def tune(self, before: S, after: S) -> Tune:
        """What is played when `before` has become `after`; () is silence."""

    @abstractmethod
    def lamp(self, session: S) -> Literal["blink", "on"]:
        """The light: it blinks while people are asked something."""


class SessionBackend(ABC, Generic[S, View, Request]):
    """The page's desk around the host of a session; also one of its outputs."""

    def __init__(self, host: SessionHost[S]) -> None:
        self._host = host
        self._told: list[Callable[[View], None]] = []

    def __call__(self, before: S, after: S) -> None:
        page = self.view(after)
        for tell in tuple(self._told):
            tell(page)

    @abstractmethod
    def view(self, session: S) -> View:
        """The session as its page shows it."""

    @abstractmethod
    def carry_out(self, change: Request) -> S:
        """Does what a phone asks. Raises SessionRefused, BadTeaching, OSError."""

    def page(self) -> View:
        """The page at this moment."""
        return self.view(self._host.session)

    def submit(self, change: Request) -> View:
        """Carries out a change; gives the page after it. Raises RequestRefused, BackendBusy."""
        try:
            return self.view(self.carry_out(change))
        except SessionRefused as refused:
            text = again(sentence_of(refused))
            raise NotDone(text[:1].upper() + text[1:]) from refused
        except (OSError, BadTeaching) as error:
            raise BackendBusy(sentence_of(error)) from error

    def pin(self) -> str:
        """The digits that the OLED shows."""
        return self._host.session.pin

    def guessed(self) -> None:
        """Too many have guessed at the PIN: it is made another one."""
        self._host.do(lambda session: guarded(session, new_pin(LIMITS.digits_after_guesses)))

    def subscribe(self, tell: Callable[[View], None]) -> Callable[[], None]:
        """Calls `tell` with each new page; gives the function that ends this."""
        self._told.append(tell)
        return lambda: self._told.remove(tell)
