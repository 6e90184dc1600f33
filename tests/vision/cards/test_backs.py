"""Cards that lie face down are read by the look of their back; cards of no taught face are listed as such."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from unittest.mock import Mock

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from vision.cards import search
from vision.cards.backs import LyingBacks, _unlike_ground, lying_backs
from vision.cards.compare.back_look import BackLook
from vision.cards.compare.match import match_faces, view_of
from vision.cards.deck.deck import BACK
from vision.cards.deck.geometry import Picture, image_corners
from vision.cards.deck.templates import FaceTemplates
from vision.cards.learn.folder import learn_deck
from vision.cards.propose.card_plane import CardPlane
from vision.cards.propose.card_shapes import card_shapes, fitted
from vision.cards.propose.outlines import outlines
from vision.cards.propose.unexplained_print import filled
from vision.cards.reader import CardReader
from vision.cards.search import CardSearch
from vision.reading import Floats, Image

FACES = deck_art.faces("hai-noon")
TAUGHT = FACES[:8]
WIDTH = 130
HEIGHT = deck_art.height_of(WIDTH)


def back(seed: int) -> Image:
    """The back of a card, cut from a sheet of chequers wherever the knife fell."""
    rng = np.random.default_rng(seed)
    y, x = np.mgrid[:HEIGHT, :WIDTH] + rng.uniform(0, 40, 2)[:, None, None]
    dark = ((x + y) // 9 % 2 == 0) ^ ((x - y) // 9 % 2 == 0)
    dots = np.hypot((x % 40) - 20, (y % 40) - 20) < 8
    sheet = np.where(dark[..., None], (120, 60, 30), (190, 150, 110))
    return np.asarray(np.where(dots[..., None], (60, 160, 210), sheet), np.uint8)


def table(cards: Sequence[Image], seed: int) -> Image:
    """The cards on green felt, 1280 x 720, in rows, each turned a little."""
    rng = np.random.default_rng(seed)
    picture = np.full((720, 1280, 3), (70, 110, 60), np.float32)
    for number, card in enumerate(cards):
        middle = np.array([130 + 200 * (number % 6), 130 + 230 * (number // 6)])
        way = cv2.getRotationMatrix2D((WIDTH / 2, HEIGHT / 2), float(rng.uniform(-20, 20)), 1.0)
        way[:, 2] += middle - (WIDTH / 2, HEIGHT / 2)
        there = cv2.warpAffine(np.ones((HEIGHT, WIDTH), np.float32), way, (1280, 720))[..., None]
        picture = picture * (1 - there) + cv2.warpAffine(card, way, (1280, 720)) * there
    light = np.linspace(0.8, 1.0, 1280)[None, :, None] * (0.92, 1.0, 1.04)
    soft = cv2.GaussianBlur(picture * light, (0, 0), 0.7) + rng.normal(0, 2, picture.shape)
    return np.asarray(soft.clip(0, 255), np.uint8)


def face(name: str) -> Image:
    return deck_art.draw("hai-noon", name, WIDTH)


@pytest.fixture(scope="module")
def reader() -> CardReader:
    pictures = [(f"{name}.png", face(name)) for name in TAUGHT]
    return CardReader(learn_deck("chequers", [*pictures, ("back.png", back(1))], WIDTH / HEIGHT))


@pytest.mark.parametrize("seed", [11, 12])
def test_backs_are_read_wherever_their_print_lies(reader: CardReader, seed: int) -> None:
    cards = [face(TAUGHT[0]), *(back(seed * 100 + n) for n in range(9)), face(TAUGHT[3]), face(TAUGHT[5])]
    reading = reader.read(table(cards, seed))
    assert sorted(str(card.card) for card in reading.cards) == sorted([BACK] * 9 + [TAUGHT[n] for n in (0, 3, 5)])
    assert reading.sure


def test_backs_alone_are_read_too(reader: CardReader) -> None:
    reading = reader.read(table([back(700 + n) for n in range(8)], 21))
    assert [card.card for card in reading.cards] == [BACK] * 8


def test_backs_are_read_in_warm_light(reader: CardReader) -> None:
    """A lamp's light had their colours a little further off than any light was thought to make them."""
    warm = table([back(700 + n) for n in range(8)], 25) * np.exp([-0.4, -0.1, 0.0])
    reading = reader.read(np.asarray(warm, np.uint8))
    assert [card.card for card in reading.cards] == [BACK] * 8


def test_a_table_on_which_no_card_can_be_named_is_not_surely_bare(reader: CardReader) -> None:
    """Two of 50 tables with 16 cards each were vouched for as empty (seed 513)."""
    strange = [deck_art.draw("splash-down", name, WIDTH) for name in deck_art.faces("splash-down")[:3]]
    assert not reader.read(table(strange, 5)).sure
    assert reader.read(table([], 5)).sure


def test_another_back_is_no_back_of_the_deck(reader: CardReader) -> None:
    cards = [face(name) for name in TAUGHT[:4]] + [np.ascontiguousarray(back(7)[..., ::-1])]
    reading = reader.read(table(cards, 31))
    assert BACK not in [card.card for card in reading.cards]
    assert not reading.sure


def test_cards_of_no_taught_face_are_listed_as_unknown_and_asked_about(reader: CardReader) -> None:
    strange = [deck_art.draw("splash-down", name, WIDTH) for name in deck_art.faces("splash-down")[:4]]
    reading = reader.read(table([*(face(name) for name in TAUGHT[:4]), *strange], 41))
    assert sorted(str(card.card) for card in reading.cards) == sorted([*TAUGHT[:4], *["None"] * 4])
    assert not reading.sure
    assert all(card.doubt for card in reading.cards if card.card is None)


def test_however_many_strange_cards_lie_there_the_looks_at_them_are_bounded_and_the_plain_ones_read(
    reader: CardReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked_closely = Mock(side_effect=CardSearch._looked_closely)
    monkeypatch.setattr(CardSearch, "_looked_closely", lambda *of: looked_closely(*of))
    monkeypatch.setattr(search, "LIMITS", replace(search.LIMITS, most_doubtful_faces=15, faces_at_once=6))
    strange = [deck_art.draw("splash-down", name, WIDTH) for name in deck_art.faces("splash-down")[:8]]
    found = reader.search(table([*strange, *(face(name) for name in TAUGHT[:4])], 41))
    assert {reader.deck.cards[card.matches[0].face] for card in found.found} >= {*TAUGHT[:4]}
    assert found.may_have_missed()
    assert looked_closely.call_count < 4 + 15


def test_a_strange_card_whose_corner_is_like_the_ground_is_listed_where_it_lies(reader: CardReader) -> None:
    strange = deck_art.draw("splash-down", deck_art.faces("splash-down")[0], WIDTH).copy()
    strange[HEIGHT * 8 // 10 :, : WIDTH * 3 // 10] = (63, 100, 57)
    cards = [*(face(name) for name in TAUGHT[:5]), back(2), strange]
    reading = reader.read(table(cards, 11))
    unknown = [card for card in reading.cards if card.card is None]
    assert len(unknown) == 1
    assert np.abs(np.mean(unknown[0].quad, axis=0) - (130, 360)).max() < 8
    assert not reading.sure


def test_a_back_of_fine_print_is_known_from_another_of_its_colours() -> None:
    fine = [fine_back(np.random.default_rng(seed), 1.2) for seed in (1, 2)]
    deck = learn_deck(
        "fine", [("one.png", face(TAUGHT[0])), ("two.png", face(TAUGHT[1])), ("back.png", fine[0])], 0.714
    )
    look, whole = BackLook(deck), image_corners(WIDTH, HEIGHT)
    coarse = fine_back(np.random.default_rng(2), 12)
    assert look.chance(Picture(fine[1]), whole) > 0.99
    assert look.chance(Picture(coarse), whole) < 0.01


def test_shadows_of_a_blind_and_glare_are_no_print_of_a_back() -> None:
    """Fourteen of fifteen backs on a drawn table were overlooked so (seed 515)."""
    deck = learn_deck(
        "chequers", [("one.png", face(TAUGHT[0])), ("two.png", face(TAUGHT[1])), ("back.png", back(1))], 0.714
    )
    y, x = np.mgrid[:HEIGHT, :WIDTH]
    shadow = np.where((x + 2 * y) // 45 % 2 == 0, 0.45, 1.0)[..., None]
    glare = 90 * np.exp(-np.hypot(x - 90, y - 60) / 25)[..., None]
    seen = np.asarray((back(2) * cv2.GaussianBlur(shadow, (0, 0), 3)[..., None] + glare).clip(0, 255), np.uint8)
    look, whole = BackLook(deck), image_corners(WIDTH, HEIGHT)
    assert look.chance(Picture(seen), whole) > 0.8
    assert look.chance(Picture(np.ascontiguousarray(seen[..., ::-1])), whole) < 0.5


def test_what_a_named_card_covers_of_a_back_is_no_gap(reader: CardReader) -> None:
    """Two backs were overlooked so of eight on a drawn table (seed 513)."""
    picture = table([back(40 + n) for n in range(6)], 51)
    named = np.array([[352, 30], [482, 30], [482, 212], [352, 212]], np.float32)
    cv2.fillConvexPoly(picture, named.astype(np.int32), (200, 210, 215))
    plane = CardPlane(np.diag([1 / WIDTH, 1 / WIDTH, 1.0]), HEIGHT / WIDTH)
    laid = [np.float32([[130 + 200 * n, 130]]) for n in range(6)]
    quads = [
        quad for quad in outlines(picture, reader.deck.aspect) if np.abs(quad.mean(axis=0) - (330, 130)).max() > 90
    ]
    backs = lying_backs(Picture(picture), BackLook(reader.deck), quads, plane, [named])
    assert _middles([quad for quad, _ in backs.found]) == pytest.approx(_middles(laid), abs=25)


def test_a_back_that_was_told_by_its_look_is_not_named_again_beside_itself(reader: CardReader) -> None:
    """Its print may fit there, too: of 16 backs on a drawn table one was surely read twice (seed 526)."""
    picture = table([back(60)], 61)
    corners = image_corners(WIDTH, HEIGHT) + np.float32((65, 130 - HEIGHT / 2))
    search, number = CardSearch(Picture(picture), FaceTemplates(reader.deck)), reader.deck.cards.index(BACK)
    search.add_backs([(corners, 0.99)], number)
    beside = corners + np.float32((50, 0))
    view = view_of(search.picture, beside, search.faces.at_width(40))
    fit = replace(match_faces(view, [(number, None)])[0], explained_share=0.8)
    assert not search._add((fit,))
    assert len(search.found) == 1
    search.found = []
    search._add((fit,))
    assert len(search.found) + len(search.left_out) == 1


def fine_back(rng: np.random.Generator, step: int) -> Image:
    """A back of fine dots in a sheet that was cut wherever the knife fell."""
    y, x = np.mgrid[:HEIGHT, :WIDTH] / step + rng.uniform(0, 9, 2)[:, None, None]
    dots = np.sin(x)[..., None] * np.sin(y)[..., None] > 0.2
    return np.asarray(np.where(dots, (120, 60, 30), (190, 150, 110)), np.uint8)


def test_cards_that_touch_are_parted_by_their_size() -> None:
    tall, scale = 1.4, 0.1
    plane = CardPlane(np.diag([scale, scale, 1.0]), tall)
    quads = [image_corners(10, 14) + np.float32(at) for at in ((30, 20), (40, 24), (36, 38), (70, 30))]
    mask = np.zeros((80, 120), np.uint8)
    for quad in quads:
        cv2.fillConvexPoly(mask, np.round(quad).astype(np.int32), 1)
    found = card_shapes(mask.astype(bool), np.zeros((80, 120), bool), 1.0, plane)
    assert _middles(found) == pytest.approx(_middles(quads), abs=2)


def test_a_card_laid_in_roughly_is_moved_and_turned_to_where_it_fits() -> None:
    """Backs that overlap were parted a twentieth of their width off, and not known any more."""
    plane = CardPlane(np.diag([0.02, 0.02, 1.0]), 1.4)
    lying, other = (plane.turned(image_corners(50, 70) + np.array(at, np.float32), 4) for at in ((30, 40), (75, 65)))
    mask = filled((160, 200), [lying, other])
    found = fitted(mask, np.zeros_like(mask), 1.0, plane, plane.moved(lying, -0.08, 0.07, -5))
    assert np.abs(found - lying).max() < 1.5


def test_where_the_ground_looks_like_the_back_nobody_can_tell_that_no_more_lie_there() -> None:
    """Eight backs on wood were overlooked, and the reading was sure: nine tenths of the picture looked like them."""
    quad = image_corners(10, 14) + np.float32((30, 20))
    mask = np.zeros((80, 120), bool)
    mask[20:34, 30:40] = True
    assert not LyingBacks(((quad, 1.0),), mask).has_more([quad])
    assert LyingBacks(((quad, 1.0),), np.ones((80, 120), bool)).has_more([quad])


def test_where_the_ground_looks_much_like_the_backs_what_is_nearer_to_them_is_told_apart() -> None:
    """Of a table of backs on granite eight of twelve were overlooked."""
    known, other = (image_corners(20, 28) + np.array(at, np.float32) for at in ((20, 20), (70, 30)))
    seen = np.random.default_rng(9).normal(0, 0.5, (80, 120, 4)).astype(np.float32)
    lying = filled(seen.shape, [known, other])
    seen[lying] += (0, 0, 2, -2)
    assert (_unlike_ground(seen, 1.0, [known], []) == lying).mean() > 0.98


def _middles(quads: Sequence[Floats]) -> np.ndarray:
    return np.array(sorted(quad.mean(axis=0).tolist() for quad in quads))
