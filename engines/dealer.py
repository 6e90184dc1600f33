"""Chance from outside: a seeded dealer answers what a state awaits, and every outcome has its probability."""

from __future__ import annotations

from collections.abc import Iterator
from math import comb
from random import Random

from engines.core import Chance, Event, Pool, State


def deal(chance: Chance, random: Random) -> Event:
    """An outcome of `chance`, drawn with `random` at the odds that its pools state."""
    return Event(chance.event, None, tuple(item for pool in chance.pools for item in _draw(pool, random)))


def _draw(pool: Pool, random: Random) -> list[str]:
    count = pool.count if pool.most is None else random.randint(pool.count, pool.most)
    items, weights = [item for item, _ in pool.faces], [weight for _, weight in pool.faces]
    if pool.replace:
        return random.choices(items, weights, k=count) if count else []
    return random.sample(items, count, counts=weights)


def any_legal(state: State, random: Random) -> Event:
    """The policy `random`: any legal event, all alike. For every game."""
    return random.choice(state.legal())


def outcomes(chance: Chance) -> Iterator[tuple[Event, float]]:
    """Every outcome of a chance, each combination once (items in the pools' order of faces), with its probability.

    For pools of a fixed count; dice follow the multinomial distribution, cards the multivariate hypergeometric.
    """
    for items, probability in _joint(chance.pools):
        yield Event(chance.event, None, items), probability


def _joint(pools: tuple[Pool, ...]) -> Iterator[tuple[tuple[str, ...], float]]:
    if not pools:
        yield (), 1.0
        return
    for items, probability in _combinations(pools[0].faces, pools[0].count, pools[0].replace):
        for others, rest in _joint(pools[1:]):
            yield items + others, probability * rest


def _combinations(
    faces: tuple[tuple[str, int], ...], count: int, replace: bool
) -> Iterator[tuple[tuple[str, ...], float]]:
    """Multisets of `count` items with their probability, face by face (the chain rule: binomial or hypergeometric)."""
    if count == 0:
        yield (), 1.0
        return
    if not faces:
        return
    (item, weight), others = faces[0], faces[1:]
    total = weight + sum(w for _, w in others)
    for here in range(count, -1, -1):
        probability = _chance_of(here, count, weight, total, replace)
        if probability:
            for rest, p in _combinations(others, count - here, replace):
                yield (item,) * here + rest, probability * p


def _chance_of(here: int, count: int, weight: int, total: int, replace: bool) -> float:
    if replace:
        share = weight / total
        return float(comb(count, here) * share**here * (1 - share) ** (count - here))
    if count > total:
        return 0.0
    return comb(weight, here) * comb(total - weight, count - here) / comb(total, count)
