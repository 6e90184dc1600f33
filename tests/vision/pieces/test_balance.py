"""Faces that a phone took in other lights come out in one; what is the print's own stays."""

from __future__ import annotations

import cv2
import numpy as np
import pytest

from vision.cards.learn.balance import balanced
from vision.reading import Image

WIDE, HIGH = 128, 179


def scene(figure: str, hue: tuple[int, int, int] = (150, 110, 40), paper: int = 225) -> Image:
    """A card with a white border, a sky over dark waves and a figure in one corner: all but that is alike."""
    made = np.full((HIGH, WIDE, 3), paper, np.uint8)
    sky = np.linspace(0, 1, HIGH - 16)[:, None, None] * np.array((40, 60, 70)) + np.array(hue)
    made[8:-8, 8:-8] = np.broadcast_to(sky, (HIGH - 16, WIDE - 16, 3)).clip(0, 255)
    made[120:-8, 8:-8] = (70, 40, 15)
    cv2.circle(made, (64, 80), 20, (225, 225, 225), -1, cv2.LINE_AA)
    cv2.putText(made, figure, (12, 30), cv2.FONT_HERSHEY_SIMPLEX, 0.6, (20, 20, 20), 2, cv2.LINE_AA)
    return made


def lit(face: Image, gains: tuple[float, float, float], slope: float = 0.0) -> Image:
    """A photograph of a face in a light of these colours that falls off to one side; full at 255."""
    fall = 1 + slope * np.linspace(-1, 1, WIDE)[None, :, None]
    return np.asarray(np.clip(face * fall * np.array(gains), 0, 255), np.uint8)


LIGHTS = [((1.0, 1.0, 1.0), 0.1), ((0.92, 1, 1.05), -0.12), ((1.06, 1, 0.93), 0.0), ((0.9, 0.9, 0.9), 0.05)]


def test_what_faces_share_tells_how_each_was_lit() -> None:
    """Its tint and where it falls from: after that they differ by their figures alone."""
    taken = np.stack([lit(scene(str(n)), *LIGHTS[n % 4]) for n in range(8)])
    before, after = taken.astype(int), balanced(taken).astype(int)
    rest = (slice(None), slice(40, None))
    assert np.abs(before[rest] - before[0, 40:]).max() > 50
    assert np.abs(after[rest] - after[0, 40:]).max() <= 12
    figures = (slice(None), slice(12, 34), slice(10, 30))
    assert np.abs(after[figures][0] - after[figures][1]).max() > 100


def test_what_was_full_in_one_photograph_is_as_the_others_show_it() -> None:
    taken = np.stack([lit(scene(str(n)), (1, 1, 1) if n else (1.25, 1.25, 1.25)) for n in range(8)])
    assert (taken[0, 75:85, 55:73] == 255).all()
    after = balanced(taken).astype(int)
    assert np.abs(after[0, 40:] - after[1, 40:]).max() <= 12


@pytest.mark.parametrize("paper", [225, 150])
def test_suits_that_differ_by_the_hue_of_their_ground_keep_it(paper: int) -> None:
    """The border is the same in both, so the ground's hue is no lamp's."""
    hues = [(150, 110, 40), (110, 110, 80)]
    taken = np.stack([scene(str(n), hues[n % 2], paper) for n in range(8)])
    after = balanced(taken).astype(int)
    apart = (after[0, 60:100, 12:40] - after[1, 60:100, 12:40]).mean(axis=(0, 1))
    assert np.abs(apart - (40, 0, -40)).max() < 8


def test_thin_lines_on_dark_ground_keep_their_hue() -> None:
    """They are the palest print, and no paper: what they differ in was once taken for the lamp."""
    inks = [(240, 168, 134), (154, 216, 134), (134, 144, 240), (122, 210, 236)]
    made = []
    for n in range(8):
        face = np.full((HIGH, WIDE, 3), (30, 24, 18), np.uint8)
        cv2.circle(face, (64, 80), 30, inks[n % 4], 3, cv2.LINE_AA)
        cv2.rectangle(face, (8, 8), (WIDE - 9, HIGH - 9), inks[n % 4], 1)
        made.append(face)
    taken = np.stack(made)
    assert np.abs(balanced(taken).astype(int) - taken).max() <= 14


def test_gradients_of_their_own_are_no_light() -> None:
    """Grounds that grow lighter, each to another side, under signs that no other face has: nothing says how the lamp
    stood. They were once made alike."""
    rng = np.random.default_rng(5)
    y, x = np.mgrid[-1 : 1 : HIGH * 1j, -1 : 1 : WIDE * 1j]
    made = []
    for n in range(8):
        ground = 70 * np.exp(0.5 * (x * np.cos(n) + y * np.sin(n)))
        face = np.clip(ground[..., None] * (1.1, 1.0, 0.5), 0, 255).astype(np.uint8)
        for place in rng.integers((20, 30), (100, 150), (5, 2)):
            cv2.rectangle(face, place, place + rng.integers(8, 40, 2), (200, 220, 210), 3)
        made.append(face)
    taken = np.stack(made)
    after = balanced(taken)
    logs, was = (np.log(faces[:, 8:-8, 8:-8].mean(axis=3) + 10) for faces in (after, taken))
    off = logs - was
    assert np.abs(off - np.median(off, axis=(1, 2), keepdims=True)).mean() < 0.05


def test_a_face_of_its_own_colour_is_left_as_it_is() -> None:
    blue = np.full((1, HIGH, WIDE, 3), (230, 80, 30), np.uint8)
    taken = np.stack([lit(scene(str(n)), *LIGHTS[n % 4]) for n in range(8)])
    assert np.abs(balanced(np.concatenate([taken, blue]))[-1].astype(int) - blue[0]).max() <= 12


def test_of_few_faces_nobody_can_say_what_is_usual() -> None:
    taken = np.stack([lit(scene(str(n)), *LIGHTS[n]) for n in range(3)])
    assert (balanced(taken) == taken).all()
