"""Exams held on the simulated table, with a folder of pictures, by the command alone, and on the panel."""

from __future__ import annotations

import json
import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path
from random import Random

import cv2
import httpx
import numpy as np
import pytest

from companion.api.backend import RequestRefused
from companion.api.lessons import exam_routes as wire
from engines.core import BadEvent
from firmware.cli.lessons import exam as cli
from firmware.config import ConfigError, load
from firmware.games.exam_plan import groups, plan
from firmware.lessons.exam_outputs import ExaminerBackend, ExamPanelOutput
from firmware.lessons.exam_printer import ExamPrinter
from firmware.lessons.examiner import Examiner, ExamWatcher
from firmware.observe.observer import Observer
from firmware.observe.table_setup import TableSetup
from firmware.outputs.screens import exam as screen
from firmware.outputs.tunes import melodies
from firmware.simulation.lessons.exam_hand import exam_hand
from firmware.state import exam as steps
from firmware.state.exam import Exam, ExamLight, ExamLook, ExamPiece
from firmware.state.exam_result import result
from hardware.art import deck as deck_art
from hardware.art.folder import ArtFolder
from hardware.cameras.frame import Frame
from hardware.errors import CameraLost
from hardware.panel import board
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from vision.store import BadTeaching

LIGHT = ExamLight(120.0, 0.0, 0.2)


def examiner(game: str, count: int, seed: int = 1) -> Examiner:
    return Examiner(Exam(game, count, groups(game, {}), plan(game, {}, count, Random(seed)), pin="4711"))


def dice_look(*items: str) -> ExamLook:
    pieces = (ExamPiece(((item, 0.97),), (60.0 * n, 10.0, 40.0, 40.0)) for n, item in enumerate(items))
    return ExamLook("a1", 960, 540, tuple(pieces), LIGHT)


@pytest.mark.parametrize(("game", "count"), [("hai-noon", 10), ("dice-tray", 6)])
def test_a_hand_takes_an_exam_on_the_simulated_table_and_the_reader_knows_our_art(game: str, count: int) -> None:
    taken = examiner(game, count)
    hand = exam_hand(taken, seed=11, settled=True)
    watcher = ExamWatcher(taken, Observer(TableSetup(game)), lambda: hand)
    while not taken.ended.is_set():
        watcher.see(hand.frame(), settled=True)
    found = result(taken.session)
    assert (found.total.right, found.total.of) == (count, count)
    assert found.silent == 0
    assert all(60 < light.grey < 200 for light in found.light)


def test_pieces_that_nobody_can_see_are_counted_as_overlooked_and_the_exam_comes_to_an_end() -> None:
    taken = examiner("hai-noon", 5)
    hand = exam_hand(taken, seed=11, settled=True)
    observer = Observer(TableSetup("hai-noon"))
    watcher = ExamWatcher(taken, observer, lambda: hand)
    bare = hand.frame()
    while not taken.ended.is_set():
        watcher.see(bare, settled=True)
        hand.frame()
    assert taken.session.done
    assert (result(taken.session).total.right, result(taken.session).total.of) == (0, 5)


def test_a_table_that_cannot_be_read_ends_the_exam_without_a_result() -> None:
    taken = examiner("hai-noon", 5)
    hand = exam_hand(taken, seed=11, settled=True)
    watcher = ExamWatcher(taken, Observer(TableSetup("hai-noon")), lambda: hand)
    dark = Frame(np.zeros((720, 1280, 3), np.uint8), 0.0)
    for _ in range(40):
        hand.frame()
        watcher.see(dark, settled=True)
    assert taken.ended.is_set()
    assert taken.session.rounds == ()
    assert "cannot see the table" in watcher.trouble


def test_the_page_confirms_corrects_and_refuses_what_is_of_an_earlier_round() -> None:
    taken = examiner("shark-attacks", 6)
    backend, pages = ExaminerBackend(taken), list[wire.ExamView]()
    taken.outputs.append(backend)
    backend.subscribe(pages.append)
    taken.do(lambda exam: steps.looked(exam, dice_look("swimmer-1", "shark-2", "event-sun")))
    assert pages[-1].phase == "check"
    assert [mark.read for mark in pages[-1].marks] == ["swimmer-1", "shark-2", "event-sun"]
    page = backend.submit(wire.Mend(version=0, round=0, mark=1, name="shark-3"))
    assert page.marks[1].truth == "shark-3"
    page = backend.submit(wire.Overlooked(version=0, round=0, name="swimmer-wave"))
    assert backend.submit(wire.Confirm(version=0, round=0)).pieces == 4
    with pytest.raises(RequestRefused, match="earlier round"):
        backend.submit(wire.Confirm(version=0, round=0))
    found = backend.submit(wire.EndExam(version=0)).result
    assert found is not None
    assert (found.shares[0].right, found.shares[0].of) == (2, 4)
    assert any("a red 3 was read as a red 2" in text for text in found.failed)
    assert taken.ended.is_set()


def test_the_terminal_asks_once_for_what_people_are_to_do() -> None:
    taken, said = examiner("hai-noon", 3), []
    taken.outputs.append(ExamPrinter(False, said.append))
    taken.open("http://box")
    taken.do(lambda exam: exam)  # nothing has changed
    assert len(said) == 1


def test_the_panel_shows_what_to_lay_asks_and_says_how_it_ended() -> None:
    played: list[object] = []
    panel = board.simulated(board.PanelWiring(), lambda name, press: None)
    try:
        panel.play = played.append  # type: ignore[method-assign]
        taken = examiner("shark-attacks", 2)
        taken.outputs.append(ExamPanelOutput(panel))
        taken.do(lambda exam: steps.looked(exam, dice_look("swimmer-1", "shark-2")))
        assert played == [melodies.QUESTION]
        asked = panel.picture.tobytes()
        taken.press("b")
        assert panel.picture.tobytes() not in (asked, b"")
        taken.press("a")
        taken.press("a")
        assert taken.session.done
        assert played[-1] == melodies.WIN
        assert panel.picture.tobytes() == screen.draw(taken.session).tobytes()
    finally:
        panel.close()


def test_a_button_that_does_not_fit_says_why() -> None:
    taken = examiner("shark-attacks", 2)
    taken.press("c")
    assert "nothing to check" in taken.session.note


def test_pictures_of_a_folder_wait_for_people_and_ctrl_c_keeps_what_was_checked(tmp_path: Path) -> None:
    for number in (1, 2):
        stage = DiceStage(seed=number)
        stage.throw(["die-4", "die-2"])
        camera = DiceCamera(stage, seed=1)
        while stage.busy:
            stage.step()
        cv2.imwrite(str(tmp_path / f"{number}.png"), camera.frame().image)
    with running("dice-tray", "--camera", str(tmp_path), "--json") as (command, phone):
        page = wait_for(phone, lambda page: page["phase"] == "check")
        assert sorted(mark["read"] for mark in page["marks"]) == ["die-2", "die-4"]
        assert phone.get(f"/api/photo/{page['photo']['id']}.jpg").headers["content-type"] == "image/jpeg"
        assert phone.post("/api/confirm", json={"version": 0, "round": 0}).status_code == 200
        wait_for(phone, lambda page: page["phase"] == "check" and page["round"] == 1)
        command.send_signal(signal.SIGINT)  # the second picture is left unchecked
        out, _ = command.communicate(timeout=30)
    rounds = [json.loads(line) for line in out.splitlines()]
    assert command.returncode == 0
    assert [one.get("round") for one in rounds] == [1, None]
    assert rounds[-1]["right"] == rounds[-1]["of"] == 2
    assert rounds[-1]["interval"] == [0.1581, 1.0]


def test_an_exam_is_taken_from_start_to_end_by_the_command_alone(tmp_path: Path) -> None:
    done = lifeguard(tmp_path, "dice-tray", "--camera", "simulated", "--count", "6", "--seed", "2", "--port", "0")
    assert done.returncode == 0
    assert "6 of 6 right: 100%, 95% interval 54% to 100%" in done.stdout
    assert "light: grey" in done.stdout
    assert "round 1: 6 of 6 right" in done.stderr


@pytest.mark.parametrize(
    ("game", "camera", "error", "said"),
    [
        ("chess", "simulated", BadEvent, "no camera follows 'chess'"),
        ("hai-noon", "/nowhere", ConfigError, "is not there; it can be pi, usb:0"),
        ("hai-noon", "usb:93", CameraLost, "no USB camera 93"),
        ("hai-noon", "{home}", CameraLost, "holds no pictures"),
    ],
)
def test_what_cannot_be_examined_says_why(
    tmp_path: Path, game: str, camera: str, error: type[Exception], said: str
) -> None:
    config = load(None, {"camera": {"source": camera.replace("{home}", str(tmp_path))}, "page": {"port": 0}})
    with pytest.raises(error, match=said):
        cli.exam(game, {}, 5, 1, config, tmp_path, False)


def test_art_without_a_taught_reader_says_what_to_teach(tmp_path: Path) -> None:
    config = load(None, {"camera": {"source": "simulated"}, "page": {"port": 0}})
    for kind, names in (("cards", (*deck_art.faces("splash-down"), "back")),):
        folder = tmp_path / kind / "splash-down"
        folder.mkdir(parents=True)
        for name in names:
            (folder / f"{name}.png").write_bytes(b"")
    with pytest.raises(BadTeaching, match="lifeguard teach deck splash-down"):
        cli.exam("splash-down", {}, 5, 1, config, tmp_path, False, ArtFolder(tmp_path))


def test_a_folder_in_which_nothing_can_be_read_is_said_in_one_line(tmp_path: Path) -> None:
    cv2.imwrite(str(tmp_path / "1.png"), np.zeros((200, 300, 3), np.uint8))
    done = lifeguard(tmp_path, "hai-noon", "--camera", str(tmp_path), "--port", "0")
    assert done.returncode == 1, done.stderr
    lines = [line for line in done.stderr.splitlines() if line.startswith("lifeguard: ")]
    assert lines == ["lifeguard: 1.png: I cannot see the table: uncover the lens, or give it light."]
    assert "Traceback" not in done.stderr


def lifeguard(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"LIFEGUARD_HOME": str(home)}
    command = [sys.executable, "-m", "firmware.cli", "exam", *arguments]
    return subprocess.run(command, capture_output=True, text=True, env=env, timeout=120)


class running:
    """The command with a phone beside it that knows the PIN."""

    def __init__(self, *arguments: str) -> None:
        self._arguments = arguments

    def __enter__(self) -> tuple[subprocess.Popen[str], httpx.Client]:
        command = [sys.executable, "-m", "firmware.cli", "exam", *self._arguments, "--port", "0"]
        self._running = subprocess.Popen(
            command, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
        )
        assert self._running.stderr is not None
        said = None
        while said is None:
            line = self._running.stderr.readline()
            assert line, "the exam ended at once"
            said = re.search(r":(\d+) +PIN (\d+)", line)
        address = f"http://127.0.0.1:{said[1]}"
        self._phone = httpx.Client(base_url=address, headers={"X-Lifeguard-Pin": said[2]}, trust_env=False)
        return self._running, self._phone

    def __exit__(self, *_: object) -> None:
        self._phone.close()
        self._running.kill()
        self._running.communicate()


def wait_for(phone: httpx.Client, ready: object) -> dict[str, object]:
    """The exam's page, once it is as it should be."""
    for _ in range(300):
        page: dict[str, object] = phone.get("/api/exam").json()
        if ready(page):  # type: ignore[operator]
            return page
        time.sleep(0.1)
    raise AssertionError(f"the exam never came so far: {page['phase']}, {page['note']}")
