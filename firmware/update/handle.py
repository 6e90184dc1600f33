"""`handle(table, input) -> table`: everything that can happen to the device, one pure step at a time.

It reads no clock, does no I/O and never raises for what people, phones or cameras can cause: a request that does not
fit comes back as `table.refusal`, everything else unchanged.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from companion.api import models
from companion.words import sentences
from engines.core import Chance, Event, IllegalEvent, Match, RulesError
from engines.games import game_named
from firmware.referee import disagreement, judge
from firmware.referee.automatic import by_itself
from firmware.referee.likelihood import ObservationPair
from firmware.referee.throws import thrown
from firmware.referee.unobservable import posed
from firmware.state.observation import TRAY, Observation, unseen, without
from firmware.state.table import Mismatch, Question, Step, Table
from firmware.update.correction import amended

PAGES, CONNECT = 4, 3
"""How many pages the OLED has, and which of them shows the address and the PIN."""


@dataclass(frozen=True, slots=True)
class Saw:
    """The camera saw a settled table."""

    look: Observation


@dataclass(frozen=True, slots=True)
class Pressed:
    """A button of the panel: a (yes, next), b (choose) or c (undo); `how` is short, double or hold."""

    button: str
    how: str = "short"


@dataclass(frozen=True, slots=True)
class Requested:
    """A phone asks for a change."""

    change: models.Change


@dataclass(frozen=True, slots=True)
class Fault:
    """A part broke, or works again (`text` is "")."""

    part: str
    text: str


@dataclass(frozen=True, slots=True)
class Forget:
    """The pieces were laid out anew (another table, another camera): where they lay before says nothing."""


@dataclass(frozen=True, slots=True)
class Tick:
    """Time went by: `now` in seconds on the device's clock."""

    now: float


Input = Saw | Pressed | Requested | Fault | Forget | Tick

STALE = "the table has moved on since; look again"


def handle(table: Table, given: Input) -> Table:
    """The table after `given`."""
    if isinstance(given, Tick):
        return replace(table, now=given.now)
    before, table = table, replace(table, refusal="", rule="")
    try:
        after = _handle(table, given)
    except RulesError as refused:
        reason = refused.reason if isinstance(refused, IllegalEvent) else str(refused)
        reason = sentences.named(table.match, reason)
        return replace(before, refusal=reason, rule=getattr(refused, "rule", ""), woken=before.now)
    if after == table:
        return after if isinstance(given, Saw) else replace(after, woken=table.now)
    return replace(posed(after), version=table.version + 1, woken=table.now)


def _handle(table: Table, given: Saw | Pressed | Requested | Fault | Forget) -> Table:
    match given:
        case Saw(look):
            return _saw(table, look)
        case Pressed(button, how):
            return _pressed(table, button, how)
        case Requested(change):
            return _asked(table, change)
        case Forget():
            return replace(table, look=None)
        case Fault(part, text):
            others = tuple(f for f in table.faults if f[0] != part)
            return replace(table, faults=(*others, (part, text)) if text else others)


def _saw(table: Table, look: Observation) -> Table:
    look = look.following(table.look)
    match judge.judge(table.match, look, table.look, table.unsettled):
        case judge.Happened(steps, known):
            table = replace(table, question=_lasting(table), mismatch=None, unsettled=None, look=known)
            return _play(table, steps) if steps else table
        case judge.Busy(rest):
            return replace(table, look=rest)
        case Question() as question:
            unsettled = table.unsettled if question.unseen else _unsettled(table, look)
            return replace(_shown(table), question=question, mismatch=None, unsettled=unsettled)
        case Mismatch() as mismatch:
            unsettled = _unsettled(table, look)
            return disagreement.differs(replace(_shown(table), unsettled=unsettled), look, mismatch, _lasting(table))


def _shown(table: Table) -> Table:
    """The table where what is said now is to be seen: the page that hides it gives way, unless people went there since
    something was said."""
    said = table.question or table.mismatch
    return table if said or table.page != CONNECT else replace(table, page=0)


def _unsettled(table: Table, look: Observation) -> tuple[str, ...]:
    """What came to be seen in looks that nobody has explained, this one among them."""
    return tuple(sorted({*(table.unsettled or ()), *judge.came(look, table.look)}))


def _lasting(table: Table) -> Question | None:
    """A question that no later look can answer stays; one about a look is superseded by the next."""
    return table.question if table.question and table.question.look is None else None


def _play(table: Table, steps: tuple[Step, ...]) -> Table:
    """The table after `steps`. Raises RulesError if one does not fit."""
    match = table.match.play(*(step.event for step in steps))
    settled = replace(table, question=None, mismatch=None, unsettled=None, note="", page=0)
    return opened(replace(settled, match=match, steps=table.steps + steps, undone=()))


def opened(table: Table) -> Table:
    """The table after what happens by itself now: cards dealt face down, say."""
    while (event := by_itself(table.match.state)) is not None:
        table = replace(table, match=table.match.play(event), steps=(*table.steps, Step(event)))
    return table


def _pressed(table: Table, button: str, how: str) -> Table:
    if table.light == "dark":
        return replace(table, page=0)
    if (button, how) == ("a", "hold"):
        return replace(table, page=CONNECT)
    if table.page == CONNECT and (table.question or table.mismatch):
        return replace(table, page=0)  # to what that page hid
    if button == "c" and how != "double" and table.question and table.question.look:
        return replace(table, question=None)  # none of these: the next look may tell better
    if button == "c" and how != "double" and table.mismatch and table.mismatch.extra:
        return _leave(table)
    if button == "c":
        return _redo(table) if how == "double" else _undo(table)
    question = table.question
    if question and button == "a":
        return _answer(table, question.choice)
    if question and button == "b":
        return replace(table, question=replace(question, choice=(question.choice + 1) % len(question.answers)))
    step = 1 if button == "a" else -1
    return replace(table, page=(table.page + step) % PAGES)


def _answer(table: Table, number: int) -> Table:
    question = table.question
    if question is None or number >= len(question.answers):
        raise IllegalEvent("nothing is being asked that this would answer")
    answer = question.answers[number]
    if answer.then:
        return replace(table, question=replace(question, answers=answer.then, choice=0))
    steps = answer.steps
    seen = question.look
    if question.amiss and seen:
        after = _play(table, steps) if steps else replace(table, question=None, mismatch=None)
        return replace(after, look=disagreement.let_stand(after.match.state, seen, table.look))
    if not steps:
        return replace(table, question=None, look=seen if seen and seen.identities else table.look)
    after = _play(table, steps)
    if seen is None:
        return after
    known = {n: item for s in steps for n, item in zip(s.pieces, s.event.items, strict=False)}
    return replace(
        after,
        look=seen.with_identities(disagreement.named(after.match.state, ObservationPair(seen, table.look), known)),
    )


def _leave(table: Table) -> Table:
    """What is too much is none of the game's: it lies there, and is not spoken of again."""
    found = table.mismatch
    if found is None or found.look is None or not found.extra:
        raise IllegalEvent("nothing lies there that could be left as it is")
    last = table.look or replace(found.look, pieces=(), identities=())
    extra = tuple(found.look.pieces[number] for number in found.extra)
    last = replace(last, pieces=last.pieces + extra, identities=last.identities + (None,) * len(extra))
    return _saw(replace(table, look=last, mismatch=None), found.look)


def _undo(table: Table) -> Table:
    """Without the last event, and without what then happened by itself."""
    count, states = len(table.steps), table.match.states
    while count and table.steps[count - 1].event == by_itself(states[count - 1]):
        count -= 1
    if not count:
        raise IllegalEvent("nothing has happened yet that could be taken back")
    return replace(
        table,
        match=table.match.upto(count - 1),
        steps=table.steps[: count - 1],
        undone=(*table.undone, table.steps[count - 1]),
        question=None,
        mismatch=None,
        page=0,
    )


def _redo(table: Table) -> Table:
    if not table.undone:
        raise IllegalEvent("nothing was taken back that could be played again")
    *rest, last = table.undone
    return replace(_play(table, (last,)), undone=tuple(rest))


def _asked(table: Table, change: models.Change) -> Table:
    if change.version != table.version:
        raise IllegalEvent(STALE)
    match change:
        case models.AnswerRequest(answer=number):
            return _answer(table, number)
        case models.Leave():
            return _leave(table)
        case models.Undo():
            return _undo(table)
        case models.Redo():
            return _redo(table)
        case models.Decide(kind=kind, seat=seat, items=items):
            return _entered(table, _play(table, (Step(Event(kind, seat, items)),)))
        case models.Typed(items=items):
            return _entered(table, _typed(table, items))
        case models.Correct(event=number, position=position, item=item):
            return _correct(table, number, position, item)
        case models.NewGame(game=name, players=players, options=options):
            return fresh(table, begun(name, players, options))


def _typed(table: Table, items: tuple[str, ...]) -> Table:
    awaits = table.match.state.awaits
    if not isinstance(awaits, Chance):
        raise IllegalEvent("no throw is awaited now; the table waits for a decision")
    return _play(table, (Step(Event(awaits.event, None, items)),))


def _entered(table: Table, after: Table) -> Table:
    """The table after what was entered by hand. What was being asked about, or differed, lies there still: thrown
    pieces are those that were entered, laid ones are looked at anew. A throw that nobody has seen yet is no new one
    when it comes in view."""
    asked = table.question if table.question and table.question.look else table.mismatch
    if asked is None or asked.look is None:
        before, then = table.match.state.awaits, after.match.state.awaits
        lies = isinstance(before, Chance) and thrown(before) and isinstance(then, Chance)
        return replace(after, look=unseen(after.steps[len(table.steps)].event.items)) if lies else after
    if any(piece.place == TRAY for piece in asked.look.pieces):
        return replace(after, look=disagreement.let_stand(after.match.state, asked.look, table.look))
    return _saw(after, asked.look)


def _correct(table: Table, number: int, position: int, item: str) -> Table:
    """One item of one event was really another; what came after is replayed as far as it still holds."""
    if number >= len(table.steps) or position >= len(table.steps[number].event.items):
        raise IllegalEvent("there is no such piece in the match")
    step = table.steps[number]
    event = amended(table.match.states[number], step.event, position, item)
    match, lost = table.match.correct(number, event)
    steps = (
        *table.steps[:number],
        replace(step, event=event, was=step.was or step.event.items[position]),
        *table.steps[number + 1 :],
    )[: len(match.events)]
    note = f"{len(lost)} later {'step does' if len(lost) == 1 else 'steps do'} not fit any more" if lost else ""
    look = _relabel(table.look, step, position, item)
    asked = table.question or table.mismatch
    seen = asked.look if asked and asked.look else look if lost else None
    look = without(look, [item for event in lost for item in event.items]) if look and lost else look
    table = replace(table, match=match, steps=steps, undone=(), look=look, question=None, mismatch=None, note=note)
    # What was being asked about, or is told by no step any more, lies there still, and means something else now.
    return replace(_saw(table, seen), note=note) if seen else table


def _relabel(look: Observation | None, step: Step, position: int, item: str) -> Observation | None:
    """The last look with the corrected piece's new name, if that piece is in it."""
    if look is None or look.id != step.look or position >= len(step.pieces):
        return look
    return look.with_identities({n: k for n, k in enumerate(look.identities) if k} | {step.pieces[position]: item})


def begun(name: str, players: tuple[str, ...], options: Mapping[str, object]) -> Match:
    """A match at the table, where nobody shows the device their hand. Raises BadEvent for what does not fit."""
    game = game_named(name)
    hidden = {"hands": "hidden"} if any(option.name == "hands" for option in game.options) else {}
    return Match.begin(game, players, {**hidden, **options})


def fresh(table: Table, match: Match) -> Table:
    """The same device with a new match; the pieces that still lie there are known not to be a new throw."""
    number = table.number + 1
    return opened(
        replace(table, match=match, number=number, steps=(), undone=(), question=None, mismatch=None, page=0, note="")
    )
