"""A question as a sentence with a gap: what all answers share is said once, and the answers fill the gap.

Sentences know what they are made of (`Said`), so they are compared value by value, and a question can be said again in
any language. Of many answers people choose step by step: first who, then what, then at whom.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import takewhile
from string import Formatter
from typing import TypeVar

from companion.words import questions as words
from companion.words.language import remade, t
from companion.words.pieces import BETWEEN, LAST
from engines.core import Said
from firmware.state.table import Answer, Step

Path = tuple[str, ...]
"""Where something stands in a sentence: the names of the values that lead there; () is the whole sentence."""
Told = tuple[str, ...]
"""A sentence for each event."""
Part = TypeVar("Part")
STOPS = (".", "!", "?")
"""What ends a sentence: no other stop follows it."""
LISTS = frozenset({*BETWEEN.values(), *LAST.values()})
"""Patterns that join the parts of a list."""


@dataclass(frozen=True, slots=True)
class GapLimits:
    """How much is asked at once."""

    answers_at_once: int = 4
    """So many answers are offered at once; of more, people choose step by step, unless one word tells them apart."""
    distinct_letters: int = 16
    """Answers are told apart by so many letters at the latest: a line of the OLED has room for some more."""


LIMITS = GapLimits()


@dataclass(frozen=True, slots=True)
class TellableWay:
    """What may have happened: in sentences, and as steps."""

    told: Told
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its answers. `who`: it asks for a name, and nothing came before; `plain`: it does not say what
    was done."""

    text: str
    answers: tuple[Answer, ...]
    who: bool = False
    plain: bool = False


@dataclass(frozen=True, slots=True)
class OpenChoice:
    """What is chosen from: what is left of each way beside what all share, and where their first sentences differ.

    `before` is told first; `plain` asks what was done, where the sentences have nothing in common.
    """

    rests: Sequence[TellableWay]
    players: Sequence[str]
    before: Told
    gaps: Sequence[Path]
    plain: str


def ask(choices: Iterable[TellableWay], players: Sequence[str], before: Told = ()) -> Asked:
    """Which of these it was, the likeliest first. `before` is what surely happened first.

    Of those that are told in the same words the likeliest is offered: nobody could tell them apart.
    """
    ways: dict[Told, TellableWay] = {}
    for choice in choices:
        ways.setdefault(choice.told, choice)
    if len(ways) == 1:
        return _confirmed(before, next(iter(ways.values())))
    first = len(common_beginning([*ways]))
    last = len(common_beginning([told[:first:-1] for told in ways]))  # what surely followed need not be told
    before = (*before, *next(iter(ways))[:first])
    plain = words.AND_THEN if before else words.WHAT_HAPPENED
    if followed := _all_of_one([told[first:] for told in ways]):  # beside one way in which nothing came before it
        before, plain, last = (*before, followed[0]), words.AND_BEFORE, len(followed)
    rests = [TellableWay(told[first : len(told) - last], way.steps) for told, way in ways.items()]
    gaps = _gaps([rest.told[0] for rest in rests]) if all(rest.told for rest in rests) else [()]
    gaps.sort(key=lambda gap: any(_part(rest.told[0], gap) not in players for rest in rests if rest.told))
    return _open_or_by_steps(OpenChoice(rests, players, before, gaps, plain))


def _open_or_by_steps(choice: OpenChoice) -> Asked:
    """All answers at once, unless they can be told step by step and are too many, look alike, or leave nothing to say
    of what is asked."""
    at_once = _at_once(choice)
    says_little = at_once.plain and choice.gaps[0] != ()
    if len(choice.rests) <= LIMITS.answers_at_once and not (says_little or _look_alike(at_once.answers)):
        return at_once
    return _step_by_step(choice) or at_once


def _all_of_one(tolds: Sequence[Told]) -> Told:
    """What all of these end with, if it is all that one of them tells; else nothing."""
    shortest = min(tolds, key=len)
    return shortest if all(told[len(told) - len(shortest) :] == shortest for told in tolds) else ()


def _confirmed(before: Told, way: TellableWay) -> Asked:
    """Whether the only way is what happened."""
    told = (*before, *way.told)
    plain = len(told) == 1 and not told[0].endswith(STOPS)
    text = t(words.IS_IT, sentence=told[0]) if plain else _behind(told, t(words.IS_THAT_SO))
    return Asked(text, (Answer(t(words.YES), way.steps),))


def _at_once(choice: OpenChoice) -> Asked:
    """All answers in one list: what fills a gap as wide as it must be, and what came after it."""
    gap = common_beginning(choice.gaps)
    answers = [Answer(_answer(rest, gap, choice.plain), rest.steps) for rest in choice.rests]
    return _asked(replace(choice, gaps=[gap]), answers)


def _step_by_step(choice: OpenChoice) -> Asked | None:
    """Those that are alike in the first gap are one answer, which asks on; None if that tells none apart, or each.

    A name that leads to one thing only is confirmed: else a wrong thing would be believed of whoever was named.
    """
    rests, players, gaps = choice.rests, choice.players, choice.gaps
    groups = _alike(rests, gaps[0], players)
    if len(groups) == 1 or (len(groups) == len(rests) and all(len(rest.told) < 2 for rest in rests)):
        return None
    answers = []
    for members in groups:
        if len(members) == 1 and (gaps[0] == () or _only_gap(members[0], gaps)):
            answers.append(Answer(_answer(members[0], gaps[0], choice.plain), members[0].steps))
        else:
            asked = ask(members, players, choice.before)
            text = _in_common(members, gaps[0], players)
            more = text if text in players or words.GAP in text else t(words.MORE, answer=text)
            answers.append(Answer(more, (), asked.answers, asked.text))
    return _asked(choice, answers)


def _asked(choice: OpenChoice, answers: Sequence[Answer]) -> Asked:
    """The question: the sentence with its gaps, behind those of the events before it."""
    rests, players, before, gaps = choice.rests, choice.players, choice.before, choice.gaps
    if gaps[0] == ():
        return Asked(_behind(before, t(choice.plain)), tuple(answers), plain=True)
    sentence = rests[0].told[0]
    who = _leads(sentence, gaps[0]) and all(_part(rest.told[0], gaps[0]) in players for rest in rests)
    fillers: dict[Path, str] = dict.fromkeys(gaps, words.GAP) | ({gaps[0]: t(words.WHO)} if who else {})
    return Asked(_behind(before, t(words.IS_IT, sentence=_with(sentence, fillers))), tuple(answers), who and not before)


def _behind(before: Told, asked: str) -> str:
    """What is asked, behind events as sentences of their own."""
    for sentence in reversed(before):
        stopped = sentence if sentence.endswith(STOPS) else t(words.SENTENCE, sentence=sentence)
        asked = t(words.BEHIND, told=stopped, asked=asked)
    return asked


def _answer(rest: TellableWay, gap: Path, plain: str) -> str:
    """An answer: what stands in the gap, and what came after."""
    if not rest.told:
        return t(words.NOTHING if plain == words.AND_BEFORE else words.NOTHING_MORE)
    text = _part(rest.told[0], gap)
    for sentence in rest.told[1:]:
        text = t(words.THEN, some=text, one=sentence)
    return text


def _in_common(members: Sequence[TellableWay], gap: Path, players: Sequence[str]) -> str:
    """What several ways have in the gap: the same, or the same but for gaps of its own; "somebody" did what several
    people may have done."""
    parts = [_part(member.told[0], gap) for member in members]
    fillers: dict[Path, str] = dict.fromkeys(_gaps(parts), words.GAP)
    for path in fillers:
        if _leads(parts[0], path) and all(_part(part, path) in players for part in parts):
            fillers[path] = t(words.SOMEBODY)
    return _with(parts[0], fillers)


def _gaps(parts: Sequence[object]) -> list[Path]:
    """Where these differ, as deep inside as can be; a list that differs in several places differs as a whole, and what
    has no word of its own, such as a name with a figure, wherever it differs."""
    first = parts[0]
    if all(str(part) == str(first) for part in parts):
        return []
    if not isinstance(first, Said) or _wordless(first.message) or not all(_made_alike(first, part) for part in parts):
        return [()]
    inside = [
        (name, *path)
        for name in _names(first.message)
        for path in _gaps([part.values[name] for part in parts if isinstance(part, Said)])
    ]
    return [()] if not inside or (first.message in LISTS and len(inside) > 1) else inside


def _made_alike(one: Said, other: object) -> bool:
    """Whether both are one pattern, filled."""
    return isinstance(other, Said) and bool(one.values) and (one.message, one.number) == (other.message, other.number)


def _wordless(message: str) -> bool:
    """Whether a pattern joins parts by signs alone, and is no list."""
    return message not in LISTS and not any(map(str.isalpha, "".join(text for text, *_ in Formatter().parse(message))))


def _names(message: str) -> list[str]:
    """The values of a pattern in their order."""
    return list(dict.fromkeys(name for _, name, _, _ in Formatter().parse(message) if name))


def _part(text: str, path: Path) -> str:
    """What stands there in a sentence."""
    value: object = text
    for name in path:
        assert isinstance(value, Said)
        value = value.values[name]
    return value if isinstance(value, str) else str(value)


def _with(text: str, fillers: Mapping[Path, str], at: Path = ()) -> str:
    """The sentence with other parts in it."""
    if at in fillers:
        return fillers[at]
    if not isinstance(text, Said) or not any(path[: len(at)] == at for path in fillers):
        return text
    values = {
        name: _with(value, fillers, (*at, name)) if isinstance(value, str) else fillers.get((*at, name), value)
        for name, value in text.values.items()
    }
    return remade(text, values)


def _leads(sentence: str, gap: Path) -> bool:
    """Whether the sentence begins with that part."""
    return isinstance(sentence, Said) and len(gap) == 1 and sentence.message.startswith(f"{{{gap[0]}}}")


def _grouped(rests: Sequence[TellableWay], keys: Iterable[str]) -> list[list[TellableWay]]:
    """Those with the same key together, in the order of the first of each."""
    groups: dict[str, list[TellableWay]] = {}
    for rest, key in zip(rests, keys, strict=True):
        groups.setdefault(key, []).append(rest)
    return [*groups.values()]


def _alike(rests: Sequence[TellableWay], gap: Path, players: Sequence[str]) -> list[list[TellableWay]]:
    """Those together that have the same pattern in the gap, if it begins with a word; else those that have the same."""
    parts = [_part(rest.told[0], gap) if rest.told else "" for rest in rests]
    patterns = [
        f"{part.message} {part.number}" if isinstance(part, Said) and part.message not in LISTS else part
        for part in parts
    ]
    groups: list[list[TellableWay]] = []
    for members in _grouped(rests, patterns):
        telling = not members[0].told or not _in_common(members, gap, players).startswith(words.GAP)
        groups += [members] if telling else _grouped(members, [_part(member.told[0], gap) for member in members])
    return groups


def _only_gap(rest: TellableWay, gaps: Sequence[Path]) -> bool:
    """Whether what stands in one part of one sentence is all that it tells."""
    return len(gaps) == 1 and gaps[0] != () and len(rest.told) == 1


def _look_alike(answers: Sequence[Answer]) -> bool:
    """Whether two of them could not be told apart in a short line."""
    return len({answer.text[: LIMITS.distinct_letters] for answer in answers}) < len(answers)


def common_beginning(lists: Sequence[Sequence[Part]]) -> tuple[Part, ...]:
    """What all of some sequences, one at least, begin with."""
    alike = takewhile(lambda column: len(set(column)) == 1, zip(*lists, strict=False))
    return tuple(column[0] for column in alike)
