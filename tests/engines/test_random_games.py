"""Whatever chance and players do, a game of Shark Attacks! keeps its promises; from seeds that hypothesis picks."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from engines.core import Event, Match, Over, RulesError, decode
from engines.games import GAMES
from engines.record import BadRecord, read, write
from engines.shark_attacks import GAME, SharkAttacks
from engines.simulate import moves, policies_named


def outcome(action: Callable[[], object]) -> object:
    """What the action gives, or how the rules refuse it; any other error is one."""
    try:
        return action()
    except RulesError as error:
        return error


OPTIONS = st.fixed_dictionaries(
    {},
    optional={option.name: st.sampled_from([option.default, *option.values][:40]) for option in GAME.options},
)


@settings(max_examples=60, deadline=None, derandomize=True)
@given(
    players=st.integers(2, 6), seed=st.integers(0, 2**32), options=OPTIONS, policy=st.sampled_from(list(GAME.policies))
)
def test_every_game_ends_with_one_winner_and_all_dice_and_signs_accounted_for(
    players: int, seed: int, options: dict[str, object], policy: str
) -> None:
    if options.get("first") not in (None, "throw", *range(players)):
        options["first"] = 0
    before = start = GAME.start(players, options)
    assert isinstance(start, SharkAttacks)
    assert isinstance(before, SharkAttacks)
    for _, state in moves(start, policies_named(GAME, [policy], players), Random(seed)):
        assert isinstance(state, SharkAttacks)
        assert sum(state.signs) + state.pool == 6
        assert all(0 <= signs <= 6 for signs in state.signs)
        assert all(now >= then for now, then in zip(state.score, before.score, strict=True))
        assert len(state.kept) + state.dice + len(state.escaped) + len(state.eaten) <= state.rules.swimmer_dice
        assert 0 <= state.red <= 4
        before = state
    assert isinstance(before.awaits, Over)
    assert [seat for seat, score in enumerate(before.score) if score >= before.rules.target] == [before.seat]


ITEMS = st.sampled_from(
    [
        *(f"{kind}-{face}" for kind in ("swimmer", "shark") for face in ("wave", "1", "2", "3")),
        "event-sun",
        "0",
        "1",
        "",
    ]
)
EVENTS = st.builds(
    Event,
    st.sampled_from(["throw", "bank", "again", "event", "take", "draw", ""]),
    st.one_of(st.none(), st.integers(-2, 7)),
    st.lists(ITEMS, max_size=9).map(tuple),
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(seed=st.integers(0, 999), steps=st.integers(0, 60), event=EVENTS)
def test_any_event_at_any_moment_is_applied_or_refused_and_nothing_else(seed: int, steps: int, event: Event) -> None:
    state = GAME.start(3, {"target": 60})
    for (_, after), _ in zip(
        moves(state, policies_named(GAME, ["random"], 3), Random(seed)), range(steps), strict=False
    ):
        state = after
    result = outcome(lambda: state.apply(event))
    if isinstance(result, RulesError):
        assert str(result)
    else:
        assert isinstance(result, SharkAttacks)
        assert result != state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.sampled_from(["event", "seat", "items", "x"]), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None, derandomize=True)
@given(data=JSON)
def test_any_json_is_an_event_or_refused(data: object) -> None:
    result = outcome(lambda: decode(data))
    assert isinstance(result, Event) or (isinstance(result, RulesError) and str(result))


@settings(max_examples=200, deadline=None, derandomize=True)
@given(seed=st.integers(0, 99), cut=st.integers(0, 4000), junk=st.text(max_size=12))
def test_a_damaged_record_is_read_or_refused_by_its_line(seed: int, cut: int, junk: str) -> None:
    match = Match.begin(GAMES["shark-attacks"], ("Ana", "Ben"), {"target": 20})
    match = match.play(*(event for event, _ in moves(match.state, policies_named(GAME, ["random"], 2), Random(seed))))
    text = write(match)
    cut %= len(text)
    damaged = text[:cut] + junk + text[cut + len(junk) :]
    result = outcome(lambda: read(damaged))
    if isinstance(result, BadRecord):
        assert 1 <= result.line <= len(damaged.splitlines()) + 1
    else:
        assert isinstance(result, Match)
