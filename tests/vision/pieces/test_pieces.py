"""Tiles and tokens read from the simulated table: named, placed, and doubted where there is doubt."""

from __future__ import annotations

from collections.abc import Callable, Mapping

import cv2
import numpy as np
import pytest

from firmware.games.layouts import mat as layout_of
from firmware.observe.pieces import read_pieces
from firmware.observe.table_setup import TableSetup
from hardware.art import pieces as piece_art
from hardware.scene.stage.table_stage import LayPiece, MovePiece, TableStage
from hardware.simulated.table_camera import TableCamera
from vision.frame import lens, mat
from vision.pieces.reading import PlacedPiece
from vision.reading import Image

SIZE = (1280, 720)


def read(
    stage: TableStage,
    seats: int = 0,
    options: Mapping[str, object] | None = None,
    light: Callable[[Image], Image] = lambda picture: picture,
) -> tuple[PlacedPiece, ...]:
    """The pieces that vision sees on a stage, in the `light` that falls on it once the mat is found."""
    picture = TableCamera(stage).frame().image
    picture = lens.straightened(picture, lens.bend_of(picture, stage.layout) or 0.0)
    setup = TableSetup(stage.game, seats=seats, options=tuple((options or {}).items()))
    found = mat.find(picture, stage.layout, None, setup.printed)
    assert found is not None
    return read_pieces(setup, light(picture), found, setup.printed)


def lying(stage: TableStage) -> set[tuple[str, str]]:
    return {(piece.place, piece.flat.name) for piece in stage.pieces}


def square(seed: int, cage: str, empty: tuple[str, ...] = ()) -> TableStage:
    """Hai Noon's tiles at random, some inner places empty, the cage somewhere."""
    random = np.random.default_rng(seed)
    stage = TableStage("hai-noon", layout_of("hai-noon"), seed, SIZE)
    acts = [LayPiece(f"shark-{random.choice(['hungry', 'full'])}", f"ring-{n}") for n in range(12)]
    divers = random.permutation(["pink", "turquoise", "green", "black"])
    places = [f"inner-{n}" for n in range(4)]
    acts += [
        LayPiece(f"diver-{diver}-{random.choice(['healthy', 'injured'])}", place)
        for place, diver in zip(places, divers, strict=True)
        if place not in empty
    ]
    stage.set_up(*acts, *([LayPiece("cage", cage)] if cage else []))
    return stage


@pytest.mark.parametrize(
    ("seed", "cage", "empty"),
    [(1, "inner-2", ()), (2, "beside", ("inner-1",)), (3, "", ("inner-0", "inner-3")), (4, "inner-0", ("inner-2",))],
)
def test_the_sixteen_places_are_read(seed: int, cage: str, empty: tuple[str, ...]) -> None:
    """Hungry and full, who lies where and how well, empty places, and the cage on a diver or beside the board."""
    stage = square(seed, cage, empty)
    found = read(stage)
    assert {(piece.place, piece.name) for piece in found} == lying(stage)
    assert all(piece.confidence > 0.9 and not piece.doubt for piece in found)


@pytest.mark.parametrize("seed", [1, 2, 3, 4, 5, 6])
def test_tiles_in_the_sun_that_falls_through_blinds_are_read(seed: int) -> None:
    """The edge of a shadow crosses tiles, the cage beside the board among them, which its own printed place is like."""
    stage = square(seed, "beside")
    told = read(stage, light=lambda picture: in_blinds(picture, seed))
    assert {(piece.place, piece.name) for piece in told} == lying(stage)
    assert all(piece.confidence > 0.9 and not piece.doubt for piece in told)


def in_blinds(picture: Image, seed: int, shadow: float = 0.55, edge_px: float = 8.0) -> Image:
    """A picture with bars of shadow over it, so many times as light, with edges that are so wide."""
    random = np.random.default_rng(seed)
    turn, pitch_px, shift = random.uniform(0, np.pi), random.uniform(90, 200), random.uniform(0, 1)
    y, x = np.mgrid[: picture.shape[0], : picture.shape[1]]
    bars = np.abs((x * np.cos(turn) + y * np.sin(turn)) / pitch_px + shift) % 1 - 0.5
    dark = np.clip((0.25 - np.abs(bars)) * pitch_px / edge_px + 0.5, 0, 1)[..., None]
    return np.asarray((picture * (1 - (1 - shadow) * dark)).round(), np.uint8)


def test_tiles_that_look_as_before_are_where_the_camera_now_sees_them() -> None:
    """Of another size in the picture; what they show need not be read anew."""
    stage = square(1, "inner-2")
    picture, setup = TableCamera(stage).frame().image, TableSetup("hai-noon")
    boxes = []
    for image in (picture, cv2.resize(picture, None, fx=0.75, fy=0.75, interpolation=cv2.INTER_AREA)):
        found = mat.find(image, stage.layout, None, setup.printed)
        assert found is not None
        seen = read_pieces(setup, image, found, setup.printed)
        boxes.append({piece.place: np.array(piece.box) for piece in seen})
    assert boxes[0].keys() == boxes[1].keys()
    for place, box in boxes[0].items():
        assert np.abs(box * 0.75 - boxes[1][place]).max() < 3


def test_nothing_is_seen_on_an_empty_mat() -> None:
    for game in ("hai-noon", "hold-your-breath"):
        stage = TableStage(game, layout_of(game), 6, SIZE)
        assert [piece for piece in read(stage) if piece.confidence > 0.5] == []


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_tokens_are_named_at_their_spaces(seed: int) -> None:
    """Twelve of them, two and more on one space; what is a token is hardly ever overlooked or taken for another."""
    random = np.random.default_rng(seed)
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), seed, SIZE)
    stage.set_up(
        *(LayPiece(name, f"depth-{random.integers(0, 21)}") for name in piece_art.pieces("hold-your-breath")[:6])
    )
    stage.set_up(*(LayPiece(name, f"depth-{12 + seed}") for name in piece_art.pieces("hold-your-breath")[6:]))
    found = {(piece.place, piece.name) for piece in read(stage) if piece.confidence > 0.5}
    assert found == lying(stage)


@pytest.mark.parametrize("seed", [2, 4, 5, 7, 8])
def test_the_sun_that_falls_through_blinds_on_a_board_makes_no_token(seed: int) -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), seed, SIZE)
    stage.set_up(*(LayPiece(f"pirate-{seat}", f"depth-{2 + (5 * seat + seed) % 15}") for seat in range(3)))
    told = read(stage, light=lambda picture: in_blinds(picture, seed))
    assert {(piece.place, piece.name) for piece in told} == lying(stage)
    assert all(not piece.doubt for piece in told)


@pytest.mark.parametrize("seed", [20, 21, 29])
def test_the_boat_of_the_board_is_no_token(seed: int) -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), seed, SIZE)
    stage.set_up(*(LayPiece(f"pirate-{seat}", f"depth-{3 + seed % 15}") for seat in range(3)))
    assert {(piece.place, piece.name) for piece in read(stage)} == lying(stage)


def test_tokens_of_seats_that_do_not_play_are_not_looked_for() -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), 5, SIZE)
    stage.set_up(LayPiece("pirate-1", "depth-3"), LayPiece("pirate-0", "depth-3"))
    names = {name for piece in read(stage, seats=2) for name, _ in piece.candidates}
    assert names == {"pirate-0", "pirate-1", "anchor-0", "anchor-1"}


@pytest.mark.parametrize("mark", ["mark-2", "mark-6", "mark-7", ""])
def test_marks_are_named_at_who_and_none_is_seen_where_none_lies(mark: str) -> None:
    options = {"marks": True}
    stage = TableStage("splash-down", layout_of("splash-down", 8, options), 250432, SIZE)
    stage.set_up(*[LayPiece(mark, "who")] * bool(mark))
    found = read(stage, 8, options)
    assert {(piece.place, piece.name) for piece in found} == lying(stage)
    assert all(piece.confidence > 0.9 and not piece.doubt for piece in found)


def test_a_piece_is_where_it_lies() -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), 9, SIZE)
    stage.set_up(LayPiece("anchor-2", "depth-11"))
    (found,) = (piece for piece in read(stage) if piece.confidence > 0.5)
    flat = stage.pieces[0].flat
    assert np.hypot(found.at[0] - flat.x, found.at[1] + flat.y) < 2
    assert found.to_json()["piece"] == "anchor-2"
    assert found.box[2] == pytest.approx(found.box[3], rel=0.4)


def test_a_game_without_pieces_has_none() -> None:
    stage = TableStage("splash-down", layout_of("splash-down"), 1, (640, 360))
    assert read(stage) == ()


def test_tokens_that_lie_still_stay_exactly_where_they_were_seen() -> None:
    """However noisy the pictures: so that one that was moved is told from one that was not."""
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), 7, SIZE, brief=True)
    stage.set_up(LayPiece("pirate-0", "depth-3"), LayPiece("pirate-1", "depth-3"), LayPiece("anchor-2", "depth-9"))
    camera, setup, mover = TableCamera(stage, seed=7), TableSetup(stage.game), stage.pieces[0].id
    seen = []
    for space in (4, 5, 6):
        picture = camera.look().image
        found = mat.find(picture, stage.layout, None, setup.printed)
        assert found is not None
        told = read_pieces(setup, picture, found, setup.printed)
        seen.append({piece.name: piece.at for piece in told if piece.confidence > 0.5})
        stage.visit(MovePiece(mover, f"depth-{space}"))
    assert set(seen[0]) == {"pirate-0", "pirate-1", "anchor-2"}
    moved = [name for name in seen[0] if seen[0][name] != seen[1][name]]
    assert moved == ["pirate-0"]
    assert seen[1]["pirate-1"] == seen[2]["pirate-1"]


@pytest.mark.parametrize("seed", [2, 3, 4, 5, 6, 7])
def test_a_token_that_comes_to_lie_beside_another_hides_it_from_no_later_look(seed: int) -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), seed, SIZE, brief=True)
    stage.set_up(*(LayPiece(f"pirate-{seat}", f"depth-{4 + 3 * seat}") for seat in range(3)))
    camera, setup, movers = TableCamera(stage, seed=seed), TableSetup(stage.game), [piece.id for piece in stage.pieces]
    bend: float | None = None
    for mover, space in ((movers[0], 7), (movers[2], 7), (movers[0], 10), (movers[1], 10)):
        stage.visit(MovePiece(mover, f"depth-{space}"))
        picture = camera.look().image
        bend = lens.bend_of(picture, stage.layout) or 0.0 if bend is None else bend
        picture = lens.straightened(picture, bend)
        found = mat.find(picture, stage.layout, None, setup.printed)
        assert found is not None
        told = read_pieces(setup, picture, found, setup.printed)
        seen = {(piece.place, piece.name) for piece in told if piece.confidence > 0.5}
        assert seen == lying(stage)


def test_what_is_as_large_as_a_token_and_like_none_is_doubted() -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), 9, SIZE)
    stage.set_up(LayPiece("pirate-0", "depth-3"))
    picture = TableCamera(stage).frame().image
    picture = lens.straightened(picture, lens.bend_of(picture, stage.layout) or 0.0)
    setup = TableSetup(stage.game)
    found = mat.find(picture, stage.layout, None, setup.printed)
    assert found is not None
    x, y = found.to_px([(174, 300)])[0]
    cv2.circle(picture, (round(x), round(y)), round(6.5 * found.px_per_mm), (255, 255, 255), -1)
    cv2.circle(picture, (round(x), round(y)), round(3 * found.px_per_mm), (0, 0, 0), -1)
    told = read_pieces(setup, picture, found, setup.printed)
    named = {(piece.place, piece.name) for piece in told if piece.confidence > 0.5}
    strange = [piece.place for piece in told if piece.doubt]
    assert ("depth-3", "pirate-0") in named
    assert strange
    assert set(strange) <= {"depth-15", "depth-16", "depth-17"}


def test_a_few_px_of_noise_at_its_edge_do_not_make_a_token_be_sought_anew() -> None:
    stage = TableStage("hold-your-breath", layout_of("hold-your-breath"), 7, SIZE, brief=True)
    stage.set_up(LayPiece("pirate-0", "depth-3"))
    camera, setup = TableCamera(stage, seed=7), TableSetup(stage.game)
    picture = camera.look().image
    found = mat.find(picture, stage.layout, None, setup.printed)
    assert found is not None
    (before,) = read_pieces(setup, picture, found, setup.printed)
    x, y = (round(at + side / 2) for at, side in zip(before.box[:2], before.box[2:], strict=True))
    noisy, gone = picture.copy(), picture.copy()
    cv2.circle(noisy, (x + round(before.box[2] / 2) - 2, y), 2, (255, 255, 255), -1)
    cv2.circle(gone, (x, y), round(before.box[2] / 2), (255, 255, 255), -1)
    assert read_pieces(setup, noisy, found, setup.printed) == (before,)
    assert before not in read_pieces(setup, gone, found, setup.printed)
