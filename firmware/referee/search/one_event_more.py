"""How a decision, a throw or a draw makes a hypothesis longer by one event, and what that costs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from math import log

from engines.core import BLANK, Chance, Event, State, Turn
from engines.dealer import outcomes
from engines.names import item, lying_item
from engines.once import for_a_match
from firmware.referee.hypothesis import Hypothesis, required, thrown_kinds
from firmware.referee.likelihood import SIGHT
from firmware.referee.search.allowed_events import AllowedEvents
from firmware.referee.search.limits import LIMITS
from firmware.referee.search.offered_events import OfferedEvents
from firmware.referee.search.state_pieces import StatePieces, expected_after
from firmware.referee.search.weigher import Weighed, Weigher
from firmware.referee.throws import readings, thrown
from firmware.state.observation import KEPT
from firmware.state.table import Step


def one_event_more(
    weigher: Weigher, allowed: AllowedEvents, hypothesis: Hypothesis, least_prior: float
) -> Iterator[Hypothesis]:
    """The hypothesis with one event more, each that the look allows.

    What is known to be no likelier than `least_prior` before looking is not weighed.
    """
    awaits = hypothesis.state.awaits
    if isinstance(awaits, Turn):
        yield from _decided(weigher, allowed, hypothesis, least_prior)
    elif isinstance(awaits, Chance) and thrown(awaits):
        yield from _thrown(weigher, hypothesis, awaits)
    elif isinstance(awaits, Chance):
        yield from _drawn(weigher, allowed, hypothesis, awaits, least_prior)


def _decided(
    weigher: Weigher, allowed: AllowedEvents, hypothesis: Hypothesis, least_prior: float
) -> Iterator[Hypothesis]:
    before = weigher.pieces.of(hypothesis.state)
    lacks = _hasty(hypothesis) and _throw_is_unseen(weigher, hypothesis)
    traced = _decision_cost(weigher, hypothesis)
    for event in allowed.of(hypothesis.state, before.offered):
        lays = bool(event.items) and allowed.lays_openly(hypothesis.state, event)
        if event.items and not lays and _hasty(hypothesis):
            continue  # which dice lie on is told by the throw that comes next
        unlikely = _improbability(allowed, before.offered, event) if lays else 0.0
        if lays and hypothesis.prior - traced - unlikely <= least_prior:
            continue
        then = weigher.pieces.keep(before.after(event))
        quiet = not lays and then.required_counts == before.required_counts and not _awaits_throw(then.state)
        weighed = weigher.weigh(hypothesis, Step(event), then, hypothesis.left_lying)
        quiet = quiet and not _shown_open(weigher, then, weighed)
        covered = weighed.unseen_piece and _requires_more(then, before)  # else it was seen
        covered = covered or (lays and _lays_on_its_like(hypothesis, event, then, before))
        cost = _passing_cost(hypothesis, event) if quiet else traced
        if quiet and event.items and before.offered.of_one_kind:
            cost += log(before.offered.count(event.kind))  # said aloud, as a bid: each is as likely
        elif quiet:
            cost += log(before.offered.seats(event.kind))  # said aloud, as a call: whoever it is
        unlikely += _unseen_cost(then) * (covered and not quiet)
        yield Hypothesis(
            steps=weighed.steps,
            fit=weighed.fit,
            rested=weighed.rested,
            unseen_piece=weighed.unseen_piece,
            state=then.state,
            prior=hypothesis.prior - cost - unlikely,
            cost=hypothesis.cost + cost,
            left_lying=hypothesis.left_lying,
            traceless=quiet,
            absence_only=_spoken_for_by_absence(weigher, hypothesis, then.state),
            has_unseen=hypothesis.has_unseen or covered or lacks,
            opened=hypothesis.opened,
        )


def _thrown(weigher: Weigher, hypothesis: Hypothesis, awaits: Chance) -> Iterator[Hypothesis]:
    kinds = {pool.kind for pool in awaits.pools}
    if thrown_kinds(hypothesis.steps) & kinds:
        return
    left_lying = tuple(lying_item(piece) for piece in required(hypothesis.state) if not piece.fresh)
    for step, likely in readings(hypothesis.state, awaits, weigher.pair):
        then = weigher.pieces.of(hypothesis.state.apply(step.event))
        yield Hypothesis(
            **weigher.weigh(hypothesis, step, then, left_lying)._asdict(),
            state=then.state,
            prior=hypothesis.prior + likely,
            cost=hypothesis.cost,
            left_lying=left_lying,
            absence_only=hypothesis.absence_only & kinds,  # another kind thrown speaks for the decision
            has_unseen=hypothesis.has_unseen,
        )


def _drawn(
    weigher: Weigher, allowed: AllowedEvents, hypothesis: Hypothesis, awaits: Chance, least_prior: float
) -> Iterator[Hypothesis]:
    if any(pool.count > 1 and len(pool.faces) > 1 for pool in awaits.pools):
        return  # cards drawn by name: nobody shows these to a camera
    odds, before = _odds(awaits), weigher.pieces.of(hypothesis.state)
    secret = any(BLANK in event.items for event in odds)
    called_by = next((step.event.seat for step in reversed(hypothesis.steps) if step.event.seat is not None), None)
    for event in allowed.of(hypothesis.state, OfferedEvents(odds)):
        opened = () if BLANK in event.items else tuple((item, called_by) for item in event.items)
        cost = LIMITS.laying_nats * bool(secret and opened)  # somebody's hand lays it, as with a decision
        prior = hypothesis.prior + log(odds[event]) - cost
        if prior <= least_prior:
            continue
        then = weigher.pieces.keep(before.after(event))
        weighed = weigher.weigh(hypothesis, Step(event), then)
        paired = zip(then.expected, weighed.fit.pairs, strict=True)
        quiet = then.required_counts == before.required_counts
        quiet = quiet and not any(piece.fresh and not (piece.free and number is None) for piece, number in paired)
        yield Hypothesis(
            steps=weighed.steps,
            fit=weighed.fit,
            rested=weighed.rested,
            unseen_piece=weighed.unseen_piece,
            state=then.state,
            prior=prior - LIMITS.covered_nats * weighed.unseen_piece,
            cost=hypothesis.cost + cost,
            traceless=quiet,
            absence_only=hypothesis.absence_only,
            has_unseen=hypothesis.has_unseen or weighed.unseen_piece,
            opened=(*hypothesis.opened, *opened),
        )


def _shown_open(weigher: Weigher, then: StatePieces, weighed: Weighed) -> bool:
    """Whether a card that the last step laid open, and that may be taken up at once, lies there anew: that is its
    trace."""
    if not weigher.pieces_are_laid:
        return False
    paired = zip(then.expected, weighed.fit.pairs, strict=True)
    seen = (number for piece, number in paired if piece.fresh and piece.free and number is not None)
    return any(weigher.pair.previous_index[number] is None for number in seen)


def _improbability(allowed: AllowedEvents, offered: OfferedEvents, event: Event) -> float:
    """How unlikely (nats) it is that just this piece was laid, of all that might be laid so, for just this end, and
    others unseen with it."""
    unseen = allowed.count_unseen(offered.pieces_laid(event))
    return log(offered.count(event.kind)) + log(offered.ends(event)) + LIMITS.under_nats * unseen


@for_a_match(64)
def _odds(awaits: Chance) -> Mapping[Event, float]:
    """The outcomes of a draw with their probabilities; of many hypotheses the same cards are left."""
    return dict(outcomes(awaits))


def _hasty(hypothesis: Hypothesis) -> bool:
    """Whether the last thing that happened in it is a throw that nobody has seen lying yet, or dice were laid."""
    if not hypothesis.steps or hypothesis.steps[-1].look:
        return bool(hypothesis.steps)
    return any(piece.place == KEPT and piece.fresh for piece in hypothesis.state.expected_pieces())


def _decision_cost(weigher: Weigher, hypothesis: Hypothesis) -> float:
    """What a decision that leaves a trace costs."""
    made = LIMITS.laying_nats if weigher.pieces_are_laid else LIMITS.decision_nats
    return made + LIMITS.haste_nats * _hasty(hypothesis)


def _spoken_for_by_absence(weigher: Weigher, hypothesis: Hypothesis, then: State) -> frozenset[str]:
    """The kinds of pieces whose absence alone speaks for a decision in it, now that one more leads to `then`."""
    if weigher.pieces_are_laid or not _only_absence_speaks(hypothesis.state, then):
        return hypothesis.absence_only
    return hypothesis.absence_only | _required_kinds(hypothesis.state)


def _throw_is_unseen(weigher: Weigher, hypothesis: Hypothesis) -> bool:
    """Whether pieces that its last event threw are not to be seen: lifted already, or never thrown."""
    seen, shown = weigher.pair.observation.pieces, weigher.pieces.of(hypothesis.state)
    expected = expected_after(shown, hypothesis.steps, hypothesis.left_lying, hypothesis.rested)
    return any(
        piece.fresh and (n is None or seen[n].probability(lying_item(piece)) < SIGHT.p_still_the_same)
        for piece, n in zip(expected, hypothesis.fit.pairs, strict=True)
    )


def _passing_cost(hypothesis: Hypothesis, event: Event) -> float:
    """What a decision without a trace costs: nought if it passes on what the one before passed on to its seat, and less
    where that was the same seat's, and left no trace either."""
    last = hypothesis.steps[-1].event if hypothesis.steps else None
    if last is not None and last.seat == event.seat and hypothesis.traceless:
        return LIMITS.more_quiet_nats
    again = last is not None and (last.kind, last.items) == (event.kind, event.items) and last.seat != event.seat
    return 0.0 if again else LIMITS.quiet_nats


def _unseen_cost(then: StatePieces) -> float:
    """What it costs that a piece was laid in a decision and nobody saw it."""
    return LIMITS.untold_nats if any(piece.place == KEPT for piece in then.expected) else LIMITS.covered_nats


def _awaits_throw(state: State) -> bool:
    """Whether something must be seen next: a throw."""
    return isinstance(state.awaits, Chance) and thrown(state.awaits)


def _requires_more(then: StatePieces, before: StatePieces) -> bool:
    """Whether a piece must lie there that did not before."""
    return any(number > before.required_counts.get(piece, 0) for piece, number in then.required_counts.items())


def _lays_on_its_like(hypothesis: Hypothesis, event: Event, then: StatePieces, before: StatePieces) -> bool:
    """Whether a card was laid on a pile just after its like: nobody saw the lower one."""
    card, laid = event.items[0], {step.event.items[0] for step in hypothesis.steps if step.event.items}
    differ = then.counts.items() ^ before.counts.items()
    return card in laid and all(item(kind, face) != card for (_, kind, face), _ in differ)


def _required_kinds(state: State) -> frozenset[str]:
    return frozenset(piece.kind for piece in required(state))


def _only_absence_speaks(state: State, then: State) -> bool:
    """Whether a decision changes no score and asks for nothing new on the table: only absence can speak for it."""
    return not required(then) and state.scores() == then.scores()
