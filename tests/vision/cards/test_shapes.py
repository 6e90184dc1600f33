"""Cards of other shapes than the usual: square, round, lying, long. Drawn tables, taught from drawn faces."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import Deck
from vision.cards.learn.folder import deck_from_faces, learn_deck
from vision.cards.reader import CardReader
from vision.reading import Image

CARDS = ("sun", "moon", "star", "tree", "fish", "bird", "boat", "house")
SIDES = {"square": (120, 120), "lying": (170, 110), "long": (80, 170)}


def face(card: str, width: int, height: int) -> Image:
    """A white card with coloured shapes of its own, none of which a turn brings onto itself."""
    rng = np.random.default_rng(CARDS.index(card) + 10)
    picture = np.full((height * 4, width * 4, 3), 240, np.uint8)
    for _ in range(7):
        at = rng.uniform((0.2, 0.2), (0.8, 0.8)) * (width * 4, height * 4)
        colour = tuple(int(v) for v in rng.integers(20, 200, 3))
        points = at + rng.uniform(-0.22, 0.22, (4, 2)) * min(width, height) * 4
        cv2.fillPoly(picture, [points.astype(np.int32)], colour)
    return np.asarray(cv2.resize(picture, (width, height), interpolation=cv2.INTER_AREA), np.uint8)


def table(laid: list[tuple[Image, Image, float, float, float]]) -> Image:
    """Cards (face, what of it is card, middle x and y in px, turn in degrees) on a green table of 900 x 600 px."""
    picture = np.full((600, 900, 3), (70, 105, 60), np.uint8)
    for card, shape, x, y, turn in laid:
        high, wide = card.shape[:2]
        onto = cv2.getRotationMatrix2D((wide / 2, high / 2), -turn, 1.0)
        onto[:, 2] += (x - wide / 2, y - high / 2)
        there = cv2.warpAffine(shape, onto, (900, 600))[:, :, None] / 255
        picture = np.uint8(picture * (1 - there) + cv2.warpAffine(card, onto, (900, 600)) * there)
    noise = np.random.default_rng(3).normal(0, 2, picture.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255), np.uint8)


@cache
def deck(shape: str) -> Deck:
    wide, high = SIDES[shape]
    return with_lookalikes(deck_from_faces(shape, {card: face(card, 2 * wide, 2 * high) for card in CARDS}))


@pytest.mark.parametrize("shape", list(SIDES))
def test_cards_of_any_shape_are_named_however_they_lie(shape: str) -> None:
    wide, high = SIDES[shape]
    whole = np.full((high, wide), 255, np.uint8)
    places = [("sun", 150, 150, 10), ("fish", 450, 160, 100), ("boat", 720, 160, 190), ("star", 300, 430, 275)]
    reading = CardReader(deck(shape)).read(table([(face(c, wide, high), whole, x, y, t) for c, x, y, t in places]))
    assert sorted(str(card.card) for card in reading.cards) == ["boat", "fish", "star", "sun"]
    assert reading.sure


@pytest.mark.parametrize("shape", list(SIDES))
def test_the_quad_of_any_shape_begins_at_the_top_left_of_the_face(shape: str) -> None:
    wide, high = SIDES[shape]
    laid = [(face("moon", wide, high), np.full((high, wide), 255, np.uint8), 450.0, 300.0, 180.0)]
    (card,) = CardReader(deck(shape)).read(table(laid)).cards
    assert np.abs(np.array(card.quad[0]) - (450 + wide / 2, 300 + high / 2)).max() < 4


def test_round_cards_are_named_in_any_turn() -> None:
    disc = np.zeros((130, 130), np.uint8)
    cv2.circle(disc, (65, 65), 63, 255, -1, cv2.LINE_AA)
    faces = {card: face(card, 130, 130) for card in CARDS}
    ground = np.full((200, 200, 3), (40, 40, 45), np.uint8)
    pictures = []
    for card, drawn in faces.items():
        shown, there = ground.copy(), disc[:, :, None] / 255
        shown[35:165, 35:165] = np.uint8(shown[35:165, 35:165] * (1 - there) + drawn * there)
        pictures.append((f"{card}.png", shown))
    taught = with_lookalikes(learn_deck("discs", pictures))
    assert taught.round
    laid = [(faces[c], disc, x, y, t) for c, x, y, t in (("sun", 150, 150, 77), ("bird", 500, 250, 200))]
    assert sorted(str(card.card) for card in CardReader(taught).read(table(laid)).cards) == ["bird", "sun"]


@pytest.mark.parametrize("number", [0, 6, 9])
def test_faces_that_differ_only_where_another_card_lies_are_asked_about(number: int) -> None:
    """Two suns with a red and a blue mark in one corner, and a boat upon that corner: nothing in sight tells."""
    wide, high = 120, 170
    faces = {card: face(card, 2 * wide, 2 * high) for card in CARDS[1:]}
    for colour, mark in (("red", (30, 30, 200)), ("blue", (200, 60, 30))):
        faces[f"sun-{colour}"] = face("sun", 2 * wide, 2 * high)
        cv2.circle(faces[f"sun-{colour}"], (202, 41), 24, mark, -1, cv2.LINE_AA)
    rng = np.random.default_rng(number)
    turn = float(rng.uniform(0, 360))
    right, down = rng.uniform(0.45, 0.62) * wide, -rng.uniform(0.5, 0.65) * high
    across, along = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    whole = np.full((high, wide), 255, np.uint8)
    sun, boat = (cv2.resize(faces[card], (wide, high), interpolation=cv2.INTER_AREA) for card in ("sun-red", "boat"))
    over = (450 + across * right - along * down, 300 + along * right + across * down)
    image = table([(sun, whole, 450, 300, turn), (boat, whole, *over, turn + 3)])
    reading = CardReader(with_lookalikes(deck_from_faces("suns", faces))).read(image)
    assert not reading.sure
    (hidden,) = (card for card in reading.cards if "sun" in card.candidates[0][0])
    assert hidden.doubt
    assert {name for name, _ in hidden.candidates[:2]} == {"sun-red", "sun-blue"}
