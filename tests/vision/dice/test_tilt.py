"""The table's plane, told by a mat or by the dice on it; where a flat die would show there; which dice lean."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.scene import Scene, SeenDie, random_scene, render
from hardware.scene.objects.dice import rotation_about
from vision.dice import classifier, crops, table_plane, tilt_net
from vision.dice.detector import Detection
from vision.dice.reader import DiceReader
from vision.frame.mat import Mat, apply_homography
from vision.frame.mat import find as find_mat

LAYOUT = {"name": "tray", "size_mm": [297, 210], "markers": [], "zones": {}}
SIZE = (1280, 720)
TRAY = tomllib.loads(Path("firmware/games/layouts/tray.toml").read_text("utf-8"))


def _seen_from(tilt: float, focal: float = 1400.0) -> np.ndarray:
    """A camera (3, 4) that looks at the mat's middle from half a metre, tilted by so many degrees."""
    t = np.radians(tilt)
    along, down, up = np.array([1, 0, 0]), np.array([0, np.cos(t), -np.sin(t)]), np.array([0, -np.sin(t), -np.cos(t)])
    place = np.array([0, 0, 500.0]) - 148.5 * along - 105 * down
    lens = np.array([[focal, 0, (SIZE[0] - 1) / 2], [0, focal, (SIZE[1] - 1) / 2], [0, 0, 1]])
    return lens @ np.stack([along, down, up, place], 1)


def _px(view: np.ndarray, points: Sequence[tuple[float, float, float]]) -> np.ndarray:
    through = np.c_[np.array(points), np.ones(len(points))] @ view.T
    return through[:, :2] / through[:, 2:]


def _mat(view: np.ndarray) -> Mat:
    return Mat(LAYOUT, np.linalg.inv(view[:, [0, 1, 3]]))


@pytest.mark.parametrize("tilt", [15, 30, 45])
def test_the_mats_corners_tell_where_things_above_the_mat_are_seen(tilt: float) -> None:
    view = _seen_from(tilt)
    table = table_plane.plane_of_mat(_mat(view), *SIZE)
    for height in (0.0, 16.0, 40.0):
        points = [(60.0, 50.0), (240.0, 160.0), (150.0, 100.0)]
        seen = apply_homography(table.homography_at_height(height), np.array(points))
        assert np.abs(seen - _px(view, [(x, y, height) for x, y in points])).max() < 1.0


@pytest.mark.parametrize("tilt", [0, 40])
def test_a_flat_die_shows_where_its_corners_are(tilt: float) -> None:
    view = _seen_from(tilt)
    corners = [(148.5 + x, 105.0 + y) for x, y in 16 * table_plane.FACE_CORNERS_SIDES]
    at = _px(view, [(148.5, 105.0, 16.0)])[0]
    top, bottom, _ = table_plane.plane_of_mat(_mat(view), *SIZE).flat_die(at, 0.0)
    for face, height in ((top, 16.0), (bottom, 0.0)):
        assert (
            np.abs(
                apply_homography(face, table_plane.FACE_CORNERS_SIDES) - _px(view, [(x, y, height) for x, y in corners])
            ).max()
            < 2
        )


@pytest.mark.parametrize("tilt", [0, 25, 40])
def test_the_body_of_a_flat_die_tells_where_its_upper_face_is(tilt: float) -> None:
    view, (x, y) = _seen_from(tilt), (230.0, 60.0)
    face = [(x + a, y + b) for a, b in 16 * table_plane.FACE_CORNERS_SIDES]
    seen = _px(view, [(*corner, height) for corner in face for height in (0.0, 16.0)])
    box = (*seen.min(0), *np.ptp(seen, 0))
    at = table_plane.plane_of_mat(_mat(view), *SIZE).face_of_body(box, 0.0)
    assert np.abs(at - _px(view, [(x, y, 16.0)])[0]).max() < 1.0


@pytest.mark.parametrize("edge", [10, 16, 30])
@pytest.mark.parametrize("tilt", [0, 40])
def test_the_upper_faces_of_dice_on_a_mat_tell_their_size_though_one_is_something_else(tilt: float, edge: int) -> None:
    view = _seen_from(tilt)
    finds = [Detection(0.9, 400, 300, 90, (355, 255, 90, 90))]
    for x, y in ((60.0, 40.0), (230.0, 60.0), (150.0, 110.0), (70.0, 170.0)):
        top = _px(view, [(x + a, y + b, edge) for a, b in edge * table_plane.FACE_CORNERS_SIDES])
        side = float(np.sqrt(cv2.contourArea(top.astype(np.float32))))
        finds.append(Detection(0.9, *top.mean(0), side, (*(top.mean(0) - side / 2), side, side)))
    assert table_plane.plane_of_mat(_mat(view), *SIZE).edge_of(finds) == pytest.approx(edge, rel=0.03)


@pytest.mark.parametrize("tilt", [5, 20])
def test_without_a_mat_dice_tell_the_plane_they_lie_on(tilt: float) -> None:
    view = _seen_from(tilt, table_plane.LIMITS.focal_widths * SIZE[0])
    finds = []
    for x, y in ((60.0, 40.0), (230.0, 60.0), (150.0, 110.0), (70.0, 170.0), (240.0, 160.0)):
        top = _px(view, [(x + a, y + b, 16.0) for a, b in 16 * table_plane.FACE_CORNERS_SIDES])
        low = _px(view, [(x + a, y + b, 0.0) for a, b in 16 * table_plane.FACE_CORNERS_SIDES])
        side = float(np.sqrt(cv2.contourArea(top.astype(np.float32))))
        middle = top.mean(0)
        body = middle + table_plane.LIMITS.body_offset_share * (low.mean(0) - middle) / 2
        finds.append(Detection(0.9, *middle, side, (*(body - side), 2 * side, 2 * side)))
    found = table_plane.plane_of_dice(finds, *SIZE)
    up = (np.linalg.inv(found.lens) @ view[:, 2]) / np.linalg.norm(np.linalg.inv(found.lens) @ view[:, 2])
    assert np.degrees(np.arccos(found.axes[:, 2] @ up)) < 3


def test_the_further_a_die_is_tilted_and_the_more_the_network_doubts_it_the_likelier_it_leans() -> None:
    weights = (-2.0, 1.0, 1.0, 0.0)
    stands = (tilt_net.TiltEstimate(-4.0, 0.01), tilt_net.TiltEstimate(1.0, 0.01), tilt_net.TiltEstimate(1.0, 0.3))
    flat, doubted, tilted = (tilt_net.p_tilted(weights, stand) for stand in stands)
    assert flat < 0.01 < doubted < 0.5 < tilted


def test_what_is_read_nearer_to_a_die_than_another_can_lie_is_its_side() -> None:
    table = table_plane.plane_facing(np.array([0.0, 0.0, -1.0]), 1200.0, [_found(600, 300)], *SIZE)
    beside, side, far = _found(641, 300), _found(630, 300), _found(200, 500)
    assert tilt_net.without_sides([_found(600, 300), beside, side, far], table) == [0, 1, 3]


def _found(x: float, y: float) -> Detection:
    return Detection(0.9, x, y, 40, (x - 30, y - 30, 60, 60))


def _throw(seed: int, mat: bool, lean: float) -> Scene:
    """Six dice as the device sees them, the first one tilted by so many degrees."""
    rng = np.random.default_rng(seed)
    scene = random_scene("shark-attacks", rng, count=6, layout=TRAY if mat else None, mode="table")
    first = scene.dice[0]
    turn = (rotation_about(np.array([1, 0, 0], np.float32), np.radians(lean)) @ first.turn).astype(np.float32)
    tipped = replace(first, turn=turn)
    tipped = replace(tipped, place=first.place - np.array([0, 0, tipped.corners[:, 2].min()], np.float32))
    return replace(scene, dice=(tipped, *scene.dice[1:]))


@pytest.fixture(scope="module")
def game() -> DiceReader:
    return DiceReader("shark-attacks")


@pytest.mark.parametrize("on_mat", [True, False])
@pytest.mark.parametrize("lean", [16, 30])
def test_a_leaning_die_is_doubted_and_flat_ones_are_not(game: DiceReader, on_mat: bool, lean: float) -> None:
    """In at least seven of eight throws, each with one leaning die of six; no flat die is doubted in seven of eight."""
    caught = spared = 0
    for seed in range(300, 308):
        image, truth = render(_throw(seed, on_mat, lean))
        reading = game.read(image, find_mat(image, TRAY) if on_mat else None)
        x, y = truth[0].centre
        others = [die for die in reading.dice if np.hypot(die.centre[0] - x, die.centre[1] - y) > truth[0].size]
        caught += not reading.sure
        spared += not any(die.doubt for die in others)
    assert caught >= 7
    assert spared >= 7


def test_without_a_mat_a_face_sought_on_the_edge_to_the_side_is_moved_to_its_middle(game: DiceReader) -> None:
    """Of eight throws of six dice, the first of each sought half way to its lower face."""
    before, after = [], []
    for seed in range(300, 308):
        scene = _throw(seed, False, 0)
        image, truth = render(scene)
        judged = [one for one in game.candidates(image) if one.p_correct > 0.5]
        first = scene.dice[0]
        middle, low = scene.view.project(np.stack([first.top_quad.mean(0), 2 * first.place - first.top_quad.mean(0)]))
        off = (middle + low) / 2
        number = int(np.argmin([np.hypot(one.detection.x - middle[0], one.detection.y - middle[1]) for one in judged]))
        finds = [one.detection for one in judged]
        finds[number] = replace(finds[number], x=float(off[0]), y=float(off[1]))
        _, moved, _ = tilt_net.tilts_without_mat(
            game.model.tilt_networks["bare"], image, finds, [one.angle for one in judged]
        )
        before.append(np.hypot(*(off - middle)) / truth[0].size)
        after.append(np.hypot(moved[number].x - middle[0], moved[number].y - middle[1]) / truth[0].size)
    assert max(after) < 0.12
    assert max(before) > 0.2


def test_on_a_mat_a_face_sought_half_way_to_its_side_is_moved_to_its_middle(game: DiceReader) -> None:
    """The first die of eight throws."""
    before, after = [], []
    for seed in range(300, 308):
        scene = _throw(seed, True, 0)
        image, truth = render(scene)
        first, mat = scene.dice[0], find_mat(image, TRAY)
        assert mat is not None
        middle, low = scene.view.project(np.stack([first.top_quad.mean(0), 2 * first.place - first.top_quad.mean(0)]))
        off, table = (middle + low) / 2, table_plane.plane_of_mat(mat, image.shape[1], image.shape[0])
        judged = game.candidates(image, mat, beside=True)
        one = min(judged, key=lambda one: np.hypot(one.detection.x - middle[0], one.detection.y - middle[1]))
        find = replace(one.detection, x=float(off[0]), y=float(off[1]))
        (moved,) = tilt_net.centred_on_faces(game.model.tilt_networks["bare"], image, [find], [one.angle], table)
        before.append(np.hypot(*(off - middle)) / truth[0].size)
        after.append(np.hypot(moved.x - middle[0], moved.y - middle[1]) / truth[0].size)
    assert max(after) < 0.12
    assert max(before) > 0.15


def test_on_a_mat_only_a_die_in_doubt_is_sought_anew_and_read_where_it_then_lies(
    game: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One leaning die of six; whatever is sought anew is told to lie a fifth of its side to the right."""
    image, truth = render(_throw(301, True, 30))
    mat, moved = find_mat(image, TRAY), []

    def right(network: object, image: object, finds: list[Detection], *rest: object) -> list[Detection]:
        moved.extend(replace(find, x=find.x + find.size / 5) for find in finds)
        return moved

    before = game.read(image, mat, beside=True)
    monkeypatch.setattr(tilt_net, "centred_on_faces", right)
    after = game.read(image, mat, beside=True)
    assert len(moved) < len(before.dice)
    assert any(np.hypot(f.x - truth[0].centre[0], f.y - truth[0].centre[1]) < truth[0].size for f in moved)
    stayed = {die.centre for die in before.dice} & {die.centre for die in after.dice}
    assert len(stayed) == len(before.dice) - len(moved)
    assert {(find.x, find.y) for find in moved} <= {die.centre for die in after.dice}


@pytest.mark.parametrize(("lean", "sure"), [(0, True), (35, False)])
def test_a_die_alone_without_a_mat_is_held_against_a_camera_that_looks_down(
    game: DiceReader, lean: float, sure: bool
) -> None:
    told = [game.read(render(replace(s, dice=s.dice[:1]))[0]).sure for s in (_throw(n, False, lean) for n in range(8))]
    assert told.count(sure) >= 6


def test_a_face_seen_from_aslant_is_looked_at_as_from_right_above() -> None:
    face = cv2.resize(np.random.default_rng(4).integers(0, 255, (12, 12, 3), np.uint8), (480, 480))
    flat = np.array([[160, 0, 239.5], [0, 160, 239.5], [0, 0, 1.0]])  # from sides of the die to px
    aslant = np.array([[0.9, 0.2, 30], [-0.1, 0.5, 90], [1e-4, -4e-4, 1.0]])
    seen = np.asarray(cv2.warpPerspective(face, aslant, (480, 480)), np.uint8)
    straight, down = crops.crop_face(face, (239.5, 239.5), 160, 30), crops.crop_from_above(seen, aslant @ flat, 30)
    squeezed = crops.crop_face(seen, tuple(apply_homography(aslant, np.array([[239.5, 239.5]]))[0]), 120, 30)
    assert _correlation(straight, down) > 0.95 > 0.7 > _correlation(straight, squeezed)


def test_a_pale_face_is_exposed_for_and_a_dark_one_left_as_it_is() -> None:
    face = np.random.default_rng(5).integers(0, 120, (48, 48, 3), np.uint8)
    exposed = crops.expose_for_face(255 - face)
    assert abs(float(np.median(exposed)) / 255 - crops.LIMITS.max_middle_tone) < 0.05
    assert exposed.std() > 1.5 * face.std()
    assert np.array_equal(crops.expose_for_face(face), face)


def test_in_glare_faces_on_a_mat_are_named_surely_as_they_are_exposed_for_and_named_more_sharply(
    game: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert _least_sure_in_glare(game, 0.09) > 0.99
    monkeypatch.setattr("vision.dice.strategies.strategy.expose_for_face", lambda crop: crop)
    unexposed = DiceReader("shark-attacks")
    assert _least_sure_in_glare(unexposed, 0.09) < 0.98
    sharpened = _least_sure_in_glare(unexposed, 0.12)
    unsharpened = replace(classifier.LIMITS, game_dice_sharpening=1.0)
    monkeypatch.setattr("vision.dice.strategies.game_dice.CLASSIFIER", unsharpened)
    assert _least_sure_in_glare(unexposed, 0.12) < sharpened - 0.04


@cache
def _on_tray(seed: int) -> tuple[np.ndarray, tuple[SeenDie, ...], Mat | None]:
    """A picture of six dice on the tray, the truth of it, and the mat that is found there."""
    image, truth = render(random_scene("shark-attacks", np.random.default_rng(seed), count=6, layout=TRAY))
    return image, truth, find_mat(image, TRAY)


def _least_sure_in_glare(game: DiceReader, contrast: float) -> float:
    """How likely the true name is of the least sure of 36 dice that is found, all as pale as in a lamp's reflection:
    this share of their contrast is left."""
    chances = []
    for seed in range(21, 27):
        image, truth, mat = _on_tray(seed)
        judged = game.candidates(np.uint8(255 - (255 - image.astype(float)) * contrast), mat)
        for seen in truth:
            for one in judged:
                if np.hypot(one.detection.x - seen.centre[0], one.detection.y - seen.centre[1]) < seen.size / 2:
                    chances.append(dict(one.names)[f"shark-attacks/{seen.kind}-{seen.face}"])
    assert len(chances) >= 32
    return min(chances)


def _correlation(one: np.ndarray, other: np.ndarray) -> float:
    return float(np.corrcoef(one.ravel(), other.ravel())[0, 1])


def test_a_die_shows_whole_as_long_as_no_corner_of_it_is_beyond_the_border() -> None:
    view = _seen_from(30.0)
    table = table_plane.plane_of_mat(_mat(view), *SIZE)
    at = _px(view, [(148.5, 105.0, 16.0)])[0]
    corners = [(148.5 + x, 105.0 + y, z) for x, y in 16 * table_plane.FACE_CORNERS_SIDES for z in (0.0, 16.0)]
    right, low = _px(view, corners).max(axis=0)
    assert table.shows_whole(at, 0.0, int(right) + 4, int(low) + 4)
    assert not table.shows_whole(at, 0.0, int(right) - 3, int(low) + 4)
    assert not table.shows_whole(at, 0.0, int(right) + 4, int(low) - 3)
