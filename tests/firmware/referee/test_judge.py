"""The referee: what a look says about a match of Shark Attacks! or of the dice tray."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace

import pytest

from engines.core import Event, Match
from engines.games import GAMES
from firmware.referee.judge import Busy, Happened, judge
from firmware.state.observation import Observation, Piece
from firmware.state.table import Mismatch, Question
from tests.firmware.looks import die, look, thrown

FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]
SUN = die("event-sun", 290, 190)


class Watched:
    """A match followed look by look, as the table does."""

    def __init__(self, game: str = "shark-attacks", players: tuple[str, ...] = ("Ana", "Ben")) -> None:
        self.match = Match.begin(GAMES[game], players)
        self.last: Observation | None = None

    def see(self, *pieces: Piece, sure: bool = True) -> Happened | Question | Mismatch | Busy:
        verdict = judge(self.match, replace(look(*pieces), sure=sure), self.last)
        if isinstance(verdict, Happened):
            self.match = self.match.play(*(step.event for step in verdict.steps))
        if isinstance(verdict, Happened | Busy):
            self.last = verdict.look
        return verdict

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.match.events]


@pytest.fixture
def watched() -> Watched:
    return Watched()


def test_an_empty_tray_before_the_first_throw_is_as_it_should_be(watched: Watched) -> None:
    assert watched.see() == Happened((), watched.last)  # type: ignore[arg-type]
    assert watched.kinds == []


def test_a_throw_is_read_with_each_item_bound_to_its_piece(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    verdict = watched.see(*dice)
    assert isinstance(verdict, Happened)
    (step,) = verdict.steps
    assert step.event == Event("throw", None, tuple(sorted(FIRST, key=lambda i: (i[-1] != "e", i))))
    assert [dice[n].items[0][0] for n in step.pieces] == list(step.event.items)


def test_a_wrong_number_of_dice_is_said_at_once(watched: Watched) -> None:
    verdict = watched.see(*thrown(FIRST[:6], seed=1))
    assert isinstance(verdict, Mismatch)
    assert verdict.text == "The table should show 7 blue dice; I see 6 blue dice."


def test_the_seventh_die_mends_a_throw_of_six(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice[:6])
    watched.see(*dice)
    assert watched.kinds == ["throw"]


def test_the_yellow_die_thrown_means_again(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, SUN)
    assert watched.kinds == ["throw", "again", "event"]


def test_dice_lifted_and_handed_on_mean_bank(watched: Watched) -> None:
    watched.see(*thrown(FIRST, seed=1))
    watched.see()
    assert watched.kinds == ["throw", "bank"]
    assert watched.match.state.scores() == (6, 0)


def test_a_bank_is_understood_from_the_next_throw_alone(watched: Watched) -> None:
    watched.see(*thrown(FIRST, seed=1))
    watched.see(*thrown([*FIRST[:-1], "swimmer-1"], seed=2))
    assert watched.kinds == ["throw", "bank", "throw"]


def test_a_nudged_die_is_no_new_throw(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    moved = replace(dice[0], x=dice[0].x + 9, angle=(dice[0].angle + 40) % 90)
    assert watched.see(moved, *dice[1:]) == Happened((), watched.last)  # type: ignore[arg-type]
    assert watched.kinds == ["throw"]


def test_a_pushed_tray_is_no_new_throw(watched: Watched) -> None:
    """All seven dice move alike and keep their faces."""
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*(replace(d, x=d.x + 12, y=d.y - 7) for d in dice))
    assert watched.kinds == ["throw"]


def test_dice_on_their_way_are_not_complained_of(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, SUN)
    assert isinstance(watched.see(*dice[4:5], SUN), Busy)


def test_waves_thrown_again_beside_kept_swimmers_are_read(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, SUN)
    anew = thrown(["swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"], seed=7)
    watched.see(*dice[4:], SUN, *anew)
    assert watched.kinds == ["throw", "again", "event", "throw"]
    assert watched.match.events[-1].items == tuple(p.items[0][0] for p in anew)


def test_the_event_die_pushed_by_a_throw_is_not_taken_for_a_new_decision(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, SUN)
    anew = thrown(["swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"], seed=7)
    watched.see(*dice[4:], replace(SUN, x=SUN.x - 14, angle=33.0), *anew)
    assert watched.kinds == ["throw", "again", "event", "throw"]


@pytest.mark.parametrize(("mm", "degrees", "asked"), [(15, 14, False), (4, 36, False), (5, 5, True), (9, 8, True)])
def test_an_event_die_that_lies_a_little_off_with_its_face_was_thrown_if_it_came_too_far_for_a_nudge_or_is_asked_about(
    watched: Watched, mm: float, degrees: float, asked: bool
) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, SUN)
    anew = thrown(["swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"], seed=7)
    watched.see(*dice[4:], SUN, *anew)
    verdict = watched.see(*dice[4:], replace(SUN, x=SUN.x - mm, angle=SUN.angle + degrees), *anew)
    assert isinstance(verdict, Question) == asked
    assert watched.kinds == ["throw", "again", "event", "throw", *([] if asked else ["again", "event"])]


def test_sharks_bring_the_flee_throw_with_a_red_die(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, die("event-attack", 290, 190))
    watched.see(*thrown(["swimmer-wave", "swimmer-2", "swimmer-3", "shark-2"], seed=9))
    assert watched.kinds == ["throw", "again", "event", "throw"]
    assert watched.match.events[-1].items == ("swimmer-wave", "swimmer-2", "swimmer-3", "shark-2")


def test_a_beach_party_scores_by_itself_and_the_next_player_throws(watched: Watched) -> None:
    watched.see(*thrown(["swimmer-1"] * 7, seed=1))
    assert watched.match.state.scores() == (14, 0)
    assert isinstance(watched.see(), Busy)
    watched.see(*thrown(FIRST, seed=2))
    assert watched.kinds == ["throw", "throw"]


def test_a_doubtful_die_is_asked_about_with_the_likelier_faces_first(watched: Watched) -> None:
    dice = [*thrown(FIRST[:-1], seed=1), die("swimmer-3", 250, 180, sure=0.7, other="swimmer-2")]
    verdict = watched.see(*dice)
    assert isinstance(verdict, Question)
    assert [answer.text for answer in verdict.answers] == ["a blue 3", "a blue 2", "a blue wave", "a blue 1"]
    last = verdict.answers[-1].steps[-1]
    assert Counter(last.event.items) == Counter((*FIRST[:-1], "swimmer-1")), "a face that no reader saw may be it"
    assert last.event.items[last.pieces.index(verdict.pieces[0])] == "swimmer-1"
    assert verdict.pieces == (6,)
    assert watched.kinds == []


def test_the_die_that_is_asked_about_is_marked_however_well_it_is_read(watched: Watched) -> None:
    """Two that are read with 0.985 leave more doubt about the throw than one may."""
    dice = [*thrown(FIRST[:-2], seed=1), die("swimmer-2", 200, 180, sure=0.985, other="swimmer-1")]
    verdict = watched.see(*dice, die("swimmer-3", 250, 180, sure=0.985, other="swimmer-2"))
    assert isinstance(verdict, Question)
    assert verdict.pieces == (5, 6)


def test_a_misreading_that_the_rules_forbid_is_overruled(watched: Watched) -> None:
    """Seen as a second event die at 80%: but there is only one, and seven blue dice were to be thrown."""
    odd = Piece((("event-sun", 0.8), ("swimmer-2", 0.2)), 250, 180, 16.0, (242, 172, 16, 16))
    watched.see(*thrown(FIRST[:-1], seed=1), odd)
    assert watched.kinds == ["throw"]
    assert "swimmer-2" in watched.match.events[0].items


def test_a_die_that_cannot_be_read_is_named_with_what_to_do(watched: Watched) -> None:
    cocked = Piece((), 250, 180, 16.0, (242, 172, 16, 16), doubt="cocked")
    verdict = watched.see(*thrown(FIRST[:-1], seed=1), cocked)
    assert isinstance(verdict, Mismatch)
    assert verdict.pieces == (6,)
    assert "cannot be read" in verdict.text
    assert watched.kinds == []


def test_waves_thrown_again_without_the_event_die_are_asked_about_when_the_next_player_might_have_thrown(
    watched: Watched,
) -> None:
    """Seven waves lifted, seven dice thrown: a bank of nothing, or a forgotten event die? Never guessed."""
    watched.see(*thrown(["swimmer-wave"] * 7, seed=1))
    assert isinstance(watched.see(), Busy)
    verdict = watched.see(*thrown(FIRST, seed=2))
    assert isinstance(verdict, Question)
    assert verdict.answers[-1].steps == ()
    assert watched.kinds == ["throw"]


def test_one_die_lifted_and_put_back_elsewhere_is_no_bank(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    assert isinstance(watched.see(*dice[:-1]), Busy)
    assert isinstance(watched.see(*dice[:-1], replace(dice[-1], x=200, y=187)), Happened)
    assert watched.kinds == ["throw"]


def test_dice_lifted_in_two_scoops_are_banked_when_the_last_is_gone(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    assert isinstance(watched.see(*dice[3:]), Busy)
    watched.see()
    assert watched.kinds == ["throw", "bank"]


@pytest.mark.parametrize("scale", [1.0, 3.0], ids=["a mat moved unseen", "a mat found and then not"])
def test_the_same_dice_all_in_other_places_are_asked_about(watched: Watched, scale: float) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    moved = [replace(d, x=d.x * scale + 50, y=d.y * scale, size=d.size * scale) for d in dice]
    verdict = watched.see(*moved)
    assert isinstance(verdict, Question)
    assert verdict.answers[-1].steps == ()
    assert watched.kinds == ["throw"]


def test_dice_put_back_after_a_bank_was_taken_back_are_asked_about(watched: Watched) -> None:
    watched.see(*thrown(FIRST, seed=1))
    watched.see()
    watched.match = watched.match.undo()
    assert isinstance(watched.see(*thrown(FIRST, seed=2)), Question)
    assert watched.kinds == ["throw"]


def test_a_throw_beside_kept_swimmers_without_the_event_die_is_not_taken_for_a_bank(watched: Watched) -> None:
    """Ben has a sign, so that six fresh dice would fit as his throw; but Ana's swimmer still lies there."""
    state = replace(watched.match.state, signs=(0, 1))  # type: ignore[arg-type]
    watched.match = replace(watched.match, states=(state,))
    dice = thrown([*["swimmer-wave"] * 6, "swimmer-3"], seed=1)
    watched.see(*dice)
    assert isinstance(watched.see(dice[-1], *thrown(["swimmer-wave", "swimmer-wave", *FIRST[3:]], seed=5)), Question)
    assert watched.kinds == ["throw"]


def test_the_event_die_beside_nothing_but_waves_needs_no_question(watched: Watched) -> None:
    dice = thrown(["swimmer-wave"] * 7, seed=1)
    watched.see(*dice)
    watched.see(*dice, SUN)
    assert watched.kinds == ["throw", "again", "event"]


def test_a_die_whose_sure_reading_was_corrected_lies_on_as_what_it_is(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    right = Event("throw", None, (*FIRST[:-1], "swimmer-1"))
    watched.match, _ = watched.match.correct(0, right)
    assert watched.last is not None
    names = dict(enumerate(watched.last.identities)) | {6: "swimmer-1"}
    watched.last = watched.last.with_identities({n: item for n, item in names.items() if item})
    watched.see(*dice, SUN)
    assert watched.kinds == ["throw", "again", "event"]


def test_answers_that_differ_in_a_decision_alone_say_which(watched: Watched) -> None:
    """SA-10: three seats could give the sign, and the next throw already lies there."""
    watched = Watched(players=("Ana", "Ben", "Cleo", "Dan"))
    state = replace(watched.match.state, phase="take", signs=(0, 2, 2, 2), owed=1, dice=1, red=2)  # type: ignore[arg-type]
    watched.match = replace(watched.match, states=(state,))
    verdict = watched.see(*thrown(["swimmer-2", "shark-1", "shark-2"], seed=4))
    assert isinstance(verdict, Question)
    assert [a.text.split(",")[0] for a in verdict.answers] == ["Ben", "Cleo", "Dan"]


def test_the_dice_tray_takes_any_number_of_dice() -> None:
    tray = Watched("dice-tray")
    tray.see(*thrown(["die-6", "die-1", "die-4"], seed=1))
    tray.see()
    tray.see(*thrown(["die-2"], seed=2))
    assert [event.items for event in tray.match.events] == [("die-1", "die-4", "die-6"), ("die-2",)]


def test_where_any_number_of_dice_may_lie_an_unsure_picture_is_asked_about() -> None:
    tray = Watched("dice-tray")
    verdict = tray.see(*thrown(["die-6", "die-1"], seed=1), sure=False)
    assert isinstance(verdict, Question)
    assert tray.kinds == []


def test_a_red_die_left_from_an_earlier_turn_may_lie_anywhere(watched: Watched) -> None:
    """Nobody needs it now: moving it out of the way is no event and no complaint."""
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, die("event-attack", 290, 190))
    flee = thrown(["swimmer-1", "swimmer-2", "swimmer-3", "shark-wave"], seed=12)
    watched.see(*flee)
    assert watched.kinds == ["throw", "again", "event", "throw"]
    watched.see(die("shark-wave", 20, 190), *thrown(FIRST, seed=14))
    assert watched.kinds == ["throw", "again", "event", "throw", "throw"]


def test_a_kept_die_laid_elsewhere_is_not_taken_for_the_throw_that_is_awaited(watched: Watched) -> None:
    """Though that throw would end the turn, and then nobody would need the kept die any more."""
    dice = thrown(["swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-1", "swimmer-2", "swimmer-3", "swimmer-3"], 1)
    rain = die("event-rain", 290, 190)
    watched.see(*dice)
    watched.see(*dice, rain)
    assert watched.kinds == ["throw", "again", "event"]
    watched.see(*dice[:4], *dice[5:], rain, die("swimmer-2", 20, 190, angle=40.0))
    assert watched.kinds == ["throw", "again", "event"]
    assert watched.match.state.scores() == (0, 0)


def test_dice_of_the_last_throw_beside_fewer_new_ones_are_asked_about() -> None:
    watched = Watched("dice-tray", ("Ana",))
    first = [die("die-4", 60, 60), die("die-2", 120, 60), die("die-6", 180, 60)]
    watched.see(*first)
    verdict = watched.see(first[0], first[1], die("die-1", 180, 140, angle=30.0))
    assert isinstance(verdict, Question)
    assert [step.event.items for step in verdict.answers[0].steps] == [("die-1",)]


def test_dice_that_show_other_faces_than_they_should_are_named(watched: Watched) -> None:
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    turned = [*dice[:6], *thrown(["swimmer-1"], seed=5)]
    verdict = watched.see(*turned)
    assert isinstance(verdict, Mismatch)
    assert verdict.text == "The table should show a blue 3; I see a blue 1."


def test_a_flee_throw_that_shows_what_the_last_one_did_is_read_beside_dice_that_are_out(watched: Watched) -> None:
    dice = thrown(["swimmer-wave", *["swimmer-1"] * 3, "swimmer-2", "swimmer-3", "swimmer-3"], seed=1)
    watched.see(*dice)
    watched.see(*dice, die("event-attack", 290, 190))
    out = [die("swimmer-1", 20, 190), die("swimmer-3", 20, 160), die("swimmer-3", 20, 130)]
    waves = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "shark-wave"]
    for count, seed in enumerate((12, 31, 32), start=4):
        watched.see(*out, *thrown(waves, seed))
        assert len(watched.kinds) == count
    assert watched.match.events[-1].items == tuple(waves)


def test_a_die_thrown_to_where_its_like_lay_is_asked_about_once(watched: Watched) -> None:
    """It may as well have been left lying, but then there is one too few: that throw is all that can be meant."""
    dice = thrown(FIRST, seed=1)
    watched.see(*dice)
    watched.see(*dice, die("event-attack", 290, 190))
    flee = thrown(["swimmer-1", "swimmer-2", "swimmer-3", "shark-wave"], seed=12)
    watched.see(*flee)
    near = [replace(lying, x=lying.x + 1) for lying in (flee[3], flee[0])]
    verdict = watched.see(*near, *thrown(FIRST[:4] + FIRST[5:], seed=14))
    assert isinstance(verdict, Question)
    throws = [step.event for answer in verdict.answers for step in answer.steps]
    assert [sorted(event.items) for event in throws] == [sorted(FIRST)]


def test_a_forgotten_die_is_not_taken_for_a_wave_that_was_lifted_already(watched: Watched) -> None:
    """Ben threw one of two dice. A red one that lies there looks a little like the other's wave."""
    ana = (
        Event("throw", None, ("swimmer-wave",) * 4 + ("swimmer-1", "swimmer-1", "swimmer-3")),
        Event("again", 0),
        Event("event", None, ("event-attack",)),
        Event("throw", None, ("swimmer-1", "swimmer-1", "swimmer-3", "shark-wave")),
    )
    ben = (
        Event("throw", None, ("swimmer-wave",) * 4 + ("swimmer-1", "swimmer-1", "swimmer-3")),
        Event("again", 1),
        Event("event", None, ("event-rain",)),
        Event("throw", None, ("swimmer-wave", "swimmer-2", "swimmer-3")),
        Event("again", 1),
        Event("event", None, ("event-sun",)),
    )
    watched.match = watched.match.play(*ana, *ben)
    kept = thrown(["swimmer-1", "swimmer-1", "swimmer-2", "swimmer-3", "swimmer-3"], seed=3)
    lying = (*kept, SUN, die("shark-wave", 110, 176, sure=0.9999, other="swimmer-wave"))
    watched.see(*lying)
    watched.see(*lying, die("swimmer-1", 104, 32))
    assert watched.match.events[-1] == ben[-1]
