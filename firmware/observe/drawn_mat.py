"""Mats drawn over the camera's picture, for tables without a printed one: kept with the picture they were drawn on."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

import cv2
import numpy as np

from firmware.games.layouts import mat_names, printed_mat
from firmware.storage import files
from firmware.storage.images import Picture, decode
from hardware.art.card_sizes import LEAST_MM, MOST_MM, STANDARD, CardSize
from vision.frame.followed import FollowedView
from vision.frame.mat import Layout, Mat, apply_homography
from vision.reading import Doubles
from vision.store import BadTeaching

Point = tuple[float, float]
Box = tuple[float, float, float, float]


@dataclass(frozen=True, eq=False)
class DrawnMat:
    """A drawn mat.

    `corners` are where its own top left corner and the others, clockwise, lie in the picture, as shares of its width
    and height; `zones` the boxes (x, y, width, height in mm) of its places; `still` the picture (BGR uint8) it was
    drawn on; `size_mm` the width and height of the mat, mm, and `card_mm` those of the cards that it was drawn for.
    """

    corners: tuple[Point, ...]
    zones: Mapping[str, Box]
    still: Picture
    size_mm: tuple[float, float]
    card_mm: CardSize = STANDARD

    @cached_property
    def view(self) -> FollowedView:
        """What the table looked like."""
        return FollowedView(self.still, np.array(self.corners, np.float64) * self.still.shape[1::-1])

    @property
    def holds(self) -> bool:
        """Whether the table has marks enough to tell where a camera was moved to."""
        return self.view.holds

    @cached_property
    def to_mm(self) -> Doubles:
        """The homography (3, 3) that takes px of the picture to mm on the mat."""
        px = self.view.outline.astype(np.float32)
        return np.asarray(cv2.getPerspectiveTransform(px, self._corners_mm.astype(np.float32)), np.float64)

    def mat(self, image: Picture, zones: Layout) -> Mat:
        """The mat in a picture of that camera, of any size, if it was not moved; `zones` is the layout with the drawn
        places."""
        high, wide = image.shape[:2]
        larger = np.diag([self.still.shape[1] / wide, self.still.shape[0] / high, 1.0])
        return Mat(zones, np.asarray(self.to_mm @ larger, np.float64))

    def outline_px(self, to_mm: Doubles) -> Doubles:
        """The mat's corners (4, 2) px in a picture of which this homography takes px to mm."""
        return apply_homography(np.asarray(np.linalg.inv(to_mm), np.float64), self._corners_mm)

    @property
    def _corners_mm(self) -> Doubles:
        wide, deep = self.size_mm
        return np.array([(0, 0), (wide, 0), (wide, deep), (0, deep)], np.float64)


def size_of(mat: str, cards: CardSize = STANDARD) -> tuple[float, float]:
    """Width and height (mm) of a mat, by its name, for cards of that size."""
    wide, deep = printed_mat(mat, cards)["size_mm"]
    return float(wide), float(deep)


class Drawings:
    """The drawn mats under `home`, by the name of the printed one whose places they have (`layouts.mat_name`)."""

    def __init__(self, home: Path) -> None:
        self.home = home
        self._folder = home / "zones"
        self._known = {mat: self._there(mat) for mat in mat_names()}

    def of(self, mat: str) -> DrawnMat | None:
        """What was drawn for a mat, or None: nothing was, or it is damaged."""
        known = self._known.get(mat)
        return None if isinstance(known, BadTeaching) else known

    def trouble(self, mat: str) -> str:
        """Why what was drawn for a mat cannot be used; "" if it can, or nothing was."""
        known = self._known.get(mat)
        return str(known) if isinstance(known, BadTeaching) else ""

    def keep(self, mat: str, drawn: DrawnMat) -> None:
        """Keeps a mat, on disk when this returns. Raises OSError."""
        files.write(self._still(mat), cv2.imencode(".png", drawn.still)[1].tobytes())
        kept = {"corners": drawn.corners, "zones": dict(drawn.zones), "card_mm": drawn.card_mm}
        files.write(self._file(mat), json.dumps(kept, indent=1).encode())
        self._known[mat] = drawn

    def forget(self, mat: str) -> None:
        """Back to the printed mat."""
        self._file(mat).unlink(missing_ok=True)
        self._still(mat).unlink(missing_ok=True)
        self._known[mat] = None

    def _there(self, mat: str) -> DrawnMat | BadTeaching | None:
        try:
            return self._load(mat)
        except BadTeaching as damaged:
            return damaged

    def _load(self, mat: str) -> DrawnMat | None:
        file = self._file(mat)
        if not file.exists():
            return None
        still = decode(self._still(mat))
        try:
            kept = json.loads(file.read_text(encoding="utf-8"))
            short, long = kept.get("card_mm", STANDARD)
            cards = (float(short), float(long))
            corners = tuple((float(x), float(y)) for x, y in kept["corners"])
            zones = {
                str(name): (float(x), float(y), float(w), float(h)) for name, (x, y, w, h) in kept["zones"].items()
            }
        except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
            raise BadTeaching(f"{file}: not places that were drawn; draw them again, or remove the file") from error
        if len(corners) != 4 or not zones.keys() <= printed_mat(mat)["zones"].keys():
            raise BadTeaching(f"{file}: not places of this game's mat; draw them again, or remove the file")
        if not (LEAST_MM <= cards[0] <= cards[1] <= MOST_MM):
            raise BadTeaching(f"{file}: places for cards that there are not; draw them again, or remove the file")
        if not np.isfinite([*corners, *(box[at : at + 2] for box in zones.values() for at in (0, 2))]).all():
            raise BadTeaching(f"{file}: places that lie nowhere; draw them again, or remove the file")
        if still is None:
            raise BadTeaching(f"{file}: the picture it was drawn on is gone; draw again, or remove the file")
        return DrawnMat(corners, zones, still, size_of(mat, cards), cards)

    def _file(self, mat: str) -> Path:
        return self._folder / f"{mat}.json"

    def _still(self, mat: str) -> Path:
        return self._folder / f"{mat}.png"
