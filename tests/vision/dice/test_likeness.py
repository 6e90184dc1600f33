"""Faces that nobody drew for us are compared with their examples; a strange one is none of them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import cv2
import numpy as np
import pytest

from hardware.scene import Scene, render
from hardware.scene.objects import designs
from hardware.scene.objects.faces import DieDesign
from hardware.scene.optics.lens import Lens
from hardware.scene.optics.view import camera_above
from hardware.scene.world import places
from hardware.scene.world.scene import TableTop
from tests.vision.drawn import LIGHT, picture
from vision.dice.likeness.examples import TeachingPicture
from vision.dice.likeness.gallery import Gallery, gallery_of, gallery_with_sheen, lookalikes
from vision.dice.likeness.network import likeness_of
from vision.dice.reader import DiceReader
from vision.dice.taught import Taught
from vision.dice.teach import doubles, teach_dice
from vision.store import BadTeaching

SIGNS = ("hook", "bolt", "moon", "tower")


class Signs:
    """Signs in one ink, drawn as other people's art."""

    def die(self, kind: str, face: str, width: int) -> tuple[np.ndarray, np.ndarray]:
        fine = np.zeros((96, 96), np.uint8)
        if face == "hook":
            cv2.ellipse(fine, (46, 52), (26, 26), 0, -90, 150, 255, 12)
            cv2.line(fine, (46, 26), (46, 8), 255, 12)
        elif face == "bolt":
            cv2.fillPoly(fine, [np.array([[60, 6], [22, 54], [46, 54], [34, 90], [76, 40], [50, 40]])], 255)
        elif face == "moon":
            cv2.circle(fine, (44, 48), 34, 255, -1)
            cv2.circle(fine, (60, 40), 28, 0, -1)
        else:
            cv2.rectangle(fine, (26, 30), (70, 86), 255, -1)
            cv2.rectangle(fine, (40, 60), (56, 86), 0, -1)
            for x in (22, 42, 62):
                cv2.rectangle(fine, (x, 12), (x + 12, 30), 255, -1)
        cover = cv2.resize(fine, (width, width), interpolation=cv2.INTER_AREA).astype(np.float32) / 255
        return np.full((width, width, 3), 245, np.uint8), cover


def sign_die(body: tuple[float, float, float] = (0.45, 0.12, 0.4)) -> DieDesign:
    plain = designs.pip_die(np.random.default_rng(3), "purple")
    return replace(plain, set="signs", body=body, faces=(*SIGNS, *SIGNS[:2]), art=Signs(), clear=0.0)  # type: ignore[arg-type]


def thrown(faces: Sequence[str], seed: int, design: DieDesign | None = None) -> Any:
    """Sign dice side by side, BGR uint8."""
    rng, design = np.random.default_rng(seed), design or sign_die()
    view = camera_above((0, 0), 330.0, 8.0, 0.0, 4.0, 900.0, (640, 400))
    dice = [
        places.flat_die(
            design, design.faces.index(face), (n % 4 - 1.5) * 40, 30 - n // 4 * 40, float(rng.uniform(0, 6.28)), 16.0
        )
        for n, face in enumerate(faces)
    ]
    scene = Scene(view, TableTop("felt", 1), LIGHT, Lens(blur_px=0.6, noise_levels=2.0), tuple(dice), seed)
    return render(scene)[0]


def lessons(faces: Sequence[str] = SIGNS) -> list[tuple[str, Any]]:
    return [(f"rune-{face}.{n}.jpg", thrown([face] * 2, 10 + n)) for face in faces for n in (1, 2)]


@pytest.fixture(scope="module")
def reader() -> DiceReader:
    return DiceReader()


@pytest.fixture(scope="module")
def taught(reader: DiceReader) -> Taught:
    return teach_dice("runes", lessons(), reader)


def test_signs_that_nobody_drew_for_us_are_read_by_their_examples(taught: Taught) -> None:
    reading = DiceReader("runes", taught=taught).read(thrown([*SIGNS, *SIGNS], 21))
    assert sorted(f"{die.kind}-{die.face}" for die in reading.dice) == sorted(f"rune-{face}" for face in SIGNS * 2)
    assert reading.sure


def test_a_sign_that_was_not_taught_is_not_taken_for_another(reader: DiceReader) -> None:
    few = teach_dice("runes", lessons(SIGNS[:2]), reader)
    reading = DiceReader("runes", taught=few).read(thrown(["moon", "tower", "moon", "tower"], 22))
    assert not reading.sure


def test_one_die_cut_out_teaches_its_face(reader: DiceReader) -> None:
    """Cut near its edges; nothing of the table is left."""
    pictures = []
    for name, image in lessons():
        (first, *_) = reader.lesson(image).dice
        reach = 0.62 * first.size
        left, top, right, low = (round(v) for v in (first.x - reach, first.y - reach, first.x + reach, first.y + reach))
        pictures.append((name, image[top:low, left:right]))
    cut = teach_dice("runes", pictures, reader)
    reading = DiceReader("runes", taught=cut).read(thrown([*SIGNS, *SIGNS], 23))
    assert sorted(f"{die.kind}-{die.face}" for die in reading.dice) == sorted(f"rune-{face}" for face in SIGNS * 2)


def test_blurred_pictures_of_dice_and_those_of_nothing_are_all_named_at_once(reader: DiceReader) -> None:
    pictures = [*lessons(), ("rune-moon.9.jpg", np.full((90, 90, 3), 120, np.uint8))]
    name, sharp = pictures[3]
    pictures[3] = (name, cv2.GaussianBlur(sharp, (0, 0), 2.5))
    with pytest.raises(BadTeaching) as refused:
        teach_dice("runes", pictures, reader)
    blurred, nothing = str(refused.value).splitlines()
    assert blurred.startswith(f"{name}: this picture is blurred; take it again")
    assert nothing.startswith("rune-moon.9.jpg: no die found in this picture; take it nearer")


def test_one_face_under_two_names_is_refused_and_both_are_named(reader: DiceReader) -> None:
    twice = [*lessons(), ("rune-sickle.1.jpg", thrown(["moon"] * 2, 31)), ("rune-sickle.2.jpg", thrown(["moon"], 32))]
    with pytest.raises(BadTeaching, match=r"rune-moon\.1\.jpg and rune-sickle\.1\.jpg: .*cannot be told apart"):
        teach_dice("runes", twice, reader)


def test_where_a_part_of_a_face_was_taken_for_all_of_it_the_whole_face_is_learnt(
    reader: DiceReader, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In one picture of two the dice seem smaller by half, and aside: of a digit under a sign only it was seen."""
    lesson, pictures = reader.lesson, lessons()
    misjudged = pictures[3][1]

    def partly(image: Any) -> TeachingPicture:
        seen = lesson(image)
        if image is not misjudged:
            return seen
        parts = [replace(die, x=die.x + die.size / 5, y=die.y + die.size / 5, size=die.size / 2) for die in seen.dice]
        return replace(seen, dice=parts, weak=[])

    monkeypatch.setattr(reader, "lesson", partly)
    learnt = teach_dice("runes", pictures, reader)
    whole, partial = (likeness_of(reader.model.likeness, list(learnt.crops[learnt.photograph == n])) for n in (2, 3))
    assert (whole.features @ partial.features.T).max(axis=0).mean() > 0.8
    assert not doubles(learnt, reader)


def test_faces_that_differ_are_no_doubles_and_near_ones_are(taught: Taught, reader: DiceReader) -> None:
    """Both the hook and the moon are bows."""
    assert doubles(taught, reader) in ([], [("rune-hook", "rune-moon")])
    assert doubles(teach_dice("runes", lessons(("bolt", "tower")), reader), reader) == []


def gallery(features: list[list[float]], owner: list[int], photograph: list[int]) -> Gallery:
    rows = np.array(features)
    rows = rows / np.linalg.norm(rows, axis=1, keepdims=True)
    return Gallery(rows, np.array(owner), np.array(photograph), max(owner) + 1)


def test_what_is_like_no_example_is_most_likely_none() -> None:
    known = gallery([[1, 0, 0], [1, 0.1, 0], [0, 1, 0], [0, 1, 0.1]], [0, 0, 1, 1], [0, 1, 2, 3])
    (own, strange) = known.chances(np.array([[1.0, 0.05, 0.0], [0.0, 0.0, 1.0]]))
    assert own.argmax() == 0
    assert strange.argmax() == 2
    assert np.allclose([own.sum(), strange.sum()], 1)


def test_a_face_that_mirrors_a_window_is_less_strange_than_without_examples_of_that(
    taught: Taught, reader: DiceReader
) -> None:
    image = thrown(SIGNS, 24)
    detections = sorted(reader.lesson(image).dice, key=lambda die: die.x)
    faces = [example.crops[0].copy() for example in reader.examples(image, detections)]
    for face in faces:
        face[14:50, 14:50] = 60 + face[14:50, 14:50] * 0.15 + np.linspace(60, 130, 36)[:, None]
    features = likeness_of(reader.model.likeness, faces).features
    plain, helped = (of(reader.model, taught).chances(features) for of in (gallery_of, gallery_with_sheen))
    assert helped[:, -1].mean() < plain[:, -1].mean()
    assert [taught.items[n] for n in helped[:, :-1].argmax(axis=1)] == [f"rune-{sign}" for sign in SIGNS]


def test_distances_tell_less_in_a_set_whose_photographs_the_others_name_wrong() -> None:
    """Of a set of tens the 0 and the 10 were taken for each other, and sure."""
    rng = np.random.default_rng(3)
    middles = np.eye(16)[:3]
    owner, photograph = np.repeat([0, 1, 2], 4), np.arange(12)
    for spread, is_whole in ((0.05, True), (1.5, False)):
        features = middles[owner] + rng.normal(0, spread / 4, (12, 16))
        known = gallery(features.tolist(), owner.tolist(), photograph.tolist())
        assert (known.distance_share == 1) is is_whole


def test_where_each_face_has_but_one_photograph_distances_count_as_usual() -> None:
    known = gallery([[1, 0, 0], [0, 1, 0]], [0, 1], [0, 1])
    assert known.distance_share == 1
    assert known.odds_apart(0, 1) == 0


def test_two_faces_whose_examples_mix_are_lookalikes() -> None:
    mixed = gallery(
        [[1, 0, 0], [1, 0.05, 0], [1, 0.02, 0], [1, 0.03, 0], [0, 0, 1], [0, 0.1, 1]], [0, 0, 1, 1, 2, 2], [*range(6)]
    )
    (pair,) = lookalikes(mixed)
    assert (pair.first, pair.second) == (0, 1)
    assert abs(pair.margin) < 0.02


def test_figures_are_not_silently_read_as_pips() -> None:
    """A cube with 1, 2 and 3 written on it; two bodies."""
    faces = ("1", "2", "3", "7", "4", "5")
    for seed, kind in ((41, "white"), (42, "blue")):
        die = replace(designs.oddity(np.random.default_rng(seed)), faces=faces, kind=kind, ink=(0.05, 0.05, 0.05))
        die = replace(die, body=designs.BODIES[kind], ink=(0.05, 0.05, 0.05) if kind == "white" else (0.95, 0.95, 0.95))
        reading = DiceReader("pips").read(thrown(["1", "3", "1", "7"], seed, die))
        assert not (reading.sure and reading.dice)


def test_pips_stay_pips() -> None:
    items = ["die-1", "die-2", "die-3", "die-4", "die-5", "die-6", "die-1"]
    reading = DiceReader("pips").read(picture(items, 51)[0])
    assert sorted(str(die.face) for die in reading.dice) == sorted(item[-1] for item in items)
    assert not any(die.doubt for die in reading.dice)
