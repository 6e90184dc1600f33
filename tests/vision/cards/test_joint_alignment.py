"""Outlines moved by what the faces of a deck have in common: drawn cards on a dark ground."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.deck.deck import Deck, Keypoints
from vision.cards.deck.geometry import image_corners, straighten
from vision.cards.learn.joint_alignment import aligned_jointly
from vision.reading import Floats, Image

WIDTH, HEIGHT, BESIDE = 256, 358, 40
EXACT = (image_corners(WIDTH, HEIGHT) + np.float32(BESIDE)).astype(np.float32)
"""Where the card lies in each picture."""
ASKEW = EXACT + np.array([[9, 6], [0, 3], [-2, 0], [6, -4]], np.float32)
NUMBER = 8
"""The card that is unlike the others."""


def picture(number: int, otherwise: bool = False) -> Image:
    """A card with a frame, a bar at its top and one at its bottom, and a number.

    `otherwise`: frame and bar lie 7 px further to the right, and there is no other.
    """
    card = np.full((HEIGHT, WIDTH, 3), 235, np.uint8)
    right = 7 if otherwise else 0
    cv2.rectangle(card, (26 + right, 26), (WIDTH - 26 + right, HEIGHT - 26), (60, 60, 60), 6)
    cv2.rectangle(card, (40 + right, 40), (WIDTH - 40 + right, 80), (120, 80, 60), -1)
    if not otherwise:
        cv2.rectangle(card, (40, 270), (WIDTH - 40, 320), (90, 140, 60), -1)
    cv2.putText(card, str(number), (90, 240), cv2.FONT_HERSHEY_SIMPLEX, 4, (40, 40, 160), 14)
    whole = cv2.copyMakeBorder(card, BESIDE, BESIDE, BESIDE, BESIDE, cv2.BORDER_CONSTANT, value=(40, 60, 40))
    noise = np.random.default_rng(number).normal(0, 2, whole.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(whole, (0, 0), 0.8) + noise, 0, 255), np.uint8)


def refined(last: Image, found: Floats, cut: bool = False) -> Floats:
    """Where the last card's outline is moved to; the others' were found exactly, or they are `cut` to them."""
    pictures = [*map(picture, range(NUMBER)), last]
    quads = [EXACT] * NUMBER + [found]
    if cut:
        pictures = [straighten(image, EXACT, (WIDTH, HEIGHT)) for image in pictures]
        quads = [np.array(image_corners(WIDTH, HEIGHT))] * len(pictures)
    faces = np.stack([straighten(image, quad, (128, 179)) for image, quad in zip(pictures, quads, strict=True)])
    names = tuple(map(str, range(len(pictures))))
    deck = Deck("drawn", names, faces, (0,) * len(names), False, Keypoints.none())
    *others, moved = aligned_jointly(pictures, quads, deck)
    assert all(np.abs(quad - quads[0]).max() < 1 for quad in others)
    return moved


def test_an_outline_that_was_found_askew_is_laid_as_the_others_are() -> None:
    assert np.abs(refined(picture(NUMBER), ASKEW) - EXACT).max() < 1.5


def test_a_card_printed_otherwise_is_not_pulled_off_its_own_edge() -> None:
    assert np.abs(refined(picture(NUMBER, otherwise=True), EXACT) - EXACT).max() < 1


def test_nor_off_the_rim_that_its_picture_was_cut_to() -> None:
    whole = image_corners(WIDTH, HEIGHT)
    assert np.abs(refined(picture(NUMBER, otherwise=True), EXACT, cut=True) - whole).max() < 1
