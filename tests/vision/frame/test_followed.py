"""Whether a camera still sees a table as it did, and where it was pushed to."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.frame.camera_moved import grey_of
from vision.frame.followed import CameraMove, FollowedView, camera_move, stands_still
from vision.frame.followed.unmistakable import is_unmistakable
from vision.frame.mat import apply_homography
from vision.reading import Box

Image = NDArray[np.uint8]
OUTLINE = np.array([(240, 120), (1040, 120), (1040, 600), (240, 600)], np.float64)


def noisy(table: NDArray[np.floating], seed: int) -> Image:
    noise = np.random.default_rng(seed).normal(0, 3, table.shape)
    return np.asarray(np.clip(table + noise, 0, 255), np.uint8)


def cloth(seed: int = 1, light: float = 1.0) -> Image:
    """A cloth with a pattern, 1280 x 720, as a camera sees it: with noise of its own in each picture."""
    rng = np.random.default_rng(7)
    return noisy((120 + 400 * cv2.GaussianBlur(rng.normal(0, 1, (720, 1280, 3)), (0, 0), 6)) * light, seed)


def dotted(seed: int = 1) -> Image:
    """A cloth with dots in a lattice: it looks like itself 48 px further on."""
    table = np.full((720, 1280, 3), 90.0)
    for x in range(0, 1290, 48):
        for y in range(0, 730, 48):
            cv2.circle(table, (x, y), 14, (200, 160, 60), -1, cv2.LINE_AA)
    return noisy(table, seed)


def littered(image: Image, shift: int = 0, step: int = 150, every: int = 1) -> tuple[Image, tuple[Box, ...]]:
    """Cards on the table, and their boxes; all so many px aside, or every so manieth, each another way."""
    made, boxes = image.copy(), []
    for number, (x, y) in enumerate((x, y) for x in range(300, 1000, step) for y in range(150, 500, 150)):
        aside = shift if every == 1 else shift * (number % (2 * every) - every // 2) // every
        left = x + aside * (number % every == 0)
        cv2.rectangle(made, (left, y), (left + 60, y + 90), (240, 240, x % 255), -1)
        cv2.circle(made, (left + 20 + x % 17, y + 30), 12, (20, y % 255, 90), -1)
        boxes.append((left / 1280, y / 720, 60 / 1280, 90 / 720))
    return made, tuple(boxes)


def moving(right: float, down: float, turn: float = 0.0, slant: float = 0.0) -> NDArray[np.float64]:
    """What takes px of the picture before to px of the one after a push."""
    by = np.vstack([cv2.getRotationMatrix2D((640, 360), turn, 1.0), (slant, -slant, 1)])
    by[:2, 2] += right, down
    return by


def moved(image: Image, by: NDArray[np.float64]) -> Image:
    return np.asarray(cv2.warpPerspective(image, by, (1280, 720), borderMode=cv2.BORDER_REFLECT), np.uint8)


def off_px(move: CameraMove, by: NDArray[np.float64]) -> float:
    """How far the mat's corners are off, px."""
    return float(np.linalg.norm(apply_homography(move.back @ by, OUTLINE) - OUTLINE, axis=1).max())


def test_a_table_at_rest_is_known_in_other_light_and_under_cards() -> None:
    old = FollowedView(cloth(), OUTLINE)
    assert old.holds
    for now in (cloth(2), cloth(3, 0.6), littered(cloth(4))[0]):
        assert stands_still(old, now)


@pytest.mark.parametrize(
    ("right", "down", "turn", "slant"),
    [(1, 0, 0, 0), (0, -9, 0, 0), (30, 10, 1, 0), (120, -60, 3, 0), (-220, 40, 0, 0), (12, 30, -5, 2e-5)],
)
def test_a_pushed_camera_is_followed_though_pieces_moved_in_the_same_moment(
    right: float, down: float, turn: float, slant: float
) -> None:
    before, boxes = littered(cloth())
    by = moving(right, down, turn, slant)
    now = moved(littered(cloth(2), 40, every=4)[0], by)
    move = camera_move(FollowedView(before, OUTLINE, boxes), now)
    assert move is not None
    assert move.sure
    assert off_px(move, by) < 1.0
    assert not stands_still(FollowedView(before, OUTLINE, boxes), now)


def test_where_the_table_looks_like_itself_elsewhere_only_its_pieces_tell() -> None:
    by = moving(40, 0)
    bare = camera_move(FollowedView(dotted(), OUTLINE), moved(dotted(2), by))
    assert bare is None or not bare.sure
    (before, boxes), (now, _) = littered(dotted()), littered(dotted(2))
    told = camera_move(FollowedView(before, OUTLINE, boxes), moved(now, by))
    assert told is not None
    assert told.sure
    assert off_px(told, by) < 1.0


def test_a_board_that_was_pushed_on_its_table_is_asked_about() -> None:
    """All that lies there moved as one, and the table about it did not: whichever the camera is registered to, the
    other one would have moved silently."""
    before, boxes = littered(cloth())
    for by in (moving(0, 0), moving(25, 5, 1)):
        old, now = FollowedView(before, OUTLINE, boxes), moved(littered(cloth(2), 40)[0], by)
        assert not stands_still(old, now)
        move = camera_move(old, now)
        assert move is None or not move.sure


def test_another_view_or_a_dark_room_is_not_taken_for_the_table() -> None:
    old = FollowedView(cloth(), OUTLINE)
    for other in (np.zeros((720, 1280, 3)), cloth(2)[::-1], cloth(2)[:, :960], dotted()):
        picture = np.ascontiguousarray(other, np.uint8)
        assert not stands_still(old, picture)
        move = camera_move(old, picture)
        assert move is None or not move.sure


def test_a_picture_of_another_size_is_laid_on_the_old_one() -> None:
    by = np.diag([0.75, 0.75, 1.0]) @ moving(15, 5)
    now = cv2.warpPerspective(cloth(2), by, (960, 540), flags=cv2.INTER_AREA)
    move = camera_move(FollowedView(cloth(), OUTLINE), np.asarray(now, np.uint8))
    assert move is not None
    assert move.sure
    assert off_px(move, by) < 1.5


def test_a_plain_table_holds_nothing_to_tell_by() -> None:
    assert not FollowedView(noisy(np.full((720, 1280, 3), 130.0), 3), OUTLINE).holds


def under_a_lamp(seed: int) -> NDArray[np.floating]:
    """The light of a lamp across a plain table, strongest somewhere else for each seed."""
    x, y = np.meshgrid(np.arange(1280), np.arange(720))
    across, down = np.random.default_rng(seed).uniform((450, 250), (850, 450))
    lamp = 160 * np.exp(-((x - across) ** 2 + (y - down) ** 2) / (2 * 170**2))
    return 60 + np.dstack([lamp] * 3)


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_light_that_fades_across_a_plain_table_is_no_mark_of_it(seed: int) -> None:
    glaring = FollowedView(noisy(under_a_lamp(seed), 3), OUTLINE)
    assert not glaring.parts
    assert not glaring.dense_parts
    assert not glaring.holds


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_a_camera_over_a_plain_table_in_a_lamps_light_is_known_by_what_lies_there(seed: int) -> None:
    """The lamp's light has no edge to be found again by: counted as marks, most of them were lost at rest."""
    (before, boxes), (after, _) = (littered(noisy(under_a_lamp(seed), n), step=300) for n in (seed, seed + 50))
    old, by = FollowedView(before, OUTLINE, boxes), moving(20, 10, 1)
    assert stands_still(old, after)
    move = camera_move(old, moved(after, by))
    assert move is not None
    assert move.sure
    assert off_px(move, by) < 1.0


def planks(way_deg: float, seed: int = 1) -> Image:
    """A table whose grain runs one way, and is the same all along."""
    across = np.cumsum(np.random.default_rng(4).normal(0, 1, 3000))
    grain = 60 * (across - cv2.GaussianBlur(across, (0, 0), 40).ravel())
    y, x = np.mgrid[0:720, 0:1280].astype(np.float32)
    along = np.round(1500 + x * np.sin(np.radians(way_deg)) + y * np.cos(np.radians(way_deg))).astype(int)
    return noisy(np.repeat((130 + 0.15 * grain[along])[..., None], 3, 2), seed)


@pytest.mark.parametrize("way_deg", [0, 30, 45, 65, 90])
def test_along_its_grain_a_table_holds_nothing_to_tell_by_however_that_runs(way_deg: float) -> None:
    assert planks(way_deg).std() > 15
    assert not FollowedView(planks(way_deg), OUTLINE).holds


def test_a_place_is_not_believed_for_a_few_pieces_where_the_table_is_likelier_elsewhere() -> None:
    """Two of four pieces were moved by a step of the pattern, as if the camera had been pushed by it."""
    (then, boxes), (now, _) = littered(dotted(), step=400), littered(dotted(2), step=400)
    now[100:600, 250:600] = np.roll(now[100:600, 250:600], -48, axis=1)
    faint = (cloth(3).astype(np.float64) - 120) / 8
    old, grey = FollowedView(noisy(then + faint, 5), OUTLINE, boxes), grey_of(noisy(now + faint, 6))
    by_a_step = np.array([[1, 0, 48 * old.scale], [0, 1, 0], [0, 0, 1]])
    assert not is_unmistakable(old, grey, by_a_step)
