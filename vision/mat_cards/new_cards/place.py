"""The card that lies about a place of a mat, sought at both scales."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from vision.mat_cards.correlate import LyingCard, Pose, relit
from vision.mat_cards.look import MatLook
from vision.mat_cards.naming import LIMITS as NAMING
from vision.mat_cards.new_cards.limits import LIMITS
from vision.mat_cards.pose_search import PoseSearch, refined
from vision.mat_cards.tracked import TrackedCard
from vision.mat_cards.zones import home
from vision.reading import Floats

Box = tuple[float, ...]
"""x, y, width, height of a part of a mat, mm."""


class PlaceSearch:
    """The search of one look for the card that lies about a place, where nothing hides it: `clear` (mask, fine,
    float32) and `free` (coarse)."""

    def __init__(self, look: MatLook, clear: Floats, free: Floats | None = None) -> None:
        self.look, self._clear_fine = look, clear
        self.rough = PoseSearch(look.coarse, look.deck.coarse, look.covered)
        if free is not None:
            np.copyto(self.rough.free, free)

    def likeliest_about(self, box: Box, zone: str, plain: bool) -> TrackedCard | None:
        """The card that lies about this box (mm), if one does; on a pile it may lie higher than the mat.

        `plain`: something came there, and may be as plain as the mat.
        """
        deck, fine, clear = self.look.deck, self.look.fine, self._clear_fine
        fits = [
            (*refined(fine, clear, deck.fine.thinned, pose, face, (0.5, 0.25)), face)
            for pose, face in self._rough_poses(box, zone, plain)
        ]
        if not fits:
            return None
        least = max(fit for fit, *_ in fits) - LIMITS.hopelessly_behind
        best = max((self._named_at(pose, face) for fit, pose, face in fits if fit >= least), key=_likeness)
        if best.likeness < LIMITS.striking_likeness and zone in self.look.piles:
            grown = (replace(best.pose, grown=by) for by in LIMITS.pile_enlargements)
            higher = (deck.refined_pose(fine, clear, pose, best.name) for pose in grown)
            best = max((best, *(deck.named_card(fine, clear, pose) for pose in higher)), key=_likeness)
        place = home(self.look.mat.layout, self.look.zones, best.pose, deck.card_mm)
        return replace(best, place=place) if place else None

    def _named_at(self, pose: Pose, face: int) -> TrackedCard:
        """The card that lies where a face fits best; where another is more like it there, from where that one does."""
        deck, fine, clear = self.look.deck, self.look.fine, self._clear_fine
        card = deck.named_card(fine, clear, pose)
        if card.name == deck.fine.names[face]:
            return card
        return max(card, deck.named_card(fine, clear, deck.refined_pose(fine, clear, pose, card.name)), key=_likeness)

    def _rough_poses(self, box: Box, zone: str, plain: bool) -> list[tuple[Pose, int]]:
        """The two likeliest poses and faces about a box (mm), in the coarse picture; see `likeliest_about`.

        Where one face fits another is not tried: all are compared there later.
        """
        coarse, clear, faces = self.look.coarse, self.rough.free, self.look.deck.coarse
        rough: list[tuple[float, Pose, int]] = []
        for start, face in self.rough.best_poses(box, self.look.upright_deg(zone), 4, plain):
            if any(like > NAMING.found_likeness and _is_there(start, pose) for like, pose, _ in rough):
                continue
            like, pose = refined(coarse, clear, faces, start, face, (1.2, 0.6))
            share = faces.finely_printed.get(
                face, 1.0
            )  # a picture so coarse is no more like fine print, wherever it is
            like /= share
            if not plain and like < NAMING.found_likeness:
                lit = float(relit(LyingCard.at(coarse, clear, faces, pose), faces).max()) / share
                if like < LIMITS.rough_likeness and lit < LIMITS.rough_relit_likeness:
                    continue
                like = (like + lit) / 2
            rough.append((like, pose, face))
        rough.sort(key=lambda fit: -fit[0])
        return [(pose, face) for _, pose, face in rough[:2]]


def _is_there(pose: Pose, other: Pose) -> bool:
    """Whether two cards would lie at one place, the same way round."""
    return pose.near(other, LIMITS.one_place_mm, LIMITS.one_place_deg) and not pose.reversed(other)


def _likeness(card: TrackedCard) -> float:
    return card.likeness
