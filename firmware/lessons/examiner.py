"""`lifeguard exam GAME`: pieces are laid as asked or thrown, read as in play, and compared with what lies there."""

from __future__ import annotations

from collections.abc import Callable

from companion.words.language import sentence_of
from engines.core import said
from firmware.lessons.light import light_of
from firmware.lessons.session_host import SessionHost
from firmware.observe.camera_thread import CameraThread
from firmware.observe.observer import Observer, Sight, Unread
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamLook, ExamPhase, ExamPiece
from firmware.state.observation import HIDDEN, Observation
from firmware.state.session import SessionRefused, faulty, told
from hardware.cameras.frame import Camera, Frame

POLL_S = 0.1
"""So often a camera that waits for people looks whether they have answered."""


class Examiner(SessionHost[Exam]):
    """Owns the exam. `photo` is the last look's photograph: its name and its JPEG."""

    def __init__(self, exam: Exam) -> None:
        super().__init__(steps.begun(exam))
        self.photo = ("", b"")
        self.look_anew: Callable[[], object] = lambda: None
        """Has the table read again, whether or not anything has moved on it."""

    def saw(self, sight: Sight, look: ExamLook) -> None:
        """The table at rest was read."""
        if self.session.phase is not ExamPhase.CHECK:  # the photograph that people compare with stays
            self.photo = (look.id, sight.jpeg)
        self.do(lambda exam: steps.looked(exam, look))

    def give_up(self) -> None:
        """Nothing more can be read: what was read so far is the result."""
        if self.session.rounds:
            self.do(steps.finished)
        self.ended.set()

    def press(self, button: str) -> None:
        """A button of the panel: a (yes), b (one by one, the next name), c (read it again). One that does not fit
        changes nothing and says why."""
        checking = self.session.phase is ExamPhase.CHECK
        step = {"a": steps.accepted if checking else steps.pressed_on, "b": steps.one_by_one, "c": steps.again}
        try:
            self.do(step[button])
        except SessionRefused as refused:
            note = sentence_of(refused)
            self.do(lambda exam: told(exam, note))


class ExamWatcher(CameraThread):
    """The camera's thread. One that `waits` (pictures of a folder, a film) gives none while people check the last."""

    def __init__(
        self, examiner: Examiner, observer: Observer, open_camera: Callable[[], Camera], waits: bool = False
    ) -> None:
        super().__init__(open_camera)
        self._examiner, self._observer, self._waits = examiner, observer, waits
        examiner.look_anew = observer.look_anew
        self.trouble = ""
        """Why the last picture could not be read."""

    def see(self, frame: Frame, settled: bool = False) -> None:
        seen = self._observer.see(frame, settled)
        if isinstance(seen, Sight):
            assert self._observer.still is not None
            self._examiner.saw(seen, look_of(seen.observation, self._observer))
        elif isinstance(seen, Unread) and seen.trouble:
            named = said("{file}: {trouble}", file=frame.name, trouble=seen.trouble)
            self.trouble = named if frame.name else seen.trouble
            self._examiner.do(lambda exam: steps.unread(exam, self.trouble))
        while self._waits and self._examiner.session.phase is ExamPhase.CHECK and not self._examiner.ended.is_set():
            if self._stop_now.wait(POLL_S):
                return

    def fault(self, text: str) -> None:
        self._examiner.do(lambda exam: faulty(exam, "camera", text))

    def ended(self) -> None:
        """There are no more pictures: what was read so far is the result."""
        self._examiner.give_up()


def look_of(seen: Observation, observer: Observer) -> ExamLook:
    """An observation as an exam takes it: what lies under others tells nothing."""
    assert observer.still is not None
    pieces = (ExamPiece(one.items, one.box, one.doubt) for one in seen.pieces if one.doubt != HIDDEN and one.items)
    return ExamLook(seen.id, seen.width, seen.height, tuple(pieces), light_of(observer.still))
