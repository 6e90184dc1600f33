"""What hypotheses tell, in sentences: what nobody sees, and what goes without saying, is left out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from companion.words import sentences
from companion.words.pieces import join, thrown
from companion.words.places import name
from engines.core import BLANK, Event, Match, Turn
from firmware.referee.asking.gaps import Told, common_beginning
from firmware.referee.hypothesis import Hypothesis
from firmware.state.table import Step


@dataclass(frozen=True, slots=True)
class ToldStep:
    """A step in a sentence. `implied`: what comes next tells it, as nobody else had anything to decide and nothing lies
    there for it (who discards plays no more cards), or as that card is played which chance laid open."""

    sentence: str
    implied: bool


def told(match: Match, hypotheses: Sequence[Hypothesis]) -> list[Told]:
    """The sentences of each hypothesis; none where nothing was to be seen.

    What is implied is left out, unless nothing comes behind it in one of them, or they could not be told apart then.
    """
    ways = [tuple(_steps(match, each)) for each in hypotheses]
    first = len(common_beginning(ways))
    rests = [way[first:] for way in ways]
    before = _bare(ways[0][:first], followed=all(rests))
    bare = [(*before, *_bare(rest)) for rest in rests]
    whole = [tuple(step.sentence for step in way) for way in ways]
    return bare if len(set(bare)) == len(set(whole)) else whole


def _bare(steps: Sequence[ToldStep], followed: bool = False) -> Told:
    """The sentences without those that are implied by what comes behind them."""
    last = len(steps) - 1
    return tuple(step.sentence for n, step in enumerate(steps) if not step.implied or not (followed or n < last))


def _steps(match: Match, hypothesis: Hypothesis) -> Iterator[ToldStep]:
    """A sentence for each event of a hypothesis that tells something."""
    cards = bool(sentences.pieces(match))
    for step, then in zip(hypothesis.steps, (*hypothesis.steps[1:], None), strict=False):
        if _tells(step, then) and (sentence := _sentence(match, step.event, cards)):
            used = then is not None and step.event.seat is None and {*step.event.items} <= {*then.event.items}
            yield ToldStep(sentence, cards and (used or _implied(match, step.event)))
        match = match.play(step.event)


def _sentence(match: Match, event: Event, cards: bool) -> str:
    """An event in words, a throw by what it shows; "" for what nobody sees."""
    if cards:
        return sentences.would(match, event) if BLANK not in event.items or event.seat is not None else ""
    if event.seat is not None:
        return sentences.offered(match, event)
    return thrown(event.items) or join([name(match, item) for item in event.items])


def _implied(match: Match, event: Event) -> bool:
    """Whether somebody alone decides, and nothing comes to lie there."""
    awaits = match.state.awaits
    return not event.items and isinstance(awaits, Turn) and awaits.seats == (event.seat,)


def _tells(step: Step, then: Step | None) -> bool:
    """Whether a step tells what happened: of a round in which each passes only the last."""
    return then is None or bool(step.event.items) or step.event.seat is None or step.event.kind != then.event.kind
