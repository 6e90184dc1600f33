"""What every game owes to the device. A new game in GAMES is tested here without a line more."""

from __future__ import annotations

import dataclasses
import json
import re
from functools import cache
from pathlib import Path

import pytest

from engines.core import (
    BLANK,
    BadEvent,
    Chance,
    Event,
    Expected,
    Game,
    IllegalEvent,
    Match,
    Over,
    Reason,
    RulesError,
    State,
    Turn,
    decode,
    encode,
)
from engines.games import GAMES
from engines.playthrough import hear, tell
from engines.record import read, write
from engines.simulate import play, simulate

NAMES = ("Ana", "Ben", "Cleo", "Dan", "Eva", "Finn", "Gus", "Hana")
PLAYTHROUGHS = sorted(Path(__file__).parent.joinpath("playthroughs").glob("*.txt"))
ENDLESS = {"dice-tray"}
"""Games without an end of their own."""
EVENTS = 250
"""How far a game is followed where every step is looked at."""

every_game = pytest.mark.parametrize("game", GAMES.values(), ids=list(GAMES))
every_size = pytest.mark.parametrize(
    ("game", "players"),
    [(game, players) for game in GAMES.values() for players in game.seats],
    ids=[f"{game.name}-{players}" for game in GAMES.values() for players in game.seats],
)


@cache
def played(name: str, players: int, seed: int = 20, policy: str = "random") -> Match:
    """A match played at random from a seed, cut off after EVENTS events."""
    return play(GAMES[name], NAMES[:players], seed, policies=[policy], max_events=EVENTS)


@every_size
def test_replaying_the_events_gives_the_same_states(game: Game, players: int) -> None:
    match = played(game.name, players)
    again = Match.begin(game, match.players, dict(match.options))
    for event in match.events:
        again = again.play(event)
    assert again.states == match.states
    assert again == match


@every_size
def test_undo_goes_back_state_by_state_to_the_beginning(game: Game, players: int) -> None:
    match = played(game.name, players)
    for number in range(len(match.events), 0, -1):
        match = match.undo()
        assert len(match.events) == number - 1
        assert match.state == played(game.name, players).states[number - 1]
    assert match.undo() == match


@every_size
def test_correcting_an_event_by_itself_changes_nothing(game: Game, players: int) -> None:
    match = played(game.name, players)
    for index in range(0, len(match.events), 40):
        corrected, lost = match.correct(index, match.events[index])
        assert (corrected.states, lost) == (match.states, ())


@every_size
def test_a_record_survives_writing_and_reading(game: Game, players: int) -> None:
    match = played(game.name, players)
    copy = read(write(match))
    assert copy == match
    assert copy.states == match.states
    assert write(copy) == write(match)


@every_size
def test_every_event_survives_json(game: Game, players: int) -> None:
    events = played(game.name, players).events
    assert tuple(decode(json.loads(json.dumps(encode(event)))) for event in events) == events


@every_size
def test_legal_moves_are_offered_exactly_when_a_seat_decides_and_each_applies(game: Game, players: int) -> None:
    for state in played(game.name, players).states:
        legal = state.legal()
        assert len(set(legal)) == len(legal)
        assert bool(legal) == isinstance(state.awaits, Turn)
        for event in legal:
            assert isinstance(state.awaits, Turn)
            assert event.seat in state.awaits.seats
            assert event.kind in game.events
            after = state.apply(event)
            assert type(after) is type(state)
            assert after != state


@every_size
def test_what_callers_ask_of_every_state_fits_its_seats_and_its_spectators(game: Game, players: int) -> None:
    match = played(game.name, players)
    for event, state in zip((*match.events, None), match.states, strict=True):
        assert state.acting_seat in (None, *range(players))
        assert state.draw_pile is None or state.draw_pile >= 0
        assert len(state.signs_held) in (0, players)
        assert state.discard_pile == () or state.draw_pile is not None
        if event is not None:
            seen = state.public(event)
            assert (seen.kind, seen.seat, len(seen.items)) == (event.kind, event.seat, len(event.items))
            assert all(there in (item, BLANK) for there, item in zip(seen.items, event.items, strict=True))
            assert state.public(seen) == seen


def is_rule(text: str) -> bool:
    """Whether it is the id of a ruling, or none."""
    return re.fullmatch(r"([A-Z]{2}-\d+)?", text) is not None


def refusal(state: State, event: Event) -> RulesError | None:
    """How the state refuses the event; None if it takes it."""
    try:
        state.apply(event)
    except RulesError as error:
        return error
    return None


@every_size
def test_an_event_of_another_moment_is_refused_with_a_reason(game: Game, players: int) -> None:
    match = played(game.name, players)
    some = {event.kind: event for event in match.events}.values()
    seats = [None, *range(players)]
    refusals = [
        refusal(state, event._replace(seat=seat))
        for state in match.states[::7]
        for event in some
        for seat in (seats if event.seat is not None else [None])
    ]
    illegal = [error for error in refusals if isinstance(error, IllegalEvent)]
    assert illegal or len(some) == 1 or players == 1  # alone one may do all at any moment
    assert all(error.reason and is_rule(error.rule) for error in illegal)
    assert all(str(error) for error in refusals if error)


@every_size
def test_nothing_more_happens_once_the_game_is_over(game: Game, players: int) -> None:
    match = play(game, NAMES[:players], 3, max_events=5_000)
    if game.name in ENDLESS:
        return
    assert isinstance(match.state.awaits, Over)
    assert match.state.awaits.winners == tuple(sorted(set(match.state.awaits.winners)))
    assert all(seat in range(players) for seat in match.state.awaits.winners)
    for event in {event.kind: event for event in match.events}.values():
        with pytest.raises(IllegalEvent):
            match.state.apply(event)


@every_game
@pytest.mark.parametrize(
    "event",
    [
        Event("no-such-event"),
        Event(""),
        Event("no-such-event", 0, ("swimmer-1",)),
    ],
    ids=str,
)
def test_an_unknown_kind_of_event_cannot_be_read(game: Game, event: Event) -> None:
    for state in played(game.name, game.seats[0]).states[::50]:
        with pytest.raises(BadEvent, match=r"."):
            state.apply(event)


@every_game
def test_an_event_of_nonsense_pieces_or_seats_cannot_be_read(game: Game) -> None:
    match = played(game.name, game.seats[-1])
    for kind in {event.kind for event in match.events}:
        index = next(number for number, event in enumerate(match.events) if event.kind == kind)
        state, event = match.states[index], match.events[index]
        with pytest.raises(BadEvent):
            state.apply(event._replace(items=(*event.items, "no-such-thing")))
        for seat in (99, -1):
            with pytest.raises(BadEvent):
                state.apply(event._replace(seat=seat))


@every_size
def test_scores_table_and_reasons_are_told_in_every_state(game: Game, players: int) -> None:
    for state in played(game.name, players).states:
        assert len(state.scores()) == players
        assert all(isinstance(points, int) for points in state.scores())
        assert all(
            isinstance(piece, Expected) and piece.place and piece.kind and piece.face
            for piece in state.expected_pieces()
        )
        for reason in state.why():
            assert isinstance(reason, Reason)
            assert reason.text
            assert is_rule(reason.rule)
            assert reason.seat is None or reason.seat in range(players)


@every_size
def test_a_view_is_a_state_of_its_own_and_viewing_twice_changes_nothing(game: Game, players: int) -> None:
    for state in played(game.name, players).states[::5]:
        for seat in (None, *range(players)):
            view = state.view(seat)
            assert type(view) is type(state)
            assert view.view(seat) == view
            assert type(view.awaits) is type(state.awaits)
            assert len(view.scores()) == players


@every_size
def test_a_state_is_a_frozen_value(game: Game, players: int) -> None:
    for state in played(game.name, players).states[::50]:
        assert hash(state) == hash(dataclasses.replace(state))
        name = dataclasses.fields(state)[0].name
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(state, name, None)


@every_size
def test_each_policy_plays_to_the_end_and_the_same_game_from_the_same_seed(game: Game, players: int) -> None:
    for policy in game.policies:
        results = list(simulate(game, players, 2, 11, policies=[policy], max_events=5_000))
        assert results[:1] == list(simulate(game, players, 1, 11, policies=[policy], max_events=5_000))
        assert all(result.over for result in results) or game.name in ENDLESS


@every_game
def test_numbers_of_players_and_options_that_do_not_fit_are_refused(game: Game) -> None:
    for players in (0, game.seats[0] - 1, game.seats[-1] + 1):
        with pytest.raises(BadEvent, match=r"players"):
            game.start(players)
    with pytest.raises(BadEvent, match="no option"):
        game.start(game.seats[0], {"no-such-option": 1})
    for option in game.options:
        with pytest.raises(BadEvent, match=option.name):
            game.start(game.seats[0], {option.name: "no such value"})


@every_game
def test_every_value_of_every_option_starts_a_game_for_the_most_players(game: Game) -> None:
    for option in game.options:
        for value in {option.values[0], option.values[-1], option.default, *option.values[:8]}:
            try:
                state = game.start(game.seats[-1], {option.name: value})
            except BadEvent as error:
                assert option.name in str(error)  # noqa: PT017 - some values go with fewer players only
            else:
                assert not isinstance(state.awaits, Over)


@every_game
def test_every_house_ruling_among_the_options_names_its_ruling(game: Game) -> None:
    for option in game.options:
        assert option.doc
        assert option.default in option.values
        assert not option.house or re.fullmatch(r"[A-Z]{2}-\d+", option.rule)


@every_game
def test_every_game_has_a_playthrough(game: Game) -> None:
    assert any(f'"game": "{game.name}"' in path.read_text(encoding="utf-8") for path in PLAYTHROUGHS)


@pytest.mark.parametrize("path", PLAYTHROUGHS, ids=[path.stem for path in PLAYTHROUGHS])
def test_a_playthrough_is_told_as_it_was(path: Path) -> None:
    """If a rule was meant to change: run scripts/measuring/playthroughs.py and read the diff."""
    text = path.read_text(encoding="utf-8")
    assert tell(hear(text)) == text


@every_game
def test_what_is_awaited_of_chance_can_be_dealt_and_read_back(game: Game) -> None:
    match = played(game.name, game.seats[-1])
    for state, event in zip(match.states, match.events, strict=False):
        if isinstance(state.awaits, Chance):
            assert event.kind == state.awaits.event
            assert event.seat is None
            with pytest.raises(RulesError):
                state.apply(event._replace(items=event.items + event.items + ("no-such-thing",)))
