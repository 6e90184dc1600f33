"""The rules explain the picture: a look and a match give what happened, a question, or what to mend.

The referee knows no game. `explain` finds the short runs of events after which the table would look as it does; a
clear winner happened, a close call is asked about (`ask`), and where none fits people are told what to mend (`mend`).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection
from dataclasses import dataclass, replace
from math import exp

from engines.core import Chance, Match, State, Turn
from engines.names import kind_of, lying_item
from firmware.referee.hypothesis import Hypothesis, required, thrown_kinds
from firmware.referee.likelihood import ObservationPair
from firmware.referee.mismatch import mismatch, top
from firmware.referee.questions import objection, question
from firmware.referee.search import MARGIN, HypothesisSearch
from firmware.state.observation import PILE, TRAY, Observation
from firmware.state.table import Mismatch, Question, Step

SURE = 0.99  # the posterior at which nobody is asked
EXPLAINED = -8.0  # the worst fit that is believed
LIKELY = 0.5  # a piece that vision takes for one of the game's with less probability than this is asked about
RIVAL = -15.0  # the worst fit that is still asked about, and that casts doubt on another
FURTHER = 2  # so many of the next likeliest are offered beside "nothing changed"
ALIKE = 3  # so many dice that show what they showed before are no chance to pass over


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


def judge(
    match: Match, look: Observation, before: Observation | None, unsettled: Collection[str] | None = None
) -> Verdict:
    """What `look` says about `match`, given the last look that was explained.

    `unsettled` are pieces that came to be seen in looks since then, which were asked about or differed (None: there
    were none): what happened in the meantime is no more than likely, and not that of which it says nothing.
    """
    scene = ObservationPair(look, before)
    if scene.untouched and before:
        return Happened((), _rest(scene))
    runs, half = _runs(match.state, scene)
    best = runs[0]
    if best.fit.log_likelihood < RIVAL or (best.fit.log_likelihood < EXPLAINED and not best.steps):
        return _misfit(match, scene, best)
    if slip := _likelier_slip(best, runs):
        return _misfit(match, scene, slip)
    believed = [run for run in runs if run.fit.log_likelihood >= EXPLAINED]
    if None not in scene.previous_index and (best.absence_only or any(id(run) in half for run in believed)):
        return _busy(scene)
    if _laid_anew(match.state, best, scene):
        return question(match, replace(scene, look=look.with_identities(known(best, scene))), believed)
    best_half = id(best) in half
    rivals = [run for run in runs if run.fit.log_likelihood >= RIVAL and (id(run) in half) <= best_half]
    total = sum(exp(run.log_posterior - best.log_posterior) for run in rivals)
    unseen = best.has_unseen or _unlike(best, scene) or _topped_unseen(match.state, best, scene)
    doubted = unsettled is not None and (_leaps(best) or _leaves_out(best, look, unsettled))
    unclear = unseen or best.absence_only or doubted
    if best in believed and 1 / total >= SURE and not unclear and (look.sure or not _open(match.state)):
        if best_half:
            return question(match, scene, [best]) if thrown_kinds(best.steps) else _busy(scene)
        if _beside(match.state, best, scene):
            return question(match, scene, [best])
        return Happened(bound(best, scene), look.with_identities(known(best, scene)))
    close = [run for run in rivals if run.log_posterior > best.log_posterior - MARGIN]
    if not any(run.steps for run in close):  # "nothing" alone is no question
        close += [run for run in rivals if run.steps][:FURTHER]
    return question(match, scene, [replace(run, steps=bound(run, scene)) for run in close])


def _runs(state: State, scene: ObservationPair) -> tuple[list[Hypothesis], set[int]]:
    """The runs, the best first: the likeliest of those that fit with nothing half done, else the likeliest.

    Also which of them (by id) read a decision off pieces taken away, or thrown anew, while others of them lie on.
    """
    runs = HypothesisSearch(state, scene).hypotheses()
    if max(run.fit.log_likelihood for run in runs) < EXPLAINED:
        wide = HypothesisSearch(state, scene, wide=True).hypotheses()
        runs = list({run.outcome_key: run for run in sorted(runs + wide, key=lambda run: run.log_posterior)}.values())
    half = {id(run) for run in runs if run.steps and _half_taken(state, run, scene)}
    return sorted(
        runs, key=lambda run: (id(run) in half or run.fit.log_likelihood < EXPLAINED, -run.log_posterior)
    ), half


def _half_taken(state: State, best: Hypothesis, scene: ObservationPair) -> bool:
    """Whether a decision is read off dice that were taken away, or thrown anew, while others of them lie on."""
    if all(step.event.seat is None for step in best.steps):
        return False
    lies = zip(best.state.expected_pieces(), best.fit.pairs, strict=True)
    left = {*best.fit.unassigned, *(number for lie, number in lies if lie.free and number is not None)}
    old = [lie for lie in required(state) if lie.place == TRAY]
    gone = thrown_kinds(best.steps) or {lie.kind for lie in old}
    names = {name for number in left if kind_of(name := top(scene, number)) in gone}
    return bool(names & {lying_item(lie) for lie in old})


def _likelier_slip(best: Hypothesis, runs: list[Hypothesis]) -> Hypothesis | None:
    """The run after which something lies amiss, if that is likelier than `best`, in which pieces went unseen."""
    seen = max((run for run in runs if not run.has_unseen), key=lambda run: run.log_posterior, default=best)
    return seen if best.has_unseen and seen.log_posterior > best.log_posterior else None


def _leaps(best: Hypothesis) -> bool:
    """Whether a run takes several decisions with pieces at once: one that merely happens to fit does."""
    return sum(step.event.seat is not None and bool(step.event.items) for step in best.steps) > 1


def came(look: Observation, before: Observation | None) -> set[str]:
    """The pieces laid since the look `before`, as far as they are read for sure."""
    scene = ObservationPair(look, before)
    new = [piece for piece, origin in zip(look.pieces, scene.previous_index, strict=True) if origin is None]
    return {piece.items[0][0] for piece in new if piece.place != TRAY and piece.items and piece.items[0][1] >= SURE}


def _leaves_out(best: Hypothesis, look: Observation, seen: Collection[str]) -> bool:
    """Whether something happened, but nothing of the run says where one of the pieces `seen` came from and went."""
    told = {name for step in best.steps for name in step.event.items}
    lying = {piece.items[0][0] for piece in look.pieces if piece.items}
    return bool(best.steps) and not told.union(lying).issuperset(seen)


def _topped_unseen(state: State, best: Hypothesis, scene: ObservationPair) -> bool:
    """Whether another card should lie on the discard pile now, and none is seen there."""
    tops = [{lying_item(lie) for lie in each.expected_pieces() if lie.place == PILE} for each in (state, best.state)]
    return scene.unread and bool(tops[1]) and tops[0] != tops[1]


def _unlike(best: Hypothesis, scene: ObservationPair) -> bool:
    """Whether a new piece is taken for one that it is more likely not, for want of a better."""
    fresh = [scene.look.pieces[n] for n in best.fit.pairs if n is not None and scene.previous_index[n] is None]
    return any(piece.place != TRAY and sum(p for _, p in piece.items) < LIKELY for piece in fresh)


def _laid_anew(state: State, best: Hypothesis, scene: ObservationPair) -> bool:
    """Whether what looks like a throw shows the very dice that should lie there, all in other places.

    A mat that was moved, or dice lifted and put back, look the same as that rare throw: nobody can tell but people.
    """
    if (
        len(scene.look.pieces) < ALIKE
        or any(n is not None for n in scene.previous_index)
        or not thrown_kinds(best.steps)
    ):
        return False
    should = Counter(lying_item(lie) for lie in required(state)) if isinstance(state.awaits, Turn) else None
    as_before = scene.before is not None and _read_as(scene.look) == _read_as(scene.before)
    return as_before or Counter(known(best, scene).values()) == should


def _read_as(look: Observation) -> Counter[str]:
    """The likeliest items of a look, counted."""
    return Counter(piece.items[0][0] for piece in look.pieces if piece.items)


def _misfit(match: Match, scene: ObservationPair, best: Hypothesis) -> Verdict:
    """Nothing fits: say what to mend, unless pieces are merely on their way."""
    if None not in scene.previous_index:
        return _busy(scene)
    amiss = _slip(match, scene) or mismatch(match, scene, best)
    if isinstance(amiss, Mismatch) and not amiss.expected and not best.steps:  # it lies as it should, if badly read
        return Happened((), scene.look.with_identities(known(best, scene)))
    return amiss


def _slip(match: Match, scene: ObservationPair) -> Question | None:
    """A play against the rules, said with the ruling: it is taken back, or the group lets it stand."""
    slip = HypothesisSearch(match.state, scene).slipped()
    if slip is None or slip[1].fit.log_likelihood < EXPLAINED:
        return None
    event, run = slip
    return objection(match, replace(scene, look=scene.look.with_identities(known(run, scene))), event, run.steps)


def _busy(scene: ObservationPair) -> Busy:
    """What is missing was lifted, if vision is sure that it overlooked nothing."""
    return Busy(_rest(scene) if scene.look.sure or scene.before is None else scene.before)


def _rest(scene: ObservationPair) -> Observation:
    """The look with the pieces that were not touched known as before."""
    return scene.look.with_identities({i: name for i in range(len(scene.look.pieces)) if (name := scene.known(i))})


def _open(state: State) -> bool:
    """Whether any number of pieces may be thrown now: then the rules cannot tell that one was overlooked."""
    return isinstance(state.awaits, Chance) and any(pool.most is not None for pool in state.awaits.pools)


def _beside(state: State, best: Hypothesis, scene: ObservationPair) -> bool:
    """Whether dice of the last throw lie untouched beside those thrown now, where any number may be thrown."""
    return (
        _open(state)
        and bool(best.steps)
        and any(scene.previous_index[number] is not None for number in best.fit.unassigned)
    )


def known(run: Hypothesis, scene: ObservationPair) -> dict[int, str]:
    """What each piece of the look is, if `run` is what happened."""
    untouched = {i: name for i in range(len(scene.look.pieces)) if (name := scene.known(i))}
    lies = zip(run.state.expected_pieces(), run.fit.pairs, strict=True)
    return untouched | {number: lying_item(lie) for lie, number in lies if number is not None}


def bound(run: Hypothesis, scene: ObservationPair) -> tuple[Step, ...]:
    """The steps of a run, each that laid a piece bound to that piece of the look."""
    names = known(run, scene)
    new = [i for i, origin in enumerate(scene.previous_index) if origin is None]
    steps = []
    for step in run.steps:
        first = step.event.items[0] if step.event.items and not step.look else None
        number = next((i for i in new if names.get(i) == first), None) if first else None
        if number is not None:
            new.remove(number)
            step = replace(step, look=scene.look.id, pieces=(number,))
        steps.append(step)
    return tuple(steps)
