"""A deck: what is kept of each of its faces."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from vision.cards.deck.geometry import LIMITS as GEOMETRY
from vision.reading import Bytes, Floats, Image

Lookalikes = dict[int, tuple[tuple[int, Floats | None], ...]]

BACK = "back"


@dataclass(frozen=True, slots=True)
class DeckSizes:
    """How large the faces of a deck are kept."""

    face_width_px: int = 128
    """Faces are kept at this width, upright on a short side."""
    keypoint_width_px: int = 256
    """Their keypoints are found at this width."""


SIZES = DeckSizes()


@dataclass(frozen=True, eq=False)
class Keypoints:
    """Keypoints of a picture.

    `descriptors` (K, 128) uint8; `places` (K, 4) float32: x, y, size, turn (radians), in px or card widths.
    """

    descriptors: Bytes
    places: Floats

    def __len__(self) -> int:
        return len(self.descriptors)

    @classmethod
    def none(cls) -> Keypoints:
        """No keypoints at all."""
        return cls(np.zeros((0, 128), np.uint8), np.zeros((0, 4), np.float32))


@dataclass(frozen=True, eq=False)
class Deck:
    """A taught deck.

    `cards` (N) names the face of each of `images` (N, H, 128, 3) BGR uint8, all laid on a short side; `turns` (N) says
    by how many quarters clockwise the face's own up is turned from there; `round` that the cards are; `keypoints` are
    those of all faces in card widths.
    """

    name: str
    cards: tuple[str, ...]
    images: Image
    turns: tuple[int, ...]
    round: bool
    keypoints: Keypoints
    lookalikes: Lookalikes = field(default_factory=dict)
    """For each face what it may be mistaken for, likeliest first: see `vision.cards.compare.lookalikes`."""
    card_mm: tuple[float, float] | None = None
    """Width and height of an upright card, mm; None if nobody knows."""

    @property
    def aspect(self) -> float:
        """Short side over long side."""
        return float(self.images.shape[2] / self.images.shape[1])

    @property
    def symmetry(self) -> int:
        """How many turns of a quarter or a half leave the outline as it is: 2, or 4 for square and round cards."""
        return 4 if self.round or self.aspect > GEOMETRY.square_ratio else 2
