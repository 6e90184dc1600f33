"""Games of cards followed look by look: the device knows what happened, and asks only what no picture can tell."""

from __future__ import annotations

import pytest

from tests.firmware.follow import Follow, Followed
from tests.firmware.sketch import Errors


def followed(game: str, players: int, seed: int, **errors: float) -> Followed:
    return Follow(game, players, seed, errors=Errors(**errors)).play()


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 1), (4, 2)])
def test_hai_noon_is_followed_without_a_question(players: int, seed: int) -> None:
    film = followed("hai-noon", players, seed)
    assert (film.right, film.wrong, film.asked, film.doubts, film.mismatches) == (True, False, 0, 0, 0)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (4, 2)])
def test_hold_your_breath_is_followed_with_few_questions(players: int, seed: int) -> None:
    film = followed("hold-your-breath", players, seed)
    assert (film.right, film.wrong) == (True, False)
    assert film.doubts <= 4


@pytest.mark.parametrize(("players", "seed"), [(5, 14), (3, 116), (2, 130)])
def test_games_that_once_went_astray_without_a_question_are_followed(players: int, seed: int) -> None:
    """Cards laid on their like in a hurry, and the discard pile beside rows that hold the like of its top."""
    film = followed("hold-your-breath", players, seed)
    assert (film.right, film.wrong) == (True, False)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (5, 4)])
def test_splash_down_is_followed_by_asking_who_played_and_who_called(players: int, seed: int) -> None:
    film = followed("splash-down", players, seed)
    assert (film.right, film.wrong) == (True, False)
    assert film.asked > film.doubts


def test_tiles_and_cards_misread_with_little_confidence_are_asked_about_or_overruled() -> None:
    film = followed("hai-noon", 3, 1, misread=0.1)
    assert (film.right, film.wrong) == (True, False)


def test_many_areas_of_cards_are_followed_though_a_tenth_is_misread() -> None:
    """The pieces of an area keep their names when the rules tell the area in another order."""
    film = followed("splash-down", 6, 5, misread=0.1)
    assert (film.right, film.wrong, film.mismatches) == (True, False, 0)
    assert film.repaired > film.misread / 2


def test_pieces_pushed_a_little_are_no_moves() -> None:
    film = followed("hai-noon", 4, 3, nudged=0.3)
    assert (film.right, film.wrong, film.mismatches) == (True, False, 0)
