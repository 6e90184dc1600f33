"""The simulated table of cards, tiles and tokens: what hands do, what the camera sees, and that both repeat."""

from __future__ import annotations

from dataclasses import replace

import cv2
import numpy as np
import pytest

from firmware.games.layouts import mat
from hardware.art import deck as deck_art
from hardware.art import pieces as piece_art
from hardware.scene.stage.spots import piece_middles
from hardware.scene.stage.table_pieces import stacked_pieces
from hardware.scene.stage.table_stage import LayPiece, MovePiece, PushPiece, SetPile, TableStage, TakePiece, TurnPiece
from hardware.simulated.table_camera import TableCamera

SIZE = (640, 360)


def stage(game: str = "hai-noon", seed: int = 3, **how: bool) -> TableStage:
    return TableStage(game, mat(game), seed, SIZE, **how)


def at(table: TableStage, place: str) -> list[str]:
    """The names of the pieces of a place, the lowest first."""
    return [piece.flat.name for piece in table.pieces if piece.place == place]


def done(table: TableStage) -> None:
    while table.busy:
        table.step()


def test_hands_lay_move_turn_and_take_pieces() -> None:
    table = stage()
    shark, card = table.visit(LayPiece("shark-full", "ring-4"), LayPiece("wild", "north"))
    done(table)
    assert (at(table, "ring-4"), at(table, "north")) == (["shark-full"], ["wild"])
    table.visit(TurnPiece(shark, "shark-hungry"), MovePiece(card, "discard"))
    done(table)
    assert (at(table, "ring-4"), at(table, "north"), at(table, "discard")) == (["shark-hungry"], [], ["wild"])
    table.visit(TakePiece(card), TakePiece(999))
    done(table)
    assert at(table, "discard") == []


def test_a_turned_tile_stays_where_it_lay() -> None:
    table = stage()
    (shark,) = table.set_up(LayPiece("shark-full", "ring-0"))
    before = table.pieces[0].flat
    table.visit(TurnPiece(shark, "shark-hungry"))
    done(table)
    after = table.pieces[0].flat
    assert (after.x, after.y, after.turn) == (before.x, before.y, before.turn)


def test_a_hand_comes_and_goes_and_carries_what_it_lays() -> None:
    table = stage()
    table.visit(LayPiece("wild", "south"))
    moments = []
    while table.busy:
        moments.append(table.step())
    assert not moments[0].settled
    assert moments[0].carried is not None
    assert moments[0].pieces == ()
    assert moments[-1].settled
    assert len(moments) == 7


def test_in_brief_each_visit_is_one_frame_in_motion_and_one_at_rest() -> None:
    table = stage(brief=True)
    table.visit(LayPiece("wild", "south"), LayPiece("wild", "south"), LayPiece("wild", "east"))
    moments = [table.step(), table.step()]
    assert [moment.settled for moment in moments] == [False, True]
    assert len(moments[1].pieces) == 3
    assert not table.busy


def test_a_visit_without_anything_to_do_is_not_made() -> None:
    table = stage()
    table.visit(TakePiece(5))
    assert table.step().settled
    assert not table.busy


def test_what_lies_upon_another_lies_higher() -> None:
    table = stage()
    table.set_up(
        LayPiece("wild", "discard"),
        LayPiece("wild", "discard"),
        LayPiece("diver-pink-healthy", "inner-0"),
        LayPiece("cage", "inner-0"),
    )
    lower, upper, diver, cage = (piece.flat.lift for piece in table.pieces)
    assert (lower, diver) == (0, 0)
    assert upper == pytest.approx(0.32)
    assert cage == pytest.approx(1.8)
    table.visit(TakePiece(table.pieces[0].id))
    done(table)
    assert table.pieces[0].flat.lift == 0


def test_a_pile_has_the_height_of_its_cards_and_goes_with_the_last() -> None:
    table = stage()
    table.set_up(SetPile("deck", 30))
    assert table.pieces[0].flat.thick == pytest.approx(30 * 0.32)
    table.visit(SetPile("deck", 7))
    done(table)
    assert table.pieces[0].flat.count == 7
    table.visit(SetPile("deck", 0))
    done(table)
    assert table.pieces == ()


def test_a_place_that_the_mat_does_not_have_is_refused() -> None:
    with pytest.raises(KeyError, match="no place 'attic'"):
        stage().visit(LayPiece("wild", "attic"))


@pytest.mark.parametrize(
    ("game", "place"), [("hai-noon", "east"), ("splash-down", "seat-0/score"), ("hold-your-breath", "air")]
)
def test_cards_of_a_row_lie_beside_each_other(game: str, place: str) -> None:
    """The first three leave each other readable: none hides more than 0.8 of another."""
    table = stage(game)
    name = deck_art.faces(game)[0]
    table.set_up(*[LayPiece(name, place)] * 3)
    shown = TableCamera(table).seen()
    assert min(piece.visible for piece in shown.values()) > 0.2


def test_tokens_of_one_space_lie_in_it_and_apart() -> None:
    """All twelve of six players, as at the start of the Ascent."""
    table = stage("hold-your-breath")
    table.set_up(*(LayPiece(name, "depth-9") for name in piece_art.pieces("hold-your-breath")))
    x, y, w, h = table.layout["zones"]["depth-9"]
    for piece in table.pieces:
        assert x < piece.flat.x < x + w
        assert y + 6 < -piece.flat.y < y + h - 6
    assert all(piece.visible > 0.8 for piece in TableCamera(table).seen().values())


def test_slots_stay_on_the_zone() -> None:
    layout = mat("splash-down", 3)
    x, y, w, h = layout["zones"]["seat-2/score"]
    for sx, sy in piece_middles(layout, "seat-2/score", (63, 88)):
        assert x + 31 < sx < x + w - 31
        assert y + 43 < sy < y + h - 43


def test_the_truth_is_what_the_picture_shows() -> None:
    """Straightened out of the picture, each tile looks like its art and unlike its other side."""
    table = TableStage("hai-noon", mat("hai-noon"), 11, (1280, 720))
    table.set_up(
        LayPiece("shark-hungry", "ring-0"), LayPiece("shark-full", "ring-6"), LayPiece("diver-green-injured", "inner-2")
    )
    camera = TableCamera(table)
    picture = camera.frame().image
    for piece in camera.seen().values():
        own = np.array([[0, 0], [59, 0], [59, 59], [0, 59]], np.float32)
        there = cv2.getPerspectiveTransform(np.array(piece.quad, np.float32), own)
        seen = cv2.GaussianBlur(cv2.warpPerspective(picture, there, (60, 60)), (0, 0), 1.5).astype(float)
        fits = {}
        for name in piece_art.pieces("hai-noon"):
            art = cv2.GaussianBlur(piece_art.draw("hai-noon", name, 60)[..., :3], (0, 0), 1.5).astype(float)
            fits[name] = np.corrcoef(seen[5:-5, 5:-5].ravel(), art[5:-5, 5:-5].ravel())[0, 1]
        assert max(fits, key=lambda name: fits[name]) == piece.name
        assert piece.visible > 0.95


def test_a_hidden_card_is_said_to_be_hidden() -> None:
    table = stage()
    lower, upper = table.set_up(LayPiece("wild", "discard"), LayPiece("wild", "discard"))
    shown = TableCamera(table).seen()
    assert shown[upper].visible > 0.99
    assert lower not in shown or shown[lower].visible < 0.2


def test_a_pushed_piece_lies_elsewhere_and_keeps_its_place() -> None:
    table = stage()
    (card,) = table.set_up(LayPiece("wild", "north"))
    before = table.pieces[0].flat
    table.visit(PushPiece(card, 9))
    done(table)
    after = table.pieces[0]
    assert np.hypot(after.flat.x - before.x, after.flat.y - before.y) == pytest.approx(9)
    assert (after.place, after.flat.name) == ("north", "wild")


def test_films_repeat_from_their_seed() -> None:
    def film() -> list[bytes]:
        table = stage("hold-your-breath", 5)
        camera = TableCamera(table, seed=5)
        table.visit(LayPiece("dolphin", "air"), LayPiece("pirate-2", "depth-4"))
        return [camera.frame().image[::7, ::7].tobytes() for _ in range(12)]

    first = film()
    assert first == film()
    assert len(set(first)) > 5


def test_a_look_is_the_table_at_rest() -> None:
    table = stage()
    camera = TableCamera(table)
    empty = camera.frame()
    table.visit(LayPiece("wild", "south"))
    look = camera.look()
    assert not table.busy
    assert look.at > empty.at
    assert np.abs(look.image.astype(int) - empty.image).max() > 60


@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath"])
def test_the_camera_sees_the_whole_mat(game: str, seed: int) -> None:
    table = stage(game, seed)
    wide, deep = table.layout["size_mm"]
    corners = table.scene.view.project(np.array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]], np.float32))
    assert (corners > -1).all()
    assert (corners < np.array(SIZE)).all()
    assert np.ptp(corners[:, 0]) > 0.6 * SIZE[0] or np.ptp(corners[:, 1]) > 0.8 * SIZE[1]


def test_two_sharks_before_one_player_both_show() -> None:
    """There is room for one card; the second reaches over the edge, and leaves a strip of the first."""
    table = stage("hold-your-breath")
    table.set_up(
        LayPiece("swim-10-shark", "seat-1/shark"),
        LayPiece("dolphin", "seat-1/shark"),
        LayPiece("dolphin", "seat-4/shark"),
    )
    shown = TableCamera(table).seen().values()
    assert len(shown) == 3
    assert min(piece.visible for piece in shown) > 0.2


def test_a_card_that_only_touches_the_draw_pile_lies_beside_it_on_the_table() -> None:
    stage = TableStage("splash-down", mat("splash-down", 2, {}), 1)
    stage.set_up(SetPile("deck", 40), LayPiece("seal", "seat-0/score"))
    pile, card = stage.pieces
    for overlap, high in ((1.0, False), (20.0, True)):
        y = pile.flat.y + 88 - overlap
        pieces = stacked_pieces((pile, replace(card, flat=replace(card.flat, x=pile.flat.x, y=y, turn=pile.flat.turn))))
        assert (pieces[1].flat.lift > 5) is high
