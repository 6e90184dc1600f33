"""Questions: which of the likeliest few hypotheses it was; first who, then what, where there are many."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.words import questions as words
from companion.words import sentences
from companion.words.pieces import join
from companion.words.places import name
from engines.core import BLANK, Event, IllegalEvent, Match
from engines.names import face_of, lying_item
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import ObservationPair
from firmware.state.table import Answer, Question, Step


@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """How much is asked at once, and what is marked."""

    answers_at_once: int = 4
    """So many answers are offered at once; of more, people choose step by step."""
    p_doubtful: float = 0.98
    """A piece read with less is marked."""


LIMITS = QuestionLimits()


def question(match: Match, pair: ObservationPair, hypotheses: list[Hypothesis]) -> Question:
    """Ask which of the likeliest few it is; where only the reading of pieces is in doubt, ask about those alone."""
    pieces = pair.observation.pieces
    doubtful = tuple(i for i, p in enumerate(pieces) if (p.items and p.items[0][1] < LIMITS.p_doubtful) or not p.items)
    if any(len(step.pieces) > 1 for hypothesis in hypotheses for step in hypothesis.steps):
        answers = [Answer(_say(match, hypothesis, hypotheses), hypothesis.steps) for hypothesis in hypotheses[:3]]
    else:
        answers = list(_choices(match, hypotheses))
    if hypotheses[0].absence_only or len(hypotheses) == 1 or pair.observation.identities:
        answers = [*answers[:2], Answer(words.STILL_PLAYING, ())]
    return Question(words.WHICH, tuple(answers), pair.observation, doubtful, unseen=_alike(hypotheses))


def objection(match: Match, pair: ObservationPair, event: Event, steps: tuple[Step, ...]) -> Question:
    """Say what forbids the last of `steps`, which is `event`; ask whether it is taken back, or stands all the same."""
    said, rule = words.AGAINST_RULES, ""
    try:
        match.play(*(step.event for step in steps[:-1]), event)
    except IllegalEvent as refused:
        said, rule = sentences.named(match, refused.reason), refused.rule
    answers = (Answer(words.TAKE_BACK, ()), Answer(words.LET_STAND, steps))
    return Question(f"{said[:1].upper()}{said[1:]}{f' ({rule})' if rule else ''}.", answers, pair.observation)


def standing(match: Match, pair: ObservationPair, hypotheses: list[Hypothesis], pieces: tuple[int, ...]) -> Question:
    """Table and game differ in these pieces, and nobody mends it: which of the likeliest few happened, or nothing."""
    answers = (*_choices(match, hypotheses), Answer(words.LEAVE_IT, ()))
    return Question(words.STILL_DIFFERS, answers, pair.observation, pieces, amiss=True)


def _alike(hypotheses: list[Hypothesis]) -> bool:
    """Whether each takes what lies there for the same pieces: then no picture could have told."""
    return len(hypotheses) > 1 and len({_seen(hypothesis) for hypothesis in hypotheses}) == 1


def _seen(hypothesis: Hypothesis) -> frozenset[tuple[int | None, str, str]]:
    """What each piece of the look is, and what is missing, if a hypothesis is what happened."""
    lies = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    return frozenset((n, lie.place, lying_item(lie)) for lie, n in lies if n is not None or not lie.free)


def _choices(match: Match, hypotheses: Sequence[Hypothesis]) -> Iterator[Answer]:
    """The hypotheses as answers, the likeliest first; of many, those that begin alike are one answer that asks on."""
    if len(hypotheses) <= LIMITS.answers_at_once:
        yield from (Answer(_say(match, hypothesis, hypotheses), hypothesis.steps) for hypothesis in hypotheses)
        return
    parts = [_parts(hypothesis) for hypothesis in hypotheses]
    at = next(i for i in range(max(map(len, parts))) if len({part[i : i + 1] for part in parts}) > 1)
    groups: dict[tuple[str, ...], list[Hypothesis]] = {}
    for hypothesis, part in zip(hypotheses, parts, strict=True):
        groups.setdefault(part[at : at + 1], []).append(hypothesis)
    for part, members in groups.items():
        if len(members) == 1:
            yield Answer(_say(match, members[0], hypotheses), members[0].steps)
        else:
            yield Answer(_part(match, part), (), tuple(_choices(match, members)))


def _parts(hypothesis: Hypothesis) -> tuple[str, ...]:
    """What happened, part by part: who, what, with which pieces."""
    return tuple(
        part
        for step in _telling(hypothesis)
        for part in ("" if step.event.seat is None else f"@{step.event.seat}", step.event.kind, *step.event.items)
    )


def _telling(hypothesis: Hypothesis) -> list[Step]:
    """The steps of a hypothesis that tell what happened: of a round in which each passes only the last."""
    return [
        step
        for step, then in zip(hypothesis.steps, (*hypothesis.steps[1:], None), strict=False)
        if then is None or step.event.items or step.event.seat is None or step.event.kind != then.event.kind
    ]


def _part(match: Match, part: tuple[str, ...]) -> str:
    if not part:
        return words.NOTHING_MORE
    if part[0].startswith("@"):
        return match.players[int(part[0][1:])]
    if part[0] in match.game.events:  # what somebody does, before with which card
        return (
            re.split("[:;(]", match.game.events[part[0]])[0].strip().removeprefix("the seat ").removeprefix("a seat ")
        )
    return name(match, part[0])


def _say(match: Match, hypothesis: Hypothesis, hypotheses: Sequence[Hypothesis]) -> str:
    """A hypothesis in words: the pieces by which it differs from the others of the same shape, else its events."""
    shape = [(s.event.kind, s.event.seat, len(s.event.items)) for s in hypothesis.steps]
    alike = all(
        [(s.event.kind, s.event.seat, len(s.event.items)) for s in other.steps] == shape for other in hypotheses
    )
    if alike and len(hypotheses) > 1:
        own, common = _pieces(hypothesis), set.intersection(*(set(_pieces(other).items()) for other in hypotheses))
        different = [name(match, item) for number, item in own.items() if (number, item) not in common]
        if different:
            return join(different)
    return words.THEN.join(_tell(match, hypothesis)) or words.NOTHING_CHANGED


def _pieces(hypothesis: Hypothesis) -> dict[int, str]:
    return {n: item for s in hypothesis.steps for n, item in zip(s.pieces, s.event.items, strict=False)}


def _tell(match: Match, hypothesis: Hypothesis) -> Iterator[str]:
    """Each event of a hypothesis in words: what nobody sees is left out; a throw is told by what it shows."""
    cards = bool(sentences.pieces(match))
    telling = _telling(hypothesis)
    for step in hypothesis.steps:
        event = step.event
        if step not in telling:
            pass
        elif cards and (BLANK not in event.items or event.seat is not None):
            yield sentences.would(match, event)
        elif not cards and event.seat is not None:
            yield sentences.offered(match, event)
        elif not cards:
            yield " ".join(face_of(item) for item in event.items)
        match = match.play(event)
