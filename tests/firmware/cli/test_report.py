"""What cannot be read is said, and the others are read all the same.

Whoever waits at a terminal sees how far long work has come; a program that reads the output sees nothing of it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli.report import counted, lessons, readings, tell
from firmware.storage.images import LIMITS, decode, lesson_files, lesson_picture


def _terminals(monkeypatch: pytest.MonkeyPatch, out: bool, err: bool) -> None:
    """Whether standard output and standard error go to one."""
    monkeypatch.setattr(sys.stdout, "isatty", lambda: out)
    monkeypatch.setattr(sys.stderr, "isatty", lambda: err)


def test_long_work_is_counted_on_a_terminal(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _terminals(monkeypatch, out=True, err=True)
    assert list(counted("abc", 3)) == ["a", "b", "c"]
    assert capsys.readouterr() == ("", "\r1 of 3\r2 of 3\r3 of 3\n")


@pytest.mark.parametrize(("out", "err", "counts"), [(True, True, False), (False, True, True), (False, False, False)])
def test_lines_on_the_same_terminal_need_no_count_beside_them(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], out: bool, err: bool, counts: bool
) -> None:
    _terminals(monkeypatch, out, err)
    assert list(counted([1], 1, among_lines=True)) == [1]
    assert capsys.readouterr() == ("", "\r1 of 1\n" if counts else "")


def test_work_that_fails_ends_the_line_that_it_was_counted_on(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    _terminals(monkeypatch, out=False, err=True)
    with pytest.raises(OSError, match="disk"):
        _fails(at=1)
    assert capsys.readouterr().err == "\r1 of 2\n"
    with pytest.raises(OSError, match="disk"):
        _fails(at=0)
    assert capsys.readouterr().err == ""


def _fails(at: int) -> None:
    def work() -> Iterator[int]:
        for number in range(2):
            if number == at:
                raise OSError("the disk is full")
            yield number

    list(counted(work(), 2))


def picture(file: Path, width: int = 40, height: int = 30) -> str:
    cv2.imwrite(str(file), np.full((height, width, 3), 90, np.uint8))
    return str(file)


def test_a_name_that_no_file_can_have_stops_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["x" * 300 + ".jpg", picture(tmp_path / "a.png")]
    assert tell(readings(names, decode, lambda image: {"sure": True}), lambda item: item["image"], as_json=False) == 1
    told = capsys.readouterr()
    assert told.out == f"{tmp_path / 'a.png'}\n"
    assert "too long" in told.err


def test_a_file_whose_name_is_no_text_is_read_like_others(tmp_path: Path) -> None:
    file = os.fsencode(tmp_path) + b"/\xff.png"
    os.rename(picture(tmp_path / "a.png"), file)
    command = [sys.executable, "-m", "firmware.cli", "read", "--json", file]
    done = subprocess.run(command, capture_output=True, check=False)
    assert done.stderr == b""
    assert done.returncode == 0
    assert json.loads(done.stdout)["image"] == os.fsdecode(file)


def test_pictures_of_telephones_are_kept_small_enough_to_learn_from_many(tmp_path: Path) -> None:
    picture(tmp_path / "a.png", 4000, 3000)
    picture(tmp_path / "b.png", 400, 300)
    assert [image.shape for _, image in lessons(lesson_files(tmp_path), lesson_picture)] == [
        (round(0.75 * LIMITS.lesson_side_px), LIMITS.lesson_side_px, 3),
        (300, 400, 3),
    ]
