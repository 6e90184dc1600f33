"""Decks of other sizes than 63 x 88 mm: measured or said, kept, and read at a mat that is drawn for them."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.games import faces
from firmware.games.deck_size import cards_of, size_of_pictures, with_size
from firmware.games.layouts import mat
from firmware.observe.drawn_mat import DrawnMat, size_of
from firmware.observe.mat_unseen import drawn_for_other_cards
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_setup import TableSetup
from firmware.simulation.card_film import true_eyes
from firmware.simulation.tables import table_cameras
from hardware.art import deck as deck_art
from hardware.art.card_sizes import STANDARD, CardSize
from hardware.art.folder import ArtFolder
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera
from tests.firmware.observe.test_observer import pieces
from vision.cards.deck.deck import BACK, Deck, Keypoints
from vision.cards.deck.store import read, save
from vision.reading import Image
from vision.store import BadTeaching

GAME = "splash-down"
NAMES = (*deck_art.faces(GAME), BACK)


def face(name: str, size: CardSize) -> Image:
    """Our art stretched to a card of another size."""
    return np.asarray(cv2.resize(drawn(name), (128, round(128 * size[1] / size[0]))), np.uint8)


@cache
def drawn(name: str) -> Image:
    return deck_art.draw(GAME, name, 128)


def deck(size: CardSize) -> Deck:
    """A deck without keypoints: a mat tells where cards lie."""
    images = np.stack([face(name, size) for name in NAMES])
    return Deck(GAME, NAMES, images, (0,) * len(NAMES), False, Keypoints.none())


def photographs(size: CardSize, count: int = 4) -> list[tuple[str, Image]]:
    """Cards on a plain ground, a little turned, as a phone sees them from above."""
    made = []
    for number, name in enumerate(NAMES[:count]):
        card = face(name, size)
        turned = cv2.getRotationMatrix2D((64, len(card) / 2), 3.0 * number - 7, 1.0)
        turned[:, 2] += (60, 50)
        area = (260, len(card) + 110)
        there = cv2.warpAffine(np.full(card.shape[:2], 255, np.uint8), turned, area)[..., None] / 255
        seen = cv2.warpAffine(card, turned, area) * there + np.array((60, 90, 70)) * (1 - there)
        made.append((f"{name}.png", np.asarray(seen, np.uint8)))
    return made


@pytest.mark.parametrize("size", [STANDARD, (70.0, 120.0)])
def test_the_sides_of_photographed_cards_tell_their_size(size: CardSize) -> None:
    assert size_of_pictures(GAME, photographs(size)) == size


def test_two_sizes_that_look_alike_are_asked_about_between_just_these() -> None:
    with pytest.raises(BadTeaching, match=r"57 x 87 mm or 44 x 68 mm|44 x 68 mm or 57 x 87 mm.* --size"):
        size_of_pictures(GAME, photographs((57.0, 87.0)))
    assert size_of_pictures("harbour", photographs((57.0, 87.0))) is None


def test_the_size_is_kept_and_decks_from_before_are_taken_for_63_x_88(tmp_path: Path) -> None:
    plain = deck(STANDARD)
    assert read(save(plain, tmp_path)).card_mm is None
    assert cards_of(GAME, tmp_path) == STANDARD
    save(with_size(deck((70.0, 120.0)), None), tmp_path)
    assert cards_of(GAME, tmp_path) == (70.0, 120.0)
    assert list(faces.troubles(tmp_path)) == []
    save(replace(plain, card_mm=(70.0, 120.0)), tmp_path)
    assert "by their sides they are no cards of 70 x 120 mm" in next(faces.troubles(tmp_path))
    with pytest.raises(BadTeaching, match="damaged"):
        read(save(replace(plain, card_mm=(5.0, 900.0)), tmp_path))


@pytest.mark.parametrize("size", [(57.0, 87.0), (70.0, 120.0)])
def test_cards_of_another_size_are_read_at_a_mat_that_is_drawn_for_them(tmp_path: Path, size: CardSize) -> None:
    (tmp_path / "art/cards" / GAME).mkdir(parents=True)
    for name in NAMES:
        cv2.imwrite(str(tmp_path / "art/cards" / GAME / f"{name}.png"), face(name, size))
    (tmp_path / "art/cards" / GAME / "size.txt").write_text(f"{size[0]:g}x{size[1]:g}\n")
    save(replace(deck(size), card_mm=size), tmp_path)
    ((players, _, camera),) = table_cameras(GAME, 1, 31, (1280, 720), ArtFolder(tmp_path / "art"))
    assert camera.stage.layout["card_mm"] == list(size)
    sight = Observer(TableSetup(GAME, tmp_path, players)).see(camera.look(), settled=True)
    assert isinstance(sight, Sight)
    assert sum(pieces(sight.observation).values()) == 5
    assert pieces(sight.observation) == pieces(true_eyes(camera))


@pytest.mark.parametrize(("printed", "cards"), [(STANDARD, (57.0, 87.0)), ((70.0, 120.0), STANDARD)])
def test_a_mat_for_cards_of_another_size_than_the_decks_is_said(printed: CardSize, cards: CardSize) -> None:
    stage = TableStage("hai-noon", mat("hai-noon", cards=printed), 7, straight=True)
    setup = TableSetup("hai-noon")
    setup.__dict__["cards"] = cards
    said = Observer(setup).see(TableCamera(stage, seed=3).look(), settled=True)
    assert isinstance(said, Unread)
    assert said.trouble.startswith(f"This mat is printed for cards of {printed[0]:g} x {printed[1]:g} mm")
    assert "lifeguard print mat hai-noon" in said.trouble


def test_places_drawn_for_cards_of_another_size_are_said() -> None:
    still = np.zeros((72, 128, 3), np.uint8)
    corners = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    drawn = DrawnMat(corners, {}, still, size_of(GAME, (57.0, 87.0)), (57.0, 87.0))
    assert drawn_for_other_cards(TableSetup(GAME, drawn=drawn)) == (
        "The places were drawn for cards of 57 x 87 mm, and the deck's are 63 x 88 mm: draw them again on the phone."
    )
    assert drawn_for_other_cards(TableSetup(GAME, drawn=replace(drawn, card_mm=STANDARD))) == ""
    assert drawn_for_other_cards(TableSetup("pig", drawn=drawn)) == ""
