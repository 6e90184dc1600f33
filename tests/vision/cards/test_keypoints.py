"""Keypoints that look alike, by which cards half hidden are found."""

from __future__ import annotations

import numpy as np
import pytest

from vision.cards.deck.deck import Keypoints
from vision.cards.propose.keypoints import LIMITS, _laid, _pairs


def test_each_keypoint_is_paired_with_the_few_that_look_most_like_it() -> None:
    rng = np.random.default_rng(17)
    kinds = rng.integers(0, 200, (40, 128))
    looks, taught = (
        (kinds[rng.integers(40, size=many)] + rng.integers(0, 60, (many, 128))).astype(np.uint8) for many in (450, 300)
    )
    scene, model = _pairs(*(Keypoints(some, np.zeros((len(some), 4), np.float32)) for some in (looks, taught)))
    likeness = looks @ taught.T.astype(float)
    likeness /= np.linalg.norm(looks.astype(float), axis=1)[:, None] * np.linalg.norm(taught.astype(float), axis=1)
    wanted = {
        (row, int(column))
        for row in range(len(looks))
        for column in np.argsort(-likeness[row])[: LIMITS.votes_each]
        if likeness[row, column] > LIMITS.alike_cosine
    }
    assert len(wanted) > len(looks)
    assert set(zip(scene.tolist(), model.tolist(), strict=True)) == wanted
    assert scene.tolist() == sorted(scene.tolist())


def test_where_nothing_looks_alike_there_are_no_pairs() -> None:
    looks = np.zeros((3, 128), np.uint8)
    looks[:, 0] = 255
    pairs = _pairs(Keypoints(looks, np.zeros((3, 4), np.float32)), Keypoints(looks[:, ::-1], np.zeros((3, 4))))
    assert [len(numbers) for numbers in pairs] == [0, 0]


@pytest.mark.parametrize(("slant", "angle"), [(0.0, 90.0), (0.35, 70.7)])
def test_a_card_is_taken_to_be_slanted_only_where_that_explains_clearly_more(slant: float, angle: float) -> None:
    rng = np.random.default_rng(23)
    model = rng.uniform((0, 0), (1, 1.4), (60, 2)).astype(np.float32)
    scene = 200 * model @ np.array([[1, 0], [slant, 1]]) + rng.normal(0, 4, (60, 2))
    scene[:30] = rng.uniform(0, 300, (30, 2))
    laid = _laid(model, scene.astype(np.float32), 7.0)
    assert laid is not None
    across, down = laid[:, 0], laid[:, 1]
    seen = np.degrees(np.arccos(across @ down / np.linalg.norm(across) / np.linalg.norm(down)))
    assert abs(seen - angle) < (0.01 if slant == 0 else 2)


def test_keypoints_that_agree_on_nothing_lay_no_card() -> None:
    rng = np.random.default_rng(29)
    model, scene = (rng.uniform(0, size, (12, 2)).astype(np.float32) for size in (1, 500))
    assert _laid(model, scene, 2.0) is None
