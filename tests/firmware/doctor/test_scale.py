"""How large cards and dice are in the camera's picture, told by the mat that lies there."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.doctor.check import Check
from firmware.doctor.scale import NEARER, scale
from firmware.games.layouts import printed_mat
from hardware.art import mat as mat_art
from hardware.cameras.frame import Image


def table(mat: str, px_per_mm: float) -> Image:
    """That mat in the middle of a cloth."""
    printed = mat_art.picture(printed_mat(mat), px_per_mm)
    cloth = np.full((printed.shape[0] + 120, printed.shape[1] + 160, 3), 150, np.uint8)
    cloth[60 : 60 + printed.shape[0], 80 : 80 + printed.shape[1]] = printed
    return cloth


def px(check: Check) -> int:
    """The width that is said."""
    return next(int(word) for word in check.seen.split() if word.isdecimal())


@pytest.mark.parametrize(
    ("mat", "piece", "mm"), [("oh-hell", "card", 63), ("cribbage-4", "card", 63), ("tray", "die", 16)]
)
def test_the_mat_that_lies_there_tells_how_wide_its_pieces_are(mat: str, piece: str, mm: int) -> None:
    (check,) = scale(table(mat, 2.0))
    assert (check.name, check.verdict, check.todo) == ("scale", "ok", "")
    assert check.seen.startswith(f"A {piece} is ")
    assert px(check) == pytest.approx(2.0 * mm, rel=0.06)


def test_a_camera_that_hangs_too_high_is_to_be_hung_nearer() -> None:
    (check,) = scale(table("oh-hell", 1.0))
    assert (check.verdict, check.todo) == ("warn", NEARER)
    assert check.seen.startswith("A card is only ")
    assert check.seen.endswith(" and 80 are needed.")


def test_without_a_mat_nothing_is_said_of_the_size() -> None:
    assert [*scale(np.full((360, 640, 3), 120, np.uint8))] == []
