"""What photographs teach the dice reader: labels tell a box and a value, the finder tells where in it the face lies."""

from __future__ import annotations

import json
import sys
from pathlib import Path

import cv2
import numpy as np
import pytest

from tests.vision.drawn import picture
from vision.dice.crops import LIMITS as CROPS
from vision.dice.model import Model, load

sys.path.insert(0, str(Path(__file__).parents[4] / "scripts" / "training"))

from dice_lessons import _shaken
from dice_photographs import load_bare, load_photographs
from dice_scenes import FACES, NONE, Pool
from dice_weather import glinting, processed, shaded, shaken, stretched, veiled

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


@pytest.mark.parametrize(("thrown", "wide", "high"), [("die-3", 0.25, 0.75), ("die-1", 0.2, 0.2)])
def test_a_label_round_the_pips_alone_takes_the_face_that_bears_them(
    model: Model, tmp_path: Path, thrown: str, wide: float, high: float
) -> None:
    """Of a three along an edge it is a strip, of a one a single pip."""
    image, (own, *_) = picture([thrown, "die-5", "die-6"], 31)
    (x, y), w, h = own.centre, wide * own.size, high * own.size
    path = folder(tmp_path, [{"value": int(own.face), "box": [x - w / 2, y - h / 2, w, h]}], [])
    cv2.imwrite(str(path / "a.png"), image)
    ((_, (truth,), _),) = load_photographs(path, model)
    assert truth.side == pytest.approx(own.size, rel=0.25)
    assert truth.sight == 1


def test_a_strip_in_which_the_finder_sees_nothing_tells_no_face(model: Model, tmp_path: Path) -> None:
    ((_, (truth,), _),) = load_photographs(folder(tmp_path, [{"value": 3, "box": [2, 2, 12, 40]}], []), model)
    assert truth.sight == 0
    assert truth.doubtful


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


def test_seven_lessons_in_a_hundred_are_photographs_without_dice() -> None:
    small, rng = np.zeros((2, 2, 3), np.uint8), np.random.default_rng(5)
    drawn, large, bare = ([(small + number, (), ())] for number in (0, 1, 2))
    seen = [int(Pool(drawn, [large], [bare]).draw(rng)[0][0, 0, 0]) for _ in range(4000)]
    shares = [seen.count(number) / len(seen) for number in (0, 1, 2)]
    assert shares == pytest.approx([0.56, 0.37, 0.07], abs=0.03)


def test_whatever_is_found_in_a_photograph_without_dice_is_shown_as_no_die(model: Model, tmp_path: Path) -> None:
    image, seen = picture(THROWN, 31)
    cv2.imwrite(str(tmp_path / "b.png"), image)
    (tmp_path / "about.txt").write_text("no picture", "utf-8")
    ((_, truths, ghosts),) = load_bare(tmp_path, model)
    assert truths == ()
    for own in seen:
        assert any(np.hypot(x - own.centre[0], y - own.centre[1]) < 0.3 * own.size for x, y, _ in ghosts)


def test_a_shake_smears_a_point_as_far_as_the_camera_moved() -> None:
    """Seeds 0 to 19, 9 px: the light stays the same, and lies in a streak of that length."""
    for seed in range(20):
        point = np.zeros((49, 49, 3), np.uint8)
        point[24, 24] = 255
        seen = shaken(point.astype(np.float32), 9.0, np.random.default_rng(seed))[..., 0]
        rows, columns = np.nonzero(seen > 0.2)
        assert seen.sum() == pytest.approx(255, rel=0.01)
        assert np.hypot(np.ptp(rows), np.ptp(columns)) == pytest.approx(9, abs=2.6)


def test_a_lesson_that_is_shaken_by_more_than_half_of_what_parts_two_pips_is_not_to_be_trusted() -> None:
    """Seeds 0 to 59: of a little shake nobody need be told, of what lies between nothing is said."""
    crop, seen = np.full((CROPS.crop_px, CROPS.crop_px, 3), 90, np.uint8), set()
    for seed in range(60):
        by = np.random.default_rng(seed).uniform(0.2, 1.3)
        _, face, doubt = _shaken(crop, 3, 0.0, np.random.default_rng(seed))
        assert doubt == (0.0 if by < 0.4 else 1.0 if by > 0.6 else -1.0)
        assert face == (3 if by < 0.8 else -1)
        seen.add(doubt)
    assert seen == {0.0, 1.0, -1.0}


def test_the_edge_of_a_shadow_darkens_one_part_of_a_picture_and_leaves_the_other() -> None:
    """Seeds 0 to 19."""
    crop = np.full((CROPS.crop_px, CROPS.crop_px, 3), 200, np.uint8)
    for seed in range(20):
        seen = shaded(crop, np.random.default_rng(seed))[..., 1]
        assert seen.max() == 200
        assert seen.min() < 160


def test_a_stretched_lesson_keeps_its_middle_and_its_area() -> None:
    """Seeds 0 to 19: a square of 16 px about the middle, squeezed one way, drawn out the other."""
    crop = np.zeros((CROPS.crop_px, CROPS.crop_px, 3), np.uint8)
    crop[16:32, 16:32] = 255
    for seed in range(20):
        seen = stretched(crop, np.random.default_rng(seed))[..., 0].astype(float)
        rows, columns = np.mgrid[: CROPS.crop_px, : CROPS.crop_px]
        assert (seen * rows).sum() / seen.sum() == pytest.approx(23.5, abs=0.3)
        assert (seen * columns).sum() / seen.sum() == pytest.approx(23.5, abs=0.3)
        assert seen.sum() == pytest.approx(crop[..., 0].sum(dtype=float), rel=0.05)


def test_a_veil_takes_contrast_away_and_leaves_what_is_seen_in_its_order() -> None:
    """Seeds 0 to 19: dark pips on a pale die, washed out or all but dark, stay darker than what lies round them."""
    crop = np.full((CROPS.crop_px, CROPS.crop_px, 3), 220, np.uint8)
    crop[20:28, 20:28] = 40
    for seed in range(20):
        seen = veiled(crop, np.random.default_rng(seed))[..., 1].astype(int)
        pip, beside = seen[24, 24], (seen[24, 16] + seen[24, 31]) / 2
        assert 5 < beside - pip < 150


def test_a_light_mirrored_makes_some_of_a_lesson_brighter_and_nothing_darker() -> None:
    crop = np.full((CROPS.crop_px, CROPS.crop_px, 3), 90, np.uint8)
    seen = glinting(crop, np.random.default_rng(4)).astype(int) - crop
    assert seen.min() >= 0
    assert 0 < (seen.max(-1) > 20).mean() < 0.9


def test_many_cameras_draw_a_rim_along_an_edge_and_leave_what_is_even() -> None:
    crop = np.full((CROPS.crop_px, CROPS.crop_px, 3), 60, np.float32)
    crop[:, CROPS.crop_px // 2 :] = 160
    seen = [processed(crop, np.random.default_rng((5, n))) for n in range(40)]
    assert 20 <= sum(bool(one[8:-8, CROPS.crop_px // 2].mean() > 168) for one in seen) <= 36
    assert all(np.allclose(one[:, [3, -4]], crop[:, [3, -4]], atol=1) for one in seen)
