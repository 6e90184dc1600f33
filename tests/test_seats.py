"""Every seat is told from every other: by its colour, also for the colour-blind, and by its emblem alone."""

from __future__ import annotations

from dataclasses import replace
from itertools import combinations, product

import numpy as np
import pytest

from engines.core import Match, Seating
from engines.games import game_named
from engines.seats import SEATS
from firmware.outputs import screens
from firmware.state.table import OledPage, Table
from hardware.art.deck.pen import ink
from hardware.art.pieces.tokens import COLOURS

EYES = {
    "all colours": np.eye(3),
    "protanopia": np.array([[0.1523, 1.0526, -0.2049], [0.1145, 0.7863, 0.0992], [-0.0039, -0.0481, 1.0520]]),
    "deuteranopia": np.array([[0.3673, 0.8606, -0.2280], [0.2801, 0.6725, 0.0474], [-0.0118, 0.0429, 0.9689]]),
    "tritanopia": np.array([[1.2555, -0.0767, -0.1788], [-0.0784, 0.9308, 0.1476], [0.0047, 0.6914, 0.3039]]),
}
"""Linear RGB as such eyes see it: Machado, Oliveira, Fernandes (2009), severity 1."""
TO_XYZ = np.array([[0.4125, 0.3576, 0.1804], [0.2127, 0.7152, 0.0722], [0.0193, 0.1192, 0.9503]])
CLEARLY_APART = 15.0
"""CIE 1976 distance; about 2 is just seen side by side."""


def linear(colour: str) -> np.ndarray:
    value = np.array([int(colour[at : at + 2], 16) for at in (1, 3, 5)]) / 255
    return np.where(value <= 0.04045, value / 12.92, ((value + 0.055) / 1.055) ** 2.4)


def lab(light: np.ndarray) -> np.ndarray:
    share = TO_XYZ @ np.clip(light, 0, 1) / (0.9505, 1, 1.0891)
    x, y, z = np.where(share > 216 / 24389, np.cbrt(share), (24389 / 27 * share + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def luminance(colour: str) -> float:
    return float(linear(colour) @ (0.2126, 0.7152, 0.0722))


@pytest.mark.parametrize("eyes", EYES)
def test_the_colours_of_all_seats_stay_apart(eyes):
    seen = {seat.colour: lab(EYES[eyes] @ linear(seat.ground)) for seat in SEATS}
    close = {
        (a, b): round(float(np.linalg.norm(seen[a] - seen[b])))
        for a, b in combinations(seen, 2)
        if np.linalg.norm(seen[a] - seen[b]) < CLEARLY_APART
    }
    assert close == {}


def test_the_emblems_stay_apart_without_any_colour_wherever_they_lie():
    drawn = [np.array([[dot == "#" for dot in row] for row in seat.dots]) for seat in SEATS]
    assert {dots.shape for dots in drawn} == {(7, 7)}
    for one, other in combinations(drawn, 2):
        differing = [np.count_nonzero(one ^ np.roll(other, shift, (0, 1))) for shift in product((-1, 0, 1), repeat=2)]
        assert min(differing) >= 9


def test_every_emblem_stands_out_from_its_colour():
    for seat in SEATS:
        light, dark = sorted((luminance(seat.ground), luminance(seat.ink)), reverse=True)
        assert (light + 0.05) / (dark + 0.05) >= 3, seat.colour


@pytest.mark.parametrize("page", [OledPage.MAIN, OledPage.SCORES])
def test_eight_players_of_one_name_are_told_apart_on_the_oled(page):
    begun = Match.begin(game_named("splash-down"), tuple(map(str, range(8))))
    match = replace(begun, seatings=(Seating(("Mia",) * 8, tuple(range(8))),))
    image = screens.draw(Table(match, "4711", page=page))
    columns = [(0, 11), (64, 75)]
    rows = range(15, 63, 12) if page == OledPage.MAIN else range(0, 60, 15)
    marks = {image.crop((left, top, right, top + 12)).tobytes() for left, right in columns for top in rows}
    assert len(marks) == 8


def test_the_printed_tokens_have_the_colours_of_their_seats():
    assert {name: ink(seat.ground) for name, seat in ((seat.colour, seat) for seat in SEATS[:6])} == COLOURS
