"""The page out of a table: what phones see, where each die came from, and what the log says."""

from __future__ import annotations

from companion.api.match_view import NEWEST
from companion.api.models import Correct
from engines.core import Event, Match
from engines.games import GAMES
from firmware.outputs.log import news
from firmware.state.table import Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault, Pressed, Requested, Saw
from firmware.web.page import log, page
from tests.firmware.looks import die, look, thrown

FIRST = ["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-1", "swimmer-2", "swimmer-3"]


def new() -> Table:
    return Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), "1234")


def test_each_die_on_the_photograph_says_which_item_of_which_event_it_became() -> None:
    table = handle(new(), Saw(look(*thrown(FIRST, seed=1))))
    shown = page(table).throw
    assert shown is not None
    items = table.match.events[0].items
    assert [items[piece.position] for piece in shown.dice if piece.position is not None] == [d.item for d in shown.dice]
    assert {piece.event for piece in shown.dice} == {0}


def test_the_page_has_no_pin_on_it() -> None:
    assert "1234" not in page(new()).model_dump_json()


def test_the_photograph_shown_is_the_one_that_the_question_is_about() -> None:
    table = handle(new(), Saw(look(*thrown(FIRST, seed=1))))
    asked = look(*thrown(FIRST[:-1], seed=5), die("swimmer-3", 250, 180, sure=0.7, other="swimmer-2"))
    table = handle(handle(table, Saw(look())), Saw(asked))
    shown = page(table)
    assert shown.question is not None
    assert shown.question.answers[:2] == ("a blue 3", "a blue 2")
    assert shown.throw is not None
    assert shown.throw.photo == asked.id


def test_the_odds_are_on_the_page_while_somebody_decides() -> None:
    table = handle(new(), Saw(look(*thrown(FIRST, seed=1))))
    assert page(table).odds[0].points == 6.0
    assert page(new()).odds == ()


def test_every_entry_of_the_log_has_its_reasons_and_its_photograph() -> None:
    seen = look(*thrown(FIRST, seed=1))
    table = handle(handle(new(), Saw(seen)), Saw(look()))
    throw, bank = page(table).log
    assert throw.photo == seen.id
    assert [(why.rule, why.points) for why in bank.reasons] == [("SA-3", 6)]


def test_the_news_are_what_changed_and_nothing_else() -> None:
    before = new()
    after = handle(before, Saw(look(*thrown(FIRST, seed=1))))
    (event,) = news(before, after)
    assert (event["event"], event["scores"]) == ("throw", [0, 0])
    assert all(set(why) == {"text", "rule", "house", "seat", "points"} for why in event["why"])
    assert news(after, after) == []
    assert news(after, handle(after, Pressed("c"))) == [{"taken_back": 1}]


def test_faults_and_mismatches_are_news_as_sentences() -> None:
    before = new()
    broken = handle(before, Fault("camera", "The camera is gone. Check its cable."))
    assert news(before, broken) == [{"fault": "The camera is gone. Check its cable."}]
    short = handle(before, Saw(look(*thrown(FIRST[:6], seed=1))))
    assert news(before, short)[0]["mismatch"] == "The table should show 7 blue dice; I see 6 blue dice."


def test_a_swimmer_that_lies_there_since_an_earlier_throw_belongs_to_that_event() -> None:
    dice, sun = thrown(FIRST, seed=1), die("event-sun", 290, 190)
    anew = thrown(["swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-wave", "swimmer-3"], seed=7)
    table = handle(new(), Saw(look(*dice)))
    table = handle(table, Saw(look(*dice, sun)))
    table = handle(table, Saw(look(*dice[4:], sun, *anew)))
    shown = page(table).throw
    assert shown is not None
    events = {piece.item: piece.event for piece in shown.dice[:4]}
    assert events == {"swimmer-1": 0, "swimmer-2": 0, "swimmer-3": 0, "event-sun": 2}


def test_a_corrected_event_says_what_was_read_at_first() -> None:
    table = handle(new(), Saw(look(*thrown(FIRST, seed=1))))
    table = handle(table, Requested(Correct(version=table.version, event=0, position=6, item="swimmer-1")))
    assert page(table).log[0].changed == "was read as a blue 3"


def test_the_dice_that_a_question_is_about_are_marked() -> None:
    asked = look(*thrown(FIRST[:-1], seed=5), die("swimmer-3", 250, 180, sure=0.7, other="swimmer-2"))
    shown = page(handle(new(), Saw(asked))).throw
    assert shown is not None
    assert shown.marked == (6,)


def test_of_a_very_long_match_the_newest_events_are_on_the_page_each_with_its_photograph() -> None:
    match = Match.begin(GAMES["dice-tray"], ("Ana",))
    count = NEWEST + 100
    throws = tuple(Event("throw", None, (f"die-{1 + n % 6}",)) for n in range(count))
    steps = tuple(Step(throw, f"look-{n}", (0,)) for n, throw in enumerate(throws))
    table = Table(match.play(*throws), "1234", steps=steps)
    shown = (*log(table, before=100), *page(table).log)
    assert [entry.index for entry in shown] == list(range(100 - NEWEST, count))
    assert [entry.photo for entry in shown] == [f"look-{n}" for n in range(100 - NEWEST, count)]
