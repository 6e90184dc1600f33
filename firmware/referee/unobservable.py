"""Questions that no picture can answer: a decision that leaves no trace, and whether the game is over."""

from __future__ import annotations

from dataclasses import replace

from companion.words import questions as words
from companion.words import sentences
from engines.core import Chance, Event, Over, State, Turn
from firmware.state.table import Answer, Question, Step, Table


def posed(table: Table) -> Table:
    """Ask for a decision that no picture can tell: all its outcomes look alike, and so does what comes after."""
    match, state = table.match, table.match.state
    if table.question or not isinstance(state.awaits, Turn):
        return table
    events = state.legal()
    after = [state.apply(event) for event in events]
    if ending := _ending(state):
        yes = Answer(words.YES, tuple(map(Step, ending)))
        asked = Question(words.IS_THAT_ALL, (yes, Answer(words.STILL_PLAYING, ())), unseen=True)
        return replace(table, question=asked)
    thrown = {_kinds(then.awaits) for then in after if isinstance(then.awaits, Chance)}
    if len(events) < 2 or any(_picture(then) != _picture(after[0]) for then in after) or len(thrown) > 1:
        return table
    answers = tuple(Answer(sentences.offered(match, event), (Step(event),)) for event in events)
    return replace(table, question=Question(sentences.next_step(match), answers))


def _ending(state: State) -> tuple[Event, ...]:
    """The decisions without a trace by which the game would be over; none if there is no such way."""
    steps: tuple[Event, ...] = ()
    while isinstance(state.awaits, Turn) and len(steps) < len(state.scores()):
        quiet = [event for event in state.legal() if _picture(state.apply(event)) == _picture(state)]
        if len(quiet) != 1:
            return ()
        state, steps = state.apply(quiet[0]), (*steps, quiet[0])
    return steps if isinstance(state.awaits, Over) else ()


def _picture(state: State) -> object:
    """What lies on the table in this state."""
    return sorted((lie.place, lie.kind, lie.face, lie.free) for lie in state.expected_pieces())


def _kinds(chance: Chance) -> tuple[str, ...]:
    """Which kinds of pieces are to be thrown next."""
    return tuple(pool.kind for pool in chance.pools)
