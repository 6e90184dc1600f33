"""What the camera's picture is worth, and the one thing to do; and a light that fails in the middle of a game."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.observe.picture_check import CUT, DARK, GLARE, LIMITS, SOFT, LightWatch, checked
from firmware.observe.table_seen import BLIND
from firmware.observe.table_setup import TableSetup
from firmware.state.observation import TRAY, Observation, Piece
from hardware.art import mat as mat_art
from hardware.cameras.frame import Image

CARDS, DICE = TableSetup("hai-noon", seats=3), TableSetup("shark-attacks")
CARDS = replace(CARDS, options=(("hands", "hidden"),))


def table(setup: TableSetup, px_per_mm: float = 1.9, light: float = 0.75) -> Image:
    """A mat in the middle of a cloth, in that light."""
    printed = mat_art.picture(setup.layout, px_per_mm)
    cloth = np.full((printed.shape[0] + 120, printed.shape[1] + 160, 3), 150, np.uint8)
    cloth[60 : 60 + printed.shape[0], 80 : 80 + printed.shape[1]] = printed
    return np.asarray((cloth * light).round(), np.uint8)


def test_a_good_picture_wants_nothing() -> None:
    found = checked(table(CARDS), CARDS)
    assert (found.trouble, found.mat, found.piece) == ("", "found", "card")
    assert found.piece_px == round(1.9 * 63)


@pytest.mark.parametrize(
    ("image", "said"),
    [
        (table(CARDS, light=0.2), DARK["card"]),
        (
            np.maximum(table(CARDS), (np.arange(720 * 4)[None, : table(CARDS).shape[1], None] < 300) * np.uint8(255)),
            GLARE,
        ),
        (cv2.GaussianBlur(table(CARDS), (0, 0), 5.0), SOFT),
        (np.full((480, 640, 3), 3, np.uint8), BLIND),
    ],
    ids=["dark", "glare", "soft", "covered"],
)
def test_each_trouble_is_one_thing_to_do(image: Image, said: str) -> None:
    assert checked(image, CARDS).trouble == said


def test_a_mat_that_is_not_there_or_not_whole_is_said() -> None:
    bare = np.random.default_rng(7).integers(60, 220, (720, 1280, 3), np.uint8)
    found = checked(bare, CARDS)
    assert (found.mat, found.piece_px) == ("unseen", None)
    assert found.trouble.startswith("I see none of the mat's markers")
    half = checked(table(CARDS)[:, :600], CARDS)
    assert (half.mat, half.trouble) == ("cut", CUT)


def test_cards_that_are_too_small_want_the_camera_nearer() -> None:
    small = checked(table(CARDS, px_per_mm=1.0), CARDS)
    assert small.piece_px is not None
    assert small.piece_px < LIMITS.card_px
    assert "only 63 px wide, and 80 are needed" in small.trouble


def test_dice_are_measured_by_the_mat_or_by_those_that_were_read_last() -> None:
    assert checked(table(DICE), DICE).piece_px == round(1.9 * 16)
    bare = np.random.default_rng(7).integers(60, 220, (720, 1280, 3), np.uint8)
    assert checked(bare, DICE).piece_px is None
    dice = Piece((), 0.0, 0.0, 12.0, (0.0, 0.0, 12.0, 14.0), place=TRAY)
    found = checked(bare, DICE, Observation("1", 960, 540, (dice,) * 3))
    assert (found.piece_px, found.mat) == (16, "unneeded")
    assert "A die is only 16 px wide" in found.trouble


def test_sharper_pictures_have_a_higher_focus() -> None:
    focus = [checked(cv2.GaussianBlur(table(CARDS), (0, 0), blur), CARDS).focus for blur in (0.1, 1.0, 2.0, 4.0)]
    assert focus == sorted(focus, reverse=True)
    assert len(set(focus)) == 4


def test_the_light_is_spoken_of_when_two_looks_agree_and_once() -> None:
    watch, day, night = LightWatch(), table(DICE), table(DICE, light=0.2)
    heard = [watch.look(image, "die") for image in (day, night, day, night, night, night, day, day, day)]
    assert heard == [None, None, None, None, DARK["die"], None, None, "", None]


def test_a_covered_lens_is_not_taken_for_an_evening() -> None:
    watch, black = LightWatch(), np.zeros((480, 640, 3), np.uint8)
    assert [watch.look(black, "die") for _ in range(4)] == [None] * 4


def test_a_light_at_the_border_does_not_make_it_talk() -> None:
    """Once it was too dark, it must be clearly lighter."""
    watch = LightWatch()
    level = [
        np.full((480, 640, 3), grey, np.uint8) + np.arange(640, dtype=np.uint8)[None, :, None] % 9
        for grey in (50, 58, 64, 66, 90)
    ]
    heard = [watch.look(level[n], "die") for n in (0, 0, 2, 1, 3, 2, 4, 4)]
    assert heard == [None, DARK["die"], None, None, None, None, None, ""]
