"""Places drawn over the camera's picture: kept, used in the place of markers, and followed when the camera moved."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion.api.backend import RequestRefused, Stale
from companion.api.places_routes import Draw, Printed
from engines.games import GAMES
from firmware.device.watcher import Watcher
from firmware.games.profiles import PROFILES, layout
from firmware.observe.drawn_mat import Drawings, DrawnMat, size_of
from firmware.observe.followed_mat import BUMPED, OUT_OF_VIEW
from firmware.observe.observer import Observer, Sight, Unread
from firmware.observe.table_setup import TableSetup
from firmware.simulation.card_film import true_eyes
from firmware.update.inputs import Fault
from firmware.web.draw_places import misfit, parts
from hardware.cameras.frame import Frame, Image
from hardware.errors import EndOfFrames
from hardware.scene.optics.view import array
from hardware.scene.random.table_scene import pushed as camera_pushed
from hardware.scene.stage.dice_stage import DiceStage
from hardware.simulated.dice_camera import DiceCamera
from tests.firmware.bare_table import PLAYERS, BareTable
from tests.firmware.observe.test_observer import pieces


def pushed(image: Image, by: float) -> Image:
    """What a camera sees that was pushed aside by so many px."""
    move = np.array([[1, 0, by], [0, 1, by / 3]], np.float32)
    return np.asarray(cv2.warpAffine(image, move, image.shape[1::-1], borderMode=cv2.BORDER_REFLECT), np.uint8)


@pytest.fixture(scope="module")
def undrawn(tmp_path_factory: pytest.TempPathFactory) -> BareTable:
    """A table for tests that draw nothing which is kept."""
    return BareTable("hai-noon", tmp_path_factory.mktemp("undrawn"))


@pytest.fixture(scope="module")
def drawn(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The home of a table whose places were drawn; tests change copies of it."""
    table = BareTable("hai-noon", tmp_path_factory.mktemp("drawn"))
    table.drawing.draw(table.true())
    return table.drawings.home


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down"])
def test_a_game_is_read_by_its_drawn_places_without_any_marker(tmp_path: Path, game: str) -> None:
    table = BareTable(game, tmp_path)
    unread = table.see(table.camera.look())
    assert isinstance(unread, Unread)
    assert unread.trouble.startswith("I see none of the mat's markers")
    assert table.drawing.draw(table.true()).drawn
    robot = table.play(0)
    for _ in range(3):
        sight = table.see(table.camera.look())
        assert isinstance(sight, Sight)
        assert pieces(sight.observation) == pieces(true_eyes(table.camera))
        table.play(3, robot)


def test_a_camera_that_is_pushed_is_followed_while_the_game_goes_on(tmp_path: Path) -> None:
    table = BareTable("hold-your-breath", tmp_path)
    table.drawing.draw(table.true())
    robot, rng = table.play(0), np.random.default_rng(5)
    for by_mm in (0, 1, 25, 6):
        table.camera.push(camera_pushed(table.stage.scene.view, rng, by_mm))
        sight = table.see(table.camera.look())
        assert isinstance(sight, Sight), by_mm
        assert pieces(sight.observation) == pieces(true_eyes(table.camera))
        assert np.abs(np.array(table.drawing.places().corners) - table.corners).max() < 0.005
        table.play(2, robot)


def test_a_push_that_nobody_can_follow_is_said_and_nothing_is_read_until_it_is_mended(tmp_path: Path) -> None:
    table = BareTable("hai-noon", tmp_path)
    table.drawing.draw(table.true())
    table.play(4)
    image = table.camera.look().image
    assert isinstance(table.see(Frame(image, 1.0)), Sight)
    elsewhere = np.ascontiguousarray(image[::-1])
    assert table.see(Frame(elsewhere, 2.0)) == Unread(BUMPED)
    assert table.see(Frame(pushed(image, 300), 3.0)) == Unread(OUT_OF_VIEW)
    shift = np.array([300, 300 / 3]) / (1280, 720)
    assert np.abs(np.array(table.drawing.places().corners) - table.corners - shift).max() < 0.005
    assert isinstance(table.see(Frame(image, 4.0)), Sight)
    table.drawing.draw(table.true().model_copy(update={"corners": tuple(map(tuple, table.corners.tolist()))}))
    assert isinstance(table.see(Frame(image, 5.0)), Sight)


def test_the_fault_reaches_the_table_and_goes_again(tmp_path: Path) -> None:
    table = BareTable("hai-noon", tmp_path)
    table.drawing.draw(table.true())
    image = table.camera.look().image
    lost = np.ascontiguousarray(image[::-1])
    frames = iter([image, lost, lost, image])

    def frame() -> Frame:
        try:
            return Frame(next(frames), 0.0)
        except StopIteration:
            raise EndOfFrames from None

    camera = SimpleNamespace(settled=True, frame=frame, close=lambda: None)
    put: list[object] = []
    table.device.put = lambda given, photos=None: put.append(given)  # type: ignore[method-assign,assignment,return-value]
    Watcher(table.device, table.observer, table.drawings, lambda: camera, lambda: None).run()
    assert [one for one in put if isinstance(one, Fault)] == [
        Fault("camera", ""),
        Fault("places", BUMPED),
        Fault("places", ""),
    ]


def test_dice_are_read_in_a_drawn_tray_as_on_the_printed_mat(tmp_path: Path) -> None:
    """The picture is of the printed mat, that both ways can be compared; the drawn one is not looked for by markers."""
    stage = DiceStage(layout("tray"), 2)
    camera = DiceCamera(stage, seed=2)
    still = camera.frame().image
    stage.throw(["swimmer-1", "swimmer-2", "swimmer-wave", "event-sun", "shark-2"])
    image = camera.frame().image
    while stage.busy:
        image = camera.frame().image
    view, (wide, deep) = stage.scene.view, layout("tray")["size_mm"]
    corners = view.project(array([[0, 0, 0], [wide, 0, 0], [wide, -deep, 0], [0, -deep, 0]])) / np.array(view.size_px)
    drawings = Drawings(tmp_path)
    places, size = {"tray": (38.0, 12.0, 221.0, 186.0)}, size_of("shark-attacks")
    drawings.keep("shark-attacks", DrawnMat(tuple(map(tuple, corners.tolist())), places, still, size))
    setups = [TableSetup("shark-attacks", drawn=drawn) for drawn in (drawings.of("shark-attacks"), None)]
    sights = [Observer(setup).observe(image) for setup in setups]
    drawn, printed = (pieces(sight.observation) for sight in sights if isinstance(sight, Sight))
    assert drawn == printed
    assert sum(drawn.values()) == 5


def test_what_was_drawn_is_there_after_a_restart_and_can_be_given_up(tmp_path: Path) -> None:
    table = BareTable("hai-noon", tmp_path)
    table.drawing.draw(table.true(discard=(8.0, 160.0, 68.0, 92.0)))
    again = Drawings(tmp_path).of("hai-noon")
    assert again is not None
    assert again.zones["discard"] == (8.0, 160.0, 68.0, 92.0)
    assert np.allclose(again.zones["ring-5"], layout("hai-noon")["zones"]["ring-5"])
    assert not table.drawing.printed(Printed(version=0, game="hai-noon")).drawn
    assert Drawings(tmp_path).of("hai-noon") is None


@pytest.mark.parametrize(
    ("kept", "said"),
    [
        ("random", "not places that were drawn"),
        (json.dumps({"corners": [[0, 0]], "zones": {}}), "not places of this game's mat"),
        (json.dumps({"corners": [[0, 0]] * 4, "zones": {"bench": [0, 0, 1, 1]}}), "not places of this game's mat"),
        ('{"corners": [[0, 0], [0, 1], [1, 1], [1, NaN]], "zones": {}}', "places that lie nowhere"),
    ],
)
def test_a_damaged_drawing_is_left_out_and_its_game_says_so(drawn: Path, tmp_path: Path, kept: str, said: str) -> None:
    shutil.copytree(drawn / "zones", tmp_path / "zones")
    (tmp_path / "zones" / "hai-noon.json").write_text(kept)
    drawings = Drawings(tmp_path)
    assert drawings.of("hai-noon") is None
    assert f"hai-noon.json: {said}" in drawings.trouble("hai-noon")
    assert drawings.trouble("splash-down") == ""


def test_three_at_cribbage_draw_the_places_of_three_and_what_was_drawn_for_two_is_kept(tmp_path: Path) -> None:
    table = BareTable("cribbage", tmp_path)
    offered = {part.name for part in table.drawing.places().parts}
    assert {"seat-0/laid", "seat-1/laid", "seat-2/laid"} <= offered
    still = table.camera.look().image
    table.drawings.keep("cribbage", DrawnMat(((0, 0), (1, 0), (1, 1), (0, 1)), {}, still, size_of("cribbage")))
    assert table.drawing.draw(table.true()).drawn
    drawn = Drawings(tmp_path).of("cribbage-4")
    assert drawn is not None
    assert drawn.zones.keys() == table.setup.layout["zones"].keys()
    assert not table.drawing.printed(Printed(version=0, game="cribbage")).drawn
    kept = Drawings(tmp_path)
    assert kept.of("cribbage-4") is None
    assert kept.of("cribbage") is not None


def test_a_table_too_plain_to_notice_a_push_is_refused(tmp_path: Path) -> None:
    table = BareTable("hai-noon", tmp_path)
    table.observer.still = np.full((720, 1280, 3), 120, np.uint8)
    with pytest.raises(RequestRefused, match="so plain that a moved camera could not be noticed"):
        table.drawing.draw(table.true())
    table.observer.still = None
    with pytest.raises(RequestRefused, match="no picture"):
        table.drawing.draw(table.true())


@pytest.mark.parametrize("game", list(PROFILES))
def test_the_printed_places_fit_each_mat(game: str) -> None:
    zones = layout(PROFILES[game].layout)
    boxes = {part.name: part.box for part in parts(zones, {})}
    square = ((0.1, 0.1), (0.9, 0.1), (0.9, 0.9), (0.1, 0.9))
    assert misfit(zones, Draw(version=0, game=game, corners=square, boxes=boxes)) == ""
    assert all(part.label[0].isupper() for part in parts(zones, {})), GAMES[game].title


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"discard": (8.0, 70.0, 68.0, 92.0)}, "Draw pile and Discard pile overlap"),
        ({"discard": (8.0, 224.0, 40.0, 92.0)}, "Discard pile is too small: it needs 63 x 88 mm"),
        ({"discard": (8.0, 324.0, 68.0, 92.0)}, "Discard pile reaches over the edge of the mat"),
        ({"square": (183.0, 104.0, 60.0, 60.0)}, "The square is too small"),
        ({"attic": (0.0, 0.0, 10.0, 10.0)}, "attic does not fit"),
    ],
)
def test_places_that_do_not_fit_are_refused_in_a_sentence(
    undrawn: BareTable, change: dict[str, tuple[float, float, float, float]], said: str
) -> None:
    with pytest.raises(RequestRefused, match=said):
        undrawn.drawing.draw(undrawn.true(**change))


def test_corners_in_the_wrong_order_and_another_game_are_refused(undrawn: BareTable) -> None:
    true = undrawn.true()
    with pytest.raises(RequestRefused, match="clockwise from its top left"):
        undrawn.drawing.draw(true.model_copy(update={"corners": true.corners[::-1]}))
    with pytest.raises(Stale, match="Another game is on"):
        undrawn.drawing.draw(true.model_copy(update={"game": "splash-down"}))


def test_the_whole_device_plays_by_drawn_places_and_says_when_the_camera_is_not_followed(tmp_path: Path) -> None:
    table = BareTable("hai-noon", tmp_path / "drawn")
    table.drawing.draw(table.true())
    shutil.copytree(tmp_path / "drawn" / "zones", tmp_path / "home" / "zones")
    looks = tmp_path / "looks"
    looks.mkdir()
    robot, image = table.play(0), table.camera.look().image
    for number in range(5):
        cv2.imwrite(str(looks / f"{number}.png"), image)
        table.play(1, robot)
        image = table.camera.look().image
    cv2.imwrite(str(looks / "5.png"), image[::-1])
    env = os.environ | {"LIFEGUARD_HOME": str(tmp_path / "home")}
    command = [sys.executable, "-m", "firmware.cli", "run", "hai-noon", "--players", ",".join(PLAYERS), "--json"]
    done = subprocess.run(
        [*command, "--camera", str(looks), "--port", "0"], capture_output=True, text=True, env=env, timeout=120
    )
    assert done.returncode == 0, done.stderr
    told = [json.loads(line) for line in done.stdout.splitlines()]
    played = [event for event in robot.truth.events if event.kind == "play"]
    assert [(item["seat"], tuple(item["items"])) for item in told if item.get("event") == "play"] == [
        (event.seat, event.items) for event in played[: sum(item.get("event") == "play" for item in told)]
    ]
    assert any(item.get("event") == "play" for item in told)
    assert told[-1] == {"fault": BUMPED}
