"""The mat is found in any orientation, and pixels become millimetres."""

from __future__ import annotations

from itertools import islice

import cv2
import numpy as np
import pytest

from firmware.games.profiles import layout
from firmware.observe.table_setup import TableSetup
from firmware.simulation.tables import table_cameras
from hardware.art import mat as mat_art
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera
from vision.frame import lens, mat
from vision.frame.mat.finding import agreed_homography
from vision.frame.mat.plane import Mat, off_mm

LAYOUT = {
    "name": "test",
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
SCALE = 5
PER_MM = 1.7


def sheet(without: tuple[int, ...] = ()) -> np.ndarray:
    """The printed mat at 5 px a mm, BGR."""
    paper = np.full((210 * SCALE, 297 * SCALE), 255, np.uint8)
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    for marker in LAYOUT["markers"]:
        if marker["id"] not in without:
            x, y, size = (marker[key] * SCALE for key in ("x", "y", "size"))
            paper[y : y + size, x : x + size] = cv2.aruco.generateImageMarker(dictionary, marker["id"], size)
    return cv2.cvtColor(paper, cv2.COLOR_GRAY2BGR)


def photograph(paper: np.ndarray, turn: float, tilt: float = 0.0) -> tuple[np.ndarray, np.ndarray]:
    """The sheet on a dark table in 1280x720, turned (degrees) and tilted; and where its corners lie (4, 2) px."""
    angle = np.radians(turn)
    rotate = np.array([[np.cos(angle), -np.sin(angle)], [np.sin(angle), np.cos(angle)]])
    corners = (np.array([[0, 0], [297, 0], [297, 210], [0, 210]]) - (148.5, 105)) @ rotate.T * PER_MM
    corners = corners / (1 + tilt * corners[:, 1:] / 360) + (640, 360)
    height, width = paper.shape[:2]
    outline = np.float32([[0, 0], [width, 0], [width, height], [0, height]]) - 0.5
    lie = cv2.getPerspectiveTransform(outline, np.float32(corners) - 0.5)
    return cv2.warpPerspective(paper, lie, (1280, 720), flags=cv2.INTER_AREA, borderValue=(40, 50, 60)), corners


@pytest.mark.parametrize("turn", [0, 37, 90, 180, 290])
def test_the_mat_is_found_however_it_lies(turn: float) -> None:
    picture, corners = photograph(sheet(), turn, tilt=0.12)
    found = mat.find(picture, LAYOUT)
    assert found is not None
    assert np.abs(found.outline() - corners).max() < 1.5


def test_two_markers_are_enough_and_one_is_not() -> None:
    """Dice and hands may lie on the others."""
    found = mat.find(photograph(sheet(without=(1, 3)), 20)[0], LAYOUT)
    assert found is not None
    assert np.abs(found.outline() - photograph(sheet(), 20)[1]).max() < 6
    assert mat.find(photograph(sheet(without=(0, 1, 3)), 20)[0], LAYOUT) is None


def test_a_bare_table_has_no_mat() -> None:
    picture = np.random.default_rng(5).integers(0, 255, (720, 1280, 3), np.uint8)
    assert mat.find(picture, LAYOUT) is None


def test_points_go_to_millimetres_and_back() -> None:
    found = mat.find(photograph(sheet(), 37)[0], LAYOUT)
    assert found is not None
    points = np.array([[500.0, 300.0], [700.0, 420.0]])
    assert found.to_px(found.to_mm(points)) == pytest.approx(points)
    assert found.px_per_mm == pytest.approx(PER_MM, rel=0.01)


def test_a_zone_is_told_by_a_point_in_it() -> None:
    found = mat.find(photograph(sheet(), 180)[0], LAYOUT)
    assert found is not None
    inside, outside = found.to_px([(100, 100), (20, 100)])
    assert found.zone_at(tuple(inside)) == "tray"
    assert found.zone_at(tuple(outside)) is None
    x, y, width, _ = LAYOUT["zones"]["tray"]
    (beside,) = found.to_px([(x + width + 5, y + 50)])
    assert [found.zone_at(tuple(beside), mm) for mm in (4.8, 5.2)] == [None, "tray"]


def test_a_straightened_zone_is_seen_from_above() -> None:
    """A square drawn at (100, 50) mm comes out at its place, whatever the view was."""
    paper = sheet()
    paper[50 * SCALE : 70 * SCALE, 100 * SCALE : 120 * SCALE] = (0, 0, 255)
    picture, _ = photograph(paper, 200, tilt=0.1)
    found = mat.find(picture, LAYOUT)
    assert found is not None
    tray = found.straighten(picture, "tray", 2.0)
    assert tray.shape == (372, 442, 3)
    red = np.argwhere((tray[..., 2] > 200) & (tray[..., 0] < 60))
    assert red.min(axis=0) == pytest.approx([(50 - 12) * 2, (100 - 38) * 2], abs=2)
    assert red.max(axis=0) == pytest.approx([(70 - 12) * 2, (120 - 38) * 2], abs=2)


def test_a_mat_whose_markers_lie_where_they_lay_is_the_same_one_though_some_are_covered() -> None:
    plan = layout("hold-your-breath")
    stage = TableStage("hold-your-breath", plan, 3, (1280, 720))
    picture = TableCamera(stage, seed=3).frame().image
    picture = lens.straightened(picture, lens.bend_of(picture, plan) or 0.0)
    first = mat.find(picture, plan)
    assert first is not None
    px, _ = mat.markers(picture, plan)
    low, high = px[:4].min(0).astype(int), px[:4].max(0).astype(int)
    covered = picture.copy()
    covered[low[1] - 3 : high[1] + 3, low[0] - 3 : high[0] + 3] = 90
    assert mat.find(covered, plan, first) is first
    assert mat.seen_markers(picture, plan).apart_mm(first) < 1
    odd = picture.copy()
    odd[low[1] - 9 : high[1] + 9, low[0] - 6 : high[0] + 12] = picture[
        low[1] - 9 : high[1] + 9, low[0] - 9 : high[0] + 9
    ]
    assert mat.find(odd, plan, first) is first, "one marker alone does not move"
    moved = np.roll(picture, 12, axis=1)
    assert mat.find(moved, plan, first) not in (first, None)


@pytest.mark.parametrize("covered", [False, True])
def test_a_marker_counts_as_much_as_the_others_unless_it_is_off_alone(covered: bool) -> None:
    """Corners measured on a filmed table of 700 x 384 mm: RANSAC left out the lowest, and was 2 mm off there."""
    px = [
        [[1198.35, 285.68], [1237.06, 284.25], [1238.04, 322.99], [1199.66, 324.37]],
        [[1189.65, 17.73], [1228.34, 16.68], [1229.59, 55.3], [1191.01, 56.53]],
        [[1206.66, 631.36], [1245.13, 629.65], [1245.66, 667.64], [1207.72, 669.3]],
        [[32.84, 67.69], [69.42, 65.9], [71.36, 104.18], [34.77, 106.06]],
        [[60.65, 665.68], [97.34, 664.68], [99.34, 702.28], [62.66, 702.8]],
    ]
    at = [(672, 158), (672, 6), (672, 356), (6, 6), (6, 356)]
    if covered:  # half of it: two corners are right
        px, at = [*px, [[43.4, 328.3], [74.5, 327.0], [76.8, 364.8], [45.4, 367.1]]], [*at, (6, 158)]
    mm = np.array([[(x, y), (x + 22, y), (x + 22, y + 22), (x, y + 22)] for x, y in at], np.float64).reshape(-1, 2)
    found = agreed_homography(np.array(px, np.float64).reshape(-1, 2), mm)
    assert found is not None
    assert off_mm(found, np.array(px, np.float64).reshape(-1, 2), mm)[:20].max() < 1


PLAN = layout("hold-your-breath")
PRINT = mat.PrintedMat.of(mat_art.picture(PLAN, 2.0), 2.0, PLAN)


def table_in_light(px_per_mm: float = 1.3, blur_px: float = 0.9, exposure: float = 1.0) -> tuple[np.ndarray, Mat]:
    """The mat of Hold Your Breath! in 1280 x 720, a little askew, blurred as light; and where it lies."""
    rng = np.random.default_rng(8)
    corners = np.array([[0, 0], [700, 0], [700, 384], [0, 384]], np.float64)
    px = (corners - (350, 192)) @ np.array([[1, 0.05], [-0.05, 1]]) * px_per_mm
    px = px / (1 + 0.08 * px[:, 1:] / 300) + (640, 360)
    truth = Mat(PLAN, np.asarray(cv2.getPerspectiveTransform(np.float32(px), np.float32(corners)), np.float64))
    paper = (mat_art.picture(PLAN, 4.0) / 255.0).astype(np.float32) ** 2.2
    lie = np.linalg.inv(truth.homography) @ np.array([[0.25, 0, 0.125], [0, 0.25, 0.125], [0, 0, 1]])
    twice = np.array([[2, 0, 0.5], [0, 2, 0.5], [0, 0, 1]]) @ lie
    light = cv2.warpPerspective(paper, twice, (2560, 1440), borderValue=(0.05, 0.06, 0.08))
    light = cv2.resize(cv2.GaussianBlur(light, (0, 0), 2 * blur_px), (1280, 720), interpolation=cv2.INTER_AREA)
    light = light * exposure + rng.normal(0, 0.004, light.shape)
    return (np.clip(light, 0, 1) ** (1 / 2.2) * 255).round().astype(np.uint8), truth


def covered_but(picture: np.ndarray, truth: Mat, left: int) -> np.ndarray:
    """The picture, something grey on all markers but the first `left`."""
    made = picture.copy()
    for marker in PLAN["markers"][left:]:
        x, y, size = marker["x"] - 4, marker["y"] - 4, marker["size"] + 8
        outline = truth.to_px([(x, y), (x + size, y), (x + size, y + size), (x, y + size)])
        cv2.fillConvexPoly(made, np.int32(outline), (90, 100, 110))
    return made


def astray_mm(found: Mat, truth: Mat) -> float:
    """How far any of the mat's corners is off."""
    return float(np.abs(found.to_mm(truth.outline()) - truth.to_mm(truth.outline())).max())


@pytest.mark.parametrize(("exposure", "blur_px"), [(1.0, 1.3), (2.0, 0.9)])
def test_markers_are_seen_though_white_has_spread_over_their_frames(exposure: float, blur_px: float) -> None:
    """A lens blurs light, and a marker is hardly 28 px wide."""
    picture, _ = table_in_light(1.25, blur_px, exposure)
    assert len(mat.seen_markers(picture, PLAN).ids) == 6


def test_the_print_tells_the_mat_where_no_marker_can_be_read() -> None:
    picture, truth = table_in_light()
    found = mat.search(covered_but(picture, truth, 0), PLAN, None, PRINT)
    assert found.seen is not None
    assert not found.seen.ids
    assert found.mat is not None
    assert astray_mm(found.mat, truth) < 0.5


@pytest.mark.parametrize("left", [6, 2, 1])
def test_the_print_lays_the_mat_to_a_fraction_of_a_mm_from_whatever_markers_are_free(left: int) -> None:
    picture, truth = table_in_light()
    found = mat.find(covered_but(picture, truth, left), PLAN, None, PRINT)
    assert found is not None
    assert astray_mm(found, truth) < 0.5


def test_two_markers_on_another_print_are_not_the_mat() -> None:
    picture, truth = table_in_light()
    covered = covered_but(picture, truth, 2)
    strip = np.zeros(covered.shape[:2], np.uint8)
    cv2.fillConvexPoly(strip, np.int32(truth.to_px([(0, 0), (700, 0), (700, 36), (0, 36)])), 1)
    covered[strip == 0] = (np.random.default_rng(2).integers(0, 255, (720, 1280, 3), np.uint8))[strip == 0]
    assert mat.find(covered, PLAN, None, PRINT) is None
    assert mat.find(covered, PLAN) is not None, "nothing is known of the print: two are taken at their word"


def test_a_mat_that_lies_where_it_lay_is_not_sought_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    """Half of its markers may be covered meanwhile."""
    picture, truth = table_in_light()
    first = mat.find(picture, PLAN, None, PRINT)
    assert first is not None
    monkeypatch.setattr("vision.frame.mat.finding.seen_markers", None)
    assert mat.find(covered_but(picture, truth, 4), PLAN, first, PRINT) is first


@pytest.mark.parametrize(("game", "seed", "number"), [("hold-your-breath", 709, 13), ("hold-your-breath", 701, 0)])
def test_all_corners_of_a_mat_are_where_they_lie_though_its_print_is_mostly_long_lines(
    game: str, seed: int, number: int
) -> None:
    """Patches of the print slid along them, and laid one side of these mats 9 mm beside its markers."""
    players, _, camera = next(islice(table_cameras(game, number + 1, seed), number, None))
    setup = TableSetup(game, seats=players)
    picture = camera.look().image
    size = (picture.shape[1], picture.shape[0])
    bend = round(lens.bend_of(picture, camera.stage.layout) or 0.0, 3)
    found = mat.find(lens.straightened(picture, bend), camera.stage.layout, None, setup.printed)
    assert found is not None
    wide, deep = camera.stage.layout["size_mm"]
    corners = np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)], np.float64)
    seen = camera.stage.scene.view.project(np.column_stack([corners[:, 0], -corners[:, 1], np.zeros(4)]))
    assert np.linalg.norm(found.to_mm(lens.unbent(seen, bend, size)) - corners, axis=1).max() < 2.5
