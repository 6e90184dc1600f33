"""The simulated table: it repeats, and its truth is what its pictures show."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.art import dice as dice_art
from hardware.scene import Scene, SeenDie, random_scene, render
from hardware.scene.objects.designs import pip_die, shark_attacks
from hardware.scene.objects.dice import RIGHTS, SIDES, UPS, SceneDie, upright_rotation
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.light import DirectionalLight, Light
from hardware.scene.optics.view import CameraView, array, camera_above
from hardware.scene.world import places
from hardware.scene.world.render import render_without_noise
from hardware.scene.world.scene import TableTop
from hardware.simulated.benchmark import measure

LAYOUT = {
    "name": "tray",
    "size_mm": [297, 210],
    "dictionary": "DICT_4X4_50",
    "markers": [
        {"id": 0, "x": 8, "y": 8, "size": 22},
        {"id": 1, "x": 267, "y": 8, "size": 22},
        {"id": 2, "x": 267, "y": 180, "size": 22},
        {"id": 3, "x": 8, "y": 180, "size": 22},
    ],
    "zones": {"tray": [38, 12, 221, 186]},
}
EVEN = Light((0.7, 0.7, 0.7), (DirectionalLight((0.2, 0.1, 0.97), (0.3, 0.3, 0.3), 0.4),))
CLEAR = Lens(blur_px=0.0, noise_levels=0.0)


def scene_of(dice: list[SceneDie], view: CameraView, light: Light = EVEN) -> Scene:
    """Dice on a plain table before a perfect camera."""
    return Scene(view, TableTop("plain", 0, shift=(3.0, 7.0)), light, CLEAR, tuple(dice), 1)


def die_of(
    face: str, kind: str = "swimmer", at: tuple[float, float] = (0, 0), yaw: float = 0.0, seed: int = 1
) -> SceneDie:
    """A die of Shark Attacks! that shows `face`."""
    design = shark_attacks(np.random.default_rng(seed), kind)
    return places.flat_die(design, design.faces.index(face), *at, yaw, 16.0)


@pytest.mark.parametrize("mode", ["table", "wild"])
@pytest.mark.parametrize("set_name", ["shark-attacks", "pips"])
def test_a_seed_gives_the_same_picture_and_truth_again(set_name: str, mode: str) -> None:
    """Everything random comes from the generator that is handed in."""
    twice = []
    for _ in range(2):
        rng = np.random.default_rng(17)
        twice.append(render(random_scene(set_name, rng, 3, LAYOUT, (640, 360), mode)))  # type: ignore[arg-type]
    assert np.array_equal(twice[0][0], twice[1][0])
    assert twice[0][1] == twice[1][1]
    other = render(random_scene(set_name, np.random.default_rng(18), 3, LAYOUT, (640, 360), mode))  # type: ignore[arg-type]
    assert not np.array_equal(twice[0][0], other[0])


def test_an_unknown_set_is_refused() -> None:
    """The message names the sets that there are."""
    with pytest.raises(ValueError, match="shark-attacks and pips"):
        random_scene("tarot", np.random.default_rng(0))


@pytest.mark.parametrize(("tilt", "way", "bend"), [(0, 0, 0.0), (20, 70, 0.0), (45, 200, 0.0), (30, 10, -0.2)])
def test_the_box_of_a_die_is_where_its_pixels_are(tilt: float, way: float, bend: float) -> None:
    """The picture with the die differs from the empty one inside the box, to its borders, and not outside."""
    view = camera_above((0, 0), 260, tilt, way, 0, 900, (640, 480), bend)
    dark = Light((1.0, 1.0, 1.0), ())
    die = die_of("2", yaw=0.5)
    empty, _ = render_without_noise(scene_of([], view, dark))
    picture, (seen,) = render_without_noise(scene_of([die], view, dark))
    changed = np.abs(picture.astype(int) - empty).max(2) > 60
    rows, columns = np.flatnonzero(changed.any(1)), np.flatnonzero(changed.any(0))
    x, y, w, h = seen.box
    assert abs(columns[0] - x) <= 2
    assert abs(rows[0] - y) <= 2
    assert abs(columns[-1] - (x + w - 1)) <= 2
    assert abs(rows[-1] - (y + h - 1)) <= 2


@pytest.mark.parametrize(
    "item", [f"{kind}-{face}" for kind in dice_art.KINDS for face in dict.fromkeys(dice_art.KINDS[kind])]
)
@pytest.mark.parametrize("yaw", [0.0, 2.1])
def test_the_face_lies_in_its_quad_as_it_was_drawn(item: str, yaw: float) -> None:
    """Straightened by the truth's four corners, the upper side is our art: right face, right way up, not mirrored."""
    kind, face = item.rsplit("-", 1)
    view = camera_above((4, -3), 240, 25, 40, 10, 900, (640, 480))
    picture, (seen,) = render_without_noise(scene_of([die_of(face, kind, yaw=yaw)], view))
    square = array([[0, 0], [96, 0], [96, 96], [0, 96]])
    straight = cv2.warpPerspective(picture, cv2.getPerspectiveTransform(array(seen.quad), square), (96, 96))
    drawn = dice_art.mask(item, 96)
    grey = straight[12:84, 12:84].astype(np.float32) @ array(np.subtract(*reversed(dice_art.COLOURS[kind])))
    alike = [np.corrcoef(np.rot90(grey, k).ravel(), drawn[12:84, 12:84].ravel())[0, 1] for k in range(4)]
    assert alike[0] > 0.85
    assert alike[0] >= max(alike) - 1e-6
    assert (seen.kind, seen.face) == (kind, face)


def test_the_camera_sees_the_table_in_true_perspective() -> None:
    """Its homography and its projection agree, and what is nearer is larger."""
    view = camera_above((10, 20), 300, 40, 30, 5, 800, (640, 480))
    points = array([[0, 0, 0], [40, -20, 0], [-30, 55, 0]])
    flat = np.c_[points[:, :2], np.ones(3)] @ view.table_homography.T
    assert np.allclose(flat[:, :2] / flat[:, 2:], view.project(points), atol=0.01)
    near, far = (
        die_of("1", at=(10 + s * 60 * np.sin(np.radians(30)), 20 - s * 60 * np.cos(np.radians(30)))) for s in (1, -1)
    )
    _, (one, two) = render_without_noise(scene_of([near, far], view))
    assert one.size > 1.15 * two.size


@pytest.mark.parametrize("bend", [0.0, -0.25, 0.05])
def test_a_pixel_and_its_point_on_the_table_belong_together(bend: float) -> None:
    """`on_table` undoes `project`, lens distortion and all."""
    view = camera_above((5, -8), 280, 18, 120, 33, 700, (640, 480), bend)
    for point in ((0.0, 0.0), (60.0, 40.0), (-50.0, 30.0)):
        pixel = view.project(array([[*point, 0]]))[0]
        assert np.allclose(view.table_point(pixel), point, atol=0.2)


@pytest.mark.parametrize("seed", range(6))
def test_the_mat_s_markers_are_found_where_the_layout_has_them(seed: int) -> None:
    """All four, under any light and tilt of the table mode, to within a millimetre."""
    picture, _ = render(random_scene("shark-attacks", np.random.default_rng(seed), 5, LAYOUT))
    code = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    corners, ids, _ = cv2.aruco.ArucoDetector(code).detectMarkers(picture)
    assert sorted(np.ravel(ids).tolist()) == [0, 1, 2, 3]
    seen, there = [], []
    for number, quad in zip(np.ravel(ids).tolist(), corners, strict=True):
        x, y, size = (LAYOUT["markers"][number][k] for k in ("x", "y", "size"))  # type: ignore[index]
        seen.append(np.reshape(quad, (4, 2)))
        there.append([[x, y], [x + size, y], [x + size, y + size], [x, y + size]])
    lens, _ = cv2.findHomography(np.concatenate(seen), array(there).reshape(-1, 2))
    back = cv2.perspectiveTransform(np.concatenate(seen)[None], lens)[0]
    assert np.abs(back - array(there).reshape(-1, 2)).max() < 1.0


@pytest.mark.parametrize("seed", range(8))
def test_dice_never_stand_inside_each_other(seed: int) -> None:
    """However crowded and however close: their outlines keep clear."""
    rng = np.random.default_rng(seed)
    for scene in (random_scene("pips", rng, 12, None, mode="wild"), random_scene("shark-attacks", rng, 16, LAYOUT)):
        feet = [places.footprint(die) for die in scene.dice if not die.cocked]
        for k, outline in enumerate(feet):
            assert places.clear_of(outline, feet[:k], -0.2)


@pytest.mark.parametrize("seed", range(10))
def test_opposite_sides_of_an_ordinary_die_add_up_to_seven(seed: int) -> None:
    """On every die, whichever way round its faces go."""
    faces = [int(face) for face in pip_die(np.random.default_rng(seed)).faces]
    assert [a + b for a, b in zip(faces[::2], faces[1::2], strict=True)] == [7, 7, 7]
    assert sorted(faces) == [1, 2, 3, 4, 5, 6]


def test_the_sides_of_a_die_are_right_handed() -> None:
    """So that no face is drawn mirrored, and `upright` lays the side up that it was asked for."""
    for side in range(6):
        assert np.allclose(np.cross(RIGHTS[side], UPS[side]), SIDES[side])
        assert np.allclose(upright_rotation(side, 0.7) @ SIDES[side], [0, 0, 1], atol=1e-6)


def test_a_leaning_die_stands_on_the_table_and_says_so() -> None:
    """Its lowest corner touches the table; its truth is flagged."""
    die = places.leaning_die(die_of("3"), np.random.default_rng(3))
    assert die.corners[:, 2].min() == pytest.approx(0, abs=1e-4)
    _, (seen,) = render_without_noise(scene_of([die], camera_above((0, 0), 260, 10, 0, 0, 900, (640, 480))))
    assert seen.cocked


def test_a_die_over_the_border_says_so() -> None:
    """Cut off by the picture; one that is all inside is not."""
    view = camera_above((0, 0), 260, 0, 0, 0, 900, (640, 480))
    half = view.table_point((0, 240))
    _, seen = render_without_noise(scene_of([die_of("3", at=half), die_of("1")], view))
    assert [s.cut_off for s in seen] == [True, False]
    assert seen[0].visible < 0.7 < seen[1].visible


def test_a_die_hidden_by_another_has_a_smaller_box() -> None:
    """The box is of what shows."""
    view = camera_above((0, 0), 200, 55, 0, 0, 900, (640, 480))
    back, front = die_of("1", at=(0, 12)), die_of("2", at=(0, -8))
    _, (alone,) = render_without_noise(scene_of([back], view))
    _, (hidden, _) = render_without_noise(scene_of([back, front], view))
    assert hidden.visible < alone.visible
    assert hidden.box[3] < alone.box[3]


def test_some_table_scenes_are_spoilt_and_most_are_not() -> None:
    """About one in twenty-five holds a cocked or cut-off die (seeds 0 to 59)."""
    spoilt = 0
    for seed in range(60):
        scene = random_scene("shark-attacks", np.random.default_rng(seed), 4)
        spoilt += any(d.cocked for d in scene.dice) or any(_out(d, scene.view) for d in scene.dice)
    assert 1 <= spoilt <= 6


def _out(die: SceneDie, view: CameraView) -> bool:
    seen = view.project(die.corners)
    return bool((seen < -1).any() or (seen > array(view.size_px)).any())


def test_things_that_are_no_dice_are_never_in_the_truth() -> None:
    """Blank cubes and clutter are drawn, not listed: pictures of no dice have no truth (seeds 0 to 24)."""
    drawn: list[tuple[SeenDie, ...]] = []
    for seed in range(25):
        scene = random_scene("pips", np.random.default_rng(seed), 0, None, (320, 240), "wild")
        drawn.append(render(scene)[1])
        assert all(not die.label for die in scene.dice)
    assert drawn == [()] * 25


def test_the_bench_measures_scenes_and_frames() -> None:
    """Three figures, all of them times."""
    figures = measure(LAYOUT, repeats=2)
    assert list(figures) == ["scene", "frame in motion", "frame at rest"]
    assert min(figures.values()) > 0
