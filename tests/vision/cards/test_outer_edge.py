"""Cards of another copy, photographed: cut at the edge beyond which only ground lies, and brought into one light."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.learn.crop_to_card import card_quads
from vision.cards.learn.outer_edge import outer_quad, piece_outline, round_quad

ASPECT = 63 / 88


def bordered(number: int) -> np.ndarray:
    """A pale border round a dark painting that a pale title bar crosses, 252 x 352 px."""
    made = np.full((352, 252, 3), (228, 236, 240), np.uint8)
    made[11:341, 11:241] = (110, 60 + 20 * number, 40)
    made[40:70, 11:241] = (230, 230, 238)
    cv2.putText(made, f"No {number}", (70, 64), cv2.FONT_HERSHEY_SIMPLEX, 0.8, (30, 30, 30), 2, cv2.LINE_AA)
    cv2.circle(made, (126, 200), 40 + 6 * number, (200, 220, 90), -1, cv2.LINE_AA)
    return made


def photographed(
    card: np.ndarray, turn: float, ground: tuple[int, int, int] = (90, 130, 100)
) -> tuple[np.ndarray, np.ndarray]:
    """The card on a grainy ground with its shadow, 640 x 480 px; and its quad there."""
    rng = np.random.default_rng(round(turn) + 100)
    height, width = card.shape[:2]
    place = cv2.getRotationMatrix2D((width / 2, height / 2), turn, 0.85)
    place[:, 2] += (320 - width / 2, 240 - height / 2)
    grain = cv2.GaussianBlur(rng.normal(0, 26, (480, 640, 3)), (0, 0), 1.2)
    cover = cv2.warpAffine(np.full((height, width), 255, np.uint8), place, (640, 480)) / 255
    shadow = cv2.GaussianBlur(np.roll(cover, (5, 4), (0, 1)), (0, 0), 3)[..., None]
    made = (np.array(ground) + grain) * (1 - 0.4 * shadow)
    made = made * (1 - cover[..., None]) + cv2.warpAffine(card, place, (640, 480)) * cover[..., None]
    corners = np.array([[0, 0], [width - 1, 0], [width - 1, height - 1], [0, height - 1]], np.float32)
    return np.clip(made, 0, 255).astype(np.uint8), cv2.transform(corners[None], place)[0]


def test_a_card_is_cut_at_its_outer_edge_whatever_frames_lie_within() -> None:
    """Not at the painting, nor at the title bar, and without its shadow."""
    photographs = [photographed(bordered(n), 4.0 * n - 10) for n in range(5)]
    quads, is_round = card_quads([(f"{n}.jpg", image) for n, (image, _) in enumerate(photographs)], ASPECT)
    assert not is_round
    for quad, (_, true) in zip(quads, photographs, strict=True):
        assert quad is not None
        assert np.abs(quad - true).max() < 2.5


def test_pictures_that_are_cut_to_their_cards_are_taken_whole() -> None:
    """Their border is no ground, and their painting no card."""
    quads, _ = card_quads([(f"{n}.jpg", bordered(n)) for n in range(5)], ASPECT)
    for quad in quads:
        assert quad is not None
        assert np.ptp(quad, axis=0) == pytest.approx((252, 352), abs=2)


def test_an_outline_that_misses_a_corner_is_not_believed() -> None:
    """The ground is as dark as a corner of the first card, and its outline ended before that, 50 px off."""
    ground, ink = np.array((40, 30, 25)), np.array((150, 60, 40))
    y, x = np.mgrid[:352, :252]
    faded = np.clip((y - 180 - x * 0.68) / 90, 0, 1)[..., None]
    photographs = []
    for number in range(5):
        share = faded if number == 0 else 0 * faded
        card = (ground * share + ink * (1 - share)).astype(np.uint8)
        cv2.circle(card, (100, 130), 30 + 6 * number, (200, 220, 90), -1, cv2.LINE_AA)
        photographs.append(photographed(card, 4.0 * number - 10, (40, 30, 25)))
    quads, _ = card_quads([(f"{n}.jpg", image) for n, (image, _) in enumerate(photographs)], ASPECT)
    for quad, (_, true) in zip(quads, photographs, strict=True):
        assert quad is not None
        assert np.abs(quad - true).max() < 2.5


def test_a_round_piece_is_found_by_its_rim() -> None:
    """A shadow beside it is none of it."""
    disc = np.full((200, 200, 3), (60, 70, 190), np.uint8)
    image, _ = photographed(disc, 0.0)
    cover = np.zeros((480, 640), np.uint8)
    cv2.circle(cover, (320, 240), 70, 255, -1, cv2.LINE_AA)
    ground, _ = photographed(np.full((2, 2, 3), 90, np.uint8), 1.0)
    image = np.where(cover[..., None] > 127, image, ground)
    outline = piece_outline(image)
    assert outline is not None
    square = round_quad(image, outline)
    assert square is not None
    assert np.abs(square - [(250, 170), (390, 170), (390, 310), (250, 310)]).max() < 2.5


def test_an_empty_picture_has_no_piece() -> None:
    """Grain alone is none."""
    image, _ = photographed(np.full((2, 2, 3), 90, np.uint8), 2.0)
    assert outer_quad(image) is None
