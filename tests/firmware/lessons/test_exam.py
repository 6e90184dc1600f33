"""An exam as a value: what was asked beside what was read, what people say, and what that comes to."""

from __future__ import annotations

from dataclasses import replace
from math import comb
from random import Random

import pytest

from firmware.games.exam_plan import enough, groups, plan
from firmware.outputs.exam_words import summary
from firmware.state import exam as steps
from firmware.state.exam import NOTHING, Exam, ExamLight, ExamLook, ExamPhase, ExamPiece
from firmware.state.exam_result import interval, result
from firmware.state.session import SessionRefused

CARDS = ("crab", "krill", "orca", "seal", "squid")
LIGHT = ExamLight(120.0, 0.01, 0.4)
EMPTY = ExamLook("0", 960, 540, (), LIGHT)
Ranked = tuple[tuple[str, float], ...]


def piece(name: str, p: float = 0.99, at: float = 0.0, *others: tuple[str, float]) -> ExamPiece:
    return ExamPiece(((name, p), *others), (at, 10.0, 40.0, 40.0))


def look(*pieces: ExamPiece, light: ExamLight = LIGHT) -> ExamLook:
    return ExamLook("1", 960, 540, pieces, light)


def asking(*rounds: tuple[str, ...]) -> Exam:
    """An exam that asks for these, on a table that is empty."""
    exam = steps.begun(Exam("splash-down", sum(map(len, rounds)), (("cards", CARDS),), rounds))
    return steps.looked(exam, EMPTY)


def throwing(count: int = 4) -> Exam:
    faces = ("die-1", "die-2", "die-3")
    return steps.begun(Exam("dice-tray", count, (("dice", faces),)))


def test_what_is_read_as_asked_counts_without_a_word() -> None:
    exam = steps.looked(asking(("crab", "crab", "orca"), ("seal",)), look(*map(piece, ("orca", "crab", "crab"))))
    assert [mark.right for mark in exam.rounds[0].marks] == [True] * 3
    assert exam.phase is ExamPhase.CLEAR
    assert exam.pieces == 3


def test_the_next_pieces_are_asked_for_only_on_a_table_that_was_seen_empty() -> None:
    exam = steps.looked(asking(("crab",), ("seal",)), look(piece("crab")))
    still = steps.looked(exam, look(piece("crab")))
    assert (still.phase, still.note) == (ExamPhase.CLEAR, "I still see 1")
    assert steps.looked(still, EMPTY).asked == ("seal",)


def test_a_hand_that_has_laid_some_pieces_only_is_waited_for() -> None:
    exam = steps.looked(asking(("crab", "orca")), look(piece("crab")))
    assert (exam.phase, exam.note) == (ExamPhase.LAY, "I see 1 of 2")
    assert steps.looked(exam, look(piece("crab"), piece("orca"))).done


def test_a_piece_that_is_not_seen_is_overlooked_once_people_say_that_all_lie_there() -> None:
    exam = steps.pressed_on(steps.looked(asking(("crab", "orca")), look(piece("crab"))))
    assert exam.phase is ExamPhase.CHECK
    exam = steps.confirmed(exam)
    assert exam.done
    assert [(one.face, one.read_as) for one in result(exam).failed] == [("orca", ((None, 1),))]


def test_a_piece_read_otherwise_waits_until_people_say_what_lies_there() -> None:
    exam = steps.looked(asking(("crab", "orca")), look(piece("crab"), piece("seal", 0.95, 0, ("orca", 0.04))))
    assert exam.phase is ExamPhase.CHECK
    wrong = steps.confirmed(exam)
    assert (result(wrong).total.right, result(wrong).silent) == (1, 1)
    laid_wrong = steps.confirmed(steps.mended(exam, 1, "seal"))
    assert result(laid_wrong).total.right == 2


def test_like_names_go_together_and_the_rest_by_what_it_was_likeliest() -> None:
    pieces = [piece("seal", 0.5, 0, ("squid", 0.4)), piece("seal", 0.6, 0, ("krill", 0.3)), piece("crab", 0.9)]
    marks = steps.compared(("crab", "krill", "squid"), pieces)
    assert {(mark.truth, mark.read.candidates[1][0]) for mark in marks if mark.read and not mark.right} == {
        ("squid", "squid"), ("krill", "krill"),
    }  # fmt: skip


def test_something_made_up_is_no_piece_and_is_said() -> None:
    exam = steps.looked(asking(("crab",)), look(piece("crab"), piece("orca", 0.7)))
    found = result(steps.confirmed(exam))
    assert (found.total.of, found.made_up, found.unsure) == (1, (("orca", 1),), 1)


def test_a_throw_counts_only_when_people_have_said_what_they_see() -> None:
    exam = steps.looked(throwing(), look(piece("die-1"), piece("die-2", 0.6, 100)))
    assert (exam.phase, exam.pieces) == (ExamPhase.CHECK, 0)
    exam = steps.confirmed(steps.added(steps.mended(exam, 1, "die-3"), "die-1"))
    assert (exam.phase, exam.pieces) == (ExamPhase.LAY, 3)
    assert result(exam).total.right == 1


def test_dice_that_nobody_threw_again_are_not_read_twice() -> None:
    first = look(piece("die-1"), piece("die-2", 0.6, 100))
    exam = steps.confirmed(steps.looked(throwing(), first))
    assert steps.looked(exam, first).phase is ExamPhase.LAY
    assert steps.looked(exam, look(piece("die-1"), piece("die-2", 0.6, 140))).phase is ExamPhase.CHECK


def test_a_look_while_people_check_changes_nothing() -> None:
    exam = steps.looked(throwing(), look(piece("die-1")))
    assert steps.looked(exam, look(piece("die-3"))) is exam


def test_a_reading_that_does_not_count_leaves_no_trace() -> None:
    exam = steps.again(steps.looked(throwing(), look(piece("die-1"))))
    assert (exam.phase, exam.marks, exam.rounds) == (ExamPhase.LAY, (), ())


def test_with_the_buttons_the_pieces_are_gone_through_one_by_one() -> None:
    exam = steps.looked(throwing(2), look(piece("die-1"), piece("die-2", 0.6, 100, ("die-3", 0.4))))
    exam = steps.one_by_one(exam)
    assert (exam.at, exam.choices(0)[exam.choice]) == (0, "die-1")
    exam = steps.accepted(exam)
    assert exam.choices(1) == ("die-2", "die-3", "die-1", NOTHING)
    exam = steps.accepted(steps.one_by_one(exam))
    assert exam.done
    assert [mark.truth for mark in exam.rounds[0].marks] == ["die-1", "die-3"]


def test_a_piece_that_was_neither_laid_nor_seen_is_taken_off_the_list_with_the_buttons() -> None:
    exam = steps.pressed_on(steps.looked(asking(("crab", "orca", "seal")), look(piece("crab"), piece("squid"))))
    exam = steps.one_by_one(exam)
    overlooked = next(n for n, mark in enumerate(exam.marks) if mark.read is None)
    while exam.at != overlooked:
        exam = steps.accepted(exam)
    while exam.choices(overlooked)[exam.choice] != NOTHING:
        exam = steps.one_by_one(exam)
    assert len(steps.accepted(exam).rounds[0].marks) == 2


@pytest.mark.parametrize(
    ("step", "said"),
    [
        (lambda exam: steps.mended(exam, 7, "die-1"), "no such piece"),
        (lambda exam: steps.mended(exam, 0, "orca"), "has no orca"),
        (lambda exam: steps.added(exam, "orca"), "has no orca"),
        (steps.finished, "nothing has been read"),
    ],
)
def test_what_does_not_fit_is_refused(step: object, said: str) -> None:
    exam = steps.looked(throwing(), look(piece("die-1")))
    with pytest.raises(SessionRefused, match=said):
        step(exam)  # type: ignore[operator]


def test_nothing_is_checked_before_something_was_read() -> None:
    for step in (steps.confirmed, steps.again, steps.one_by_one, steps.accepted, steps.pressed_on):
        with pytest.raises(SessionRefused):
            step(throwing())


def test_the_result_names_the_faces_that_failed_and_the_light_they_failed_in() -> None:
    dim = replace(LIGHT, grey=30.0)
    exam = steps.looked(throwing(4), look(piece("die-1"), piece("die-1", 0.99, 100), light=dim))
    exam = steps.confirmed(steps.mended(exam, 1, "die-2"))
    exam = steps.confirmed(steps.looked(exam, look(piece("die-2"), piece("die-3", 0.99, 200))))
    found = result(exam)
    assert [(one.face, one.of, one.read_as, one.lights) for one in found.failed] == [
        ("die-2", 2, (("die-1", 1),), (dim,))
    ]
    assert found.light == (dim, LIGHT)
    assert (found.total.right, found.total.of, found.silent) == (3, 4, 1)


def test_the_interval_is_that_of_clopper_and_pearson() -> None:
    """Beside R's binom.test."""
    for right, of, low, high in ((8, 10, 0.44390, 0.97479), (38, 40, 0.83080, 0.99386), (40, 40, 0.91190, 1.0)):
        assert interval(right, of) == pytest.approx((low, high), abs=1e-4)
    assert interval(0, 10) == pytest.approx((0.0, 0.30850), abs=1e-4)
    assert interval(0, 0) == (0.0, 1.0)


@pytest.mark.parametrize("share", [0.02, 0.31, 0.5, 0.83, 0.97, 0.995])
def test_whatever_the_true_share_is_the_interval_holds_it_in_95_of_100_exams(share: float) -> None:
    of, held = 40, 0.0
    for right in range(of + 1):
        low, high = interval(right, of)
        if low <= share <= high:
            held += comb(of, right) * share**right * (1 - share) ** (of - right)
    assert held >= 0.95


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down"])
def test_an_exam_asks_for_what_one_copy_of_the_game_has(game: str) -> None:
    asked = plan(game, {}, 137, Random(5))
    assert sum(map(len, asked)) == 137
    names = {name for _, known in groups(game, {}) for name in known}
    assert {name for one in asked for name in one} <= names
    for one in asked:
        divers = [name.rpartition("-")[0] for name in one if name.startswith("diver-") and "." not in name]
        assert len(divers) == len(set(divers)), "a diver has two sides, and shows one"
    assert plan(game, {}, 137, Random(5)) == asked != plan(game, {}, 137, Random(6))


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down", "oh-hell"])
def test_no_face_comes_again_before_all_have_come_and_the_back_of_the_cards_is_one_of_them(game: str) -> None:
    names = [name for _, known in groups(game, {}) for name in known]
    assert "back" in names
    asked = [name for one in plan(game, {}, 2 * len(names), Random(5)) for name in one]
    assert sorted(asked[: len(names)]) == sorted(asked[len(names) :]) == sorted(names)


def test_cards_that_are_shuffled_in_after_the_deal_are_asked_for_too_and_those_that_an_option_leaves_out_are_not() -> (
    None
):
    assert "breach" in dict(groups("splash-down", {}))["cards"]
    assert "monster" not in dict(groups("splash-down", {"monster": False}))["cards"]


def test_left_to_itself_an_exam_is_long_enough_for_every_face() -> None:
    assert [enough(groups(game, {})) for game in ("pig", "hai-noon", "splash-down")] == [40, 40, 41]


def test_faces_that_were_not_asked_for_are_named_with_the_count_that_asks_for_all() -> None:
    exam = steps.looked(asking(("crab", "krill")), look(*map(piece, ("crab", "krill"))))
    assert result(exam).unasked == ("orca", "seal", "squid")
    assert "not asked: Orca, Seal and Squid (--count 5 asks for all)" in list(summary(exam, result(exam)))
    whole = replace(exam, count=5)  # enough, but ended early
    assert "not asked: Orca, Seal and Squid" in list(summary(whole, result(whole)))
    whole = steps.looked(asking(CARDS), look(*map(piece, CARDS)))
    assert not any("not asked" in line for line in summary(whole, result(whole)))


def test_of_many_faces_that_were_not_asked_for_eight_are_named() -> None:
    exam = replace(asking(("crab",)), groups=groups("splash-down", {}))
    exam = steps.looked(exam, look(piece("crab")))
    (line,) = (line for line in summary(exam, result(exam)) if "not asked" in line)
    assert line.endswith(" and 32 more (--count 41 asks for all)")
    assert line.count(",") == 7


def test_dice_that_are_thrown_are_not_asked_for() -> None:
    assert result(steps.confirmed(steps.looked(throwing(1), look(piece("die-1"))))).unasked == ()
