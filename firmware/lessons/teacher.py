"""`lifeguard teach deck NAME --camera SOURCE`: cards are laid one after the other, taken, and named on a phone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path

from companion.words.language import sentence_of
from engines.core import said
from firmware.games import faces
from firmware.games.deck_size import with_size
from firmware.games.faces import FaceKind
from firmware.lessons.session_host import SessionHost
from firmware.lessons.store import LessonBook
from firmware.observe.camera_thread import CameraThread
from firmware.state import lesson as steps
from firmware.state.lesson import Lesson, Taken
from firmware.state.session import SessionRefused, changed, faulty, told
from firmware.storage.images import Picture
from hardware.art.card_sizes import CardSize
from hardware.cameras.frame import Camera, Frame
from vision.cards.deck.deck import Deck
from vision.cards.deck.store import save
from vision.cards.learn.live import LIMITS as LIVE
from vision.cards.learn.live import new_card, rank_faces
from vision.frame.motion_gate import Gate
from vision.store import BadTeaching


@dataclass(frozen=True, slots=True)
class TeacherLimits:
    """When the teacher speaks up."""

    hand_s: float = 2.0
    """A hand may rest in the picture so long until that is said: fingers on a face would be learnt with it."""
    hint_share: float = 0.5
    """A card of which a drawn face explains so much may be that one."""


LIMITS = TeacherLimits()

HAND_SEEN = said("I see your hand: lay the card down, and take your hand away")
READYING = said("the deck is being made ready: this takes a while")
"""What is said when a hand rests in the picture."""


class Teacher(SessionHost[Lesson]):
    """Owns the lesson. Each card is on disk before it is shown.

    `drawn` are faces (BGR) by name of what the deck may look like: hints for its names; `card_mm` the size of its
    cards, if it was said. May be called from any thread.
    """

    def __init__(
        self,
        lesson: Lesson,
        book: LessonBook,
        home: Path,
        drawn: Mapping[str, Picture] | None = None,
        card_mm: CardSize | None = None,
    ) -> None:
        super().__init__(lesson)
        self.book = book
        self.kept: Deck | None = None
        self._home = home
        self._drawn, self._card_mm = dict(drawn or {}), card_mm
        self._cuts = {card.id: book.face(card.id) for card in lesson.cards}
        self.taken = max((int(card.id) for card in lesson.cards), default=0)
        """How many cards were taken so far, those that are out again included; the last one's id."""
        self._sizes: list[tuple[float, float]] = []

    @property
    def lesson(self) -> Lesson:
        """The lesson as it stands."""
        return self.session

    def keep(self, before: Lesson, after: Lesson, pictures: Mapping[str, Picture]) -> None:
        """The cards, and new pictures of them, on disk when this returns."""
        if pictures or after.cards != before.cards:
            self.book.save(after, pictures)

    def take(self, cut: Picture, size: tuple[float, float] | None = None) -> Lesson:
        """Takes a card that was cut out of a picture, where it was of that size (px); one that is just like another
        only with a question."""
        ids = [card.id for card in self.lesson.cards]
        seen = rank_faces(cut, [self._cuts[id] for id in ids], 1)
        like = ids[seen[0][0]] if seen and seen[0][1] > LIVE.alike_share else ""
        names = list(self._drawn)
        hints = tuple(names[n] for n, fit in rank_faces(cut, list(self._drawn.values())) if fit > LIMITS.hint_share)
        card = Taken(f"{self.taken + 1:04}", "", like, hints)
        self.taken += 1
        self._cuts[card.id] = cut
        self._sizes += [size] if size else []
        return self.do(lambda lesson: steps.took(lesson, card), {card.id: cut})

    @property
    def size(self) -> tuple[float, float] | None:
        """How large cards are in the picture, px: the middle of those taken since the start."""
        if not self._sizes:
            return None
        shorts, longs = (sorted(lengths) for lengths in zip(*self._sizes, strict=True))
        return shorts[len(shorts) // 2], longs[len(longs) // 2]

    def finish(self) -> Lesson:
        """Keeps the deck and ends the lesson. Raises SessionRefused if something is missing, to the game of that name
        too, BadTeaching if the picture of a card was lost, OSError if the disk is full."""
        with self._lock:
            if lacking := steps.missing(self.lesson):
                raise SessionRefused(lacking)
            self.do(lambda lesson: told(lesson, READYING))
            deck = self.book.deck(self.lesson)
            if wrong := self._misfit(deck):
                unfit = said("{deck} cannot be played with these: {why}", deck=deck.name, why=wrong)
                self.do(lambda lesson: told(lesson, unfit))
                raise SessionRefused(unfit)
            deck = with_size(deck, self._card_mm)
            save(deck, self._home)
            self.kept = deck
            self.book.forget()
            before, self.session = self.session, changed(self.session, done=True)
            self._show(before)
        self.ended.set()
        return self.lesson

    def _misfit(self, deck: Deck) -> str:
        """Why a deck does not do for the game of its name, in words; "" if it does."""
        try:
            wrong = faces.misfit(with_size(deck, self._card_mm), FaceKind.CARDS, deck.name)
        except BadTeaching as error:
            return str(error)
        return wrong.wrong if wrong else ""

    def press(self, button: str) -> None:
        """A button of the panel: a (yes), b (the next name), c (out again). One that does not fit changes nothing and
        says why."""
        try:
            self._press(button)
        except (SessionRefused, BadTeaching, OSError) as error:
            note = sentence_of(error)
            self.do(lambda lesson: told(lesson, note))

    def _press(self, button: str) -> None:
        lesson = self.lesson
        if button == "c":
            self.do(steps.dropped)
        elif lesson.doubt:
            if button == "a":
                self.do(steps.another)
        elif (card := lesson.unnamed) and lesson.offered:
            name = lesson.offered[min(lesson.choice, len(lesson.offered) - 1)]
            self.do(steps.chosen if button == "b" else lambda now: steps.named(now, card.id, name))
        elif button == "a" and not lesson.left:
            self.finish()


class LessonWatcher(CameraThread):
    """The camera's thread: each card that is new and lies still is taken. A lost camera is looked for again."""

    def __init__(self, teacher: Teacher, open_camera: Callable[[], Camera]) -> None:
        super().__init__(open_camera)
        self._teacher = teacher
        self._gate = Gate()
        self._bare: Picture | None = None
        self._last: Picture | None = None
        self._since = 0.0

    def see(self, frame: Frame, settled: bool = False) -> None:
        """Looks at a frame; `settled` passes the gate by. The first settled picture is that of the bare table."""
        if not settled and self._gate.push(frame.image, frame.at) is None:
            if self._gate.hand and not self._gate.moving and self._since + LIMITS.hand_s < frame.at:
                self._teacher.do(lambda lesson: told(lesson, HAND_SEEN))
            self._since = self._since if self._gate.hand and not self._gate.moving else frame.at
            return
        if self._bare is None or self._last is None or self._bare.shape != frame.image.shape:
            self._bare = self._last = frame.image
            return
        seen, self._last = (self._bare, self._last), frame.image
        try:
            cut = new_card(frame.image, seen, self._teacher.size)
            if cut is not None:
                self._teacher.take(cut.face, cut.size)
        except (BadTeaching, OSError) as error:
            note = sentence_of(error)
            self._teacher.do(lambda lesson: told(lesson, note))

    def fault(self, text: str) -> None:
        self._teacher.do(lambda lesson: faulty(lesson, "camera", text))
