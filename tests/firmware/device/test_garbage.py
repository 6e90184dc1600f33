"""How often the program looks for circles of garbage, and when freed memory goes back to the system."""

from __future__ import annotations

import gc
from weakref import ref

from engines.once import decision
from firmware.device.garbage import LIMITS, collect_seldom, give_back


def test_circles_of_garbage_are_looked_for_seldom() -> None:
    before = gc.get_threshold()
    try:
        collect_seldom()
        assert gc.get_threshold() == (LIMITS.new_objects, LIMITS.young_rounds, LIMITS.old_rounds)
        assert gc.isenabled()
    finally:
        gc.set_threshold(*before)


class Knot:
    """Holds itself."""

    def __init__(self) -> None:
        self.held = self


def test_circles_of_garbage_are_gone_once_memory_is_given_back() -> None:
    """They are looked for so seldom otherwise that a device grew by some MB an hour."""
    knot = ref(Knot())
    give_back()
    assert knot() is None


def test_what_was_worked_out_for_a_match_is_forgotten_with_it() -> None:
    """Each match asks of other cards and waters: what is remembered would only grow."""
    for seat in range(3):
        decision("kept-for-this-match", seat)
    assert decision.cache_info().currsize >= 3
    give_back()
    assert decision.cache_info().currsize == 0
