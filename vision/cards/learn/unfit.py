"""Pictures that teach nothing, and faces that nobody could tell apart: refused before anything is kept.

All that is wrong is said at once, a line for each picture.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from vision.cards.deck.deck import Deck
from vision.cards.learn.outer_edge import another_beside, is_bare
from vision.cards.learn.twins import twins
from vision.reading import Floats, Image
from vision.sharpness import softness
from vision.store import refuse


@dataclass(frozen=True, slots=True)
class UnfitLimits:
    """What teaches nothing."""

    most_softness_px: float = 1.5
    """A face (128 px wide) that is blurred by more than this is no example. Other people's photographs reach 1.04."""


LIMITS = UnfitLimits()


def refuse_bare(pictures: Sequence[tuple[str, Image]]) -> None:
    """Raises BadTeaching for pictures (file name, BGR uint8) that show only a ground."""
    refuse([f"{file}: nothing lies in this picture; take it again, or remove it" for file, i in pictures if is_bare(i)])


def refuse_beside(pictures: Sequence[tuple[str, Image]], quads: Sequence[Floats]) -> None:
    """Raises BadTeaching for pictures (file name, BGR uint8) in which another piece lies beside its quad (4, 2).

    Nobody can tell which of them the file is named after.
    """
    refuse(
        [
            f"{file}: more than one lies in this picture; take each by itself, or cut the picture to the one it names"
            for (file, image), quad in zip(pictures, quads, strict=True)
            if another_beside(image, quad)
        ]
    )


def refuse_unfit(files: Sequence[str], deck: Deck) -> None:
    """Raises BadTeaching for faces that are blurred, and for two of different names that nobody could tell apart.

    `files` names the picture of each face of the deck.
    """
    soft = [n for n, image in enumerate(deck.images) if softness(image) > LIMITS.most_softness_px]
    blurred = [f"{files[n]}: this picture is blurred; take it again, sharper and from a steady hand" for n in soft]
    alike = [
        f"{files[one]} and {files[other]}: nobody could tell these two apart; remove one if both show one face, or "
        "take both again, nearer"
        for one, other in twins(deck)
        if not {one, other} & {*soft}
    ]
    refuse([*blurred, *alike])
