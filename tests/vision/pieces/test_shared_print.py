"""What taught faces share comes out the same in all of them; what is a face's own stays."""

from __future__ import annotations

import cv2
import numpy as np

from vision.cards.deck.deck import Deck, Keypoints
from vision.cards.learn.shared_print import with_shared_print
from vision.reading import Image

WIDE, HIGH = 128, 179


def card(figure: str, ink: tuple[int, int, int] = (60, 60, 190), faint: int = 0) -> Image:
    """A dark card with a large sign, a name, a figure in a corner and rings hardly lighter than its ground."""
    made = np.full((HIGH, WIDE, 3), (70, 40, 30), np.uint8)
    cv2.circle(made, (64, 70), 26, ink, 7, cv2.LINE_AA)
    cv2.line(made, (46, 70), (82, 70), ink, 6, cv2.LINE_AA)
    cv2.putText(made, "CALM", (14, 136), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (220, 220, 220), 2, cv2.LINE_AA)
    cv2.putText(made, figure, (96, 165), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (210, 210, 210), 2, cv2.LINE_AA)
    for ring in range(faint):
        cv2.circle(made, (20 + 30 * ring, 20), 12, (95, 62, 50), 1, cv2.LINE_AA)
    return made


def photographed(face: Image, seed: int, tone: float, blur: float = 0.4) -> Image:
    """A face with another camera's tone curve, a little softer, and with noise."""
    made = 255 * (face / 255.0) ** tone
    made = cv2.GaussianBlur(made, (0, 0), blur)
    return np.clip(made + np.random.default_rng(seed).normal(0, 2, made.shape), 0, 255).astype(np.uint8)


def shared(*faces: Image) -> np.ndarray:
    """The faces (N, H, W, 3) of a deck of these, as int."""
    names = tuple(f"card-{n}" for n in range(len(faces)))
    deck = Deck("game", names, np.stack(faces), (0,) * len(faces), False, Keypoints.none())
    return with_shared_print(deck).images.astype(int)


def apart(one: np.ndarray, other: np.ndarray) -> np.ndarray:
    """How far apart (H, W) two faces are, softly."""
    off = np.abs(one.astype(np.float32) - other.astype(np.float32)).mean(axis=2)
    return cv2.GaussianBlur(off, (0, 0), 1.0)


def test_two_photographs_differ_by_their_figures_alone() -> None:
    """Neither by the camera's tones, nor by how sharp they are."""
    taken = photographed(card("5"), 1, 1.0), photographed(card("8"), 2, 1.12, 0.8)
    before, after = apart(*taken), apart(*shared(*taken))
    rest = np.ones((HIGH, WIDE), bool)
    rest[140:, 84:] = False
    assert before[rest].max() > 20
    assert after[rest].max() < 8
    assert after[~rest].max() > 0.8 * before[~rest].max()


def test_signs_of_two_inks_keep_them() -> None:
    """The rest of the card is the same: name, figure and ground."""
    inks = (60, 60, 190), (170, 90, 50)
    faces = [photographed(card("5", ink), n, 1.0) for n, ink in enumerate(inks)]
    before, after = apart(*faces), apart(*shared(*faces))
    assert after[40:100, 36:92].max() > 0.95 * before[40:100, 36:92].max()


def test_faint_print_of_one_face_is_not_lent_to_another() -> None:
    faces = [photographed(card("5", faint=faint), n, 1.0) for n, faint in enumerate((0, 3))]
    after = shared(*faces)
    rings = apart(faces[1], card("5"))[8:32, 8:100]
    assert apart(after[1], card("5"))[8:32, 8:100].max() > 0.8 * rings.max()
    assert apart(after[0], card("5"))[8:32, 8:100].max() < 6


def test_faces_that_share_nothing_stay_as_they_are() -> None:
    rng = np.random.default_rng(3)
    faces = [cv2.resize(rng.integers(0, 255, (9, 7, 3)).astype(np.uint8), (WIDE, HIGH)) for _ in range(4)]
    assert (shared(*faces) == np.stack(faces)).all()
