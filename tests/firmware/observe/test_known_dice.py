"""A die that nobody touched is there, whether or not the reader finds it again."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from firmware.games.layouts import layout
from firmware.observe.dice_reader import read_dice
from firmware.observe.known_dice import KnownDice
from firmware.state.observation import Piece
from hardware.cameras.frame import Image
from tests.firmware.looks import die, look
from vision.dice.calibration import Candidate
from vision.dice.reader import DiceReader
from vision.frame.mat import Mat
from vision.reading import Die, Reading

LYING = (die("die-1", 60, 60, sure=0.6), die("die-5", 150, 100))


def photo(*dice: Piece, light: float = 1.0, seed: int = 1) -> Image:
    """Pale dice with a dark pip on a dark, noisy cloth."""
    picture = np.random.default_rng(seed).normal(70, 4, (200, 240, 3))
    for piece in dice:
        x, y, width, height = (round(v) for v in piece.box)
        picture[y - 2 : y + height + 2, x - 2 : x + width + 2] += 120
        picture[y + 6 : y + 10, x + 6 : x + 10] -= 100
    return np.clip(picture * light, 0, 255).astype(np.uint8)


def after(now: tuple[Piece, ...], shown: Image) -> tuple[Piece, ...]:
    """What is seen after `LYING`, if the reader finds `now` in the picture `shown`."""
    known = KnownDice()
    known.saw(look(*LYING), photo(*LYING))
    return known.with_overlooked(look(*now), shown).pieces


def test_a_die_that_the_picture_shows_where_it_lay_is_there_though_the_reader_overlooks_it() -> None:
    thrown = die("die-3", 200, 40)
    assert after((thrown,), photo(*LYING, thrown, light=0.9, seed=2)) == (thrown, *LYING)


def test_a_die_that_was_taken_is_gone() -> None:
    assert after((LYING[1],), photo(LYING[1], seed=2)) == (LYING[1],)


def test_a_die_that_was_taken_is_gone_however_alike_the_edge_of_a_shadow_makes_its_place() -> None:
    """Under blinds dice that had been taken lay there for good: Farkle stood still."""

    def half_in_sun(*dice: Piece, seed: int) -> Image:
        picture = np.random.default_rng(seed).normal(60, 3, (200, 240, 3))
        picture[:, 60:] += 140
        for piece in dice:
            x, y, width, height = (round(v) for v in piece.box)
            picture[y : y + height, x : x + width] += 30
        return picture.clip(0, 255).astype(np.uint8)

    known = KnownDice()
    known.saw(look(LYING[0]), half_in_sun(LYING[0], seed=1))
    assert known.with_overlooked(look(), half_in_sun(LYING[0], seed=2)).pieces == (LYING[0],)
    assert known.with_overlooked(look(), half_in_sun(seed=2)).pieces == ()
    assert known.taken(half_in_sun(LYING[0], seed=2)) == ()
    assert known.taken(half_in_sun(seed=2)) == (LYING[0],)


def test_a_die_that_the_reader_finds_is_what_the_reader_says() -> None:
    read = replace(LYING[0], items=(("die-1", 0.9),))
    assert after((read, LYING[1]), photo(*LYING, seed=2)) == (read, LYING[1])


def test_a_picture_of_another_size_tells_nothing_of_what_lay_there() -> None:
    assert after((), photo(*LYING)[:100]) == ()


def test_a_pale_die_that_was_taken_from_a_pale_cloth_is_known_to_be_gone() -> None:
    def pale(*dice: Piece, seed: int) -> Image:
        return (160 + 0.35 * photo(*dice, seed=seed)).astype(np.uint8)

    known = KnownDice()
    known.saw(look(*LYING), pale(*LYING, seed=1))
    assert known.taken(pale(LYING[1], seed=2)) == (LYING[0],)
    assert known.taken(photo(seed=2)) == ()  # the light has changed: nothing tells


class Reads(DiceReader):
    """Reads one five, its middle at these px."""

    def __init__(self, *centre: float) -> None:
        self._centre = (centre[0], centre[1])

    def candidates(self, *_: object, **__: object) -> list[Candidate]:
        return []

    def reading(self, *_: object) -> Reading:
        five = Die(
            "pips", "white", "5", (0, 0, 32, 32), self._centre, 32.0, 0.0, 0.99, (("5", 0.99),), (("white", 1.0),)
        )
        return Reading(600, 420, (five,))


@pytest.mark.parametrize(("mm", "places"), [(258.0, ("kept",)), (262.0, ("kept",)), (266.0, ())])
def test_a_die_that_reaches_a_little_beyond_a_place_is_of_it_and_one_beside_it_is_not(
    mm: float, places: tuple[str, ...]
) -> None:
    """The strip ends at 259 mm, and half a die is 8 mm: one that touches the strip from outside was put aside."""
    mat = Mat(layout("tray-keep"), np.diag([0.5, 0.5, 1.0]))
    seen = read_dice(Reads(2 * mm, 120), photo(), mat, 1.0, KnownDice())
    assert tuple(piece.place for piece in seen.pieces) == places
