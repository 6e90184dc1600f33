"""Cards known from the look before: which of them lie on a mat still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.mat_cards.change import SCALES, covered
from vision.mat_cards.correlate import LIMITS as CORRELATION
from vision.mat_cards.correlate import LyingCard
from vision.mat_cards.look import MatLook
from vision.mat_cards.naming import fits
from vision.mat_cards.tracked import TrackedCard
from vision.reading import Floats, Image, Mask


@dataclass(frozen=True, slots=True)
class KnownCardLimits:
    """When a known card lies there still."""

    still_there_likeness: float = 0.57
    """The likeness from which a known card still lies there: of the bare mat it was 0.59 at its likest."""
    rival_lead: float = 0.04
    """A known card that is less like what lies there than another face is, by this, is gone,"""
    judged_share: float = 0.5
    """if so much of it shows."""
    unmoved_share: float = 0.3
    """A card lies where it lay if no more of what shows of it changed."""


LIMITS = KnownCardLimits()


def still_lying(look: MatLook, known: Sequence[TrackedCard], new: Sequence[TrackedCard]) -> list[TrackedCard]:
    """The known cards that still lie there, and the new ones upon them, the lowest first."""
    clear = np.ones(look.fine.shape[:2], np.float32)
    changed = np.asarray(cv2.resize(look.changed, look.fine.shape[1::-1], interpolation=cv2.INTER_NEAREST))
    cards: list[TrackedCard] = []
    for card in [*known, *new][::-1]:
        there, mine = covered(card.pose, look.deck.card_mm, SCALES.fine_px_per_mm, look.fine.shape)
        shows = (mine > 0) & (clear[there] > 0)
        card_now = replace(card, visible=float(shows.sum()) / max(int(mine.sum()), 1))
        is_new = any(card is other for other in new)
        if not is_new and not card_now.buried and not _still_lies(look, clear, card, shows, changed[there]):
            continue
        cards.append(card_now)
        clear[there][mine > 0] = 0
    return cards[::-1]


def _still_lies(look: MatLook, clear: Floats, card: TrackedCard, shows: Mask, changed: Image) -> bool:
    """Whether a known card lies where it lay, as far as it `shows`; `changed`: what changed there (masks)."""
    area = float(shows.sum())
    if float((shows & (changed > 0)).sum()) <= LIMITS.unmoved_share * area:
        return True
    faces = look.deck.fine
    seen = LyingCard.at(look.fine, clear, faces, card.pose)
    fit, there = fits(seen, faces, CORRELATION.glimpsed_share)
    number = faces.names.index(card.name)
    best = fit[number] > fit.max() - LIMITS.rival_lead or area < LIMITS.judged_share * faces.rows.shape[2]
    return bool(there[number] > LIMITS.still_there_likeness and best)
