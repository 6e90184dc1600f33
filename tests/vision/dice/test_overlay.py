"""Two faces that look alike are told apart by laying their examples on the die."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.dice.calibration import Candidate
from vision.dice.crops import LIMITS as CROPS
from vision.dice.detector import Detection
from vision.dice.face_names import TaughtFaces
from vision.dice.likeness.overlay import apart_by_prints, evidence
from vision.dice.likeness.prints import Prints, ink_doubts
from vision.dice.model import load
from vision.dice.taught import Taught
from vision.reading import Image

SIDE = CROPS.closeup_px

BLUE, RED = (150, 60, 30), (40, 30, 150)


def shown(
    fins: int,
    turn: float,
    squeeze: float,
    seed: int,
    glare: bool = False,
    ink: tuple[int, int, int] = BLUE,
    digit: str = "",
) -> Image:
    """A closeup (128, 128, 3) BGR uint8 of a pale face with two fins in a row or more, and a small digit in a corner,
    turned, squeezed, noisy; in glare the face is white and but the rims of the fins are seen."""
    body = (225, 215, 205)
    fine = np.full((256, 256, 3), (40, 90, 60), np.uint8)
    cv2.rectangle(fine, (54, 54), (202, 202), (250, 250, 250) if glare else body, -1)
    for place in np.linspace(-44, 44, fins):
        x = round(128 + place)
        fin = np.array([[x - 15, 168], [x + 15, 168], [x + 4, 88]])
        cv2.polylines(fine, [fin], True, (215, 200, 190), 4) if glare else cv2.fillPoly(fine, [fin], ink)
    cv2.putText(fine, digit, (170, 100), cv2.FONT_HERSHEY_SIMPLEX, 1.1, ink, 4)
    way = cv2.getRotationMatrix2D((127.5, 127.5), turn, 1.0)
    way[1] = squeeze * way[1] + np.array([0, 0, 127.5 * (1 - squeeze)])
    fine = cv2.warpAffine(fine, way, fine.shape[1::-1], borderMode=cv2.BORDER_REPLICATE)
    crop = cv2.resize(fine, (SIDE, SIDE), interpolation=cv2.INTER_AREA).astype(np.float32)
    noise = np.random.default_rng(seed).normal(0, 4, crop.shape)
    return np.asarray(np.clip(crop + noise, 0, 255), np.uint8)


@pytest.mark.parametrize("glare", [False, True])
@pytest.mark.parametrize("true", [2, 3])
def test_the_face_that_lies_there_explains_the_print_best(true: int, glare: bool) -> None:
    examples = {fins: [Prints(shown(fins, turn, 0.95, 10 * fins)) for turn in (20, 250)] for fins in (2, 3)}
    face = Prints(shown(true, 0, 0.85, 1, glare))
    speaks = dict(zip(examples, evidence(face, list(examples.values())), strict=True))
    assert speaks[true] > speaks[5 - true]


@pytest.mark.parametrize("true", ["1", "2", "3"])
def test_of_faces_with_one_picture_the_small_digit_in_the_corner_tells(true: str) -> None:
    """A game's sharks were refused, for the network takes them for one face."""
    digits = ("1", "2", "3")
    examples = [[Prints(shown(2, turn, 0.95, turn, digit=each)) for turn in (20, 250)] for each in digits]
    speaks = evidence(Prints(shown(2, 0, 0.88, 7, digit=true)), examples)
    assert digits[int(np.argmax(speaks))] == true
    assert sum(speaks) == pytest.approx(0, abs=1e-9)


def test_a_name_without_an_example_that_lies_on_the_face_is_less_likely() -> None:
    face, example = Prints(shown(2, 0, 0.9, 3)), Prints(shown(2, 30, 0.95, 4))
    first, without = evidence(face, [[example], []])
    assert first > without


def test_prints_tell_whether_two_names_are_of_one_face() -> None:
    """However alike the network finds two faces, those whose prints tell them apart may be taught."""
    two, again, three = (
        [[Prints(shown(fins, turn, 0.95, seed + turn))] for turn in (20, 250)]
        for fins, seed in ((2, 0), (2, 500), (3, 0))
    )
    assert apart_by_prints(two, three) > 0.6
    assert abs(apart_by_prints(two, again)) < 0.3
    assert apart_by_prints(two[:1], three[:1]) == 0


def taught_fins(*fins: int) -> TaughtFaces:
    closeups = np.stack([shown(each, turn, 0.95, int(turn)) for each in fins for turn in (30.0, 200.0)])
    crops = np.stack([Prints(closeup).crop for closeup in closeups])
    owner, names = np.repeat(np.arange(len(fins)), 2), tuple(f"shark-{each}" for each in fins)
    return TaughtFaces(load(None), Taught("fins", names, crops, owner, np.arange(2 * len(fins)), closeups))


def faces_of_two_and_three_fins() -> TaughtFaces:
    return taught_fins(2, 3)


def die(p_two: float, p_three: float, image: Image, **others: float) -> Candidate:
    side = image.shape[0] / CROPS.crop_sides
    middle = (image.shape[0] - 1) / 2
    detection = Detection(0.9, middle, middle, side, (middle - side / 2, middle - side / 2, side, side))
    chances = {"fins/shark-2": p_two, "fins/shark-3": p_three} | {f"fins/{name}": p for name, p in others.items()}
    names = sorted(chances.items(), key=lambda named: -named[1])
    return Candidate(detection, tuple(names), 0.1, 0.0)


def test_of_two_likely_names_the_one_whose_example_fits_becomes_the_first() -> None:
    image = shown(2, 0, 0.9, 5)
    doubtful = die(0.4, 0.5, image)
    told = faces_of_two_and_three_fins().told_apart(image, doubtful)
    assert told.names[0][0] == "fins/shark-2"
    assert told.p_first_of_two > 0.9
    assert told.p_none == pytest.approx(doubtful.p_none)


def test_a_name_that_is_clear_and_a_thing_that_bears_neither_are_left_alone() -> None:
    faces, image = faces_of_two_and_three_fins(), shown(2, 0, 0.9, 6)
    for certain in (die(0.002, 0.99, image), die(0.003, 0.004, image)):
        assert faces.told_apart(image, certain) is certain


def test_a_third_name_that_is_likely_too_is_compared_with_the_first_two() -> None:
    image = shown(1, 0, 0.9, 5)
    doubtful = die(0.4, 0.3, image, **{"shark-1": 0.2})
    told = taught_fins(1, 2, 3).told_apart(image, doubtful)
    assert told.names[0][0] == "fins/shark-1"
    assert told.p_none == pytest.approx(doubtful.p_none)


def in_lamp_light(crop: Image) -> Image:
    """The same under a warm lamp."""
    return np.asarray(crop * np.array([0.6, 0.85, 1.0]), np.uint8)


@pytest.mark.parametrize(("ink", "likelier"), [(BLUE, 0), (RED, 1)])
def test_of_two_faces_that_differ_by_their_ink_alone_the_ink_tells_in_any_light(
    ink: tuple[int, int, int], likelier: int
) -> None:
    examples = [[Prints(shown(2, turn, 0.95, turn, ink=each)) for turn in (20, 250)] for each in (BLUE, RED)]
    doubts = ink_doubts(Prints(in_lamp_light(shown(2, 0, 0.9, 5, ink=ink))), examples)
    assert doubts[1 - likelier] - doubts[likelier] > 2
    assert apart_by_prints([examples[0]], [examples[1]]) == float("inf")


def test_what_has_one_ink_is_told_apart_by_its_print_alone() -> None:
    examples = [[Prints(shown(fins, turn, 0.95, turn)) for turn in (20, 250)] for fins in (2, 3)]
    assert ink_doubts(Prints(in_lamp_light(shown(2, 0, 0.9, 5))), examples) == [0, 0]
