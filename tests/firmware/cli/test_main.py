"""The command line as scripts meet it: exit codes, one line on standard error, nothing but JSON on standard output."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from firmware.cli import main
from firmware.cli.print import PaperName
from hardware.print.page import PAPERS

RECORD = '{"game": "shark-attacks", "players": ["Änä", "Ben"]}\n'


@pytest.fixture(autouse=True)
def _home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("LIFEGUARD_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)


def call(monkeypatch: pytest.MonkeyPatch, *words: str) -> int:
    """The exit code of a command."""
    monkeypatch.setattr(sys, "argv", ["lifeguard", *words])
    with pytest.raises(SystemExit) as ended:
        main()
    return int(ended.value.code or 0)


@pytest.mark.parametrize(
    "words",
    [
        ("bogus",),
        ("run", "--port", "many"),
        ("run", "--option", "target"),
        ("run", "--panel", "fake"),
        ("run", "--camera", "usb:front"),
        ("run", "--camera", "nowhere"),
        ("run", "chess"),
        ("read",),
        ("read", "x.jpg", "--score"),
        ("read", "x.jpg", "--players", "Ana,Ben"),
        ("read", "x.jpg", "--deck", "hai-noon", "--model", "x.npz"),
        ("read", "x.jpg", "--game", "chess"),
        ("read", "x.jpg", "--dice", "chess"),
        ("teach", "deck", "harbour"),
        ("teach", "deck", "../harbour", "photos"),
        ("teach", "deck", "harbour", "photos", "--names", "names.txt"),
        ("deck", "export", "nothing", "-o", "x"),
        ("scene", "chess", "-o", "x"),
        ("scene", "dice", "--set", "chess", "-o", "x"),
        ("scene", "dice", "--seed", "-1", "-o", "x"),
        ("scene", "cards", "--deck", "tarot", "-o", "x"),
        ("scene", "cards", "--set", "pips", "-o", "x"),
        ("scene", "dice", "--deck", "hai-noon", "-o", "x"),
        ("scene", "hai-noon", "--wild", "-o", "x"),
        ("simulate", "shark-attacks", "--players", "9"),
        ("simulate", "shark-attacks", "--misread", "0.1"),
        ("simulate", "shark-attacks", "--questions"),
        ("simulate", "shark-attacks", "--camera", "simulated", "--policy", "random"),
        ("simulate", "dice-tray", "--camera", "simulated"),
        ("simulate", "hai-noon", "--push", "1"),
        ("simulate", "hai-noon", "--camera", "simulated", "--table", "carpet"),
        ("simulate", "shark-attacks", "--camera", "simulated", "--push", "1"),
        ("simulate", "shark-attacks", "--camera", "simulated", "--table", "drawn"),
        ("odds", "shark-attacks"),
        ("print", "mat", "chess", "-o", "x"),
        ("print", "mat", "--language", "xx", "-o", "x"),
        ("print", "mat", "--paper", "a0", "-o", "x"),
        ("print", "mat", "hai-noon", "--size", "huge", "-o", "x"),
        ("teach", "deck", "hai-noon", "photos", "--size", "5x500"),
        ("print", "mat", "hold-your-breath", "--option", "spaces=many", "-o", "x"),
        ("print", "deck", "tarot", "-o", "x"),
    ],
    ids=" ".join,
)
def test_wrong_use_is_code_2_and_one_line_that_says_what_fits(
    words: tuple[str, ...], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert call(monkeypatch, *words) == 2
    said = capsys.readouterr()
    assert said.out == ""
    assert len(said.err.splitlines()) == 1


def test_every_command_has_help_with_an_example(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    plain = ["run", "read", "scene", "replay", "simulate", "odds", "doctor", "bench", "teach", "deck", "print"]
    inner = ["teach deck", "teach dice", "teach tiles", "teach tokens", "teach names", "deck export", "deck import"]
    printed = ["print mat", "print deck", "print dice", "print tiles", "print tokens", "print marks"]
    for command in ["", *plain, *inner, *printed]:
        assert call(monkeypatch, *command.split(), "--help") == 0
        assert "Example: lifeguard" in capsys.readouterr().out


@pytest.mark.parametrize("how", ["plain", "with Windows' mark", "with Windows' line ends"])
def test_a_record_from_any_editor_is_replayed(
    how: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    text = RECORD.replace("\n", "\r\n") if "line ends" in how else RECORD
    (tmp_path / "game.jsonl").write_bytes(text.encode("utf-8-sig" if "mark" in how else "utf-8"))
    assert call(monkeypatch, "replay", "game.jsonl", "--json") == 0
    assert json.loads(capsys.readouterr().out)["players"] == ["Änä", "Ben"]


@pytest.mark.parametrize("encoding", ["utf-16", "latin-1"])
def test_a_record_in_another_alphabet_is_refused_by_its_line(
    encoding: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.jsonl").write_text(RECORD, encoding=encoding)
    assert call(monkeypatch, "replay", "game.jsonl") == 1
    assert capsys.readouterr().err == "lifeguard: line 1: a record is text in UTF-8, and this is not\n"


def test_each_file_that_is_no_picture_is_said_as_what_it_is_and_the_others_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty.jpg").touch()
    (tmp_path / "folder").mkdir()
    Image.new("RGBA", (64, 48), (90, 60, 30, 255)).save(tmp_path / "clear.png")
    whole = (tmp_path / "clear.png").read_bytes()
    (tmp_path / "half.png").write_bytes(whole[: len(whole) // 2])
    assert call(monkeypatch, "read", "empty.jpg", "folder", "none.jpg", "half.png", "clear.png", "--json") == 1
    empty, folder, none, half, clear = map(json.loads, capsys.readouterr().out.splitlines())
    assert empty["error"] == "empty.jpg: not a picture that can be read"
    assert folder["error"] == "folder: a folder; name the pictures in it"
    assert none["error"] == "none.jpg: no such file"
    assert half["error"] == "half.png: not a picture that can be read"
    assert (clear["width"], clear["height"], clear["dice"]) == (64, 48, [])


def test_a_folder_of_lessons_may_hold_other_files_but_not_only_those(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = tmp_path / "photos"
    photos.mkdir()
    (photos / "Thumbs.db").write_bytes(b"not for people")
    (photos / "cards").mkdir()
    assert call(monkeypatch, "teach", "deck", "harbour", "photos") == 1
    said = capsys.readouterr().err
    assert "photos: no pictures to learn from (.bmp, .jpeg" in said
    assert said.endswith("; give one of the folders in it: cards\n")
    Image.fromarray(np.full((88, 63, 3), 200, np.uint8)).save(photos / "anchor.png")
    assert call(monkeypatch, "teach", "deck", "harbour", "photos") == 1
    assert "Thumbs.db is passed over" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("IMG_1.HEIC", "IMG_1.HEIC is a HEIC picture, which is not read; save it as JPEG"),
        ("wild.jpg", "wild.jpg: a HEIC picture, which is not read; save it as JPEG"),
        ("photos.zip", "; unpack photos.zip first"),
    ],
)
def test_what_a_phone_sends_is_said_to_be_saved_otherwise_or_unpacked(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    (tmp_path / "photos" / name).write_bytes(b"\0\0\0\x18ftypheic\0\0\0\0mif1heic")
    assert call(monkeypatch, "teach", "deck", "hai-noon", "photos") == 1
    assert said in capsys.readouterr().err


def test_each_picture_that_teaches_nothing_has_a_line_of_its_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "photos").mkdir()
    for name in ("anchor", "shell"):
        Image.fromarray(np.full((88, 63, 3), 200, np.uint8)).save(tmp_path / "photos" / f"{name}.png")
    assert call(monkeypatch, "teach", "deck", "harbour", "photos") == 1
    _, *lines = capsys.readouterr().err.splitlines()
    assert [line.split(": ")[:2] for line in lines] == [["lifeguard", "anchor.png"], ["lifeguard", "shell.png"]]


def test_a_mat_for_larger_cards_is_printed_on_more_sheets(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for number, size in enumerate(("63x88", "70x120")):
        assert call(monkeypatch, "print", "mat", "hai-noon", "--size", size, "-o", f"{number}.pdf") == 0
    own, larger = ((tmp_path / f"{number}.pdf").read_bytes().count(b"/Type /Page\n") for number in range(2))
    assert larger > own
    assert f"1.pdf: {larger} pages, to be printed at 100 %" in capsys.readouterr().out


def test_the_papers_that_may_be_asked_for_are_those_that_are_printed_on() -> None:
    assert {sheet.value for sheet in PaperName} == set(PAPERS)


@pytest.mark.parametrize(("name", "said"), [("empty", "holds no pictures"), ("notes.txt", "is not a video")])
def test_a_folder_or_file_that_can_be_no_camera_ends_the_run_with_one_line(
    name: str, said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "notes.txt").write_text("buy dice")
    assert call(monkeypatch, "run", "--camera", name, "--port", "0") == 1
    assert said in capfd.readouterr().err.splitlines()[-1]
