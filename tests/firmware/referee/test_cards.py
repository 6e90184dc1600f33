"""The referee at tables of cards, tiles and tokens: what is read off a picture, asked, or named to be mended."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import pytest

from companion.api import models
from companion.words.places import name, where
from engines.core import Event, Expected, Match, State, Turn
from engines.games import GAMES
from engines.names import lying_item
from engines.record import read, write
from firmware.referee import judge
from firmware.referee.disagreement import let_stand
from firmware.referee.likelihood import ObservationPair, fit
from firmware.referee.search.allowed_events import OfferedEvents
from firmware.referee.search.beam import Explanations
from firmware.referee.search.limits import LIMITS as SEARCH
from firmware.simulation.tally import NAMES
from firmware.state.observation import Piece
from firmware.state.table import Step
from firmware.update.handle import handle
from firmware.update.inputs import Pressed, Requested, Saw
from firmware.update.observed import play
from tests.firmware.looks import leaves
from tests.firmware.watched import Watched, splash_down


def test_cards_dealt_face_down_need_nobody() -> None:
    watched = Watched("hai-noon", 2)
    assert [event.kind for event in watched.table.match.events] == ["deal", "deal"]


def test_a_card_laid_at_a_side_is_played_there() -> None:
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.red", "north")
    watched.see()
    assert watched.last == "play @0: flip-shark.red north"


def test_where_nothing_happened_is_all_but_sure_the_next_likeliest_are_offered_beside_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = judge.ranked

    def nothing_likelier(state: State, pair: ObservationPair) -> Explanations:
        hypotheses, complete = found(state, pair)
        still = next(h for h in (*hypotheses, hypotheses[0]._replace(steps=(), state=state)) if not h.steps)
        others = [
            h._replace(prior=-SEARCH.rival_margin_nats - 0.1 - h.fit.log_likelihood) for h in hypotheses if h.steps
        ] * 3
        still = still._replace(fit=still.fit._replace(log_likelihood=0.0), prior=0.0)
        return Explanations((still, *others), complete)

    monkeypatch.setattr(judge, "ranked", nothing_likelier)
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.red", "north")
    question = watched.see().question
    assert question is not None
    still, *others = (bool(answer.steps or answer.then) for answer in question.answers)
    assert not still
    assert others
    assert all(others)


def test_a_tile_turned_over_says_which_shark_was_flipped() -> None:
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.red", "north")
    watched.see()
    watched.take("shark-full", "ring-4")
    watched.put("shark-hungry", "ring-4")
    watched.see()
    assert watched.table.match.events[-2] == Event("flip", 0, ("ring-4",))
    assert watched.last == "draw: ??"


def test_card_and_action_seen_at_once_are_two_events() -> None:
    watched = Watched("hai-noon", 2)
    watched.put("diver-swims-on.blue", "west")
    watched.move("diver-pink-healthy", "inner-0", "inner-1")
    watched.move("diver-turquoise-healthy", "inner-1", "inner-0")
    watched.see()
    assert [event.kind for event in watched.table.match.events[2:]] == ["play", "swim", "draw"]


def test_air_and_swim_are_read_off_the_rows_and_the_pirate() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.put("air-5-calm", "air")
    watched.put("swim-5-panic", "swim")
    watched.move("pirate-0", "depth-0", "depth-1")
    watched.see()
    assert [str(event) for event in watched.table.match.events[2:]] == [
        "play @0: air-5-calm air-5",
        "play @0: swim-5-panic swim-5",
    ]


def test_a_pirate_on_the_wrong_space_is_named_with_both_places() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.put("air-10-calm", "air")
    watched.see()
    watched.put("swim-10-panic", "swim")
    watched.move("pirate-0", "depth-0", "depth-3")
    mismatch = watched.see().mismatch
    assert mismatch is not None
    assert mismatch.text == "The table should show Ana's pirate at depth 10; I see it at depth 15."
    watched.move("pirate-1", "depth-0", "depth-4")
    both = watched.see().mismatch
    assert both is not None
    assert both.text == (
        "The table should show Ana's pirate at depth 10 and Ben's pirate at depth 0; "
        "I see Ana's pirate at depth 15 and Ben's pirate at depth 20."
    ), "of several pieces each is named"
    watched.move("pirate-1", "depth-4", "depth-0")
    watched.move("pirate-0", "depth-3", "depth-2")
    assert watched.see().mismatch is None
    assert watched.last == "play @0: swim-10-panic swim-10"


def test_what_a_dolphin_is_played_for_is_asked_for_no_picture_tells() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.put("dolphin", "air")
    question = watched.see().question
    assert question is not None
    assert question.unseen
    assert {answer.steps[0].event.items[1] for answer in question.answers} == {"air-5", "air-10"}
    watched.table = handle(watched.table, Pressed("a"))
    assert watched.last == str(question.answers[0].steps[0].event)


def test_rows_swept_to_the_discard_pile_end_the_turn() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.put("air-5-calm", "air")
    watched.see()
    watched.move("air-5-calm", "air", "discard")
    watched.see()
    assert [event.kind for event in watched.table.match.events[3:]] == ["end", "done", "draw"]


def test_a_token_lifted_is_waited_for() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.take("pirate-1", "depth-0")
    assert (watched.see().mismatch, watched.table.question) == (None, None)
    watched.put("pirate-1", "depth-0")
    assert (watched.see().mismatch, watched.table.question) == (None, None)


def test_undo_takes_back_what_happened_by_itself_too() -> None:
    watched = Watched("hai-noon", 2)
    watched.put("wild", "north")
    watched.see()
    assert [event.kind for event in watched.table.match.events[2:]] == ["play", "draw"]
    watched.table = handle(watched.table, Pressed("c"))
    assert [event.kind for event in watched.table.match.events] == ["deal", "deal"]


def test_the_card_drawn_lies_face_down_before_who_drew_it() -> None:
    watched = splash_down()
    watched.put("back", "seat-0/score")
    watched.see()
    assert [str(event) for event in watched.table.match.events] == ["draw @0", "card: ??"]


@pytest.mark.parametrize(("card", "place"), [("krill", "shown"), ("block", "discard")])
def test_who_called_fluke_is_asked_when_the_card_lies_open(card: str, place: str) -> None:
    """Of an action, too: it leads to the same table, whoever called it."""
    watched = splash_down(drawn="??", turn=1)
    watched.take("back", "seat-0/score")
    watched.put(card, place)
    question = watched.see().question
    assert question is not None
    assert question.unseen
    assert [answer.steps[0].event.seat for answer in question.answers] == [1, 2]


@pytest.mark.parametrize(("mark", "told"), [(0, "play-drawn @0: study"), (2, "fluke @2")])
def test_a_mark_says_who_called_or_played(mark: int, told: str) -> None:
    watched = splash_down(drawn="??", turn=1, rules={"marks": True})
    watched.put(f"mark-{mark}", "who")
    watched.take("back", "seat-0/score")
    watched.put("study", "play")
    assert watched.see().question is None
    assert str(watched.table.match.events[0]) == told


def test_a_mark_that_was_forgotten_or_left_lying_is_asked_about() -> None:
    """One left lying may mean another call."""
    watched = splash_down(drawn="??", turn=1, rules={"marks": True})
    watched.take("back", "seat-0/score")
    watched.put("krill", "shown")
    question = watched.see().question
    assert question is not None
    assert [answer.steps[0].event.seat for answer in question.answers] == [1, 2]
    watched = splash_down(drawn="??", turn=1, rules={"marks": True})
    watched.put("mark-2", "who")
    watched.take("back", "seat-0/score")
    watched.put("sei-left-3", "shown")
    assert [event.kind for event in watched.see().match.events] == ["fluke", "expose"]
    watched.take("sei-left-3", "shown")
    watched.put("back", "seat-1/score")
    question = watched.see().question
    assert question is not None
    assert question.text == "Ben draws the next card. Cleo calls “Fluke!”. Is that so?"
    watched.table = handle(watched.table, Pressed("b"))
    watched.table = handle(watched.table, Pressed("a"))
    watched.take("mark-2", "who")
    assert [event.kind for event in watched.see().match.events] == ["fluke", "expose", "draw", "card"]


def test_a_second_action_like_the_first_is_asked_about_though_the_mark_was_left_lying() -> None:
    """The card on top of the pile lies otherwise: it was pushed, or another was laid on it."""
    played, rules = (Event("play", 2, ("study",)),), {"marks": True, "played": "at-once"}
    watched = splash_down(3, played, rules, drawn="??", turn=1)
    watched.move("study", "discard", "discard")
    question = watched.see().question
    assert question is not None
    told = [[str(step.event) for step in answer.steps][-1:] for answer in question.answers]
    assert told == [[], ["play @2: study"]]


def test_whether_an_action_that_lies_open_was_called_or_played_is_asked() -> None:
    watched = splash_down(drawn="??", turn=1)
    watched.take("back", "seat-0/score")
    watched.put("study", "play")
    question = watched.see().question
    assert question is not None
    told = {answer.text: str(answer.steps[0].event) for answer in question.answers}
    assert told == {
        "nothing": "play-drawn @0: study",
        "Ben calls “Fluke!”": "fluke @1",
        "Cleo calls “Fluke!”": "fluke @2",
    }


def test_what_was_not_touched_is_what_it_was_when_people_have_answered_though_it_is_read_otherwise_now() -> None:
    watched = splash_down(drawn="??", turn=1, areas=[("sei-left-3", "sei-right-5"), (), ()])
    watched.take("back", "seat-0/score")
    watched.put("krill", "shown")
    seen = watched.sketch.look()
    wrong = (("sei-right-5", 0.55), ("sei-left-3", 0.4))
    pieces = tuple(replace(p, items=wrong) if p.items[0][0] == "sei-left-3" else p for p in seen.pieces)
    watched.table = handle(watched.table, Saw(replace(seen, pieces=pieces)))
    watched.table = handle(watched.table, Pressed("a"))
    assert watched.table.look is not None
    assert watched.table.look.identities[:2] == ("sei-left-3", "sei-right-5")


def test_of_many_answers_people_choose_who_first_and_what_then() -> None:
    watched = splash_down()
    watched.put("net", "play")
    question = watched.see().question
    assert question is not None
    assert [answer.text for answer in question.answers] == ["Ana", "Ben", "Cleo"]
    watched.table = handle(watched.table, Pressed("a"))
    inner = watched.table.question
    assert inner is not None
    assert all(answer.steps[0].event.seat == 0 for answer in inner.answers)


def test_of_a_round_in_which_each_may_pass_everybody_is_offered_by_name_and_passes_are_not_told() -> None:
    watched = splash_down(7, (Event("play", 0, ("net", "bowhead")), Event("settle", 0)))
    watched.put("bowhead-right", "discard")
    question = watched.see().question
    assert question is not None
    assert sorted(answer.text for answer in question.answers) == sorted(NAMES[:6]), "after Gus the Net would be gone"
    watched.table = handle(watched.table, Pressed("a"))
    text = [answer.text for answer in watched.table.question.answers] if watched.table.question else []
    assert not any("nothing, then" in line for line in text)


def test_a_card_drawn_by_chance_and_laid_on_its_like_is_seen() -> None:
    watched = splash_down(drawn="??", discards=("block",), then=(Event("fluke", 1), Event("expose", None, ("krill",))))
    watched.take("krill", "shown")
    watched.move("block", "discard", "discard")
    question = watched.see().question
    events = [str(event) for event in watched.table.match.events]
    offered = [str(step.event) for answer in question.answers for step in answer.steps] if question else []
    assert "penalty: block" in events + offered


@pytest.mark.parametrize("marks", [False, True])
def test_a_discarded_action_is_no_second_one_of_its_kind_played_upon_it(marks: bool) -> None:
    """Where actions are discarded at once the pile would look the same; but the lower of the two nobody saw."""
    drawn, rules = (Event("draw", 1),), {"played": "at-once", "marks": marks}
    watched = splash_down(2, drawn, rules, held=(10, 4), discards=("krill",), turn=1, drawn="??")
    watched.take("krill", "discard")
    watched.put("net", "discard")
    watched.put("back", "seat-1/score")
    assert watched.see().question is None
    assert [str(event) for event in watched.table.match.events] == ["discard @0: net", "card: ??"]


def test_a_card_that_chance_or_the_hand_limit_may_have_laid_is_asked_about() -> None:
    """The penalty for a wrong call may be a Block, laid open; or it stays hidden, and a Block is discarded (SD-11)."""
    called = (Event("fluke", 1), Event("expose", None, ("krill",)))
    watched = splash_down(held=(11, 4, 4), drawn="??", then=called)
    watched.take("krill", "shown")
    watched.put("block", "discard")
    question = watched.see().question
    assert question is not None
    assert [[str(step.event) for step in answer.steps] for answer in question.answers] == [
        ["penalty: block"],
        ["penalty: ??", "draw @0", "discard @0: block"],
    ]


def test_a_penalty_card_that_is_kept_for_want_of_a_target_is_read_where_it_is_laid_open() -> None:
    """SD-6 with `no_target` = keep: else nobody could tell it from one that stays hidden."""
    called = (Event("fluke", 0), Event("expose", None, ("seabird",)))
    watched = splash_down(drawn="??", discards=("krill",), then=called, rules={"no_target": "keep"})
    watched.take("seabird", "shown")
    watched.put("block", "shown")
    watched.see()
    assert watched.last == "penalty: block"


def test_an_action_that_lay_open_already_was_seen_though_it_is_gone_when_it_has_been_used() -> None:
    """A Scavenge that is called lies there until it is settled: nobody has missed it."""
    called = (Event("fluke", 1), Event("expose", None, ("scavenge",)))
    watched = splash_down(drawn="??", discards=("krill", "seal"), then=called)
    used = watched.table.match.play(Event("play", 2, ("scavenge", "krill")), Event("settle", 2))
    watched.sketch.lay(used.state.expected_pieces())
    watched.see()
    assert [str(event) for event in watched.table.match.events] == ["play @2: scavenge krill", "settle @2"]


def test_cards_scored_at_a_breach_by_several_players_are_read_in_one_look() -> None:
    watched = splash_down()
    watched.put("breach", "breaches")
    watched.see()
    for card, seat in (("krill", 0), ("krill", 0), ("crab", 2)):
        watched.put(card, f"seat-{seat}/score")
    watched.see()
    assert [str(event) for event in watched.table.match.events[2:]] == [
        "score @0: krill",
        "score @0: krill",
        "done @0",
        "done @1",
        "score @2: crab",
    ]


def test_what_lies_at_the_end_is_what_the_state_says() -> None:
    watched = splash_down(areas=[("krill",), (), ()])
    assert watched.table.look is not None
    assert set(watched.table.look.identities) == {
        lying_item(lie) for lie in watched.table.match.state.expected_pieces()
    }


def test_a_card_at_the_wrong_side_is_said_with_the_ruling_and_may_be_let_stand() -> None:
    watched = Watched("hai-noon", 2)
    watched.put("wild", "north")
    watched.see()
    watched.put("wild", "north")
    question = watched.see().question
    assert question is not None
    assert question.text.startswith("Wild lies on the north side. ")
    assert "(HN-3)" in question.text
    assert [answer.text for answer in question.answers] == ["we take it back", "let it stand (house ruling)"]
    for button in "ba":
        watched.table = handle(watched.table, Pressed(button))
    assert watched.table.match.events[-2] == Event("house", 1, ("play", "wild", "north"))
    assert read(write(watched.table.match)).state == watched.table.match.state


def test_a_swim_without_air_is_taken_back() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.put("swim-5-panic", "swim")
    watched.move("pirate-0", "depth-0", "depth-1")
    question = watched.see().question
    assert question is not None
    forbidden = "The Swim of a turn may never exceed its Air (HB-3)."
    assert question.text == f"Swim 5 or Panic lies in the Swim row. {forbidden}"
    watched.table = handle(watched.table, Pressed("a"))
    watched.take("swim-5-panic", "swim")
    watched.move("pirate-0", "depth-1", "depth-0")
    watched.see()
    assert (watched.table.question, watched.table.mismatch) == (None, None)
    assert [event.kind for event in watched.table.match.events] == ["draw", "draw"]


def test_a_card_that_moved_far_is_less_likely_the_same_one_than_a_card_that_moved_a_little() -> None:
    """It may be its like, laid after the row was swept; that it was pushed far stays possible."""
    watched = Watched("hold-your-breath", 2)
    watched.put("air-5-draw", "air")
    before = watched.see().look
    assert before is not None
    scores = []
    for way in (2.5, 14.0):
        watched.sketch.lying = tuple(replace(p, x=p.x + way * (p.place == "air")) for p in watched.sketch.lying)
        scene = ObservationPair(watched.sketch.look(), before)
        scores.append(
            fit(
                [lie._replace(fresh=False) for lie in watched.table.match.state.expected_pieces()], scene, frozenset()
            ).log_likelihood
        )
    assert scores[0] - scores[1] > 1
    assert scores[1] > SEARCH.worst_believed_nats


def test_a_piece_that_is_none_of_the_game_s_can_be_left_where_it_lies() -> None:
    """A box of matches that looks like a card must not hold the game up: button C, or a phone, says so."""
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.red", "discard")
    watched.put("flip-shark.blue", "cage")
    assert watched.see().mismatch is not None
    extra = watched.table.mismatch.extra  # type: ignore[union-attr]
    assert len(extra) == 2
    events = watched.table.match.events
    watched.table = handle(watched.table, Pressed("c"))
    assert watched.table.mismatch is None
    assert watched.table.match.events == events
    watched.put("flip-shark.green", "north")
    watched.see()
    assert watched.table.mismatch is None
    assert watched.last == "play @0: flip-shark.green north"


def test_where_nothing_lies_too_much_a_phone_that_would_leave_it_is_refused() -> None:
    watched = Watched("hai-noon", 2)
    after = handle(watched.table, Requested(models.Leave(version=watched.table.version)))
    assert after.refusal == "nothing lies there that could be left as it is"


def test_a_whole_turn_that_nobody_saw_is_asked_about_for_a_card_may_lie_in_the_wrong_area() -> None:
    """A card face down before the next player but one: the card drawn before it was taken up unseen, or it strayed."""
    watched = Watched("splash-down", 3)
    awaits = watched.table.match.state.awaits
    assert isinstance(awaits, Turn)
    before = len(watched.table.match.events)
    watched.put("back", f"seat-{awaits.seats[1]}/score")
    table = watched.see()
    assert len(table.match.events) == before
    assert table.question is not None or table.mismatch is not None


def test_a_place_of_nobody_is_named_so_that_people_find_it() -> None:
    match = Match.begin(GAMES["hold-your-breath"], ("Ana", "Ben"))
    assert where(match, "seat-1/panic") == "before Ben"
    assert where(match, "seat-4/panic") == "before an empty seat"
    match = Match.begin(GAMES["splash-down"], ("Ana", "Ben"))
    assert where(match, "seat-1/score") == "in Ben's scoring area"
    assert where(match, "seat-4/score") == "in nobody's scoring area"


def test_a_card_named_after_a_diver_is_no_diver() -> None:
    match = Match.begin(GAMES["hai-noon"], ("Ana", "Ben"))
    assert name(match, "diver-swims-on.red") == "Diver swims on (red)"
    assert name(match, "diver-pink-healthy") == "the pink diver, healthy"


def test_two_tiles_turned_over_that_still_look_as_before_do_not_stop_the_game() -> None:
    """Vision takes each for what it was, with doubt; what else lies there says that all sharks swam on (HN-8)."""
    watched = Watched("hai-noon", 2)
    card = Event("play", 0, ("all-sharks-swim-on.red", "north"))
    after = watched.table.match.play(card, Event("drift", 0)).state
    watched.sketch.lay(after.expected_pieces())
    seen, lain = watched.sketch.look(), {piece.place: piece for piece in watched.table.look.pieces}
    watched.table = handle(watched.table, Saw(replace(seen, pieces=tuple(_as_before(p, lain) for p in seen.pieces))))
    assert [event.kind for event in watched.table.match.events if event.seat is not None] == ["play", "drift"]


def _as_before(piece: Piece, lain: Mapping[str, Piece]) -> Piece:
    """A tile that lies where one lay; two of them look as those did."""
    if not piece.place.startswith("ring"):
        return piece
    old, true = lain[piece.place], piece.items[0][0]
    was = old.items[0][0]
    items = ((was, 0.55), (true, 0.4)) if piece.place in ("ring-0", "ring-1") else piece.items
    return replace(old, items=items)


def test_where_nobody_mends_what_differs_people_say_once_what_happened_and_the_game_goes_on() -> None:
    """A card that nobody expects and a tile that is not seen, while somebody plays on: no complaint without end."""
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.red", "cage")
    watched.take("shark-full", "ring-4")
    watched.put("diver-swims-on.blue", "west")
    for _ in range(2):
        assert watched.see().question is None
        assert watched.table.mismatch is not None
    asked = watched.see().question
    assert asked is not None
    assert asked.text == "This differs still. Ana lays “Diver swims on (blue)” at the west side?"
    assert watched.table.mismatch is not None, "the page says what differs beside the question"
    assert [answer.text for answer in asked.answers] == ["yes", "nothing, leave it so"]
    watched.table = handle(watched.table, Pressed("a"))
    assert watched.last == "play @0: diver-swims-on.blue west"
    watched.see()
    assert watched.table.mismatch is None, "what people let stand is not spoken of again"


def test_what_differs_may_be_left_so_though_nothing_happened() -> None:
    watched = Watched("hai-noon", 2)
    watched.put("flip-shark.red", "cage")
    events = watched.table.match.events
    for _ in range(4):
        watched.see()
    assert watched.table.question is not None, "it is asked until it is answered"
    assert watched.table.question.answers[-1].text == "nothing, leave it so"
    watched.table = handle(watched.table, Pressed("c"))
    assert watched.see().question is None, "and asked once"
    watched.table = replace(watched.table, mismatch=None)
    for _ in range(3):
        watched.see()
    for _ in watched.table.question.answers[1:]:  # type: ignore[union-attr]
        watched.table = handle(watched.table, Pressed("b"))
    watched.table = handle(watched.table, Pressed("a"))
    assert watched.see().mismatch is None
    assert watched.table.match.events == events
    watched.put("flip-shark.green", "north")
    watched.see()
    assert watched.last == "play @0: flip-shark.green north"


def test_a_turn_s_end_is_asked_about_where_nothing_can_be_read_on_the_discard_pile() -> None:
    """Nobody can tell then that no card was discarded; that it was so must be among the answers."""
    watched = Watched("hold-your-breath", 2)
    for card in ("air-5-draw", "air-5-calm"):
        watched.put(card, "air")
        watched.see()
        watched.move(card, "air", "discard")
        watched.sketch.lying = tuple(piece for piece in watched.sketch.lying if piece.place != "discard")
        question = watched.see().question
        assert question is not None
        assert [[step.event.kind for step in answer.steps] for answer in question.answers] == [
            ["end", "done", "draw"],
            [],
        ]
        watched.table = handle(watched.table, Pressed("a"))
        assert watched.see().question is None, "asked once"


def test_a_turn_s_end_is_asked_about_where_the_discard_pile_was_out_of_sight_before() -> None:
    """A card that nobody could read may have come to lie there, under those that are swept there now."""
    watched = Watched("hold-your-breath", 2)
    watched.put("air-5-draw", "air")
    watched.see()
    watched.move("air-5-draw", "air", "discard")
    watched.see()
    watched.put("air-5-calm", "air")
    watched.see()
    watched.sketch.lying = tuple(piece for piece in watched.sketch.lying if piece.place != "discard")
    assert watched.see().question is None
    watched.move("air-5-calm", "air", "discard")
    question = watched.see().question
    assert question is not None
    assert [step.event.kind for step in question.answers[0].steps] == ["end", "done", "draw"]


def test_a_card_in_another_s_area_is_named_rather_than_taken_for_a_round_that_nobody_saw() -> None:
    watched = splash_down(5, drawn="??", turn=1)
    watched.move("back", "seat-0/score", "seat-4/score")
    mismatch = watched.see().mismatch
    assert mismatch is not None
    assert mismatch.text == "The table should show nothing like a face-down card in Eve's scoring area; I see it there."


def test_several_cards_that_fit_after_a_look_that_did_not_are_asked_about() -> None:
    """A run of decisions that merely happens to explain the table would be believed for good."""
    for pirate, asked in (("depth-3", True), ("depth-2", False)):
        watched = Watched("hold-your-breath", 2)
        watched.put("air-10-calm", "air")
        watched.see()
        watched.put("swim-10-panic", "swim")
        watched.move("pirate-0", "depth-0", pirate)
        if asked:
            assert watched.see().mismatch is not None
        watched.move("pirate-0", pirate, "depth-2")
        watched.put("air-5-draw", "air")
        question = watched.see().question
        assert (question is not None) is asked
        if question:
            assert [str(step.event) for step in question.answers[0].steps] == [
                "play @0: swim-10-panic swim-10",
                "play @0: air-5-draw air-5",
            ]
            watched.table = handle(watched.table, Pressed("a"))
        assert watched.last == "play @0: air-5-draw air-5"
        assert (watched.table.question, watched.table.mismatch) == (None, None)


def test_what_leaves_out_a_card_that_was_seen_in_a_look_that_did_not_fit_is_asked_about() -> None:
    """A Current was played and blocked; that a Block was called would explain the table as it lies in the end."""
    for seen in (True, False):
        watched = splash_down(2, drawn="??", discards=("krill",))
        if seen:
            watched.put("current", "play")
            watched.put("block", "play")
            watched.put("steal", "play")
            assert (watched.see().question or watched.table.mismatch) is not None
            for card in ("current", "block", "steal"):
                watched.take(card, "play")
        watched.take("back", "seat-1/score")
        watched.take("krill", "discard")
        watched.put("block", "discard")
        table = watched.see()
        assert (watched.table.match.events[-1:] == ()) is seen
        assert (table.question is not None or table.mismatch is not None) is seen


def test_a_stolen_card_laid_open_is_seen_though_it_may_be_taken_up_at_any_time() -> None:
    """With actions carried out at once the Steal is gone already: the stolen card is all that is to be seen of it."""
    then = (Event("play", 0, ("steal", "seat-1/hand")), Event("settle", 0))
    watched = splash_down(rules={"played": "at-once"}, then=then)
    watched.put("penguin", "shown")
    watched.see()
    offered = watched.table.question.answers if watched.table.question else ()
    assert "stolen: penguin" in [str(event) for event in watched.table.match.events], offered


def test_a_card_that_is_hardly_like_one_is_asked_about_though_nothing_else_fits() -> None:
    watched = Watched("hold-your-breath", 2)
    watched.put("air-5-draw", "air")
    look = watched.sketch.look()
    *others, laid = look.pieces
    faint = replace(laid, items=tuple((name, 0.1 * p) for name, p in laid.items))
    watched.table = handle(watched.table, Saw(replace(look, pieces=(*others, faint))))
    question = watched.table.question
    assert question is not None
    assert [[str(step.event) for step in answer.steps] for answer in question.answers] == [
        ["play @0: air-5-draw air-5"],
        [],
    ]
    watched.table = handle(watched.table, Pressed("a"))
    assert watched.last == "play @0: air-5-draw air-5"
    watched.table = handle(watched.table, Saw(replace(look, pieces=(*others, faint))))
    assert (watched.table.question, watched.table.mismatch) == (None, None), "asked once"


def test_cards_that_lie_as_they_lay_are_not_taken_for_ones_cleared_away_and_laid_again() -> None:
    """Two cards under a third: a turn's end, and just the cards that lie on played again, would fit all too well."""
    watched = Watched("hold-your-breath", 2)
    watched.put("air-5-draw", "air")
    watched.see()
    for card in ("air-10-draw", "swim-10-draw", "swim-5-draw"):
        watched.put(card, "action")
        watched.see()
    events = watched.table.match.events
    watched.take("air-10-draw", "action")
    watched.take("swim-10-draw", "action")
    watched.put("air-10-draw", "action")
    table = watched.see()
    assert (table.match.events, table.question) == (events, None)
    assert table.mismatch is not None
    assert table.mismatch.text == "The table should show Swim 10 or Draw in the Action row; I see none there."


def test_whether_a_card_lies_under_the_one_that_a_net_took_out_of_a_hand_is_asked() -> None:
    watched = splash_down(then=(Event("play", 0, ("net", "fin")), Event("settle", 0)))
    watched.put("fin-right-5", "discard")
    question = watched.see().question
    assert question is not None
    told = [", ".join(str(step.event) for step in steps) for steps in leaves(question.answers)]
    assert sorted(told) == [
        "netted @0, netted @1: fin-right-0 fin-right-5",
        "netted @0, netted @1: fin-right-5",
        "netted @0: fin-right-0 fin-right-5",
        "netted @0: fin-right-5",
    ]
    assert question.text == "Who gives up …?"


def test_what_a_card_is_played_for_is_no_piece_that_it_lays_though_it_is_a_card_that_may_be_played() -> None:
    scavenge, net = Event("play", 0, ("scavenge", "net")), Event("play", 0, ("net", "fin"))
    one, two = Event("netted", 1, ("fin-right-5",)), Event("netted", 1, ("fin-right-0", "fin-right-5"))
    others = Event("play", 0, ("net", "blue")), Event("play", 1, ("net", "fin")), Event("netted", 1, ("fin-right-0",))
    offered = OfferedEvents((scavenge, net, one, two, *others))
    assert [offered.pieces_laid(event) for event in (scavenge, net, two)] == [("scavenge",), ("net",), two.items]
    assert [offered.ends(event) for event in (scavenge, net, two)] == [1, 2, 1]


def test_a_scavenged_card_that_lies_open_tells_that_nobody_blocked_also_where_actions_are_discarded_at_once() -> None:
    """Nothing else moves then; the card may be taken up at once, too."""
    scavenged = Event("play", 0, ("scavenge", "minke-right-0"))
    watched = splash_down(3, (scavenged,), {"played": "at-once"}, discards=("minke-right-0",), drawn="??", turn=1)
    assert watched.table.match.state.step.name == "answer"  # type: ignore[attr-defined]
    watched.put("minke-right-0", "shown")
    assert (watched.see().mismatch, watched.table.question) == (None, None)
    assert watched.last == "settle @0"


def test_a_whole_turn_without_a_trace_casts_doubt_on_who_laid_a_card() -> None:
    """One turn in ten leaves none: a Dolphin was taken for the one's who had passed (777102/18)."""
    watched = Watched("hold-your-breath", 5, air_check="start", optional_refill=True, first=4)
    watched.put("swim-10-panic", "seat-0/panic")
    asked = watched.see()
    watched.table = play(handle(asked, Pressed("a")), (Step(Event("end", 4)), Step(Event("keep", 4))))
    watched.see()
    watched.put("dolphin", "seat-3/panic")
    pair = ObservationPair(watched.sketch.look(), watched.table.look)
    first, second = judge.ranked(watched.table.match.state, pair).hypotheses[:2]
    assert [step.event.seat for step in first.steps] == [0]
    assert second.steps[-1].event.seat == 1
    assert first.log_posterior - second.log_posterior < 4.0
    question = watched.see().question
    assert question is not None
    assert [answer.text for answer in question.answers] == ["Ana", "Ben"]


def test_a_piece_that_people_said_lacks_is_missed_where_it_would_have_been_laid_anew() -> None:
    """The cage is not seen on the pink diver, nor beside the board later: a card says it may be laid, not where."""
    watched = Watched("hai-noon", 3)
    before = (
        Event("play", 0, ("cage-harpoon.red", "north")),
        Event("cage", 0, ("pink",)),
        Event("draw", None, ("??",)),
        Event("play", 1, ("flip-shark.red", "north")),
        Event("flip", 1, ("ring-4",)),
        Event("draw", None, ("??",)),
        Event("play", 2, ("flip-shark.red", "north")),
        Event("flip", 2, ("ring-1",)),
    )
    card = Event("play", 0, ("cage-harpoon.green", "east"))
    then = (Event("endure", 0), Event("attack", 2), Event("draw", None, ("??",)), card)
    match = watched.table.match.play(*before)
    watched.sketch.lay(match.state.expected_pieces())
    watched.take("cage", "inner-0")
    watched.put("blot", "beside")
    seen = watched.sketch.look()
    watched.table = replace(watched.table, match=match, look=let_stand(match.state, seen, None))
    assert watched.see().mismatch is None
    watched.sketch.lay((*match.play(*then).state.expected_pieces(), Expected("beside", "card", "blot")))
    watched.take("cage", "beside")
    table = watched.see()
    assert not any(event.kind == "cage" for event in table.match.events[len(match.events) :])
