"""Tokens nearly as likely as the best, compared closely."""

from __future__ import annotations

from itertools import permutations

import cv2
import numpy as np
import pytest

from vision.pieces import token_faces
from vision.pieces.token_faces import CloseTokens, turned
from vision.reading import Floats, Image

HALF, RADIUS = 11, 10.4
ROW, COLUMN = np.mgrid[-HALF : HALF + 1, -HALF : HALF + 1]
DISC = np.hypot(ROW, COLUMN) <= 0.9 * RADIUS
INKS = {"red": (70, 60, 220), "orange": (60, 130, 235), "pink": (190, 110, 230)}


def token(ink: str) -> Image:
    """A black token with thin strokes of one ink, 128 px."""
    made = np.full((128, 128, 3), (40, 30, 30), np.uint8)
    cv2.circle(made, (64, 64), 50, INKS[ink], 4, cv2.LINE_AA)
    cv2.line(made, (42, 64), (86, 64), INKS[ink], 5, cv2.LINE_AA)
    cv2.line(made, (42, 64), (58, 44), INKS[ink], 5, cv2.LINE_AA)
    return made


def board(ink: str, degrees: int) -> Floats:
    """A blue board with that token on it, so turned, as a camera sees it that sharpens."""
    face = turned(token(ink), len(DISC), RADIUS, (0.7, 0.8), 360)[degrees]
    made = np.full((60, 60, 3), (150, 110, 60), np.float32)
    made[20 : 20 + len(DISC), 20 : 20 + len(DISC)][DISC] = face[DISC]
    sharp = made + 0.7 * (made - cv2.GaussianBlur(made, (0, 0), 1.0))
    noise = np.random.default_rng(degrees).normal(0, 3, made.shape)
    return np.asarray(np.clip(sharp + noise, 0, 255), np.float32)


def closely(ink: str, degrees: int, first_sight: dict[str, float]) -> dict[str, float]:
    close = CloseTokens({name: token(name) for name in INKS}, RADIUS, DISC)
    return close.odds(board(ink, degrees), (20 + HALF, 20 + HALF), first_sight, 1.0)


@pytest.mark.parametrize("degrees", [0, 9, 31, 170])
@pytest.mark.parametrize("ink", INKS)
def test_thin_signs_that_differ_by_their_ink_are_told_apart_where_first_sight_is_in_doubt(
    ink: str, degrees: int
) -> None:
    first_sight = {name: 0.2 if name == ink else 0.4 for name in INKS}
    odds = closely(ink, degrees, first_sight)
    assert max(odds, key=lambda name: odds[name]) == ink
    assert odds[ink] > 0.7
    assert sum(odds.values()) == pytest.approx(sum(first_sight.values()))


@pytest.mark.parametrize("ink", INKS)
def test_where_first_sight_is_sure_of_another_ink_that_one_is_sure_no_more(ink: str) -> None:
    other = next(name for name in INKS if name != ink)
    odds = closely(ink, 9, {name: 0.94 if name == other else 0.03 for name in INKS})
    assert odds[other] < 0.9


def test_what_is_out_of_question_is_not_compared() -> None:
    first_sight = {"red": 1e-6, "orange": 0.9, "pink": 0.0}
    assert closely("red", 0, first_sight) == first_sight


def test_each_token_is_made_ready_once_in_whatever_order_they_are_likely(monkeypatch: pytest.MonkeyPatch) -> None:
    """Kept by their order they took more memory with each new one."""
    made = []
    monkeypatch.setattr(token_faces, "turned", lambda face, *rest: made.append(rest) or turned(face, *rest))
    close = CloseTokens({name: token(name) for name in INKS}, RADIUS, DISC)
    for order in permutations(INKS):
        close.odds(board("red", 9), (20 + HALF, 20 + HALF), dict(zip(order, (0.5, 0.3, 0.2), strict=True)), 1.0)
    assert len(made) == len(INKS) * len(token_faces.LIMITS.blurs)
