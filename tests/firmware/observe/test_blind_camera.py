"""A camera that cannot see the table: what it does not see is no move, and the play goes on afterwards."""

from __future__ import annotations

import numpy as np
import pytest

from firmware.faults.covered_film import (
    LONG_FRAMES,
    Cover,
    CoveredFilm,
    black,
    hand,
    hand_over_half,
    nearly_dark,
    shaken,
    white,
)
from firmware.observe.table_seen import BLIND, COVERED, SHAKES
from firmware.simulation.players.dice_robot import same


@pytest.mark.parametrize("with_mat", [True, False], ids=["mat", "wood"])
@pytest.mark.parametrize("cover", [black, white, nearly_dark, hand, hand_over_half])
def test_what_covers_the_lens_is_no_move_and_the_next_throw_counts(cover: Cover, with_mat: bool) -> None:
    film = CoveredFilm(with_mat, seed=4)
    rest = film.play(events=2)
    before = film.table.match.events
    film.said.clear()
    film.see(cover(rest), LONG_FRAMES if cover is hand_over_half else 20)
    film.see(rest, 20)
    assert film.table.match.events == before
    assert film.said == [COVERED if "hand" in cover.__name__ else BLIND]
    film.play(events=3)
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]


@pytest.mark.parametrize("cover", [black, white])
def test_a_lens_that_is_covered_from_the_start_is_said(cover: Cover) -> None:
    film = CoveredFilm(with_mat=True, seed=4)
    film.see(cover(film.camera.frame().image), 20)
    assert film.said == [BLIND]
    film.play(events=1)
    assert len(film.table.match.events) == 1


def test_a_lamp_dimmed_by_half_hides_nothing() -> None:
    film = CoveredFilm(with_mat=False, seed=4)
    film.play(events=2)
    film.said.clear()
    film.play(events=3, through=lambda picture: (picture * 0.5).astype(np.uint8))
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]
    assert film.said == []


@pytest.mark.parametrize(("with_mat", "seed"), [(True, 4), (False, 5)], ids=["mat", "wood"])
def test_throws_under_a_trembling_camera_are_read(with_mat: bool, seed: int) -> None:
    film, rng = CoveredFilm(with_mat, seed), np.random.default_rng(1)
    film.play(events=3, through=lambda picture: shaken(picture, 4.0, rng))
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]


def test_a_camera_that_shakes_says_so_and_is_well_again_once_it_stands() -> None:
    film, rng = CoveredFilm(with_mat=True, seed=4), np.random.default_rng(1)
    rest = film.play(events=1)
    film.said.clear()
    for _ in range(130):
        film.see(shaken(rest, 120.0, rng))
    assert film.said == [SHAKES]
    film.play(events=2)
    told = [same(event) for event in film.table.match.events]
    assert len(told) >= 2
    assert told == [same(event) for event in film.robot.truth.events[: len(told)]]
