"""The search answers as a plain one does that leaves nothing out and remembers nothing."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from math import inf
from random import Random

import pytest

from engines.core import Chance, Event, Expected, Match, Over, State, Turn
from engines.dealer import any_legal, deal
from engines.games import GAMES, game_named
from firmware.referee import unobservable
from firmware.referee.judge import Verdict, judge
from firmware.referee.likelihood import ObservationPair, fit
from firmware.referee.search import beam
from firmware.referee.search.limits import LIMITS
from firmware.simulation.card_film import CardFilm, true_eyes
from firmware.simulation.film import film
from firmware.simulation.tally import NAMES
from firmware.state.table import Table
from firmware.update.handle import handle
from firmware.update.inputs import Input, Saw
from tests.firmware.looks import leaves

PLAIN = replace(LIMITS, amiss_nats=inf, out_of_question_nats=12.0, weighed=10**6, weighed_wide=10**6)
"""A search that goes on from all that may be rivals at all, however much of it is amiss on the way."""


class _Enough(Exception):
    """So many looks will do."""


def filmed(game: str, players: int, seed: int, looks: int) -> list[tuple[Table, Saw]]:
    """The first so many looks at a filmed game of clumsy people, and the table before each; a tenth is misread."""
    seen: list[tuple[Table, Saw]] = []

    def answer(table: Table, given: Input) -> Table:
        if isinstance(given, Saw):
            seen.append((table, given))
            if len(seen) == looks:
                raise _Enough
        return handle(table, given)

    with pytest.raises(_Enough):
        film(CardFilm(game, players, seed, clumsy=True, eyes=true_eyes, size=(320, 180)), 0.1, answer=answer)
    return seen


def verdicts(seen: list[tuple[Table, Saw]]) -> list[Verdict]:
    """What each of the looks says, thought about afresh."""
    beam.explanations.cache_clear()
    return [judge(table.match, given.look, table.look, table.unsettled) for table, given in seen]


@pytest.mark.parametrize(("game", "players", "seed"), [("hai-noon", 3, 5), ("hold-your-breath", 3, 5)])
def test_what_is_not_gone_on_from_changes_no_verdict(
    game: str, players: int, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    seen = filmed(game, players, seed, looks=20)
    found = verdicts(seen)
    monkeypatch.setattr(beam, "LIMITS", PLAIN)
    assert found == verdicts(seen)
    beam.explanations.cache_clear()


def test_a_fit_that_is_remembered_is_the_one_that_is_worked_out() -> None:
    for table, given in filmed("hold-your-breath", 2, 4, looks=12):
        pair = ObservationPair(given.look, table.look)
        for hypothesis in beam.explanations(table.match.state, pair, wide=False).hypotheses[:10]:
            lies = hypothesis.state.expected_pieces()
            assert fit(lies, pair, frozenset()) == fit(lies, replace(pair), frozenset())


@pytest.mark.parametrize("game", GAMES)
def test_what_is_asked_though_no_picture_tells_it_is_what_all_decisions_say(game: str) -> None:
    for match in _played(game):
        asked = unobservable.posed(Table(match, "0000")).question
        steps = [tuple(step.event for step in way) for way in leaves(asked.answers)] if asked else []
        assert sorted(map(str, steps)) == sorted(map(str, _asked_plainly(match.state)))


def _played(game: str, seed: int = 4, events: int = 120) -> Iterator[Match]:
    """A random game, after each of its events."""
    rules, random = game_named(game), Random(seed)
    hidden = {"hands": "hidden"} if any(option.name == "hands" for option in rules.options) else {}
    match = Match.begin(rules, NAMES[: rules.seats[0]], hidden)
    while len(match.events) < events and not isinstance(match.state.awaits, Over):
        awaits = match.state.awaits
        match = match.play(deal(awaits, random) if isinstance(awaits, Chance) else any_legal(match.state, random))
        yield match


def _asked_plainly(state: State) -> list[tuple[Event, ...]]:
    """The events of each answer: every decision is taken, and all that then lies there compared."""
    if not isinstance(state.awaits, Turn):
        return []
    if ending := _plain_ending(state):
        return [ending, ()]
    after = [state.apply(event) for event in state.legal()]
    thrown = {tuple(p.kind for p in then.awaits.pools) for then in after if isinstance(then.awaits, Chance)}
    alike = all(_picture(then) == _picture(after[0]) for then in after)
    return [(event,) for event in state.legal()] if len(after) > 1 and alike and len(thrown) < 2 else []


def _plain_ending(state: State) -> tuple[Event, ...]:
    steps: tuple[Event, ...] = ()
    while isinstance(state.awaits, Turn) and len(steps) < len(state.scores()):
        quiet = [event for event in state.legal() if _picture(state.apply(event)) == _picture(state)]
        if len(quiet) != 1:
            return ()
        state, steps = state.apply(quiet[0]), (*steps, quiet[0])
    return steps if isinstance(state.awaits, Over) else ()


def _picture(state: State) -> list[tuple[object, ...]]:
    pieces: tuple[Expected, ...] = state.expected_pieces()
    return sorted((piece.place, piece.kind, piece.face, piece.free) for piece in pieces)
