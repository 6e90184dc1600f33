"""Questions that no picture can answer: a decision that leaves no trace, and whether the game is over."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace

from companion.words import questions as words
from companion.words import sentences
from engines.core import Chance, Event, Over, State, Turn
from firmware.referee.asking import gaps
from firmware.referee.search.state_pieces import PiecesOfStates, StatePieces, pieces_from
from firmware.state.table import Answer, Question, Step, Table


def posed(table: Table) -> Table:
    """Ask for a decision that no picture can tell: all its outcomes look alike, and so does what comes after."""
    match, state = table.match, table.match.state
    if table.question or match.paused or not isinstance(state.awaits, Turn):
        return table
    pieces = pieces_from(state)
    if ending := _ending(state, pieces):
        yes = Answer(words.YES, tuple(map(Step, ending)))
        asked = Question(words.IS_IT_OVER, (yes, Answer(words.STILL_PLAYING, ())), unseen=True)
        return replace(table, question=asked)
    if not _untold(state, pieces):
        return table
    offered = ((sentences.offered(match, event), (Step(event),)) for event in state.legal())
    found = gaps.ask((gaps.TellableWay((text,), steps) for text, steps in offered), match.players)
    text = sentences.next_step(match) if found.plain else found.text
    return replace(table, question=Question(text, found.answers))


def _untold(state: State, pieces: PiecesOfStates) -> bool:
    """Whether there are several decisions, and neither what lies there nor what is thrown next tells which it was."""
    events = state.legal()
    after = [pieces.of(state).after(events[0])] if events else []
    for event in events[1:]:
        after.append(pieces.of(state).after(event))
        if not _alike(after[0], after[-1]):
            return False
    awaited = [then.state.awaits for then in after]
    return len(after) > 1 and len({_kinds(awaits) for awaits in awaited if isinstance(awaits, Chance)}) < 2


def _ending(state: State, pieces: PiecesOfStates) -> tuple[Event, ...]:
    """The decisions without a trace by which the game would be over; none if there is no such way.

    At each of them there must be no other without a trace. That is looked at last: it takes all that may be decided.
    """
    steps: list[tuple[State, Event]] = []
    while isinstance(state.awaits, Turn) and len(steps) < len(state.scores()):
        event = next(_traceless(state, pieces), None)
        if event is None:
            return ()
        steps.append((state, event))
        state = pieces.of(state).after(event).state
    if not isinstance(state.awaits, Over) or any(len(list(_traceless(was, pieces))) > 1 for was, _ in steps):
        return ()
    return tuple(event for _, event in steps)


def _traceless(state: State, pieces: PiecesOfStates) -> Iterator[Event]:
    """The decisions that leave no trace; those that name the fewest pieces are tried first."""
    before = pieces.of(state)
    events = sorted(state.legal(), key=lambda event: len(event.items))
    return (event for event in events if _alike(before, pieces.keep(before.after(event))))


def _alike(one: StatePieces, other: StatePieces) -> bool:
    """Whether the same lies on the table in two states."""
    return one.counts == other.counts and one.required_counts == other.required_counts


def _kinds(chance: Chance) -> tuple[str, ...]:
    """Which kinds of pieces are to be thrown next."""
    return tuple(pool.kind for pool in chance.pools)
