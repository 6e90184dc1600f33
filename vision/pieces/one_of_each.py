"""Names of things of which there is one each: what is surely one of them is none of the others."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import accumulate

import numpy as np

from vision.reading import Doubles

Ways = Doubles
"""How probable all ways are together that give away each set of names: (2 ** names,)."""

P_NONE = 1e-3
"""How probable it is at least that something is none of them: so that two that are surely the same are both doubted."""
P_TOLD = 1e-3
"""Names less probable than this are left as they are."""


def one_of_each(odds: Sequence[Mapping[str, float]]) -> list[dict[str, float]]:
    """How probable each name is of each thing, given that no two have the same name; what is missing to 1 is the chance
    that it is none.

    The sum over all ways to give names (the marginals of a permanent), by the sets of names that are given.
    """
    names = sorted({name for each in odds for name, p in each.items() if p > P_TOLD})
    if len(odds) < 2 or not names:
        return [dict(each) for each in odds]
    chances = np.array([[each.get(name, 0.0) for name in names] for each in odds])
    none = np.maximum(1 - chances.sum(1), P_NONE)
    before = list(accumulate(zip(chances, none, strict=True), _named, initial=_start(len(names))))
    back = zip(chances[::-1], none[::-1], strict=True)
    after = list(accumulate(back, _to_name, initial=np.ones(1 << len(names))))[::-1]
    told = []
    for at, each in enumerate(odds):
        ways = np.array([_both(before[at], after[at + 1], name) for name in range(len(names))]) * chances[at]
        whole = ways.sum() + before[at] @ after[at + 1] * none[at]
        told.append({**each, **dict(zip(names, (ways / whole).tolist(), strict=True))})
    return told


def _start(count: int) -> Ways:
    """No name is given yet."""
    given = np.zeros(1 << count)
    given[0] = 1.0
    return given


def _split(ways: Ways, name: int) -> Ways:
    """The sets without a name and with it: (…, 2, 2 ** name), a view."""
    return ways.reshape(-1, 2, 1 << name)


def _named(before: Ways, thing: tuple[Ways, float]) -> Ways:
    """The ways after one more thing was named."""
    chances, none = thing
    ways = before * none
    for name, p in enumerate(chances):
        _split(ways, name)[:, 1] += _split(before, name)[:, 0] * p
    return ways


def _to_name(after: Ways, thing: tuple[Ways, float]) -> Ways:
    """The ways to name what is left, this thing first."""
    chances, none = thing
    ways = after * none
    for name, p in enumerate(chances):
        _split(ways, name)[:, 0] += _split(after, name)[:, 1] * p
    return ways


def _both(before: Ways, after: Ways, name: int) -> float:
    """The ways in which a name is free and is then given to this thing."""
    return float((_split(before, name)[:, 0] * _split(after, name)[:, 1]).sum())
