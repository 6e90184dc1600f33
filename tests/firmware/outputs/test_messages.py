"""What other machines are told: where the game stands and what happens, in the rules' own names."""

from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random

import pytest

from companion.api.models import NewGame
from engines.core import BLANK, Chance, Event, Match, Over
from engines.dealer import deal
from engines.games import GAMES
from firmware.outputs import messages
from firmware.outputs.announcer import Announcer, News
from firmware.outputs.game_facts import FACTS
from firmware.state.table import Answer, Mismatch, Question, Step, Table
from firmware.update.handle import handle
from firmware.update.inputs import Fault, PutAway, Requested, Tick

PIN = "482913"
START = Table(Match.begin(GAMES["shark-attacks"], ("Ana", "Ben")), PIN)
AGAIN, BANK = Event("again", 0), Event("bank", 0)


def throw(*faces: int, red: tuple[int, ...] = ()) -> Event:
    items = [f"swimmer-{face or 'wave'}" for face in faces] + [f"shark-{face or 'wave'}" for face in red]
    return Event("throw", None, tuple(items))


def after(table: Table, *events: Event) -> Table:
    steps = table.steps + tuple(Step(event) for event in events)
    return replace(table, match=table.match.play(*events), steps=steps, question=None, mismatch=None)


READ = after(START, throw(0, 0, 0, 0, 1, 2, 3))
FLEEING = after(READ, AGAIN, Event("event", None, ("event-attack",)))


def kinds(before: Table, now: Table) -> list[str]:
    return [event["event_type"] for event in messages.happenings(before, now)]


def test_a_throw_says_what_lies_there_and_a_turn_that_passes_whose_it_is() -> None:
    thrown, banked = messages.happenings(START, READ), messages.happenings(READ, after(READ, BANK))
    assert [event["event_type"] for event in thrown] == ["throw"]
    assert (thrown[0]["step"], thrown[0]["seat"], thrown[0]["player"]) == (0, 0, "Ana")
    assert thrown[0]["items"] == [*["swimmer-wave"] * 4, "swimmer-1", "swimmer-2", "swimmer-3"]
    assert [event["event_type"] for event in banked] == ["play", "turn"]
    assert (banked[0]["kind"], banked[0]["scores"]) == ("bank", [6, 0])
    assert banked[0]["reasons"] == [{"rule": "SA-3", "seat": 0, "points": 6}]
    assert (banked[1]["seat"], banked[1]["player"]) == (1, "Ben")


def test_the_shark_is_there_from_its_die_on_and_what_it_eats_is_told() -> None:
    bitten = after(FLEEING, throw(0, 0, 1, red=(1,)))
    assert messages.state(READ)["facts"]["shark"] == "calm"
    assert messages.state(FLEEING)["facts"]["shark"] == "attack"
    eaten = [event for event in messages.happenings(FLEEING, bitten) if event["event_type"] == "eaten"]
    assert [(event["items"], event["player"]) for event in eaten] == [(["swimmer-1"], "Ana")]


def test_what_is_taken_back_is_one_event_and_what_is_corrected_another() -> None:
    assert [(e["event_type"], e["steps"]) for e in messages.happenings(FLEEING, READ)] == [("undo", 1)]
    other = after(START, throw(0, 0, 0, 0, 2, 2, 3), *(step.event for step in FLEEING.steps[1:]))
    told = messages.happenings(FLEEING, other)
    assert [(e["event_type"], e["step"], e["items"][4]) for e in told] == [("corrected", 0, "swimmer-2")]


def test_another_match_is_told_with_what_has_happened_in_it() -> None:
    other = replace(after(START, throw(1, 1, 1, 0, 0, 0, 0)), number=2)
    assert kinds(READ, other) == ["match", "throw"]


def test_a_match_that_is_gone_on_with_is_told_without_what_was_told_in_its_time() -> None:
    new = replace(START, number=3, highest=3)
    told = messages.happenings(new, replace(FLEEING, number=2, highest=3))
    assert [(event["event_type"], event["steps"]) for event in told] == [("match", 3)]


def test_a_question_is_told_with_the_events_that_its_answers_stand_for() -> None:
    answers = (Answer("bank", (Step(BANK),)), Answer("go on", (Step(AGAIN),)))
    asking = replace(READ, question=Question("Bank or go on?", answers))
    told = messages.happenings(READ, asking)
    assert [event["event_type"] for event in told] == ["question"]
    assert [answer["events"] for answer in told[0]["answers"]] == [
        [{"event": "bank", "seat": 0}],
        [{"event": "again", "seat": 0}],
    ]
    moved = replace(asking, question=replace(asking.question, choice=1))  # type: ignore[type-var]
    assert kinds(asking, moved) == []
    assert messages.state(asking)["question"]["text"] == "Bank or go on?"


def test_a_difference_a_refusal_and_a_part_that_breaks_are_told_once_each() -> None:
    amiss = replace(READ, mismatch=Mismatch("a wave", "a 3"))
    assert kinds(READ, amiss) == ["mismatch"]
    assert kinds(amiss, replace(amiss, mismatch=Mismatch("a wave", "a 3", stood=1))) == []
    assert kinds(READ, replace(READ, refusal="it is not your turn", rule="SA-3")) == ["refused"]
    broken = replace(READ, faults=(("camera", "No picture."),))
    assert [(e["part"], e["text"]) for e in messages.happenings(READ, broken)] == [("camera", "No picture.")]
    assert [(e["part"], e["text"]) for e in messages.happenings(broken, READ)] == [("camera", "")]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(3))
def test_a_whole_game_of_each_kind_is_told_in_plain_json_with_one_event_a_step(game: str, seed: int) -> None:
    names = ("Ana", "Ben", "Cleo")[: max(2, GAMES[game].seats[0])]
    random, table, told = Random(seed), Table(Match.begin(GAMES[game], names), PIN), []
    for _ in range(400):
        awaits = table.match.state.awaits
        if isinstance(awaits, Over):
            break
        event = deal(awaits, random) if isinstance(awaits, Chance) else random.choice(table.match.state.legal())
        now = after(table, event)
        told += messages.happenings(table, now)
        standing = messages.state(now)
        assert json.loads(json.dumps(standing)) == standing
        assert standing["players"][1]["score"] == now.match.state.scores()[1]
        table = now
    assert json.loads(json.dumps(told)) == told
    assert {event["event_type"] for event in told} <= set(messages.EVENT_TYPES)
    assert [event["step"] for event in told if event["event_type"] in ("throw", "play")] == list(
        range(len(table.steps))
    )
    assert (told[-1]["event_type"] == "won") == isinstance(table.match.state.awaits, Over)
    assert PIN not in json.dumps([told, messages.state(table)])


def test_the_examples_in_the_docs_have_the_fields_that_are_sent() -> None:
    document = Path("docs/mqtt.md").read_text(encoding="utf-8")
    standing, happening = (json.loads(text.split("```")[0]) for text in document.split("```json\n")[1:3])
    keeping = Keeping()
    announcer = Announcer((keeping,))
    announcer.show(START, START)
    announcer.show(START, replace(READ, version=1))
    assert list(standing) == list(keeping.news[0].state)
    assert standing["players"][0].keys() == keeping.news[0].state["players"][0].keys()
    assert standing["facts"].keys() == keeping.news[0].state["facts"].keys()
    assert list(happening) == list(keeping.news[1].events[0])
    assert [f"| `{name}` |" in document for name in messages.EVENT_TYPES] == [True] * len(messages.EVENT_TYPES)
    assert [f"| `{game}` |" in document for game in FACTS] == [True] * len(FACTS)


@pytest.mark.parametrize("game", ["hai-noon", "hold-your-breath", "splash-down"])
def test_cards_that_go_by_face_down_are_blanks_also_in_a_game_with_open_hands(game: str) -> None:
    table = Table(Match.begin(GAMES[game], ("Ana", "Ben"), {"hands": "open"}), PIN)
    while isinstance(awaits := table.match.state.awaits, Chance):
        before, table = table, after(table, deal(awaits, Random(1)))
        assert [set(event["items"]) for event in messages.happenings(before, table)[:1]] == [{BLANK}]
    assert table.steps


class Keeping:
    """Keeps all news."""

    def __init__(self) -> None:
        self.news: list[News] = []

    def put(self, news: News) -> None:
        self.news.append(news)


def test_events_are_numbered_and_nothing_is_told_while_only_time_goes_by() -> None:
    keeping = Keeping()
    announcer, now = Announcer((keeping,)), replace(READ, version=1)
    announcer.show(START, START)
    announcer.show(START, handle(START, Tick(7.0)))
    announcer.show(START, now)
    announcer.show(now, handle(now, Tick(8.0)))
    announcer.show(now, replace(after(now, BANK), version=2))
    assert [[event["seq"] for event in told.events] for told in keeping.news] == [[], [1], [2, 3]]
    assert len({event["session"] for told in keeping.news for event in told.events}) == 1


def test_nothing_has_happened_until_a_match_is_begun_and_then_that_it_is() -> None:
    keeping = Keeping()
    announcer, waiting = Announcer((keeping,)), replace(READ, number=0, steps=())
    announcer.show(waiting, waiting)
    assert [(told.events, told.state["awaits"], told.state["match"]) for told in keeping.news] == [((), "begin", 0)]
    announcer.show(waiting, replace(READ, number=1))
    assert keeping.news[1].events[0]["event_type"] == "match"


def test_the_same_refusal_again_is_told_only_if_something_came_between() -> None:
    keeping = Keeping()
    announcer, refused = Announcer((keeping,)), replace(READ, refusal="it is not your turn", rule="SA-3")
    announcer.show(READ, READ)
    for before, now in ((READ, refused), (refused, replace(refused, woken=9.0)), (refused, READ), (READ, refused)):
        announcer.show(before, now)
    assert [[event["event_type"] for event in told.events] for told in keeping.news] == [
        [],
        ["refused"],
        [],
        ["refused"],
    ]


def test_a_mistake_in_what_is_told_keeps_nobody_from_playing(caplog: pytest.LogCaptureFixture) -> None:
    keeping = Keeping()
    announcer, torn = Announcer((keeping,)), replace(START, steps=(Step(BANK),), version=1)
    announcer.show(START, START)
    announcer.show(START, torn)  # steps without their states cannot be
    announcer.show(torn, replace(READ, version=2))
    assert caplog.messages == ["other machines could not be told what happened"]
    assert [told.state["steps"] for told in keeping.news] == [0, 1]


def test_a_lock_and_a_call_for_the_host_are_no_faults_and_are_told_by_name() -> None:
    noted = handle(handle(READ, Fault("lock", "locked")), Fault("help", "called"))
    state = messages.state(noted)
    assert (state["faults"], state["locked"], state["help"]) == ([], True, True)
    told = messages.happenings(READ, noted)
    assert [(event["event_type"], event.get("called"), event.get("locked")) for event in told] == [
        ("help", True, None),
        ("lock", None, True),
    ]


def test_a_match_that_was_put_away_has_ended_and_the_next_one_is_told_as_new() -> None:
    ended = handle(READ, PutAway(READ.version))
    (event,) = messages.happenings(READ, ended)
    assert (event["event_type"], event["match"], messages.state(ended)["awaits"]) == ("ended", 1, "begin")
    new = handle(ended, Requested(NewGame(version=ended.version, game="dice-tray", players=("Cleo",))))
    assert (new.number, kinds(ended, new)) == (2, ["match"])


def test_a_state_says_since_when_its_match_is_told_of() -> None:
    keeping, times = Keeping(), iter(datetime(2026, 1, 1, 20, minute, tzinfo=UTC) for minute in range(60))
    announcer = Announcer((keeping,), lambda: next(times))
    announcer.show(START, START)
    announcer.show(START, replace(READ, version=1))
    announcer.show(READ, replace(START, number=2, version=2))
    begun = [told.state["begun"] for told in keeping.news]
    assert begun == [begun[0], begun[0], keeping.news[2].state["time"]]
    assert keeping.news[2].state["time"] > keeping.news[1].state["time"] > begun[0]
