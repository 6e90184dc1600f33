"""`lifeguard run` as people start it, on pictures from a folder: in a process of its own where that matters.

Each process takes seconds to start, so that what ends by itself is mostly called within the test's own.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import sqlite3
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import cv2
import numpy as np
import pytest

from companion.api.models import NewGame
from engines.core import Over
from firmware.cli import main
from firmware.config import Config
from firmware.device.opening import present, wanted
from firmware.games.profiles import layout
from firmware.storage.journal import Journal
from firmware.update.handle import handle
from firmware.update.inputs import Requested, Saw
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from tests.firmware.looks import die, look

LIFEGUARD = [sys.executable, "-m", "firmware.cli"]


@pytest.fixture(scope="module")
def throws(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder of three looks: a throw, an empty tray (a bank), the next player's throw."""
    folder = tmp_path_factory.mktemp("looks")
    stage = DiceStage(layout("tray"), 3)
    camera = DiceCamera(stage, seed=3)
    for number, items in enumerate(
        (["swimmer-1", "swimmer-2", "swimmer-3", *["swimmer-wave"] * 4], [], ["swimmer-2"] * 7)
    ):
        stage.clear()
        stage.throw(items)
        frame = camera.frame()
        while stage.busy:
            frame = camera.frame()
        cv2.imwrite(str(folder / f"{number}.png"), frame.image)
    return folder


def lifeguard(home: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    env = os.environ | {"LIFEGUARD_HOME": str(home)}
    return subprocess.run([*LIFEGUARD, *arguments], capture_output=True, text=True, env=env, timeout=60)


@dataclass(frozen=True)
class Done:
    """A command that has ended, as `subprocess.run` tells of it."""

    returncode: int
    stdout: str
    stderr: str


@pytest.fixture
def called(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., Done]:
    """Calls `lifeguard`, at a home of its own."""
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path))

    def call(*arguments: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["lifeguard", *arguments])
        capsys.readouterr()
        code: object = 0
        try:
            main()
        except SystemExit as ended:
            code = ended.code or 0
        return Done(int(str(code)), *capsys.readouterr())

    return call


def told(output: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.splitlines()]


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory, throws: Path) -> tuple[Path, subprocess.CompletedProcess[str]]:
    """A home where the folder was played once, and what was said of it."""
    home = tmp_path_factory.mktemp("played")
    return home, lifeguard(home, "run", "--camera", str(throws), "--port", "0", "--json")


@pytest.fixture
def home_played(tmp_path: Path, played: tuple[Path, subprocess.CompletedProcess[str]]) -> Path:
    """The test's own home, where the folder was played once."""
    shutil.copytree(played[0], tmp_path, dirs_exist_ok=True)
    return tmp_path


@pytest.fixture
def running(tmp_path: Path) -> Iterator[subprocess.Popen[str]]:
    """The device on the simulated table; killed at the end if it still runs."""
    env = os.environ | {"LIFEGUARD_HOME": str(tmp_path)}
    command = [*LIFEGUARD, "run", "--camera", "simulated", "--panel", "simulated", "--port", "0", "--json"]
    with subprocess.Popen(
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as device:
        yield device
        if device.poll() is None:
            device.kill()
        device.communicate()


def address(device: subprocess.Popen[str]) -> str:
    assert device.stderr is not None
    found = re.search(r"http://\S+:(\d+)", device.stderr.readline())
    assert found is not None
    return f"http://127.0.0.1:{found[1]}"


def test_a_folder_of_pictures_is_played_and_each_event_printed(
    played: tuple[Path, subprocess.CompletedProcess[str]],
) -> None:
    _, done = played
    assert done.returncode == 0, done.stderr
    events = [item["event"] for item in told(done.stdout) if "event" in item]
    assert events == ["throw", "bank", "throw"]
    assert told(done.stdout)[-1]["scores"] == [6, 28]


def test_the_next_start_goes_on_where_the_last_one_stopped(
    home_played: Path, throws: Path, called: Callable[..., Done]
) -> None:
    (home_played / "empty").mkdir()
    cv2.imwrite(str(home_played / "empty" / "0.png"), cv2.imread(str(throws / "1.png")))
    again = called("run", "--camera", str(home_played / "empty"), "--port", "0", "--json")
    assert [item for item in told(again.stdout) if "event" in item] == []
    third = called("run", "--camera", str(throws), "--port", "0", "--json")
    assert told(third.stdout)[0]["scores"][0] == 6


CHANGES = "trace=openat,creat,mkdir,mkdirat,unlink,unlinkat,rename,renameat,renameat2,symlinkat,link,linkat,truncate"
WRITES = re.compile(r"O_WRONLY|O_RDWR|O_CREAT|^\d+ +(creat|mkdir|unlink|rename|symlink|link|truncate)")


@pytest.mark.skipif(shutil.which("strace") is None, reason="needs strace")
def test_a_device_writes_nowhere_but_to_its_home_so_the_rest_may_be_read_only(tmp_path: Path, throws: Path) -> None:
    trace, home = tmp_path / "trace", tmp_path / "home"
    command = ["strace", "-f", "--seccomp-bpf", "-o", str(trace), "-e", CHANGES, *LIFEGUARD, "run"]
    env = os.environ | {"LIFEGUARD_HOME": str(home), "PYTHONDONTWRITEBYTECODE": "1"}
    options = ["--camera", str(throws), "--panel", "simulated", "--port", "0"]
    assert subprocess.run([*command, *options], env=env, capture_output=True, timeout=120).returncode == 0
    done = [
        line for line in trace.read_text(errors="replace").splitlines() if WRITES.search(line) and "= -1" not in line
    ]
    paths = {path for line in done for path in re.findall(r'"([^"]+)"', line)}
    assert any(path.endswith("journal.db") for path in paths)
    assert {path for path in paths if not path.startswith((str(home), "/dev/"))} == set()


BOX = Config.model_validate({"camera": {"source": "usb:0"}})
"""A device at a table, of which no game is asked for."""


def test_a_box_waits_until_people_begin_a_match_and_then_goes_on_with_it(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table, new = present(journal, BOX, False)
    assert (table.waiting, table.choosing, new) == (True, True, False)
    journal.note_asked(wanted(BOX))
    begun = handle(table, Requested(NewGame(version=0, game="hai-noon", players=("Mia", "Tom"))))
    journal.save(table, begun)
    again, new = present(journal, BOX, False)
    assert (again.match.game.name, again.number, new) == ("hai-noon", 1, False)
    journal.close()


def test_a_box_whose_last_match_is_over_asks_for_the_next(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    tray = Config.model_validate(
        {"game": {"name": "dice-tray", "players": ["Ana"], "options": {"throws": 1, "dice": 1}}}
    )
    table, _ = present(journal, tray, False)
    journal.save(None, table)
    ended = handle(table, Saw(look(die("die-4", 100, 100))))
    journal.save(table, ended)
    assert isinstance(ended.match.state.awaits, Over)
    again, new = present(journal, BOX, False)
    assert (again.number, again.choosing, again.waiting, new) == (1, True, False, False)
    journal.close()


def test_who_asks_for_a_game_or_watches_the_simulated_table_need_not_begin_one(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    asked = Config.model_validate({"camera": {"source": "usb:0"}, "game": {"name": "hai-noon"}})
    for config in (
        asked,
        Config.model_validate({"camera": {"source": "simulated"}}),
        Config.model_validate({"camera": {"source": "a folder"}}),
    ):
        table, new = present(journal, config, False)
        assert (table.waiting, new) == (False, True)
    journal.close()


def test_a_match_begun_on_a_phone_goes_on_until_something_else_is_asked_for(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    table, new = present(journal, Config(), False)
    journal.save(None, table)
    journal.note_asked(wanted(Config()))
    assert new
    phone = handle(table, Requested(NewGame(version=0, game="hai-noon", players=("Mia", "Tom"))))
    journal.save(table, phone)
    again, new = present(journal, Config(), False)
    assert (replace(again, pin=phone.pin), new) == (phone, False)
    again, new = present(journal, Config(), True)
    assert (new, again.match.game.name, again.match.players) == (True, "hai-noon", ("Mia", "Tom"))
    tray = Config.model_validate({"game": {"name": "dice-tray"}})
    other, new = present(journal, tray, False)
    assert (new, other.match.game.name) == (True, "dice-tray")
    assert present(journal, tray, False)[0].match.game.name == "dice-tray"  # the start failed


def test_dice_left_lying_from_the_last_game_are_no_throw_after_a_restart(tmp_path: Path) -> None:
    journal = Journal(tmp_path / "journal.db")
    tray = Config.model_validate({"game": {"name": "dice-tray", "options": {"throws": 1, "dice": 2}}})
    table, _ = present(journal, tray, False)
    dice = Saw(look(die("die-6", 40, 40), die("die-5", 100, 40)))
    table = handle(table, dice)
    table = handle(handle(table, Saw(look())), Saw(look(die("die-2", 60, 90), die("die-1", 10, 40))))
    assert isinstance(table.match.state.awaits, Over)
    journal.save(None, table)
    anew, new = present(journal, tray, False)
    assert new
    assert handle(anew, Saw(look(die("die-2", 60, 90), die("die-1", 10, 40)))).match.events == ()


def test_the_page_is_up_and_ctrl_c_ends_it_in_good_order_and_says_how_it_goes_on(
    running: subprocess.Popen[str],
) -> None:
    assert running.stderr is not None
    first = running.stderr.readline()
    assert first.startswith("Shark Attacks!: Ana, Ben   page ")
    found = re.search(r"http://\S+:(\d+)", first)
    assert found is not None
    with urlopen(f"http://127.0.0.1:{found[1]}/api/page") as page:
        assert json.load(page)["title"] == "Shark Attacks!"
    running.send_signal(signal.SIGINT)
    assert running.wait(timeout=15) == 0
    assert running.stderr.read() == "stopped; the match is kept, and the same command goes on with it\n"


def test_without_a_camera_the_fault_is_on_the_page_and_the_game_is_played_by_hand(tmp_path: Path) -> None:
    env = os.environ | {"LIFEGUARD_HOME": str(tmp_path)}
    command = [*LIFEGUARD, "run", "shark-attacks", "--camera", "usb:63", "--port", "0", "--json"]
    with subprocess.Popen(
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as device:
        try:
            assert device.stdout is not None
            assert device.stderr is not None
            said = device.stderr.readline()
            while "PIN" not in said:
                said = device.stderr.readline()
            port, pin = re.search(r":(\d+)", said), re.search(r"PIN (\d+)", said)
            assert port is not None
            assert pin is not None
            assert "camera 63" in json.loads(device.stdout.readline())["fault"]
            throw = {"version": 1, "items": ["swimmer-1"] * 7}
            page = post(f"http://127.0.0.1:{port[1]}/api/throw", throw, pin[1])
            assert page["players"][0]["score"] == 14
            assert any("camera 63" in fault for fault in page["faults"])
        finally:
            device.kill()
            device.communicate()


def post(url: str, body: dict[str, Any], pin: str) -> Any:
    headers = {"Content-Type": "application/json", "X-Lifeguard-Pin": pin}
    with urlopen(Request(url, json.dumps(body).encode(), headers)) as answer:
        return json.load(answer)


@pytest.mark.parametrize(
    ("arguments", "code", "said"),
    [
        (["run", "--camera", "/nowhere/at/all", "--port", "0", "--players", "Ana"], 2, "is for 2 to 6 players, not 1"),
        (["run", "chess", "--port", "0"], 2, "there is no game 'chess'"),
        (["run", "--option", "target=soon", "--port", "0"], 2, "it takes a whole number from 10 to 1000"),
        (["run", "--option", "target", "--port", "0"], 2, "is not KEY=VALUE"),
        (["run", "--players", "Ana,ana", "--port", "0"], 2, "each player needs a name of their own"),
        (["run", "--config", "nothing.toml"], 2, "cannot read the configuration"),
    ],
)
def test_wrong_use_is_answered_in_one_clear_line(
    called: Callable[..., Done], arguments: list[str], code: int, said: str
) -> None:
    done = called(*arguments)
    assert done.returncode == code
    assert said in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_taken_port_is_said_with_what_to_do(tmp_path: Path, throws: Path) -> None:
    with socket.create_server(("0.0.0.0", 0)) as taken:
        done = lifeguard(tmp_path, "run", "--camera", str(throws), "--port", str(taken.getsockname()[1]))
    assert done.returncode == 2
    assert "give another --port" in done.stderr


def test_with_a_journal_of_random_bytes_the_device_starts_and_says_where_they_are_kept(
    tmp_path: Path, throws: Path, called: Callable[..., Done]
) -> None:
    (tmp_path / "journal.db").write_bytes(b"no database" * 500)
    done = called("run", "--camera", str(throws), "--port", "0", "--json")
    assert done.returncode == 0, done.stderr
    assert "Nothing could be read: the journal was damaged." in told(done.stdout)[0]["fault"]
    (kept,) = tmp_path.glob("journal.db.damaged-*")
    assert kept.read_bytes() == b"no database" * 500


def test_what_a_damaged_journal_lost_is_said_and_the_match_goes_on_with_the_rest(home_played: Path) -> None:
    with sqlite3.connect(home_played / "journal.db") as db:
        db.execute("UPDATE steps SET step = replace(step, 'throw', 'thrown') WHERE number = 2")
    db.close()
    journal = Journal(home_played / "journal.db")
    assert journal.trouble.startswith("1 step is lost")
    table, new = present(journal, Config(), False)
    assert (new, [step.event.kind for step in table.steps]) == (True, ["throw", "bank"])


def test_a_second_device_on_the_same_home_is_refused_with_the_first_ones_process(
    tmp_path: Path, running: subprocess.Popen[str], throws: Path
) -> None:
    address(running)
    done = lifeguard(tmp_path, "run", "--camera", str(throws), "--port", "0")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1
    assert f"another Lifeguard (process {running.pid}) runs on" in done.stderr


def test_what_is_damaged_of_other_games_keeps_nobody_from_playing_and_a_game_says_its_own(
    tmp_path: Path, throws: Path, called: Callable[..., Done]
) -> None:
    for name in ("decks/hai-noon.npz", "tiles/hai-noon.npz", "zones/splash-down.json", "dice/pips.npz"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).write_bytes(b"\x93random")
    done = called("run", "--camera", str(throws), "--port", "0", "--json")
    assert [item["event"] for item in told(done.stdout) if "event" in item] == ["throw", "bank", "throw"]
    (tmp_path / "dice" / "shark-attacks.npz").write_bytes(b"\x93random")
    done = lifeguard(tmp_path, "run", "--camera", str(throws), "--port", "0", "--json", "--new")  # has no reader yet
    (fault,) = (item["fault"] for item in told(done.stdout) if "fault" in item)
    assert fault.startswith("I cannot read this game: ")
    assert fault.endswith("remove the file. Until then enter by hand on the page.")


def test_a_picture_that_cannot_be_read_is_passed_over_with_a_word(
    tmp_path: Path, throws: Path, called: Callable[..., Done], caplog: pytest.LogCaptureFixture
) -> None:
    looks = tmp_path / "looks"
    looks.mkdir()
    (looks / "00.png").write_bytes(b"not a picture")
    cv2.imwrite(str(looks / "0.png"), np.asarray(cv2.imread(str(throws / "0.png"))))
    done = called("run", "--camera", str(looks), "--port", "0", "--json")
    assert "00.png" in caplog.text
    assert [item["event"] for item in told(done.stdout) if "event" in item] == ["throw"]


def test_a_camera_whose_name_was_mistyped_ends_the_run_with_one_line(
    tmp_path: Path, called: Callable[..., Done]
) -> None:
    done = called("run", "--camera", str(tmp_path / "none"), "--port", "0")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "is not there; it can be pi, usb:0" in done.stderr


HASTY = "from firmware import run; run.RETRY_BEATS = 1; from firmware.cli import main; main()"
"""The command line of a device that tries a disk again after a second, not ten."""


def test_a_home_that_cannot_be_written_is_said_on_the_page_and_played_in_once_it_can(tmp_path: Path) -> None:
    """A disk that is full or read-only: OLED and page come first, and nothing is played that cannot be kept."""
    home = tmp_path / "taken"
    home.touch()
    env = os.environ | {"LIFEGUARD_HOME": str(home)}
    options = ["--camera", "simulated", "--panel", "simulated", "--port", "0", "--json"]
    command = [sys.executable, "-c", HASTY, "run", *options]
    with subprocess.Popen(
        command, env=env, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL
    ) as device:
        try:
            assert device.stdout is not None
            with urlopen(f"{address(device)}/api/page") as page:
                said = json.load(page)
            assert "give this user the folder, or set LIFEGUARD_HOME to another" in said["faults"][0]
            assert said["log"] == []
            home.unlink()
            assert any("event" in json.loads(line) for line in device.stdout)
        finally:
            device.kill()
            device.communicate()
    assert (home / "journal.db").exists()


def test_pictures_that_end_are_not_waited_with(
    tmp_path: Path, throws: Path, called: Callable[..., Done], monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "taken").touch()
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "taken"))
    done = called("run", "--camera", str(throws), "--port", "0")
    assert (done.returncode, len(done.stderr.splitlines())) == (1, 1)
