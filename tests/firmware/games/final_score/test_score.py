"""The scorekeeper: one look at a table gives the scores, and why."""

from __future__ import annotations

from random import Random

import pytest

from engines.core import BadEvent, Chance, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from engines.names import lying_item
from firmware.games.final_score.score import score
from firmware.state.observation import Observation, Piece

BOX = (0.0, 0.0, 10.0, 10.0)


def look(*lying: tuple[str, str], sure: float = 0.999) -> Observation:
    """A look at these (place, item) pairs."""
    pieces = tuple(
        Piece(((name, sure),), 10.0 * n, 0.0, 10.0, BOX, 0.0, place) for n, (place, name) in enumerate(lying)
    )
    return Observation("look", 1280, 720, pieces)


def tray(*items: str) -> Observation:
    return look(*(("tray", name) for name in items))


def test_swimmers_in_the_tray_are_banked() -> None:
    scored = score("shark-attacks", tray("swimmer-3", "swimmer-wave", "swimmer-2", "event-sun"))
    assert (scored.scores, scored.reasons[0].text, scored.sure) == ((5,), "5 swimmers to bank", True)


def test_a_tray_without_waves_is_a_beach_party() -> None:
    assert score("shark-attacks", tray("swimmer-3", "swimmer-2")).scores == (10,)


def test_sharks_in_the_tray_eat_and_the_rest_escapes() -> None:
    scored = score("shark-attacks", tray("swimmer-3", "swimmer-1", "swimmer-1", "shark-3"))
    assert scored.scores == (2,)
    assert [reason.text for reason in scored.reasons] == ["3 fins eat 3", "2 swimmers escape"]


def test_dice_in_the_tray_are_added_up() -> None:
    assert score("dice-tray", tray("die-6", "die-2", "die-2")).scores == (10,)


def test_the_deepest_anchor_among_those_at_the_surface_wins() -> None:
    board = look(("depth-0", "pirate-0"), ("depth-12", "anchor-0"), ("depth-3", "pirate-1"), ("depth-15", "anchor-1"))
    scored = score("hold-your-breath", board)
    assert (scored.scores, scored.winners) == ((60, -15), (0,))
    assert "anchor at depth 60, pirate back at the Surface" in [reason.text for reason in scored.reasons]


def test_a_board_with_a_pirate_too_few_is_not_scored() -> None:
    with pytest.raises(BadEvent, match="3 pirates"):
        score("hold-your-breath", look(("depth-0", "pirate-0"), ("depth-2", "pirate-1")), players=3)


def test_bites_left_are_read_off_the_divers() -> None:
    tiles = [("inner-0", "diver-pink-injured"), ("inner-1", "diver-turquoise-healthy"), ("ring-3", "shark-hungry")]
    scored = score("hai-noon", look(*tiles), players=4)
    assert (scored.scores, scored.winners) == ((1, 2, 0, 0), (0, 1))
    assert scored.reasons[-1].text == "1 of 12 sharks are hungry"


def test_a_piece_read_with_little_confidence_makes_the_scores_doubtful() -> None:
    scored = score("splash-down", look(("seat-0/score", "krill"), ("seat-1/score", "crab"), sure=0.6))
    assert (scored.sure, scored.doubtful) == (False, (0, 1))


@pytest.mark.parametrize(
    ("game", "players", "seed"), [("splash-down", 3, 4), ("splash-down", 6, 2), ("hold-your-breath", 4, 3)]
)
def test_a_game_that_is_over_is_scored_from_what_lies_there(game: str, players: int, seed: int) -> None:
    random = Random(seed)
    match = Match.begin(GAMES[game], tuple("ABCDEF"[:players]))
    policy = GAMES[game].policies["sensible"]
    while not isinstance(match.state.awaits, Over):
        awaits = match.state.awaits
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else policy(match.state, random))
    lying = [(lie.place, lying_item(lie)) for lie in match.state.expected_pieces()]
    scored = score(game, look(*lying), players)
    assert (scored.scores, scored.winners) == (match.state.scores(), match.state.awaits.winners)
