"""Questions: what was seen, and which of the likeliest few hypotheses it was."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from companion.words import questions as words
from companion.words import sentences
from companion.words.language import t
from companion.words.pieces import join
from companion.words.places import name, where
from engines.core import Chance, Event, IllegalEvent, Match
from engines.names import kind_of, lying_item
from firmware.referee.asking import gaps
from firmware.referee.asking.telling import told
from firmware.referee.automatic import forced
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import ObservationPair
from firmware.state.observation import TRAY
from firmware.state.table import Answer, Question, Step


@dataclass(frozen=True, slots=True)
class QuestionLimits:
    """What is marked."""

    p_doubtful: float = 0.98
    """A piece read with less is marked, where a question is not about what some pieces are."""
    throws_at_once: int = 3
    """So many readings of a throw are offered, where they differ in more than one die."""


LIMITS = QuestionLimits()


def question(match: Match, pair: ObservationPair, hypotheses: list[Hypothesis], unread: bool = False) -> Question:
    """Ask which of the likeliest few it is; where only the reading of pieces is in doubt, ask about those alone. Of one
    die that was thrown each face is offered, for the right one may be none of the likeliest.

    `unread`: it may be no die at all.
    """
    hypotheses = _without_guesses(hypotheses)
    offered = hypotheses
    if any(len(step.pieces) > 1 for hypothesis in hypotheses for step in hypothesis.steps):
        offered = hypotheses[: LIMITS.throws_at_once]
    unsure = hypotheses[0].absence_only or len(hypotheses) == 1 or pair.observation.identities
    if unsure and not unread:
        offered = offered[:2]
    asked = _asked(match, pair, offered)
    answers = (*asked.answers, Answer(words.STILL_PLAYING, ())) if unsure or unread else asked.answers
    return Question(asked.text, answers, pair.observation, _marked(match, pair, offered), unseen=_alike(hypotheses))


def _marked(match: Match, pair: ObservationPair, offered: Sequence[Hypothesis]) -> tuple[int, ...]:
    """The pieces that are asked about; where it is not which pieces they are, those that are badly read."""
    if _readings(match, offered):
        return _differing(offered)
    pieces = enumerate(pair.observation.pieces)
    return tuple(number for number, piece in pieces if not piece.items or piece.items[0][1] < LIMITS.p_doubtful)


def _without_guesses(hypotheses: Sequence[Hypothesis]) -> list[Hypothesis]:
    """Those that do not go on from another of them with what nobody saw: that is asked in its turn."""
    return [each for each in hypotheses if not any(_goes_on(each, other) for other in hypotheses)]


def _goes_on(longer: Hypothesis, shorter: Hypothesis) -> bool:
    """Whether a hypothesis is another one and then decisions of which nothing is to be seen."""
    count = len(shorter.steps)
    begins = 0 < count < len(longer.steps) and longer.steps[:count] == shorter.steps
    return begins and not any(step.pieces for step in longer.steps[count:]) and _seen(longer) == _seen(shorter)


def objection(match: Match, pair: ObservationPair, event: Event, steps: tuple[Step, ...]) -> Question:
    """Say which piece lies there, and what forbids the last of `steps`, which is `event`; ask whether it is taken back,
    or stands all the same."""
    said: str = words.AGAINST_RULES
    rule = ""
    try:
        match.play(*(step.event for step in steps[:-1]), event)
    except IllegalEvent as refused:
        said, rule = sentences.named(match, refused.reason), refused.rule
    answers = (Answer(words.TAKE_BACK, ()), Answer(words.LET_STAND, steps))
    text = t(words.RULED, sentence=said, rule=rule) if rule else t(words.SENTENCE, sentence=said)
    laid = zip(pair.observation.identities, pair.previous_index, strict=True)
    number = next((n for n, (item, origin) in enumerate(laid) if origin is None and item in event.items[:1]), None)
    if number is not None:
        text = t(words.BEHIND, told=_lies(match, pair, number, event.items[0]), asked=text)
    return Question(text, answers, pair.observation)


def _lies(match: Match, pair: ObservationPair, number: int, item: str) -> str:
    """Where a piece lies, in a sentence."""
    place = where(match, pair.observation.pieces[number].place)
    return t(words.SENTENCE, sentence=t(words.LIES, piece=name(match, item), where=place))


def standing(match: Match, pair: ObservationPair, hypotheses: list[Hypothesis], pieces: tuple[int, ...]) -> Question:
    """Table and game differ in these pieces, and nobody mends it: which of the likeliest few happened, or nothing."""
    asked = _asked(match, pair, hypotheses)
    answers = (*asked.answers, Answer(words.LEAVE_IT, ()))
    text = t(words.BEHIND, told=words.STILL_DIFFERS, asked=asked.text)
    return Question(text, answers, pair.observation, pieces, amiss=True)


def _alike(hypotheses: list[Hypothesis]) -> bool:
    """Whether each takes what lies there for the same pieces: then no picture could have told."""
    return len(hypotheses) > 1 and len({_seen(hypothesis) for hypothesis in hypotheses}) == 1


def _seen(hypothesis: Hypothesis) -> frozenset[tuple[int | None, str, str]]:
    """What each piece of the look is, and what is missing, if a hypothesis is what happened."""
    lies = zip(hypothesis.state.expected_pieces(), hypothesis.fit.pairs, strict=True)
    return frozenset((n, lie.place, lying_item(lie)) for lie, n in lies if n is not None or not lie.free)


def _asked(match: Match, pair: ObservationPair, hypotheses: Sequence[Hypothesis]) -> gaps.Asked:
    """What was seen, which of the hypotheses it is, and the answers: the likeliest first."""
    if readings := _readings(match, hypotheses):
        return gaps.Asked(_which_piece(match, pair, hypotheses), (*readings, *_other_faces(match, pair, hypotheses)))
    asked = _told(match, hypotheses)
    lying = _explained(hypotheses)
    if len(hypotheses) == 1 or not lying or (len(lying) > 1 and not asked.plain):
        return asked
    names, text = [name(match, item) for _, item in lying], asked.text
    if len(lying) > 1:
        new = t(words.BOTH_NEW, pieces=join(names)) if len(lying) == 2 else t(words.ALL_NEW, count=len(lying))
        seen = t(words.SENTENCE, sentence=new)
    else:
        if asked.who and (asked.plain or names[0] in text or words.GAP in text):
            text = t(words.WHO_WAS_IT)
        seen = _lies(match, pair, *lying[0])
    return gaps.Asked(t(words.BEHIND, told=seen, asked=text), asked.answers)


def _told(match: Match, hypotheses: Sequence[Hypothesis]) -> gaps.Asked:
    """Which of the hypotheses it is, told in sentences. That nothing changed is no sentence to compare with others."""
    ways = list(map(gaps.TellableWay, told(match, hypotheses), (each.steps for each in hypotheses)))
    changed = [way for way in ways if way.told]
    still = [Answer(words.NOTHING_CHANGED, way.steps) for way in ways if not way.told][:1]
    if not changed:
        return gaps.ask([gaps.TellableWay((words.NOTHING_CHANGED,), way.steps) for way in ways], match.players)
    asked = gaps.ask(changed, match.players)
    answers = (*still, *asked.answers) if not ways[0].told else (*asked.answers, *still)
    return replace(asked, answers=answers)


def _explained(hypotheses: Sequence[Hypothesis]) -> list[tuple[int, str]]:
    """The pieces, by number, that all hypotheses explain, and what they are."""
    return sorted(set.intersection(*(set(_pieces(each).items()) for each in hypotheses)))


def _which_piece(match: Match, pair: ObservationPair, hypotheses: Sequence[Hypothesis]) -> str:
    """Which pieces are meant: those in the marked places, or the one at a place."""
    numbers = _differing(hypotheses)
    places = {pair.observation.pieces[number].place for number in numbers}
    if places == {TRAY}:
        return words.WHICH_FACES if len(numbers) > 1 else words.WHICH_FACE
    return words.WHICH_LIES.format(where=join(sorted(where(match, place) for place in places)))


def _readings(match: Match, hypotheses: Sequence[Hypothesis]) -> tuple[Answer, ...]:
    """The hypotheses as readings of pieces, where they differ in nothing else and words tell them apart; else none."""
    chosen = (_by_choice(match, each.steps) for each in hypotheses)
    shapes = {tuple((step.event.kind, step.event.seat, len(step.event.items)) for step in steps) for steps in chosen}
    if len(shapes) > 1 or len(hypotheses) < 2:
        return ()
    texts = [join([name(match, item) for item in _different(each, hypotheses).values()]) for each in hypotheses]
    if len(set(texts)) < len(texts) or not all(texts):
        return ()
    return tuple(Answer(text, each.steps) for text, each in zip(texts, hypotheses, strict=True))


def _by_choice(match: Match, steps: Sequence[Step]) -> list[Step]:
    """The steps that chance or somebody decides: the others follow from them."""
    states = [match.play(*(step.event for step in steps[:count])).state for count in range(len(steps))]
    return [step for step, state in zip(steps, states, strict=True) if step.event != forced(state)]


def _other_faces(match: Match, pair: ObservationPair, hypotheses: Sequence[Hypothesis]) -> Iterator[Answer]:
    """Where hypotheses differ in what one die of the last throw shows alone, the faces that none of them names,
    the likeliest first."""
    number, *more = _differing(hypotheses)
    likeliest = hypotheses[0].steps
    throw = _by_choice(match, likeliest)[-1]
    if more or throw.event.seat is not None or number not in throw.pieces:
        return
    before = likeliest[: likeliest.index(throw)]
    awaits = match.play(*(step.event for step in before)).state.awaits
    sides = [item for pool in awaits.pools for item, _ in pool.faces] if isinstance(awaits, Chance) else []
    named = [_pieces(each)[number] for each in hypotheses]
    for item in sorted(sides, key=pair.observation.pieces[number].probability, reverse=True):
        if item not in named and kind_of(item) == kind_of(named[0]):
            dice = zip(throw.pieces, throw.event.items, strict=True)
            shown = [(n, item if n == number else read) for n, read in dice]
            pieces, items = zip(*sorted(shown, key=lambda die: sides.index(die[1])), strict=True)
            step = replace(throw, event=throw.event._replace(items=items), pieces=pieces)
            yield Answer(name(match, item), (*before, step))


def _differing(hypotheses: Sequence[Hypothesis]) -> tuple[int, ...]:
    """The numbers of the pieces that not all hypotheses take for the same."""
    return tuple(sorted({number for each in hypotheses for number in _different(each, hypotheses)}))


def _different(hypothesis: Hypothesis, hypotheses: Sequence[Hypothesis]) -> dict[int, str]:
    """The pieces, by number, that not all hypotheses take for the same."""
    common = set.intersection(*(set(_pieces(other).items()) for other in hypotheses))
    return {number: item for number, item in _pieces(hypothesis).items() if (number, item) not in common}


def _pieces(hypothesis: Hypothesis) -> dict[int, str]:
    return {n: item for s in hypothesis.steps for n, item in zip(s.pieces, s.event.items, strict=False)}
