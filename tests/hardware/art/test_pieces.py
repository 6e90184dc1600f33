"""Tiles, tokens and the mats of the card games: drawn, printed true to size, and told from each other."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest

from hardware.art import mat as mat_art
from hardware.art import pieces as piece_art
from hardware.print import marks, tiles, tokens
from hardware.print.mat import mat as print_mat
from tests.firmware.games.test_layouts import CARD_GAMES, mat


@pytest.mark.parametrize("game", piece_art.SETS)
def test_no_two_pieces_look_alike_even_when_small(game: str) -> None:
    """At 24 px, as a camera sees them: another colour or another make."""
    small = {name: piece_art.draw(game, name, 24)[..., :3].astype(int) for name in piece_art.pieces(game)}
    for (one, a), (other, b) in combinations(small.items(), 2):
        assert np.abs(a - b).mean() > 12, (one, other)


@pytest.mark.parametrize("game", piece_art.SETS)
def test_pieces_are_whole_within_their_outline(game: str) -> None:
    for name in piece_art.pieces(game):
        cover = piece_art.draw(game, name, 84)[..., 3]
        hole = name == "cage"
        assert cover[42, 42] == (0 if hole else 255)
        assert cover[0, 0] < 128
        assert cover[42, 2] == 255


def test_the_pieces_are_those_of_the_rules() -> None:
    """Named as the states show them."""
    from engines.hai_noon.deck import DIVERS
    from engines.names import item

    shown = {item("shark", face) for face in ("hungry", "full")} | {item("cage", "cage")}
    shown |= {item(f"diver-{diver}", face) for diver in DIVERS for face in ("healthy", "injured")}
    assert shown == set(piece_art.pieces("hai-noon"))
    assert {item(f"{kind}-{n}", f"{kind}-{n}") for kind in ("pirate", "anchor") for n in range(6)} == set(
        piece_art.pieces("hold-your-breath")
    )


def test_what_is_no_piece_is_refused() -> None:
    with pytest.raises(KeyError, match="no piece 'whale'"):
        piece_art.shapes("hai-noon", "whale")
    with pytest.raises(ValueError, match="no tiles or tokens"):
        piece_art.pieces("splash-down")


@pytest.mark.parametrize(("make", "sheets"), [(tiles, 2), (tokens, 1), (marks, 1)])
def test_tiles_tokens_and_marks_are_printed(make: object, sheets: int) -> None:
    assert callable(make)
    made: bytes = make("a4")
    assert made.count(b"/Type /Page\n") == sheets


@pytest.mark.parametrize(("game", "sheets"), [("hai-noon", 4), ("hold-your-breath", 6), ("splash-down", 6)])
def test_a_mat_is_joined_from_few_sheets(game: str, sheets: int) -> None:
    assert print_mat(mat(game)).count(b"/Type /Page\n") == sheets


def test_a_deeper_board_is_printed_on_more_sheets() -> None:
    assert print_mat(mat("hold-your-breath", options={"spaces": 60})).count(b"/Type /Page\n") > 6


@pytest.mark.parametrize("game", CARD_GAMES)
def test_places_for_cards_stand_out_from_the_cards_pale_rim(game: str) -> None:
    """No zone is printed so pale that a card's edge is lost on it."""
    from hardware.art.deck.card import PAPER
    from hardware.scene.objects.mat import mat_picture

    layout = mat(game)
    drawn = mat_picture(layout, 2)
    for name, (x, y, w, h) in layout["zones"].items():
        if min(w, h) >= 60:
            ground = np.median(
                drawn[round(2 * y) + 8 : round(2 * (y + h)) - 8, round(2 * x) + 8 : round(2 * (x + w)) - 8], (0, 1)
            )
            assert np.abs(ground - PAPER).max() > 60, name


@pytest.mark.parametrize("game", CARD_GAMES)
def test_a_mat_is_drawn_with_a_place_for_every_zone(game: str) -> None:
    """Each zone has a drawing within it, so that people know where to lay what."""
    layout = mat(game)
    middles = np.array([(x + w / 2, y + h / 2) for x, y, w, h in layout["zones"].values()])
    for x, y in middles:
        assert any((o.min(0) < (x, y)).all() and (o.max(0) > (x, y)).all() for _, o in mat_art.shapes(layout)[1:])
