"""A deck taught live: a simulated hand lays card after card, and what was taken is a deck that reads."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest

from companion.api.backend import RequestRefused as NotDone
from companion.api.lessons import lesson_routes as wire
from firmware.cli import main
from firmware.lessons.outputs import LessonPanelOutput, TeacherBackend
from firmware.lessons.store import LessonBook
from firmware.lessons.teacher import LessonWatcher, Teacher
from firmware.outputs.screens import lesson as screen
from firmware.outputs.tunes import melodies
from firmware.simulation.lessons.lesson_hand import TeachingHand
from firmware.state import lesson as steps
from firmware.state.lesson import Lesson
from hardware.art import deck as deck_art
from hardware.cameras.frame import Frame, Image
from hardware.cameras.open import open_camera
from hardware.panel import board
from vision.cards.deck.deck import BACK
from vision.cards.deck.store import load
from vision.cards.reader import CardReader

DECK = "hai-noon"
NAMES = (*deck_art.faces(DECK), BACK)


def teacher(home: Path, names: tuple[str, ...] = NAMES, name: str = "mine") -> Teacher:
    book = LessonBook(name, home)
    drawn = {face: deck_art.draw(DECK, face, 128) for face in NAMES}
    return Teacher(book.load(Lesson(name, names, pin="4711")), book, home, drawn)


def face(number: int, shift: int = 0) -> Image:
    """A drawn face as if cut out of a picture."""
    return np.asarray(np.roll(deck_art.draw(DECK, NAMES[number], 128), shift, 1))


def test_a_hand_lays_cards_and_each_is_taken_once_named_right_and_then_read(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    hand = TeachingHand(DECK, pupil, seed=4, paced=False)
    watcher = LessonWatcher(pupil, lambda: hand)
    seconds = 0.0
    while len(pupil.lesson.cards) < 4:
        frame = hand.frame()
        watcher.see(frame)
        seconds = frame.at
        if pupil.lesson.unnamed:
            pupil.press("a")
    assert [card.name for card in pupil.lesson.cards] == hand.laid == list(NAMES[:4])
    assert seconds / 4 * 48 < 300
    pupil.finish()
    deck = load("mine", tmp_path)
    assert deck is not None
    table = np.full((420, 480, 3), (60, 70, 50), np.uint8)
    art = deck_art.draw(DECK, NAMES[3], 200)
    table[70 : 70 + len(art), 140:340] = art
    assert [card.card for card in CardReader(deck).read(table).cards] == [NAMES[3]]


def test_each_card_is_on_disk_before_it_is_shown(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    on_disk: list[int] = []
    pupil.outputs.append(lambda before, after: on_disk.append(len(LessonBook("mine", tmp_path).load(after).cards)))
    pupil.take(face(0))
    pupil.take(face(1))
    assert on_disk == [1, 2]


def test_an_interrupted_lesson_goes_on_where_it_stopped_and_is_no_deck_until_then(tmp_path: Path) -> None:
    first = teacher(tmp_path)
    first.take(face(0))
    first.press("a")
    first.take(face(5))
    assert load("mine", tmp_path) is None
    again = teacher(tmp_path)
    assert [card.name for card in again.lesson.cards] == [NAMES[0], ""]
    again.press("a")
    assert again.take(face(9)).cards[-1].id == "0003"
    again.press("a")
    again.finish()
    deck = load("mine", tmp_path)
    assert deck is not None
    assert set(deck.cards) == {NAMES[0], NAMES[5], NAMES[9]}
    assert not (tmp_path / "lessons" / "mine").exists()


def test_the_same_card_again_is_not_taken_twice(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    pupil.take(face(2))
    again = pupil.take(np.asarray(np.rot90(face(2), 2)))
    assert len(again.cards) == 1
    assert again.doubt is not None
    assert again.doubt.like == "0001"
    pupil.press("a")
    assert [card.like for card in pupil.lesson.cards] == ["", "0001"]


def test_a_disk_that_is_full_takes_no_card(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pupil = teacher(tmp_path)

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(pupil.book, "save", full)
    with pytest.raises(OSError, match="No space"):
        pupil.take(face(0))
    assert pupil.lesson.cards == ()


def test_a_disk_that_is_full_keeps_no_deck_and_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    pupil = teacher(tmp_path, ())
    for number in (0, 1):
        pupil.take(face(number))
        pupil.do(lambda lesson, number=number: steps.named(lesson, lesson.cards[-1].id, NAMES[number]))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("firmware.lessons.teacher.save", full)
    with pytest.raises(OSError, match="No space"):
        pupil.finish()
    assert pupil.kept is None
    assert not pupil.lesson.done


def test_no_card_is_lost_while_a_question_is_open(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    hand = TeachingHand(DECK, pupil, seed=4, paced=False)
    pupil.take(face(2))
    pupil.take(face(2))
    for _ in range(30):
        hand.frame()
    assert hand.laid == []
    pupil.press("c")
    while not hand.laid:
        hand.frame()
    assert hand.laid == [NAMES[0]]


def test_the_page_names_undoes_and_finishes(tmp_path: Path) -> None:
    pupil = teacher(tmp_path, ())
    backend = TeacherBackend(pupil)
    pages: list[wire.LessonView] = []
    pupil.outputs.append(backend)
    backend.subscribe(pages.append)
    pupil.take(face(0))
    assert pages[-1].asks == "0001"
    assert pages[-1].free
    assert backend.submit(wire.Name(version=0, id="0001", name="air-5")).asks is None
    with pytest.raises(NotDone, match="at least 2 cards"):
        backend.submit(wire.Finish(version=0))
    pupil.take(face(7))
    with pytest.raises(NotDone, match="Air 5 is taken already"):
        backend.submit(wire.Name(version=0, id="0002", name="air-5"))
    with pytest.raises(NotDone, match="in doubt any more"):
        backend.submit(wire.Drop(version=0))
    assert len(backend.submit(wire.Drop(version=0, id="0002")).cards) == 1
    pupil.take(face(8))
    backend.submit(wire.Name(version=0, id="0003", name="air-10"))
    assert backend.submit(wire.Finish(version=0)).done
    assert pupil.ended.is_set()
    assert backend.card("0001") is None
    assert pupil.take(face(5)).done  # seen while the deck was being kept
    assert not pupil.book.folder.exists()


def test_a_hand_that_rests_in_the_picture_is_asked_to_go(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    watcher = LessonWatcher(pupil, lambda: pytest.fail("not needed"))
    bare = np.full((720, 1280, 3), (70, 90, 80), np.uint8)
    arm = bare.copy()
    cv2.rectangle(arm, (520, 250), (760, 719), (120, 150, 210), -1)
    for number in range(80):
        watcher.see(Frame(bare if number < 20 else arm, number / 20))
    assert pupil.lesson.cards == ()
    assert "take your hand away" in pupil.lesson.note


def test_the_panel_shows_the_count_and_beeps_for_each_card(tmp_path: Path) -> None:
    played: list[object] = []
    panel = board.simulated(board.PanelWiring(), lambda name, press: None)
    try:
        panel.play = played.append  # type: ignore[method-assign]
        pupil = teacher(tmp_path)
        pupil.outputs.append(LessonPanelOutput(panel))
        pupil.take(face(0))
        assert played == [melodies.READ]
        assert panel.picture.tobytes() == screen.draw(pupil.lesson).tobytes()
        before = screen.draw(pupil.lesson).tobytes()
        pupil.press("b")
        assert screen.draw(pupil.lesson).tobytes() != before
        pupil.press("c")
        assert played == [melodies.READ, melodies.UNDO]
    finally:
        panel.close()


def test_something_that_is_no_card_is_said_not_taken(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    watcher = LessonWatcher(pupil, lambda: pytest.fail("not needed"))
    ground = np.full((720, 1280, 3), (80, 90, 70), np.uint8)
    blob = ground.copy()
    cv2.ellipse(blob, (640, 360), (150, 90), 20, 0, 360, (200, 60, 60), -1)
    for image in (ground, blob):
        watcher.see(Frame(image, 0.0), settled=True)
    assert pupil.lesson.cards == ()
    assert "no whole card" in pupil.lesson.note


@pytest.fixture
def call(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., int]:
    """The exit code of `lifeguard teach deck`, at a home of its own."""
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))

    def called(*arguments: str) -> int:
        monkeypatch.setattr(sys, "argv", ["lifeguard", "teach", "deck", *arguments])
        with pytest.raises(SystemExit) as ended:
            main()
        return int(ended.value.code or 0)

    return called


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["mine"], 2, "give a folder of pictures, or --camera to lay the cards under;"),
        (["mine", ".", "--camera", "simulated"], 2, "give either a folder of pictures or --camera, not both"),
        (["hainoon", "--camera", "simulated"], 2, "no game is called hainoon; did you mean hai-noon?"),
        (["mine", "--camera", "/nowhere", "--port", "0"], 2, "is not there; it can be pi, usb:0"),
        (["a b", "--camera", "simulated", "--port", "0"], 2, "a name is made of"),
        (["mine", "--camera", "simulated", "--names", "/nowhere.txt"], 2, "a file with a name a line"),
    ],
)
def test_wrong_use_is_answered_in_one_clear_line(
    call: Callable[..., int], capsys: pytest.CaptureFixture[str], arguments: list[str], code: int, said: str
) -> None:
    assert call(*arguments) == code
    told = capsys.readouterr().err
    assert said in told
    assert told.count("\n") == 1


def test_a_damaged_lesson_is_said_with_what_to_do(
    tmp_path: Path, call: Callable[..., int], capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "lessons" / "mine").mkdir(parents=True)
    (tmp_path / "lessons" / "mine" / "lesson.json").write_text("half a les")
    assert call("mine", "--camera", "simulated", "--port", "0") == 1
    assert "begin anew with --new" in capsys.readouterr().err


def test_a_deck_is_taught_from_start_to_end_by_the_command_alone(tmp_path: Path) -> None:
    (tmp_path / "names.txt").write_text(f"# mine\n{NAMES[0]}\n{NAMES[1]}\n")
    env = os.environ | {"LIFEGUARD_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "firmware.cli", "teach", "deck", "mine", "--names", str(tmp_path / "names.txt")]
    with subprocess.Popen(
        [*command, "--camera", "simulated", "--port", "0"], env=env, text=True, stdout=subprocess.PIPE,
        stderr=subprocess.PIPE, stdin=subprocess.DEVNULL,
    ) as running:  # fmt: skip
        try:
            assert running.stderr is not None
            said = re.search(r":(\d+) +PIN (\d+)", running.stderr.readline())
            assert said is not None
            with httpx.Client(
                base_url=f"http://127.0.0.1:{said[1]}", headers={"X-Lifeguard-Pin": said[2]}, trust_env=False
            ) as phone:
                for name in NAMES[:2]:
                    card = wait_for(phone, "asks")
                    assert phone.post("/api/name", json={"version": 0, "id": card, "name": name}).status_code == 200
                for _ in range(100):  # the hand lays on: what has no name on the list is taken out again
                    for card in phone.get("/api/lesson").json()["cards"]:
                        if not card["name"]:
                            phone.post("/api/drop", json={"version": 0, "id": card["id"]})
                    if phone.post("/api/finish", json={"version": 0}).status_code == 200:
                        break
            out, _ = running.communicate(timeout=60)
        finally:
            running.kill()
    assert running.returncode == 0
    assert out == "mine: 2 cards learnt from 2 pictures\n"
    deck = load("mine", tmp_path)
    assert deck is not None
    assert set(deck.cards) == set(NAMES[:2])


def wait_for(phone: httpx.Client, key: str) -> object:
    """What the lesson says under a key, once it says something."""
    for _ in range(300):
        if value := phone.get("/api/lesson").json()[key]:
            return value
        time.sleep(0.1)
    raise AssertionError(f"the lesson never said {key}")


def test_a_folder_of_pictures_is_a_camera_too_its_first_picture_the_bare_table(tmp_path: Path) -> None:
    pupil = teacher(tmp_path)
    hand = TeachingHand(DECK, pupil, seed=4, paced=False)
    looks = tmp_path / "looks"
    looks.mkdir()
    bare = hand.frame().image
    cv2.imwrite(str(looks / "0.png"), bare)
    for number in (1, 2):
        picture = bare.copy()
        art = deck_art.draw(DECK, NAMES[number], 190)
        picture[200 : 200 + len(art), 500:690] = art
        cv2.imwrite(str(looks / f"{number}.png"), picture)
    watcher = LessonWatcher(pupil, lambda: open_camera(str(looks)))
    watcher.run()
    assert [card.hints[0] for card in pupil.lesson.cards] == list(NAMES[1:3])


def test_ctrl_c_leaves_the_cards_and_says_so(tmp_path: Path) -> None:
    env = os.environ | {"LIFEGUARD_HOME": str(tmp_path)}
    command = [sys.executable, "-m", "firmware.cli", "teach", "deck", DECK, "--camera", "simulated", "--port", "0"]
    with subprocess.Popen(
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as running:
        assert running.stderr is not None
        assert re.search(r"page http://\S+ +PIN \d{4} +camera simulated", running.stderr.readline())
        running.send_signal(signal.SIGINT)
        out, _ = running.communicate(timeout=20)
    assert running.returncode == 0
    assert "no deck kept yet" in out
