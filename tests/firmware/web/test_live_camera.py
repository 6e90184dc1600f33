"""The camera's live picture: judged only while somebody looks, and never oftener than the machine can bear."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.device.loop import Device
from firmware.device.watcher import MEASURE_S, Watcher
from firmware.observe import picture_check
from firmware.observe.drawn_mat import Drawings
from firmware.observe.observer import Observer
from firmware.observe.picture_check import DARK
from firmware.observe.table_setup import setup_of
from firmware.state.table import Table
from firmware.storage.journal import NoJournal
from firmware.update.inputs import Fault
from firmware.web.live_camera import LEAST_S, LiveCamera
from hardware.art import mat as mat_art
from hardware.cameras.frame import Frame, Image


class Clock:
    now = 0.0

    def __call__(self) -> float:
        return self.now


class Eye:
    """A device with a camera's thread that is not started: frames are shown to it by hand."""

    def __init__(self, home: Path, game: str = "hai-noon") -> None:
        match = Match.begin(GAMES[game], ("Ana", "Ben"))
        self.put: list[Fault] = []
        self.device = Device(Table(match, "4711"), NoJournal(home / "j", "a test"), [])
        self.device.put = lambda given, photos=None: self.put.append(given)  # type: ignore[method-assign, assignment, return-value]
        drawings, self.clock = Drawings(home), Clock()
        self.setup = setup_of(match, drawings)
        observer = Observer(self.setup)
        self.watcher = Watcher(self.device, observer, drawings, lambda: pytest.fail("not needed"), lambda: None)
        self.view = LiveCamera(self.device, self.watcher, drawings, self.clock)

    def mat(self, light: float = 0.75) -> Image:
        return np.asarray(mat_art.picture(self.setup.layout, 1.9) * light, np.uint8)


def test_before_the_first_picture_there_is_nothing(tmp_path: Path) -> None:
    view = Eye(tmp_path).view
    assert (view.live(), view.check()) == (None, None)


def test_many_pages_share_one_check(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    eye, asked = Eye(tmp_path), []
    plain = picture_check.checked

    def slow(*given: object) -> picture_check.PictureCheck:
        asked.append(given)
        eye.clock.now += 2.0
        return plain(*given)  # type: ignore[arg-type]

    monkeypatch.setattr(picture_check, "checked", slow)
    eye.watcher.frame = Frame(eye.mat(), 0.0)
    for _ in range(20):
        eye.clock.now += 0.39  # 7.8 s in all: less than four times the 2 s that it took
        found = eye.view.check()
    assert found is not None
    assert (found.mat, found.piece, len(asked)) == ("found", "card", 1)
    eye.clock.now += 2 * LEAST_S
    eye.view.check()
    assert len(asked) == 2


def test_the_live_picture_is_the_newest_frame_at_no_more_than_its_width(tmp_path: Path) -> None:
    eye = Eye(tmp_path)
    eye.watcher.frame = Frame(np.zeros((1080, 1920, 3), np.uint8), 0.0)
    jpeg = eye.view.live()
    assert jpeg is not None
    assert cv2.imdecode(np.frombuffer(jpeg, np.uint8), cv2.IMREAD_COLOR).shape == (540, 960, 3)


def test_a_light_that_fails_in_play_is_a_fault_and_no_move(tmp_path: Path) -> None:
    eye = Eye(tmp_path)
    before = eye.device.table
    for look, light in enumerate((0.75, 0.2, 0.2, 0.2, 0.75, 0.75)):
        eye.watcher.see(Frame(eye.mat(light), look * MEASURE_S))
    said = [given for given in eye.put if isinstance(given, Fault) and given.part == "light"]
    assert said == [Fault("light", DARK["card"]), Fault("light", "")]
    assert eye.device.table is before
