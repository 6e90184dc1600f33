"""Games of cards filmed on the simulated table and followed."""

from __future__ import annotations

from functools import cache

import pytest

from firmware.simulation.card_film import CardFilm, FilmedTable, true_eyes
from firmware.simulation.film import Film, film
from firmware.simulation.players.hands import AWAY, DECK
from firmware.simulation.tally import NAMES
from firmware.state.observation import Observation
from hardware.simulated.table_camera import TableCamera

SMALL = (320, 180)


def test_a_short_game_is_followed_from_the_pictures_alone() -> None:
    done = film(CardFilm("hai-noon", players=2, seed=2, options={"length": "short"}))
    assert (done.right, done.wrong) == (True, False)
    assert done.scores == done.truth
    assert done.questions <= 2


def test_a_short_game_is_followed_by_drawn_places_though_the_camera_is_pushed() -> None:
    table = FilmedTable(drawn=True, pushes=1)
    done = film(CardFilm("hai-noon", players=2, seed=4, options={"length": "short"}, table=table))
    assert (done.right, done.wrong) == (True, False)
    assert done.questions <= 1


def test_a_push_that_the_device_does_not_follow_is_a_question_and_is_mended() -> None:
    unread = []

    def eyes(camera: TableCamera) -> Observation | None:
        moved = camera.stage.scene.view is not views[0]
        unread.append(moved)
        return None if moved else true_eyes(camera)

    made = CardFilm(
        "hai-noon", players=2, seed=1, eyes=eyes, size=SMALL, options={"length": "short"},
        table=FilmedTable(drawn=True, pushes=2),
    )  # fmt: skip
    views = [made.robot.stage.scene.view]
    done = film(made)
    assert done.right
    assert unread.count(True) == done.questions == 2


@pytest.mark.parametrize("seed", [1, 3])
def test_with_true_eyes_every_event_of_hai_noon_is_followed(seed: int) -> None:
    done = film(CardFilm("hai-noon", players=3, seed=seed, eyes=true_eyes, size=SMALL))
    assert (done.right, done.wrong, done.questions, done.mismatches) == (True, False, 0, 0)


@cache
def splash_down() -> Film:
    """A whole game, seen by true eyes."""
    return film(CardFilm("splash-down", players=3, seed=1, eyes=true_eyes, size=SMALL))


def test_splash_down_is_followed_with_what_no_camera_can_see_asked() -> None:
    done = splash_down()
    assert (done.right, done.wrong) == (True, False)
    assert done.unseen > 0


def test_each_question_of_a_film_is_kept_as_the_oled_shows_it() -> None:
    done = splash_down()
    assert done.questions + done.unseen == sum(not asked.step for asked in done.asked)
    assert all(len(set(asked.answers)) == len(asked.answers) for asked in done.asked)
    fluke = next(asked for asked in done.asked if asked.lines[-1].endswith("“Fluke!”?"))
    assert (fluke.unseen, {*fluke.answers} <= {*NAMES}) == (True, True)


def test_a_device_that_sees_nothing_follows_nothing_and_the_film_ends() -> None:
    done = film(CardFilm("hai-noon", players=2, seed=1, eyes=lambda camera: None, size=SMALL))
    assert (done.right, done.wrong) == (False, False)
    assert done.events > 0


def test_true_eyes_leave_out_what_tells_nothing() -> None:
    places: set[str] = set()

    def eyes(camera: TableCamera) -> Observation:
        look = true_eyes(camera)
        places.update(piece.place for piece in look.pieces)
        return look

    film(CardFilm("hai-noon", players=3, seed=1, eyes=eyes, size=SMALL))
    assert "ring-0" in places
    assert not places & {DECK, AWAY}


def test_a_film_repeats_from_its_seed() -> None:
    first, second = (
        film(CardFilm("hai-noon", players=2, seed=6, eyes=true_eyes, clumsy=True, size=SMALL)) for _ in range(2)
    )
    assert first == second
