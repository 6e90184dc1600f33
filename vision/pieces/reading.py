"""Tiles and tokens as they are read: what it is, where on the mat, how sure."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from vision.reading import Box, Point, Ranked, ranked_json


@dataclass(frozen=True, slots=True)
class PlacedPiece:
    """A tile or token.

    `place` is the zone it lies in; `at` its middle in mm on the mat; `box` x, y, width, height in px of the picture;
    `candidates` are names with their probabilities, likeliest first, and what is missing to 1 is the chance that
    nothing known lies there; `doubt` a reason in words for people, or "".
    """

    place: str
    at: Point
    size: float
    """Its width, mm."""
    box: Box
    candidates: Ranked
    doubt: str = ""

    @property
    def name(self) -> str:
        """The likeliest name."""
        return self.candidates[0][0]

    @property
    def confidence(self) -> float:
        """How sure that name is."""
        return self.candidates[0][1]

    def to_json(self) -> dict[str, Any]:
        """The piece as `read --json` prints it."""
        return {
            "piece": self.name,
            "place": self.place,
            "box": [round(v, 1) for v in self.box],
            "confidence": round(self.confidence, 4),
            "candidates": ranked_json(self.candidates),
            **({"doubt": self.doubt} if self.doubt else {}),
        }


def box_of(points: Any) -> Box:
    """The box about points (N, 2) px."""
    low, high = points.min(0), points.max(0)
    return float(low[0]), float(low[1]), float(high[0] - low[0]), float(high[1] - low[1])
