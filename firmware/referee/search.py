"""What may have happened since the last look: hypotheses (sequences of events), and how well each explains the look.

The search knows no game. It asks the state for every event that may happen now, asks each resulting state what it
shows, and goes on from those that explain the look best. For a throw with thousands of outcomes it turns the question
round: the likeliest few readings first, each asked of the state. What needs nobody and shows nowhere (cards dealt face
down) happens by itself.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import islice
from math import log

from engines.core import BLANK, Chance, Event, Expected, State, Turn, house_ruling
from engines.dealer import outcomes
from engines.names import lying_item
from firmware.referee.automatic import Lying, by_itself, lying
from firmware.referee.hypothesis import Hypothesis, required, thrown_kinds
from firmware.referee.likelihood import SIGHT, Fit, ObservationPair, fit
from firmware.referee.throws import readings, throwable, thrown
from firmware.state.observation import TRAY
from firmware.state.table import Step


@dataclass(frozen=True, slots=True)
class SearchLimits:
    """What the steps of a hypothesis cost (nats), and how far the search goes."""

    plain_fit_nats: float = -3.0
    """A fit so good that no longer hypothesis is tried."""
    decision_nats: float = 5.0
    """What each decision in a hypothesis must earn by what it explains."""
    haste_nats: float = 5.0
    """So much more for a decision taken before the throw before it was seen lying."""
    laying_nats: float = 3.5
    """What a decision costs where pieces are laid, not thrown: they do not tumble."""
    quiet_nats: float = 1.5
    """For a decision that leaves no trace and asks for none; one that all make in turn costs it once."""
    covered_nats: float = 5.0
    """For a piece that was laid and is gone or covered before anybody saw it."""
    under_nats: float = 2.0
    """For each piece that an event lays together with one that is seen, under which it may lie."""
    compared: int = 200
    """How many hypotheses are compared in the end."""
    events_tried: int = 6
    """So many events of a kind are tried to see whether that kind lays pieces."""
    beam_width: int = 32
    """How many hypotheses of each length are gone on from."""
    weighed: int = 8000
    """So many hypotheses are weighed in one look: what is still unclear then is asked about."""
    stale_events: int = 10
    """By how many events a hypothesis may grow without explaining more."""
    rival_margin_nats: float = 5.5
    """A hypothesis that is less likely than another by more is no rival."""


LIMITS = SearchLimits()


Firsts = frozenset[tuple[str, tuple[str, ...]]]
"""What events name first, each with its kind: the piece that it lays, if it lays one; or nothing."""


class HypothesisSearch:
    """The hypotheses that may lead from `state` to what `pair` shows."""

    def __init__(self, state: State, pair: ObservationPair, wide: bool = False) -> None:
        """`wide`: pieces that lie as they lay may have been laid, too."""
        self.state, self.pair, self.wide = state, pair, wide
        self._shown: dict[int, tuple[State, tuple[Expected, ...]]] = {}
        self._start = self._lying(state)
        self._lays: dict[tuple[int, str], tuple[bool, int]] = {}

    def hypotheses(self) -> list[Hypothesis]:
        """Hypotheses of ever more events, as long as they explain more; of those that tell the same the best."""
        found: dict[object, Hypothesis] = {}
        nodes = [self._begun()]
        best, stale, left = nodes[0], 0, LIMITS.weighed
        while nodes and stale <= LIMITS.stale_events:
            fresh = {}
            for hypothesis in nodes:
                key = hypothesis.outcome_key
                if key not in found or hypothesis.log_posterior > found[key].log_posterior:
                    found[key] = fresh[key] = hypothesis
            lead = max(fresh.values(), key=lambda hypothesis: hypothesis.log_posterior, default=best)
            best, stale = (lead, 0) if lead.log_posterior > best.log_posterior else (best, stale + 1)
            ranked = sorted(fresh.values(), key=lambda hypothesis: -hypothesis.log_posterior)
            nodes = (
                ranked[: LIMITS.beam_width]
                + [hypothesis for hypothesis in ranked[LIMITS.beam_width :] if hypothesis.traceless][
                    : LIMITS.beam_width
                ]
            )
            if best.fit.log_likelihood >= LIMITS.plain_fit_nats:
                nodes = [hypothesis for hypothesis in nodes if hypothesis.cost < best.cost + LIMITS.rival_margin_nats]
            children = (child for hypothesis in nodes for child in self._children(self._settled(hypothesis)))
            nodes = list(islice(children, left))
            left -= len(nodes)
        return self._ends(list(found.values()))

    def _ends(self, hypotheses: list[Hypothesis]) -> list[Hypothesis]:
        """The likeliest hypotheses with what then happens by itself; of those that then are alike the best.

        Left out is what there is time to find out later.
        """
        ends: dict[object, Hypothesis] = {}
        for hypothesis in sorted(hypotheses, key=lambda hypothesis: -hypothesis.log_posterior)[: LIMITS.compared]:
            done = self._settled(hypothesis)
            if not hypothesis.traceless:
                ends.setdefault(done.outcome_key, done)
        return list(ends.values()) or hypotheses[:1]

    def _begun(self) -> Hypothesis:
        """The hypothesis in which nothing happened."""
        found = self._fit(self.state, self.lies(self.state, (), (), self._start))
        return Hypothesis((), self.state, 0.0, 0.0, found, self._start)

    def _after(
        self,
        hypothesis: Hypothesis,
        step: Step,
        state: State,
        likely: float = 0.0,
        cost: float = 0.0,
        kept: tuple[str, ...] = (),
    ) -> Hypothesis:
        """The hypothesis with one step more, which leads to `state`."""
        steps, rested = (*hypothesis.steps, step), hypothesis.rested & self._lying(state)
        lies = self.lies(state, steps, kept, rested)
        found = self._fit(state, lies)
        hidden = _hidden(steps, lies, found)
        return Hypothesis(
            steps,
            state,
            hypothesis.prior + likely,
            hypothesis.cost + cost,
            found,
            rested,
            left_lying=kept,
            unseen_piece=hidden,
        )

    def _fit(self, state: State, lies: Sequence[Expected]) -> Fit:
        return fit(lies, self.pair, frozenset() if self._laid else throwable(state))

    def lies(self, state: State, steps: tuple[Step, ...], kept: tuple[str, ...], rested: Lying) -> Sequence[Expected]:
        """What should lie there after `steps`; fresh is what they threw or laid, and nothing else.

        What a throw left lying (`kept`) lies there still, though the rules may need it no more: hands are not as
        quick as they. What has not `rested` there all the time was cleared away and laid anew.
        """
        shown, left = self._shows(state), rested.copy()
        if not steps:
            return [replace(lie, fresh=False) if lie.fresh else lie for lie in shown]
        tumbled, stays, lies = bool(thrown_kinds(steps)), Counter(kept if steps[-1].look else ()), []
        for lie in shown:
            if lie.place == TRAY:
                fresh, free = lie.fresh and tumbled, lie.free and (lie.fresh or stays[lying_item(lie)] <= 0)
                stays[lying_item(lie)] -= lie.free and not free
            else:
                key = (lie.place, lie.kind, lie.face)
                left[key] -= 1
                fresh, free = lie.fresh or left[key] < 0, lie.free
            lies.append(lie if (lie.fresh, lie.free) == (fresh, free) else replace(lie, fresh=fresh, free=free))
        return lies

    def _shows(self, state: State) -> tuple[Expected, ...]:
        if id(state) not in self._shown:
            self._shown[id(state)] = state, state.expected_pieces()  # held, so that its id stays its own
        return self._shown[id(state)][1]

    def _lying(self, state: State) -> Lying:
        return Counter((lie.place, lie.kind, lie.face) for lie in self._shows(state))

    def _trace(self, state: State) -> Lying:
        """What must lie there: what may as well be gone is no trace."""
        return Counter((lie.place, lie.kind, lie.face) for lie in self._shows(state) if not lie.free)

    def _settled(self, hypothesis: Hypothesis) -> Hypothesis:
        """The hypothesis with what then happens by itself: the same pieces lie there, maybe told in another order."""
        while (event := by_itself(hypothesis.state)) is not None:
            state = hypothesis.state.apply(event)
            pairs = _told_anew(hypothesis.fit.pairs, self._shows(hypothesis.state), self._shows(state))
            hypothesis = replace(
                hypothesis,
                steps=(*hypothesis.steps, Step(event)),
                state=state,
                fit=replace(hypothesis.fit, pairs=pairs),
            )
        return hypothesis

    def _children(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        """The hypothesis with one event more, each that the look allows."""
        awaits = hypothesis.state.awaits
        if isinstance(awaits, Turn):
            yield from self._decided(hypothesis)
        elif isinstance(awaits, Chance) and thrown(awaits):
            yield from self._thrown(hypothesis, awaits)
        elif isinstance(awaits, Chance):
            yield from self._drawn(hypothesis, awaits)

    def _decided(self, hypothesis: Hypothesis) -> Iterator[Hypothesis]:
        hasty = bool(hypothesis.steps and hypothesis.steps[-1].look)
        haste, lacks = LIMITS.haste_nats * hasty, hasty and self._lacks(hypothesis)
        trace, events = self._trace(hypothesis.state), hypothesis.state.legal()
        choices, several = Counter(kind for kind, _ in _firsts(events)), _several(events)
        for event in self._likely(hypothesis.state, events):
            then = hypothesis.state.apply(event)
            lays = bool(event.items) and self._laying(hypothesis.state, event)
            quiet = not lays and not _asks(then) and self._trace(then) == trace
            cost = (
                (0.0 if _passed(hypothesis, event) else LIMITS.quiet_nats)
                if quiet
                else (LIMITS.laying_nats if self._laid else LIMITS.decision_nats) + haste
            )
            absent = not self._laid and _only_absence(hypothesis.state, then)
            bare = hypothesis.absence_only | (_kinds(hypothesis.state) if absent else frozenset())
            after = self._after(hypothesis, Step(event), then, -cost, cost, hypothesis.left_lying)
            covered = after.unseen_piece and bool(self._trace(then) - trace)  # one that lay there already was seen
            unlikely = 0.0 if quiet else LIMITS.covered_nats * covered
            if lays:
                unlikely += log(choices[event.kind])  # that it was just this piece, of all that might be laid so
                unlikely += LIMITS.under_nats * self._under(event, several)
            missed, prior = hypothesis.has_unseen or covered or lacks, after.prior - unlikely
            yield replace(
                after, traceless=quiet, prior=prior, absence_only=bare, has_unseen=missed, opened=hypothesis.opened
            )

    def _under(self, event: Event, several: frozenset[str]) -> int:
        """How many of the pieces that an event lays are not seen."""
        return sum(self._names is not None and name not in self._names for name in _pieces(event, several))

    def _lacks(self, hypothesis: Hypothesis) -> bool:
        """Whether pieces that its last event threw are not to be seen: lifted already, or never thrown."""
        seen, lies = (
            self.pair.observation.pieces,
            self.lies(hypothesis.state, hypothesis.steps, hypothesis.left_lying, hypothesis.rested),
        )
        pairs = zip(lies, hypothesis.fit.pairs, strict=True)
        return any(
            lie.fresh and (n is None or seen[n].probability(lying_item(lie)) < SIGHT.p_still_the_same)
            for lie, n in pairs
        )

    def _thrown(self, hypothesis: Hypothesis, awaits: Chance) -> Iterator[Hypothesis]:
        kinds = {pool.kind for pool in awaits.pools}
        if thrown_kinds(hypothesis.steps) & kinds:
            return
        bare = hypothesis.absence_only & kinds  # another kind thrown speaks for the decision
        kept = tuple(lying_item(lie) for lie in required(hypothesis.state) if not lie.fresh)
        for step, likely in readings(hypothesis.state, awaits, self.pair):
            yield replace(
                self._after(hypothesis, step, hypothesis.state.apply(step.event), likely, kept=kept), absence_only=bare
            )

    def _drawn(self, hypothesis: Hypothesis, awaits: Chance) -> Iterator[Hypothesis]:
        if any(pool.count > 1 and len(pool.faces) > 1 for pool in awaits.pools):
            return  # cards drawn by name: nobody shows these to a camera
        odds = dict(outcomes(awaits))
        secret = any(BLANK in event.items for event in odds)
        for event in self._likely(hypothesis.state, tuple(odds)):
            then = hypothesis.state.apply(event)
            opened = event.items if secret and BLANK not in event.items else ()
            cost = LIMITS.laying_nats * bool(opened)  # somebody's hand lays it, as with a decision
            after = self._after(hypothesis, Step(event), then, log(odds[event]) - cost, cost)
            quiet = self._trace(then) == self._trace(hypothesis.state)
            lies = zip(self._shows(then), after.fit.pairs, strict=True)
            quiet = quiet and not any(lie.fresh and not (lie.free and number is None) for lie, number in lies)
            prior, missed = (
                after.prior - LIMITS.covered_nats * after.unseen_piece,
                hypothesis.has_unseen or after.unseen_piece,
            )
            opened = (*hypothesis.opened, *opened)
            yield replace(
                after,
                traceless=quiet,
                prior=prior,
                absence_only=hypothesis.absence_only,
                has_unseen=missed,
                opened=opened,
            )

    def slipped(self) -> tuple[Event, Hypothesis] | None:
        """The play against the rules that explains the look best, and how well; None if there is none."""
        start = self._settled(self._begun())
        slips = [
            event for event in start.state.likely_mistakes() if self._names is None or event.items[0] in self._names
        ]
        hypotheses = [
            (event, self._after(start, Step(house_ruling(event)), start.state.apply_anyway(event))) for event in slips
        ]
        return max(hypotheses, key=lambda pair: pair[1].log_posterior, default=None)

    # -- which events the look allows at all

    def _likely(self, state: State, events: tuple[Event, ...]) -> Iterator[Event]:
        """Those of `events` that the look allows: what lays a piece is read off the pieces that are new.

        What names no piece may always be: the card that would have been laid open stays hidden.
        """
        names, several = self._names, _several(events)
        for event in events:
            hides = not event.items or event.items[0] == BLANK
            seen = names is None or hides or not names.isdisjoint(_pieces(event, several))
            if seen or not self._laying(state, event):
                yield event

    def _laying(self, state: State, event: Event) -> bool:
        """Whether this kind of event lays the piece that its first item names where all can see it."""
        self._shows(state)  # holds the state, so that its id stays its own
        lays, tried = self._lays.get((id(state), event.kind), (False, 0))
        if not lays and tried < LIMITS.events_tried:  # one that lies on its like already tells nothing
            then = state.apply(event)
            new = lying(then) - self._lying(state)
            shown = [lie for lie in then.expected_pieces() if lie.face == event.items[0]]
            lays = any(lie.fresh or (lie.place, lie.kind, lie.face) in new for lie in shown)
            self._lays[id(state), event.kind] = lays, tried + 1
        return lays

    @cached_property
    def _laid(self) -> bool:
        """Whether pieces are laid in this game, not thrown."""
        return any(place != TRAY for place in (*self.pair.zones, *(place for place, _, _ in self._start)))

    @cached_property
    def _names(self) -> frozenset[str] | None:
        """What the pieces that are new may be; None where one of them cannot be read."""
        pieces = zip(self.pair.observation.pieces, self.pair.previous_index, strict=True)
        new = [piece for piece, origin in pieces if origin is None or self.wide]
        if any(not piece.items for piece in new):
            return None
        return frozenset(name for piece in new for name, p in piece.items if p > 1e-3)


def _firsts(events: tuple[Event, ...]) -> Firsts:
    return frozenset((event.kind, event.items[:1]) for event in events)


def _several(events: tuple[Event, ...]) -> frozenset[str]:
    """The kinds of events that may lay several pieces: they name nothing but what others of their kind name first."""
    firsts = _firsts(events)
    others = {event.kind for event in events if any((event.kind, (name,)) not in firsts for name in event.items[1:])}
    return frozenset(event.kind for event in events) - others


def _pieces(event: Event, several: frozenset[str]) -> tuple[str, ...]:
    """The pieces that an event may lay."""
    return event.items if event.kind in several else event.items[:1]


def _told_anew(
    pairs: tuple[int | None, ...], before: tuple[Expected, ...], lies: tuple[Expected, ...]
) -> tuple[int | None, ...]:
    """The piece of each of `lies`, given that of each of `before`: the same lies in another order."""
    left: dict[tuple[str, str, str], list[int | None]] = {}
    for lie, number in zip(before, pairs, strict=True):
        left.setdefault((lie.place, lie.kind, lie.face), []).append(number)
    return tuple(left[lie.place, lie.kind, lie.face].pop(0) for lie in lies)


def _hidden(steps: tuple[Step, ...], lies: Sequence[Expected], seen: Fit) -> bool:
    first = steps[-1].event.items[:1] if steps else ()
    faces = ("back",) if first == (BLANK,) else first
    laid = [n for lie, n in zip(lies, seen.pairs, strict=True) if lie.fresh and lie.face in faces]
    return bool(laid) and not any(number is not None for number in laid)


def _passed(hypothesis: Hypothesis, event: Event) -> bool:
    """Whether an event passes on to the next seat what the last one of the hypothesis passed on, too."""
    last = hypothesis.steps[-1].event if hypothesis.steps else None
    return last is not None and (last.kind, last.items) == (event.kind, event.items) and last.seat != event.seat


def _asks(state: State) -> bool:
    """Whether something must be seen next: a throw."""
    return isinstance(state.awaits, Chance) and thrown(state.awaits)


def _kinds(state: State) -> frozenset[str]:
    return frozenset(lie.kind for lie in required(state))


def _only_absence(state: State, then: State) -> bool:
    """Whether a decision changes no score and asks for nothing new on the table: only absence can speak for it."""
    return not required(then) and state.scores() == then.scores()
