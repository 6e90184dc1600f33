"""Players as people: their figures against an independent count over a drawn history."""

from __future__ import annotations

from collections import defaultdict
from pathlib import Path
from random import Random

import pytest

from engines.core import Over
from firmware.history.index import FILE, MatchIndex
from firmware.history.people import Person, people, person
from firmware.storage.past import PastMatches
from tests.firmware.history.drawn import Drawn, drawn

COUNT, SEED = 60, 25


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("home")


@pytest.fixture(scope="module")
def history(home: Path) -> list[Drawn]:
    return drawn(home / "journal.db", COUNT, SEED)


@pytest.fixture(scope="module")
def counted(home: Path, history: list[Drawn]) -> tuple[Person, ...]:
    past = PastMatches(home / "journal.db")
    rows = past.rows()
    figures = MatchIndex(home, past).all(rows)
    past.close()
    return people(known for row in reversed(rows) if (known := figures[row.number]))


def test_wins_averages_and_streaks_are_those_of_an_independent_count(
    history: list[Drawn], counted: tuple[Person, ...]
) -> None:
    results: dict[str, list[bool]] = defaultdict(list)
    points: dict[tuple[str, str], list[int]] = defaultdict(list)
    played: dict[str, int] = defaultdict(int)
    for one in history:
        over = one.match.state.awaits
        for seat, name in enumerate(one.match.players):
            played[name] += 1
            if isinstance(over, Over):
                results[name].append(seat in over.winners)
                points[name, one.match.game.name].append(one.match.state.scores()[seat])
    assert {one.name: one.whole.matches for one in counted} == played
    for one in counted:
        won = results[one.name]
        assert (one.whole.finished, one.whole.wins) == (len(won), sum(won))
        runs = "".join("x" if win else "." for win in won)
        assert one.best_streak == max(map(len, runs.split(".")))
        assert one.streak == (len(runs) - len(runs.rstrip("x")) or len(runs.rstrip(".")) - len(runs))
        for game, record in one.games:
            scores = points[one.name, game]
            assert record.mean_score == (pytest.approx(sum(scores) / len(scores)) if scores else None)
            assert record.best_score == max(scores, default=None)


def test_who_played_most_comes_first_and_capitals_make_nobody_else(counted: tuple[Person, ...]) -> None:
    assert [one.whole.matches for one in counted] == sorted((one.whole.matches for one in counted), reverse=True)
    names = {one.name for one in counted}
    assert "Ana" in names
    assert len(names) == len({name.casefold() for name in names})


def test_luck_so_far_ends_at_the_whole_luck(home: Path, history: list[Drawn]) -> None:
    past = PastMatches(home / "journal.db")
    rows = past.rows()
    figures = MatchIndex(home, past).all(rows)
    ana = person((known for row in reversed(rows) if (known := figures[row.number])), "  ANA ")
    assert ana is not None
    assert ana.luck[-1][1] == pytest.approx(ana.whole.luck, abs=0.01)
    assert ana.whole.luck == pytest.approx(sum(record.luck or 0 for _, record in ana.games))


def test_a_lost_or_damaged_index_is_worked_out_anew(home: Path, history: list[Drawn]) -> None:
    past = PastMatches(home / "journal.db")
    rows = past.rows()[:5]
    index = MatchIndex(home, past)
    figures = index.all(rows)
    assert index.missing(rows) == []
    (home / FILE).write_bytes(Random(1).randbytes(9000))
    assert index.known(rows) == {}
    assert index.all(rows) == figures
    assert index.known(rows) == figures
