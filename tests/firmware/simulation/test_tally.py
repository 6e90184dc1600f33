"""What films share: pieces misread on purpose, and what the rules make of them."""

from __future__ import annotations

from dataclasses import asdict, replace
from random import Random

from engines.core import Match
from engines.games import GAMES
from firmware.cli.films import line, told
from firmware.simulation.tally import FilmedQuestion, Readings, named, read_wrong
from firmware.state.observation import Observation, Piece
from firmware.state.table import Question, Table


def laid(*names: str) -> Observation:
    pieces = tuple(Piece(((name, 0.99),), 70.0 * n, 0, 16, (0, 0, 1, 1), 0, "air") for n, name in enumerate(names))
    return Observation("one", 100, 100, pieces)


def test_nothing_is_misread_and_nothing_drawn_where_no_share_is_asked_for() -> None:
    random = Random(1)
    before = random.getstate()
    seen = laid("a", "b")
    assert read_wrong(seen, 0.0, lambda piece: ["c"], random) is seen
    assert random.getstate() == before


def test_pieces_are_counted_as_read_with_and_without_the_rules() -> None:
    seen = laid("a", "b", "c", "d")
    look = read_wrong(seen, 1.0, lambda piece: ["x"] if piece.items[0][0] in "ab" else [], Random(1))
    table = Table(Match.begin(GAMES["hai-noon"], ("Ana", "Ben")), "0000")
    told = replace(table, look=look.with_identities({0: "a", 1: "x", 2: "c"}))
    readings = Readings()
    readings.count(look, named(seen), None, told)
    assert readings == Readings(pieces=4, misread=2, told=2, mistaken=1, repaired=1)
    readings.count(look, named(seen), None, replace(told, question=Question("Which?", ())))
    assert readings == Readings(pieces=8, misread=4, told=2, mistaken=1, repaired=1)
    readings.count(look, named(seen), told.look, told)
    assert readings.pieces == 8  # those that lie still are no new ones


def test_the_table_with_and_without_the_rules_is_printed_with_the_sums() -> None:
    sums = {
        **{"games": 1, "right": 1, "wrong": 0, "questions": 2, "most_questions": 2, "unseen": 0, "seconds": 1.0},
        **{"pieces": 200, "misread": 20, "told": 188, "mistaken": 1, "repaired": 12},
    }
    assert line(sums).splitlines()[1:] == [
        "200 pieces seen, 20 misread, 12 of them set right by the rules",
        "                     right   asked   wrong",
        "without the rules    90.0%    0.0%   10.0%",
        "with the rules       94.0%    5.5%    0.5%",
    ]
    assert len(line(sums | {"misread": 0}).splitlines()) == 1


def test_a_question_is_printed_as_its_screen_shows_it() -> None:
    asked = FilmedQuestion(7, True, False, ("Crab lies at FLUKE. Who", "calls “Fluke!”?"), ("Ana", "Ben"))
    assert told(asdict(asked)).splitlines() == [
        "  7 no camera could answer: Crab lies at FLUKE. Who | calls “Fluke!”?",
        "    Ana / Ben",
    ]
