"""A question as a sentence with a gap: what all answers share is said once, and the answers fill the gap.

Of many answers people choose step by step, as the sentences branch: first who, then what, then at whom.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from companion.words import questions as words
from firmware.state.table import Answer, Step

Tokens = tuple[str, ...]
"""The words of a sentence. A player's name is one of them, and so are a card's last one with its number, and what
stands between two events."""
THEN = words.THEN.strip()
STOPS = (".", "!", "?")
"""What ends a sentence: no other stop follows it."""


@dataclass(frozen=True, slots=True)
class GapLimits:
    """How much is asked at once."""

    answers_at_once: int = 4
    """So many answers are offered at once; of more, people choose step by step."""
    distinct_letters: int = 16
    """Answers are told apart by so many letters at the latest: a line of the OLED has room for some more."""


LIMITS = GapLimits()


@dataclass(frozen=True, slots=True)
class TellableWay:
    """What may have happened: in words, and as steps."""

    tokens: Tokens
    steps: tuple[Step, ...]


@dataclass(frozen=True, slots=True)
class Asked:
    """A question and its answers."""

    text: str
    answers: tuple[Answer, ...]


def tokens_of(sentence: str, players: Sequence[str]) -> Tokens:
    """The words of a sentence of one event, or of several."""
    names = "|".join(re.escape(name) for name in sorted(players, key=len, reverse=True))
    end = r"(?=[:,]?(?:\s|$))"
    word = re.compile(rf"(?:{names})(?!\w)|[:,]|'s|\S+ \(\w+\)\S*?{end}|\S+?{end}")
    events = [tuple(word.findall(event)) for event in sentence.split(words.THEN)]
    return events[0] + tuple(token for event in events[1:] for token in (THEN, *event))


def ask(choices: Iterable[TellableWay], players: Sequence[str], said: Tokens = ()) -> Asked:
    """Which of these it was, the likeliest first. `said` is what was chosen before, or said.

    Of those that are told in the same words the likeliest is offered: nobody could tell them apart.
    """
    told: dict[Tokens, TellableWay] = {}
    for choice in choices:
        told.setdefault(choice.tokens, choice)
    shared = _shared([*told])
    said, rests = (*said, *shared), [TellableWay(c.tokens[len(shared) :], c.steps) for c in told.values()]
    if len(rests) == 1:
        asked = _capital(_sentence(said))
        plain = THEN not in said and not asked.endswith(STOPS)
        text = f"{asked}?" if plain else words.IS_IT_SO.format(said=_sentences(said))
        return Asked(text, (Answer(words.YES, rests[0].steps),))
    if len(rests) > LIMITS.answers_at_once or _look_alike(rests):
        return _step_by_step(rests, players, said)
    after = _shared([rest.tokens[::-1] for rest in rests])[::-1]
    if min(len(rest.tokens) for rest in rests) <= len(after):
        after = ()
    gaps = [rest.tokens[: len(rest.tokens) - len(after)] for rest in rests]
    answers = tuple(Answer(_filled(gap), rest.steps) for gap, rest in zip(gaps, rests, strict=True))
    return Asked(_question(said, gaps, after, players), answers)


def _step_by_step(rests: list[TellableWay], players: Sequence[str], said: Tokens) -> Asked:
    """Those that begin alike are one answer, which asks on; after a name always, if there is more to say."""
    groups: dict[Tokens, list[TellableWay]] = {}
    for rest in rests:
        groups.setdefault(rest.tokens[: 2 if rest.tokens[:1] == (THEN,) else 1], []).append(rest)
    by_name = all(first and first[0] in players for first in groups)
    begins = [first if by_name else _shared([each.tokens for each in members]) for first, members in groups.items()]
    after = _shared([rest.tokens[1:] for rest in rests]) if by_name else ()
    answers = []
    for begin, members in zip(begins, groups.values(), strict=True):
        on = [TellableWay(each.tokens[len(begin) :], each.steps) for each in members]
        if len(on) == 1 and on[0].tokens == after:
            answers.append(Answer(_filled(begin), on[0].steps))
        else:
            asked = ask(on, players, (*said, *begin))
            more = "" if by_name else words.MORE
            answers.append(Answer(_filled(begin) + more, (), asked.answers, asked.text))
    goes_on = after and any(rest.tokens[1:] != after for rest in rests)
    told = (*_events(after)[0], words.GAP) if goes_on else after
    return Asked(_question(said, begins, told, players), tuple(answers))


def leaves(answers: Iterable[Answer]) -> list[tuple[Step, ...]]:
    """What all answers lead to in the end, those included that ask on."""
    return [steps for a in answers for steps in (leaves(a.then) if a.then else [a.steps])]


def _question(said: Tokens, gaps: Sequence[Tokens], after: Tokens, players: Sequence[str]) -> str:
    """The sentence with its gap, behind those of the events before it; what follows the event is left out."""
    *_, told = _events(said)
    before, after = said[: len(said) - len(told)], _events(after)[0]
    ask: str
    if any(gap[:1] in ((), (THEN,)) for gap in gaps):
        ask = words.AND_THEN if said else words.WHAT_HAPPENED
        before = said
    elif told:
        ask = _capital(f"{_sentence((*told, words.GAP, *after))}?")
    elif not all(len(gap) == 1 and gap[0] in players for gap in gaps):
        ask = words.AND_THEN if said else words.WHAT_HAPPENED
    else:
        ask = f"{_sentence((words.WHO, *after))}?" if after else words.WHO_WAS_IT
    return f"{_sentences(before)} {ask}" if before else ask


def _events(tokens: Tokens) -> list[Tokens]:
    """The words of each event; of one that is just to begin there are none."""
    events: list[list[str]] = [[]]
    for token in tokens:
        if token == THEN:
            events.append([])
        else:
            events[-1].append(token)
    return [tuple(event) for event in events]


def _sentences(tokens: Tokens) -> str:
    """Events as sentences of their own."""
    texts = (_sentence(event) for event in _events(tokens) if event)
    return " ".join(_capital(text) if text.endswith(STOPS) else f"{_capital(text)}." for text in texts)


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _filled(gap: Tokens) -> str:
    """An answer: what stands in the gap."""
    text = _sentence(gap[1:] if gap[:1] == (THEN,) else gap)
    return text.removesuffix(words.THEN.strip()).removesuffix(",") or words.NOTHING_MORE


def _sentence(tokens: Tokens) -> str:
    """The words as a sentence."""
    return re.sub(r" (?=[:,]|'s)", "", " ".join(tokens))


def _look_alike(rests: list[TellableWay]) -> bool:
    """Whether two of them could not be told apart in a short line."""
    return len({_filled(rest.tokens)[: LIMITS.distinct_letters] for rest in rests}) < len(rests)


def _shared(lists: Sequence[Tokens]) -> Tokens:
    """What all of them begin with."""
    shared = 0
    for column in zip(*lists, strict=False):
        if len(set(column)) > 1:
            break
        shared += 1
    return lists[0][:shared]
