"""Taught cards, tiles and tokens stand in for our own art at the table, whole or not at all."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import cv2
import numpy as np
import pytest

from engines.core import Match
from engines.games import GAMES
from firmware.cli import cards
from firmware.games import faces
from firmware.games.layouts import mat
from firmware.games.profiles import dice_faces
from firmware.observe.dice_reader import dice_reader
from firmware.observe.observer import Observer, Sight
from firmware.observe.table_setup import TableSetup
from firmware.simulation.card_film import true_eyes
from firmware.simulation.players.card_robot import CardRobot
from firmware.state.table import Table
from hardware.art import deck as deck_art
from hardware.art import pieces as piece_art
from hardware.art.folder import ArtFolder
from hardware.scene.objects import flat
from hardware.scene.stage.table_stage import TableStage
from hardware.simulated.table_camera import TableCamera
from tests.firmware.observe.test_observer import pieces
from vision.cards.deck.deck import BACK
from vision.cards.deck.store import kind_of, read, save, write
from vision.cards.learn.folder import deck_from_faces
from vision.dice.crops import LIMITS as CROPS
from vision.dice.face_names import BuiltInFaces, TaughtFaces
from vision.dice.strategies.any_make import DiceOfAnyMake
from vision.dice.taught import Taught, save_dice
from vision.store import BadTeaching

PLAYERS = ("Ana", "Ben", "Cleo")


def other(game: str, name: str, width: int = 128) -> np.ndarray[tuple[int, ...], np.dtype[np.uint8]]:
    """A piece in the colours of another print. BGR."""
    card = name == BACK or name in deck_art.faces(game)
    art = deck_art.draw(game, name, width) if card else piece_art.draw(game, name, width)
    return np.ascontiguousarray(art[..., [1, 2, 0]])


@pytest.fixture
def another_print(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """On the simulated table lies another print of the games."""

    def art(game: str, name: str, card: bool, source: ArtFolder | None) -> object:
        cover = deck_art.cover(256) if card else piece_art.draw(game, name, 128)[..., 3]
        return np.dstack([other(game, name, cover.shape[1]), cover])

    monkeypatch.setattr(flat, "_art", art)
    flat._printed.cache_clear()
    yield
    flat._printed.cache_clear()


def photographs(folder: Path, game: str, names: tuple[str, ...]) -> Path:
    folder.mkdir()
    for name in names:
        cv2.imwrite(str(folder / f"{name}.png"), other(game, name))
    return folder


@pytest.mark.parametrize(("game", "kind"), [("hai-noon", "tiles"), ("hold-your-breath", "tokens")])
def test_another_print_of_a_game_is_read_once_it_was_taught(
    tmp_path: Path, game: str, kind: str, another_print: None
) -> None:
    home = tmp_path / "home"
    taught = {name: other(game, name) for name in (*deck_art.faces(game), BACK)}
    save(deck_from_faces(game, taught), home)
    cards.teach_pieces(kind, game, photographs(tmp_path / "photos", game, piece_art.pieces(game)), home)
    assert list(faces.troubles(home)) == []
    truth = Match.begin(GAMES[game], PLAYERS, {"hands": "open"})
    shown = Match.begin(GAMES[game], PLAYERS, {"hands": "hidden"})
    stage = TableStage(game, mat(game, len(PLAYERS), {}), 5, (1280, 720), brief=True)
    camera, robot = TableCamera(stage, seed=3), CardRobot(stage, truth, Random(1))
    observer = Observer(TableSetup(game, home, len(PLAYERS)))
    for _ in range(2):
        sight = observer.see(camera.look(), settled=True)
        assert isinstance(sight, Sight)
        assert pieces(sight.observation) == pieces(true_eyes(camera))
        for _ in range(3):
            robot.step(Table(shown, "0000"))


def test_what_was_taught_under_a_games_name_comes_first_and_the_rest_is_our_art(tmp_path: Path) -> None:
    names = tuple(name for name in piece_art.pieces("hai-noon") if name != "cage")
    photos = photographs(tmp_path / "photos", "hai-noon", names)
    cards.teach_pieces("tiles", "hai-noon", photos, tmp_path)
    known = faces.faces(faces.FaceKind.TILES, "hai-noon", tmp_path)
    assert set(known) == set(piece_art.pieces("hai-noon"))
    assert kind_of(faces.file_of("tiles", "hai-noon", tmp_path)) == "tiles"
    assert known["shark-full"].shape == (128, 128, 3)
    assert np.abs(known["shark-full"].astype(int) - other("hai-noon", "shark-full")).mean() < 4
    assert known["cage"].shape[2] == 4
    assert set(faces.faces(faces.FaceKind.TOKENS, "hold-your-breath", tmp_path)) == set(
        piece_art.pieces("hold-your-breath")
    )


def test_a_set_that_lacks_a_face_is_refused_and_the_one_before_it_stays(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, pieces = faces.file_of("tokens", "hold-your-breath", tmp_path), piece_art.pieces("hold-your-breath")
    cards.teach_pieces(
        "tokens", "hold-your-breath", photographs(tmp_path / "all", "hold-your-breath", pieces), tmp_path
    )
    assert "played with cards too, known by our art so far" in capsys.readouterr().out
    before = file.read_bytes()
    few = photographs(tmp_path / "few", "hold-your-breath", ("pirate-0", "pirate-1", "anchor-0"))
    said = (
        r"few: hold-your-breath cannot be .* lacks pirate-2, .* and 5 more; add a picture of each, .* pirate-2\.jpg; `"
    )
    with pytest.raises(BadTeaching, match=said):
        cards.teach_pieces("tokens", "hold-your-breath", few, tmp_path)
    assert file.read_bytes() == before


def test_a_deck_with_a_misspelt_card_is_refused_with_the_name_that_was_meant(tmp_path: Path) -> None:
    photos = photographs(tmp_path / "photos", "hai-noon", (*deck_art.faces("hai-noon"), BACK))
    (photos / "wild.png").rename(photos / "Wyld.png")
    said = r"lacks wild, and hai-noon knows no Wyld; rename Wyld\.jpg to wild\.jpg; `lifeguard teach names hai-noon`"
    with pytest.raises(BadTeaching, match=said):
        cards.teach("hai-noon", photos, tmp_path)
    with pytest.raises(BadTeaching, match="none is called like a piece of it, such as pirate-0; give the folder of"):
        cards.teach_pieces("tokens", "hold-your-breath", photos, tmp_path)
    assert not faces.file_of("decks", "hai-noon", tmp_path).exists()


def test_one_folder_teaches_cards_and_tiles_whatever_capitals_and_blanks_their_names_have(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = photographs(tmp_path / "photos", "hai-noon", ("wild", BACK, *piece_art.pieces("hai-noon")))
    (photos / "shark-full.png").rename(photos / "Shark Full.PNG")
    cards.teach_pieces("tiles", "hai-noon", photos, tmp_path)
    assert set(read(faces.file_of("tiles", "hai-noon", tmp_path)).cards) == set(piece_art.pieces("hai-noon"))
    assert "2 pictures in" in capsys.readouterr().err


def test_a_folder_with_the_pictures_of_several_games_is_said_to_be_one(tmp_path: Path) -> None:
    learnt = {name for game in ("hai-noon", "hold-your-breath", "splash-down") for name in deck_art.faces(game)}
    wrong = faces.misnamed(learnt, faces.FaceKind.CARDS, "hai-noon")
    assert wrong is not None
    assert wrong.wrong.startswith("air-10-calm")
    assert wrong.wrong.endswith("more belong to hold-your-breath, splash-down")
    assert wrong.remedy == "keep one folder for each game"


def test_one_face_that_lacks_is_asked_for_by_its_name_alone() -> None:
    wrong = faces.misnamed(deck_art.faces("hai-noon"), faces.FaceKind.CARDS, "hai-noon")
    assert wrong is not None
    assert wrong.wrong == "it lacks back"
    assert wrong.remedy.startswith("add its picture, back.jpg;")


def test_pictures_of_the_other_pieces_in_the_same_folder_are_offered_to_be_taught_next(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    photos = photographs(tmp_path / "photos", "hai-noon", ("wild", BACK, *piece_art.pieces("hai-noon")))
    cards._tell_rest("hai-noon", tmp_path, photos)
    said = capsys.readouterr().out.splitlines()
    assert said == [
        f"hai-noon is played with {what} too; their pictures are there: now lifeguard teach {kind} hai-noon {photos}"
        for what, kind in (("cards", "deck"), ("tiles", "tiles"))
    ]


def test_every_misnamed_picture_is_told_the_name_that_was_meant() -> None:
    learnt = set(piece_art.pieces("hai-noon")) - {"cage", "shark-full"} | {"cage (1)", "sharkfull"}
    wrong = faces.misnamed(learnt, faces.FaceKind.TILES, "hai-noon")
    assert wrong is not None
    assert wrong.remedy.startswith("rename cage (1).jpg to cage.jpg, sharkfull.jpg to shark-full.jpg; `lifeguard teach")


def test_half_a_set_from_before_is_one_of_the_games_troubles(tmp_path: Path) -> None:
    few = {name: other("hold-your-breath", name) for name in ("pirate-0", "pirate-1", "anchor-0")}
    write(deck_from_faces("hold-your-breath", few), faces.file_of("tokens", "hold-your-breath", tmp_path), "tokens")
    (trouble,) = faces.troubles(tmp_path)
    assert "lacks pirate-2, pirate-3, pirate-4, pirate-5 and 5 more; teach it anew" in trouble


def test_a_misspelt_name_and_cards_of_another_shape_are_said(tmp_path: Path) -> None:
    whole = {name: deck_art.draw("hai-noon", name, 96) for name in (*deck_art.faces("hai-noon"), BACK)}
    save(deck_from_faces("hai-noon", whole | {"wyld": whole["wild"]}), tmp_path)
    assert "hai-noon knows no wyld" in next(faces.troubles(tmp_path))
    save(deck_from_faces("hai-noon", {name: cv2.resize(face, (96, 96)) for name, face in whole.items()}), tmp_path)
    assert "63 x 88 mm" in next(faces.troubles(tmp_path))
    save(deck_from_faces("hai-noon", whole), tmp_path)
    assert list(faces.troubles(tmp_path)) == []


@pytest.mark.parametrize(("names", "said"), [((), "no pictures"), (("shark-full",), "lacks shark-hungry")])
def test_nothing_half_taught_is_kept(tmp_path: Path, names: tuple[str, ...], said: str) -> None:
    photos = photographs(tmp_path / "photos", "hai-noon", names)
    with pytest.raises(BadTeaching, match=said):
        cards.teach_pieces("tiles", "hai-noon", photos, tmp_path)
    assert not faces.file_of("tiles", "hai-noon", tmp_path).exists()


def dice_taught(items: tuple[str, ...]) -> Taught:
    """Dice of which nothing but their names matters."""
    return Taught(
        "shark-attacks",
        items,
        np.zeros((len(items), CROPS.fine_crop_px, CROPS.fine_crop_px, 3), np.uint8),
        *[np.arange(len(items))] * 2,
        np.zeros((len(items), CROPS.closeup_px, CROPS.closeup_px, 3), np.uint8),
    )


def test_taught_dice_of_a_games_name_are_those_of_its_table(tmp_path: Path) -> None:
    save_dice(dice_taught(dice_faces("shark-attacks")), tmp_path)
    strategy = dice_reader("shark-attacks", tmp_path).strategy
    assert isinstance(strategy, DiceOfAnyMake)
    assert isinstance(strategy.classifier.faces, TaughtFaces)
    assert strategy.classifier.faces.taught.items == dice_faces("shark-attacks")
    ordinary = dice_reader("pips", tmp_path).strategy
    assert isinstance(ordinary, DiceOfAnyMake)
    assert isinstance(ordinary.classifier.faces, BuiltInFaces)


def test_taught_dice_that_lack_a_face_are_not_used(tmp_path: Path) -> None:
    save_dice(dice_taught(("swimmer-1", "shark-2")), tmp_path)
    with pytest.raises(BadTeaching, match="lacks swimmer-wave, swimmer-2"):
        dice_reader("shark-attacks", tmp_path)
