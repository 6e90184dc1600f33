"""A camera's lens and sensor: light is mixed as light, and picture values come last."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.arrays import Floats
from hardware.scene import Scene, render
from hardware.scene.optics import tone
from hardware.scene.optics.cameras import CAMERAS
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.light import Light
from hardware.scene.optics.mounted import MountedLens
from hardware.scene.optics.sensor import LEVELS, MIDDLE_GREY, demosaiced, mosaic
from hardware.scene.optics.view import CameraView, camera_above
from hardware.scene.world.cards import SceneCard
from hardware.scene.world.scene import TableTop

SIZE = (320, 240)
VIEW = camera_above((0, 0), 400, 0, 0, 0, 300, SIZE)
QUIET = {"blur_px": 0.0, "noise_levels": 0.0}


def taken(light: Floats, view: CameraView = VIEW, seed: int | None = None, **lens: object) -> np.ndarray:
    """The picture of this light."""
    camera = Lens(**QUIET | lens)  # type: ignore[arg-type]
    rng = None if seed is None else np.random.default_rng(seed)
    return camera.developed(MountedLens(camera, view).exposed(light), rng).astype(float)


def even(value: float) -> Floats:
    return np.full((SIZE[1], SIZE[0], 3), value, np.float32)


def edge() -> Floats:
    """Black on the left, white on the right."""
    light = even(0.0)
    light[:, SIZE[0] // 2 :] = 1
    return light


def test_half_black_and_half_white_are_half_the_light_not_half_the_picture_value() -> None:
    """So a blur lets white spread over black: halfway is 188 in sRGB, not 128."""
    light = edge()
    light[:, SIZE[0] // 2] = 0.5
    middle = taken(light, blur_px=1.5)[120, SIZE[0] // 2].mean()
    assert middle == pytest.approx(188, abs=3)


def test_art_in_even_light_has_its_own_picture_values() -> None:
    """What sRGB art is decoded to, the sRGB curve makes of it again."""
    values = np.arange(256, dtype=np.uint8)[None, :, None].repeat(3, 2)
    back = tone.developed((tone.linear(values) * LEVELS).astype(np.uint16), 0.0, 1.0)
    assert np.abs(back.astype(int) - values).max() <= 2


def test_a_shrunk_picture_keeps_its_light() -> None:
    checks = np.zeros((64, 64, 3), np.uint8)
    checks[::2, ::2] = checks[1::2, 1::2] = 255
    assert tone.shrunk(checks, (8, 8)).mean() == pytest.approx(188, abs=2)


@pytest.mark.parametrize("bayer", [False, True])
def test_noise_is_as_strong_as_asked_on_middle_grey_and_grows_with_the_root_of_light(bayer: bool) -> None:
    def spread(light: float) -> float:
        quiet, loud = (taken(even(light), bayer=bayer, noise_levels=3.0, seed=s) for s in (None, 5))
        slope = tone.slope(light, 0.0, 1.0)
        return float((loud - quiet)[..., 1].std()) / slope

    at_grey = spread(MIDDLE_GREY) * tone.slope(MIDDLE_GREY, 0.0, 1.0)
    assert at_grey == pytest.approx(3.0, rel=0.35)
    assert spread(0.72) / spread(MIDDLE_GREY) == pytest.approx(2.0, rel=0.2)


def test_each_pixel_behind_a_mosaic_sees_one_colour_and_flat_colours_come_back() -> None:
    colour = np.full((20, 30, 3), (1000, 20000, 60000), np.uint16)
    behind = mosaic(colour)
    assert sorted(set(behind.ravel().tolist())) == [1000, 20000, 60000]
    assert (behind == 20000).mean() == 0.5
    assert np.array_equal(demosaiced(behind)[4:-4, 4:-4], colour[4:-4, 4:-4])


def test_a_mosaic_leaves_colour_at_edges_of_black_and_white() -> None:
    slant = even(0.0)
    cv2.fillConvexPoly(slant, np.array([[160, 0], [320, 0], [320, 239], [100, 239]]), (1, 1, 1), cv2.LINE_AA)
    whole, filtered = (np.ptp(taken(slant, bayer=bayer), axis=2).max() for bayer in (False, True))
    assert whole == 0
    assert filtered > 20


def test_what_is_off_the_focus_is_blurred_and_what_is_in_it_is_not() -> None:
    """A camera tilted by 50 degrees, focused on the near edge of the table: the far edge is softer."""
    view = camera_above((0, 0), 400, 50, 0, 0, 300, SIZE)
    focus = 1 / float(view.inverse_depth(24)[-1].mean())
    picture = taken(edge(), view, defocus_px_mm=3000.0, focus_mm=focus)
    rises = np.abs(np.diff(picture[..., 1], axis=1)).max(1)
    assert rises[235] > 2 * rises[5]
    assert np.all(np.diff(view.inverse_depth(24)[:, 5]) > 0)


def test_vignetting_darkens_the_corners_as_the_fourth_power_of_the_cosine() -> None:
    wide = camera_above((0, 0), 400, 0, 0, 0, 200, SIZE)
    lit = tone.linear(taken(even(0.5), wide, vignetting=1.0).astype(np.uint8))[..., 1]
    tangent = np.hypot(159.5, 119.5) / 200
    assert lit[0, 0] / lit[120, 160] == pytest.approx(1 / (1 + tangent**2) ** 2, abs=0.02)


def test_flare_lifts_the_black_beside_white() -> None:
    assert taken(edge(), flare=0.03)[120, 100].mean() > taken(edge())[120, 100].mean() + 10


def test_a_camera_s_curve_darkens_shadows_and_brightens_the_middle() -> None:
    srgb, camera = ([taken(even(light), camera_tone=tone)[0, 0, 1] for light in (0.01, 0.3)] for tone in (0.0, 1.0))
    assert camera[0] < srgb[0]
    assert camera[1] > srgb[1]


def test_larger_pixels_are_shrunk_to_quieter_ones_without_a_mosaic() -> None:
    """At 1280 px a Module 3 reads 2304 columns, a Module 2 1640: its mosaic shows."""
    shrinks = {camera.name: camera.shrink(1280) for camera in CAMERAS}
    assert shrinks["Camera Module 3"] == pytest.approx(1.8)
    assert shrinks["Camera Module 2"] < 1.3
    assert CAMERAS[0].defocus_px_mm(1280) == pytest.approx(1607, rel=0.01)


def test_a_card_half_in_shadow_gives_back_half_the_light() -> None:
    """Its white is 188 under half the light, whatever the table's light."""
    lit = Light((1.0, 1.0, 1.0), (), gain_map=np.full((60, 80, 3), 0.5, np.float32))
    card = SceneCard("hai-noon", "wild", 0, 0, 0)
    bright, dim = (
        render(Scene(VIEW, TableTop("plain", 0), light, Lens(**QUIET), (), 1, cards=(card,)))[0]  # type: ignore[arg-type]
        for light in (Light((1.0, 1.0, 1.0), ()), lit)
    )
    middle = np.s_[100:140, 140:180]
    share = tone.linear(dim[middle]).mean() / tone.linear(bright[middle]).mean()
    assert share == pytest.approx(0.5, abs=0.02)
