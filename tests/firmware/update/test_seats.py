"""People come and go at the table: what phones ask for, what the OLED shows, what is kept and counted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from companion.api import match_view, models
from companion.words import sentences
from engines.core import Event, Match
from engines.core.seating import NOBODY
from engines.games import GAMES
from firmware.history.facts import facts
from firmware.history.people import people
from firmware.outputs import messages, screens
from firmware.state.observation import Observation
from firmware.state.table import Question, Table
from firmware.storage.journal import Journal
from firmware.storage.past import PastMatches, RenamePerson
from firmware.update.handle import handle
from firmware.update.inputs import PastChanged, Pressed, Requested, Saw
from firmware.web.page import page

TURNS = (
    Event("throw", None, ("swimmer-wave",) + ("swimmer-1",) * 6),
    Event("bank", 0),
)


def table(game: str = "shark-attacks") -> Table:
    return Table(Match.begin(GAMES[game], ("Ana", "Ben", "Cleo")), "4711")


def ask(at: Table, kind: str, seat: int | None = None, name: str | None = None, order: tuple[int, ...] = ()) -> Table:
    change = models.SeatChange(version=at.version, kind=kind, seat=seat, name=name, order=order)  # type: ignore[arg-type]
    return handle(at, Requested(change))


def play(at: Table, *events: Event) -> Table:
    for event in events:
        at = handle(
            at,
            Requested(
                models.Decide(version=at.version, kind=event.kind, seat=event.seat, items=event.items)
                if event.seat is not None
                else models.Typed(version=at.version, items=event.items)
            ),
        )
        assert not at.refusal
    return at


def test_each_is_said_in_a_sentence_and_undo_takes_it_back() -> None:
    now = play(table(), *TURNS)
    said = []
    for kind, seat, name, order in (
        ("rename", 0, "Anna", ()),
        ("hand-over", 1, "Tom", ()),
        ("join", 3, "Dan", ()),
        ("turns", None, None, (3, 0, 1, 2)),
        ("leave", 2, None, ()),
        ("join", 2, "Cleo", ()),
        ("pause", None, None, ()),
    ):
        now = ask(now, kind, seat, name, order)
        assert not now.refusal
        said.append(sentences.happened(now.match, len(now.steps) - 1))
    assert said == [
        "Ana is called Anna from now on",
        "Tom plays on for Ben",
        "Dan joins",
        "The order of the turns is now Dan, Anna, Tom, Cleo",
        "Cleo leaves",
        "Cleo is back",
        "Paused",
    ]
    assert page(now).awaits.text == "The match is paused"
    for _ in said:
        now = handle(now, Pressed("c"))
    assert now.match == play(table(), *TURNS).match


def test_an_older_event_is_told_of_who_sat_there_then_by_the_name_of_today() -> None:
    now = ask(ask(play(table(), *TURNS), "rename", 0, "Anna"), "hand-over", 0, "Tom")
    assert [entry.text for entry in match_view.log(now.match)] == [
        "Anna throws",
        "Anna banks 6",
        "Ana is called Anna from now on",
        "Tom plays on for Anna",
    ]


def test_a_paused_match_waits_whatever_lies_there_and_goes_on_with_button_a() -> None:
    paused = ask(table(), "pause")
    assert (page(paused).expects, page(paused).moves) == ((), ())
    seen = handle(paused, Saw(Observation("1", (), 640, 480)))
    assert seen.match == paused.match
    assert seen.question is None
    assert "paused" in handle(paused, Requested(models.Typed(version=paused.version, items=("swimmer-1",)))).refusal
    going = handle(paused, Pressed("a"))
    assert not going.match.paused
    assert page(going).expects


def test_a_question_waits_while_the_match_is_paused() -> None:
    question = Question("Who?", (), unseen=True)
    asked = replace(table("hold-your-breath"), question=question)
    paused = ask(asked, "pause")
    assert page(paused).question is None
    assert ask(paused, "resume").question == question


def test_the_page_says_what_is_possible_and_what_to_do_instead() -> None:
    assert page(table()).seating.possible == ("hand-over", "join", "leave", "pause", "turns")
    cards = page(table("splash-down")).seating
    assert (cards.possible, cards.rule) == (("hand-over", "pause"), "SD-18")
    assert cards.instead.startswith("The cards are dealt to the players who began: nobody joins or leaves")
    assert cards.instead.endswith(".")


def test_other_machines_hear_of_people() -> None:
    before = play(table(), *TURNS)
    after = ask(before, "leave", 2)
    (told,) = messages.happenings(before, after)
    assert (told["event_type"], told["kind"], told["player"]) == ("people", "leave", "Cleo")
    assert messages.state(after)["players"][2]["away"]


@pytest.mark.parametrize("kind", ["pause", "leave"])
def test_the_oled_shows_it(kind: str) -> None:
    before = play(table(), *TURNS)
    after = ask(before, kind, 2 if kind == "leave" else None)
    assert screens.draw(after).tobytes() != screens.draw(before).tobytes()


def kept(home: Path, *tables: Table) -> PastMatches:
    journal = Journal(home / "journal.db", lambda: "2026-11-01T20:00:00+00:00")
    before = None
    for now in tables:
        journal.save(before, now)
        before = now
    assert journal.load().match == tables[-1].match  # type: ignore[union-attr]
    journal.close()
    return PastMatches(home / "journal.db")


def test_the_journal_keeps_people_and_lists_all_who_sat_there(tmp_path: Path) -> None:
    first = play(table(), *TURNS)
    now = ask(ask(first, "hand-over", 0, "Tom"), "join", 3, "Dan")
    past = kept(tmp_path, first, now)
    (row,) = past.rows()
    assert (row.players, row.people) == (("Tom", "Ben", "Cleo", "Dan"), ("Ana", "Ben", "Cleo", "Tom", "Dan"))
    assert past.match(1).match == now.match
    past.close()


def test_who_is_deleted_leaves_no_name_in_any_event(tmp_path: Path) -> None:
    first = play(table(), *TURNS)
    now = ask(ask(ask(first, "join", 3, "Dorothea"), "rename", 3, "Dora"), "hand-over", 3, "Ed")
    other = handle(now, Requested(models.NewGame(version=now.version, game="dice-tray", players=("Ana", "Ben"))))
    kept(tmp_path, first, now, other).close()
    journal = Journal(tmp_path / "journal.db")
    change = RenamePerson("Dora")
    after = handle(other, PastChanged(change))
    journal.change_past(change)
    journal.save(other, after)
    journal.close()
    past = PastMatches(tmp_path / "journal.db")
    assert past.row(1).people == ("Ana", "Ben", "Cleo", NOBODY, "Ed")
    assert past.match(1).match == now.match.renamed(3, NOBODY)
    past.close()
    again = Journal(tmp_path / "journal.db")
    assert again.trouble == ""  # each checksum is that of what was written
    again.close()


def test_somebody_renamed_in_all_matches_is_so_in_the_present_one_too() -> None:
    now = ask(ask(play(table(), *TURNS), "join", 3, "Dora"), "hand-over", 3, "Ed")
    after = handle(now, PastChanged(RenamePerson("Dora", "Dorothea")))
    assert after.match.seating.people[3] == "Dorothea"
    assert [step.event for step in after.steps] == list(after.match.events)


def test_figures_are_those_of_who_played() -> None:
    """Ana scores 6 and hands over to Tom, who scores 6 and wins at 12; Cleo has left: she neither won nor lost."""
    match = Match.begin(GAMES["shark-attacks"], ("Ana", "Ben", "Cleo"), {"target": 12})
    match = match.play(*TURNS, Event("hand-over", 0, ("Tom",)), Event("leave", 2))
    match = match.play(Event("throw", None, ("swimmer-wave",) * 7), Event("bank", 1))
    match = match.play(Event("throw", None, ("swimmer-wave",) + ("swimmer-1",) * 6), Event("bank", 0))
    counted = {one.name: one for one in people([facts(1, match, ())])}
    assert {name: (one.whole.matches, one.whole.finished, one.whole.wins) for name, one in counted.items()} == {
        "Ana": (1, 0, 0),
        "Ben": (1, 1, 0),
        "Cleo": (1, 0, 0),
        "Tom": (1, 1, 1),
    }
    assert counted["Tom"].whole.due == 1 / 2
    assert (counted["Ana"].whole.best_turn, counted["Tom"].whole.best_turn) == (6, 6)
    luck = [counted[name].whole.luck for name in ("Ana", "Tom")]
    assert sum(filter(None, luck)) == pytest.approx(facts(1, match, ()).luck[0])  # type: ignore[index]
