"""A camera that trembles, held still: small movements of the whole picture are found and taken out."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Doubles, Floats, Image, Mask

STILL: Doubles = np.eye(2, 3)
"""What takes a picture to itself."""


@dataclass(frozen=True, slots=True)
class SteadyLimits:
    """When marks of a small grey picture moved all together, so that it was the camera that moved."""

    max_marks: int = 60
    """So many marks are followed."""
    min_mark_quality: float = 0.02
    """Of a mark against the best one, as `cv2.goodFeaturesToTrack` has it."""
    min_mark_distance_px: int = 5
    """Marks are so far apart: less than the width of a die."""
    min_agreeing_marks: int = 8
    """So many marks must have moved together."""
    min_agreeing_share: float = 0.4
    """And such a share of those that are found again: a hand and rolling dice have marks too."""
    min_spread_share: float = 0.4
    """They lie over so much of the picture's width and height: marks of one die tell nothing of the camera."""
    max_spread_px: float = 0.5
    """Marks that moved together are no further off than this."""
    max_shift_px: float = 8.0
    """A camera that trembles moves no corner of the picture further: what goes beyond is another view."""
    min_shift_px: float = 0.05
    """Less than this is none: the picture stays as it is, for each shift softens it."""


LIMITS = SteadyLimits()


@dataclass(frozen=True, eq=False)
class CameraPose:
    """A small grey picture (uint8) that others are held to, and its marks (N, 1, 2), px."""

    small: Image
    marks: Floats


def pose_of(small: Floats) -> CameraPose:
    """What to hold later pictures to."""
    grey = small.astype(np.uint8)
    marks = cv2.goodFeaturesToTrack(
        grey, LIMITS.max_marks, LIMITS.min_mark_quality, LIMITS.min_mark_distance_px, blockSize=5
    )
    return CameraPose(grey, np.empty((0, 1, 2), np.float32) if marks is None else np.asarray(marks, np.float32))


def way_back(pose: CameraPose, small: Floats) -> Doubles | None:
    """What takes a small grey picture to the pose, a shift and turn (2, 3); None if its marks did not move together."""
    if len(pose.marks) < LIMITS.min_agreeing_marks:
        return None
    found, there, _ = cv2.calcOpticalFlowPyrLK(
        pose.small, small.astype(np.uint8), pose.marks, pose.marks.copy(), winSize=(15, 15), maxLevel=2
    )
    some = there.ravel() == 1
    if np.count_nonzero(some) < LIMITS.min_agreeing_marks:
        return None
    here, then = found[some], pose.marks[some]
    back, agree = cv2.estimateAffinePartial2D(here, then, method=cv2.RANSAC, ransacReprojThreshold=LIMITS.max_spread_px)
    if back is None or not _all_over(then[agree.ravel() == 1, 0], agree.ravel() == 1, small.shape):
        return None
    high, wide = small.shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    shift = float(np.linalg.norm(corners @ back[:, :2].T + back[:, 2] - corners, axis=1).max())
    if shift > LIMITS.max_shift_px:
        return None
    return STILL if shift < LIMITS.min_shift_px else np.asarray(back, np.float64)


def steadied(frame: Image, back: Doubles, small_px: int) -> Image:
    """A frame (BGR or grey uint8) taken back to the pose; `small_px` is the width of the small picture. Its own border
    goes on where it does not reach."""
    if back is STILL:
        return frame
    scale = frame.shape[1] / small_px
    large = back.copy()
    large[:, 2] = scale * (back[:, 2] + (back[:, :2] - np.eye(2)) @ (0.5, 0.5)) - (back[:, :2] - np.eye(2)) @ (0.5, 0.5)
    size = frame.shape[1], frame.shape[0]
    return np.asarray(cv2.warpAffine(frame, large, size, None, cv2.INTER_LINEAR, cv2.BORDER_REPLICATE), np.uint8)


def _all_over(agreeing: Floats, agree: Mask, shape: tuple[int, ...]) -> bool:
    """Whether enough marks agree, all over the picture."""
    if len(agreeing) < max(LIMITS.min_agreeing_marks, LIMITS.min_agreeing_share * len(agree)):
        return False
    wide, high = np.ptp(agreeing, axis=0)
    return bool(wide > LIMITS.min_spread_share * shape[1] and high > LIMITS.min_spread_share * shape[0])
