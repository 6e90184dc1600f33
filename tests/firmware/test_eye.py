"""The eye at tables of cards: frames of the simulated table become looks with items and places."""

from __future__ import annotations

from collections import Counter
from random import Random

import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.eye import Eye
from firmware.film_cards import true_eyes
from firmware.laid import card_zones
from firmware.look import Look
from firmware.mats import mat
from firmware.robot_cards import CardRobot
from firmware.table import Table
from hardware.scene.table_stage import TableStage
from hardware.table_camera import TableCamera

PLAYERS = 3


def pieces(look: Look) -> Counter[tuple[str, str]]:
    return Counter((piece.place, piece.items[0][0]) for piece in look.pieces)


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down"])
def test_what_lies_on_the_mat_is_read_with_its_places_look_by_look(game: str) -> None:
    truth = Match.begin(GAMES[game], ("Ana", "Ben", "Cleo"), {"hands": "open"})
    shown = Match.begin(GAMES[game], ("Ana", "Ben", "Cleo"), {"hands": "hidden"})
    stage = TableStage(game, mat(game, PLAYERS, {}), 5, (1280, 720), brief=True)
    camera, robot = TableCamera(stage, seed=3), CardRobot(stage, truth, Random(1))
    eye = Eye(lambda: game, laid=lambda: (PLAYERS, ()))
    for _ in range(3):
        sight = eye.see(camera.look(), settled=True)
        assert sight is not None
        assert pieces(sight.look) == pieces(true_eyes(camera))
        assert (sight.look.width, sight.look.height) == (960, 540)
        robot.step(Table(shown, "0000"))
        robot.step(Table(shown, "0000"))
        robot.step(Table(shown, "0000"))


def test_without_its_mat_a_table_of_cards_is_not_read() -> None:
    grey = np.full((360, 640, 3), 128, np.uint8)
    assert Eye(lambda: "hai-noon").read(grey) is None


def test_cards_are_looked_for_where_a_card_fits() -> None:
    zones = card_zones(mat("hai-noon"))
    assert set(zones) == {"north", "east", "south", "west", "discard"}
