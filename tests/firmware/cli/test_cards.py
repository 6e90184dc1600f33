"""`read --deck`, `teach deck` and `deck export|import`: what is printed, what is kept, and what is not."""

from __future__ import annotations

import json
from pathlib import Path

import cv2
import numpy as np
import pytest

from firmware.cli import cards, piece_names, share
from firmware.config import ConfigError
from firmware.games import decks, faces
from hardware.art import deck as deck_art
from vision.cards.deck.store import load, read, save, write
from vision.cards.learn.folder import deck_from_faces
from vision.dice.crops import LIMITS as CROPS
from vision.dice.taught import Taught, enlarged, load_dice, save_dice
from vision.store import BadTeaching

FACES = deck_art.faces("hai-noon")[:4]


def folder(home: Path, *names: str) -> Path:
    """A folder of pictures, each cut to the card that its name says."""
    pictures = home / "pictures"
    pictures.mkdir()
    for name in names:
        cv2.imwrite(str(pictures / f"{name}.png"), deck_art.draw("hai-noon", name, 120))
    return pictures


def table(home: Path, name: str) -> str:
    """A picture of one card on a dark table."""
    picture = np.full((400, 400, 3), (60, 50, 40), np.uint8)
    face = deck_art.draw("hai-noon", name, 120)
    picture[100 : 100 + len(face), 140:260] = face
    cv2.imwrite(str(home / "table.png"), cv2.GaussianBlur(picture, (0, 0), 0.8))
    return str(home / "table.png")


def test_a_deck_is_taught_and_then_read(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards.teach("harbour", folder(tmp_path, *FACES), tmp_path)
    said = capsys.readouterr()
    assert "4 cards" in said.out
    assert cards.read([table(tmp_path, FACES[1])], "harbour", tmp_path, as_json=True) == 0
    (card,) = json.loads(capsys.readouterr().out)["cards"]
    assert (card["deck"], card["card"]) == ("harbour", FACES[1])


@pytest.mark.parametrize("name", ["hainoon", "hai_noon", "Hai-Noon", "hai-non", "splashdown"])
def test_a_deck_that_is_called_as_one_misspells_a_game_is_refused_with_the_game_that_was_meant(
    name: str, tmp_path: Path
) -> None:
    game = "splash-down" if name == "splashdown" else "hai-noon"
    with pytest.raises(ConfigError, match=f"no game is called {name}; did you mean {game}"):
        cards.teach(name, folder(tmp_path, *FACES), tmp_path)


@pytest.mark.parametrize("name", ["harbour", "hai-noon-2", "hai-noon.old", "mine", "noon"])
def test_a_deck_of_ones_own_may_be_called_as_one_likes(name: str) -> None:
    cards.refuse_name(faces.FaceKind.CARDS, name)


@pytest.mark.parametrize(
    ("kind", "name", "said"),
    [
        ("tiles", "hainoon", "no game called hainoon is played with tiles; did you mean hai-noon"),
        ("tokens", "hold-your-breth", "did you mean hold-your-breath"),
        ("tokens", "mine", "no game called mine is played with tokens; hold-your-breath is"),
    ],
)
def test_tiles_and_tokens_that_no_game_is_played_with_are_refused(
    kind: str, name: str, said: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=said):
        cards.teach_pieces(faces.FaceKind(kind), name, folder(tmp_path, *FACES), tmp_path)
    assert not faces.file_of(kind, name, tmp_path).exists()


def test_a_built_in_deck_is_made_once_and_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    faces = {name: deck_art.draw("hai-noon", name, 96) for name in FACES}
    monkeypatch.setattr(decks, "with_lookalikes", lambda deck: deck_from_faces("hai-noon", faces))
    first = decks.built_in("hai-noon", tmp_path)
    monkeypatch.setattr(decks, "deck_from_faces", lambda *_: pytest.fail("made anew"))
    assert decks.built_in("hai-noon", tmp_path).cards == first.cards == FACES


def test_a_taught_deck_stands_before_the_built_in_one_of_its_name(tmp_path: Path) -> None:
    save(deck_from_faces("hai-noon", {name: deck_art.draw("hai-noon", name, 96) for name in FACES}), tmp_path)
    assert cards.open_deck("hai-noon", tmp_path).cards == FACES


@pytest.mark.parametrize(("names", "said"), [((), "no pictures"), ((FACES[0],), "only one card")])
def test_nothing_half_taught_is_kept(tmp_path: Path, names: tuple[str, ...], said: str) -> None:
    with pytest.raises(BadTeaching, match=said):
        cards.teach("mine", folder(tmp_path, *names), tmp_path)
    assert load("mine", tmp_path) is None


def test_a_file_that_is_no_picture_is_named(tmp_path: Path) -> None:
    pictures = folder(tmp_path, *FACES)
    (pictures / "torn.jpg").write_bytes(b"half a picture")
    with pytest.raises(BadTeaching, match=r"torn\.jpg"):
        cards.teach("mine", pictures, tmp_path)
    assert load("mine", tmp_path) is None


def test_all_that_is_wrong_with_pictures_is_said_in_one_run_a_line_each(tmp_path: Path) -> None:
    pictures = folder(tmp_path, *deck_art.faces("hai-noon"))
    for name in ("wild", "flip-shark.red"):
        (pictures / f"{name}.png").write_bytes(b"")
    soft = cv2.imread(str(pictures / "flip-shark.blue.png"))
    cv2.imwrite(str(pictures / "flip-shark.blue.png"), cv2.GaussianBlur(soft, (0, 0), 6))
    cv2.imwrite(str(pictures / "flip-shark.green.png"), np.full((168, 120, 3), 90, np.uint8))
    (pictures / "camouflage.red.png").rename(pictures / "nobody.png")
    with pytest.raises(BadTeaching) as refusal:
        cards.teach("hai-noon", pictures, tmp_path)
    said = dict(line.split(": ", 1) for line in str(refusal.value).splitlines())
    assert set(said) == {"flip-shark.red.png", "wild.png", "flip-shark.green.png", "flip-shark.blue.png", str(pictures)}
    assert said["wild.png"].startswith("not a picture that can be read")
    assert said["flip-shark.green.png"].startswith("nothing lies in this picture")
    assert said["flip-shark.blue.png"].startswith("this picture is blurred")
    assert "it lacks camouflage.red, back, and hai-noon knows no nobody" in said[str(pictures)]
    assert load("hai-noon", tmp_path) is None


def test_a_deck_goes_from_one_device_to_another_as_one_file(tmp_path: Path) -> None:
    save(deck_from_faces("mine", {name: deck_art.draw("hai-noon", name, 96) for name in FACES}), tmp_path / "one")
    share.export("deck", "mine", tmp_path / "mine.deck", tmp_path / "one")
    share.bring(tmp_path / "mine.deck", tmp_path / "two")
    taken = load("mine", tmp_path / "two")
    assert taken is not None
    assert taken.cards == FACES


@pytest.mark.parametrize("kind", ["tiles", "tokens"])
def test_tiles_and_tokens_go_from_one_device_to_another(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    known = deck_from_faces("mine", {name: deck_art.draw("hai-noon", name, 96) for name in FACES})
    write(known, faces.file_of(kind, "mine", tmp_path / "one"))
    share.export(kind, "mine", tmp_path / "mine.file", tmp_path / "one")
    share.bring(tmp_path / "mine.file", tmp_path / "two")
    assert read(faces.file_of(kind, "mine", tmp_path / "two")).cards == FACES
    assert f"mine: 4 {kind}" in capsys.readouterr().out


def test_dice_go_from_one_device_to_another(tmp_path: Path) -> None:
    crops = np.full((2, CROPS.fine_crop_px, CROPS.fine_crop_px, 3), 7, np.uint8)
    owner, photograph = np.zeros(2, np.int64), np.arange(2)
    save_dice(Taught("mine", ("robot-gear",), crops, owner, photograph, enlarged(crops, photograph)), tmp_path / "one")
    share.export("dice", "mine", tmp_path / "mine.dice", tmp_path / "one")
    share.bring(tmp_path / "mine.dice", tmp_path / "two")
    taken = load_dice("mine", tmp_path / "two")
    assert taken is not None
    assert (taken.items, int(taken.crops.min())) == (("robot-gear",), 7)


def test_what_was_not_taught_is_not_carried_and_what_was_stays_what_it_is(tmp_path: Path) -> None:
    for kind in ("tiles", "tokens", "dice"):
        with pytest.raises(ConfigError, match=f"no {kind} 'mine'"):
            share.export(kind, "mine", tmp_path / "mine.file", tmp_path)
    save(deck_from_faces("mine", {name: deck_art.draw("hai-noon", name, 96) for name in FACES}), tmp_path)
    share.export("deck", "mine", tmp_path / "mine.file", tmp_path)
    share.bring(tmp_path / "mine.file", tmp_path / "two")
    assert load("mine", tmp_path / "two") is not None
    assert not (tmp_path / "two" / "tiles").exists()


@pytest.mark.parametrize(("content", "said"), [(None, "no such file"), (b"a record", "not a file that")])
def test_a_file_that_carries_nothing_taught_is_refused_in_plain_words(
    tmp_path: Path, content: bytes | None, said: str
) -> None:
    if content is not None:
        (tmp_path / "mine.file").write_bytes(content)
    with pytest.raises(BadTeaching, match=said) as refused:
        share.bring(tmp_path / "mine.file", tmp_path)
    assert "pickle" not in str(refused.value)


def test_an_unknown_deck_is_wrong_use_and_the_known_ones_are_named(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match="splash-down"):
        cards.read(["x.png"], "nothing", tmp_path, as_json=False)


def test_every_name_that_a_game_is_taught_by_is_told_with_its_piece(capsys: pytest.CaptureFixture[str]) -> None:
    piece_names.tell("hold-your-breath")
    told = dict(line.split(maxsplit=1) for line in capsys.readouterr().out.splitlines() if line.startswith(" "))
    assert set(told) == {name for kind in ("decks", "tokens") for name in faces.names(kind, "hold-your-breath")}
    assert (told["air-10-kraken"], told["pirate-1"]) == ("Air 10 or Kraken", "Blue's pirate")
    with pytest.raises(ConfigError, match="pig: nothing to teach"):
        piece_names.tell("pig")
