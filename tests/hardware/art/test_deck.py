"""The art of our decks: complete, handsome enough to be told apart, and of any size."""

from __future__ import annotations

from itertools import combinations

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from hardware.art.deck import splash_down
from hardware.art.deck.letters import words
from hardware.art.deck.pen import blob, box, line, path, placed


def small(deck: str, name: str) -> np.ndarray:
    """A face of 36 px width, as a camera sees it in a wide view: (50, 36, 3) float."""
    picture = cv2.GaussianBlur(deck_art.draw(deck, name, 36), (0, 0), 1.0)
    return picture.astype(float)


@pytest.mark.parametrize("deck", deck_art.DECKS)
def test_no_two_faces_of_a_deck_look_alike_from_afar(deck: str) -> None:
    """At 36 px a card, either way up, some patch of an eighth of the card differs by a sixth of full scale; cards
    of a French-suited pack, which may differ in a single sign, by a twelfth."""
    pictures = {name: small(deck, name) for name in (*deck_art.faces(deck), deck_art.BACK)}
    for (one, a), (other, b) in combinations(pictures.items(), 2):
        for turned in (b, b[::-1, ::-1]):
            apart = cv2.boxFilter(np.abs(a - turned).max(2), -1, (14, 16), borderType=cv2.BORDER_REFLECT)
            assert apart.max() > (21 if deck == "french" else 42), (one, other)


@pytest.mark.parametrize("deck", [deck for deck in deck_art.DECKS if deck != "french"])
def test_every_face_differs_from_itself_upside_down_and_no_back_does(deck: str) -> None:
    """So a face has an up, and a back does not tell which way a card was held."""
    for name in deck_art.faces(deck):
        picture = small(deck, name)
        assert np.abs(picture - picture[::-1, ::-1]).mean() > 5, name
    back = deck_art.draw(deck, deck_art.BACK, 126).astype(int)
    assert np.abs(back - back[::-1, ::-1]).mean() < 1.5


@pytest.mark.parametrize("name", ["hearts-10", "clubs-queen", deck_art.BACK])
def test_a_french_card_is_the_same_held_either_way(name: str) -> None:
    """Those whose signs stand in twos: people fan them as they come."""
    face = deck_art.draw("french", name, 126).astype(int)
    assert np.abs(face - face[::-1, ::-1]).mean() < 1.5


def test_a_card_is_as_large_as_sleeves_are_and_has_round_corners() -> None:
    """63 x 88 mm; what is outside the corners is not card."""
    assert deck_art.SIZE == (63, 88)
    assert deck_art.draw("hai-noon", "wild", 126).shape == (176, 126, 3)
    cover = deck_art.cover(126)
    assert cover.shape == (176, 126)
    assert (cover[0, 0], cover[-1, -1], cover[88, 0], cover[0, 63]) == (0, 0, 255, 255)


def test_the_tails_of_a_pair_join_to_a_whole_fluke() -> None:
    """A left and a right tail mirror each other but for digits, marks and lettering."""
    left, right = (deck_art.draw("splash-down", f"blue-{end}", 126) for end in ("left-5", "right-0"))
    fluke = slice(30, 84)
    assert np.abs(left[fluke, 12:-12].astype(int) - right[fluke, ::-1][:, 12:-12]).mean() < 14


def test_tails_with_other_digits_can_be_drawn_too() -> None:
    """Owners may correct the assumed digits; beads and beams count them."""
    for digit in range(10):
        assert deck_art.draw("splash-down", f"minke-right-{digit}", 63).shape == (88, 63, 3)
    beads = [sum(c == splash_down.SUNS[d] for c, _ in splash_down.face(f"sei-right-{d}")) for d in (6, 9)]
    assert beads[1] - beads[0] == 2 * 3


@pytest.mark.parametrize(
    ("deck", "name"),
    [("hai-noon", "flip-shark.pink"), ("hai-noon", "x"), ("splash-down", "minke"), ("splash-down", "minke-up-1"),
     ("splash-down", "minke-left-12"), ("hold-your-breath", "air-7-calm"), ("hold-your-breath", "air-5-sleep")],
)  # fmt: skip
def test_a_card_that_a_deck_has_not_is_refused(deck: str, name: str) -> None:
    """KeyError, naming both."""
    with pytest.raises(KeyError, match=f"{deck} has no card '{name}'"):
        deck_art.draw(deck, name, 63)


def test_a_deck_that_is_not_built_in_is_refused() -> None:
    """The message names those that there are."""
    with pytest.raises(ValueError, match="hold-your-breath, splash-down, hai-noon"):
        deck_art.faces("tarot")


def test_paths_are_read_as_svg_writes_them() -> None:
    """Lines, both curves, and closing."""
    assert path("M0 0L2 0L2 3Z").tolist() == [[0, 0], [2, 0], [2, 3], [0, 0]]
    assert path("M0 0Q1 2 2 0").shape == (11, 2)
    assert path("M0 0Q1 2 2 0")[5].tolist() == pytest.approx([1, 1])
    assert path("M0 0C0 4 4 4 4 0")[5].tolist() == pytest.approx([2, 3])


def test_a_knot_named_twice_is_a_corner() -> None:
    """The curve passes all knots, and there at an angle."""
    square = blob((0, 0), (0, 0), (4, 0), (4, 0), (4, 4), (4, 4), (0, 4), (0, 4))
    assert cv2.contourArea(square.astype(np.float32)) == pytest.approx(16, abs=0.1)
    assert cv2.contourArea(blob((0, 0), (4, 0), (4, 4), (0, 4)).astype(np.float32)) > 17


def test_art_is_mirrored_then_turned_clockwise() -> None:
    """A flag to the right of its pole, in a box of 100 units."""
    flag = ((0, 0, 0), np.array([[50.0, 0.0]]))
    assert placed((flag,), 5, 5, 10)[0][1][0].tolist() == pytest.approx([10, 5])
    assert placed((flag,), 5, 5, 10, turn=90)[0][1][0].tolist() == pytest.approx([5, 10])
    assert placed((flag,), 5, 5, 10, turn=90, mirror=True)[0][1][0].tolist() == pytest.approx([5, 0])


def test_lines_that_close_upon_themselves_have_no_holes() -> None:
    """Painted even-odd, as PDF does, the whole of a ring is inked."""
    art = line((1, 1, 1), box(10, 10, 30, 30, 14), 6) + words("0", 60, 25, 30, (1, 1, 1), 0.2)
    canvas = np.zeros((50, 90), np.uint8)
    for _, part in art:
        cv2.fillPoly(canvas, [np.round(part).astype(np.int32)], 255)
    _, labels = cv2.connectedComponents(255 - canvas)
    assert int(labels.max()) == 3
