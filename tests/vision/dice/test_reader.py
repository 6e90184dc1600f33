"""The dice reader on drawn tables: what is plain is read, what is not is doubted."""

from __future__ import annotations

import tomllib
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import cv2
import numpy as np
import pytest

from firmware.referee.vouched_dice import LIMITS as VOUCHED
from hardware.scene import random_scene, render
from tests.vision.drawn import picture
from vision.dice import detector
from vision.dice.calibration import LIMITS as LONE
from vision.dice.calibration import Candidate
from vision.dice.classifier import DieClassifier
from vision.dice.detector import (
    LIMITS,
    Detection,
    covered_by_others,
    detect_all,
    detect_same_size,
    hidden_by_pips,
    look_again,
    may_be_side_of,
    resized,
    strength_across_border,
    without_overlaps,
)
from vision.dice.model import BadModel
from vision.dice.reader import DiceReader
from vision.dice.strategies import on_mat
from vision.dice.strategies.any_make import with_large_dice
from vision.dice.strategies.domino import with_dominoes_marked
from vision.dice.strategies.on_mat import around, detect_on_mat
from vision.dice.table_plane import TablePlane
from vision.dice.tilt_net import shrink_to_dice
from vision.frame import mat
from vision.reading import Die, Reading

LAYOUT = tomllib.loads(Path("firmware/games/layouts/tray.toml").read_text("utf-8"))
GAME = ["swimmer-1", "swimmer-2", "swimmer-3", "swimmer-wave", "shark-1", "shark-2", "shark-3", "shark-wave"]
SIGNS = ["event-sun", "event-rain", "event-attack"]


@pytest.fixture(scope="module")
def game() -> DiceReader:
    return DiceReader("shark-attacks")


@pytest.fixture(scope="module")
def pips() -> DiceReader:
    return DiceReader("pips")


def items(reading: Reading) -> list[str]:
    """What was read, sorted: ordinary dice as "die-5"."""
    return sorted(f"{'die' if die.set == 'pips' else die.kind}-{die.face}" for die in reading.dice)


@pytest.mark.parametrize(("seed", "material"), [(1, "wood"), (2, "felt"), (3, "plain")])
def test_the_dice_of_the_game_are_read_and_nearly_all_believed(game: DiceReader, seed: int, material: str) -> None:
    image, _ = picture(GAME + SIGNS, seed, material)
    reading = game.read(image)
    assert items(reading) == sorted(GAME + SIGNS)
    assert sum(bool(die.doubt) for die in reading.dice) <= 1


def test_most_plain_throws_are_believed_without_a_question(game: DiceReader) -> None:
    readings = [game.read(picture(GAME[:6], seed, "plain")[0]) for seed in range(100, 106)]
    assert all(items(reading) == sorted(GAME[:6]) for reading in readings)
    assert sum(reading.sure for reading in readings) >= 4


@pytest.mark.parametrize(("seed", "material"), [(4, "wood"), (14, "dark"), (6, "cloth")])
def test_ordinary_dice_are_read(pips: DiceReader, seed: int, material: str) -> None:
    thrown = [f"die-{face}" for face in "1234566521"]
    assert items(pips.read(picture(thrown, seed, material)[0])) == sorted(thrown)


def test_faces_of_one_make_look_alike_that_show_the_same_and_others_do_not(pips: DiceReader) -> None:
    dice = pips.read(picture([f"die-{face}" for face in "1234566521"], 14, "dark")[0]).dice
    alike = np.stack([die.features for die in dice]) @ np.stack([die.features for die in dice]).T
    same = np.array([[one.face == other.face for other in dice] for one in dice])
    assert alike[same].min() > alike[~same].max() + 0.05
    assert alike[~same].max() < VOUCHED.min_cosine


@pytest.mark.parametrize("seed", [7, 9, 10])
def test_what_is_read_wrong_is_doubted(pips: DiceReader, seed: int) -> None:
    """One die of these pictures is lost in the dark, or its pips are hardly darker than it is."""
    thrown = [f"die-{face}" for face in "1234566521"]
    reading = pips.read(picture(thrown, seed, "dark")[0])
    assert items(reading) != sorted(thrown)
    assert not reading.sure


def test_place_size_and_turn_are_the_dice_s_own(game: DiceReader) -> None:
    """The referee tells a nudged die from a thrown one by them."""
    image, truth = picture(GAME, 7)
    reading = game.read(image)
    assert len(reading.dice) == len(truth)
    for die in reading.dice:
        own = min(truth, key=lambda seen: np.hypot(seen.centre[0] - die.centre[0], seen.centre[1] - die.centre[1]))
        off = (die.angle + own.angle + 45) % 90 - 45
        assert np.hypot(own.centre[0] - die.centre[0], own.centre[1] - die.centre[1]) < 0.15 * own.size
        assert die.size == pytest.approx(own.size, rel=0.2)
        assert abs(off) < 7


def test_without_a_set_each_die_is_read_as_of_the_set_it_looks_like() -> None:
    thrown = ["swimmer-2", "die-5", "event-sun", "die-3"]
    assert items(DiceReader().read(picture(thrown, 8)[0])) == sorted(thrown)


def test_the_mat_gives_the_scale_and_leaves_out_what_lies_beside_it(game: DiceReader) -> None:
    scene = random_scene("shark-attacks", np.random.default_rng(21), count=6, layout=LAYOUT)
    image, truth = render(scene)
    found = mat.find(image, LAYOUT)
    assert found is not None
    reading = game.read(image, found)
    assert items(reading) == sorted(f"{seen.kind}-{seen.face}" for seen in truth)


def test_where_dice_beside_the_mat_are_read_too_those_on_it_are_read_at_the_scale_that_it_tells(
    game: DiceReader,
) -> None:
    scene = random_scene("shark-attacks", np.random.default_rng(24), count=8, layout=LAYOUT)
    image, truth = render(scene)
    found = mat.find(image, LAYOUT)
    assert found is not None
    on, both = game.read(image, found), game.read(image, found, beside=True)
    assert items(both) == sorted(f"{seen.kind}-{seen.face}" for seen in truth)
    assert {die.centre for die in on.dice} <= {die.centre for die in both.dice}


@pytest.mark.parametrize("millimetres", [12, 25])
@pytest.mark.parametrize("name", ["shark-attacks", "pips"])
def test_dice_on_a_mat_may_be_of_another_size_than_its_layout_says(
    request: pytest.FixtureRequest, name: str, millimetres: int
) -> None:
    """At the layout's size the small ones are overlooked, and all seem to lean: they stand where no such die would."""
    reader = request.getfixturevalue("game" if name == "shark-attacks" else name)
    scene = random_scene(name, np.random.default_rng(23), count=6, layout={**LAYOUT, "die_mm": millimetres})
    image, truth = render(scene)
    found = mat.find(image, LAYOUT)
    assert found is not None
    reading = reader.read(image, found)
    kinds = ["die" if name == "pips" else seen.kind for seen in truth]
    assert items(reading) == sorted(f"{kind}-{seen.face}" for kind, seen in zip(kinds, truth, strict=True))
    assert reading.sure


@pytest.mark.parametrize("seed", [4, 5])
def test_dice_that_look_a_little_smaller_than_they_are_do_not_seem_to_lean(game: DiceReader, seed: int) -> None:
    """Their faces tell their size roughly: that with which most of them stand flat is theirs."""
    scene = random_scene("shark-attacks", np.random.default_rng(seed), count=6, layout={**LAYOUT, "die_mm": 18.5})
    image, _ = render(scene)
    found = mat.find(image, LAYOUT)
    assert found is not None
    reading = game.read(image, found)
    assert [die.doubt for die in reading.dice] == [""] * 6
    assert reading.sure


@pytest.mark.parametrize("name", ["shark-attacks", "pips"])
def test_two_small_dice_on_a_mat_hardly_seen_at_its_size_are_looked_at_until_their_own_is_known(
    request: pytest.FixtureRequest, name: str
) -> None:
    """At 16 mm both have a name, one is not seen as a die, and one that is sure would be a throw of one."""
    reader = request.getfixturevalue("game" if name == "shark-attacks" else name)
    for seed in (40012, 40013):
        scene = random_scene(name, np.random.default_rng(seed), count=2, layout={**LAYOUT, "die_mm": 10})
        image, truth = render(scene)
        found = mat.find(image, LAYOUT)
        assert found is not None
        assert sorted(die.face or "" for die in reader.read(image, found).dice) == sorted(seen.face for seen in truth)


def test_dice_of_another_size_beside_the_mat_do_not_tell_the_size_of_those_on_it(
    game: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, _ = render(random_scene("shark-attacks", np.random.default_rng(24), count=8, layout=LAYOUT))
    found = mat.find(image, LAYOUT)
    assert found is not None
    sight, beside = on_mat.at_first_sight, square(0.9, 5, 5, 90)

    def with_one_beside(*told: Any) -> list[Candidate]:
        seen = sight(*told)
        return [*seen, replace(seen[0], detection=beside)]

    monkeypatch.setattr(on_mat, "at_first_sight", with_one_beside)
    told: list[Detection] = []
    edge_of = TablePlane.edge_of
    monkeypatch.setattr(TablePlane, "edge_of", lambda plane, finds: (told.extend(finds), edge_of(plane, finds))[1])
    game.read(image, found, beside=True)
    assert told
    assert beside not in told


def test_where_the_side_of_dice_is_known_they_are_read_from_a_smaller_picture_to_the_same_names(
    game: DiceReader,
) -> None:
    image, truth = picture(GAME, 5, size=(1280, 800))
    finds = [square(0.9, *seen.centre, seen.size) for seen in truth]
    side = float(np.median([find.size for find in finds]))
    slow, fast = (game.strategy.classifier.classify(image, finds, told) for told in (None, side))
    assert side > 45  # so that the picture is shrunk
    assert [one.detection for one in fast] == finds
    assert [one.names[0][0] for one in fast] == [one.names[0][0] for one in slow]
    assert [one.names[0][1] for one in fast] == pytest.approx([one.names[0][1] for one in slow], abs=0.01)
    assert any(not np.array_equal(one.answers, other.answers) for one, other in zip(slow, fast, strict=True))


def test_a_find_in_a_shrunk_picture_lies_on_what_it_lay_on() -> None:
    image = np.zeros((90, 120, 3), np.uint8)
    cv2.circle(image, (70, 40), 12, (255, 255, 255), cv2.FILLED)
    small, scale = shrink_to_dice(image, 84)
    find = Detection(0.9, 70, 40, 25, (57.5, 27.5, 25, 25)).shrunk(scale)
    spot = cv2.moments(small[..., 0])
    assert (find.x, find.y) == pytest.approx((spot["m10"] / spot["m00"], spot["m01"] / spot["m00"]), abs=0.05)
    assert (find.size, *find.box[2:]) == pytest.approx((25 / 3, 25 / 3, 25 / 3))
    assert (find.box[0] + find.box[2] / 2, find.box[1] + find.box[3] / 2) == pytest.approx((find.x, find.y))


def test_a_picture_that_is_shrunk_fast_looks_as_one_that_is_shrunk_slowly() -> None:
    image, _ = picture(["die-5", "die-3"], 4)
    slow, fast = resized(image, 384, 224), resized(image, 384, 224, fast=True)
    assert slow.shape == fast.shape == (224, 384, 3)
    assert 0 < np.abs(slow.astype(float) - fast).mean() < 2
    odd = image[:-1]  # is never halved; and what is shrunk to less than half looks at all px
    assert np.array_equal(resized(odd, 288, 176), resized(odd, 288, 176, fast=True))


@pytest.mark.parametrize(("strengths", "sure"), [((0.4, 0.45), False), ((0.9, 0.4, 0.9), True), ((0.4,), True)])
def test_several_dice_that_the_finder_hardly_sees_are_not_believed_to_be_all(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch, strengths: tuple[float, ...], sure: bool
) -> None:
    """Of six black dice with brown discs, all seen with 0.3 to 0.39, one was overlooked and the throw believed."""
    image, _ = picture(["die-5", "die-3", "die-4"][: len(strengths)], 4)
    plain = pips.candidates(image)
    seen = [
        replace(one, detection=replace(one.detection, strength=strength))
        for one, strength in zip(plain, strengths, strict=True)
    ]
    monkeypatch.setattr(pips, "candidates", lambda *_: seen)
    reading = pips.read(image)
    assert [die.doubt for die in reading.dice] == [""] * len(strengths)
    assert reading.sure is sure


def test_a_die_cut_off_by_the_border_makes_the_reading_unsure(game: DiceReader) -> None:
    image, truth = picture(["swimmer-2", "swimmer-3"], 9)
    die = max(truth, key=lambda seen: seen.centre[0])
    reading = game.read(np.ascontiguousarray(image[:, : int(die.centre[0] + die.size * 0.2)]))
    assert not reading.sure
    assert "cut off" in {die.doubt for die in reading.dice}


def test_half_a_die_at_the_border_is_seen_in_a_mirror_held_there(
    game: DiceReader, pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Half a die is mostly taken for nothing, and then a throw of one die less would be believed."""
    image, truth = picture(["swimmer-1", "swimmer-2", "swimmer-wave", "shark-3", "event-sun"], 3)
    dice, _ = picture(["die-5", "die-3"], 4)
    row = int(min(seen.centre[1] for seen in truth))
    known = [one.detection for one in game.candidates(image)]
    assert strength_across_border(game.model.detector, image, known) < 0.1
    for turns in range(4):
        assert (
            strength_across_border(game.model.detector, np.ascontiguousarray(np.rot90(image[row:], turns)), known)
            > 0.55
        )
    assert game.read(image).sure
    assert pips.read(dice).sure
    monkeypatch.setattr("vision.dice.detector.strength_across_border", lambda *_: 0.6)
    assert not game.read(image).sure
    assert pips.read(dice).sure  # ordinary dice lie where they will


def test_a_shaken_picture_is_never_believed(pips: DiceReader) -> None:
    image, _ = picture(["die-5", "die-6", "die-2"], 10)
    shaken = cv2.blur(image, (45, 5))
    assert not pips.read(shaken).sure


@pytest.mark.parametrize("way", [35, 120])
def test_dice_drawn_out_along_one_way_tell_that_the_picture_was_shaken(pips: DiceReader, way: float) -> None:
    image, truth = picture(["die-4", "die-6", "die-2", "die-5"], 10)
    assert pips.read(image).sharp
    far = round(0.27 * float(np.median([seen.size for seen in truth])))
    line = np.zeros((2 * far + 1, 2 * far + 1), np.float32)
    step = np.array([np.cos(np.radians(way)), np.sin(np.radians(way))]) * far / 2
    ends = [tuple((far + side * step).round().astype(int).tolist()) for side in (-1, 1)]
    cv2.line(line, ends[0], ends[1], 1.0)
    reading = pips.read(np.asarray(cv2.filter2D(image, -1, line / line.sum()), np.uint8))
    assert len(reading.dice) == 4
    assert (reading.sharp, reading.sure) == (False, False)


def test_an_empty_table_is_believed_only_if_the_picture_is_sharp_and_nothing_shows_between_sizes(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, _ = picture([], 11, "wood", blur=0.3)
    sharp = pips.read(image)
    assert sharp.dice == ()
    assert sharp.sure
    blurred = pips.read(cv2.GaussianBlur(image, (0, 0), 8))
    assert blurred.dice == ()
    assert not blurred.sure
    monkeypatch.setattr(detector, "strength_between", lambda *_: 0.31)
    assert not pips.read(image).sure


def test_candidates_are_ranked_and_never_more_than_certain(game: DiceReader) -> None:
    for die in game.read(picture(GAME, 12)[0]).dice:
        chances = [p for _, p in die.candidates]
        assert chances == sorted(chances, reverse=True)
        assert sum(chances) <= 1 + 1e-6
        assert die.candidates[0][0] == die.face
        assert die.kind_candidates[0][0] == die.kind
        assert 0 <= die.confidence <= 1


def test_pictures_of_any_size_and_shape_are_read(pips: DiceReader) -> None:
    for shape in ((40, 700), (700, 40), (17, 17), (1, 1)):
        reading = pips.read(np.full((*shape, 3), 128, np.uint8))
        assert (reading.height, reading.width) == shape
        assert not reading.sure


def test_a_file_that_is_no_model_says_so(tmp_path: Path) -> None:
    for content in (b"", b"nonsense"):
        file = tmp_path / "model.npz"
        file.write_bytes(content)
        with pytest.raises(BadModel, match=r"model\.npz"):
            DiceReader("pips", file)
    with pytest.raises(BadModel, match="none"):
        DiceReader("pips", tmp_path / "none.npz")


@pytest.mark.parametrize(("strength", "stays"), [(0.55, False), (0.75, True)])
def test_a_weak_find_that_lies_on_a_stronger_one_is_its_side_and_a_strong_one_a_die_beside_it(
    strength: float, stays: bool
) -> None:
    die = Detection(0.9, 100.0, 100.0, 40.0, (75.0, 75.0, 50.0, 60.0))
    other = Detection(strength, 130.0, 115.0, 38.0, (107.0, 90.0, 46.0, 50.0))
    assert without_overlaps([other, die]) == ([die, other] if stays else [die])


def test_of_a_games_dice_one_that_touches_another_is_found_though_the_others_box_covers_it() -> None:
    die, touching = Detection(0.9, 441, 239, 65, (393, 207, 94, 122)), Detection(0.9, 429, 313, 70, (394, 275, 80, 79))
    side = Detection(0.8, 441, 290, 60, (400, 260, 80, 66))
    assert without_overlaps([die, touching, side]) == [die]
    assert without_overlaps([die, touching, side], LIMITS.max_side_distance_sides) == [die, touching]


def test_a_die_behind_a_stronger_find_of_quite_another_size_is_still_looked_at() -> None:
    known, own = Detection(0.9, 100, 100, 50, (70, 70, 60, 60)), Detection(0.9, 105, 100, 50, (75, 70, 60, 60))
    tile, hidden = Detection(0.6, 400, 300, 130, (320, 220, 160, 160)), Detection(0.4, 410, 310, 55, (375, 275, 70, 70))
    assert without_overlaps([known, own, tile, hidden]) == [known, tile]
    assert covered_by_others([known, own, tile, hidden], [known]) == [hidden]


def square(strength: float, x: float, y: float, size: float) -> Detection:
    """A find whose box is its face."""
    return Detection(strength, x, y, size, (x - size / 2, y - size / 2, size, size))


def test_what_only_much_smaller_finds_hide_may_be_the_die_whose_pips_they_are() -> None:
    die, pips = square(0.4, 200, 200, 90), [square(0.5, 200 + x, 200 + y, 20) for x, y in ((-25, -25), (25, 25))]
    side, apart_ = square(0.6, 210, 205, 60), square(0.9, 400, 200, 20)
    assert hidden_by_pips([die, *pips, apart_], without_overlaps([die, *pips, apart_])) == [die]
    assert hidden_by_pips([die, side, *pips], without_overlaps([die, side, *pips])) == []


def test_a_die_that_is_seen_weaker_than_its_pips_is_read_in_their_place(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, truth = picture(["die-5", "die-4"], 11)
    dice = [square(0.4, *seen.centre, seen.size) for seen in truth]
    (x, y), size = truth[0].centre, truth[0].size
    strange = [square(0.5, x + dx * size, y + dy * size, 0.2 * size) for dx, dy in ((-0.2, 0.2), (0.2, -0.2))]
    monkeypatch.setattr("vision.dice.detector.detect_all", lambda *_: [*dice, *strange])
    judged = pips.candidates(image)
    assert {one.names[0][0] for one in judged} == {"pips/die-5", "pips/die-4"}
    assert len(judged) == 2


def test_a_large_die_not_clear_at_first_sight_is_looked_at_in_more_turns_before_its_pips_are_told_in_its_place(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, truth = picture(["die-6"], 11)
    (seen,), unclear = truth, (("pips/die-6", 0.6),)
    die, specks = square(0.4, *seen.centre, seen.size), square(0.5, seen.centre[0] + 0.2 * seen.size, seen.centre[1], 4)
    monkeypatch.setattr("vision.dice.detector.detect_all", lambda *_: [die, specks])
    first = DieClassifier.classify
    monkeypatch.setattr(DieClassifier, "classify", lambda *_: [replace(one, names=unclear) for one in first(*_)])
    (judged,) = pips.candidates(image)
    assert (judged.detection.size, judged.names[0][0]) == (pytest.approx(seen.size, rel=0.1), "pips/die-6")
    monkeypatch.setattr(DieClassifier, "reclassify", lambda self, image, candidates, *_: candidates)
    assert [one.detection.size < seen.size / 2 for one in pips.candidates(image)] == [True]


def test_a_face_straight_beside_a_stronger_one_of_its_size_may_be_that_dies_side(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Seen from aslant a tall die shows two faces alike; told as two dice, both sure, it would be a wrong throw."""
    top = Detection(0.9, 100, 100, 40, (70, 75, 60, 70))
    side, beside = Detection(0.8, 100, 142, 40, (71, 125, 60, 60)), Detection(0.8, 160, 110, 40, (128, 75, 60, 70))
    aslant = Detection(0.8, 125, 140, 40, (98, 115, 60, 60))
    assert [may_be_side_of(find, [top, side, beside, aslant]) for find in (top, side, beside, aslant)] == [
        False, True, False, False,
    ]  # fmt: skip
    assert not may_be_side_of(replace(side, size=20.0), [top])
    die = Candidate(side, (("pips/die-3", 1.0),), 0.0, 0.0, p_die=0.99, p_correct=0.99)
    assert (pips.strategy.doubt(die), pips.strategy.doubt(replace(die, may_be_side=True))) == ("", "may be a side")
    image, _ = picture(["die-5", "die-3"], 4)
    assert pips.read(image).sure
    monkeypatch.setattr(
        "vision.dice.detector.may_be_side_of", lambda find, others: find != max(others, key=lambda f: f.strength)
    )
    assert sorted(die.doubt for die in pips.read(image).dice) == ["", "may be a side"]


def test_two_faces_flush_with_each_other_alone_may_be_a_domino_and_three_in_a_row_are_dice(pips: DiceReader) -> None:
    """Its halves show pips as dice do, and no die lies there."""
    find = Detection(0.9, 100, 100, 40, (80, 80, 40, 40))
    half = Candidate(find, (("pips/die-4", 0.99),), 0.0, 89.0, p_die=0.99, p_correct=0.99)
    other = replace(half, detection=find.moved(40.5, 1.0), angle=1.0)
    third = replace(half, detection=find.moved(81.0, 0.0))
    far, turned = replace(half, detection=find.moved(50, 0)), replace(other, angle=9.0)
    cases = ([half, other], [half, other, third], [half, far], [half, turned], [half])
    marked = [{c.may_be_domino for c in with_dominoes_marked(case)} for case in cases]
    assert marked == [{True}, {False}, {False}, {False}, {False}]
    assert pips.strategy.doubt(with_dominoes_marked([half, other])[0]) == "may be a domino"


def test_an_ordinary_die_is_asked_about_whose_second_name_is_likely_too(pips: DiceReader, game: DiceReader) -> None:
    """However sure it is that a die lies there: a four and a six in one shadow are one to be asked about."""
    find = Detection(0.9, 100, 100, 40, (70, 75, 60, 70))
    plain = Candidate(find, (("pips/die-4", 0.76), ("pips/die-6", 0.03)), 0.0, 0.0, p_die=0.99, p_correct=0.95)
    both = replace(plain, names=(("pips/die-4", 0.76), ("pips/die-6", 0.06)))
    assert (pips.strategy.doubt(plain), pips.strategy.doubt(both)) == ("", "unclear")
    assert (
        game.strategy.doubt(replace(both, names=(("shark-attacks/shark-1", 0.9), ("shark-attacks/shark-2", 0.08))))
        == ""
    )
    assert replace(plain, names=(("mine/moon-1", 0.9),)).p_first_of_two == 1


@pytest.mark.parametrize(
    ("p_tilted", "size_offset_log", "doubt"),
    [
        (0.92, 0.05, ""),  # flat dice of strange makes look so
        (0.92, 0.2, "cocked or hidden"),
        (0.85, 0.2, ""),
        (0.96, 0.05, "cocked or hidden"),
        (0.92, LONE.lone_size_offset_log, ""),  # nothing tells the size of a die alone
    ],
)
def test_a_die_that_seems_to_lean_is_doubted_sooner_where_its_face_is_foreshortened(
    pips: DiceReader, p_tilted: float, size_offset_log: float, doubt: str
) -> None:
    """A three that leaned by 40 degrees beside two flat dice was believed in a film of *Shut the Box*."""
    find = Detection(0.9, 100, 100, 40, (70, 75, 60, 70))
    die = Candidate(find, (("pips/die-3", 1.0),), 0.2, 0.0, p_die=0.99, p_correct=0.99)
    assert pips.strategy.doubt(replace(die, p_tilted=p_tilted, size_offset_log=size_offset_log)) == doubt


@pytest.mark.parametrize(("name", "kept"), [(0.99, "pips/die-1"), (0.6, "pips/die-5")])
def test_a_small_die_that_is_plainly_one_is_no_pip_of_a_larger(pips: DiceReader, name: float, kept: str) -> None:
    image, truth = picture(["die-5"], 11)
    (x, y), size = truth[0].centre, truth[0].size
    small = Candidate(square(0.8, x, y, 0.2 * size), (("pips/die-1", name),), 0.0, 0.0)
    (one,) = with_large_dice(pips.strategy.classifier, image, [small], [square(0.4, x, y, size), small.detection])
    assert one.names[0][0] == kept


def test_a_second_look_believes_a_die_and_not_the_bare_table_and_mends_a_wrong_size(pips: DiceReader) -> None:
    image, truth = picture(["die-5"], 11)
    (x, y), size = truth[0].centre, truth[0].size
    bare = 40.0 if x > image.shape[1] / 2 else image.shape[1] - 40.0
    finds = [Detection(0.5, *at, side, (at[0] - side, at[1] - side, 2 * side, 2 * side)) for at, side in (
        ((x, y), size), ((bare, y), size), ((x, y), 1.5 * size)
    )]  # fmt: skip
    die, table, large = look_again(pips.model.detector, image, finds)
    assert die.strength > 0.55 > 0.2 > table.strength
    assert die.size == pytest.approx(size, rel=0.15)
    assert table.size == pytest.approx(size, rel=0.05)
    assert size < large.size < 1.4 * size
    assert large.box[2] == pytest.approx(2 * large.size)


def test_a_die_that_is_overlooked_at_one_scale_is_found_by_the_size_of_the_others(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    image, _ = picture(["die-3", "die-1", "die-5", "die-2"], 6, "felt")
    everything = detect_all(pips.model.detector, image)
    (lost,) = [die for die in pips.read(image).dice if die.face == "1"]
    kept = [find for find in everything if np.hypot(find.x - lost.centre[0], find.y - lost.centre[1]) > lost.size]
    monkeypatch.setattr("vision.dice.detector.detect_all", lambda *_: kept)
    reading = pips.read(image)
    assert items(reading) == ["die-1", "die-2", "die-3", "die-5"]
    (back,) = [die for die in reading.dice if die.face == "1"]
    assert np.hypot(back.centre[0] - lost.centre[0], back.centre[1] - lost.centre[1]) < 0.1 * lost.size


@pytest.mark.parametrize("beside", [False, True])
def test_an_ordinary_die_that_is_overlooked_at_the_mats_scale_is_found_by_the_size_of_the_others(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch, beside: bool
) -> None:
    image, truth = render(random_scene("pips", np.random.default_rng(30), count=5, layout=LAYOUT))
    found = mat.find(image, LAYOUT)
    assert found is not None
    lost = pips.read(image, found).dice[0]

    def others(*asked: Any) -> list[Detection]:
        finds = detect_on_mat(*asked)
        return [f for f in finds if np.hypot(f.x - lost.centre[0], f.y - lost.centre[1]) > lost.size]

    monkeypatch.setattr("vision.dice.strategies.on_mat.detect_on_mat", others)
    reading = pips.read(image, found, beside)
    assert items(reading) == sorted(f"die-{seen.face}" for seen in truth)


def test_where_one_die_on_a_mat_was_overlooked_others_are_sought_at_more_scales(
    pips: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A green six on the KEEP strip was seen with faces of 30 px alone: the reading was sure, Farkle stood still."""
    image, truth = render(random_scene("pips", np.random.default_rng(30), count=5, layout=LAYOUT))
    found = mat.find(image, LAYOUT)
    assert found is not None
    first, second = pips.read(image, found).dice[:2]

    def without(finds: list[Detection], lost: Sequence[Die], left: float = 0, top: float = 0) -> list[Detection]:
        return [
            f
            for f in finds
            if all(np.hypot(f.x + left - die.centre[0], f.y + top - die.centre[1]) > die.size for die in lost)
        ]

    def at_other_scales(network: Any, part: Any, known: Any, sides: Any) -> list[Detection]:
        left, top, _, _ = around(found, image)
        lost = [] if sides == LIMITS.third_look_sides_px else [second]
        return without(detect_same_size(network, part, known, sides), lost, left, top)

    monkeypatch.setattr(
        "vision.dice.strategies.on_mat.detect_on_mat", lambda *asked: without(detect_on_mat(*asked), (first, second))
    )
    monkeypatch.setattr("vision.dice.detector.detect_same_size", at_other_scales)
    assert items(pips.read(image, found)) == sorted(f"die-{seen.face}" for seen in truth)


def test_no_finds_need_no_second_look(pips: DiceReader) -> None:
    assert look_again(pips.model.detector, np.zeros((48, 64, 3), np.uint8), []) == []


def test_a_face_whose_name_is_in_doubt_is_told_as_unclear_sooner_of_a_games_dice(
    game: DiceReader, pips: DiceReader
) -> None:
    """Washed out by a lamp's reflection, a two was named a three with 0.7, and trusted with 0.93."""
    die = Candidate(
        Detection(0.9, 100, 100, 50, (70, 70, 60, 60)), (("shark-attacks/swimmer-3", 0.7),), 0.1, 0.0, p_correct=0.93
    )
    assert (game.strategy.doubt(die), pips.strategy.doubt(die)) == ("unclear", "")
    assert game.strategy.doubt(replace(die, names=(("shark-attacks/swimmer-3", 0.97),))) == ""


def test_of_a_games_dice_what_looks_a_little_like_a_face_or_is_cut_off_may_be_one_all_the_same(
    game: DiceReader, pips: DiceReader
) -> None:
    find = Detection(0.45, 100, 100, 50, (70, 70, 60, 60))
    clutter = Candidate(find, (("shark-attacks/shark-1", 0.001),), 0.5, 0.0, size_offset_log=0.2)
    faint = replace(clutter, names=(("shark-attacks/shark-1", 0.1),))
    cut, large = replace(clutter, cut_off=True), replace(faint, size_offset_log=0.7)
    assert [game.strategy.may_be_die(one, False) for one in (clutter, faint, cut, large)] == [False, True, True, False]
    assert not any(
        pips.strategy.may_be_die(one, False) or game.strategy.may_be_die(one, True)
        for one in (clutter, faint, cut, large)
    )


@pytest.mark.parametrize(
    ("strength", "p_face", "offset", "on_mat", "count"),
    [
        (0.36, 0.01, 0.1, True, 1),
        (0.25, 0.01, 0.1, True, 0),
        (0.25, 0.9, 0.1, True, 1),  # a dark one on a pale strip, hardly like a die, shows its face plainly
        (0.36, 0.01, 0.7, True, 0),
        (0.36, 0.01, 0.1, False, 0),
    ],
)
def test_what_is_as_large_as_the_dice_of_a_mat_and_a_little_like_them_may_be_one(
    pips: DiceReader, strength: float, p_face: float, offset: float, on_mat: bool, count: int
) -> None:
    find = Detection(strength, 100, 100, 50, (70, 70, 60, 60))
    faint = Candidate(find, (("pips/die-1", p_face), ("pips/die-2", 0.0)), 0.1, 0.0, size_offset_log=offset, p_die=0.1)
    reading = pips.reading(np.full((200, 200, 3), 90, np.uint8), [faint], on_mat)
    assert (len(reading.dice), len(reading.perhaps)) == (0, count)
