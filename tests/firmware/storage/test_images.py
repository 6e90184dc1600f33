"""Photographs in files: what cannot be read is said, and the others are read all the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.storage.images import LARGEST, lessons, readings, tell


def picture(file: Path, width: int = 40) -> str:
    cv2.imwrite(str(file), np.full((30, width, 3), 90, np.uint8))
    return str(file)


def test_a_name_that_no_file_can_have_stops_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    names = ["x" * 300 + ".jpg", picture(tmp_path / "a.png")]
    assert tell(readings(names, lambda image: {"sure": True}), lambda item: item["image"], as_json=False) == 1
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
    picture(tmp_path / "a.png", 4000)
    picture(tmp_path / "b.png", 400)
    assert [image.shape for _, image in lessons(tmp_path)] == [(12, LARGEST, 3), (30, 400, 3)]
