"""Dice with other art are learnt from a few pictures, wholly or not at all."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from tests.vision.drawn import picture
from vision.dice.calibration import Candidate
from vision.dice.detector import Detection
from vision.dice.face_names import UPPER
from vision.dice.likeness.network import FEATURES
from vision.dice.reader import DiceReader
from vision.dice.strategies.any_make import (
    TaughtDice,
    _taken_for_one,
    _without_parts_of_prints,
    _without_specks,
)
from vision.dice.taught import Taught, load_dice, read_dice, save_dice
from vision.dice.teach import item_of, teach_dice
from vision.reading import Image
from vision.store import BadTeaching, read_arrays

FACES = ["shark-1", "shark-2", "shark-3", "shark-wave", "swimmer-wave", "swimmer-2"]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


def lessons(faces: list[str], seed: int) -> list[tuple[str, np.ndarray]]:
    """Two pictures for each face, with three dice each."""
    return [(f"{face}.{n}.jpg", picture([face] * 3, seed + n)[0]) for face in faces for n in (1, 2)]


@pytest.fixture(scope="module")
def mine(reader: DiceReader) -> Taught:
    """All six faces, taught once."""
    return teach_dice("mine", lessons(FACES, 40), reader)


def test_a_taught_set_is_kept_as_one_file_and_read_by(mine: Taught, tmp_path: Path) -> None:
    save_dice(mine, tmp_path)
    assert [file.name for file in (tmp_path / "dice").iterdir()] == ["mine.npz"]
    taught = load_dice("mine", tmp_path)
    assert taught is not None
    reading = DiceReader("mine", taught=taught).read(picture(FACES, 50)[0])
    assert sorted(f"{die.kind}-{die.face}" for die in reading.dice) == sorted(FACES)
    assert {die.set for die in reading.dice} == {"mine"}


def test_a_taught_set_is_read_by_another_version_of_the_reader_too(mine: Taught) -> None:
    """What is kept are pictures: a network whose features lie otherwise compares them with its own."""
    later = DiceReader("mine", taught=mine)
    ask, order = later.model.likeness, np.random.default_rng(1).permutation(FEATURES)
    asked: list[int] = []

    class Shuffled:
        def setInput(self, crops: np.ndarray) -> None:
            ask.setInput(crops)

        def forward(self) -> np.ndarray:
            out = ask.forward()
            asked.append(len(out))
            return np.concatenate([out[:, :FEATURES][:, order], out[:, FEATURES:]], axis=1)

    object.__setattr__(later.model, "likeness", Shuffled())
    reading = later.read(picture(FACES, 50)[0])
    assert asked
    assert sorted(f"{die.kind}-{die.face}" for die in reading.dice) == sorted(FACES)


def test_a_face_that_was_not_taught_is_not_taken_for_another(reader: DiceReader) -> None:
    taught = teach_dice("mine", lessons(["shark-1", "swimmer-wave"], 60), reader)
    reading = DiceReader("mine", taught=taught).read(picture(["die-5", "event-rain"], 61)[0])
    assert not reading.sure


def test_names_are_cut_at_the_last_hyphen_and_before_the_number() -> None:
    assert item_of("robot-gear.jpg") == "robot-gear"
    assert item_of("big-robot-gear.12.jpg") == "big-robot-gear"
    for name in ("robot.jpg", "-gear.1.jpg", "robot-.png"):
        with pytest.raises(BadTeaching, match="<kind>-<face>"):
            item_of(name)


def test_a_picture_without_a_die_teaches_nothing(reader: DiceReader) -> None:
    pictures = [*lessons(["shark-1"], 70), ("shark-2.1.jpg", picture([], 71)[0])]
    with pytest.raises(BadTeaching, match=r"shark-2\.1\.jpg: no die found"):
        teach_dice("mine", pictures, reader)


def test_taught_dice_called_like_ordinary_ones_keep_their_kinds(reader: DiceReader) -> None:
    faces = ["shark-1", "swimmer-2"]
    taught = teach_dice("pips", lessons(faces, 40), reader)
    reading = DiceReader("pips", taught=taught).read(picture(faces, 50)[0])
    assert {die.kind for die in reading.dice} == {"shark", "swimmer"}


def test_a_file_that_lost_some_bytes_is_read_or_reported(reader: DiceReader, tmp_path: Path) -> None:
    """Wherever they were; seed 3."""
    file = save_dice(teach_dice("mine", lessons(FACES[:2], 40), reader), tmp_path)
    whole, said = file.read_bytes(), 0
    for start in np.random.default_rng(3).integers(0, len(whole), 60):
        file.write_bytes(whole[:start] + bytes(len(whole[start : start + 512])) + whole[start + 512 :])
        try:
            load_dice("mine", tmp_path)
        except BadTeaching as error:
            said += "mine.npz" in str(error)
    assert said > 40


def test_no_pictures_and_bad_names_are_refused(reader: DiceReader) -> None:
    with pytest.raises(BadTeaching, match="no pictures"):
        teach_dice("mine", [], reader)
    with pytest.raises(BadTeaching, match="name"):
        teach_dice("../mine", lessons(["shark-1"], 80), reader)


def test_a_damaged_file_is_reported_and_a_missing_one_is_none(tmp_path: Path) -> None:
    assert load_dice("mine", tmp_path) is None
    (tmp_path / "dice").mkdir()
    (tmp_path / "dice" / "mine.npz").write_bytes(b"nonsense")
    with pytest.raises(BadTeaching, match=r"mine\.npz.*teach it again"):
        load_dice("mine", tmp_path)


@pytest.mark.parametrize(
    ("sides_away", "p_face", "is_die"), [(1.05, 0.99, True), (0.9, 0.99, False), (1.05, 0.3, False)]
)
def test_what_lies_on_a_die_is_another_one_if_it_is_too_far_for_a_side_and_shows_a_face(
    monkeypatch: pytest.MonkeyPatch, reader: DiceReader, mine: Taught, sides_away: float, p_face: float, is_die: bool
) -> None:
    """A die that stands before another was taken for the side of it, and a throw of nine was surely one of eight."""
    strategy = DiceReader("mine", taught=mine).strategy
    assert isinstance(strategy, TaughtDice)
    whole, hidden = (
        Detection(strength, 100, y, 60, (70, y - 30, 60, 60))
        for strength, y in ((0.8, 100), (0.3, 100 + 60 * sides_away))
    )
    upper = np.zeros((1, FEATURES + 2))
    upper[0, UPPER] = 0.99

    def classify(_self: object, _image: object, detections: list[Detection]) -> list[Candidate]:
        return [Candidate(each, (("mine/shark-1", p_face),), 0.1, 0.0, answers=upper) for each in detections]

    monkeypatch.setattr("vision.dice.classifier.DieClassifier.classify", classify)
    known = Candidate(whole, (("mine/shark-2", 0.99),), 0.1, 0.0, p_die=1.0, p_correct=0.99)
    found = strategy.further_dice(np.zeros((200, 200, 3), np.uint8), [known], [whole, hidden])
    assert [die.detection for die in found] == [hidden] * is_die


@pytest.mark.parametrize(
    ("strength", "size", "p_face", "is_die"),
    [
        (0.25, 60, 0.5, True),
        (0.25, 60, 0.2, False),
        (0.25, 30, 0.5, False),
        (0.12, 60, 0.54, True),
        (0.12, 60, 0.5, False),  # the weaker it is detected, the surer it must show a face
        (0.04, 60, 0.54, False),
    ],
)
def test_what_the_usual_scales_overlook_is_a_die_if_it_is_as_large_as_the_others_and_shows_one_of_its_faces(
    monkeypatch: pytest.MonkeyPatch, mine: Taught, strength: float, size: float, p_face: float, is_die: bool
) -> None:
    """A pale die with a red apple on it lay between seven others, overlooked, and the throw was sure."""
    strategy = DiceReader("mine", taught=mine).strategy
    assert isinstance(strategy, TaughtDice)
    overlooked = Detection(strength, 300, 100, size, (300 - size / 2, 100 - size / 2, size, size))
    upper = np.zeros((1, FEATURES + 2))
    upper[0, UPPER] = 0.99

    def classify(_self: object, _image: object, detections: list[Detection]) -> list[Candidate]:
        names = (("mine/shark-1", p_face), ("mine/shark-2", 0.45))
        return [Candidate(each, names, 0.1, 0.0, answers=upper) for each in detections]

    def at_scale(_network: object, _image: object, seen: Image, least: float) -> list[Detection]:
        return [overlooked] if seen.shape[0] == 80 and strength >= least else []  # a face of 60 px, shrunk to 16

    monkeypatch.setattr("vision.dice.classifier.DieClassifier.classify", classify)
    monkeypatch.setattr("vision.dice.detector._at_scale", at_scale)
    known = Candidate(Detection(0.8, 100, 100, 60, (70, 70, 60, 60)), (("mine/shark-2", 0.99),), 0.1, 0.0, p_die=1.0)
    found = strategy.further_dice(np.zeros((300, 400, 3), np.uint8), [known], [known.detection])
    assert [(die.detection.x, die.detection.strength) for die in found] == [(300, max(strength, 0.2))] * is_die


def seen(x: float, size: float, p_face: float = 0.95) -> Candidate:
    """What looks like a die of a set, in a row."""
    at = Detection(0.6, x, 100, size, (x - size / 2, 100 - size / 2, size, size))
    return Candidate(at, (("works/red-cog", p_face),), 0.1, 0.0, p_die=0.95, p_correct=p_face)


def test_what_is_far_smaller_than_the_dice_of_a_set_is_none() -> None:
    """A small round sign on the side of a die was read as a die with a turtle."""
    dice, speck = [seen(100, 60), seen(200, 66), seen(300, 54)], seen(330, 16)
    assert _without_specks([*dice, speck]) == dice
    assert _without_specks([dice[0], speck]) == [dice[0], speck]


def test_a_taught_die_is_asked_about_for_what_tells_a_mistake(mine: Taught) -> None:
    """How much the classifier distrusts a die tells nothing of a taught one that leans; a second likely name does."""
    strategy, die = DiceReader("mine", taught=mine).strategy, seen(100, 60)
    assert strategy.doubt(replace(die, distrust=0.9)) == ""
    assert strategy.doubt(replace(die, distrust=0.97)) == "cocked or hidden"
    assert strategy.doubt(replace(die, names=(("mine/a-1", 0.89), ("mine/a-2", 0.11)))) == ""
    assert strategy.doubt(replace(die, names=(("mine/a-1", 0.86), ("mine/a-2", 0.14)))) == "unclear"


def test_a_picture_is_not_sure_where_something_shows_one_taught_face_or_another(mine: Taught) -> None:
    """Two figures with a nought, each hardly likely: together they were one of the set, and the throw was sure."""
    strategy, faint = DiceReader("mine", taught=mine).strategy, seen(100, 60)
    faint = replace(faint, detection=replace(faint.detection, strength=0.22), size_offset_log=0.1)
    assert strategy.may_be_die(replace(faint, names=(("mine/a-1", 0.14), ("mine/a-2", 0.13))), False)
    assert not strategy.may_be_die(replace(faint, names=(("mine/a-1", 0.12), ("mine/a-2", 0.11))), False)


def test_what_shows_no_face_and_is_larger_than_the_dice_may_be_two_that_touch() -> None:
    """Two dice with tallies that touched were one large die without a face, and both were missed."""
    dice = [seen(100, 60), seen(200, 66)]
    large, washed_out, named = seen(300, 110, 0.02), seen(400, 62, 0.02), seen(500, 110)
    assert _taken_for_one([*dice, large, washed_out, named]) == [large]


def test_the_box_of_a_taught_die_is_all_of_its_face(mine: Taught) -> None:
    """Of one that was seen too small the middle alone was told, too little to say which die it was."""
    reading = DiceReader("mine", taught=mine).read(picture(FACES, 50)[0])
    for die in reading.dice:
        assert die.box[2:] == pytest.approx((die.size, die.size))
        assert (die.box[0] + die.box[2] / 2, die.box[1] + die.box[3] / 2) == pytest.approx(die.centre)


def test_sets_of_earlier_versions_are_read_by_their_crops_enlarged(mine: Taught, tmp_path: Path) -> None:
    file = save_dice(mine, tmp_path)
    parts = read_arrays(file)
    del parts["closeups"]
    np.savez_compressed(file, **parts)
    taught = load_dice("mine", tmp_path)
    assert taught is not None
    assert taught.closeups.shape == mine.closeups.shape
    reading = DiceReader("mine", taught=taught).read(picture(FACES, 50)[0])
    assert sorted(f"{die.kind}-{die.face}" for die in reading.dice) == sorted(FACES)


def test_a_set_whose_closeups_are_not_those_of_its_dice_is_damaged(mine: Taught, tmp_path: Path) -> None:
    file = save_dice(replace(mine, closeups=mine.closeups[1:]), tmp_path)
    with pytest.raises(BadTeaching, match="teach it again"):
        read_dice(file)


def test_a_part_of_a_print_that_looks_like_another_face_is_no_die() -> None:
    """On a die with a factory, its cogwheel was read as a second die, and sure."""
    die, part, beside = seen(100, 60), seen(115, 24), seen(150, 24)
    assert _without_parts_of_prints([die, part, beside]) == [die, beside]
