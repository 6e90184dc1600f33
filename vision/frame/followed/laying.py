"""A guess is laid on the parts of the old picture by a homography, for a table is a plane."""

from __future__ import annotations

import cv2
import numpy as np

from vision.frame.camera_moved import LIMITS as PARTS
from vision.frame.camera_moved import evened, found_part
from vision.frame.followed.limits import LIMITS
from vision.frame.followed.view import FollowedView
from vision.frame.mat.plane import apply_homography
from vision.reading import Array, Doubles, Floats


def laid_on(old: FollowedView, grey: Floats, guess: Doubles) -> Doubles | None:
    """A guess laid on the parts of the old picture; None if too few agree, or no camera is pushed so."""
    back = guess
    for reach in LIMITS.steps_px:
        high, wide = grey.shape
        warped = cv2.warpPerspective(grey, back, (wide, high), borderMode=cv2.BORDER_CONSTANT)
        inside = cv2.warpPerspective(np.ones_like(grey), back, (wide, high))
        parts = [
            (x, y) for x, y in old.dense_parts if inside[y : y + PARTS.part_px, x : x + PARTS.part_px].min() > 0.99
        ]
        pairs = [
            (part, to) for part in parts if (to := found_part(old.marks.grey, warped, *part, int(reach))) is not None
        ]
        if len(pairs) < LIMITS.min_agreed:
            return None
        then, here = (np.array(points, np.float64) + PARTS.part_px / 2 for points in zip(*pairs, strict=True))
        step, _ = cv2.findHomography(here, then, cv2.RANSAC, LIMITS.agreed_px if reach < 10 else 2.0)
        if step is None:
            return None
        agreed = np.linalg.norm(apply_homography(step, here) - then, axis=1) < LIMITS.agreed_px
        if agreed.sum() >= LIMITS.min_agreed:
            step, _ = cv2.findHomography(here[agreed], then[agreed], 0)
        back = np.asarray(step @ back, np.float64)
    if not _agrees(old, then[agreed], len(parts)) or not _is_push(old, back):
        return None
    if _error_px(old, here[agreed], then[agreed]) > LIMITS.max_error_px:
        return None
    closely = _closely_laid(old, grey, back, then[agreed])
    return closely if _apart_px(old, np.linalg.inv(closely), np.linalg.inv(back)) < LIMITS.max_close_error_px else None


def _apart_px(old: FollowedView, one: Array, other: Array) -> float:
    """How far apart two homographies put the mat's corners, the corner that is worst, px."""
    corners = (apply_homography(np.asarray(each, np.float64), old.outline * old.scale) for each in (one, other))
    return float(np.linalg.norm(next(corners) - next(corners), axis=1).max())


def _closely_laid(old: FollowedView, grey: Floats, back: Doubles, agreed: Doubles) -> Doubles:
    """The same, laid by every px of the parts that agree (ECC): what is grained tells little along its grain."""
    high, wide = grey.shape
    warped = np.asarray(cv2.warpPerspective(grey, back, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.float32)
    mask, half = np.zeros(grey.shape, np.uint8), PARTS.part_px // 2
    for x, y in agreed.astype(int).tolist():
        mask[y - half : y + half, x - half : x + half] = 255
    before, after, start = (
        evened(old.marks.grey, PARTS.light_px),
        evened(warped, PARTS.light_px),
        np.eye(3, dtype=np.float32),
    )
    until = (cv2.TERM_CRITERIA_COUNT | cv2.TERM_CRITERIA_EPS, LIMITS.close_steps, LIMITS.close_gain)
    try:
        _, step = cv2.findTransformECC(before, after, start, cv2.MOTION_HOMOGRAPHY, until, mask, 1)
    except cv2.error:  # it does not converge
        return back
    return np.asarray(np.linalg.inv(step.astype(np.float64)) @ back, np.float64)


def _agrees(old: FollowedView, agreed: Doubles, in_view: int) -> bool:
    """Whether enough parts agree, over enough of the mat."""
    if len(agreed) < max(LIMITS.min_agreed, LIMITS.min_agreed_share * in_view):
        return False
    mat = cv2.contourArea((old.outline * old.scale).astype(np.float32))
    return bool(cv2.contourArea(cv2.convexHull(agreed.astype(np.float32))) > LIMITS.min_spread_share * mat)


def _error_px(old: FollowedView, here: Doubles, then: Doubles) -> float:
    """How far apart two halves of the parts put the mat's corners, the corner that is worst, px."""
    odd = np.asarray((then // PARTS.part_px).astype(int).sum(1) % 2, np.bool_)  # a chequered table: parts overlap
    if min(int(odd.sum()), int((~odd).sum())) < LIMITS.min_agreed // 3:
        return float("inf")
    halves = [cv2.findHomography(here[half], then[half], 0)[0] for half in (odd, ~odd)]
    if any(half is None for half in halves):
        return float("inf")
    return _apart_px(old, halves[0], halves[1])


def _is_push(old: FollowedView, back: Doubles) -> bool:
    """Whether a camera that was pushed may see the table so: about as large, and hardly turned."""
    mat = old.outline * old.scale
    there = apply_homography(np.asarray(np.linalg.inv(back), np.float64), mat)
    size = cv2.contourArea(there.astype(np.float32), True) / cv2.contourArea(mat.astype(np.float32), True)
    if not LIMITS.scale_range[0] ** 2 < size < LIMITS.scale_range[1] ** 2:
        return False
    (before, after) = (corners[1] - corners[0] for corners in (mat, there))
    turn = np.degrees(np.arctan2(*after[::-1]) - np.arctan2(*before[::-1]))
    return bool(abs((turn + 180) % 360 - 180) < LIMITS.max_turn_deg)
