"""Cards known from the look before: which of them lie on a mat still."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.mat_cards.change import SCALES, covered
from vision.mat_cards.correlate import LIMITS as CORRELATION
from vision.mat_cards.correlate import LyingCard, Pose
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
    """A card lies where it lay if no more of what shows of it changed,"""
    untouched_share: float = 0.002
    """for sure if no more than this did; else not if"""
    max_lost_likeness: float = 0.1
    """it is so much less like its face than as it was found, where that is judged: of an ace that lies where another
    lay a fifth changes, for both are mostly paper. In two films (seeds 431205 and 441205) eight cards changed so
    little; each was another, and lost 0.31 at least. Of six that we drew five lost more than this."""


LIMITS = KnownCardLimits()


@dataclass(frozen=True, slots=True)
class KnownSpot:
    """Where a card of a name is known to lie: what is found there to so many mm and degrees is that card.

    `either_way`: also if it is found the other way round, for what lies there is as like the card as it was.
    """

    name: str
    pose: Pose
    within_mm: float
    within_deg: float
    either_way: bool = True

    def holds(self, card: TrackedCard) -> bool:
        """Whether a find is the card that is known to lie here."""
        near = card.pose.near(self.pose, self.within_mm, self.within_deg)
        return near and self.name == card.name and (self.either_way or not card.pose.reversed(self.pose))


def still_lying(
    look: MatLook, known: Sequence[TrackedCard], new: Sequence[TrackedCard], again: Sequence[TrackedCard] = ()
) -> list[TrackedCard]:
    """The known cards that still lie there, and the new ones upon them, the lowest first; those that were found `again`
    do."""
    clear = np.ones(look.fine.shape[:2], np.float32)
    changed = np.asarray(cv2.resize(look.changed, look.fine.shape[1::-1], interpolation=cv2.INTER_NEAREST))
    cards: list[TrackedCard] = []
    for card in [*known, *new][::-1]:
        there, mine = covered(card.pose, look.deck.card_mm, SCALES.fine_px_per_mm, look.fine.shape)
        shows = (mine > 0) & (clear[there] > 0)
        card_now = replace(card, visible=float(shows.sum()) / max(int(mine.sum()), 1))
        is_found = any(card is other for other in (*new, *again))
        if not is_found and not card_now.buried and not _still_lies(look, clear, card, shows, changed[there]):
            continue
        cards.append(card_now)
        clear[there][mine > 0] = 0
    return cards[::-1]


def _still_lies(look: MatLook, clear: Floats, card: TrackedCard, shows: Mask, changed: Image) -> bool:
    """Whether a known card lies where it lay, as far as it `shows`; `changed`: what changed there (masks)."""
    area = float(shows.sum())
    changed_area = float((shows & (changed > 0)).sum())
    is_judged = area >= LIMITS.judged_share * look.deck.fine.rows.shape[2]
    if changed_area <= (LIMITS.untouched_share if is_judged else LIMITS.unmoved_share) * area:
        return True
    shown = look.beside(card)
    faces = shown.deck.fine
    seen = LyingCard.at(shown.fine, clear, faces, card.pose)
    fit, there = fits(seen, faces, CORRELATION.glimpsed_share)
    number = faces.names.index(card.name)
    if changed_area <= LIMITS.unmoved_share * area:
        return bool(there[number] > card.likeness - LIMITS.max_lost_likeness)
    best = fit[number] > fit.max() - LIMITS.rival_lead or not is_judged
    return bool(there[number] > LIMITS.still_there_likeness and best)
