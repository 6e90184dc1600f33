"""Are these dice fair? Pearson's chi-square test on the counts of the six faces.

With few throws no test can tell, so none is made below `FairnessLimits.min_dice` (an expected count of 5 a face, the
usual condition for the chi-square distribution to hold). The p-value is the chance that fair dice give counts at least
this uneven. A p-value of 0.01 is met by one fair die in a hundred: `suspicious` says "look again", never "loaded".

The tail of the chi-square distribution with 5 degrees of freedom has a closed form (Abramowitz & Stegun 26.4.4):
erfc(sqrt(x/2)) + sqrt(2x/pi) * exp(-x/2) * (1 + x/3).
"""

from __future__ import annotations

from dataclasses import dataclass
from math import erfc, exp, pi, sqrt

from engines.core.said import said


@dataclass(frozen=True, slots=True)
class FairnessLimits:
    """When the test speaks, and when it says "look again"."""

    min_dice: int = 30
    """Dice below which the test says nothing."""
    p_suspicious: float = 0.01
    """A p-value below this is suspicious: one fair die in a hundred meets it."""


LIMITS = FairnessLimits()


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the counts say. `p` is None, and `words` say so, while there are too few dice to tell.

    `deviations` are, face by face, the counts above (or below) the expected one, in standard deviations of a fair die.
    """

    dice: int
    deviations: tuple[float, ...]
    chi_square: float
    p: float | None
    words: str

    @property
    def suspicious(self) -> bool:
        """Whether fair dice would be this uneven less than once in a hundred."""
        return self.p is not None and self.p < LIMITS.p_suspicious


def fairness(counts: tuple[int, ...]) -> Verdict:
    """The verdict on how often each of the six faces came up."""
    dice = sum(counts)
    expected = dice / 6
    spread = sqrt(dice * 5 / 36)
    deviations = tuple((count - expected) / spread if dice else 0.0 for count in counts)
    chi_square = sum((count - expected) ** 2 for count in counts) / expected if dice else 0.0
    if dice < LIMITS.min_dice:
        return Verdict(
            dice,
            deviations,
            chi_square,
            None,
            said("too few dice to tell: {dice} of {least}", dice=dice, least=LIMITS.min_dice),
        )
    p = tail(chi_square)
    words = said("looks uneven: p = {p}", p=f"{p:.2g}")
    if p >= LIMITS.p_suspicious:
        words = said("looks fair: fair dice are this uneven in {share} of such samples", share=f"{p:.0%}")
    return Verdict(dice, deviations, chi_square, p, words)


def tail(chi_square: float) -> float:
    """P(X >= chi_square) of the chi-square distribution with 5 degrees of freedom."""
    x = chi_square
    return erfc(sqrt(x / 2)) + sqrt(2 * x / pi) * exp(-x / 2) * (1 + x / 3)
