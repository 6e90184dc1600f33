"""A camera that cannot see the table: what it does not see is no move, and the play goes on afterwards."""

from __future__ import annotations

from functools import partial

import numpy as np
import pytest

from firmware.faults import covered_film
from firmware.faults.covered_film import (
    LONG_FRAMES,
    Cover,
    black,
    film_of,
    hand,
    hand_over_half,
    nearly_dark,
    shaken,
    sleeve,
    white,
)
from firmware.observe.table_seen import BLIND, COVERED, SHAKES
from firmware.simulation.dice_film import REACH, TUMBLING
from firmware.simulation.players.dice_robot import same
from hardware.scene.stage.dice_stage import DiceStage
from vision.frame.motion_gate import LIMITS as GATE


@pytest.fixture(autouse=True)
def brief(monkeypatch: pytest.MonkeyPatch) -> None:
    """Dice tumble and hands move as briefly as in the films of whole games: what is tested lies at rest."""
    monkeypatch.setattr(covered_film, "DiceStage", partial(DiceStage, tumbling=TUMBLING, reach=REACH))


LONG = (hand_over_half, sleeve)
"""What covers a part is taken for somebody's arm at first."""


@pytest.mark.parametrize(
    ("cover", "ground"),
    [
        (black, "mat"),
        (white, "wood"),
        (nearly_dark, "cloth"),
        (hand, "wood"),
        (hand_over_half, "cloth"),
        (sleeve, "mat"),
    ],
)
def test_what_covers_the_lens_is_no_move_and_the_next_throw_counts(cover: Cover, ground: str) -> None:
    film = film_of(ground, seed=4)
    rest = film.play(events=2)
    before = film.table.match.events
    film.said.clear()
    film.see(cover(rest), LONG_FRAMES if cover in LONG else 20)
    film.see(rest, 20)
    assert film.table.match.events == before
    assert film.said == [COVERED if cover in (hand, *LONG) else BLIND]
    film.play(events=3)
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]


@pytest.mark.parametrize(
    ("game", "cover"), [("hai-noon", sleeve), ("hold-your-breath", hand_over_half), ("splash-down", black)]
)
def test_what_covers_a_table_of_cards_is_no_move_no_question_and_no_misplaced_card(game: str, cover: Cover) -> None:
    """Under a hand cards were read that are none, where the mat says that some lie, and remembered when it had gone."""
    film = film_of(game, seed=7100)
    rest = film.play(events=2)
    film.see(rest, 8)
    before = film.table
    film.said.clear()
    film.see(cover(rest), 3)
    film.at += GATE.patience_s
    film.see(cover(rest), 8)
    assert film.said == [COVERED if cover in LONG else BLIND]
    film.see(rest, 8)
    after = film.table
    assert (after.match, after.question, after.mismatch) == (before.match, before.question, before.mismatch)


@pytest.mark.parametrize("cover", [hand, *LONG])
def test_a_bare_mat_that_is_covered_is_said_too(cover: Cover) -> None:
    film = film_of("splash-down", seed=7101)
    bare = film.camera.frame().image
    film.see(bare, 20)
    film.said.clear()
    film.see(cover(bare), 3)
    film.at += GATE.patience_s
    film.see(cover(bare), 8)
    film.see(bare, 20)
    assert film.said == [COVERED]


def test_a_mat_that_was_covered_from_the_start_is_believed_once_it_is_bare() -> None:
    film = film_of("splash-down", seed=7102)
    bare = film.camera.frame().image
    film.see(hand_over_half(bare), 20)
    film.said.clear()
    film.see(bare, 3)
    film.at += GATE.patience_s
    film.see(bare, 20)
    assert film.said == []


@pytest.mark.parametrize("cover", [black, white])
def test_a_lens_that_is_covered_from_the_start_is_said(cover: Cover) -> None:
    film = film_of("mat", seed=4)
    film.see(cover(film.camera.frame().image), 20)
    assert film.said == [BLIND]
    film.play(events=1)
    assert len(film.table.match.events) == 1


def test_a_lamp_dimmed_by_half_hides_nothing() -> None:
    film = film_of("wood", seed=4)
    film.play(events=2)
    film.said.clear()
    film.play(events=3, through=lambda picture: (picture * 0.5).astype(np.uint8))
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]
    assert film.said == []


@pytest.mark.parametrize(("ground", "seed"), [("mat", 4), ("wood", 5)])
def test_throws_under_a_trembling_camera_are_read(ground: str, seed: int) -> None:
    film, rng = film_of(ground, seed), np.random.default_rng(1)
    film.play(events=3, through=lambda picture: shaken(picture, 4.0, rng))
    assert [same(event) for event in film.table.match.events] == [same(e) for e in film.robot.truth.events[:3]]


def test_a_camera_that_shakes_says_so_and_is_well_again_once_it_stands() -> None:
    film, rng = film_of("mat", seed=4), np.random.default_rng(1)
    rest = film.play(events=1)
    film.said.clear()
    for _ in range(130):
        film.see(shaken(rest, 120.0, rng))
    assert film.said == [SHAKES]
    film.play(events=2)
    told = [same(event) for event in film.table.match.events]
    assert len(told) >= 2
    assert told == [same(event) for event in film.robot.truth.events[: len(told)]]
