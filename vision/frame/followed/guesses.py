"""Rough guesses how a camera moved: parts near their old places, keypoints, or the whole picture sought."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.frame.camera_moved import LIMITS as PARTS
from vision.frame.camera_moved import evened, found_part
from vision.frame.followed.limits import LIMITS
from vision.frame.followed.view import FollowedView, keypoints_of
from vision.reading import Doubles, Floats


def guesses(old: FollowedView, grey: Floats) -> Iterator[Doubles]:
    """Ways in which px of the new small picture may go to px of the old one, the cheapest first."""
    near = near_old_places(old, grey)
    if near is not None:
        yield near
    by_keypoints = _by_keypoints(old, grey)
    if by_keypoints is not None:
        yield by_keypoints
    yield _by_search(old, grey)


def near_old_places(old: FollowedView, grey: Floats) -> Doubles | None:
    """The move on which parts found near their old places agree, if they do, and no others agree on another one."""
    pairs = [(part, to) for part in old.parts if (to := found_part(old.marks.grey, grey, *part)) is not None]
    if len(pairs) < PARTS.min_agreeing_parts:
        return None
    before, after = (np.array(points, np.float32) + PARTS.part_px / 2 for points in zip(*pairs, strict=True))
    moved, agree = cv2.estimateAffinePartial2D(
        after, before, method=cv2.RANSAC, ransacReprojThreshold=PARTS.max_spread_px
    )
    least = max(PARTS.min_agreeing_parts, PARTS.min_agreeing_share * len(old.parts))
    if moved is None or np.count_nonzero(agree) < least:
        return None
    others = agree.ravel() == 0
    if moved_as_one(old, before[others], after[others]):
        return None
    return np.vstack([moved, (0.0, 0.0, 1.0)])


def _by_keypoints(old: FollowedView, grey: Floats) -> Doubles | None:
    now, then = keypoints_of(grey), old.keypoints
    if min(len(now.at), len(then.at)) < LIMITS.min_keypoints:
        return None
    likes = cv2.BFMatcher().knnMatch(now.descriptors, then.descriptors, k=2)
    pairs = [(m.queryIdx, m.trainIdx) for m, n in likes if m.distance < LIMITS.max_keypoint_ratio * n.distance]
    if len(pairs) < LIMITS.min_keypoints:
        return None
    here, there = now.at[[a for a, _ in pairs]], then.at[[b for _, b in pairs]]
    found, agreed = cv2.findHomography(here, there, cv2.RANSAC, LIMITS.keypoint_px)
    return None if found is None or int(agreed.sum()) < LIMITS.min_keypoints else np.asarray(found, np.float64)


def _by_search(old: FollowedView, grey: Floats) -> Doubles:
    """The turn and shift at which the middle of the old picture is likest to what lies there."""
    by = LIMITS.coarse_px / PARTS.width_px
    before, after = (evened(cv2.resize(one, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)) for one in
                     (old.marks.grey, grey))  # fmt: skip
    high, wide = before.shape
    edge = (1 - LIMITS.coarse_middle_share) / 2
    top, left = round(edge * high), round(edge * wide)
    best, found = -2.0, np.eye(3)
    for turn in LIMITS.coarse_turns_deg:
        spin = cv2.getRotationMatrix2D(((wide - 1) / 2, (high - 1) / 2), turn, 1.0)
        part = cv2.warpAffine(before, spin, (wide, high))[top : high - top, left : wide - left]
        _, likeness, _, (x, y) = cv2.minMaxLoc(cv2.matchTemplate(after, part, cv2.TM_CCOEFF_NORMED))
        if likeness > best:
            there = np.vstack([spin, (0.0, 0.0, 1.0)])
            there[:2, 2] += x - left, y - top
            best, found = likeness, np.linalg.inv(there)
    return scaled(found, by, by)


def moved_as_one(old: FollowedView, then: Floats, here: Floats) -> bool:
    """Whether many of these parts (N, 2), over much of the mat, moved alike."""
    if len(then) < LIMITS.min_apart:
        return False
    found, agree = cv2.estimateAffinePartial2D(then, here, method=cv2.RANSAC, ransacReprojThreshold=PARTS.max_spread_px)
    if found is None or int(agree.sum()) < LIMITS.min_apart:
        return False
    hull = cv2.contourArea(cv2.convexHull(then[agree.ravel() > 0]))
    return bool(hull > LIMITS.max_apart_share * cv2.contourArea((old.outline * old.scale).astype(np.float32)))


def scaled(back: Doubles, old: float, new: float) -> Doubles:
    """A homography between small pictures as one between the pictures, of which they are `old` and `new` times the
    size."""
    return np.asarray(_enlarging(old) @ back @ np.linalg.inv(_enlarging(new)), np.float64)


def _enlarging(by: float) -> Doubles:
    """From px of a picture made `by` times as large to its own, counted from the middle of the first one."""
    return np.array([[1 / by, 0, 0.5 / by - 0.5], [0, 1 / by, 0.5 / by - 0.5], [0, 0, 1]])
