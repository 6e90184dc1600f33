"""The observer at tables of cards: frames of the simulated table become looks with items and places."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import cv2
import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.games.layouts import mat
from firmware.observe.dice_reader import items_of
from firmware.observe.mat_reader import card_zones
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_setup import TableSetup
from firmware.simulation.card_film import true_eyes
from firmware.simulation.players.card_robot import CardRobot
from firmware.state.observation import HIDDEN, Observation
from firmware.state.table import Table
from hardware.cameras.frame import Frame
from hardware.scene.stage.table_stage import LayPiece, TableStage
from hardware.simulated.table_camera import TableCamera
from tests.vision.drawn import picture
from vision.reading import Die

PLAYERS = 3


def pieces(look: Observation) -> Counter[tuple[str, str]]:
    return Counter((piece.place, piece.items[0][0]) for piece in look.pieces)


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down"])
def test_what_lies_on_the_mat_is_read_with_its_places_look_by_look(game: str) -> None:
    truth = Match.begin(GAMES[game], ("Ana", "Ben", "Cleo"), {"hands": "open"})
    shown = Match.begin(GAMES[game], ("Ana", "Ben", "Cleo"), {"hands": "hidden"})
    stage = TableStage(game, mat(game, PLAYERS, {}), 5, (1280, 720), brief=True)
    camera, robot = TableCamera(stage, seed=3), CardRobot(stage, truth, Random(1))
    observer = Observer(TableSetup(game, seats=PLAYERS))
    for _ in range(3):
        sight = observer.see(camera.look(), settled=True)
        assert isinstance(sight, Sight)
        assert pieces(sight.observation) == pieces(true_eyes(camera))
        assert (sight.observation.width, sight.observation.height) == (960, 540)
        robot.step(Table(shown, "0000"))
        robot.step(Table(shown, "0000"))
        robot.step(Table(shown, "0000"))


def filmed_small(observer: Observer, large: np.ndarray, asked: list[str]) -> Sight | Unread | None:
    """What is seen in a film of small, noisy pictures of a still table whose camera has this picture beside each."""
    noise, small = np.random.default_rng(26112601), cv2.resize(large, (480, 270), interpolation=cv2.INTER_AREA)

    def enlarged() -> np.ndarray:
        asked.append("enlarged")
        return large

    seen = None
    for number in range(12):
        noisy = np.clip(small + noise.normal(0, 1.5, small.shape), 0, 255).astype(np.uint8)
        seen = seen or observer.see(Frame(noisy, number / 20, enlarged=enlarged))
    return seen


def test_cards_are_read_with_all_px_that_the_camera_has_of_the_moment_in_which_its_small_film_came_to_rest() -> None:
    stage = TableStage("hai-noon", mat("hai-noon", PLAYERS, {}), 5, (1280, 720), brief=True)
    camera, asked = TableCamera(stage, seed=3), list[str]()
    sight = filmed_small(Observer(TableSetup("hai-noon", seats=PLAYERS)), camera.look().image, asked)
    assert isinstance(sight, Sight)
    assert pieces(sight.observation) == pieces(true_eyes(camera))
    assert asked == ["enlarged"]


def test_dice_are_read_as_they_are_filmed() -> None:
    asked: list[str] = []
    drawn = picture(["swimmer-1", "swimmer-2", "shark-3", "event-sun"], 8)[0]
    assert filmed_small(Observer(TableSetup("shark-attacks", seats=PLAYERS)), drawn, asked) is not None
    assert asked == []


def test_a_card_that_others_hide_is_known_to_be_beneath_them_but_on_the_discard_pile() -> None:
    game = "hold-your-breath"
    stage = TableStage(game, mat(game, PLAYERS, {}), 5, (1280, 720), brief=True)
    camera, observer = TableCamera(stage, seed=3), Observer(TableSetup(game, seats=PLAYERS))
    for card in ("", "air-5-panic", "dolphin"):
        if card:
            stage.visit(LayPiece(card, "seat-1/panic"), LayPiece(card, "discard"))
        sight = observer.see(camera.look(), settled=True)
    assert isinstance(sight, Sight)
    assert sorted((piece.place, piece.items[0][0], piece.doubt) for piece in sight.observation.pieces) == [
        ("discard", "dolphin", ""),
        ("seat-1/panic", "air-5-panic", HIDDEN),
        ("seat-1/panic", "dolphin", ""),
    ]


def test_dice_on_a_bare_table_are_read_after_a_game_that_had_a_mat() -> None:
    stage = TableStage("hai-noon", mat("hai-noon", PLAYERS, {}), 5, (1280, 720), brief=True)
    observer = Observer(TableSetup("hai-noon", seats=PLAYERS))
    assert isinstance(observer.see(TableCamera(stage, seed=3).look(), settled=True), Sight)
    observer.use(TableSetup("shark-attacks", seats=PLAYERS))
    sight = observer.observe(picture(["swimmer-1", "swimmer-2", "shark-3", "event-sun"], 8)[0])
    assert isinstance(sight, Sight)
    assert sorted(piece.items[0][0] for piece in sight.observation.pieces) == [
        "event-sun",
        "shark-3",
        "swimmer-1",
        "swimmer-2",
    ]


def test_without_its_mat_a_table_of_cards_is_not_read() -> None:
    grey = np.full((360, 640, 3), 128, np.uint8)
    assert isinstance(Observer(TableSetup("hai-noon")).observe(grey), Unread)


def test_cards_are_looked_for_where_a_card_fits() -> None:
    zones = card_zones(mat("hai-noon"))
    assert set(zones) == {"north", "east", "south", "west", "discard"}
    assert set(card_zones(mat("hai-noon", cards=(44.0, 68.0)))) == set(zones)  # tiles have places as large as these
    assert {"seat-3/laid", "crib", "starter"} < set(card_zones(mat("cribbage", 4)))


def test_a_leaning_die_may_as_well_show_any_other_face_of_its_kind() -> None:
    """One that lies well and is hard to read is believed as far as its candidates say."""
    faces = (("wave", 0.998), ("1", 0.001), ("2", 0.0005), ("3", 0.0005))
    leaning = Die(
        "shark-attacks", "swimmer", "wave", (0, 0, 20, 20), (10.0, 10.0), 16.0, 5.0, 0.99, faces, (("swimmer", 1.0),),
        "cocked or hidden",
    )  # fmt: skip
    chances = dict(items_of(leaning))
    assert chances["swimmer-wave"] < 0.61
    assert all(chances[f"swimmer-{face}"] > 0.13 for face in "123")
    assert dict(items_of(replace(leaning, doubt="")))["swimmer-wave"] == 0.998
    assert dict(items_of(replace(leaning, doubt="unclear")))["swimmer-1"] < 0.001


def test_what_its_face_looks_like_is_known_of_a_die_that_is_not_surely_read() -> None:
    """The dark takes the pips of one die of this picture."""
    sight = Observer(TableSetup("dice-tray")).observe(picture([f"die-{face}" for face in "1234566521"], 7, "dark")[0])
    assert isinstance(sight, Sight)
    told = {bool(piece.features): piece.items[0][1] for piece in sight.observation.pieces}
    assert told[False] > 0.999 > told[True]


def test_a_die_that_is_hardly_seen_as_one_shows_its_first_face_but_never_so_surely_that_nobody_is_asked() -> None:
    faces = (("1", 0.45), ("2", 0.001), ("3", 0.001), ("4", 0.0), ("5", 0.0), ("6", 0.0))
    hardly = Die(
        "pips", "white", None, (0, 0, 20, 20), (10.0, 10.0), 16.0, 5.0, 0.0, faces, (("white", 1.0),), "unreadable"
    )
    chances = items_of(hardly)
    assert chances[0][0] == "die-1"
    assert 0.95 < chances[0][1] / sum(p for _, p in chances) < 0.99
    unlike = items_of(replace(hardly, candidates=(("1", 0.3), ("2", 0.15), *faces[2:])))
    assert unlike[0][1] / sum(p for _, p in unlike) < 0.5
