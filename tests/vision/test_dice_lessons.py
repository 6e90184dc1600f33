"""What photographs teach the dice reader: labels tell a box and a value, the finder tells where in it the face lies."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn import picture
from vision.model import Model, load

sys.path.insert(0, str(Path(__file__).parents[2] / "scripts"))

from dice_photographs import load_bare, load_photographs
from dice_scenes import FACES, NONE, Pool

THROWN = ["die-5", "die-3", "die-6"]


@pytest.fixture(scope="module")
def model() -> Model:
    return load()


def folder(path: Path, labels: list[dict[str, object]], ignore: list[dict[str, object]]) -> Path:
    """A folder with one photograph, three ordinary dice on wood, and these notes about it."""
    image, _ = picture(THROWN, 31)
    cv2.imwrite(str(path / "a.png"), image)
    notes = [{"file": "a.png", "dice": labels, "ignore": ignore}]
    (path / "annotations.json").write_text(json.dumps(notes), "utf-8")
    return path


def labels() -> list[dict[str, object]]:
    _, truth = picture(THROWN, 31)
    return [{"value": int(seen.face), "box": list(seen.box)} for seen in truth]


def test_a_labelled_die_takes_the_face_that_the_finder_sees_in_its_box(model: Model, tmp_path: Path) -> None:
    _, seen = picture(THROWN, 31)
    ((_, truths, ghosts),) = load_photographs(folder(tmp_path, labels(), []), model)
    assert [FACES[truth.face] for truth in truths] == [f"pips/{item}" for item in THROWN]
    for truth, own in zip(truths, seen, strict=True):
        assert np.hypot(*(truth.centre - own.centre)) < 0.2 * own.size
        assert truth.side == pytest.approx(own.size, rel=0.25)
        assert not truth.turned
    for x, y, _ in ghosts:
        assert all(np.hypot(x - own.centre[0], y - own.centre[1]) > 0.5 * own.size for own in seen)


def test_where_the_finder_sees_nothing_the_upper_part_of_the_label_is_the_face(model: Model, tmp_path: Path) -> None:
    ((_, truths, _),) = load_photographs(folder(tmp_path, [{"value": 4, "box": [2, 2, 40, 60]}], []), model)
    assert FACES[truths[0].face] == "pips/die-4"
    assert truths[0].side == pytest.approx(30)
    assert truths[0].centre == pytest.approx((22, 22))


def test_what_lies_beside_all_labels_is_shown_as_no_die(model: Model, tmp_path: Path) -> None:
    ((_, truths, ghosts),) = load_photographs(folder(tmp_path, labels()[:2], []), model)
    left_out = labels()[2]["box"]
    assert len(truths) == 2
    assert any(left_out[0] < x < left_out[0] + left_out[2] for x, _, _ in ghosts)  # type: ignore[index]


def test_a_piece_to_ignore_is_neither_a_die_nor_none(model: Model, tmp_path: Path) -> None:
    ((_, truths, ghosts),) = load_photographs(folder(tmp_path, labels()[:2], [{"box": labels()[2]["box"]}]), model)
    hidden, box = truths[2], labels()[2]["box"]
    assert (hidden.face, hidden.sight) == (NONE, 0.0)
    assert not any(box[0] < x < box[0] + box[2] for x, _, _ in ghosts)  # type: ignore[index]


def test_a_photograph_that_is_missing_is_told_by_its_name(model: Model, tmp_path: Path) -> None:
    folder(tmp_path, [], [])
    (tmp_path / "a.png").unlink()
    with pytest.raises(FileNotFoundError, match=r"a\.png"):
        load_photographs(tmp_path, model)


def test_four_lessons_in_ten_are_photographs_and_all_folders_are_alike() -> None:
    small, rng = np.zeros((2, 2, 3), np.uint8), np.random.default_rng(5)
    drawn, large, tiny = ([(small + number, (), ())] for number in (0, 1, 2))
    pool = Pool(drawn, [large * 50, tiny])
    seen = [int(pool.draw(rng)[0][0, 0, 0]) for _ in range(4000)]
    shares = [seen.count(number) / len(seen) for number in (0, 1, 2)]
    assert shares == pytest.approx([0.6, 0.2, 0.2], abs=0.03)


def test_one_lesson_in_seven_is_a_photograph_without_dice() -> None:
    small, rng = np.zeros((2, 2, 3), np.uint8), np.random.default_rng(5)
    drawn, large, bare = ([(small + number, (), ())] for number in (0, 1, 2))
    seen = [int(Pool(drawn, [large], [bare]).draw(rng)[0][0, 0, 0]) for _ in range(4000)]
    shares = [seen.count(number) / len(seen) for number in (0, 1, 2)]
    assert shares == pytest.approx([0.51, 0.34, 0.15], abs=0.03)


def test_whatever_is_found_in_a_photograph_without_dice_is_shown_as_no_die(model: Model, tmp_path: Path) -> None:
    image, seen = picture(THROWN, 31)
    cv2.imwrite(str(tmp_path / "b.png"), image)
    (tmp_path / "about.txt").write_text("no picture", "utf-8")
    ((_, truths, ghosts),) = load_bare(tmp_path, model)
    assert truths == ()
    for own in seen:
        assert any(np.hypot(x - own.centre[0], y - own.centre[1]) < 0.3 * own.size for x, y, _ in ghosts)
