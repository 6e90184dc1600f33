"""What is known of the cards on a mat from one look to the next."""

from __future__ import annotations

from dataclasses import dataclass

from vision.frame.mat import Mat
from vision.mat_cards.correlate import Pose
from vision.reading import Floats, Image, Ranked


@dataclass(frozen=True, slots=True)
class TrackedCardLimits:
    """What of a card must show."""

    min_visible_share: float = 0.1
    """A card of which less than this shows is not looked at: it is remembered."""


LIMITS = TrackedCardLimits()


@dataclass(frozen=True, eq=False)
class TrackedCard:
    """A card on the mat: its zone, how it lies, its names with their probabilities, and the share of it that shows.

    `likeness` is how like its likeliest face it was as it was found; `unshaded`: in a picture with the light undone.
    """

    place: str
    pose: Pose
    candidates: Ranked
    visible: float = 1.0
    likeness: float = 1.0
    unshaded: bool = False

    @property
    def name(self) -> str:
        """The likeliest name."""
        return self.candidates[0][0]

    @property
    def buried(self) -> bool:
        """Whether too little of it shows to tell that it is there still."""
        return self.visible < LIMITS.min_visible_share


@dataclass(frozen=True, eq=False)
class TrackedMat:
    """The cards of one look, the lowest first, and the straightened picture; `sure`: all that changed is explained.

    `coarse` (float32) and `fine` (uint8) are the picture at both of `SCALES`, BGR, taken through `mat`. `bare` is the
    mat without cards, as `coarse`, in the light of this look: NaN where it was not seen so yet.
    """

    cards: tuple[TrackedCard, ...]
    coarse: Floats
    sure: bool = True
    fine: Image | None = None
    mat: Mat | None = None
    bare: Floats | None = None

    @property
    def shown(self) -> tuple[TrackedCard, ...]:
        """The cards of which enough is to be seen."""
        return tuple(card for card in self.cards if not card.buried)
