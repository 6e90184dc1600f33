"""Cards shown one after the other: what is new on the table, and how alike two faces are."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.cards.learn.live import LIMITS as LIVE
from vision.cards.learn.live import new_card, rank_faces
from vision.store import BadTeaching

Image = NDArray[np.uint8]


def face(seed: int, lying: bool = False) -> Image:
    """A white card with blots of its own, 126 x 176 px."""
    rng = np.random.default_rng(seed)
    card = np.full((176, 126, 3), 245, np.uint8)
    for _ in range(9):
        x, y, size = (int(v) for v in rng.integers((14, 14, 8), (112, 162, 26)))
        cv2.circle(card, (x, y), size, tuple(int(v) for v in rng.integers(20, 220, 3)), -1)
    card[:8] = card[-8:] = 245
    card[:, :8] = card[:, -8:] = 245
    return np.asarray(np.rot90(card), np.uint8) if lying else card


def ground() -> Image:
    """A table with spots on it, as bright as a card's rim."""
    table = np.full((540, 960, 3), (70, 60, 90), np.uint8)
    for x in range(60, 960, 130):
        for y in range(60, 540, 120):
            cv2.circle(table, (x, y), 22, (235, 235, 240), -1)
    return table


def laid(table: Image, card: Image, x: int, y: int, turn: float) -> Image:
    """The table with a card whose middle is at (x, y), turned by some degrees; with a camera's noise."""
    h, w = card.shape[:2]
    lie = cv2.getRotationMatrix2D((w / 2, h / 2), turn, 1.0)
    lie[:, 2] += (x - w / 2, y - h / 2)
    made = cv2.warpAffine(card, lie, table.shape[1::-1], dst=table.copy(), borderMode=cv2.BORDER_TRANSPARENT)
    noise = np.random.default_rng(x).normal(0, 2, made.shape)
    return np.asarray(np.clip(made + noise, 0, 255), np.uint8)


def test_a_new_card_is_cut_out_of_a_busy_table_upright_or_lying() -> None:
    bare = ground()
    for lying in (False, True):
        card = face(3, lying)
        cut = new_card(laid(bare, card, 420, 260, 7), [bare])
        assert cut is not None
        assert (cut.face.shape[1] > cut.face.shape[0]) == lying
        assert cut.size == pytest.approx((126, 176), rel=0.03)
        assert rank_faces(cut.face, [card])[0][1] > LIVE.alike_share


def test_a_card_laid_upon_the_last_one_or_in_its_stead_is_the_new_one() -> None:
    bare = ground()
    first = laid(bare, face(3), 420, 260, 4)
    upon = new_card(laid(first, face(5), 424, 255, -3), [bare, first])
    stead = new_card(laid(bare, face(5), 470, 300, -3), [bare, first])
    for cut in (upon, stead):
        assert cut is not None
        assert rank_faces(cut.face, [face(3), face(5)])[0][0] == 1


def test_nothing_new_is_no_card_and_what_is_no_card_is_said() -> None:
    bare = ground()
    first = laid(bare, face(3), 420, 260, 4)
    assert new_card(first, [bare, first]) is None
    assert new_card(bare, [bare, first]) is None
    blot = bare.copy()
    cv2.ellipse(blot, (500, 300), (130, 70), 25, 0, 360, (40, 160, 220), -1)
    with pytest.raises(BadTeaching, match="no whole card"):
        new_card(blot, [bare])


def test_faces_are_told_apart_whatever_way_they_lie() -> None:
    faces = [face(seed) for seed in range(6)]
    for number, card in enumerate(faces):
        (best, fit), *others = rank_faces(np.asarray(np.rot90(card, 2), np.uint8), faces)
        assert best == number
        assert fit > LIVE.alike_share
        assert all(other < LIVE.alike_share for _, other in others)
    assert rank_faces(faces[0], []) == ()
