"""Chance for games that nobody throws dice in: a seeded dealer answers what a state awaits."""

from __future__ import annotations

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


def anyhow(state: State, random: Random) -> Event:
    """The policy `random`: any legal event, all alike. For every game."""
    return random.choice(state.legal())
