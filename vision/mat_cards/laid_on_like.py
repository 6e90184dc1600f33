"""Cards laid on a pile just on their like: hardly anything changes then, but the top lies a hair off."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

import cv2
import numpy as np

from vision.bands import bands
from vision.mat_cards.change import SCALES, covered, light_gain, outline, straight
from vision.mat_cards.close_look import CloseView
from vision.mat_cards.look import DeckOnMat
from vision.mat_cards.naming import LIMITS as NAMING
from vision.mat_cards.tracked import TrackedCard, TrackedMat
from vision.reading import Floats, Image


@dataclass(frozen=True, slots=True)
class LaidOnLikeLimits:
    """When the top of a pile is measured again: of a hundred at rest none differed by 1.5 times the usual, of a hundred
    with a card laid on its like all by 1.9 and more."""

    differs_values: float = 1.5
    """The picture of such a top differs by more than this,"""
    differs_times_usual: float = 1.8
    """and by so many times what pictures mostly do."""
    moved_mm: float = 0.2
    """What then lies so many mm off is a card laid on its like; the same card is measured alike."""
    moved_deg: float = 0.4
    """The same in degrees."""
    less_alike: float = 0.03
    """It is hardly less like a face than the card below was."""


LIMITS = LaidOnLikeLimits()


def laid_on_like(
    image: Image, before: TrackedMat, cards: Sequence[TrackedCard], piles: Iterable[str], deck: DeckOnMat
) -> list[TrackedCard]:
    """Cards that were laid on a pile just on their like: the same top, as all the `cards` say, but a hair off."""
    same = _same_tops(before.cards, cards, frozenset(piles))
    if before.fine is None or before.mat is None or not same:
        return []
    fine = straight(image, before.mat, SCALES.fine_px_per_mm)
    differs = _differs(fine, before.fine)
    least = max(LIMITS.differs_values, LIMITS.differs_times_usual * float(np.median(differs)))
    found = []
    for card in same:
        elsewhere = [other for other in (*before.cards, *cards) if other.place != card.place]
        clear = _beside(elsewhere, fine.shape, deck.card_mm)
        there, mine = covered(card.pose, deck.card_mm, SCALES.fine_px_per_mm, fine.shape)
        if float(differs[there][mine * clear[there] > 0].mean()) > least:
            laid = _card_laid_on(card, before.fine, fine, clear, deck)
            view = CloseView.of(image, before.mat)
            found += [deck.closely_named(view, fine, clear, each) for each in laid]
    return found


def _differs(now: Image, before: Image) -> Floats:
    """How much two pictures (H, W, 3) differ (H, W), once the one before is as bright; by bands."""
    gain, differs = light_gain(now[::4, ::4], before[::4, ::4]), np.empty(now.shape[:2], np.float32)
    for band in bands(len(now)):
        differs[band] = np.abs(now[band] - before[band] * np.float32(gain)).mean(2)
    return differs


def _same_tops(before: Sequence[TrackedCard], now: Sequence[TrackedCard], piles: frozenset[str]) -> list[TrackedCard]:
    """The tops of the piles that are the very cards that they were."""
    tops, lower = ({card.place: card for card in cards if card.place in piles} for cards in (now, before))
    return [card for place, card in lower.items() if place in tops and tops[place].pose is card.pose]


def _beside(cards: Iterable[TrackedCard], shape: Sequence[int], card_mm: tuple[float, float]) -> Floats:
    """Mask (float32, 0 or 1, fine) of what is well beside these cards."""
    clear = np.ones((shape[0], shape[1]), np.float32)
    for card in cards:
        edge = outline(card.pose, card_mm, SCALES.fine_px_per_mm)
        cv2.fillConvexPoly(clear, edge, 0)
        cv2.polylines(clear, [edge], True, 0, 5)
    return clear


def _card_laid_on(card: TrackedCard, before: Image, fine: Image, clear: Floats, deck: DeckOnMat) -> list[TrackedCard]:
    """The card that was laid on this one, if what lies there lay otherwise before."""
    then = deck.refined_pose(before, clear, card.pose, card.name)
    now = deck.refined_pose(fine, clear, card.pose, card.name)
    upper = deck.named_card(fine, clear, now)
    if upper.name != card.name:
        upper = deck.named_card(fine, clear, deck.refined_pose(fine, clear, now, upper.name))
    elif now.near(then, LIMITS.moved_mm, LIMITS.moved_deg):
        return []
    pose = card.pose.further(then, upper.pose)
    # in some light the known card itself is less like its face than what is sought on a bare mat must be
    as_before = deck.likeness_of(before, clear, then, card.name) - LIMITS.less_alike
    least = min(NAMING.found_likeness, as_before)
    return [replace(upper, place=card.place, pose=pose)] if upper.likeness > least else []
