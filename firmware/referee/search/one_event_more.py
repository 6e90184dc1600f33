"""How a decision, a throw or a draw makes a hypothesis longer by one event, and what that costs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import replace
from math import log

from engines.core import BLANK, Chance, Event, State, Turn
from engines.dealer import outcomes
from engines.names import lying_item
from firmware.referee.hypothesis import Hypothesis, required, thrown_kinds
from firmware.referee.likelihood import SIGHT
from firmware.referee.search.allowed_events import AllowedEvents, first_items, kinds_laying_several
from firmware.referee.search.limits import LIMITS
from firmware.referee.search.state_pieces import expected_after
from firmware.referee.search.weigher import Weigher
from firmware.referee.throws import readings, thrown
from firmware.state.table import Step


def one_event_more(weigher: Weigher, allowed: AllowedEvents, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    """The hypothesis with one event more, each that the look allows."""
    awaits = hypothesis.state.awaits
    if isinstance(awaits, Turn):
        yield from _decided(weigher, allowed, hypothesis)
    elif isinstance(awaits, Chance) and thrown(awaits):
        yield from _thrown(weigher, hypothesis, awaits)
    elif isinstance(awaits, Chance):
        yield from _drawn(weigher, allowed, hypothesis, awaits)


def _decided(weigher: Weigher, allowed: AllowedEvents, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
    state, pieces, laid = hypothesis.state, weigher.pieces, weigher.pieces_are_laid
    hasty = bool(hypothesis.steps and hypothesis.steps[-1].look)
    haste, lacks = LIMITS.haste_nats * hasty, hasty and _throw_is_unseen(weigher, hypothesis)
    trace, events = pieces.of(state).required_counts, state.legal()
    choices, several = Counter(kind for kind, _ in first_items(events)), kinds_laying_several(events)
    for event in allowed.of(state, events):
        then = state.apply(event)
        lays = bool(event.items) and allowed.lays_openly(state, event)
        quiet = not lays and not _awaits_throw(then) and pieces.of(then).required_counts == trace
        cost = (
            _passing_cost(hypothesis, event)
            if quiet
            else (LIMITS.laying_nats if laid else LIMITS.decision_nats) + haste
        )
        absent = not laid and _only_absence_speaks(state, then)
        bare = hypothesis.absence_only | (_required_kinds(state) if absent else frozenset())
        after = weigher.one_step_more(hypothesis, Step(event), then, -cost, cost, hypothesis.left_lying)
        covered = after.unseen_piece and bool(pieces.of(then).required_counts - trace)  # else it was seen before
        unlikely = 0.0 if quiet else LIMITS.covered_nats * covered
        if lays:
            unlikely += log(choices[event.kind])  # that it was just this piece, of all that might be laid so
            unlikely += LIMITS.under_nats * allowed.count_unseen(event, several)
        yield replace(
            after,
            traceless=quiet,
            prior=after.prior - unlikely,
            absence_only=bare,
            has_unseen=hypothesis.has_unseen or covered or lacks,
            opened=hypothesis.opened,
        )


def _thrown(weigher: Weigher, hypothesis: Hypothesis, awaits: Chance) -> Iterator[Hypothesis]:
    kinds = {pool.kind for pool in awaits.pools}
    if thrown_kinds(hypothesis.steps) & kinds:
        return
    bare = hypothesis.absence_only & kinds  # another kind thrown speaks for the decision
    left_lying = tuple(lying_item(piece) for piece in required(hypothesis.state) if not piece.fresh)
    for step, likely in readings(hypothesis.state, awaits, weigher.pair):
        then = hypothesis.state.apply(step.event)
        after = weigher.one_step_more(hypothesis, step, then, likely, left_lying=left_lying)
        yield replace(after, absence_only=bare)


def _drawn(weigher: Weigher, allowed: AllowedEvents, hypothesis: Hypothesis, awaits: Chance) -> Iterator[Hypothesis]:
    if any(pool.count > 1 and len(pool.faces) > 1 for pool in awaits.pools):
        return  # cards drawn by name: nobody shows these to a camera
    odds, pieces = dict(outcomes(awaits)), weigher.pieces
    secret = any(BLANK in event.items for event in odds)
    for event in allowed.of(hypothesis.state, tuple(odds)):
        then = hypothesis.state.apply(event)
        opened = event.items if secret and BLANK not in event.items else ()
        cost = LIMITS.laying_nats * bool(opened)  # somebody's hand lays it, as with a decision
        after = weigher.one_step_more(hypothesis, Step(event), then, log(odds[event]) - cost, cost)
        expected = zip(pieces.of(then).expected, after.fit.pairs, strict=True)
        quiet = pieces.of(then).required_counts == pieces.of(hypothesis.state).required_counts
        quiet = quiet and not any(piece.fresh and not (piece.free and number is None) for piece, number in expected)
        yield replace(
            after,
            traceless=quiet,
            prior=after.prior - LIMITS.covered_nats * after.unseen_piece,
            absence_only=hypothesis.absence_only,
            has_unseen=hypothesis.has_unseen or after.unseen_piece,
            opened=(*hypothesis.opened, *opened),
        )


def _throw_is_unseen(weigher: Weigher, hypothesis: Hypothesis) -> bool:
    """Whether pieces that its last event threw are not to be seen: lifted already, or never thrown."""
    seen, shown = weigher.pair.observation.pieces, weigher.pieces.of(hypothesis.state)
    expected = expected_after(shown, hypothesis.steps, hypothesis.left_lying, hypothesis.rested)
    return any(
        piece.fresh and (n is None or seen[n].probability(lying_item(piece)) < SIGHT.p_still_the_same)
        for piece, n in zip(expected, hypothesis.fit.pairs, strict=True)
    )


def _passing_cost(hypothesis: Hypothesis, event: Event) -> float:
    """What a decision without a trace costs: nought if it passes on what the one before passed on to its seat."""
    last = hypothesis.steps[-1].event if hypothesis.steps else None
    again = last is not None and (last.kind, last.items) == (event.kind, event.items) and last.seat != event.seat
    return 0.0 if again else LIMITS.quiet_nats


def _awaits_throw(state: State) -> bool:
    """Whether something must be seen next: a throw."""
    return isinstance(state.awaits, Chance) and thrown(state.awaits)


def _required_kinds(state: State) -> frozenset[str]:
    return frozenset(piece.kind for piece in required(state))


def _only_absence_speaks(state: State, then: State) -> bool:
    """Whether a decision changes no score and asks for nothing new on the table: only absence can speak for it."""
    return not required(then) and state.scores() == then.scores()
