"""What lies on a printed mat and was not named."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame.mat import Mat, MatGround
from vision.frame.mat.unlike_print import MatOverPrint, areas_unlike_print

LAYOUT = {
    "size_mm": [300, 200],
    "dictionary": "DICT_4X4_50",
    "markers": [],
    "zones": {"left": [10, 10, 130, 180], "right": [160, 10, 130, 180]},
}
ZONES = {"left": (10.0, 10.0, 130.0, 180.0), "right": (160.0, 10.0, 130.0, 180.0)}
CARD = np.array([(40, 40), (103, 40), (103, 128), (40, 128)], np.float32)
"""Where the card lies, mm."""
TWO_PX_PER_MM = Mat(LAYOUT, np.diag([0.5, 0.5, 1.0]))


def printed() -> np.ndarray:
    """A mat of 300 x 200 mm at 2 px a mm: blue zones with a lighter sign in each, on pale ground."""
    picture = np.full((400, 600, 3), (200, 210, 190), np.uint8)
    for x, y, wide, high in ZONES.values():
        left, top, right, low = (round(2 * v) for v in (x, y, x + wide, y + high))
        cv2.rectangle(picture, (left, top), (right, low), (150, 110, 60), -1)
        cv2.circle(picture, ((left + right) // 2, (top + low) // 2), 30, (200, 170, 120), 6)
    return picture


def with_a_card(picture: np.ndarray) -> np.ndarray:
    """A white card with black figures on the left zone."""
    picture = picture.copy()
    cv2.rectangle(picture, (80, 80), (206, 256), (245, 245, 245), -1)
    cv2.circle(picture, (143, 168), 30, (20, 20, 20), -1)
    return picture


def in_shadow(picture: np.ndarray) -> np.ndarray:
    """The same with a lamp's shadow over its left third."""
    light = np.ones(picture.shape[:2], np.float32)
    light[:, :200] = 0.6
    return np.round(picture * cv2.GaussianBlur(light, (0, 0), 6)[..., None]).astype(np.uint8)


def areas(picture: np.ndarray, *known: np.ndarray) -> dict[str, float]:
    """The areas of a picture that are unlike the print, in shares of a card."""
    found = areas_unlike_print(off(picture), ZONES, known)
    return {name: area / (63 * 88) for name, area in found.items()}


def over_print(picture: np.ndarray) -> MatOverPrint:
    return MatOverPrint.of(picture, TWO_PX_PER_MM, MatGround(printed(), 2.0))


def off(picture: np.ndarray) -> np.ndarray:
    """By how much a picture is unlike the print."""
    return over_print(picture).off


def test_a_card_that_was_not_named_is_unlike_the_print() -> None:
    shares = areas(with_a_card(printed()))
    assert shares["left"] > 0.7
    assert shares["right"] == 0


def test_a_card_that_was_named_is_not_told_of() -> None:
    assert areas(with_a_card(printed()), CARD) == {"left": 0, "right": 0}


def test_a_bare_mat_and_a_shadow_on_it_are_like_the_print() -> None:
    assert areas(printed()) == {"left": 0, "right": 0}
    assert areas(in_shadow(printed())) == {"left": 0, "right": 0}


def test_it_is_told_of_too_where_named_cards_cover_most_of_the_mat() -> None:
    """What they differ by is not what a bare mat does."""
    picture, covers = with_a_card(printed()), []
    for left, top, right, low in ((155, 2, 298, 198), (2, 140, 150, 198)):
        cv2.rectangle(picture, (2 * left, 2 * top), (2 * right, 2 * low), (180, 240, 250), -1)
        covers.append(np.array([(left, top), (right, top), (right, low), (left, low)], np.float32))
    shares = areas(picture, *covers)
    assert shares["left"] > 0.7
    assert shares["right"] == 0


def test_where_something_may_lie_the_whole_card_is_and_no_bare_print() -> None:
    left, top, right, low = (round(value * 0.4) for value in (*CARD[0], *CARD[2]))
    covered = over_print(with_a_card(printed())).maybe_covered
    assert covered[top:low, left:right].mean() > 0.9
    assert covered[:, right + 3 :].sum() == 0
    assert over_print(in_shadow(printed())).maybe_covered.mean() < 0.01


def test_ink_on_a_card_that_is_just_as_pale_as_its_place_may_lie_there_and_a_shadow_may_not() -> None:
    """Ink of the place's own hue might be a shadow, but for its narrow strokes."""
    picture = printed()
    for number in range(4):
        cv2.rectangle(picture, (80 + 32 * number, 90), (94 + 32 * number, 250), (52, 38, 21), -1)
    covered = over_print(picture).maybe_covered
    assert covered[18:50, 16:40].mean() > 0.7
    assert covered[:, 44:].sum() == 0


def test_a_black_card_may_lie_there_though_it_might_be_a_deep_shadow() -> None:
    """It is a third as light as its place, and of its hue."""
    picture = printed()
    picture[80:256, 80:206] = (picture[80:256, 80:206] * 0.35).astype(np.uint8)
    left, top, right, low = (round(value * 0.4) for value in (*CARD[0], *CARD[2]))
    covered = over_print(picture).maybe_covered
    assert covered[top:low, left:right].mean() > 0.9
    assert covered[:, right + 3 :].sum() == 0


def test_faint_ink_on_a_card_darker_than_its_place_and_of_its_hue_may_lie_there_and_a_shadow_may_not() -> None:
    """A brown card on sand is as light as sand in a shadow: its print alone tells it from one."""
    picture = printed()
    picture[80:256, 80:206] = (picture[80:256, 80:206] * 0.85).astype(np.uint8)
    for x in range(95, 190, 24):
        picture[100:236, x : x + 10] = (picture[100:236, x : x + 10] * 0.75).astype(np.uint8)
    covered = over_print(picture).maybe_covered
    assert covered[22:46, 19:38].mean() > 0.7
    assert covered[:, 44:].sum() == 0
    assert over_print(in_shadow(printed())).maybe_covered.mean() < 0.01
