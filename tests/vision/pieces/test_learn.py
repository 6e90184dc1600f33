"""Tiles and tokens learnt from pictures: cut to the piece, or lying whole on a plain ground."""

from __future__ import annotations

import cv2
import numpy as np
import pytest
from numpy.typing import NDArray

from vision.pieces.learn import learn_pieces
from vision.store import BadTeaching

Image = NDArray[np.uint8]


def tile(hue: int) -> Image:
    """A tile, 128 px wide: a frame, a field, a ring in it."""
    made = np.full((128, 128, 3), (90, 60, 40), np.uint8)
    cv2.rectangle(made, (6, 6), (121, 121), (200, hue, 60), -1)
    cv2.circle(made, (64, 64), 40, (240, 240, 240), 9)
    cv2.circle(made, (50, 40), 8, (20, 20, 200), -1)
    return made


def token(hue: int) -> Image:
    made = np.full((128, 128, 3), 200, np.uint8)
    cv2.circle(made, (64, 64), 63, (250, 250, 250), -1)
    cv2.circle(made, (64, 64), 46, (200, hue, 60), -1)
    return made


def on_ground(piece: Image, turn: float, is_round: bool = False) -> Image:
    """The piece on a dull cloth, 4:3, turned by some degrees, with noise."""
    cover = np.zeros(piece.shape[:2], np.uint8)
    cv2.circle(cover, (64, 64), 63, 255, -1) if is_round else cover.fill(255)
    lie = cv2.getRotationMatrix2D((64, 64), turn, 1.3)
    lie[:, 2] += (170, 110)
    size = 480, 360
    ground = np.full((360, 480, 3), (120, 130, 110), np.uint8)
    there = cv2.warpAffine(cover, lie, size)[..., None] / 255
    made = ground * (1 - there) + cv2.warpAffine(piece, lie, size) * there
    noise = np.random.default_rng(5).normal(0, 3, made.shape)
    return np.asarray(np.clip(made + noise, 0, 255), np.uint8)


def apart(one: Image, other: Image) -> float:
    return float(np.abs(one.astype(float) - other)[8:-8, 8:-8].mean())


@pytest.mark.parametrize("turn", [0.0, 9.0, -20.0])
def test_a_tile_is_cut_out_of_its_ground_however_it_lies(turn: float) -> None:
    pictures = [("red.1.jpg", on_ground(tile(40), turn)), ("green.jpg", on_ground(tile(200), turn))]
    taught = learn_pieces("mine", pictures, False)
    assert taught.cards == ("red", "green")
    for image, hue in zip(taught.images, (40, 200), strict=True):
        assert apart(image, tile(hue)) < 14


def test_a_picture_that_is_cut_to_its_tile_is_taken_whole_whatever_is_drawn_on_it() -> None:
    taught = learn_pieces("mine", [("red.jpg", tile(40)), ("green.jpg", tile(200))], False)
    assert all(apart(image, tile(hue)) < 2 for image, hue in zip(taught.images, (40, 200), strict=True))


def test_a_dark_tile_with_a_light_sign_may_be_cut_to_the_tile() -> None:
    """What lies in its middle is its print: a tile is square."""
    pictures = []
    for number in range(3):
        made = np.full((200, 200, 3), (40, 30, 30), np.uint8)
        cv2.line(made, (60, 40 + 30 * number), (140, 160), (230, 235, 240), 22, cv2.LINE_AA)
        pictures.append((f"sign-{number}x.jpg", made))
    taught = learn_pieces("mine", pictures, False)
    for image, (_, picture) in zip(taught.images, pictures, strict=True):
        assert apart(image, cv2.resize(picture, (128, 128), interpolation=cv2.INTER_AREA)) < 2


def test_a_token_is_found_by_its_rim() -> None:
    whole = [("a-0.jpg", on_ground(token(40), 30, True)), ("b-1.jpg", on_ground(token(200), 0, True))]
    taught = learn_pieces("mine", whole, True)
    assert taught.round
    for image, hue in zip(taught.images, (40, 200), strict=True):
        centre = image[54:74, 54:74].reshape(-1, 3).mean(0)
        assert np.abs(centre - (200, hue, 60)).max() < 10
        assert image[64, 8].min() > 200


@pytest.mark.parametrize(
    ("pictures", "said"),
    [
        ([], "no pictures"),
        ([("red.jpg", tile(40))], "only one card"),
        ([("red.jpg", tile(40)), ("red.png", tile(40))], "two pictures of this name"),
        ([("red.jpg", tile(40)), ("no.jpg", np.full((300, 400, 3), 90, np.uint8))], r"no\.jpg: no square tile found"),
        ([("red.jpg", tile(40)), ("disc.jpg", on_ground(token(40), 0, True))], r"disc\.jpg: no square tile found"),
    ],
)
def test_what_cannot_be_learnt_from_is_said(pictures: list[tuple[str, Image]], said: str) -> None:
    with pytest.raises(BadTeaching, match=said):
        learn_pieces("mine", pictures, False)
