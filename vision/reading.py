"""What the camera saw: dice and cards with ranked candidates and calibrated confidence."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

Image = NDArray[np.uint8]
"""A picture: (height, width, 3) BGR or (height, width) grey."""
Bytes = NDArray[np.uint8]
"""Numbers 0 to 255 that are no picture: masks, planes of a crop."""
Mask = NDArray[np.bool_]
"""Which px or which of some things."""
Floats = NDArray[np.float32]
Doubles = NDArray[np.float64]
Indices = NDArray[np.int64]
Ints = NDArray[np.int32]
"""What OpenCV counts and draws with: px, statistics of components."""
Array = NDArray[Any]
"""Numbers of any kind, where they are but looked at."""
Point = tuple[float, float]
"""x, y."""
Box = tuple[float, float, float, float]
"""x, y, width, height."""
Ranked = tuple[tuple[str, float], ...]
"""Names with their probabilities, likeliest first; what is missing to 1 is the chance that it is none of them."""


@dataclass(frozen=True, slots=True)
class ReadingFormat:
    """How readings are written as JSON."""

    most_candidates: int = 3
    """So many candidates are listed."""


FORMAT = ReadingFormat()


@dataclass(frozen=True, slots=True)
class Die:
    """One die. Lengths are in px of the picture, origin top left.

    `face` is None where it cannot be read; `box` is x, y, width, height of the square in its upper face where pips lie,
    of a taught die of all the face, as far as it is in the picture; `centre` the middle of that face and `size` its
    side; `angle` its turn in degrees, 0 <= angle < 90;
    `confidence` the probability that kind and face are right; `doubt` a reason in words for people ("cut off"), or "";
    `looked_like` the face that the pips of both faces of a translucent one look like, where they were told apart;
    `features` (64,) of unit length what an ordinary die's face looks like: those that show the same have a high cosine.
    """

    set: str
    kind: str
    face: str | None
    box: Box
    centre: Point
    size: float
    angle: float
    confidence: float
    candidates: Ranked
    kind_candidates: Ranked
    doubt: str = ""
    looked_like: str = ""
    features: Doubles = field(default_factory=lambda: np.zeros(0), compare=False)

    def to_json(self) -> dict[str, Any]:
        """The die as `read --json` prints it."""
        return {
            "set": self.set,
            "kind": self.kind,
            "face": self.face,
            "box": [round(v, 1) for v in self.box],
            "confidence": round(self.confidence, 4),
            "candidates": ranked_json(self.candidates),
            **({"doubt": self.doubt} if self.doubt else {}),
        }


@dataclass(frozen=True, slots=True)
class CardReading:
    """One card. `quad` is its corners in px, clockwise from the face's own top left; `card` None: of no taught face."""

    deck: str
    card: str | None
    quad: tuple[Point, Point, Point, Point]
    confidence: float
    candidates: Ranked
    doubt: str = ""

    def to_json(self) -> dict[str, Any]:
        """The card as `read --json` prints it."""
        return {
            "deck": self.deck,
            "card": self.card,
            "quad": [[round(x, 1), round(y, 1)] for x, y in self.quad],
            "confidence": round(self.confidence, 4),
            "candidates": ranked_json(self.candidates),
            **({"doubt": self.doubt} if self.doubt else {}),
        }


@dataclass(frozen=True, slots=True)
class Reading:
    """All that was seen in one picture of `width` x `height` px.

    `sharp` says whether the picture could be read at all; `sure` that nothing in it is doubtful, so that the device
    need not ask; `ms` the time that it took, from the decoded image; `perhaps` what may be a die on a mat and is not
    taken for one, the most die-like first.
    """

    width: int
    height: int
    dice: tuple[Die, ...] = ()
    cards: tuple[CardReading, ...] = ()
    sharp: bool = True
    sure: bool = False
    ms: float = 0.0
    perhaps: tuple[Die, ...] = ()

    def to_json(self) -> dict[str, Any]:
        """The reading as `read --json` prints it, without the image's name."""
        return {
            "width": self.width,
            "height": self.height,
            "ms": round(self.ms, 1),
            "sure": self.sure,
            "dice": [die.to_json() for die in self.dice],
            "cards": [card.to_json() for card in self.cards],
        }


def ranked_json(candidates: Ranked) -> list[list[str | float]]:
    """The likeliest names with their probabilities, as JSON lists them."""
    return [[name, round(p, 4)] for name, p in candidates[: FORMAT.most_candidates]]


def shared_extent(box: Box, other: Box) -> tuple[float, float]:
    """Width and height of what two boxes share, px."""
    width, height = (min(box[i] + box[i + 2], other[i] + other[i + 2]) - max(box[i], other[i]) for i in (0, 1))
    return max(width, 0.0), max(height, 0.0)
