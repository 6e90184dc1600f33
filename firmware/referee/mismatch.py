"""What to mend where table and game differ: which piece, where it should be, where it is."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from companion.words import questions as words
from companion.words.pieces import join, kinds
from companion.words.pieces import name as die_name
from companion.words.places import name, where
from engines.core import Chance, Expected, Match, Over, State, Turn
from engines.names import lying_item
from firmware.referee.hypothesis import Hypothesis
from firmware.referee.likelihood import ObservationPair
from firmware.state.observation import DICE_PLACES, HIDDEN, KEPT, TRAY
from firmware.state.table import Mismatch


@dataclass(frozen=True, slots=True)
class MismatchLimits:
    """What counts as a difference, and how many are named."""

    p_least_likely: float = 0.02
    """A piece that shows what it should with less than this chance shows something else."""
    named_differences: int = 3
    """So many differences are named one by one."""


LIMITS = MismatchLimits()


def mismatch(match: Match, pair: ObservationPair, best: Hypothesis) -> Mismatch:
    """The difference between the table and the likeliest that it should show."""
    lies = best.state.expected_pieces()
    places = [piece.place for piece in pair.observation.pieces]
    thrown = any(lie.place == TRAY for lie in lies) or set(places) <= set(DICE_PLACES)
    wrongly_kept = any(places[number] == KEPT for number in best.fit.unassigned)
    return _dice(match.state, pair, best) if thrown and not wrongly_kept else _laid(match, pair, best, lies)


def _laid(match: Match, pair: ObservationPair, best: Hypothesis, lies: tuple[Expected, ...]) -> Mismatch:
    """Pieces at the wrong place, missing, too much, or showing the wrong face: each named with its place."""
    missing = [lie for lie, n in zip(lies, best.fit.pairs, strict=True) if n is None and not lie.free]
    loose = [number for number in best.fit.unassigned if pair.observation.pieces[number].doubt != HIDDEN]
    expected, seen, pieces = [], [], []
    differing = [
        (lie, n) for lie, n in zip(lies, best.fit.pairs, strict=True) if n is not None and _differs(pair, lie, n)
    ]
    alone = len(differing) + len(missing) + len(loose) == 1
    for lie, other in differing:
        expected.append(_lying(match, lying_item(lie), lie.place))
        seen.append(name(match, top(pair, other)))
        pieces.append(other)
    for lie in missing:
        number = _stray(pair, lie, loose)
        expected.append(_lying(match, lying_item(lie), lie.place))
        seen.append(_instead(match, pair, lie, number, len(differing) + len(missing) == 1))
        if number is not None:
            loose.remove(number)
            pieces.append(number)
    for number in loose:
        there = where(match, pair.observation.pieces[number].place)
        expected.append(words.SUPERFLUOUS.format(piece=name(match, top(pair, number)), where=there))
        seen.append(words.ONLY_ONE_THERE if alone else words.ONE_THERE.format(where=there))
        pieces.append(number)
    return Mismatch(
        join(expected[: LIMITS.named_differences]),
        join(seen[: LIMITS.named_differences]),
        pair.observation,
        tuple(pieces),
        tuple(loose),
    )


def _lying(match: Match, item: str, place: str) -> str:
    """A piece in its place: `Ana's pirate at depth 10`."""
    return words.LYING.format(piece=name(match, item), where=where(match, place))


def _stray(pair: ObservationPair, lie: Expected, loose: list[int]) -> int | None:
    """The piece that should lie as `lie` and lies elsewhere; else one that lies in its place."""
    same = [n for n in loose if top(pair, n) == lying_item(lie)]
    there = [n for n in loose if pair.observation.pieces[n].place == lie.place]
    return next(iter(same + there), None)


def _instead(match: Match, pair: ObservationPair, lie: Expected, number: int | None, alone: bool) -> str:
    """What is seen in the place of a missing piece; `alone`: no other is spoken of, and "it" is that one."""
    if number is None:
        return words.NOT_THERE
    piece = pair.observation.pieces[number]
    if top(pair, number) == lying_item(lie):
        there = where(match, piece.place)
        return words.ELSEWHERE.format(where=there) if alone else _lying(match, lying_item(lie), piece.place)
    return words.INSTEAD.format(piece=name(match, top(pair, number))) if piece.items else words.UNREADABLE


def _differs(pair: ObservationPair, lie: Expected, number: int) -> bool:
    known = pair.known(number)
    return known != lying_item(lie) and (
        known is not None or pair.observation.pieces[number].probability(lying_item(lie)) < LIMITS.p_least_likely
    )


def top(pair: ObservationPair, number: int) -> str:
    """What a piece is known to be, else looks most like."""
    piece = pair.observation.pieces[number]
    return pair.known(number) or (piece.items[0][0] if piece.items else "die-")


def _dice(state: State, pair: ObservationPair, best: Hypothesis) -> Mismatch:
    """Dice in wrong numbers, or that cannot be read."""
    fresh = [i for i, origin in enumerate(pair.previous_index) if origin is None]
    expected = words.GAME_OVER if isinstance(state.awaits, Over) else kinds(_expected(state))
    seen = kinds(top(pair, i) for i in range(len(pair.observation.pieces)))
    if expected == seen:
        expected, seen = _closer(state, pair, expected)
    unread = tuple(
        i for i in fresh if not pair.observation.pieces[i].items or pair.observation.pieces[i].items[0][1] < 0.5
    )
    if unread:
        seen = words.unread_dice(seen, len(unread))
    return Mismatch(expected, seen, pair.observation, unread or best.fit.unassigned)


def _closer(state: State, pair: ObservationPair, dice: str) -> tuple[str, str]:
    """What differs where the numbers of dice do not: their faces, or that they were not thrown."""
    shown = Counter(top(pair, i) for i in range(len(pair.observation.pieces)))
    should = Counter(map(lying_item, _should_lie(state)))
    missing, more = list((should - shown).elements()), list((shown - should).elements())
    thrown_anew = _thrown_anew(state)
    if len(missing) > 1 and thrown_anew and all(len(lying) > shown.total() for lying in thrown_anew):
        return kinds(thrown_anew[0]), kinds(shown.elements())
    if isinstance(state.awaits, Chance) or not missing:
        lying = sum(origin is not None for origin in pair.previous_index)
        return words.THROWN_ANEW.format(dice=dice), words.NOT_THROWN.format(count=lying)
    return join([die_name(name) for name in missing]), join([die_name(name) for name in more])


def _thrown_anew(state: State) -> list[list[str]]:
    """The dice that lie there once some of them are thrown anew, for each way to choose these."""
    return [_expected(after) for after in map(state.apply, state.legal()) if isinstance(after.awaits, Chance)]


def _should_lie(state: State) -> list[Expected]:
    """What must lie there, and what was just thrown: a player may take it up, but then it is thrown anew."""
    decides = isinstance(state.awaits, Turn)
    return [lie for lie in state.expected_pieces() if not lie.free or (lie.fresh and decides)]


def _expected(state: State) -> list[str]:
    """What lies there now, of dice that are about to be thrown their kinds."""
    awaits = state.awaits
    lies = [lying_item(lie) for lie in _should_lie(state) if not (lie.fresh and isinstance(awaits, Chance))]
    if isinstance(awaits, Chance):
        lies += [f"{pool.kind}-" for pool in awaits.pools for _ in range(pool.count)]
    return lies
