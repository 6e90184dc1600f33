"""Pictures that teach nothing, and faces that nobody could tell apart: refused before anything is kept.

All that is wrong is said at once, a line for each picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.cards.deck.deck import Deck
from vision.cards.deck.geometry import area
from vision.cards.learn.balance import fills, lie_on_grounds
from vision.cards.learn.crop_to_card import is_cut_to_card, ratio_of
from vision.cards.learn.outer_edge import another_beside, fit_of, is_bare, is_cut_off
from vision.cards.learn.twins import side_by_side, twins
from vision.reading import Floats, Image
from vision.sharpness import softness
from vision.store import refuse


@dataclass(frozen=True, slots=True)
class UnfitLimits:
    """What teaches nothing."""

    most_softness_px: float = 1.5
    """A face (128 px wide) that is blurred by more than this is no example. Other people's photographs reach 1.04."""
    most_ratio_off: float = 0.16
    """Pieces of one set have the same ratio of sides, to this part, however aslant they are taken;"""
    most_ratio_off_at_end: float = 0.13
    """to this part one that just reaches the end of its picture: other people take some from so near. Set, as the two
    after it, on photographs of two packs that hold eight such, and on pictures of four copies that we cut off."""
    least_fit_at_end: float = 0.85
    """Such a one fills so much of its quad,"""
    least_area_at_end: float = 1.05
    """and is so many times as large as most: what is left of one that was cut is smaller."""


LIMITS = UnfitLimits()


MORE_THAN_ONE = "more than one lies in this picture; take each by itself, or cut the picture to the one it names"


def refuse_bare(pictures: Sequence[tuple[str, Image]]) -> None:
    """Raises BadPictures for pictures (file name, BGR uint8) that show only a ground."""
    refuse({file: "nothing lies in this picture; take it again, or remove it" for file, i in pictures if is_bare(i)})


def refuse_beside(pictures: Sequence[tuple[str, Image]], quads: Sequence[Floats]) -> None:
    """Raises BadPictures for pictures (file name, BGR uint8) in which another piece lies beside its quad (4, 2).

    Nobody can tell which of them the file is named after.
    """
    both = zip(pictures, quads, strict=True)
    refuse({file: MORE_THAN_ONE for (file, image), quad in both if another_beside(image, quad)})


def refuse_cut_off(pictures: Sequence[tuple[str, Image]], quads: Sequence[Floats], what: str = "card") -> None:
    """Raises BadPictures for pictures (file name, BGR uint8) in whose quads (4, 2) lies no whole piece.

    Either it goes on where its picture ends, or its sides are not in the ratio of the others'.
    """
    on_grounds = lie_on_grounds(quads, [image for _, image in pictures])
    ratios = [ratio_of(quad) for quad in quads]
    usual = float(np.median(ratios))
    not_whole = (
        f"the {what} is not whole in this picture, or another lies close to it; take it by itself with ground on all "
        "sides, or cut the picture to it"
    )
    usual_area = float(np.median([abs(area(quad)) for quad in quads]))
    wrong = {}
    for (file, image), quad, ratio in zip(pictures, quads, ratios, strict=True):
        # what looks like a ground in a picture that is cut to its card is a border
        is_cut = fills(quad, image) and (not on_grounds or is_cut_to_card(image, usual))
        off, large = abs(ratio / usual - 1), abs(area(quad)) / usual_area
        if off > LIMITS.most_ratio_off or not (is_cut or _is_whole(image, quad, off, large)):
            wrong[file] = not_whole
    refuse(wrong)


def _is_whole(image: Image, quad: Floats, ratio_off: float, large: float) -> bool:
    """Whether a picture shows ground about its piece, or the piece just reaches its end."""
    if not is_cut_off(image, quad):
        return True
    near = ratio_off < LIMITS.most_ratio_off_at_end and large > LIMITS.least_area_at_end
    return near and fit_of(image, quad) > LIMITS.least_fit_at_end


def refuse_unfit(files: Sequence[str], deck: Deck) -> None:
    """Raises BadPictures for faces that are blurred or two cards, and for two that nobody could tell apart.

    `files` names the picture of each face of the deck.
    """
    soft = [n for n, image in enumerate(deck.images) if softness(image) > LIMITS.most_softness_px]
    wrong = {files[n]: "this picture is blurred; take it again, sharper and from a steady hand" for n in soft}
    two = [n for n in side_by_side(deck) if n not in soft]
    wrong |= {files[n]: MORE_THAN_ONE for n in two}
    wrong |= {
        f"{files[one]} and {files[other]}": "nobody could tell these two apart; remove one if both show one face, or "
        "take both again, nearer"
        for one, other in twins(deck)
        if not {one, other} & {*soft, *two}
    }
    refuse(wrong)
