"""Translucent dice: which pips of what looks like a five lie on the upper face."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from vision.dice.calibration import Candidate
from vision.dice.crops import crop_face
from vision.dice.detector import Detection
from vision.dice.model import load
from vision.dice.strategies.see_through import (
    LIMITS,
    read_without_lower_pips,
    with_upper_pips_told,
    without_lower_pips,
)
from vision.dice.strategies.strategy import strategy_for
from vision.reading import Image

SIDE, MIDDLE = 80, 100
FIVE = ((-1, -1), (1, -1), (-1, 1), (1, 1), (0, 0))
INK, PALE, BODY = (40, 20, 150), (190, 170, 215), (240, 235, 245)
BELIEVED = Candidate(
    Detection(0.9, MIDDLE, MIDDLE, SIDE, (60.0, 60.0, 80.0, 80.0)),
    (("pips/die-5", 0.998), *((f"pips/die-{face}", 0.0002) for face in "12346")),
    0.1,
    0.0,
    p_die=1.0,
    p_correct=0.998,
)


def die(*dark: int, pale: tuple[int, int, int] = PALE, aside: int = 0) -> Image:
    """A picture of a die seen from above, those pips of a five dark that have these numbers, all so many px aside."""
    picture = np.full((2 * MIDDLE, 2 * MIDDLE, 3), (200, 170, 120), np.uint8)
    cv2.rectangle(picture, (MIDDLE - SIDE // 2,) * 2, (MIDDLE + SIDE // 2,) * 2, BODY, -1)
    for number, (x, y) in enumerate(FIVE):
        at = (MIDDLE + round(x * 0.26 * SIDE) + aside, MIDDLE + round(y * 0.26 * SIDE) + aside)
        cv2.circle(picture, at, 7, INK if number in dark else pale, -1, cv2.LINE_AA)
    return picture


@pytest.mark.parametrize(
    ("dark", "face"),
    [((0, 3), "2"), ((1, 2), "2"), ((0, 3, 4), "3"), ((1, 2, 4), "3"), ((0, 1, 2, 3), "4")],
)
def test_the_darker_pips_are_those_of_the_upper_face_and_people_are_asked(dark: tuple[int, ...], face: str) -> None:
    (told,) = with_upper_pips_told(die(*dark), [BELIEVED])
    assert told.names[0] == (f"pips/die-{face}", pytest.approx(LIMITS.p_upper, abs=0.01))
    assert told.names[1][0] == "pips/die-5"


@pytest.mark.parametrize(("dark", "face"), [((0, 3), "2"), ((1, 2, 4), "3")])
def test_pips_are_told_that_lie_aside_of_where_the_face_was_found(dark: tuple[int, ...], face: str) -> None:
    (told,) = with_upper_pips_told(die(*dark, aside=9), [BELIEVED])
    assert told.names[0][0] == f"pips/die-{face}"


@pytest.mark.parametrize(("dx", "dy"), [(0, 0), (-9, 9), (-9, -9)])
def test_a_three_above_a_four_is_one_however_far_its_pips_lie_from_those_below(dx: int, dy: int) -> None:
    """Its middle pip was missed where the face was found between both, and a two was counted in a film of *Farkle*."""
    picture = die(pale=PALE)
    cv2.rectangle(picture, (MIDDLE - 10,) * 2, (MIDDLE + 10,) * 2, BODY, -1)
    for x, y in ((1, -1), (-1, 1), (0, 0)):
        at = MIDDLE + round(x * 0.26 * SIDE) + dx, MIDDLE + round(y * 0.26 * SIDE) + dy
        cv2.circle(picture, at, 7, INK, -1, cv2.LINE_AA)
    (told,) = with_upper_pips_told(picture, [BELIEVED])
    assert told.names[0][0] == "pips/die-3"


@pytest.mark.parametrize(("ink", "told"), [(BODY, 0.96), (INK, 0.4)])
def test_four_pips_beside_a_darker_one_are_hardly_a_four(ink: tuple[int, int, int], told: float) -> None:
    """Four pips of a six below a one were a four in a film of *Yacht*."""
    picture = die(0, 1, 2, 3, pale=PALE)
    four, beside = (150, 130, 190), (MIDDLE, MIDDLE - 20)
    for x, y in FIVE[:4]:
        cv2.circle(
            picture, (MIDDLE + round(x * 0.26 * SIDE), MIDDLE + round(y * 0.26 * SIDE)), 7, four, -1, cv2.LINE_AA
        )
    cv2.circle(picture, beside, 5, ink, -1, cv2.LINE_AA)
    cv2.circle(picture, (MIDDLE, MIDDLE), 7, (215, 205, 230), -1, cv2.LINE_AA)
    (seen,) = with_upper_pips_told(picture, [BELIEVED])
    assert dict(seen.names)["pips/die-4"] == pytest.approx(told, abs=0.01)


def test_a_one_above_a_six_is_a_one_however_doubtful_it_was() -> None:
    picture = die(4)
    for x in (-1, 1):
        cv2.circle(picture, (MIDDLE + round(x * 0.26 * SIDE), MIDDLE), 7, PALE, -1, cv2.LINE_AA)
    doubtful = replace(BELIEVED, names=(("pips/die-6", 0.4), ("pips/die-5", 0.3), ("pips/die-1", 0.1)))
    (told,) = with_upper_pips_told(picture, [doubtful])
    assert told.names[0] == ("pips/die-1", pytest.approx(0.8 * LIMITS.p_upper))


@pytest.mark.parametrize(
    "picture",
    [
        die(*range(5)),  # all alike
        np.roll(die(*range(5)), (10, 11), axis=(0, 1)),  # though all lie aside, as on a very round die
        die(0, 1, 4),  # no face has these
        die(0, 3, pale=BODY),  # no other pips are there
        cv2.circle(die(*range(5)), (MIDDLE + 21, MIDDLE - 21), 9, (225, 215, 235), -1),  # a glint on one
    ],
)
def test_a_five_stays_one(picture: Image) -> None:
    assert with_upper_pips_told(picture, [BELIEVED]) == [BELIEVED]


@pytest.mark.parametrize(
    ("picture", "p_told"),
    [
        (die(0, 3, pale=(80, 60, 165)), 0.4),  # hardly darker than the others
        (cv2.circle(die(0, 3), (MIDDLE, MIDDLE), 7, (100, 80, 172), -1, cv2.LINE_AA), 0.5),  # or a three above a four
    ],
)
def test_a_five_of_which_two_pips_stand_out_a_little_more_is_asked_about_the_less_alike_the_likelier(
    picture: Image, p_told: float
) -> None:
    (told,) = with_upper_pips_told(picture, [BELIEVED])
    assert {name for name, _ in told.names[:2]} == {"pips/die-5", "pips/die-2"}
    assert dict(told.names)["pips/die-2"] == pytest.approx(p_told, abs=0.03)


@pytest.mark.parametrize("diagonal", [(0, 3), (1, 2)])
def test_a_three_that_is_not_clear_and_whose_middle_pip_is_pale_may_as_well_be_a_two_and_is_asked_about(
    diagonal: tuple[int, int],
) -> None:
    """Of the five below only the middle pip shows from aslant."""
    picture = die(*diagonal, pale=BODY)
    cv2.circle(picture, (MIDDLE, MIDDLE), 7, PALE, -1, cv2.LINE_AA)
    doubtful = replace(BELIEVED, names=(("pips/die-3", 0.99), ("pips/die-2", 0.008), ("pips/die-5", 0.001)))
    (told,) = with_upper_pips_told(picture, [doubtful])
    assert told.names[:2] == (
        ("pips/die-3", pytest.approx(1 - LIMITS.p_doubtful, abs=0.01)),
        ("pips/die-2", pytest.approx(LIMITS.p_doubtful, abs=0.01)),
    )
    five = replace(BELIEVED, names=(("pips/die-5", 0.77), ("pips/die-3", 0.13), ("pips/die-2", 0.001)))
    assert with_upper_pips_told(picture, [five])[0].names[0][0] == "pips/die-5"


def test_what_stands_out_less_than_the_darkest_pips_is_painted_over() -> None:
    crop = crop_face(die(0, 3), (MIDDLE, MIDDLE), SIDE, 0.0, LIMITS.painted_px, LIMITS.painted_sides)
    painted = without_lower_pips(crop)
    assert painted is not None
    side, middle = LIMITS.painted_px / LIMITS.painted_sides, (LIMITS.painted_px - 1) / 2
    at = [(round(middle + y * 0.26 * side), round(middle + x * 0.26 * side)) for x, y in FIVE]
    assert [painted[place].tolist() for place in at] == [
        crop[at[0]].tolist(),
        *[list(BODY)] * 2,
        crop[at[3]].tolist(),
        list(BODY),
    ]
    assert (painted[:20] == crop[:20]).all(), "what lies about the face stays"


def test_a_die_that_is_not_clear_is_read_as_it_looks_without_the_paler_pips() -> None:
    """The six below is seen from aslant: its pips have no place in any pattern."""
    picture = die(4, pale=BODY)
    for x, y in ((-1, -1), (-1, 0), (-1, 1), (1, -1), (1, 0), (1, 1)):
        at = (MIDDLE + round((x * 0.22 + 0.08) * SIDE), MIDDLE + round((y * 0.2 + 0.1) * SIDE))
        cv2.circle(picture, at, 6, PALE, -1, cv2.LINE_AA)
    cv2.circle(picture, (MIDDLE, MIDDLE), 7, INK, -1, cv2.LINE_AA)
    doubtful = replace(BELIEVED, names=(("pips/die-6", 0.5), ("pips/die-5", 0.1), ("pips/die-1", 0.1)))
    classifier = strategy_for(load(), ("pips",)).classifier
    (told,) = read_without_lower_pips(classifier, picture, [doubtful])
    assert (told.names[0], told.looked_like) == (("pips/die-1", pytest.approx(0.7 * LIMITS.p_upper)), "6")
    believed = replace(doubtful, names=(("pips/die-6", 0.97), ("pips/die-1", 0.01)))
    (told,) = read_without_lower_pips(classifier, picture, [believed])
    assert [name for name, _ in told.names] == ["pips/die-6", "pips/die-1"]
    assert told.names[1][1] == pytest.approx(0.98 * LIMITS.p_doubtful), "it was believed in a film, and is asked about"


def test_a_marbled_body_is_left_as_it_is() -> None:
    crop = crop_face(die(0, 3), (MIDDLE, MIDDLE), SIDE, 0.0, LIMITS.painted_px, LIMITS.painted_sides)
    veins = 40 * np.sin(np.arange(LIMITS.painted_px) / 5)[:, None]
    marbled = np.clip(crop.astype(float) - 40 + veins, 0, 255).astype(np.uint8)
    assert without_lower_pips(marbled) is None
