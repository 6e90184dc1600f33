"""Which card of a deck it is that lies so on a mat, and how surely."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from vision.mat_cards.correlate import SEEN, MatFaces, Pose, apart, likeness, relit
from vision.reading import Ranked

Floats = NDArray[np.float32]

FOUND = 0.65
"""The likeness, shadows set aside by half, from which something is a card: of cards laid on drawn tables in all lights
the least was 0.72, of the bare mat at its likest 0.59."""
CLEARLY = 40.0
"""How much more probably something is a card the more it is like one than that."""
SHARP = 150.0
"""How much more probable a face gets with its correlation: found on drawn tables."""
UNCLEAR, WHERE = 8.0, 45.0
"""Within so many nats of the best a face is compared with it where the two differ, and how much more probable that
makes one: on drawn tables, in shadows and at half the px too, the right one was 0.12 ahead and more (2,300 pairs)."""
MOST = 6
"""So many names are told at most."""


def named(picture: Floats, free: Floats, faces: MatFaces, pose: Pose) -> tuple[Ranked, float]:
    """The likeliest names, the best first, with their probabilities; and how like the best is to what lies there."""
    fit, there = fits(picture, free, faces, pose)
    alike = float(there[fit.argmax()])
    odds = np.exp(_nats(picture, free, faces, pose, fit))
    odds /= odds.sum() * (1 + np.exp(-CLEARLY * (alike - FOUND)))
    return tuple((faces.names[n], float(odds[n])) for n in np.argsort(-odds)[:MOST]), alike


def fits(picture: Floats, free: Floats, faces: MatFaces, pose: Pose, least: float = SEEN) -> tuple[Floats, Floats]:
    """How well each face fits, shadows set aside, and how like it is to what lies there: both with them and not."""
    lit = relit(picture, free, faces, pose, least)
    return lit, (lit + likeness(picture, free, faces, [pose], least)[0]) / 2


def _nats(picture: Floats, free: Floats, faces: MatFaces, pose: Pose, fit: Floats) -> Floats:
    """By how many nats each face is less probable than the best: by how it fits, and by how close rivals fit where they
    differ from it. Where one says otherwise than the other, the two are as probable."""
    best, nats = int(fit.argmax()), np.asarray(SHARP * (fit - fit.max()), np.float32)
    for rival in np.flatnonzero(nats > -UNCLEAR).tolist():
        ahead = 0.0 if rival == best else apart(picture, free, faces.only(best, rival), pose)
        nats[rival] = min(nats[rival], -WHERE * ahead) if ahead >= 0 else 0.0
    return nats
