"""Teaching a deck from pictures: what is learnt, what is refused, and that nothing half-taught is kept."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from hardware.art import deck as deck_art
from vision.cards.compare.lookalikes import with_lookalikes
from vision.cards.deck.deck import Deck
from vision.cards.deck.store import file_of, load, read, save
from vision.cards.learn.folder import card_of, learn_deck
from vision.store import BadTeaching

FACES = deck_art.faces("hai-noon")[:6]


def cut(name: str) -> np.ndarray:
    return deck_art.draw("hai-noon", name, 160)


def on_ground(name: str, turn: float = 0.0) -> np.ndarray:
    """One card on a plain dark ground, 400 x 480 px."""
    face = cut(name)
    to_ground = cv2.getRotationMatrix2D((80, len(face) / 2), turn, 1.0)
    to_ground[:, 2] += (120, 130)
    picture = np.full((480, 400, 3), (50, 45, 40), np.uint8)
    there = cv2.warpAffine(deck_art.cover(160), to_ground, (400, 480))[:, :, None] / 255
    return np.asarray(picture * (1 - there) + cv2.warpAffine(face, to_ground, (400, 480)) * there, np.uint8)


def test_pictures_may_be_cut_to_the_card_or_show_it_on_a_ground() -> None:
    cards = learn_deck("a", [(f"{name}.jpg", cut(name)) for name in FACES])
    grounds = learn_deck("b", [(f"{name}.jpg", on_ground(name, 4.0 * i)) for i, name in enumerate(FACES)])
    assert cards.cards == grounds.cards == FACES
    assert cards.aspect == pytest.approx(63 / 88, abs=0.01)
    assert grounds.aspect == pytest.approx(63 / 88, abs=0.02)
    off = np.abs(
        cards.images[:, 10:-10, 10:-10].astype(float) - grounds.images[:, 10 : len(cards.images[0]) - 10, 10:-10]
    )
    assert np.median(off) < 12


def test_file_names_say_the_card_and_the_number_of_its_picture() -> None:
    assert card_of("air-5.2.jpg") == "air-5"
    assert card_of("flip-shark.red.jpg") == "flip-shark.red"
    assert card_of("BACK.1.png") == "back"


def test_round_cards_are_taught_as_such() -> None:
    rng = np.random.default_rng(5)
    pictures = []
    for number in range(4):
        picture = np.full((300, 300, 3), 20, np.uint8)
        cv2.circle(picture, (150, 150), 130, (240, 240, 240), -1, cv2.LINE_AA)
        for _ in range(5):
            x, y = (int(v) for v in rng.integers(90, 210, 2))
            cv2.circle(picture, (x, y), 18, tuple(int(v) for v in rng.integers(0, 200, 3)), -1, cv2.LINE_AA)
        pictures.append((f"card-{number}x.png", picture))
    assert learn_deck("dots", pictures).round


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ([], "no pictures"),
        ([("wild.jpg", "wild")], "only one card"),
        ([("wild.jpg", "wild"), ("back.jpg", "back")], "only one card"),
        ([("wild.jpg", "wild"), ("wild.png", "wild")], "two pictures of this name"),
        ([(".3.jpg", "wild")], "name must be"),
    ],
)
def test_what_cannot_be_learnt_is_refused_in_one_sentence(files: list[tuple[str, str]], said: str) -> None:
    with pytest.raises(BadTeaching, match=said):
        learn_deck("deck", [(file, cut(name)) for file, name in files])


def test_a_picture_without_a_card_is_refused_by_name() -> None:
    pictures = [(f"{name}.jpg", cut(name)) for name in FACES[:3]]
    with pytest.raises(BadTeaching, match=r"empty\.jpg: no card"):
        learn_deck("deck", [*pictures, ("empty.jpg", np.full((200, 150, 3), 128, np.uint8))])


def test_a_name_that_is_a_path_is_refused() -> None:
    with pytest.raises(BadTeaching, match="name"):
        learn_deck("../deck", [(f"{name}.jpg", cut(name)) for name in FACES])


def test_a_deck_comes_back_from_its_file_as_it_was(tmp_path: Path) -> None:
    deck = with_lookalikes(learn_deck("deck", [(f"{name}.jpg", cut(name)) for name in FACES]))
    save(deck, tmp_path)
    again = load("deck", tmp_path)
    assert isinstance(again, Deck)
    assert again.cards == deck.cards
    assert again.turns == deck.turns
    assert np.array_equal(again.images, deck.images)
    assert len(again.keypoints) == len(deck.keypoints)
    assert {f: [o for o, _ in t] for f, t in again.lookalikes.items()} == {
        f: [o for o, _ in t] for f, t in deck.lookalikes.items()
    }


def test_a_damaged_file_is_refused_and_leaves_the_others_alone(tmp_path: Path) -> None:
    file = file_of("deck", tmp_path)
    file.parent.mkdir(parents=True)
    file.write_bytes(b"PK\x03\x04 half a file")
    with pytest.raises(BadTeaching, match="not a taught deck"):
        read(file)
    assert load("other", tmp_path) is None
