"""A camera that was pushed is followed: its new picture is registered to an old one by what lies there unmoved.

A rough guess (parts near their old places, keypoints, or the whole picture sought) is laid on the parts of the old
picture by a homography, for a table is a plane. It is believed only if enough parts over enough of the table agree, and
if the table looks like itself in no other place, too: a chequered cloth does.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from vision.frame.camera_moved import LIMITS as PARTS
from vision.frame.camera_moved import grey_of
from vision.frame.followed.guesses import guesses, near_old_places, scaled
from vision.frame.followed.laying import laid_on
from vision.frame.followed.limits import LIMITS
from vision.frame.followed.unmistakable import is_unmistakable
from vision.frame.followed.view import FollowedView
from vision.frame.mat.plane import apply_homography
from vision.reading import Doubles, Image


@dataclass(frozen=True, eq=False)
class CameraMove:
    """How a camera moved: `back` (3, 3) takes px of the new picture to px of the old one."""

    back: Doubles
    sure: bool


def stands_still(old: FollowedView, now: Image) -> bool | None:
    """Whether the camera stands where it stood when a view was seen; None if that cannot be told at a glance."""
    grey = grey_of(now)
    if now.shape != old.picture.shape or (near := near_old_places(old, grey)) is None:
        return None
    return _corner_shift(near, grey.shape) < LIMITS.still_px


def camera_move(old: FollowedView, now: Image) -> CameraMove | None:
    """How the camera moved since a view was seen until it took this picture (BGR uint8); None if nobody can tell."""
    grey = grey_of(now)
    if grey.shape != old.marks.grey.shape:
        return None
    unsure: CameraMove | None = None
    scale = PARTS.width_px / now.shape[1]
    for guess in guesses(old, grey):
        laid = laid_on(old, grey, guess)
        if laid is None:
            continue
        move = CameraMove(scaled(laid, old.scale, scale), sure=is_unmistakable(old, grey, laid))
        if move.sure:
            return move
        unsure = unsure or move
    return unsure


def _corner_shift(back: Doubles, shape: Sequence[int]) -> float:
    """How far the corner of a picture of that shape moves that moves most, px."""
    high, wide = shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    return float(np.linalg.norm(apply_homography(back, corners) - corners, axis=1).max())
