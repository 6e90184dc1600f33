"""How often the program looks for circles of garbage, and when freed memory goes back to the system."""

from __future__ import annotations

import ctypes
import gc
from contextlib import suppress
from dataclasses import dataclass

from engines.once import forget_match


@dataclass(frozen=True, slots=True)
class CollectorLimits:
    """When Python's collector looks for circles of garbage; all that is in no circle is freed at once anyway."""

    new_objects: int = 20_000
    """So many objects more than before: a long thought makes hundreds of thousands and frees them. With Python's own
    700 they were looked through again and again, a sixth of its time, and phones waited up to 80 ms."""
    young_rounds: int = 5
    """After so many rounds those that were kept are looked through, too,"""
    old_rounds: int = 5
    """and after so many of these the oldest."""


LIMITS = CollectorLimits()


def collect_seldom() -> None:
    """From now on look for circles of garbage seldom: hardly anything here makes some, and thoughts make much else."""
    gc.set_threshold(LIMITS.new_objects, LIMITS.young_rounds, LIMITS.old_rounds)


def give_back() -> None:
    """Forget the match that is over, collect all garbage, give the system what the C library keeps of freed memory.

    Takes a tenth of a second: for moments when nobody waits, such as a new match. (glibc keeps it, others do not.)
    """
    forget_match()
    gc.collect()
    with suppress(AttributeError, OSError):
        ctypes.CDLL(None).malloc_trim(0)
