"""People draw places over a table without our mat, and push its camera."""

from __future__ import annotations

from itertools import count

import numpy as np

from firmware.games.layouts import mat
from firmware.simulation.players.camera_hands import CameraPushes, drawn_table
from hardware.scene.optics.view import array


def test_places_are_drawn_where_they_are_on_a_table_that_has_marks() -> None:
    camera, drawn = drawn_table("hai-noon", 2, mat("hai-noon", 2), (640, 360), count(1), None)
    assert camera.stage.scene.table.mat is None
    assert drawn.holds
    wide, deep = drawn.size_mm
    true = camera.stage.scene.view.project(array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]]))
    assert 0 < np.abs(drawn.view.outline - true).max() < 8


def test_a_camera_is_pushed_so_many_times_keeps_all_places_in_view_and_is_put_back_once() -> None:
    camera, _ = drawn_table("hai-noon", 2, mat("hai-noon", 2), (640, 360), count(1), None)
    pushes, views = CameraPushes(camera, 4, 3), [camera.stage.scene.view]
    for _ in range(80):
        pushes.pass_by()
        if camera.stage.scene.view is not views[-1]:
            views.append(camera.stage.scene.view)
    assert len(views) == 4
    for view in views:
        corners = view.project(array([[0, 0, 0], [520, 0, 0], [520, -376, 0], [0, -376, 0]]))
        assert (corners > 0).all()
        assert (corners < (640, 360)).all()
    assert pushes.put_back()
    assert camera.stage.scene.view is views[-2]
    assert not pushes.put_back()


def test_a_camera_that_the_device_sees_well_through_is_left_where_it_is() -> None:
    camera, _ = drawn_table("hai-noon", 2, mat("hai-noon", 2), (640, 360), count(1), None)
    pushes = CameraPushes(camera, 4, 1)
    for _ in range(20):
        pushes.pass_by()
    pushes.stays()
    assert not pushes.put_back()
