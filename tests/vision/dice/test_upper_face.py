"""The upper faces of translucent dice on a mat: what shows through them is none of theirs."""

from __future__ import annotations

import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from firmware.games.layouts import layout
from firmware.observe.observer import Observer
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from hardware.scene.objects import designs
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from vision.dice.strategies.upper_face import FACES, p_leans, p_upper

sys.path.insert(0, str(Path(__file__).parents[3] / "scripts" / "training"))

from dice_upper_faces import _of_table, upper_face_sample


def says(face: str, logit: float = 9.0) -> np.ndarray:
    return np.array([logit if each == face else 0.0 for each in FACES])


def looks(face: str, p: float = 0.99, none: float = 0.0) -> np.ndarray:
    return np.array([*((1 - none) * (p if each == face else (1 - p) / 5) for each in FACES), none])


@pytest.mark.parametrize(("upper", "like"), [("2", "5"), ("3", "5"), ("4", "5"), ("1", "6"), ("2", "3")])
def test_a_face_that_looks_like_another_together_with_the_lower_one_is_what_the_network_says(
    upper: str, like: str
) -> None:
    p = dict(zip((*FACES, "none"), p_upper(says(upper), looks(like)), strict=True))
    assert p[upper] > 0.99
    assert max(p, key=p.__getitem__) == upper


@pytest.mark.parametrize(("upper", "like"), [("4", "6"), ("6", "2"), ("5", "4")])
def test_a_face_that_looks_like_nothing_of_the_kind_is_in_doubt_however_sure_the_network_is(
    upper: str, like: str
) -> None:
    assert p_upper(says(upper), looks(like)).max() < 0.99


def test_where_network_and_classifier_agree_they_are_surer_than_either() -> None:
    assert p_upper(says("6", 5.0), looks("6", 0.97)).max() > 0.998


def test_a_one_above_a_six_is_one_though_it_looks_like_no_face() -> None:
    assert p_upper(says("1"), looks("1", none=0.95))[0] > 0.9
    assert p_upper(says("1"), looks("6", none=0.95))[0] > 0.8


def test_what_looks_like_no_face_and_shows_none_to_the_network_is_read_as_none_surely() -> None:
    assert p_upper(np.zeros(6), looks("6", none=0.999)).max() < 0.25


@pytest.mark.parametrize(("tilted", "logit", "asked"), [(0.99, -3.0, False), (0.9995, 2.0, True), (0.9, -1.0, False)])
def test_a_die_leans_where_both_networks_find_that_it_does(tilted: float, logit: float, asked: bool) -> None:
    assert (p_leans(tilted, logit) > 0.95) == asked
    assert p_leans(tilted, logit) < p_leans(tilted, logit + 1)


@pytest.mark.parametrize("seed", [4851, 4852])
def test_translucent_dice_on_a_mat_are_read_by_their_upper_faces(seed: int) -> None:
    make = replace(designs.pip_die(np.random.default_rng(seed)), clear=0.8)
    stage = DiceStage(layout("tray-keep"), seed, tumbling=1, reach=1, make=make)
    stage.throw([f"die-{face}" for face in FACES])
    camera = DiceCamera(stage, 10.0, seed=seed)
    picture = camera.frame().image
    while stage.busy:
        picture = camera.frame().image
    sight = Observer(TableSetup("farkle", NOTHING_TAUGHT)).observe(picture)
    read = Counter(piece.items[0][0] for piece in sight.observation.pieces)  # type: ignore[union-attr]
    assert read == Counter(f"die-{face}" for face in FACES)


def test_lessons_show_upper_faces_as_the_reader_sees_them() -> None:
    drawn = _of_table(4853)
    assert len(drawn) >= 12
    assert {face for _, face, *_ in drawn} <= set(range(1, 7))
    assert {leans for *_, leans in drawn} == {True, False}
    crop, face, _ = upper_face_sample(drawn, np.random.default_rng(4854))
    assert (crop.shape, crop.dtype) == ((3, 48, 48), np.uint8)
    assert 0 <= face < 6
