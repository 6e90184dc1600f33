"""Other art: a folder of pictures takes the place of ours on the simulated table."""

from __future__ import annotations

from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.games.layouts import mat
from hardware.art.folder import ArtFolder, ArtLacking
from hardware.scene.stage.dice_stage import DiceStage
from hardware.scene.stage.table_stage import LayPiece, TableStage
from hardware.simulated.dice_camera import DiceCamera
from hardware.simulated.table_camera import TableCamera
from vision.frame.mat import markers as find_markers

GREEN, RED = (40, 200, 40), (40, 40, 220)


def written(file: Path, picture: np.ndarray) -> None:
    """A picture in a folder."""
    file.parent.mkdir(parents=True, exist_ok=True)
    cv2.imwrite(str(file), picture)


def plain(colour: tuple[int, ...], size: tuple[int, int]) -> np.ndarray:
    """A picture in one colour."""
    return np.full((*size, len(colour)), colour, np.uint8)


def test_the_table_shows_the_folders_pieces_instead_of_ours(tmp_path: Path) -> None:
    """A card and a token of plain colours are seen where they lie."""
    written(tmp_path / "cards/hold-your-breath/air-5-calm.jpg", plain(GREEN, (88, 63)))
    written(tmp_path / "tokens/hold-your-breath/pirate-0.png", plain((*RED, 255), (50, 50)))
    stage = TableStage(
        "hold-your-breath", mat("hold-your-breath", 2), 3, (960, 540), straight=True, art=ArtFolder(tmp_path)
    )
    stage.set_up(LayPiece("air-5-calm", "discard"), LayPiece("pirate-0", "depth-3"))
    camera = TableCamera(stage, seed=1)
    picture = camera.frame().image.astype(int)
    for piece, strong in zip(camera.seen().values(), (1, 2), strict=True):
        x, y, w, h = piece.box
        colour = picture[y + h // 2, x + w // 2]
        assert colour.argmax() == strong
        assert colour[strong] > 1.5 * np.sort(colour)[1]


def test_dice_take_the_colour_that_their_faces_are_painted_on(tmp_path: Path) -> None:
    """Green dice with red ink, on every side that goes up."""
    face = plain(GREEN, (64, 64))
    face[20:44, 20:44] = RED
    for name in ("1", "2", "3", "wave"):
        written(tmp_path / f"dice/swimmer-{name}.png", face)
    stage = DiceStage(mat("shark-attacks"), 4, art=ArtFolder(tmp_path))
    stage.throw(["swimmer-2"])
    while stage.busy:
        stage.step()
    camera = DiceCamera(stage, seed=1)
    picture = camera.frame().image.astype(int)
    (seen,) = camera.seen().values()
    x, y, w, h = seen.box
    part = picture[y : y + h, x : x + w].reshape(-1, 3)
    assert (part[:, 1] > 1.5 * part[:, 2]).mean() > 0.25
    assert (part[:, 2] > 1.5 * part[:, 1]).mean() > 0.05


def test_a_face_without_a_picture_is_named(tmp_path: Path) -> None:
    """Nothing falls back to our own art; a file that is no picture is said too."""
    with pytest.raises(ArtLacking, match=r"cards/hai-noon/wild\.png: there is no such picture"):
        ArtFolder(tmp_path).card("hai-noon", "wild", 64)
    with pytest.raises(ArtLacking, match=r"wild\.png"):
        ArtFolder(tmp_path).check("cards", "hai-noon", ["wild"])
    (tmp_path / "cards/hai-noon").mkdir(parents=True)
    (tmp_path / "cards/hai-noon/wild.jpg").write_bytes(b"none")
    with pytest.raises(ArtLacking, match=r"wild\.jpg: not a picture"):
        ArtFolder(tmp_path).card("hai-noon", "wild", 64)


def test_a_name_with_a_dot_keeps_it(tmp_path: Path) -> None:
    """`flip-shark.red.jpg` is no other card than `flip-shark.red`; a tile without a cover has ours."""
    written(tmp_path / "cards/hai-noon/flip-shark.red.jpg", plain(RED, (88, 63)))
    assert ArtFolder(tmp_path).card("hai-noon", "flip-shark.red", 63).shape == (88, 63, 3)
    written(tmp_path / "tiles/hai-noon/cage.png", plain(RED, (60, 60)))
    cage = ArtFolder(tmp_path).piece("hai-noon", "cage", 60)
    assert cage.shape == (60, 60, 4)
    assert cage[30, 30, 3] == 0


def test_another_board_lies_in_the_place_of_our_mat_and_has_no_markers(tmp_path: Path) -> None:
    layout = mat("hold-your-breath", 2)
    board = np.concatenate([plain(GREEN, (96, 70)), plain(RED, (96, 105))], axis=1)
    written(tmp_path / "board/hold-your-breath.jpg", board)
    art = ArtFolder(tmp_path)
    assert art.has_board("hold-your-breath")
    assert not art.has_board("hai-noon")
    stage = TableStage("hold-your-breath", layout, 3, (960, 540), straight=True, art=art, bare=True)
    picture = TableCamera(stage, seed=1).frame().image
    assert not find_markers(picture, layout)[0].size
    for x, colour in ((140, GREEN), (500, RED)):
        right, down = stage.scene.view.project(np.array([[x, -200, 0]], np.float32))[0]
        assert int(picture[round(down), round(right)].argmax()) == int(np.argmax(colour))


def test_a_board_that_is_no_picture_is_named(tmp_path: Path) -> None:
    (tmp_path / "board").mkdir()
    (tmp_path / "board/hai-noon.jpg").write_text("no picture")
    with pytest.raises(ArtLacking, match="hai-noon"):
        TableStage("hai-noon", mat("hai-noon", 2), 3, (960, 540), art=ArtFolder(tmp_path), bare=True)
