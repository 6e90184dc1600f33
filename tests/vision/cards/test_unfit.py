"""Pictures that teach nothing and faces that nobody could tell apart are refused, each by its picture's name."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from hardware.art import pieces as piece_art
from vision.cards.deck.deck import BACK, Deck
from vision.cards.deck.geometry import image_corners
from vision.cards.learn.folder import deck_from_faces, learn_deck
from vision.cards.learn.outer_edge import another_beside, is_cut_off
from vision.cards.learn.twins import twins
from vision.cards.learn.unfit import refuse_bare, refuse_unfit
from vision.pieces.learn import learn_pieces
from vision.reading import Image
from vision.store import BadPictures, BadTeaching

NAMES = deck_art.faces("hai-noon")[:4]


def photographed(face: Image, seed: int, half_turned: bool = False) -> Image:
    """A card on a grainy ground, 420 x 560 px, a little aslant, in a light of its own."""
    rng = np.random.default_rng(seed)
    corners = image_corners(face.shape[1], face.shape[0])
    place = np.array([[110, 130], [305, 130], [305, 402], [110, 402]]) + rng.normal(0, 3, (4, 2))
    place = np.roll(place, 2 * half_turned, axis=0).astype(np.float32)
    lay = cv2.getPerspectiveTransform(corners, place)
    there = cv2.warpPerspective(np.ones(face.shape[:2], np.float32), lay, (420, 560))[..., None]
    ground = np.full((560, 420, 3), (70, 90, 110), np.float32)
    picture = ground * (1 - there) + cv2.warpPerspective(face, lay, (420, 560)) * there
    light = np.linspace(0.85, 1.0, 420)[None, :, None] * rng.uniform(0.92, 1.08, 3)
    return np.asarray(np.clip(picture * light + rng.normal(0, 3, picture.shape), 0, 255), np.uint8)


def draw(name: str) -> Image:
    return deck_art.draw("hai-noon", name, 260)


def photographs() -> list[tuple[str, Image]]:
    return [(f"{name}.jpg", photographed(draw(name), seed)) for seed, name in enumerate(NAMES)]


def taught(pictures: list[tuple[str, Image]]) -> Deck:
    return learn_deck("deck", pictures, 63 / 88)


def refused(pictures: list[tuple[str, Image]]) -> str:
    with pytest.raises(BadTeaching) as refusal:
        refuse_unfit([file for file, _ in pictures], taught(pictures))
    return str(refusal.value)


def test_good_photographs_are_refused_for_nothing() -> None:
    pictures = photographs()
    refuse_bare(pictures)
    refuse_unfit([file for file, _ in pictures], taught(pictures))


def test_each_blurred_picture_is_named_on_a_line_of_its_own() -> None:
    pictures = photographs()
    for number in (1, 3):
        pictures[number] = (pictures[number][0], cv2.GaussianBlur(pictures[number][1], (0, 0), 6))
    said = refused(pictures).splitlines()
    assert [line.split(":")[0] for line in said] == [pictures[1][0], pictures[3][0]]
    assert all("blurred; take it again" in line for line in said)


def test_a_picture_of_the_bare_ground_is_named() -> None:
    rng = np.random.default_rng(4)
    ground = np.clip(np.array([70, 90, 110]) + rng.normal(0, 7, (560, 420, 3)), 0, 255).astype(np.uint8)
    with pytest.raises(BadTeaching, match=r"^spare\.jpg: nothing lies in this picture"):
        refuse_bare([*photographs(), ("spare.jpg", ground)])


def test_a_picture_in_which_two_cards_lie_is_named() -> None:
    name, picture = photographs()[1]
    both = np.hstack([picture, photographed(draw(NAMES[3]), 1)[:, ::-1]])
    with pytest.raises(BadTeaching, match=f"^{name}: more than one lies in this picture; take each by itself"):
        taught([photographs()[0], (name, both), *photographs()[2:]])


def cut_off(picture: Image, side: int, share: float) -> Image:
    """A photograph that ends where a share of the card (see `photographed`) is left beyond its left, top, right or
    bottom end."""
    left, top = 110 + round(195 * share), 130 + round(272 * share)
    right, bottom = 305 - round(195 * share), 402 - round(272 * share)
    return [picture[:, left:], picture[top:], picture[:, :right], picture[:bottom]][side]


@pytest.mark.parametrize("share", [0.08, 0.35, 0.5])
@pytest.mark.parametrize("side", range(4))
def test_a_card_that_its_pictures_end_cuts_off_is_named(side: int, share: float) -> None:
    name, picture = photographs()[1]
    with pytest.raises(BadPictures) as refusal:
        taught([photographs()[0], (name, cut_off(picture, side, share)), *photographs()[2:]])
    assert list(refusal.value.wrong) == [name]
    assert "the card is not whole in this picture" in refusal.value.wrong[name]


def test_a_card_taken_from_so_near_that_it_just_reaches_the_end_of_its_picture_is_learnt() -> None:
    """Other people's photographs of whole packs have some of these."""
    name, picture = photographs()[1]
    near = cv2.resize(picture[:402], None, fx=1.3, fy=1.3, interpolation=cv2.INTER_LINEAR)
    pictures = [photographs()[0], (name, np.asarray(near, np.uint8)), *photographs()[2:]]
    assert taught(pictures).cards == NAMES
    with pytest.raises(BadPictures, match=f"^{name}: the card is not whole"):
        taught([pictures[0], (name, picture[:402]), *pictures[2:]])


@pytest.mark.parametrize("side", range(4))
def test_a_card_near_the_end_of_its_picture_is_whole_even_if_its_shadow_is_not(side: int) -> None:
    _, picture = photographs()[1]
    shadow = np.zeros(picture.shape[:2], np.float32)
    shadow[100:430, 70:340] = 1  # its ends lie beyond the picture's
    shadow = cv2.GaussianBlur(shadow, (0, 0), 2)[..., None]
    cover = np.zeros(picture.shape[:2], np.float32)
    cover[126:408, 106:312] = 1
    shaded = np.asarray(picture * (1 - 0.35 * shadow * (1 - cover[..., None])), np.uint8)
    near = [shaded[:, 92:], shaded[112:], shaded[:, :324], shaded[:420]][side]
    moved = np.array([92 * (side == 0), 112 * (side == 1)])
    quad = np.array([[110, 130], [305, 130], [305, 402], [110, 402]]) - moved
    assert not is_cut_off(near, quad.astype(np.float32))
    assert is_cut_off(cut_off(picture, side, 0.1), quad.astype(np.float32))


def test_pictures_that_are_cut_to_their_cards_are_whole_whatever_their_borders_look_like() -> None:
    pictures = [(f"{name}.jpg", draw(name)) for name in NAMES]
    assert taught(pictures).cards == NAMES
    with pytest.raises(BadPictures, match=f"^{NAMES[0]}.jpg: the card is not whole in this picture"):
        taught([(f"{NAMES[0]}.jpg", draw(NAMES[0])[:290]), *pictures[1:]])


def test_a_tile_that_its_pictures_end_cuts_off_is_named() -> None:
    def tile(name: str) -> Image:
        picture = np.full((300, 400, 3), (70, 90, 110), np.uint8)
        picture[80:200, 140:260] = piece_art.draw("hai-noon", name, 120)[..., :3]
        return picture

    names = piece_art.pieces("hai-noon")[:3]
    pictures = [(f"{name}.jpg", tile(name)) for name in names]
    learn_pieces("tiles", pictures, is_round=False)
    square = tile(names[0])[60:265, 155:355]
    with pytest.raises(BadPictures, match=f"^{names[0]}.jpg: the square tile is not whole"):
        learn_pieces("tiles", [(f"{names[0]}.jpg", square), *pictures[1:]], is_round=False)


@pytest.mark.parametrize("gap", [0, 3])
def test_two_cards_side_by_side_are_no_card_that_lies_across(gap: int) -> None:
    """Their sides are in nearly the same ratio."""
    pair = np.hstack([draw(NAMES[1]), np.full((len(draw(BACK)), gap, 3), 90, np.uint8), draw(NAMES[3])])
    pictures = [(f"{name}.jpg", draw(name)) for name in (*NAMES, BACK)]
    pictures[1] = pictures[1][0], np.ascontiguousarray(np.rot90(cv2.resize(pair, (363, 260))))
    assert refused(pictures).startswith(f"{NAMES[1]}.jpg: more than one lies in this picture")


def test_a_dark_mount_under_a_card_is_no_second_card() -> None:
    name, picture = photographs()[1]
    outer = np.array([[90, 106], [325, 106], [325, 422], [90, 422]], np.int32)
    mount = cv2.fillPoly(np.zeros(picture.shape[:2], np.uint8), [outer], 1)
    inner = np.array([[112, 128], [303, 128], [303, 400], [112, 400]], np.int32)
    cv2.fillPoly(mount, [inner], 0)
    assert not another_beside(np.where(mount[..., None] > 0, np.uint8(15), picture), inner.astype(np.float32)), name


@pytest.mark.parametrize("half_turned", [False, True])
def test_one_face_under_two_names_is_refused_and_both_pictures_are_named(half_turned: bool) -> None:
    again = ("joker.jpg", photographed(draw(NAMES[1]), 31, half_turned))
    blurred = ("spare.jpg", cv2.GaussianBlur(photographed(draw(BACK), 9), (0, 0), 6))
    first, second = refused([*photographs(), again, blurred]).splitlines()
    assert first.startswith("spare.jpg: this picture is blurred")
    assert second.startswith(f"{NAMES[1]}.jpg and joker.jpg: nobody could tell these two apart; remove one")


def test_a_second_picture_under_the_same_name_is_welcome() -> None:
    pictures = [*photographs(), (f"{NAMES[1]}.2.jpg", photographed(draw(NAMES[1]), 31))]
    refuse_unfit([file for file, _ in pictures], taught(pictures))


@pytest.mark.parametrize("game", ["hai-noon", "splash-down", "hold-your-breath"])
def test_faces_that_differ_by_a_digit_or_a_colour_are_no_twins(game: str) -> None:
    names = (*deck_art.faces(game), BACK)
    pictures = [(f"{name}.jpg", deck_art.draw(game, name, 128)) for name in names]
    assert twins(learn_deck(game, pictures, 63 / 88)) == []


def test_round_tokens_are_told_apart_however_they_are_turned() -> None:
    def token(name: str, turn: float) -> Image:
        face = piece_art.draw("hold-your-breath", name, 200)
        way = cv2.getRotationMatrix2D((99.5, 99.5), turn, 0.9)
        there = cv2.warpAffine(face[..., 3], way, (200, 200))[..., None] / 255.0
        laid = cv2.warpAffine(face[..., :3], way, (200, 200))
        return np.asarray(laid * there + (1 - there) * (200, 190, 180), np.uint8)

    names = piece_art.pieces("hold-your-breath")
    pictures = [(f"{name}.png", token(name, 17.0 * n)) for n, name in enumerate(names)]
    deck = learn_pieces("tokens", pictures, is_round=True)
    assert twins(deck) == []
    twice = learn_pieces("tokens", [*pictures, ("spare.png", token(names[2], 200.0))], is_round=True)
    assert twins(twice) == [(2, len(names))]


def test_one_picture_that_is_cut_to_its_card_may_lie_among_photographs_whatever_is_printed_along_its_ends() -> None:
    card = np.full((363, 260, 3), 235, np.uint8)
    card[:14], card[-14:] = (160, 90, 30), (160, 90, 30)
    cv2.circle(card, (130, 180), 60, (140, 80, 40), -1)
    deck = taught([(NAMES[0] + ".jpg", card), *photographs()[1:]])
    assert np.abs(deck.images[0][:4].mean(axis=(0, 1)) - (160, 90, 30)).max() < 25
    assert deck.images[0][40:50, 10:-10].min() > 190


@pytest.mark.parametrize("ink", [(150, 200, 210), (120, 160, 170)])
def test_faces_that_differ_by_a_thin_digit_are_no_twins(ink: tuple[int, int, int]) -> None:
    """Half a millimetre thin, in a corner of a dark card: any stroke of one lies within a px of one of the other."""

    def card(figure: str, seed: int) -> Image:
        made = np.full((440, 315, 3), (30, 24, 18), np.uint8)
        cv2.circle(made, (157, 190), 70, (150, 200, 210), 5, cv2.LINE_AA)
        cv2.putText(made, figure, (28, 60), cv2.FONT_HERSHEY_SIMPLEX, 1.0, ink, 2, cv2.LINE_AA)
        noise = np.random.default_rng(seed).normal(0, 2.5, made.shape)
        return np.asarray(np.clip(cv2.GaussianBlur(made, (0, 0), 0.8) + noise, 0, 255), np.uint8)

    faces = {"nought": card("0", 1), "five": card("5", 2), "twice": card("5", 3)}
    assert twins(deck_from_faces("thin", faces)) == [(1, 2)]


def test_faces_whose_thin_lines_have_other_hues_are_no_twins() -> None:
    """Gold and orange on black: the lines are all that tells the lamp, and any lamp would make them alike."""

    def token(ink: tuple[int, int, int], seed: int) -> Image:
        made = np.full((300, 300, 3), (30, 24, 18), np.uint8)
        cv2.rectangle(made, (90, 110), (210, 190), ink, 7, cv2.LINE_AA)
        cv2.circle(made, (150, 150), 130, ink, 5, cv2.LINE_AA)
        noise = np.random.default_rng(seed).normal(0, 2.5, made.shape)
        return np.asarray(np.clip(made + noise, 0, 255), np.uint8)

    gold, orange = (122, 210, 236), (112, 170, 240)
    faces = {"gold": token(gold, 1), "orange": token(orange, 2), "twice": token(gold, 3)}
    assert twins(deck_from_faces("lines", faces)) == [(0, 2)]


def test_pieces_of_one_drawing_in_two_colours_are_no_twins() -> None:
    """Blue and green discs with one black sign were refused: what all of a piece differs by passed for its light."""

    def disc(colour: tuple[int, int, int], tint: tuple[float, float, float]) -> Image:
        made = np.full((200, 200, 3), colour, np.uint8)
        cv2.rectangle(made, (70, 60), (95, 140), (17, 17, 17), -1)
        cv2.line(made, (110, 130), (140, 70), (17, 17, 17), 8, cv2.LINE_AA)
        return np.asarray(np.clip(made * np.array(tint), 0, 255), np.uint8)

    blue, green = (184, 86, 36), (69, 139, 46)
    faces = {"blue": disc(blue, (1, 1, 1)), "green": disc(green, (1, 1, 1))}
    assert not twins(deck_from_faces("tokens", faces))
    faces = {"blue": disc(blue, (1, 1, 1)), "the same by a lamp": disc(blue, (0.8, 0.95, 1.05))}
    assert twins(deck_from_faces("tokens", faces))
