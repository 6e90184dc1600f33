"""`handle`: looks, buttons and phones change the table; what does not fit changes nothing and is answered."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.api import models
from engines.core import Event, Match
from engines.games import GAMES
from firmware.state.observation import without
from firmware.state.table import OledPage, Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Input, Pressed, Requested, Saw, Tick
from tests.firmware.looks import die, look, thrown

FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]
DOUBTFUL = [*thrown(FIRST[:-1], seed=1), die("swimmer-3", 250, 180, sure=0.7, other="swimmer-2")]


@pytest.fixture
def table() -> Table:
    return Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben", "Cleo")), "1234")


def after(table: Table, *inputs: Input) -> Table:
    for given_ in inputs:
        table = handle(table, given_)
    return table


def kinds(table: Table) -> list[str]:
    return [step.event.kind for step in table.steps]


def test_a_look_becomes_a_step_with_its_evidence(table: Table) -> None:
    seen = look(*thrown(FIRST, seed=1))
    table = handle(table, Saw(seen))
    assert kinds(table) == ["throw"]
    assert table.steps[0].look == seen.id
    assert table.version == 1


def test_steps_always_run_along_the_events_of_the_match(table: Table) -> None:
    table = after(table, Saw(look(*thrown(FIRST, seed=1))), Saw(look()))
    assert tuple(step.event for step in table.steps) == table.match.events


def test_button_a_takes_the_answer_that_is_marked_and_b_marks_the_next(table: Table) -> None:
    table = after(table, Saw(look(*DOUBTFUL)), Pressed("b"), Pressed("a"))
    assert table.question is None
    assert table.match.events[0].items.count("swimmer-2") == 2


def test_after_an_answer_the_pieces_are_known_so_that_lifting_them_is_a_bank(table: Table) -> None:
    table = after(table, Saw(look(*DOUBTFUL)), Pressed("a"), Saw(look(*DOUBTFUL)), Saw(look()))
    assert kinds(table) == ["throw", "bank"]


def test_dice_said_to_be_only_moved_are_known_where_they_lie_now(table: Table) -> None:
    dice = thrown(FIRST, seed=1)
    moved = [replace(d, x=d.x + 50) for d in dice]
    table = after(table, Saw(look(*dice)), Saw(look(*moved)), Pressed("b"), Pressed("a"))
    assert (table.question, kinds(table)) == (None, ["throw"])
    table = after(table, Saw(look(*moved)), Saw(look()))
    assert (table.question, kinds(table)) == (None, ["throw", "bank"])


def test_a_question_about_a_picture_is_superseded_by_a_clear_one(table: Table) -> None:
    clear = [*DOUBTFUL[:-1], die("swimmer-3", 250, 180)]
    table = after(table, Saw(look(*DOUBTFUL)), Saw(look(*clear)))
    assert table.question is None
    assert kinds(table) == ["throw"]


def test_button_c_takes_back_and_a_double_press_plays_it_again(table: Table) -> None:
    thrown_once = handle(table, Saw(look(*thrown(FIRST, seed=1))))
    back = handle(thrown_once, Pressed("c"))
    assert kinds(back) == []
    assert kinds(handle(back, Pressed("c", "double"))) == ["throw"]


def test_a_throw_taken_back_does_not_come_back_because_a_die_was_nudged(table: Table) -> None:
    dice = thrown(FIRST, seed=1)
    nudged = [replace(dice[0], x=dice[0].x + 8), *dice[1:]]
    table = after(table, Saw(look(*dice)), Pressed("c"), Saw(look(*nudged)))
    assert kinds(table) == []


def test_with_nothing_to_take_back_the_request_is_refused_and_nothing_changes(table: Table) -> None:
    refused = handle(table, Pressed("c"))
    assert refused.refusal == "nothing has happened yet that could be taken back"
    assert replace(refused, refusal="", woken=table.woken) == table


def test_any_die_of_any_event_can_be_corrected_and_the_match_replays_from_there(table: Table) -> None:
    table = after(table, Saw(look(*thrown(FIRST, seed=1))), Saw(look()))
    assert table.match.state.scores() == (6, 0, 0)
    correct = models.Correct(version=table.version, event=0, position=6, item="swimmer-1")
    assert handle(table, Requested(correct)).match.state.scores() == (4, 0, 0)


def test_what_people_named_is_noted_with_its_place_in_the_photograph(table: Table) -> None:
    seen = look(*DOUBTFUL)
    answered = after(table, Saw(seen), Pressed("a"))
    named = answered.match.events[0].items.index("swimmer-3")
    assert answered.steps[0].named == ((named, DOUBTFUL[-1].box),)
    corrected = handle(
        answered, Requested(models.Correct(version=answered.version, event=0, position=4, item="swimmer-2"))
    )
    assert dict(corrected.steps[0].named)[4] == seen.pieces[corrected.steps[0].pieces[4]].box


def test_a_correction_that_later_steps_do_not_fit_says_how_many_are_gone(table: Table) -> None:
    dice = thrown(FIRST, seed=1)
    sun = die("event-sun", 290, 190)
    anew = thrown(["swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"], seed=7)
    table = after(table, Saw(look(*dice)), Saw(look(*dice, sun)), Saw(look(*dice[4:], sun, *anew)))
    table = handle(table, Requested(models.Correct(version=table.version, event=2, position=0, item="event-attack")))
    assert kinds(table) == ["throw", "again", "event"]
    assert table.note == "1 later step does not fit any more"


def test_a_request_for_an_older_page_is_refused(table: Table) -> None:
    table = handle(table, Saw(look(*thrown(FIRST, seed=1))))
    stale = handle(table, Requested(models.Undo(version=table.version - 1)))
    assert "moved on" in stale.refusal
    assert kinds(stale) == ["throw"]


def test_an_illegal_move_by_phone_is_refused_with_the_ruling(table: Table) -> None:
    refused = handle(table, Requested(models.Decide(version=0, kind="bank", seat=0)))
    assert refused.refusal
    assert refused.rule.startswith("SA-")


def test_a_whole_turn_can_be_played_by_hand_when_the_camera_is_lost(table: Table) -> None:
    table = handle(table, Fault("camera", "The camera is gone. Check its cable."))
    table = handle(table, Requested(models.Typed(version=table.version, items=tuple(FIRST))))
    table = handle(table, Requested(models.Decide(version=table.version, kind="bank", seat=0)))
    assert table.match.state.scores() == (6, 0, 0)
    assert table.steps == (Step(Event("throw", None, tuple(FIRST))), Step(Event("bank", 0)))
    assert table.faults == (("camera", "The camera is gone. Check its cable."),)


def test_a_part_that_works_again_is_no_fault_any_more(table: Table) -> None:
    assert after(table, Fault("camera", "gone"), Fault("camera", "")).faults == ()


def test_a_new_game_counts_as_another_match(table: Table) -> None:
    begin = models.NewGame(version=0, game="dice-tray", players=("Ana", "Ben"))
    table = handle(table, Requested(begin))
    assert (table.number, table.match.game.name, table.steps) == (2, "dice-tray", ())


def test_a_decision_that_no_picture_can_tell_is_asked_for(table: Table) -> None:
    """SA-10: the pool of signs is empty, so the player says who gives one."""
    state = replace(table.match.state, phase="take", signs=(2, 2, 2), owed=1, dice=0, red=1)  # type: ignore[arg-type]
    match = replace(table.match, states=(*table.match.states[:-1], state))
    asked = handle(replace(table, match=match), Fault("led", "x"))
    assert asked.question is not None
    assert asked.question.text == "Take a sign from …?"
    assert [answer.text for answer in asked.question.answers] == ["Ben", "Cleo"]


def test_time_dims_the_oled_and_darkens_it_and_a_press_wakes_it(table: Table) -> None:
    assert handle(table, Tick(60)).light == "bright"
    assert handle(table, Tick(300)).light == "dim"
    dark = handle(table, Tick(3000))
    assert dark.light == "dark"
    assert handle(dark, Pressed("a")).light == "bright"


def test_button_a_turns_the_pages_round(table: Table) -> None:
    assert [after(table, *[Pressed("a")] * n).page for n in range(6)] == [0, 1, 2, 3, 4, 0]


def test_button_a_held_shows_the_address_and_the_pin_even_while_something_is_asked(table: Table) -> None:
    asked = handle(table, Saw(look(*DOUBTFUL)))
    held = handle(asked, Pressed("a", "hold"))
    assert (held.page, held.question) == (OledPage.CONNECT, asked.question)


@pytest.mark.parametrize("button", ["a", "b", "c"])
def test_the_next_press_goes_from_the_pin_back_to_the_question_and_answers_nothing(table: Table, button: str) -> None:
    asked = handle(table, Saw(look(*DOUBTFUL)))
    back = after(asked, Pressed("a", "hold"), Pressed(button))
    assert (back.page, back.question, back.match) == (0, asked.question, asked.match)


def test_a_new_question_is_seen_in_place_of_the_pin_but_the_same_one_hides_it_not(table: Table) -> None:
    waiting = handle(table, Pressed("a", "hold"))
    asked = handle(waiting, Saw(look(*DOUBTFUL)))
    assert (asked.page, asked.question is None) == (0, False)
    held = handle(asked, Pressed("a", "hold"))
    assert handle(held, Saw(look(*DOUBTFUL))).page == OledPage.CONNECT


PIECES = st.builds(
    die,
    st.sampled_from([*FIRST, "shark-2", "shark-wave", "event-sun", "event-attack", "event-rain"]),
    st.floats(0, 300),
    st.floats(0, 200),
    st.floats(0.3, 0.999),
)
INPUTS = st.one_of(
    st.builds(lambda pieces: Saw(look(*pieces)), st.lists(PIECES, max_size=9)),
    st.builds(Pressed, st.sampled_from("abc"), st.sampled_from(["short", "double", "hold"])),
    st.builds(Tick, st.floats(0, 1e6)),
    st.builds(Fault, st.sampled_from(["camera", "display"]), st.sampled_from(["", "gone"])),
    st.builds(lambda v, n: Requested(models.AnswerRequest(version=v, answer=n)), st.integers(0, 9), st.integers(0, 3)),
    st.builds(
        lambda v, e, i: Requested(models.Correct(version=v, event=e, position=0, item=i)),
        st.integers(0, 9),
        st.integers(0, 5),
        st.sampled_from([*FIRST, "nonsense"]),
    ),
    st.builds(lambda v, k: Requested(models.Decide(version=v, kind=k, seat=0)), st.integers(0, 9), st.text(max_size=6)),
    st.builds(lambda v: Requested(models.NewGame(version=v, game="chess", players=("A", "B"))), st.integers(0, 9)),
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.lists(INPUTS, max_size=12))
def test_whatever_comes_handle_never_raises_and_the_table_stays_whole(inputs: list[Input]) -> None:
    table = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben", "Cleo")), "1234")
    for given_ in inputs:
        table = handle(table, given_)
        assert tuple(step.event for step in table.steps) == table.match.events


def test_button_c_puts_a_question_about_a_picture_aside_and_takes_nothing_back(table: Table) -> None:
    asked = after(table, Saw(look(*thrown(FIRST, seed=1))), Saw(look()), Saw(look(*DOUBTFUL)))
    assert asked.question is not None
    aside = handle(asked, Pressed("c"))
    assert aside.question is None
    assert aside.match == asked.match
    assert len(handle(aside, Pressed("c")).match.events) == len(asked.match.events) - 1


def test_a_question_stays_open_when_an_earlier_piece_is_corrected_by_phone(table: Table) -> None:
    asked = after(table, Saw(look(*thrown(FIRST, seed=1))), Saw(look()), Saw(look(*DOUBTFUL)))
    change = models.Correct(version=asked.version, event=0, position=4, item="swimmer-2")
    mended = handle(asked, Requested(change))
    assert mended.match.events[0].items[4] == "swimmer-2"
    assert mended.question is not None


def test_a_game_of_cards_begun_by_a_program_has_hidden_hands_too() -> None:
    table = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234")
    begun = handle(table, Requested(models.NewGame(version=0, game="hai-noon", players=("Ana", "Ben"))))
    assert dict(begun.match.options)["hands"] == "hidden"


def test_dice_in_wrong_number_are_never_let_stand_however_long_they_lie(table: Table) -> None:
    """Cards that nobody mends are asked about; dice are thrown again."""
    for seed in range(5):
        table = handle(table, Saw(look(*thrown(FIRST[1:], seed=seed))))
        assert table.mismatch is not None
        assert table.question is None


def typed(table: Table, items: list[str]) -> Table:
    return handle(table, Requested(models.Typed(version=table.version, items=tuple(items))))


def test_a_throw_typed_while_it_is_asked_about_is_not_read_again_and_goes_on_as_any_other(table: Table) -> None:
    told = typed(after(table, Saw(look()), Saw(look(*DOUBTFUL))), [*FIRST[:-1], "swimmer-2"])
    assert kinds(after(told, Saw(look(*DOUBTFUL)))) == ["throw"]
    assert kinds(after(told, Saw(look(*DOUBTFUL)), Saw(look()))) == ["throw", "bank"]
    event = die("event-sun", 300, 30)
    assert kinds(after(told, Saw(look(*DOUBTFUL, event)))) == ["throw", "again", "event"]


TRAY = [die("die-6", 40, 40), die("die-5", 100, 40), die("die-3", 150, 90)]


def tray() -> Table:
    return handle(Table(Match.begin(GAMES["dice-tray"], ("Ana", "Ben"), {"dice": 3}), "1234"), Saw(look()))


def test_dice_typed_on_a_tray_while_they_are_asked_about_are_no_throw_of_the_next_player() -> None:
    doubtful = [*TRAY[:2], die("die-3", 150, 90, sure=0.6, other="die-2")]
    told = typed(handle(tray(), Saw(look(*doubtful))), ["die-6", "die-5", "die-3"])
    assert after(told, Saw(look(*TRAY))).match.state.scores() == (14, 0)


def test_dice_typed_before_anybody_saw_them_are_asked_about_when_they_come_in_view() -> None:
    told = typed(tray(), ["die-6", "die-5", "die-3"])
    seen = handle(told, Saw(look(*TRAY)))
    assert (seen.match.state.scores(), seen.question is None) == ((14, 0), False)
    others = [die("die-1", 40, 40), die("die-5", 100, 40), die("die-4", 150, 90)]
    assert after(told, Saw(look()), Saw(look(*others))).match.state.scores() == (14, 10)


def test_a_correction_after_which_later_steps_do_not_fit_reads_what_lies_there_anew(table: Table) -> None:
    ben = thrown(["swimmer-wave"] * 3 + ["swimmer-1"] * 4, seed=5)
    first = ["swimmer-wave", *["swimmer-1"] * 6]
    played = after(table, Saw(look()), Saw(look(*thrown(first, seed=1))), Saw(look()), Saw(look(*ben)))
    assert kinds(played) == ["throw", "bank", "throw"]
    party = handle(played, Requested(models.Correct(version=played.version, event=0, position=0, item="swimmer-2")))
    assert kinds(party) == ["throw", "throw"]
    assert party.match.events[1] == played.match.events[2]
    assert kinds(after(party, Saw(look()))) == ["throw", "throw", "bank"]


def test_of_what_lies_there_only_what_is_told_by_no_step_any_more_is_read_anew() -> None:
    lying = look(*[die(item, 20 * n, 40) for n, item in enumerate(["die-6", "die-6", "die-6", "die-2", "die-2"])])
    known = replace(lying, identities=("die-6", "die-6", "die-6", "die-2", None))
    assert without(known, ["die-6", "die-5"]).identities == ("die-6", "die-6", "die-2", None)
    assert without(lying, ["die-6"]).pieces == lying.pieces
