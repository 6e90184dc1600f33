"""What is printed on a mat is known: a shadow on it is no die, and a die on it is found though it looks like none."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.observe.table_setup import TableSetup
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from vision.dice import detector
from vision.dice.calibration import Candidate
from vision.dice.detector import Detection
from vision.dice.reader import DiceReader
from vision.dice.strategies.on_mat import without_bare_print
from vision.frame import mat as mats
from vision.frame.mat import Mat
from vision.frame.mat.bare_print import BarePrint
from vision.reading import Image

SETUP = TableSetup("pig")
BARE_MM = (160.0, 110.0)
"""A place of the tray where no die of the picture lies."""


@pytest.fixture(scope="module")
def table() -> tuple[Image, Mat, tuple[float, float]]:
    """A picture (BGR uint8) of a mat with a die, a shadow beside it; the mat; and where the die lies, mm."""
    stage = DiceStage(SETUP.layout, seed=5, tumbling=1)
    camera = DiceCamera(stage, seed=5)
    stage.throw(["die-4"])
    image = camera.frame().image
    while stage.busy:
        image = camera.frame().image
    found = mats.find(image, SETUP.layout)
    assert found is not None
    (die,) = stage.dice
    lies = (float(die.die.place[0]), -float(die.die.place[1]))
    assert np.hypot(lies[0] - BARE_MM[0], lies[1] - BARE_MM[1]) > 40
    return in_shadow(image, found), found, lies


def in_shadow(image: Image, found: Mat) -> Image:
    """The picture with a shadow as large as a die's at `BARE_MM`."""
    x, y = BARE_MM
    box = np.array([[x - 9, y - 6], [x + 12, y - 6], [x + 12, y + 8], [x - 9, y + 8]])
    px = mats.apply_homography(np.linalg.inv(found.homography), box)
    light = np.ones(image.shape[:2], np.float32)
    cv2.fillConvexPoly(light, np.round(px).astype(np.int32), 0.55)
    return np.asarray(image * cv2.GaussianBlur(light, (0, 0), 1.5)[..., None], np.uint8)


def print_of(image: Image, found: Mat) -> BarePrint:
    """The picture beside the mat's print."""
    assert SETUP.print_below is not None
    return BarePrint(image, found, SETUP.print_below)


def candidate(found: Mat, at_mm: tuple[float, float], p_face: float = 0.01) -> Candidate:
    """What the detector took for a die there, and shows a face with this probability."""
    x, y = mats.apply_homography(np.linalg.inv(found.homography), np.array([at_mm]))[0].tolist()
    detection = Detection(0.6, x, y, 30.0, (x - 20, y - 20, 40.0, 40.0))
    return Candidate(detection, (("pips/die-6", p_face),), 0.9, 0.0, p_die=0.6)


def test_the_print_in_a_shadow_is_no_die(table: tuple[Image, Mat, tuple[float, float]]) -> None:
    """Two films of Shut the Box stood still: a shadow was a die that leans, and no third die could be thrown."""
    image, found, lies = table
    on_die, on_print = candidate(found, lies), candidate(found, BARE_MM)
    assert without_bare_print([on_die, on_print], print_of(image, found)) == [on_die]


def test_what_shows_a_face_is_a_die_however_like_the_print_it_is(table: tuple[Image, Mat, tuple[float, float]]) -> None:
    """Dice like glass hardly differ from what they lie on."""
    image, found, _ = table
    glass, read = candidate(found, BARE_MM, 0.4), replace(candidate(found, BARE_MM), p_correct=0.9)
    assert without_bare_print([glass, read], print_of(image, found)) == [glass, read]


def test_what_lies_beside_the_mat_is_left_as_it_is(table: tuple[Image, Mat, tuple[float, float]]) -> None:
    """There no print tells."""
    image, found, _ = table
    beside = candidate(found, (-30.0, 60.0))
    assert without_bare_print([beside], print_of(image, found)) == [beside]


def test_a_die_that_the_detector_overlooks_is_found_for_it_is_unlike_the_print(
    table: tuple[Image, Mat, tuple[float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A dark one with dark pips lay on the strip in a film of Pig, and the match stood still. The shadow is none."""
    image, found, lies = table
    monkeypatch.setattr(detector, "detect_all", lambda *seen: [])
    reader = DiceReader("pips")
    assert reader.candidates(image, found) == []
    (die,) = reader.candidates(image, found, printed=SETUP.print_below)
    assert die.names[0][0] == "pips/die-4"
    x, y = found.to_mm([(die.detection.x, die.detection.y)])[0].tolist()
    assert np.hypot(x - lies[0], y - lies[1]) < 8


def test_a_die_is_found_of_which_but_a_pip_is_unlike_the_print(
    table: tuple[Image, Mat, tuple[float, float]], monkeypatch: pytest.MonkeyPatch
) -> None:
    """A brown 1 looked like a shadow of the strip with a speck in its midst, and a Farkle stood still (464904/3)."""
    image, found, (x, y) = table
    monkeypatch.setattr(detector, "detect_all", lambda *seen: [])
    monkeypatch.setattr(BarePrint, "parts_unlike", lambda self, covered: [(x - 1.2, y - 1.2, 2.4, 2.4)])
    (die,) = DiceReader("pips").candidates(image, found, printed=SETUP.print_below)
    assert die.names[0][0] == "pips/die-4"
