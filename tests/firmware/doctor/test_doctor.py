"""`lifeguard doctor`: what it finds, and what it says to do."""

from __future__ import annotations

import errno
import json
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.config import BackupConfig, load
from firmware.doctor.check import Check
from firmware.doctor.examination import doctor, examine
from firmware.doctor.home import backed_up, disk, kept
from firmware.doctor.parts import chessboard, light, rate
from firmware.storage.contents import Contents
from firmware.storage.journal import Journal
from hardware.cameras.frame import Frame
from hardware.errors import CameraLost, EndOfFrames
from hardware.panel.board import PanelWiring, simulated
from tests.firmware.doctor.machines import NOW, bare
from tests.firmware.history.drawn import drawn

SIMULATED = load(None, {})
REAL = load(None, {"panel": {"kind": "real"}})


def grey(level, size=(90, 160)):
    return Frame(np.full((*size, 3), level, np.uint8), 0.0)


class Film:
    """A camera that gives these frames, then an error."""

    settled = False

    def __init__(self, frames, error=EndOfFrames):
        self.frames = list(frames)
        self.error = error
        self.closed = False

    def frame(self):
        if not self.frames:
            raise self.error
        return self.frames.pop(0)

    def close(self):
        self.closed = True


def nobody(name, press):
    raise AssertionError


def found(config=SIMULATED, camera=None, board=None, folder=None, seconds=1.0):
    """Verdicts and checks by name."""
    times = iter([0.0, seconds])
    board = board or simulated(PanelWiring(), nobody)
    checks = examine(config, folder or Path(), camera, lambda: board, lambda: next(times), lambda _: None, bare())
    return {check.name: check for check in checks}


def test_everything_is_looked_at_in_order():
    checks = found(camera=lambda: Film([grey(120)] * 21))
    assert [(name, check.verdict) for name, check in checks.items()] == [
        (name, "ok")
        for name in (
            "disk",
            "kept",
            "backup",
            "network",
            "clock",
            "camera",
            "light",
            "OLED",
            "buzzer",
            "buttons",
            "LED",
        )
    ]
    assert checks["camera"].seen == "It gives 20 pictures of 160x90 a second."


def test_the_camera_is_closed_again():
    film = Film([grey(120)] * 30)
    found(camera=lambda: film)
    assert film.closed


def test_a_missing_camera_says_what_to_do_and_the_other_checks_go_on():
    def missing():
        raise CameraLost("No camera module is found on the ribbon.", "Push it in.")

    checks = found(camera=missing)
    assert checks["camera"] == Check("camera", "fail", "No camera module is found on the ribbon.", "Push it in.")
    assert "light" not in checks
    assert checks["OLED"].verdict == "ok"


def test_a_camera_that_is_lost_while_it_is_looked_at_is_closed_and_told():
    film = Film([grey(120)] * 5, CameraLost("It gives no more pictures.", "Plug it in."))
    assert found(camera=lambda: film)["camera"].verdict == "fail"
    assert film.closed


def test_a_camera_that_fails_in_a_way_of_its_own_leaves_the_other_parts_to_be_looked_at():
    def moody():
        raise ValueError("numpy.dtype size changed")

    checks = found(camera=moody)
    assert checks["camera"].verdict == "fail"
    assert checks["camera"].seen == "It failed (ValueError: numpy.dtype size changed)."
    assert checks["OLED"].verdict == "ok"


def test_a_folder_of_one_photograph_is_judged_by_it():
    checks = found(camera=lambda: Film([grey(30)]))
    assert checks["camera"].seen == "It gives pictures of 160x90."
    assert checks["light"].todo == "Switch a lamp on: the pictures are dark."


def test_a_slow_camera_is_a_warning():
    assert rate([grey(120)] * 21, 4.0).verdict == "warn"
    assert rate([grey(120)] * 21, 1.0).verdict == "ok"


@pytest.mark.parametrize(("level", "verdict"), [(59, "warn"), (61, "ok"), (199, "ok"), (201, "warn")])
def test_light_is_judged_by_the_mean_grey(level, verdict):
    assert light([grey(level)] * 21).verdict == verdict


def test_glare_on_a_small_part_of_the_table_is_noticed():
    frame = grey(100)
    frame.image[:30, :40] = 255  # a twelfth
    assert "glare" in light([frame] * 21).todo
    frame.image[:30, 10:40] = 100
    assert light([frame] * 21).verdict == "ok"


def test_flicker_is_noticed():
    assert "flickers" in light([grey(100 + 5 * (i % 3)) for i in range(21)]).todo
    assert light([grey(100 + i % 3) for i in range(21)]).verdict == "ok"


def test_an_oled_that_does_not_answer_is_a_failure_with_its_remedy():
    board = simulated(PanelWiring(), nobody)
    board.bus.plugged = False
    check = found(REAL, board=board)["OLED"]
    assert check.verdict == "fail"
    assert check.seen == "The OLED (SSD1306) does not answer at 0x3C on I2C bus 1."
    assert check.todo.startswith("Check its four wires")


def test_the_oled_is_shown_a_chessboard():
    board = simulated(PanelWiring(), nobody)
    shown = []
    for check in examine(SIMULATED, Path(), None, lambda: board, machine=bare()):
        shown += [board.picture.tobytes()] if check.name == "OLED" else []
    assert shown == [chessboard().tobytes()]
    assert chessboard().getpixel((0, 0))
    assert [bool(chessboard().getpixel(at)) for at in ((7, 7), (8, 0), (0, 8), (8, 8))] == [True, False, False, True]


def test_simulated_parts_are_called_simulated_and_real_ones_are_not():
    assert found(SIMULATED)["OLED"].seen == "It answers and shows a chessboard. It is simulated."
    assert found(REAL)["OLED"].seen == "It answers and shows a chessboard."


def test_a_pressed_button_is_a_warning():
    class Stuck(type(simulated(PanelWiring(oled=None, buttons={}, buzzer=None, led=None), nobody))):
        stuck = ("B",)

    check = found(board=Stuck(PanelWiring(), nobody))["buttons"]
    assert (check.verdict, check.seen) == ("warn", "B is pressed.")


def test_parts_that_are_not_there_by_choice_are_no_failure():
    checks = found(board=simulated(PanelWiring(oled=None, led=None), nobody))
    assert checks["OLED"] == Check("OLED", "ok", "There is none, as configured.")


def test_a_folder_that_cannot_be_written_says_so(tmp_path):
    blocked = tmp_path / "file"
    blocked.write_text("")
    check = disk(blocked)
    assert check.verdict == "fail"
    assert "LIFEGUARD_HOME" in check.todo


@pytest.mark.parametrize(("free", "verdict"), [(19, "fail"), (21, "warn"), (199, "warn"), (201, "ok")])
def test_the_room_on_the_disk_is_judged(tmp_path, monkeypatch, free, verdict):
    usage = type("Usage", (), {"free": free * 1_000_000})
    monkeypatch.setattr("shutil.disk_usage", lambda _: usage)
    assert disk(tmp_path).verdict == verdict


def test_a_full_disk_says_delete_something(tmp_path, monkeypatch):
    def full(**_):
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr("tempfile.TemporaryFile", full)
    assert disk(tmp_path) == Check(
        "disk", "fail", f"{tmp_path} cannot be written (No space left on device).", "Delete something."
    )


def test_the_command_prints_a_line_a_check_and_fails_if_one_failed(tmp_path, capsys):
    assert doctor(SIMULATED, tmp_path, False, machine=bare()) == 0
    assert [line.split()[:2] for line in capsys.readouterr().out.splitlines()] == [
        ["ok", name]
        for name in ("disk", "data", "backup", "network", "clock", "camera", "OLED", "buzzer", "buttons", "LED")
    ]
    empty = load(None, {"camera": {"source": str(tmp_path / "nothing")}})
    assert doctor(empty, tmp_path, True, machine=bare()) == 1
    lines = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert [line["verdict"] for line in lines] == [*["ok"] * 5, "fail", *["ok"] * 4]
    assert set(lines[1]) == {"name", "verdict", "seen", "todo"}


def test_what_was_taught_and_is_damaged_is_said_and_so_is_a_journal_that_was_set_aside(tmp_path):
    assert kept(tmp_path).verdict == "ok"
    (tmp_path / "journal.db.damaged-20261123T120000Z").touch()
    assert kept(tmp_path).verdict == "warn"
    for name in ("decks/hai-noon.npz", "zones/splash-down.json"):
        (tmp_path / name).parent.mkdir()
        (tmp_path / name).write_bytes(b"\x93random")
    check = kept(tmp_path)
    assert (check.verdict, check.todo) == ("fail", "Teach or draw it anew, or remove the file.")
    assert "hai-noon.npz: not a taught deck" in check.seen
    assert "in 2 files" in check.seen


def test_whether_backups_are_made_is_told(tmp_path):
    today, stick = NOW.date(), tmp_path / "stick"
    assert backed_up(BackupConfig(), today).verdict == "ok"
    config = BackupConfig(folder=stick)
    assert backed_up(config, today).todo == "Plug it in."
    stick.mkdir()
    assert "none in" in backed_up(config, today).seen
    for name, verdict in (("2030-01-01", "warn"), ("2026-11-01", "warn"), ("2026-11-12", "ok")):
        (stick / f"lifeguard-{name}.zip").touch()
        assert backed_up(config, today).verdict == verdict, name


def test_a_backup_folder_that_cannot_be_read_is_a_line_and_not_the_end():
    check = backed_up(BackupConfig(folder=Path("x" * 300)), NOW.date())
    assert (check.verdict, check.todo) == ("fail", "Plug it in anew, or give this user the folder.")
    assert "cannot be read (File name too long)" in check.seen


def test_a_damaged_journal_is_said_and_let_be(tmp_path):
    (tmp_path / "journal.db").write_bytes(b"no journal")
    check = kept(tmp_path)
    assert check == Check(
        "kept",
        "fail",
        "journal.db is damaged (its first page is damaged).",
        "Restart the device: it saves what it can.",
    )
    assert [file.name for file in tmp_path.iterdir()] == ["journal.db"]


def test_a_whole_journal_is_whole_also_while_a_match_begins(tmp_path, monkeypatch):
    really = Contents.match_ids
    drawn(tmp_path / "journal.db", 2, seed=1)
    journal = Journal(tmp_path / "journal.db")
    table = journal.load()

    def meanwhile(self):
        ids = really(self)
        journal.save(
            table, replace(table, number=table.number + 1, steps=(), match=Match.begin(GAMES["dice-tray"], ("Ana",)))
        )
        return ids

    monkeypatch.setattr(Contents, "match_ids", meanwhile)
    assert kept(tmp_path).verdict == "ok"
    journal.close()
