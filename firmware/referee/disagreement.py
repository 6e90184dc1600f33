"""What lies there once people have said what happened; and what they are asked where nobody mends what differs."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace

from engines.core import Match, State
from engines.names import lying_item
from firmware.referee.asking.questions import standing
from firmware.referee.hypothesis import bound
from firmware.referee.likelihood import ObservationPair, fit
from firmware.referee.search.beam import explanations
from firmware.referee.search.limits import LIMITS as SEARCH
from firmware.state.observation import DICE_PLACES, KEPT, Observation
from firmware.state.table import Mismatch, Question, Table


@dataclass(frozen=True, slots=True)
class DisagreementLimits:
    """When a difference is asked about."""

    looks_stood: int = 2
    """A difference that is the same in so many more looks is no slip that somebody is about to mend."""


LIMITS = DisagreementLimits()


def differs(table: Table, observation: Observation, found: Mismatch, lasting: Question | None) -> Table:
    """The table after a look that no hypothesis explains; `lasting` is what is being asked all the same."""
    last = table.mismatch
    found = replace(found, stood=last.stood + 1 if last and last.expected == found.expected else 0)
    asked = table.question if found.stood > LIMITS.looks_stood else None
    if found.stood == LIMITS.looks_stood:
        asked = _amiss(table.match, ObservationPair(observation, table.look), found)
    return replace(table, mismatch=found, question=asked or lasting)


def _amiss(match: Match, pair: ObservationPair, found: Mismatch) -> Question | None:
    """What happened all the same, the likeliest first; None where pieces are thrown, for those
    are thrown again, and where nothing at all can have happened."""
    if any(piece.place in DICE_PLACES for piece in pair.observation.pieces):
        return None
    both = [
        hypothesis for wide in (False, True) for hypothesis in explanations(match.state, pair, wide=wide).hypotheses
    ]
    likeliest_last = sorted(both, key=lambda hypothesis: hypothesis.log_posterior)
    best = {hypothesis.outcome_key: hypothesis for hypothesis in likeliest_last}
    ranked = sorted(
        (hypothesis for hypothesis in best.values() if hypothesis.steps),
        key=lambda hypothesis: -hypothesis.log_posterior,
    )
    close = [
        hypothesis._replace(steps=bound(hypothesis, pair))
        for hypothesis in ranked
        if hypothesis.log_posterior > ranked[0].log_posterior - SEARCH.rival_margin_nats
    ]
    return standing(match, pair, close, found.pieces) if close else None


def following(observation: Observation, before: Observation | None, state: State) -> Observation:
    """A look after the one `before`: what lacked lacks still, as long as it should lie there."""
    lacked = Counter(before.lacking if before else ()) & _should_lie(state)
    return replace(observation, lacking=tuple(lacked.elements()))


def without_overlooked(state: State, observation: Observation) -> Observation:
    """A look that people have explained: dice on the strip that nobody sees, but that they have told of, lack there."""
    pieces = zip(observation.pieces, observation.identities, strict=True)
    overlooked = _should_lie(state) - Counter((piece.place, name) for piece, name in pieces if name)
    told = ((place, name) for place, name in overlooked.elements() if place == KEPT)
    return replace(observation, lacking=(*observation.lacking, *told))


def _should_lie(state: State) -> Counter[tuple[str, str]]:
    """The (place, item) of all that should lie there."""
    return Counter((lie.place, lying_item(lie)) for lie in state.expected_pieces() if not lie.free)


def let_stand(state: State, observation: Observation, before: Observation | None) -> Observation:
    """A look that differs from the state, let stand: what does not belong is left there, what lacks is not missed."""
    lies = [lie._replace(fresh=False) for lie in state.expected_pieces()]
    pairs = fit(lies, ObservationPair(observation, before), frozenset()).pairs
    known = {n: lying_item(lie) for lie, n in zip(lies, pairs, strict=True) if n is not None}
    lacks = ((lie.place, lying_item(lie)) for lie, n in zip(lies, pairs, strict=True) if n is None and not lie.free)
    return replace(observation.with_identities(known), lacking=tuple(lacks))


def named(state: State, pair: ObservationPair, known: dict[int, str]) -> dict[int, str]:
    """Names for the pieces that the answer did not name: what the state says should lie there.

    Those that were not touched are what they were known to be, the others what they are likeliest.
    """
    observation, left = pair.observation, [(lie.place, lying_item(lie)) for lie in state.expected_pieces()]
    for number, name in known.items():
        if (observation.pieces[number].place, name) in left:
            left.remove((observation.pieces[number].place, name))
    guesses = [(number, pair.known(number) or "") for number in range(len(observation.pieces))]
    guesses += [(number, name) for number, piece in enumerate(observation.pieces) for name, _ in piece.items]
    for number, name in guesses:
        place = observation.pieces[number].place
        if number not in known and (place, name) in left:
            known = known | {number: name}
            left.remove((place, name))
    return known
