"""Dice that are thrown, and laid on the strip beside the tray: banking and going on are told from them."""

from __future__ import annotations

from dataclasses import replace

import pytest

from engines.core import Event, Expected, Match
from engines.games import GAMES
from firmware.referee.judge import Busy, Happened, judge
from firmware.referee.likelihood import ObservationPair
from firmware.referee.unobservable import posed
from firmware.state.observation import Observation, Piece
from firmware.state.table import Mismatch, Question, Table
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Saw
from tests.firmware.dice_hands import DiceHands
from tests.firmware.looks import die, look, thrown


def on_strip(item: str, y: float = 40.0) -> Piece:
    """A die on the KEEP strip."""
    lying = die(item, 235, y)
    return Piece(lying.items, lying.x, lying.y, lying.size, lying.box, lying.angle, "kept")


class Followed:
    """A match followed look by look."""

    def __init__(self, game: str, **options: object) -> None:
        self.match = Match.begin(GAMES[game], ("Ana", "Ben"), options)
        self.last: Observation | None = None

    def see(self, *pieces: Piece) -> Happened | Question | Mismatch | Busy:
        verdict = judge(self.match, look(*pieces), self.last)
        if isinstance(verdict, Happened):
            self.match = self.match.play(*(step.event for step in verdict.steps))
        if isinstance(verdict, Happened | Busy):
            self.last = verdict.look
        return verdict

    @property
    def kinds(self) -> list[str]:
        return [event.kind for event in self.match.events]


@pytest.mark.parametrize("dice", [1, 2])
@pytest.mark.parametrize("players", [2, 8])
def test_a_game_of_pig_is_followed_without_a_question(players: int, dice: int) -> None:
    hands = DiceHands("pig", players, 1, {"dice": dice, "target": 40})
    while not hands.over:
        hands.play()
    assert hands.followed
    assert (hands.asked, hands.doubted, hands.differed) == (0, 0, 0)


def test_the_same_throw_again_is_believed_where_the_rules_say_what_follows() -> None:
    """A tile that must be turned over is no decision that somebody read off the dice of the throw before."""
    box = Followed("shut-the-box")
    for seed in (1, 2, 3):
        assert isinstance(box.see(*thrown(["die-1", "die-1"], seed)), Happened)
    assert box.kinds == ["throw", "shut", "throw", "throw", "shut"]


def test_what_follows_by_itself_from_what_a_doubtful_die_shows_is_not_asked_about() -> None:
    """With tile 2 shut, a 1 and a 2 leave tile 3 alone to be turned over, and two 1s none."""
    box = Followed("shut-the-box")
    box.see(*thrown(["die-1", "die-1"], 1))
    asked = box.see(die("die-1", 40, 60), die("die-2", 80, 60, 0.7, "die-1"))
    assert isinstance(asked, Question)
    assert [answer.text for answer in asked.answers] == ["a 2", "a 1", "a 3", "a 4", "a 5", "a 6"]


def test_a_die_laid_on_the_strip_is_banked() -> None:
    pig = Followed("pig")
    pig.see(die("die-4", 80, 60))
    pig.see(on_strip("die-4"))
    assert pig.match.events[-1] == Event("bank", 0)


def test_a_die_thrown_anew_goes_on_even_where_it_shows_what_it_showed() -> None:
    pig = Followed("pig")
    pig.see(die("die-4", 80, 60))
    pig.see(die("die-4", 150, 120, angle=40))
    assert pig.kinds == ["throw", "again", "throw"]


def test_a_die_in_the_hand_decides_nothing() -> None:
    pig = Followed("pig")
    pig.see(die("die-4", 80, 60))
    pig.see()
    assert pig.kinds == ["throw"]
    pig.see(on_strip("die-4"))
    assert pig.kinds == ["throw", "bank"]


def test_the_die_on_the_strip_is_taken_by_the_next_player() -> None:
    pig = Followed("pig")
    pig.see(die("die-4", 80, 60))
    pig.see(on_strip("die-4"))
    pig.see()
    pig.see(die("die-6", 120, 90))
    assert (pig.kinds, pig.match.state.scores()) == (["throw", "bank", "throw"], (4, 0))


def test_another_face_on_the_strip_than_was_thrown_is_asked_about() -> None:
    pig = Followed("pig")
    pig.see(die("die-4", 80, 60))
    assert isinstance(pig.see(on_strip("die-2")), Question)
    assert pig.kinds == ["throw"]


@pytest.mark.parametrize(("players", "seed"), [(2, 0), (3, 0), (5, 0)])
def test_a_game_of_farkle_is_followed_and_asks_only_whether_all_six_are_thrown_again(players: int, seed: int) -> None:
    hands = DiceHands("farkle", players, seed, {"target": 3000})
    hot = 0
    while not hands.over:
        hands.play()
        hot += hands.truth.events[-1].kind == "keep" and len(hands.truth.state.kept) == 6  # type: ignore[attr-defined]
    assert hands.followed
    assert (hands.doubted, hands.differed) == (0, 0)


@pytest.mark.parametrize("players", [1, 2])
def test_a_game_of_yacht_is_followed_and_asks_only_for_the_category(players: int) -> None:
    hands = DiceHands("yacht", players, 2, policy="random")
    while not hands.over:
        hands.play()
    assert hands.followed
    assert (hands.doubted, hands.differed) == (0, 0)
    assert hands.asked == players * 11, "the last category is scored by itself"


@pytest.mark.parametrize(("players", "seed"), [(2, 1), (3, 2)])
def test_a_game_of_shut_the_box_is_followed_and_asks_only_for_the_tiles(players: int, seed: int) -> None:
    hands = DiceHands("shut-the-box", players, seed)
    while not hands.over:
        hands.play()
    assert hands.followed
    assert (hands.doubted, hands.differed) == (0, 0)
    assert hands.asked


def test_the_dice_that_lie_on_are_those_that_were_not_thrown_anew() -> None:
    yacht = Followed("yacht")
    first = [die(f"die-{face}", 60 + 25 * n, 60) for n, face in enumerate((6, 6, 2, 3, 6))]
    yacht.see(*first)
    yacht.see(first[0], first[1], first[4], die("die-6", 90, 130, angle=30), die("die-1", 140, 150, angle=50))
    assert [event.kind for event in yacht.match.events] == ["throw", "keep", "throw"]
    assert yacht.match.events[1].items == ("die-6", "die-6", "die-6")


def test_a_die_of_the_next_throw_that_is_not_seen_is_said_to_be_missing() -> None:
    """A six was left to lie twice, and one of the four others that were thrown last is not seen."""
    yacht = Followed("yacht")
    six = die("die-6", 190, 60)
    yacht.see(six, *row(60, 1, 1, 2, 3))
    yacht.see(six, *row(100, 1, 1, 2, 2))
    assert yacht.kinds == ["throw", "keep", "throw"]
    verdict = yacht.see(six, *row(150, 5, 3, 1))
    assert isinstance(verdict, Mismatch)
    assert (verdict.expected, verdict.seen) == ("5 dice", "4 dice")


def test_all_five_on_the_strip_mean_that_the_player_throws_no_more() -> None:
    yacht = Followed("yacht")
    yacht.see(*(die(f"die-{face}", 60 + 25 * n, 60) for n, face in enumerate((6, 6, 6, 6, 6))))
    yacht.see(*(on_strip("die-6", 30 + 28 * n) for n in range(5)))
    assert yacht.kinds == ["throw", "stop"]


def farkle_thrown() -> Followed:
    """A throw of which 1, 1 and 5 count."""
    farkle = Followed("farkle", opening=0)
    farkle.see(*(die(f"die-{face}", 60 + 25 * n, 60) for n, face in enumerate((2, 3, 3, 1, 1, 5))))
    return farkle


REST = [die(f"die-{face}", 60 + 25 * n, 60) for n, face in enumerate((2, 3, 3, 1, 1, 5))]


def test_the_dice_laid_on_the_strip_are_those_set_aside() -> None:
    farkle = farkle_thrown()
    farkle.see(*REST[:4], on_strip("die-1"), on_strip("die-5", 70))
    assert farkle.match.events[-1] == Event("keep", 0, ("die-1", "die-5"))


def test_the_others_thrown_go_on_and_no_dice_at_all_bank() -> None:
    on, banked = farkle_thrown(), farkle_thrown()
    for each in (on, banked):
        each.see(*REST[:5], on_strip("die-5"))
    banked.see()
    assert (banked.kinds, banked.match.state.scores()) == (["throw", "keep", "bank"], (50, 0))
    on.see(on_strip("die-5"), *(die(f"die-{face}", 70 + 25 * n, 130) for n, face in enumerate((1, 2, 2, 4, 6))))
    assert on.kinds == ["throw", "keep", "again", "throw"]


def test_while_the_hand_lifts_die_after_die_nothing_is_decided() -> None:
    farkle = farkle_thrown()
    farkle.see(*REST[:4], on_strip("die-1"), on_strip("die-5", 70))
    farkle.see(on_strip("die-1"), on_strip("die-5", 70))
    farkle.see(on_strip("die-5", 70))
    assert farkle.kinds == ["throw", "keep"]
    farkle.see()
    assert farkle.kinds == ["throw", "keep", "bank"]


def test_a_die_on_the_strip_that_counts_nothing_is_never_taken_as_set_aside() -> None:
    farkle = farkle_thrown()
    assert isinstance(farkle.see(*REST[1:], on_strip("die-2")), Question)
    assert farkle.kinds == ["throw"]


def test_with_all_six_set_aside_it_asks_whether_they_are_thrown_again() -> None:
    hands = DiceHands("farkle", 2, 0, {"target": 3000, "opening": 0})
    six = Event("throw", None, tuple(f"die-{face}" for face in (1, 1, 1, 5, 5, 5)))
    match = hands.table.match.play(six, Event("keep", 0, six.items))
    asked = posed(replace(hands.table, match=match)).question
    assert asked is not None
    assert [answer.text for answer in asked.answers] == ["Bank 1500", "Throw 6 dice"]


def row(y: float, *faces: int) -> tuple[Piece, ...]:
    """Dice thrown beside each other in the tray."""
    return tuple(die(f"die-{face}", 60 + 20 * n, y, angle=(y + 9 * n) % 90) for n, face in enumerate(faces))


@pytest.mark.parametrize(("sure", "asked"), [(False, True), (True, False)])
def test_a_farkle_does_not_explain_dice_of_the_strip_that_vision_may_have_overlooked(sure: bool, asked: bool) -> None:
    farkle = Followed("farkle")
    farkle.see(*row(60, 1, 1, 2, 3, 4, 6))
    farkle.see(on_strip("die-1", 40), on_strip("die-1", 70), *row(100, 2, 3, 4, 6))
    half_seen = look(on_strip("die-1", 40), *row(150, 2, 3, 4, 6))
    verdict = judge(farkle.match, replace(half_seen, sure=sure), farkle.last)
    assert isinstance(verdict, Question) == asked


@pytest.mark.parametrize("sure", [True, False])
def test_where_vision_may_have_overlooked_some_of_the_dice_laid_on_the_strip_it_asks_which_were(sure: bool) -> None:
    """Of two 1s and a 5 that were laid there one was read in a film, and a 5 was counted; in another vision was sure of
    three 3s, and did not see the 1 beside them."""
    farkle = farkle_thrown()
    verdict = judge(farkle.match, replace(look(*REST[:3], on_strip("die-5")), sure=sure), farkle.last)
    assert isinstance(verdict, Question)
    kept = [answer.steps[0].event.items for answer in verdict.answers]
    assert kept == [("die-5",), ("die-1", "die-5"), ("die-1", "die-1", "die-5")]


def test_a_die_too_many_beside_two_that_were_left_lying_is_asked_about() -> None:
    """Four dice were thrown beside two 1s in a film of *Yacht*, and one of these was taken for left over."""
    yacht = Followed("yacht")
    lying = row(60, 1, 1)
    yacht.see(*lying, *row(120, 4, 4, 6))
    verdict = judge(yacht.match, look(*lying, *row(160, 1, 2, 2, 3)), yacht.last)
    assert not isinstance(verdict, Happened)


@pytest.mark.parametrize(("lying_on", "asked"), [(1, True), (6, False)])
def test_a_seventh_die_beside_one_on_the_strip_is_no_bank(lying_on: int, asked: bool) -> None:
    """Six dice were thrown beside a kept 1 in a film of *Farkle* (465101/9), where five should be, and it was taken for
    left over from a turn that was banked. Where all six lie on the next player throws dice of their own."""
    farkle = Followed("farkle", opening=0)
    farkle.see(*row(60, 1, 2, 4, 4, 5, 6))
    before = (on_strip("die-1", 40), *row(60, 2, 4, 4, 5, 6))
    farkle.see(*before)
    verdict = judge(farkle.match, look(*before[:lying_on], *row(150, 2, 2, 2, 3, 4, 6)), farkle.last)
    assert isinstance(verdict, Happened) != asked


def test_a_die_that_rolls_off_the_strip_is_no_throw_of_the_one_that_was_to_be_thrown() -> None:
    """It showed a 2 in the tray in a film of *Farkle* (465201/19), beside the 3 that lay there untouched."""
    farkle = Followed("farkle", opening=0)
    farkle.see(*row(60, 1, 1, 1, 5, 5, 3))
    kept = [on_strip(f"die-{face}", 30 + 25 * n) for n, face in enumerate((1, 1, 1, 5, 5))]
    farkle.see(*kept, die("die-3", 160, 60))
    verdict = judge(farkle.match, look(*kept[:4], die("die-3", 160, 60), die("die-2", 52, 120)), farkle.last)
    assert not isinstance(verdict, Happened)
    thrown = judge(farkle.match, look(*kept, die("die-2", 52, 120)), farkle.last)
    assert isinstance(thrown, Happened)


def test_three_dice_of_a_make_are_overlooked_on_the_strip_as_easily_as_one() -> None:
    """A dark 5 was read beside three dark 6s, and it alone was counted in a film."""
    farkle = Followed("farkle", opening=0)
    farkle.see(*row(60, 2, 3, 5, 6, 6, 6))
    verdict = judge(farkle.match, replace(look(on_strip("die-5")), sure=False), farkle.last)
    assert isinstance(verdict, Question)
    kept = [answer.steps[0].event.items for answer in verdict.answers]
    assert kept[:2] == [("die-5",), ("die-5", "die-6", "die-6", "die-6")]


@pytest.mark.parametrize("sure", [True, False])
def test_where_all_dice_are_seen_those_on_the_strip_are_what_was_set_aside_however_unsure_vision_is(sure: bool) -> None:
    farkle = farkle_thrown()
    verdict = judge(farkle.match, replace(look(*REST[:4], REST[5], on_strip("die-1")), sure=sure), farkle.last)
    assert isinstance(verdict, Happened)
    assert [step.event.items for step in verdict.steps] == [("die-1",)]


def test_dice_on_the_strip_that_people_have_told_of_need_not_be_seen_as_long_as_they_lie_there() -> None:
    farkle = farkle_thrown()
    table = Table(farkle.match, "0001", look=farkle.last)
    laid = handle(table, Saw(replace(look(*REST[:3], on_strip("die-5")), sure=False)))
    told = handle(replace(laid, question=replace(laid.question, choice=2)), Pressed("a"))
    assert told.match.events[-1] == Event("keep", 0, ("die-1", "die-1", "die-5"))
    on = handle(told, Saw(look(on_strip("die-5"), *row(130, 2, 3, 1))))
    assert [event.kind for event in on.match.events] == ["throw", "keep", "again", "throw"]
    banked = handle(told, Saw(look()))
    assert banked.match.events[-1].kind == "bank"
    assert not handle(banked, Saw(look(*row(130, 1, 2, 2, 3, 4, 6)))).look.lacking


def test_what_was_set_aside_is_asked_about_where_all_dice_were_thrown_anew_before_it_was_seen() -> None:
    farkle = Followed("farkle", opening=0)
    farkle.see(*(die(f"die-{face}", 40 + 30 * n, 60) for n, face in enumerate((1, 2, 2, 3, 4, 6))))
    asked = farkle.see(*(die(f"die-{face}", 50 + 25 * n, 120, angle=30) for n, face in enumerate((2, 3, 3, 4, 6, 6))))
    assert isinstance(asked, Question)
    assert [step.event.kind for step in asked.answers[0].steps] == ["keep", "bank", "throw"]
    assert farkle.kinds == ["throw"]


@pytest.mark.parametrize(("moved", "turned", "thrown"), [(2.8, 0.3, 1), (2.3, 8.1, 1), (4.5, 10.0, 2)])
def test_a_kept_die_that_is_read_a_little_off_lies_on(moved: float, turned: float, thrown: int) -> None:
    """The first two were read so in filmed games, of dice that nobody touched."""
    yacht = Followed("yacht")
    hand = [die(f"die-{face}", 40 + 35 * face, 60) for face in (1, 2, 3, 4, 4)]
    hand[-1] = die("die-4", 40, 150)
    yacht.see(*hand)
    yacht.see(die("die-1", 75 + moved, 60, angle=turned), *hand[1:4], die("die-6", 150, 150))
    assert len(yacht.match.events[-1].items) == thrown


def test_that_a_die_was_thrown_which_pictures_show_untouched_is_far_less_likely_than_that_one_fell_there() -> None:
    """A kept die was knocked over into the tray (Farkle 464902/9): the one left to throw counted as thrown, where it
    lay."""
    lying = die("die-2", 80, 60)
    before = replace(look(lying), identities=("die-2",))
    thrown_anew = Expected("tray", "die", "2", fresh=True)
    to_a_hair, near = (
        ObservationPair(look(replace(lying, x=lying.x + off)), before).cost_nats(thrown_anew, 0, frozenset())
        for off in (0.0, 1.0)
    )
    assert to_a_hair > near + 20


def test_a_die_that_is_hardly_read_is_asked_about_also_where_whatever_it_shows_is_worth_nought() -> None:
    """Beside a 1 all is lost in Pig. In the last throw of a film of Yacht a leaning 4 was taken for a 1."""
    pig = Followed("pig", dice=2)
    verdict = pig.see(die("die-1", 60, 60), die("die-3", 100, 90, sure=0.57, other="die-2"))
    assert isinstance(verdict, Question)
