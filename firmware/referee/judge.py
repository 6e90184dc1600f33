"""The rules explain the picture: a look and a match give what happened, a question, or what to mend.

The referee knows no game. `search` finds the hypotheses (short sequences of events) after which the table would look
as it does; a clear winner happened, a close call is asked about (`questions`), and where none fits people are told
what to mend (`mismatch`).
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from dataclasses import dataclass, replace
from functools import cached_property
from math import exp

from engines.core import Match, State
from firmware.referee import doubts
from firmware.referee.asking.questions import objection, question
from firmware.referee.hypothesis import Hypothesis, bound, known, thrown_kinds
from firmware.referee.likelihood import ObservationPair
from firmware.referee.mismatch import mismatch
from firmware.referee.search.beam import Explanations, against_the_rules, explanations
from firmware.referee.search.limits import LIMITS as SEARCH
from firmware.referee.vouched_dice import with_vouched
from firmware.state.observation import DICE_PLACES, KEPT, Observation, Piece
from firmware.state.table import Mismatch, Question, Step
from firmware.state.vouched import NOBODY, Vouched


@dataclass(frozen=True, slots=True)
class VerdictLimits:
    """How sure the referee must be."""

    p_sure: float = 0.99
    """The posterior at which nobody is asked."""
    mistake_nats: float = 3.0
    """How unlikely it is that people lay a piece where the rules forbid it, beside where they may."""
    further_answers: int = 2
    """So many of the next likeliest are offered beside "nothing changed"."""


LIMITS = VerdictLimits()


@dataclass(frozen=True, slots=True)
class Happened:
    """Clear: these steps happened (none: the same table still). `look` now carries what each piece is."""

    steps: tuple[Step, ...]
    look: Observation


@dataclass(frozen=True, slots=True)
class Busy:
    """Pieces are on their way (lifted, not yet thrown): say nothing, wait for the next look.

    `look` holds those that are still there, known as before.
    """

    look: Observation


Verdict = Happened | Question | Mismatch | Busy


@dataclass(frozen=True)
class Case:
    """All that a verdict is founded on. `hypotheses` are ranked, the best first."""

    match: Match
    pair: ObservationPair
    hypotheses: tuple[Hypothesis, ...]
    complete: bool
    """Whether all hypotheses that may be rivals were weighed."""
    unsettled: Collection[str] | None
    vouched: Mapping[str, float]

    @property
    def best(self) -> Hypothesis:
        """The hypothesis ranked first."""
        return self.hypotheses[0]

    @cached_property
    def believed(self) -> list[Hypothesis]:
        """The hypotheses that fit well enough to be believed."""
        return [each for each in self.hypotheses if _fits(each)]

    @cached_property
    def rivals(self) -> list[Hypothesis]:
        """The hypotheses that cast doubt on the best, itself among them."""
        plausible = [each for each in self.hypotheses if each.fit.log_likelihood >= SEARCH.worst_asked_nats]
        return [each for each in plausible if each.half_taken <= self.best.half_taken]

    @property
    def p_best(self) -> float:
        """The posterior of the best among its rivals."""
        return 1 / sum(exp(each.log_posterior - self.best.log_posterior) for each in self.rivals)

    @property
    def observation(self) -> Observation:
        """What is seen now, each piece named as the best hypothesis has it."""
        return self.pair.observation.with_identities(known(self.best, self.pair))


def judge(
    match: Match,
    observation: Observation,
    before: Observation | None,
    unsettled: Collection[str] | None = None,
    vouched: Vouched = NOBODY,
) -> Verdict:
    """What `observation` says about `match`, given the last one that was explained.

    `unsettled` are pieces that came to be seen in looks since then, which were asked about or differed (None: there
    were none): what happened in the meantime is no more than likely, and not that of which it says nothing. `vouched`
    are strange pieces and doubtful dice that people have named, see `doubts` and `vouched_dice`.
    """
    pair = ObservationPair(with_vouched(observation.with_known_dice(before), vouched), before)
    if pair.untouched and before:
        return Happened((), _rest(pair))
    case = Case(match, pair, *ranked(match.state, pair), unsettled, dict(vouched.least))
    verdicts = (check(case) for check in CHECKS)
    return next((verdict for verdict in verdicts if verdict is not None), None) or _ask(case)


# -- the checks, in order: each gives its verdict, or None where it has nothing to say


def _nothing_fits(case: Case) -> Verdict | None:
    best = case.best
    hopeless = best.fit.log_likelihood < SEARCH.worst_asked_nats or not (_fits(best) or best.steps)
    return _with_perhaps(case) or _misfit(case.match, case.pair, best) if hopeless else None


def _rather_amiss(case: Case) -> Verdict | None:
    """Something lies amiss, if that is likelier than that pieces went unseen: not where all was thrown anew."""
    if case.pair.all_thrown_anew and _fits(case.best):
        return None
    all_seen = (each for each in case.hypotheses if not each.has_unseen)
    seen = max(all_seen, key=lambda each: each.log_posterior, default=case.best)
    amiss = case.best.has_unseen and seen.log_posterior > case.best.log_posterior
    return _misfit(case.match, case.pair, seen) if amiss else None


def _being_cleared(case: Case) -> Verdict | None:
    """Nothing new lies there, and pieces may be on their way."""
    if None in case.pair.previous_index:
        return None
    lifting = case.best.absence_only or any(each.half_taken for each in case.believed)
    return _with_perhaps(case) or _busy(case.pair) if lifting else None


def _laid_hardly_seen(case: Case) -> Verdict | None:
    """A die of the tray is gone, and something that may be one lies on the strip: not all is as it was."""
    before, seen = case.pair.before, case.observation
    if case.best.steps or before is None or not any(piece.place == KEPT for piece in seen.perhaps):
        return None
    stayed = sum(origin is not None for origin in case.pair.previous_index)
    return _with_perhaps(case) if stayed < len(before.pieces) else None


def _with_perhaps(case: Case) -> Question | None:
    """Asks what it shows where something that may be a die explains the picture, and nothing does without it."""
    seen, state = case.pair.observation, case.match.state
    for count in range(1, len(seen.perhaps) + 1):
        pair = ObservationPair(seen.with_perhaps(count), case.pair.before)
        believed = (each._replace(steps=bound(each, pair)) for each in ranked(state, pair).hypotheses if _fits(each))
        found = [each for each in believed if _tells_of(each, len(seen.pieces))]
        if found:
            close = [each for each in found if each.log_posterior > found[0].log_posterior - SEARCH.rival_margin_nats]
            return question(case.match, pair, close, unread=True)
    return None


def _tells_of(hypothesis: Hypothesis, number: int) -> bool:
    """Whether it is about a piece of this number, or a higher one."""
    return any(piece >= number for step in hypothesis.steps for piece in step.pieces)


def _laid_anew(case: Case) -> Verdict | None:
    if not doubts.laid_anew(case.match.state, case.best, case.pair):
        return None
    return question(case.match, replace(case.pair, observation=case.observation), case.believed)


def _clear(case: Case) -> Verdict | None:
    """The best hypothesis happened, where it is beyond doubt."""
    best, match, pair = case.best, case.match, case.pair
    if not _fits(best) or case.p_best < LIMITS.p_sure or _unclear(case):
        return None
    if best.half_taken and not thrown_kinds(best.steps):
        return _busy(pair)
    if best.half_taken or doubts.beside(match.state, best, pair) or _p_mistake(case) > 1 - LIMITS.p_sure:
        return question(match, pair, [best])
    return Happened(bound(best, pair), case.observation)


CHECKS: tuple[Callable[[Case], Verdict | None], ...] = (
    _nothing_fits,
    _rather_amiss,
    _laid_hardly_seen,
    _being_cleared,
    _laid_anew,
    _clear,
)


def _ask(case: Case) -> Question:
    """Which of the likeliest few happened; "nothing" alone is no question."""
    close = [each for each in case.rivals if each.log_posterior > case.best.log_posterior - SEARCH.rival_margin_nats]
    if not any(each.steps for each in close):
        close += [each for each in case.rivals if each.steps][: LIMITS.further_answers]
    return question(case.match, case.pair, [each._replace(steps=bound(each, case.pair)) for each in close])


# -- what they are founded on


def ranked(state: State, pair: ObservationPair) -> Explanations:
    """The hypotheses, the best first: the likeliest of those that fit with nothing half taken, else the likeliest."""
    found, complete = explanations(state, pair, wide=False)
    if not any(map(_fits, found)):
        more, wide_complete = explanations(state, pair, wide=True)
        found, complete = found + more, complete and wide_complete
        best = {each.outcome_key: each for each in sorted(found, key=lambda each: each.log_posterior)}
        found = tuple(best.values())
    marked = [each._replace(half_taken=True) if doubts.half_taken(state, each, pair) else each for each in found]
    marked.sort(key=lambda each: (each.half_taken or not _fits(each), -each.log_posterior))
    return Explanations(tuple(marked), complete)


def _fits(hypothesis: Hypothesis) -> bool:
    """Whether it explains what is seen well enough to be believed."""
    return hypothesis.fit.log_likelihood >= SEARCH.worst_believed_nats


def _unclear(case: Case) -> bool:
    """Whether people must be asked, however likely the best hypothesis is."""
    best, state, pair = case.best, case.match.state, case.pair
    unseen = best.has_unseen or doubts.left_mark(best, pair) or doubts.topped_unseen(state, best, pair)
    unseen = unseen or doubts.unlike(best, pair, case.vouched) or doubts.die_too_many(state, best, pair)
    overlooked = not pair.observation.sure and doubts.any_number_thrown(state)
    overlooked = overlooked or doubts.strip_half_seen(best, pair)
    doubted = overlooked or best.absence_only != frozenset() or _contradicts_unsettled(case)
    return unseen or doubted or not case.complete


def _contradicts_unsettled(case: Case) -> bool:
    """Whether looks that nobody explained cast doubt on the best hypothesis."""
    if case.unsettled is None:
        return False
    return doubts.leaps(case.best) or doubts.leaves_out(case.best, case.pair.observation, case.unsettled)


def _p_mistake(case: Case) -> float:
    """How likely, beside the best hypothesis, a piece is another that lies there against the rules."""
    pieces = (case.pair.observation.pieces[n] for n, origin in enumerate(case.pair.previous_index) if origin is None)
    if not case.best.steps or all(_is_plain(piece) for piece in pieces):
        return 0.0
    mistake = against_the_rules(case.match.state, case.pair)
    if mistake is None or not _fits(mistake[1]):
        return 0.0
    return exp(mistake[1].fit.log_likelihood - LIMITS.mistake_nats - case.best.fit.log_likelihood)


def _is_plain(piece: Piece) -> bool:
    """Whether vision takes a piece for nothing else but what it likeliest is."""
    return all(p <= 1 - LIMITS.p_sure for _, p in piece.items[1:])


def came(observation: Observation, before: Observation | None) -> set[str]:
    """The pieces laid since `before`, as far as they are read for sure."""
    previous = ObservationPair(observation, before).previous_index
    new = [piece for piece, index in zip(observation.pieces, previous, strict=True) if index is None]
    laid = [piece for piece in new if piece.place not in DICE_PLACES and piece.items]
    return {piece.items[0][0] for piece in laid if piece.items[0][1] >= LIMITS.p_sure}


def _misfit(match: Match, pair: ObservationPair, best: Hypothesis) -> Verdict:
    """Nothing fits: say what to mend, unless pieces are merely on their way."""
    if None not in pair.previous_index:
        return _busy(pair)
    amiss = _against_the_rules(match, pair) or mismatch(match, pair, best)
    if isinstance(amiss, Mismatch) and not amiss.expected and not best.steps:  # it lies as it should, if badly read
        return Happened((), pair.observation.with_identities(known(best, pair)))
    return amiss


def _against_the_rules(match: Match, pair: ObservationPair) -> Question | None:
    """A play against the rules, said with the ruling: it is taken back, or the group lets it stand."""
    mistake = against_the_rules(match.state, pair)
    if mistake is None or not _fits(mistake[1]):
        return None
    event, hypothesis = mistake
    named = replace(pair, observation=pair.observation.with_identities(known(hypothesis, pair)))
    return objection(match, named, event, hypothesis.steps)


def _busy(pair: ObservationPair) -> Busy:
    """What is missing was lifted, if vision is sure that it overlooked nothing."""
    return Busy(_rest(pair) if pair.observation.sure or pair.before is None else pair.before)


def _rest(pair: ObservationPair) -> Observation:
    """The look with the pieces that were not touched known as before."""
    return pair.observation.with_identities(pair.untouched_identities())
