"""Cards are found, named and judged: drawn tables with chosen cards in even light."""

from __future__ import annotations

from functools import cache

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import Picture
from vision.cards.deck.templates import FaceTemplates
from vision.cards.learn.folder import deck_from_faces
from vision.cards.propose.card_plane import CardPlane
from vision.cards.reader import LIMITS, CardReader, _sized
from vision.cards.search import CardSearch
from vision.frame.mat import Mat
from vision.reading import CardReading, Reading

DECK = "hai-noon"
WIDE = 110


@cache
def reader() -> CardReader:
    return CardReader(deck())


@cache
def deck() -> Deck:
    faces = (*deck_art.faces(DECK), "back")
    return with_lookalikes(deck_from_faces(DECK, {name: deck_art.draw(DECK, name, 256) for name in faces}))


def table(*cards: tuple[str, float, float, float], seed: int = 1) -> np.ndarray:
    """Cards (name, x and y of the middle in px, turn in degrees) on a table of 900 x 600 px, the last one on top."""
    rng = np.random.default_rng(seed)
    picture = np.full((600, 900, 3), (70, 105, 60), np.uint8)
    for name, x, y, turn in cards:
        face = deck_art.draw(DECK, name, WIDE)
        height = len(face)
        to_table = cv2.getRotationMatrix2D((WIDE / 2, height / 2), -turn, 1.0)
        to_table[:, 2] += (x - WIDE / 2, y - height / 2)
        there = cv2.warpAffine(deck_art.cover(WIDE), to_table, (900, 600))[:, :, None] / 255
        picture = np.uint8(picture * (1 - there) + cv2.warpAffine(face, to_table, (900, 600)) * there)
    noise = rng.normal(0, 2, picture.shape)
    return np.asarray(np.clip(cv2.GaussianBlur(picture, (0, 0), 0.7) + noise, 0, 255), np.uint8)


def names(reading: Reading) -> list[str | None]:
    return sorted((card.card for card in reading.cards), key=str)


def test_cards_are_named_wherever_they_lie_and_however_they_are_turned() -> None:
    laid = [("wild", 150, 150, 10), ("flip-shark.red", 400, 160, 95), ("camouflage.blue", 650, 170, 200)]
    laid += [("cage-harpoon.green", 200, 430, -40), ("shark-swims-on.yellow", 600, 430, 181)]
    reading = reader().read(table(*laid))
    assert names(reading) == sorted(name for name, *_ in laid)
    assert reading.sure


def test_the_quad_begins_at_the_top_left_of_the_face_itself() -> None:
    (card,) = reader().read(table(("camouflage.red", 400, 300, 180))).cards
    assert np.abs(np.array(card.quad[0]) - (455, 377)).max() < 3


@pytest.mark.parametrize("colour", ["red", "blue", "green", "yellow"])
def test_the_same_action_in_another_colour_is_another_card(colour: str) -> None:
    assert names(reader().read(table((f"flip-shark.{colour}", 450, 300, 33)))) == [f"flip-shark.{colour}"]


def test_a_card_under_another_is_read_from_what_is_in_sight() -> None:
    reading = reader().read(table(("camouflage.blue", 400, 300, 0), ("flip-shark.red", 470, 350, 25)))
    assert names(reading) == ["camouflage.blue", "flip-shark.red"]


def test_a_card_of_another_deck_is_not_named() -> None:
    picture = table()
    other = deck_art.draw("splash-down", deck_art.faces("splash-down")[3], WIDE)
    picture[200 : 200 + len(other), 400 : 400 + WIDE] = other
    assert all(card.card is None for card in reader().read(picture).cards)


def test_a_card_that_lies_face_down_is_its_back() -> None:
    assert names(reader().read(table(("back", 450, 300, 20)))) == ["back"]


def test_two_that_overlap_a_little_are_of_no_cards_size() -> None:
    tall = 1 / deck().aspect
    table_plane = CardPlane(np.eye(3), tall)
    one, two = (np.array([[0, 0], [w, 0], [w, h], [0, h]], np.float32) for w, h in ((1, tall), (tall, 1.85)))
    assert _sized([one, two], table_plane) == [one]
    search = CardSearch(Picture(table()), FaceTemplates(deck()))
    search.add_backs([(one * WIDE, 0.99), (two * WIDE + 300, 0.99)], deck().cards.index("back"))
    search.keep_sizes(CardPlane(np.diag([1 / WIDE, 1 / WIDE, 1]), tall), LIMITS.size_ratios)
    assert [card.quad[0].tolist() for card in search.found] == [[0, 0]]


def test_a_card_cut_off_by_the_border_is_doubtful() -> None:
    reading = reader().read(table(("wild", 450, 300, 0), ("flip-shark.red", 30, 300, 0)))
    assert not reading.sure
    assert "wild" in names(reading)


def test_a_card_that_the_border_cuts_off_by_a_little_is_none_that_is_cut_off() -> None:
    reading = reader().read(table(("wild", 450, 300, 0), ("flip-shark.red", 48, 300, 0)))
    assert names(reading) == ["flip-shark.red", "wild"]
    assert reading.sure


def test_a_blank_picture_is_not_sure() -> None:
    reading = reader().read(np.full((300, 400, 3), 90, np.uint8))
    assert reading.cards == ()
    assert not reading.sure


def test_a_card_that_a_lamp_washed_out_is_listed_beside_those_that_are_named() -> None:
    faces = {name: deck_art.draw(DECK, name, 256) for name in deck_art.faces(DECK)}
    picture = table(
        ("wild", 150, 150, 10), ("flip-shark.red", 400, 160, 95), ("camouflage.blue", 650, 170, 200),
        ("diver-swims-on.yellow", 300, 430, 5),
    )  # fmt: skip
    corners = cv2.boxPoints(((450.0, 430.0), (WIDE, WIDE / deck().aspect), 5.0))
    washed = cv2.GaussianBlur(cv2.fillConvexPoly(picture, corners.astype(np.int32), (235, 245, 248)), (0, 0), 0.7)
    reading = CardReader(deck_from_faces(DECK, faces)).read(np.asarray(washed, np.uint8))
    assert len([name for name in names(reading) if name]) == 4
    (unnamed,) = (card for card in reading.cards if card.card is None)
    assert np.abs(np.mean(unnamed.quad, axis=0) - (450, 430)).max() < 5
    assert not reading.sure


def test_candidates_are_ranked_and_leave_a_chance_that_it_is_none_of_them() -> None:
    (card,) = reader().read(table(("flip-shark.red", 450, 300, 33))).cards
    chances = [chance for _, chance in card.candidates]
    assert chances == sorted(chances, reverse=True)
    assert sum(chances) <= 1
    assert card.candidates[0] == (card.card, card.confidence)


def test_with_a_mat_cards_are_found_by_their_known_size() -> None:
    mat = Mat({"size_mm": (515, 343), "card_mm": (63, 88)}, np.diag([63 / WIDE, 63 / WIDE, 1.0]))
    laid = [("wild", 150, 150, 10), ("flip-shark.red", 400, 160, 95)]
    assert names(reader().read(table(*laid), mat)) == ["flip-shark.red", "wild"]


def test_a_reading_of_the_same_picture_is_the_same_again() -> None:
    picture = table(("wild", 150, 150, 10), ("flip-shark.red", 400, 160, 95))
    assert _cards(reader().read(picture)) == _cards(reader().read(picture))


def _cards(reading: Reading) -> tuple[CardReading, ...]:
    return reading.cards
