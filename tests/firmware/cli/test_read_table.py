"""`lifeguard read --game`: a photograph of a whole table, read and scored."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from engines.core import BadEvent
from firmware.cli import read_table, scene
from firmware.games.layouts import mat
from firmware.observe.table_setup import NOTHING_TAUGHT, TableSetup
from firmware.state.observation import Observation, Piece
from hardware.scene.stage.table_stage import LayPiece, TableStage
from hardware.simulated.table_camera import TableCamera


def pictured(game: str, folder: Path) -> str:
    """A picture of a table in mid-game."""
    scene.scene(game, 1, 5, folder, None, False, "")
    return str(next(folder.rglob("*.jpg")))


@pytest.mark.parametrize("game", ["shark-attacks", "hai-noon"])
def test_a_photograph_of_a_table_gives_the_scores_with_reasons(
    game: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    image = pictured(game, tmp_path)
    assert read_table.read([image], game, True, (), {}, NOTHING_TAUGHT, True) == 0
    (line,) = capsys.readouterr().out.splitlines()
    read = json.loads(line)
    assert read["game"] == game
    assert read["pieces"]
    assert len(read["scores"]) >= 1
    assert all(reason["text"] and reason["rule"] for reason in read["reasons"])


def test_boxes_are_of_the_file_however_much_the_lens_bends() -> None:
    """On the straightened picture the tokens lie beside where the file has them by half their width and more."""
    stage = TableStage("hold-your-breath", mat("hold-your-breath", 2), 4, (1280, 720))
    stage.set_up(LayPiece("pirate-0", "depth-1"), LayPiece("pirate-1", "depth-17"), LayPiece("anchor-0", "depth-9"))
    camera = TableCamera(stage)
    pieces = read_table.read_one(camera.frame().image, TableSetup(stage.game, seats=2), scored=False)["pieces"]
    for seen in camera.seen().values():
        (x, y, w, h) = next(piece["box"] for piece in pieces if piece["piece"] == seen.name)
        off = np.array([x + w / 2, y + h / 2]) - np.mean(seen.quad, axis=0)
        assert np.linalg.norm(off) < 0.15 * seen.box[2]


def test_people_are_told_the_scores_by_name(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    image = pictured("hai-noon", tmp_path)
    read_table.read([image], "hai-noon", True, ("Ana", "Ben", "Cleo", "Dan"), {}, NOTHING_TAUGHT, False)
    told = capsys.readouterr().out
    assert "Ana 2, Ben 2, Cleo 1, Dan 2" in told
    assert "(HN-5)" in told


def test_a_table_without_its_mat_is_refused_with_what_to_do(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cv2.imwrite(str(tmp_path / "desk.png"), np.full((480, 640, 3), 150, np.uint8))
    assert read_table.read([str(tmp_path / "desk.png")], "hai-noon", True, (), {}, NOTHING_TAUGHT, False) == 1
    assert "lifeguard print mat hai-noon" in capsys.readouterr().err


def test_a_picture_that_cannot_be_decoded_does_not_stop_the_others(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "broken.jpg").write_bytes(b"no picture")
    image = pictured("shark-attacks", tmp_path / "scene")
    assert (
        read_table.read([str(tmp_path / "broken.jpg"), image], "shark-attacks", False, (), {}, NOTHING_TAUGHT, True)
        == 1
    )
    first, second = map(json.loads, capsys.readouterr().out.splitlines())
    assert "error" in first
    assert second["pieces"]


def test_a_game_that_no_camera_follows_is_refused() -> None:
    with pytest.raises(BadEvent, match="it follows"):
        read_table.read(["a.jpg"], "chess", True, (), {}, NOTHING_TAUGHT, True)


@pytest.mark.parametrize(
    ("game", "players"), [("splash-down", 9), ("splash-down", 1), ("hai-noon", 5), ("shark-attacks", 7)]
)
def test_as_many_players_as_no_game_has_are_refused(game: str, players: int) -> None:
    """Before a picture is looked at, with or without scores."""
    for scored in (False, True):
        with pytest.raises(BadEvent, match="players"):
            read_table.read(
                ["none.jpg"], game, scored, [f"P{n}" for n in range(players)], {}, NOTHING_TAUGHT, as_json=False
            )


def looked_at(*pieces: tuple[str, str, float], sure: bool = True) -> Observation:
    """A look at pieces: place, name, how sure."""
    read = tuple(Piece(((name, p),), 0, 0, 40, (0, 0, 40, 40), 0, place) for place, name, p in pieces)
    return Observation("a", 960, 540, read, (), sure)


SHARKS = (*((f"ring-{n}", "shark-full", 0.99) for n in range(12)), ("beside", "cage", 0.99))


def test_a_table_is_vouched_for_if_each_piece_is_and_none_is_missing() -> None:
    setup = TableSetup("hai-noon", seats=3)
    assert list(read_table._doubts(looked_at(*SHARKS), setup)) == []
    assert list(read_table._doubts(looked_at(*SHARKS[1:]), setup)) == ["no shark is seen at ring-0"]
    (said,) = read_table._doubts(looked_at(*SHARKS, ("south", "wild", 0.41)), setup)
    assert said == "south: wild is hardly to be read"
    assert list(read_table._doubts(looked_at(*SHARKS, sure=False), setup)) == ["not all that is seen is explained"]
    (said,) = read_table._doubts(looked_at(*SHARKS), setup, ("north",))
    assert said == "north: something lies there that is not named"


def test_a_cage_without_a_window_hides_its_diver_and_the_table_is_not_vouched_for() -> None:
    setup, sharks = TableSetup("hai-noon", seats=3), SHARKS[:-1]
    caged = ("inner-1", "cage", 0.99)
    (said,) = read_table._doubts(looked_at(*sharks, caged), setup)
    assert said == "what lies under the cage at inner-1 is not to be seen"
    seen = looked_at(*sharks, ("inner-1", "diver-pink-healthy", 0.99), caged)
    assert list(read_table._doubts(seen, setup)) == []


def test_every_player_has_one_pirate() -> None:
    setup = TableSetup("hold-your-breath", seats=2)
    once = looked_at(("depth-1", "pirate-0", 0.99))
    assert list(read_table._doubts(once, setup)) == ["pirate-1 is not seen"]
    twice = looked_at(*((f"depth-{n}", name, 0.99) for n, name in enumerate(("pirate-0", "pirate-1", "pirate-0"))))
    assert list(read_table._doubts(twice, setup)) == ["pirate-0 is seen twice"]


def test_scores_of_a_table_that_is_not_sure_say_so_first() -> None:
    item = {"image": "a.jpg", "sure": False, "doubts": ["pirate-1 is not seen"], "scores": [1, 2], "reasons": []}
    first, second = read_table.describe(item, "hold-your-breath", ())
    assert first == "a.jpg: not sure; pirate-1 is not seen"
    assert second.startswith("a.jpg: seat 1 1, seat 2 2")
