"""The rules explain the picture: a look and a match give what happened, a question, or what to mend.

The referee knows no game. It asks the state for every short run of events that may happen now, asks each resulting
state what it shows, and takes the run that best explains the look. For a chance with thousands of outcomes it turns
the question round: the likeliest few readings first, each asked of the state.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from math import exp, log

from companion import words as sentences
from engines.core import Chance, Event, Lies, Match, Over, Pool, RulesError, State, Turn
from firmware.fit import ANY, Fit, Scene, fit
from firmware.look import Look
from firmware.table import Answer, Mismatch, Question, Step
from firmware.words import face_of, join, kind_of, kinds, name

SURE = 0.99  # the posterior at which nobody is asked
EXPLAINED = -8.0  # the worst fit that is believed
RIVAL = -15.0  # the worst fit that is still asked about, and that casts doubt on another
PLAIN = -3.0  # a fit so good that no longer run is tried
DECISION = 6.0  # nats that each decision in a run must earn by what it explains
HASTE = 5.0  # nats more for a decision taken before the throw before it was seen lying
READINGS = 6  # how many readings of one throw are tried
DECISIONS = 2  # how many decisions a run may hold
ALIKE = 3  # so many dice that show what they showed before are no chance to pass over


@dataclass(frozen=True, slots=True)
class Happened:
    """Clear: these steps happened (none: the same table still). `look` now carries what each piece is."""

    steps: tuple[Step, ...]
    look: Look


@dataclass(frozen=True, slots=True)
class Busy:
    """Pieces are on their way (lifted, not yet thrown): say nothing, wait for the next look.

    `look` holds those that are still there, known as before.
    """

    look: Look


Verdict = Happened | Question | Mismatch | Busy


@dataclass(frozen=True, slots=True)
class Run:
    """A short run of events, where it leads, and how well that fits; `prior` is its log-probability before looking."""

    steps: tuple[Step, ...]
    state: State
    prior: float
    fit: Fit
    bare: bool = False
    """Whether it holds a decision that nothing but absence speaks for (banking nought, say)."""
    half: bool = False
    """Whether it reads a decision off pieces taken away, or thrown anew, while others of them lie on."""

    @property
    def score(self) -> float:
        return self.fit.score + self.prior


def judge(match: Match, look: Look, before: Look | None) -> Verdict:
    """What `look` says about `match`, given the last look that was explained."""
    scene = Scene(look, before)
    if scene.untouched and before:
        return Happened((), _rest(scene))
    runs = _runs(match.state, scene)
    best = runs[0]
    if best.fit.score < RIVAL or (best.fit.score < EXPLAINED and not best.steps):
        return _misfit(match, scene, best)
    believed = [run for run in runs if run.fit.score >= EXPLAINED]
    if None not in scene.origin and (best.bare or any(run.half for run in believed)):
        return _busy(scene)
    if _laid_anew(match.state, best, scene):
        return _question(match, replace(scene, look=look.explained(_known(best, scene))), believed)
    rivals = [run for run in runs if run.fit.score >= RIVAL and run.half <= best.half]
    total = sum(exp(run.score - best.score) for run in rivals)
    clear = best in believed and 1 / total >= SURE and not best.bare
    if clear and (look.sure or not _open(match.state)):
        if best.half:
            return _question(match, scene, [best]) if _thrown(best.steps) else _busy(scene)
        return Happened(best.steps, look.explained(_known(best, scene)))
    return _question(match, scene, [run for run in rivals if exp(run.score - best.score) / total > 0.005])


def _runs(state: State, scene: Scene) -> list[Run]:
    """Runs of events with ever more decisions until one fits plainly, each list of events once.

    The best comes first: the likeliest of those that fit with nothing half done, else the likeliest.
    """
    found: dict[tuple[Event, ...], Run] = {}
    for decisions in range(DECISIONS + 1):
        for run in _after(state, scene, decisions, (), 0.0, frozenset(), Counter()):
            run = replace(run, half=_half_taken(state, run, scene))
            events = tuple(step.event for step in run.steps)
            if events not in found or run.score > found[events].score:
                found[events] = run
        if max(run.fit.score for run in found.values()) >= PLAIN:
            break
    return sorted(found.values(), key=lambda run: (run.half or run.fit.score < EXPLAINED, -run.score))


def _after(
    state: State,
    scene: Scene,
    decisions: int,
    steps: tuple[Step, ...],
    prior: float,
    bare: frozenset[str],
    kept: Counter[str],
) -> Iterator[Run]:
    """Every run that goes on from here with exactly `decisions` more decisions, and what chance then does.

    `bare` are the kinds of pieces whose absence alone speaks for a decision so far; `kept` those that the last throw
    left lying.
    """
    awaits = state.awaits
    if decisions == 0:
        yield Run(steps, state, prior, fit(_lies(state, steps, kept), scene, _next_up(state)), bool(bare))
    if isinstance(awaits, Chance) and not _thrown(steps) & {pool.kind for pool in awaits.pools}:
        for step, likely in _readings(state, awaits, scene):
            still = bare & {pool.kind for pool in awaits.pools}  # another kind thrown speaks for the decision
            rest = Counter(_item(lie) for lie in _required(state) if not lie.fresh)
            yield from _after(state.apply(step.event), scene, decisions, (*steps, step), prior + likely, still, rest)
    elif isinstance(awaits, Turn) and decisions:
        haste = HASTE if steps and steps[-1].event.seat is None else 0.0
        for event in state.legal():
            then = state.apply(event)
            quiet = bare | (_kinds(state) if _quiet(state, then) else frozenset())
            yield from _after(then, scene, decisions - 1, (*steps, Step(event)), prior - DECISION - haste, quiet, kept)


def _next_up(state: State) -> frozenset[str]:
    """The kinds of pieces that may be thrown next: now, or after one decision."""
    nexts = [state, *(state.apply(event) for event in state.legal())]
    pools = [pool for after in nexts if isinstance(after.awaits, Chance) for pool in after.awaits.pools]
    return frozenset(pool.kind for pool in pools)


def _thrown(steps: tuple[Step, ...]) -> set[str]:
    """The kinds of pieces thrown in a run: none can lie there twice."""
    return {kind_of(item) for step in steps if step.look for item in step.event.items}


def _lies(state: State, steps: tuple[Step, ...], kept: Counter[str]) -> Sequence[Lies]:
    """What should lie there; nothing is fresh that was not thrown in this very run.

    What a throw left lying lies there still, though the rules may need it no more: hands are not as quick as they.
    """
    if not any(step.look for step in steps):
        return [replace(lie, fresh=False) for lie in state.shows()]
    kept = +kept if steps[-1].look else Counter()
    lies = []
    for lie in state.shows():
        stays = lie.free and not lie.fresh and kept[_item(lie)] > 0
        kept[_item(lie)] -= stays
        lies.append(replace(lie, free=False) if stays else lie)
    return lies


def _laid_anew(state: State, best: Run, scene: Scene) -> bool:
    """Whether what looks like a throw shows the very dice that should lie there, all in other places.

    A mat that was moved, or dice lifted and put back, look the same as that rare throw: nobody can tell but people.
    """
    known = _known(best, scene).values()
    if len(scene.look.pieces) < ALIKE or any(n is not None for n in scene.origin) or not _thrown(best.steps):
        return False
    should = Counter(_item(lie) for lie in _required(state)) if isinstance(state.awaits, Turn) else None
    as_before = scene.before is not None and _read_as(scene.look) == _read_as(scene.before)
    return as_before or Counter(known) == should


def _read_as(look: Look) -> Counter[str]:
    """The likeliest items of a look, counted."""
    return Counter(piece.items[0][0] for piece in look.pieces if piece.items)


def _half_taken(state: State, best: Run, scene: Scene) -> bool:
    """Whether a decision is read off dice that were taken away, or thrown anew, while others of them lie on."""
    if all(step.event.seat is None for step in best.steps):
        return False
    lies = zip(best.state.shows(), best.fit.pairs, strict=True)
    left = {*best.fit.loose, *(number for lie, number in lies if lie.free and number is not None)}
    gone = _thrown(best.steps) or {lie.kind for lie in _required(state)}
    items = {item for number in left if kind_of(item := _top(scene, number)) in gone}
    return bool(items & {_item(lie) for lie in _required(state)})


def _quiet(state: State, then: State) -> bool:
    """Whether a decision changes no score and asks for nothing new on the table: only absence can speak for it."""
    return state.scores() == then.scores() and not _required(then)


def _busy(scene: Scene) -> Busy:
    """What is missing was lifted, if vision is sure that it overlooked nothing."""
    return Busy(_rest(scene) if scene.look.sure or scene.before is None else scene.before)


def _rest(scene: Scene) -> Look:
    """The look with the pieces that were not touched known as before."""
    return scene.look.explained({i: item for i in range(len(scene.look.pieces)) if (item := scene.known(i))})


def _open(state: State) -> bool:
    """Whether any number of pieces may be thrown now: then the rules cannot tell that one was overlooked."""
    return isinstance(state.awaits, Chance) and any(pool.most is not None for pool in state.awaits.pools)


def _kinds(state: State) -> frozenset[str]:
    return frozenset(lie.kind for lie in _required(state))


def _item(lie: Lies) -> str:
    return f"{lie.kind}-{lie.face}"


def _required(state: State) -> list[Lies]:
    return [lie for lie in state.shows() if not lie.free]


def _readings(state: State, chance: Chance, scene: Scene) -> list[tuple[Step, float]]:
    """The likeliest outcomes of a chance that the look allows, each with its log-probability by the dice alone."""
    slots = [Lies("tray", pool.kind, ANY, fresh=True) for pool in chance.pools for _ in range(_wanted(pool, scene))]
    rest = [replace(lie, fresh=False) for lie in state.shows()]
    paired = fit([*slots, *rest], scene, _next_up(state)).pairs[: len(slots)]
    if not slots or None in paired:
        return []
    possible = {item for pool in chance.pools for item, _ in pool.faces}
    beams: list[tuple[float, tuple[str, ...]]] = [(0.0, ())]
    for slot, number in zip(slots, paired, strict=True):
        seen = scene.look.pieces[number].of_kind(slot.kind)  # type: ignore[index]
        faces = [(item, log(max(p, 1e-9))) for item, p in seen if item in possible]
        grown = [(score + likely, (*items, item)) for score, items in beams for item, likely in faces]
        beams = sorted(grown, reverse=True)[:READINGS]
    return [r for _, items in beams if (r := _step(state, chance, scene.look.id, items, paired)) is not None]


def _wanted(pool: Pool, scene: Scene) -> int:
    """How many pieces a throw from `pool` holds: its count, or, where it is open, as many as lie there anew."""
    if pool.most is None:
        return pool.count
    moved = sum(1 for p, o in zip(scene.look.pieces, scene.origin, strict=True) if o is None and p.of_kind(pool.kind))
    return min(max(moved, pool.count), pool.most)


def _step(
    state: State, chance: Chance, look: str, items: tuple[str, ...], pieces: tuple[int | None, ...]
) -> tuple[Step, float] | None:
    """The step for one reading of a throw, its items in the pools' order; None if the rules refuse it."""
    weights = {
        item: (at, log(weight / sum(w for _, w in pool.faces)))
        for pool in chance.pools
        for at, (item, weight) in enumerate(pool.faces)
    }
    kinds_in_order = [pool.kind for pool in chance.pools]
    order = sorted(range(len(items)), key=lambda i: (kinds_in_order.index(kind_of(items[i])), weights[items[i]][0]))
    event = Event(chance.event, None, tuple(items[i] for i in order))
    try:
        state.apply(event)
    except RulesError:
        return None
    step = Step(event, look, tuple(-1 if (n := pieces[i]) is None else n for i in order))
    return step, sum(weights[item][1] for item in items)


def _known(run: Run, scene: Scene) -> dict[int, str]:
    """What each piece of the look is, if `run` is what happened."""
    known = {i: item for i in range(len(scene.look.pieces)) if (item := scene.known(i))}
    lies = zip(run.state.shows(), run.fit.pairs, strict=True)
    return known | {number: _item(lie) for lie, number in lies if number is not None}


def _question(match: Match, scene: Scene, runs: list[Run]) -> Question:
    """Ask which of the likeliest few it is; where only the reading of pieces is in doubt, ask about those alone."""
    runs = runs[:3]
    doubtful = tuple(i for i, p in enumerate(scene.look.pieces) if (p.items and p.items[0][1] < 0.98) or not p.items)
    answers = [Answer(_say(match, run, runs), run.steps) for run in runs]
    if runs[0].bare or len(runs) == 1 or scene.look.known:
        answers = [*answers[:2], Answer("no, still playing", ())]
    return Question("Which is it?", tuple(answers), scene.look, doubtful)


def _say(match: Match, run: Run, runs: list[Run]) -> str:
    """A run in words: the pieces by which it differs from the others if it is the same kind of run, else its events."""
    shape = [(s.event.kind, s.event.seat, len(s.event.items)) for s in run.steps]
    alike = all([(s.event.kind, s.event.seat, len(s.event.items)) for s in other.steps] == shape for other in runs)
    if alike and len(runs) > 1:
        own, common = _pieces(run), set.intersection(*(set(_pieces(other).items()) for other in runs))
        different = [name(item) for number, item in own.items() if (number, item) not in common]
        if different:
            return join(different)
    return ", then ".join(_tell(match, run)) or "nothing changed"


def _pieces(run: Run) -> dict[int, str]:
    return {n: item for s in run.steps for n, item in zip(s.pieces, s.event.items, strict=False)}


def _tell(match: Match, run: Run) -> Iterator[str]:
    """Each event of a run in words: a decision as on its button, a throw by what it shows."""
    for step in run.steps:
        if step.event.seat is None:
            yield " ".join(face_of(item) for item in step.event.items)
        else:
            yield sentences.offered(match, step.event)
        match = match.play(step.event)


def _misfit(match: Match, scene: Scene, best: Run) -> Verdict:
    """Nothing fits: say what should lie there and what does, unless pieces are merely on their way."""
    fresh = [i for i, origin in enumerate(scene.origin) if origin is None]
    if not fresh:
        return _busy(scene)
    state = match.state
    expected, seen = _expected(state), kinds(_top(scene, i) for i in range(len(scene.look.pieces)))
    unread = tuple(i for i in fresh if not scene.look.pieces[i].items or scene.look.pieces[i].items[0][1] < 0.5)
    if unread:
        seen = f"{seen} of which {len(unread)} cannot be read: straighten {'it' if len(unread) == 1 else 'them'}"
    return Mismatch(expected, seen, scene.look, unread or best.fit.loose)


def _expected(state: State) -> str:
    awaits = state.awaits
    lies = [_item(lie) for lie in _required(state) if not (lie.fresh and isinstance(awaits, Chance))]
    if isinstance(awaits, Chance):
        lies += [f"{pool.kind}-" for pool in awaits.pools for _ in range(pool.count)]
    return "nothing more, the game is over" if isinstance(awaits, Over) else kinds(lies)


def _top(scene: Scene, number: int) -> str:
    piece = scene.look.pieces[number]
    return scene.known(number) or (piece.items[0][0] if piece.items else "die-")
