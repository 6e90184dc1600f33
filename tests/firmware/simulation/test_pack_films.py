"""Games with a French-suited pack, filmed on the simulated table and followed by who sees no hand."""

from __future__ import annotations

import contextlib

import pytest

from firmware.simulation.card_film import CardFilm, true_eyes
from firmware.simulation.film import film
from firmware.state.table import Table
from tests.firmware.games.test_layouts import PACK_GAMES

SMALL = (320, 180)


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (2, 2), (3, 4), (4, 5)])
def test_with_true_eyes_a_game_of_cribbage_is_followed_and_nothing_is_asked(players: int, seed: int) -> None:
    target = {"target": 121 if players == 2 else 61}
    done = film(CardFilm("cribbage", players=players, seed=seed, eyes=true_eyes, size=SMALL, options=target))
    assert (done.right, done.wrong, done.questions, done.unseen, done.mismatches) == (True, False, 0, 0, 0)


@pytest.mark.parametrize(
    ("players", "options"), [(3, {"scoring": "minus"}), (5, {"trump": "none", "hook": False}), (7, {"deals": "up"})]
)
def test_with_true_eyes_of_a_game_of_oh_hell_only_bids_are_asked(players: int, options: dict[str, object]) -> None:
    asked = []

    def watch(table: Table) -> None:
        if table.question is not None:
            asked.append(table.question.unseen or table.question.look is None)

    done = film(CardFilm("oh-hell", players=players, seed=6, eyes=true_eyes, size=SMALL, options=options), watch=watch)
    assert (done.right, done.wrong, done.questions, done.mismatches) == (True, False, 0, 0)
    deals = 7 if options.get("deals") == "up" else 10
    assert done.unseen == len(done.asked)
    assert deals * (players - 1) < done.unseen <= deals * players  # a last bid that the rules leave no choice is not
    assert all(" bids " in " ".join(one.lines) for one in done.asked)
    assert asked
    assert all(asked)


@pytest.mark.parametrize("game", PACK_GAMES)
def test_the_first_deal_is_followed_from_the_pictures_alone(game: str) -> None:
    """Our own pack on our own mat; the film ends after its first deal."""
    options = {"most": 2} if game == "oh-hell" else {"target": 61}
    made = CardFilm(game, players=3 if game == "oh-hell" else 2, seed=7, options=options)
    looks = []

    def watch(table: Table) -> None:
        looks.append(table.mismatch)
        if len(table.match.events) > 22:
            raise StopIteration

    with contextlib.suppress(StopIteration):
        film(made, watch=watch)
    assert len(looks) > 15
    assert looks.count(None) == len(looks)
