"""Where a card may lie is remembered from search to search, and sought anew where a card was found."""

from itertools import product

import cv2
import numpy as np
import pytest

from vision.mat_cards.correlate import MatFaces, Pose, corners
from vision.mat_cards.pose_search import PoseSearch
from vision.reading import Image

SCALE, SIZE_MM, BOX = 0.8, (57.0, 87.0), (10.0, 10.0, 230.0, 110.0)


@pytest.mark.parametrize("turn", [0.0, 90.0])
def test_what_is_remembered_of_a_search_is_what_a_fresh_one_finds_after_a_card_was_found(turn: float) -> None:
    random = np.random.default_rng(25112601)
    faces = MatFaces({str(n): random.integers(0, 255, (174, 114, 3), dtype=np.uint8) for n in range(4)}, SIZE_MM, SCALE)
    picture = random.uniform(0, 255, (120, 220, 3)).astype(np.float32)
    found = np.round(corners(Pose(70, 60, turn + 3), SIZE_MM) * SCALE).astype(np.int32)
    kept, fresh = (PoseSearch(picture, faces, np.ones(picture.shape[:2], np.uint8)) for _ in range(2))
    before = kept.best_poses(BOX, turn, 4)
    kept.hide(found)
    fresh.hide(found)
    after = kept.best_poses(BOX, turn, 4)
    assert after == fresh.best_poses(BOX, turn, 4)
    assert before != after


def test_the_same_face_at_two_places_is_found_at_both_and_nothing_where_the_bare_print_shows() -> None:
    random = np.random.default_rng(26112601)
    face = cv2.GaussianBlur(random.integers(0, 255, (88, 62, 3), dtype=np.uint8), (0, 0), 3)
    faces = MatFaces({"one": face}, (62.0, 88.0), 0.5)
    small = faces.rows[0].reshape(3, *faces.shape).transpose(1, 2, 0)
    picture = np.full((60, 140, 3), 128, np.float32)
    covered = np.zeros((60, 140), np.uint8)
    for left in (5, 45, 100):
        picture[8:52, left : left + 31] = small
    covered[:, :90] = 1
    found = PoseSearch(picture, faces, covered).best_poses((4.0, 10.0, 272.0, 100.0), 0.0, 2)
    assert sorted(round(pose.x) for pose, _ in found) == pytest.approx([41, 121], abs=3)


def test_many_faces_that_fit_one_card_leave_room_for_the_card_beside_it() -> None:
    """Ten whales share one drawing: half covered, each was a little likelier than the back beside them was roughly."""
    random = np.random.default_rng(27112601)
    whale, back = (random.integers(0, 255, (88, 62, 3)).astype(np.float32) for _ in range(2))
    whales = {f"whale-{n}": np.clip(whale + random.normal(0, 20, whale.shape), 0, 255) for n in range(6)}
    pictures = {name: np.asarray(face, np.uint8) for name, face in {**whales, "back": back}.items()}
    faces = MatFaces(pictures, (62.0, 88.0), 0.5)
    small = faces.rows.reshape(len(faces.rows), 3, *faces.shape).transpose(0, 2, 3, 1)
    picture = np.full((60, 140, 3), 128, np.float32)
    picture[8:52, 5:36] = small[0]
    picture[8:52, 100:131] = small[6] + random.normal(0, 60, small[6].shape)
    found = PoseSearch(picture, faces, np.ones((60, 140), np.uint8)).best_poses((4.0, 10.0, 272.0, 100.0), 0.0, 4)
    assert [face for _, face in found[:4]] != [6]
    assert any(face == 6 and pose.x == pytest.approx(231, abs=4) for pose, face in found)


def dotted_back() -> Image:
    """A cream back of small dots, 126 x 176 px: a step aside it is like nothing."""
    made = np.full((176, 126, 3), (248, 248, 248), np.uint8)
    cv2.rectangle(made, (4, 4), (121, 171), (216, 243, 253), -1)
    for column, row in product(range(17), range(24)):
        if (column + row) % 2:
            ink = ((51, 51, 238), (204, 153, 51))[row % 2]
            cv2.circle(made, (7 + 7 * column, 7 + 7 * row), 2, ink, -1, cv2.LINE_AA)
    return made


def signed(random: np.random.Generator) -> Image:
    """A white face of a few random signs, 126 x 176 px."""
    made = np.full((176, 126, 3), (245, 248, 250), np.uint8)
    for _ in range(5):
        x, y, radius = random.integers((20, 20, 6), (106, 156, 30))
        cv2.circle(made, (int(x), int(y)), int(radius), random.integers(30, 200, 3).tolist(), 4, cv2.LINE_AA)
    return made


@pytest.mark.parametrize("turn", [-2.4, 2.4])
def test_a_back_of_fine_dots_is_sought_half_on_another_card(turn: float) -> None:
    """At half the scale it is plain, and all else fits better; in *Splash Down* one was overlooked (copy Y, 3705/1)."""
    random = np.random.default_rng(28112601)
    pictures = {f"sign-{n}": signed(random) for n in range(30)} | {"back": dotted_back()}
    faces = MatFaces(pictures, (63.0, 88.0), 0.4)
    assert set(faces.finely_printed) == {30}
    table = np.full((200, 240, 3), (150, 190, 120), np.float32)
    table[40:128, 60:123] = cv2.resize(pictures["sign-0"], (63, 88), interpolation=cv2.INTER_AREA)
    middle = (91.2, 113.7)
    way = cv2.getRotationMatrix2D((63, 88), -turn, 0.5) + np.array([[0, 0, middle[0] - 63], [0, 0, middle[1] - 88]])
    cover = cv2.warpAffine(np.ones((176, 126), np.float32), way, (240, 200))[..., None]
    table = (
        table * (1 - cover) + cv2.warpAffine(cv2.GaussianBlur(pictures["back"], (0, 0), 0.8), way, (240, 200)) * cover
    )
    seen = cv2.resize(table.astype(np.float32), (96, 80), interpolation=cv2.INTER_AREA)
    search = PoseSearch(np.asarray(seen, np.float32), faces, np.ones((80, 96), np.uint8))
    found = search.best_poses((58.0, 68.0, 68.0, 92.0), 0.0, 4)
    assert any(face == 30 and np.hypot(pose.x - middle[0], pose.y - middle[1]) < 3 for pose, face in found)


def ringed_back() -> Image:
    """A brown back of faint rings about one point, 3.5 mm apart, 126 x 176 px."""
    made = np.full((176, 126, 3), (120, 165, 195), np.uint8)
    for radius in range(7, 220, 7):
        cv2.circle(made, (30, 50), radius, (80, 120, 150), 2, cv2.LINE_AA)
    return made


@pytest.mark.parametrize(("aside_mm", "turn"), [(1.25, 0.0), (0.0, 2.5)])
def test_a_back_of_faint_rings_is_sought_between_the_places_and_the_slants(aside_mm: float, turn: float) -> None:
    """Its likeness is a peak 1 mm wide: a step aside nothing is left of it, and the card was overlooked (*Splash Down*,
    kraft paper, 7112)."""
    random = np.random.default_rng(28112602)
    pictures = {f"sign-{n}": signed(random) for n in range(12)} | {"back": ringed_back()}
    faces = MatFaces(pictures, (63.0, 88.0), 0.4)
    assert set(faces.finely_printed) == {12}
    middle = (120 + aside_mm, 100 + aside_mm)
    way = cv2.getRotationMatrix2D((63, 88), -turn, 0.5) + np.array([[0, 0, middle[0] - 63], [0, 0, middle[1] - 88]])
    cover = cv2.warpAffine(np.ones((176, 126), np.float32), way, (240, 200))[..., None]
    card = cv2.warpAffine(cv2.GaussianBlur(pictures["back"], (0, 0), 0.8), way, (240, 200))
    table = np.full((200, 240, 3), (150, 190, 120)) * (1 - cover) + card * cover + random.normal(0, 4, (200, 240, 3))
    seen = cv2.resize(table.astype(np.float32), (96, 80), interpolation=cv2.INTER_AREA)
    search = PoseSearch(np.asarray(seen, np.float32), faces, np.ones((80, 96), np.uint8))
    found = search.best_poses((88.0, 55.0, 64.0, 90.0), 0.0, 4)
    assert any(face == 12 and np.hypot(pose.x - middle[0], pose.y - middle[1]) < 1 for pose, face in found)
