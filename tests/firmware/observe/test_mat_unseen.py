"""A mat that is not found says which markers were seen, and what to do."""

from __future__ import annotations

import cv2
import numpy as np

from firmware.games.profiles import layout
from firmware.observe.mat_unseen import mat_unseen
from firmware.observe.observer import Observer, Unread
from firmware.observe.table_setup import TableSetup
from hardware.art import mat as mat_art
from vision.frame.mat import SeenMarkers, seen_markers

PLAN = layout("hai-noon")
SHARP = np.random.default_rng(4).integers(60, 220, (720, 1280, 3), np.uint8)


def seen(*ids: int, edge_px: float = 30.0) -> SeenMarkers:
    square = np.array([[0, 0], [1, 0], [1, 1], [0, 1]], np.float64) * edge_px
    return SeenMarkers(ids, np.stack([square] * len(ids)), np.stack([square] * len(ids)))


def test_the_one_marker_that_is_seen_is_named_and_small_ones_want_the_camera_nearer() -> None:
    said = mat_unseen(SHARP, PLAN, seen(12, edge_px=12))
    assert said == "Of the mat's markers I see only the lower right one: hang the camera nearer."


def test_a_dark_picture_wants_light_and_a_soft_one_focus() -> None:
    assert mat_unseen(SHARP // 8, PLAN, None) == "I see none of the mat's markers: give the table more light."
    soft = cv2.GaussianBlur(mat_art.picture(PLAN, 2.0), (0, 0), 5.0)
    assert mat_unseen(soft, PLAN, None) == "I see none of the mat's markers: focus the camera."


def test_markers_that_contradict_each_other_are_said() -> None:
    said = mat_unseen(SHARP, PLAN, seen(10, 14))
    assert said.startswith("The mat's markers upper left and middle left do not lie as printed")


def test_a_table_that_shows_half_a_mat_without_its_markers_says_so() -> None:
    part = mat_art.picture(PLAN, 2.0)[100:600, 200:900]
    assert not seen_markers(part, PLAN).ids
    sight = Observer(TableSetup("hai-noon")).observe(part)
    assert isinstance(sight, Unread)
    assert sight.trouble.startswith("I see none of the mat's markers: lay the mat whole in its view")
