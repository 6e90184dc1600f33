"""Melodies for the buzzer: notes as (frequency in Hz, None for a rest; seconds)."""

from __future__ import annotations

from hardware.panel.buzzer import Tune

C4, D4, E4, F4, G4, A4 = 261.6, 293.7, 329.6, 349.2, 392.0, 440.0
C5, D5, E5, F5, G5, A5, B5 = 523.3, 587.3, 659.3, 698.5, 784.0, 880.0, 987.8
C6, E6, G6 = 1046.5, 1318.5, 1568.0

SILENCE: Tune = ()
READ: Tune = ((A5, 0.05), (E6, 0.08))
"""Dice were read."""
BANK: Tune = ((C5, 0.08), (E5, 0.08), (G5, 0.08), (C6, 0.16))
PARTY: Tune = ((G5, 0.09), (C6, 0.09), (None, 0.03), (C6, 0.09), (E6, 0.09), (None, 0.03), (E6, 0.09), (G6, 0.28))
SUN: Tune = ((E5, 0.07), (A5, 0.07), (C6, 0.12))
RAIN: Tune = ((A5, 0.05), (None, 0.05), (F5, 0.05), (None, 0.05), (D5, 0.1))
ALARM: Tune = ((G4, 0.16), (C4, 0.16), (None, 0.04)) * 3
"""Sharks: a falling fifth, three times."""
EATEN: Tune = ((E5, 0.07), (C5, 0.07), (A4, 0.07), (E4, 0.07), (C4, 0.22))
ESCAPED: Tune = ((C5, 0.07), (F5, 0.07), (A5, 0.14))
BLESSING: Tune = ((C5, 0.08), (G5, 0.08), (C6, 0.08), (None, 0.03), (G5, 0.08), (C6, 0.08), (E6, 0.26))
CARD: Tune = ((E5, 0.04), (G5, 0.05))
"""A card was laid, drawn or given."""
AIR: Tune = ((C5, 0.04), (None, 0.03), (E5, 0.04), (None, 0.03), (A5, 0.06))
"""Bubbles."""
DOWN: Tune = ((A5, 0.06), (F5, 0.06), (D5, 0.06), (A4, 0.12))
UP: Tune = ((A4, 0.06), (D5, 0.06), (F5, 0.06), (A5, 0.12))
PANIC: Tune = ((G5, 0.05), (E5, 0.05)) * 3
CALM: Tune = ((G5, 0.12), (E5, 0.12), (C5, 0.2))
KRAKEN: Tune = ((C4, 0.1), (D4, 0.1), (E4, 0.1), (F4, 0.22))
SURFACE: Tune = ((C5, 0.07), (G5, 0.07), (C6, 0.07), (G6, 0.2))
"""A pirate is back at the Surface."""
ANCHORS: Tune = ((C5, 0.14), (G4, 0.14), (C4, 0.26))
"""The Descent is over."""
FLIP: Tune = ((D5, 0.05), (A5, 0.05), (D5, 0.08))
SWIRL: Tune = ((C5, 0.05), (D5, 0.05), (E5, 0.05), (F5, 0.05), (E5, 0.08))
"""Sharks or divers change places."""
CAGE: Tune = ((E4, 0.05), (None, 0.03), (E4, 0.05), (None, 0.03), (A4, 0.1))
HIDE: Tune = ((G5, 0.06), (None, 0.04), (D5, 0.06), (None, 0.04), (A4, 0.06))
HARPOON: Tune = ((A4, 0.04), (E5, 0.04), (A5, 0.04), (E6, 0.12))
HUNGRY: Tune = ((C4, 0.08), (F4, 0.14))
"""Sharks attacked, and nobody was bitten."""
BREACH: Tune = ((C5, 0.05), (E5, 0.05), (G5, 0.05), (C6, 0.05), (E6, 0.1), (C6, 0.05), (G5, 0.05), (E5, 0.1))
SCORED: Tune = ((G5, 0.06), (C6, 0.1))
FLUKE: Tune = ((C6, 0.08), (None, 0.03), (C6, 0.08), (G6, 0.18))
RIGHT: Tune = ((E5, 0.07), (G5, 0.07), (B5, 0.07), (E6, 0.18))
WRONG: Tune = ((E5, 0.1), (C5, 0.1), (A4, 0.2))
ACTION: Tune = ((D5, 0.06), (F5, 0.06), (D5, 0.06), (A5, 0.12))
BLOCKED: Tune = ((A5, 0.06), (None, 0.03), (A4, 0.16))
QUESTION: Tune = ((A5, 0.09), (None, 0.04), (D5, 0.07), (E6, 0.13))
MISMATCH: Tune = ((E4, 0.15), (None, 0.07), (E4, 0.15))
UNDO: Tune = ((G5, 0.07), (D5, 0.1))
REFUSED: Tune = ((C4, 0.12),)
WIN: Tune = ((C5, 0.11), (C5, 0.11), (C5, 0.11), (G5, 0.3), (None, 0.04), (E5, 0.12), (G5, 0.12), (C6, 0.5))
