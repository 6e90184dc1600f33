"""The search itself: ever longer hypotheses, of which those that explain the look best are gone on from."""

from __future__ import annotations

from itertools import islice
from math import inf
from typing import NamedTuple

from engines.core import Chance, Event, State, Turn, house_ruling
from engines.once import for_a_match
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import ObservationPair
from firmware.referee.search.allowed_events import AllowedEvents
from firmware.referee.search.limits import LIMITS
from firmware.referee.search.one_event_more import one_event_more
from firmware.referee.search.weigher import Weigher
from firmware.referee.throws import thrown
from firmware.state.table import Step


class Explanations(NamedTuple):
    """The hypotheses that were weighed; `complete` is false where as many were weighed as may be (`LIMITS.weighed`)
    before all that may be rivals were."""

    hypotheses: tuple[Hypothesis, ...]
    complete: bool


@for_a_match(2)
def explanations(state: State, pair: ObservationPair, *, wide: bool) -> Explanations:
    """What may lead from `state` to what `pair` shows: hypotheses of ever more events, as long as they explain more.

    Of those that tell the same the best. `wide`: pieces that lie as they lay may have been laid, too. The last few
    answers are remembered, for what differs is asked about twice in a look.
    """
    weigher = Weigher(state, pair)
    allowed = AllowedEvents(pair, weigher.pieces, wide)
    found: dict[object, Hypothesis] = {}
    nodes = [weigher.nothing_happened()]
    worst = nodes[0].fit.log_likelihood - LIMITS.amiss_nats if weigher.pieces_are_laid else -inf
    best, stale, left = nodes[0], 0, LIMITS.weighed_wide if wide else LIMITS.weighed
    while nodes and stale <= LIMITS.stale_events:
        fresh = {}
        for hypothesis in nodes:
            key = hypothesis.outcome_key
            rival = found.get(key)
            if rival is None or hypothesis.log_posterior > rival.log_posterior:
                found[key] = fresh[key] = hypothesis
        lead = max(fresh.values(), key=_likeliness, default=best)
        best, stale = (lead, 0) if lead.log_posterior > best.log_posterior else (best, stale + 1)
        least = _least_prior(best)
        parents = map(weigher.settled, _gone_on_from(list(fresh.values()), best, worst, least))
        children = (child for parent in parents for child in one_event_more(weigher, allowed, parent, least))
        nodes = list(islice(children, left))
        left -= len(nodes)
    return Explanations(tuple(_ends(weigher, list(found.values()))), complete=left > 0)


def against_the_rules(state: State, pair: ObservationPair) -> tuple[Event, Hypothesis] | None:
    """The play against the rules that explains the look best, and how well; None if there is none."""
    weigher = Weigher(state, pair)
    names = AllowedEvents(pair, weigher.pieces, wide=False).new_names
    start = weigher.settled(weigher.nothing_happened())
    mistakes = [event for event in start.state.likely_mistakes() if names is None or event.items[0] in names]
    standing = [(event, _let_stand(weigher, start, event)) for event in mistakes]
    return max(standing, key=lambda found: found[1].log_posterior, default=None)


def _let_stand(weigher: Weigher, start: Hypothesis, event: Event) -> Hypothesis:
    then = weigher.pieces.of(start.state.apply_anyway(event))
    weighed = weigher.weigh(start, Step(house_ruling(event)), then)
    return Hypothesis(**weighed._asdict(), state=then.state, prior=start.prior, cost=start.cost)


def _likeliness(hypothesis: Hypothesis) -> float:
    return hypothesis.log_posterior


def _least_prior(best: Hypothesis) -> float:
    """What a hypothesis that may rival the best is likelier than before looking: no fit is better than nought, and none
    is out of question as long as nothing fits."""
    believed = best.fit.log_likelihood >= LIMITS.worst_believed_nats
    return best.log_posterior - LIMITS.out_of_question_nats if believed else -inf


def _gone_on_from(fresh: list[Hypothesis], best: Hypothesis, worst_fit: float, least_prior: float) -> list[Hypothesis]:
    """The likeliest, and as many of the others that left no trace yet; none that can no longer rival the best, and
    none that fits worse than `worst_fit`.

    Beside a plain fit none is gone on from that costs too much.
    """
    fitting = (each for each in fresh if each.fit.log_likelihood >= worst_fit)
    ranked = iter(sorted(fitting, key=_likeliness, reverse=True))
    likeliest = islice((each for each in ranked if _may_rival(each, least_prior)), LIMITS.beam_width)
    nodes = list(likeliest)
    traceless = (each for each in ranked if each.traceless and _may_rival(each, least_prior))
    nodes += islice(traceless, LIMITS.beam_width)
    if best.fit.log_likelihood < LIMITS.plain_fit_nats:
        return nodes
    return [hypothesis for hypothesis in nodes if hypothesis.cost < best.cost + LIMITS.rival_margin_nats]


def _may_rival(hypothesis: Hypothesis, least_prior: float) -> bool:
    """Whether a hypothesis is likelier than that once it fits: no event makes it likelier, and what is amiss takes at
    least one decision more that leaves a trace."""
    if hypothesis.prior - LIMITS.laying_nats > least_prior:
        return True  # in any case: what its state awaits takes long to tell
    amiss = hypothesis.fit.log_likelihood < LIMITS.worst_asked_nats and isinstance(hypothesis.state.awaits, Turn)
    return hypothesis.prior > least_prior and not amiss


def _told_by_next_throw(hypothesis: Hypothesis) -> bool:
    """Whether its last decision says which dice lie on: what is thrown beside them tells it."""
    last = hypothesis.steps[-1] if hypothesis.steps else None
    if last is None or last.look or not last.event.items or last.event.seat is None:
        return False
    awaits = hypothesis.state.awaits
    throwing = isinstance(awaits, Chance) and thrown(awaits)
    return throwing and not any(piece.fresh for piece in hypothesis.state.expected_pieces())


def _ends(weigher: Weigher, found: list[Hypothesis]) -> list[Hypothesis]:
    """The hypotheses that may be told or asked about, with what then happens by itself; of those then alike the best.

    Left out is what there is time to find out later.
    """
    ends: dict[object, Hypothesis] = {}
    likeliest = sorted(found, key=_likeliness, reverse=True)[: LIMITS.compared]
    traced = [each for each in likeliest if not (each.traceless or _told_by_next_throw(each))]
    happened = max((hypothesis.log_posterior for hypothesis in traced if hypothesis.steps), default=-inf)
    for hypothesis in traced:
        out_of_question = hypothesis.steps and hypothesis.log_posterior < happened - LIMITS.out_of_question_nats
        if hypothesis.fit.log_likelihood >= LIMITS.worst_asked_nats or not out_of_question:
            settled = weigher.settled(hypothesis)
            ends.setdefault(settled.outcome_key, settled)
    return list(ends.values()) or found[:1]
