"""Paper that no card explains: drawn tables with a white card that was found, and something beside it."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.propose.unexplained_paper import has_unexplained_paper
from vision.cards.propose.unexplained_print import UnexplainedPrint, unexplained_print
from vision.reading import Floats, Image

FOUND = np.array([[60, 100], [180, 100], [180, 270], [60, 270]], np.float32)
BESIDE = np.array([[300, 120], [420, 130], [405, 300], [285, 290]])
WHITE, GREEN = (225, 228, 230), (60, 110, 70)


def table(
    ground: tuple[int, int, int], beside: tuple[int, int, int] | None, soft: float = 0.7, print_on_it: bool = True
) -> Image:
    """A white card with a red disc, and a piece of some colour beside it, whose edge fades over `soft` px."""
    picture = np.full((400, 480, 3), ground, np.uint8)
    if beside is not None:
        cv2.fillConvexPoly(picture, BESIDE, beside)
        picture = np.asarray(cv2.GaussianBlur(picture, (0, 0), soft), np.uint8)
        if print_on_it:
            cv2.putText(picture, "42", (315, 225), cv2.FONT_HERSHEY_SIMPLEX, 2, (40, 40, 190), 8)
    cv2.fillConvexPoly(picture, FOUND.astype(np.int32), WHITE)
    cv2.circle(picture, (120, 185), 30, (40, 40, 190), -1)
    noise = np.random.default_rng(1).normal(0, 2, picture.shape)
    return np.asarray(np.clip(picture + noise, 0, 255), np.uint8)


def left_by(picture: Image, *quads: Floats) -> UnexplainedPrint:
    rest = unexplained_print(picture, [FOUND, *quads])
    assert rest is not None
    return rest


def test_a_printed_sheet_like_the_cards_is_noticed() -> None:
    assert has_unexplained_paper(left_by(table(GREEN, WHITE)))
    assert not has_unexplained_paper(left_by(table(GREEN, None)))


def test_a_card_with_little_print_half_hidden_beside_a_busy_one_is_noticed() -> None:
    picture = table(GREEN, WHITE, print_on_it=False)
    cv2.putText(picture, "A", (385, 170), cv2.FONT_HERSHEY_SIMPLEX, 1, (40, 40, 190), 4)
    for x in range(70, 180, 12):
        cv2.line(picture, (x, 110), (x, 260), (40, 40, 190), 4)
    cover = BESIDE - (BESIDE[1] - BESIDE[0]) * 0.6
    cv2.fillConvexPoly(picture, cover.astype(np.int32), GREEN)
    assert has_unexplained_paper(left_by(picture))


def test_a_sheet_much_larger_than_a_card_far_off_is_noticed_where_near_cards_are_as_large() -> None:
    picture, far = table(GREEN, WHITE), np.array([[200, 10], [260, 10], [260, 95], [200, 95]], np.float32)
    cv2.fillConvexPoly(picture, far.astype(np.int32), WHITE)
    cv2.circle(picture, (230, 50), 15, (40, 40, 190), -1)
    assert has_unexplained_paper(left_by(picture, far))


def test_a_printed_sheet_among_much_that_is_like_it_is_the_ground() -> None:
    picture = table(GREEN, WHITE)
    picture[310:], picture[:60] = WHITE, WHITE
    assert not has_unexplained_paper(left_by(picture))


def test_print_beside_the_cards_is_told_where_it_lies() -> None:
    (left, top, right, bottom), *more = left_by(table(GREEN, WHITE)).pieces()
    assert not more
    assert left < 300
    assert top < 170
    assert right > 420
    assert bottom > 230
    assert left_by(table(GREEN, None)).pieces() == []


def test_a_blank_sheet_is_not() -> None:
    assert not has_unexplained_paper(left_by(table(GREEN, WHITE, print_on_it=False)))


def test_a_sheet_that_a_card_explains_is_not() -> None:
    assert not has_unexplained_paper(left_by(table(GREEN, WHITE), BESIDE.astype(np.float32)))


@pytest.mark.parametrize("colour", [(40, 40, 190), (120, 120, 120)])
def test_a_thing_of_another_colour_is_not(colour: tuple[int, int, int]) -> None:
    assert not has_unexplained_paper(left_by(table(GREEN, colour)))


def test_a_patch_of_light_that_fades_is_not() -> None:
    assert not has_unexplained_paper(left_by(table((150, 152, 155), (212, 214, 216), 22.0)))


def test_print_that_no_card_explains_is_measured_in_cards() -> None:
    assert left_by(table(GREEN, WHITE)).largest() > 0.3
    assert left_by(table(GREEN, WHITE)).share(BESIDE.astype(np.float32)) > 0.05
    assert left_by(table(GREEN, WHITE), BESIDE.astype(np.float32)).largest() == 0


def test_a_bare_table_bears_no_print() -> None:
    assert left_by(table(GREEN, None)).largest() == 0


def test_cards_out_of_sight_leave_nothing_to_compare_with() -> None:
    assert unexplained_print(table(GREEN, None), []) is None
    assert unexplained_print(table(GREEN, None), [FOUND - 600]) is None
