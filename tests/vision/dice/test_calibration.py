"""What a reading is worth: among the other finds of its picture, and all of them together."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest

from vision.dice import calibration
from vision.dice.calibration import Candidate
from vision.dice.detector import Detection
from vision.dice.model import EvidenceWeights, Model, load
from vision.dice.reader import DiceReader
from vision.dice.strategies.doubt import LIMITS

SHARP = np.random.default_rng(1).integers(0, 255, (200, 300, 3)).astype(np.uint8)


@pytest.fixture(scope="module")
def model() -> Model:
    """The shipped one with weights that are easy to follow."""
    die = (0.0, 1.0, 1.0, -0.5, -0.5, -2.0, -1.0, 1.0, -1.0, 0.0)
    name = (0.0, 1.0, 0.0, 1.0, 0.0)
    return replace(load(), weights=EvidenceWeights(*(np.array(part) for part in (die, [(0.0,) * 10], (0.0,), name))))


def seen(x: float, size: float = 30.0, name: float = 0.99, strength: float = 0.95) -> Candidate:
    """A three at (x, 100) px, named with this probability."""
    rest = (1 - name) / 10
    names = (("pips/die-3", name), ("pips/die-2", rest))
    find = Detection(strength, x, 100.0, size, (x - size, 100 - size, 2 * size, 2 * size))
    return Candidate(find, names, 0.02, 0.0)


def test_a_die_of_another_size_than_the_others_is_trusted_less(model: Model) -> None:
    alike = calibration.weigh_together(model.weights, [seen(50), seen(120), seen(200)])
    odd = calibration.weigh_together(model.weights, [seen(50), seen(120), seen(200, size=12)])
    assert odd[2].p_correct < alike[2].p_correct
    assert odd[2].size_offset_log == pytest.approx(np.log(30 / 12))


def test_a_die_of_another_colour_than_all_others_is_trusted_less_and_one_like_any_of_them_not(model: Model) -> None:
    red, blue, white = (40.0, 190.0, 170.0), (40.0, 150.0, 70.0), (90.0, 128.0, 128.0)
    dice = [replace(seen(70 * x), colour=colour) for x, colour in enumerate((red, red, blue, blue, white))]
    *alike, stranger = calibration.weigh_together(model.weights, dice)
    assert [one.colour_offset for one in alike] == [0.0] * 4
    assert stranger.colour_offset == calibration.LIMITS.max_colour_offset
    assert stranger.p_correct < min(one.p_correct for one in alike)
    assert calibration.weigh_together(model.weights, dice[:1])[0].colour_offset == calibration.LIMITS.lone_colour_offset


def test_a_die_that_lies_alone_is_weighed_beside_those_known_from_an_earlier_picture(model: Model) -> None:
    alone, known = seen(50, strength=0.5), seen(200)
    (first,), (then,) = (calibration.weigh_together(model.weights, [alone], k) for k in ((), (known,)))
    assert (then.size_offset_log, then.other_count) == (0.0, 1)
    assert then.p_die > first.p_die
    both = [seen(50), seen(120, size=12)]
    plain, beside = (calibration.weigh_together(model.weights, both, k) for k in ((), (known,)))
    assert [one.p_die for one in beside] == [one.p_die for one in plain], "dice of one picture tell more"


def test_a_bend_counts_as_far_as_its_signs_go_and_no_further(model: Model) -> None:
    bends, heights = np.array([(0.0,) * 5 + (9.0,) + (0.0,) * 4]), np.array((-3.0,))
    wary_of_odd = replace(model, weights=replace(model.weights, bends=bends, heights=heights))
    dice = [seen(50), seen(120), seen(270), seen(200, size=12)]
    plain, bent = (calibration.weigh_together(m.weights, dice) for m in (model, wary_of_odd))
    assert bent[0].p_die == pytest.approx(plain[0].p_die)
    assert calibration.logit(plain[3].p_die) - calibration.logit(bent[3].p_die) == pytest.approx(3.0, abs=1e-3)


def test_a_name_is_trusted_less_than_that_a_die_is_there_and_less_the_nearer_its_rival(model: Model) -> None:
    clear, doubtful = calibration.weigh_together(model.weights, [seen(50), seen(120, name=0.6)])
    assert clear.p_correct < clear.p_die
    assert doubtful.p_correct / doubtful.p_die < clear.p_correct / clear.p_die


def test_where_much_is_found_that_is_no_die_all_is_trusted_less(model: Model) -> None:
    weak = [seen(10 * x, name=0.1, strength=0.3) for x in range(8)]
    few, many = (
        calibration.weigh_together(model.weights, [seen(50), seen(120)]),
        calibration.weigh_together(model.weights, [seen(50), seen(120), *weak]),
    )
    assert many[0].p_correct < few[0].p_correct
    assert many[2].p_die < calibration.weigh_together(model.weights, [seen(50), weak[0]])[1].p_die


def test_the_stronger_a_find_that_shows_no_face_the_likelier_a_die_is_missed(model: Model) -> None:
    faint, strong = (
        calibration.weigh_together(model.weights, [seen(50), seen(120, name=0.1, strength=s)])[1] for s in (0.25, 0.9)
    )
    assert faint.p_die < strong.p_die


def test_a_picture_is_as_doubtful_as_its_worst_reading_and_a_little_for_each_other() -> None:
    assert calibration.reading_risk([], []) == 0
    assert calibration.reading_risk([0.9], []) == pytest.approx(-np.log(0.9))
    assert (
        calibration.reading_risk([0.9], [])
        < calibration.reading_risk([0.9, 0.99, 0.99], [])
        < calibration.reading_risk([0.8], [])
    )
    assert calibration.reading_risk([0.99], [0.5]) > LIMITS.max_risk > calibration.reading_risk([0.99], [0.01])


@pytest.mark.parametrize(("missed", "sure"), [(0.01, True), (0.3, False), (0.9, False)])
def test_a_reading_is_not_sure_where_a_die_may_lie_that_it_does_not_name(
    monkeypatch: pytest.MonkeyPatch, missed: float, sure: bool
) -> None:
    """What is hardly a die is not told as one; what may be one makes the reading unsure; what must be one is told."""
    die = replace(seen(80), p_correct=0.999)
    other = replace(seen(200, name=0.1, strength=0.6), p_correct=0.01, p_die=missed)
    monkeypatch.setattr(DiceReader, "candidates", lambda *_: [die, other])
    reading = DiceReader("pips").read(SHARP)
    assert reading.sure == sure
    assert [d.face for d in reading.dice] == (["3", None] if missed > 0.5 else ["3"])


def test_a_reading_is_not_sure_where_a_strong_find_is_taken_for_no_die(monkeypatch: pytest.MonkeyPatch) -> None:
    """It may be a die of a kind that the reader does not know, unless its size is not that of the others."""
    die = replace(seen(80), p_correct=0.999)
    for strength, odd, sure in (
        (LIMITS.min_missed_strength - 0.05, 0.0, True),
        (LIMITS.min_missed_strength + 0.05, 0.0, False),
        (LIMITS.min_missed_strength + 0.05, 0.9, True),
    ):
        other = replace(seen(200, name=0.01, strength=strength), p_correct=0.01, p_die=0.01, size_offset_log=odd)
        monkeypatch.setattr(DiceReader, "candidates", lambda *_, other=other: [die, other])
        reading = DiceReader("pips").read(SHARP)
        assert (reading.sure, [d.face for d in reading.dice]) == (sure, ["3"])
