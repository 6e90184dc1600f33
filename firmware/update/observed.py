"""What a look at the table does, and an answer about it: the table plays on, asks, or says what differs."""

from __future__ import annotations

from dataclasses import replace

from companion.words import refusals
from engines.core import Chance, IllegalEvent
from firmware.referee import disagreement, doubts, judge
from firmware.referee.automatic import by_itself
from firmware.referee.likelihood import ObservationPair
from firmware.referee.throws import thrown
from firmware.referee.vouched_dice import with_dice_vouched_for
from firmware.state.observation import DICE_PLACES, Observation, unseen
from firmware.state.table import Mismatch, OledPage, Question, Step, Table
from firmware.state.vouched import Vouched


def saw(table: Table, look: Observation) -> Table:
    if table.match.paused:
        return table  # what lies there is nobody's move
    look = disagreement.following(look, table.look, table.match.state)
    match judge.judge(table.match, look, table.look, table.unsettled, table.vouched):
        case judge.Happened(steps, known):
            table = replace(table, question=_lasting(table), mismatch=None, unsettled=None, look=known)
            return play(table, steps) if steps else table
        case judge.Busy(rest):
            return replace(table, look=rest)
        case Question() as question:
            unsettled = _unsettled(table, look)
            return replace(_with_message_in_view(table), question=question, mismatch=None, unsettled=unsettled)
        case Mismatch() as mismatch:
            unsettled = _unsettled(table, look)
            return disagreement.differs(
                replace(_with_message_in_view(table), unsettled=unsettled), look, mismatch, _lasting(table)
            )


def _with_message_in_view(table: Table) -> Table:
    """The table where what is said now is to be seen: the page that hides it gives way, unless people went there since
    something was said."""
    said = table.question or table.mismatch
    return table if said or table.page != OledPage.CONNECT else replace(table, page=OledPage.MAIN)


def _unsettled(table: Table, look: Observation) -> tuple[str, ...]:
    """What came to be seen in looks that nobody has explained, this one among them."""
    return tuple(sorted({*(table.unsettled or ()), *judge.came(look, table.look)}))


def _lasting(table: Table) -> Question | None:
    """A question that no later look can answer stays; one about a look is superseded by the next."""
    return table.question if table.question and table.question.look is None else None


def play(table: Table, steps: tuple[Step, ...]) -> Table:
    """The table after `steps`. Raises RulesError if one does not fit."""
    match = table.match.play(*(step.event for step in steps))
    settled = replace(table, question=None, mismatch=None, unsettled=None, note="", page=OledPage.MAIN)
    return opened(replace(settled, match=match, steps=table.steps + steps, undone=()))


def opened(table: Table) -> Table:
    """The table after what happens by itself now: cards dealt face down, say."""
    while not table.match.paused and (event := by_itself(table.match.state)) is not None:
        table = replace(table, match=table.match.play(event), steps=(*table.steps, Step(event)))
    return table


def answered(table: Table, number: int) -> Table:
    question = table.question
    if question is None or number >= len(question.answers):
        raise IllegalEvent(refusals.NOTHING_ASKED)
    answer = question.answers[number]
    if answer.then:
        return replace(table, question=replace(question, text=answer.asks, answers=answer.then, choice=0))
    steps = tuple(_named(step, question) for step in answer.steps)
    seen = question.look
    if question.amiss and seen:
        after = play(table, steps) if steps else replace(table, question=None, mismatch=None)
        return replace(after, look=disagreement.let_stand(after.match.state, seen, table.look))
    if not steps:
        return replace(table, question=None, look=seen if seen and seen.identities else table.look)
    after = play(table, steps)
    if seen is None:
        return after
    known = {n: item for s in steps for n, item in zip(s.pieces, s.event.items, strict=False)}
    look = seen.with_identities(disagreement.named(after.match.state, ObservationPair(seen, table.look), known))
    look = disagreement.without_overlooked(after.match.state, look)
    return replace(after, look=look, vouched=_vouched(table, ObservationPair(look, table.look)))


def _named(step: Step, question: Question) -> Step:
    """A step that an answer tells, with those of its pieces that were asked about."""
    asked = [position for position, number in enumerate(step.pieces) if number in question.pieces]
    return step.with_named(asked, question.look)


def _vouched(table: Table, pair: ObservationPair) -> Vouched:
    """What people have vouched for, with what an answer about this look says of it."""
    told = with_dice_vouched_for(table.vouched, pair)
    return replace(told, least=tuple(sorted((dict(told.least) | doubts.vouched_for(pair)).items())))


def left_lying(table: Table) -> Table:
    """What is too much is none of the game's: it lies there, and is not spoken of again."""
    found = table.mismatch
    if found is None or found.look is None or not found.extra:
        raise IllegalEvent(refusals.NOTHING_TO_LEAVE)
    last = table.look or replace(found.look, pieces=(), identities=())
    extra = tuple(found.look.pieces[number] for number in found.extra)
    last = replace(last, pieces=last.pieces + extra, identities=last.identities + (None,) * len(extra))
    return saw(replace(table, look=last, mismatch=None), found.look)


def entered(table: Table, after: Table) -> Table:
    """The table after what was entered by hand. What was being asked about, or differed, lies there still: thrown
    pieces are those that were entered, laid ones are looked at anew. A throw that nobody has seen yet is no new one
    when it comes in view."""
    asked = table.question if table.question and table.question.look else table.mismatch
    if asked is None or asked.look is None:
        before, then = table.match.state.awaits, after.match.state.awaits
        lies = isinstance(before, Chance) and thrown(before) and isinstance(then, Chance)
        return replace(after, look=unseen(after.steps[len(table.steps)].event.items)) if lies else after
    if any(piece.place in DICE_PLACES for piece in asked.look.pieces):
        return replace(after, look=disagreement.let_stand(after.match.state, asked.look, table.look))
    return saw(after, asked.look)
