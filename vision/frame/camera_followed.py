"""A camera that was pushed is followed: its new picture is registered to an old one by what lies there unmoved.

A rough guess (parts near their old places, keypoints, or the whole picture sought) is laid on the parts of the old
picture by a homography, for a table is a plane. It is believed only if enough parts over enough of the table agree, and
if the table looks like itself in no other place, too: a chequered cloth does.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

import cv2
import numpy as np

from vision.frame.camera_moved import LIMITS as PARTS
from vision.frame.camera_moved import Anchor, anchor, found_part, grey_of
from vision.frame.mat.plane import apply_homography
from vision.frame.mat.printed import PrintKeypoints
from vision.reading import Array, Box, Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class FollowLimits:
    """When a camera has not moved, and when it is known where it moved to."""

    still_px: float = 0.25
    """A picture's corner that seems to have moved by less (px of `CameraMovedLimits.width_px`) has not."""
    region_growth: float = 1.25
    """Only what lies on the table counts: in the mat's outline, made so many times larger."""
    keypoints: int = 1500
    """So many are compared,"""
    max_keypoint_ratio: float = 0.8
    """found again if the next likest is so much less alike,"""
    keypoint_px: float = 2.0
    """and agreeing if no further off."""
    min_keypoints: int = 10
    """So many must agree for a guess."""
    coarse_px: int = 160
    """At this width the whole picture is sought if nothing else tells,"""
    coarse_turns_deg: tuple[float, ...] = (-6.0, -4.0, -2.0, 0.0, 2.0, 4.0, 6.0)
    """turned so,"""
    coarse_middle_share: float = 0.6
    """by so much of its middle."""
    dense_step_px: int = 16
    """A picture is laid on parts so near together: they are measured as one."""
    steps_px: tuple[float, ...] = (14.0, 6.0, 3.0)
    """How far parts are sought about where a guess has them, step by step."""
    agreed_px: float = 0.7
    """Parts that are no further off agree."""
    min_agreed: int = 24
    """So many parts must agree,"""
    min_agreed_share: float = 0.35
    """such a share of those in view,"""
    min_spread_share: float = 0.3
    """over such a share of the mat."""
    max_error_px: float = 1.2
    """Half of the parts and the other half may put the mat's corners no further apart,"""
    max_close_error_px: float = 1.6
    """nor may all of them and all their px."""
    close_light_px: float = 20.0
    """What is wider than this is light;"""
    close_steps: int = 20
    """in so many steps at most it is laid by every px of these,"""
    close_gain: float = 1e-5
    """as long as the likeness (correlation) grows by so much."""
    scale_range: tuple[float, float] = (0.7, 1.4)
    """A pushed camera sees the table no smaller and no larger than so,"""
    max_turn_deg: float = 30.0
    """and turned by no more."""
    alike_px: int = 320
    """At this width a table is compared with itself,"""
    alike_reach_px: int = 44
    """moved by up to so many px,"""
    alike_near_px: int = 7
    """of which so many are hardly moved;"""
    alike_blur_px: float = 6.0
    """what is wider than this is light."""
    max_alike: float = 0.6
    """If it is as like itself elsewhere as this share of how like it is in place, only pieces can tell;"""
    least_alike: float = 0.3
    """and it must be so like itself in place."""
    apart_reach_px: int = 40
    """What does not lie in place is sought so far about it:"""
    min_apart: int = 6
    """if so many parts moved alike,"""
    max_apart_share: float = 0.15
    """over more than this share of the mat, there is a second thing that the camera may have stood still over."""
    min_pieces: int = 3
    """So many pieces may tell,"""
    min_lying_share: float = 0.5
    """if such a share of them lies in place, and they span more than a pattern would repeat in."""
    lying_likeness: float = 0.6
    """A piece whose picture is so alike (correlation) lies in place,"""
    lying_px: int = 2
    """to so many px."""


LIMITS = FollowLimits()


@dataclass(frozen=True, eq=False)
class FollowedView:
    """A view of a table that is known: its `picture` (BGR uint8), and where the mat lies in it (4, 2) px."""

    picture: Image
    outline: Doubles
    boxes: tuple[Box, ...] = ()
    """The pieces that were read in it: x, y, width, height as shares of the picture."""

    @cached_property
    def scale(self) -> float:
        """Px of the small picture per px of the picture."""
        return PARTS.width_px / int(self.picture.shape[1])

    @cached_property
    def region(self) -> Image:
        """Mask (uint8, 0 or 255) of the table in the small picture."""
        middle = self.outline.mean(0)
        grown = (middle + (self.outline - middle) * LIMITS.region_growth) * self.scale
        mask = np.zeros(self.marks.grey.shape, np.uint8)
        return np.asarray(cv2.fillConvexPoly(mask, np.round(grown).astype(np.int32), 255), np.uint8)

    @cached_property
    def marks(self) -> Anchor:
        """The small picture and its marked parts."""
        return anchor(self.picture)

    @cached_property
    def parts(self) -> list[tuple[int, int]]:
        """The corners of the marked parts on the table."""
        return self._on_table(self.marks)

    @cached_property
    def dense_parts(self) -> list[tuple[int, int]]:
        """The same, so near together that they overlap."""
        return self._on_table(anchor(self.picture, LIMITS.dense_step_px))

    def _on_table(self, marks: Anchor) -> list[tuple[int, int]]:
        half = PARTS.part_px // 2
        return [(x, y) for x, y in marks.parts.tolist() if self.region[y + half, x + half]]

    @property
    def holds(self) -> bool:
        """Whether the table has marks enough to tell by."""
        return len(self.parts) >= PARTS.min_marked_parts

    @cached_property
    def keypoints(self) -> PrintKeypoints:
        """Those on the table, px of the small picture."""
        return _keypoints(self.marks.grey, self.region)


@dataclass(frozen=True, eq=False)
class CameraMove:
    """How a camera moved: `back` (3, 3) takes px of the new picture to px of the old one."""

    back: Doubles
    sure: bool


def stands_still(old: FollowedView, now: Image) -> bool | None:
    """Whether the camera stands where it stood when a view was seen; None if that cannot be told at a glance."""
    grey = grey_of(now)
    if now.shape != old.picture.shape or (near := _near(old, grey)) is None:
        return None
    return _corner_shift(near, grey.shape) < LIMITS.still_px


def camera_move(old: FollowedView, now: Image) -> CameraMove | None:
    """How the camera moved since a view was seen until it took this picture (BGR uint8); None if nobody can tell."""
    grey = grey_of(now)
    if grey.shape != old.marks.grey.shape:
        return None
    unsure: CameraMove | None = None
    scale = PARTS.width_px / now.shape[1]
    for guess in _guesses(old, grey):
        laid = _laid(old, grey, guess)
        if laid is None:
            continue
        move = CameraMove(_scaled(laid, old.scale, scale), sure=_is_unmistakable(old, grey, laid))
        if move.sure:
            return move
        unsure = unsure or move
    return unsure


def _guesses(old: FollowedView, grey: Floats) -> Iterator[Doubles]:
    """Ways in which px of the new small picture may go to px of the old one, the cheapest first."""
    near = _near(old, grey)
    if near is not None:
        yield near
    by_keypoints = _by_keypoints(old, grey)
    if by_keypoints is not None:
        yield by_keypoints
    yield _by_search(old, grey)


def _near(old: FollowedView, grey: Floats) -> Doubles | None:
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
    if _moved_as_one(old, before[others], after[others]):
        return None
    return np.vstack([moved, (0.0, 0.0, 1.0)])


def _by_keypoints(old: FollowedView, grey: Floats) -> Doubles | None:
    now, then = _keypoints(grey), old.keypoints
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
    before, after = (_evened(cv2.resize(one, None, fx=by, fy=by, interpolation=cv2.INTER_AREA)) for one in
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
    return _scaled(found, by, by)


def _laid(old: FollowedView, grey: Floats, guess: Doubles) -> Doubles | None:
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
        _evened(old.marks.grey, LIMITS.close_light_px),
        _evened(warped, LIMITS.close_light_px),
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


def _is_unmistakable(old: FollowedView, grey: Floats, back: Doubles) -> bool:
    """Whether the table as it is seen now is like the old picture in that place alone, or its pieces say so."""
    high, wide = grey.shape
    warped = np.asarray(cv2.warpPerspective(grey, back, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.float32)
    here, elsewhere = _alike(old, warped)
    if here < LIMITS.least_alike or _moved_apart(old, warped):
        return False
    lying = list(_lying(old, warped))
    if len(lying) >= LIMITS.min_pieces and sum(lying) < LIMITS.min_lying_share * len(lying) / 2:
        return False
    told = len(lying) >= LIMITS.min_pieces and sum(lying) >= LIMITS.min_lying_share * len(lying)
    return elsewhere < LIMITS.max_alike * here or told


def _moved_apart(old: FollowedView, warped: Floats) -> bool:
    """Whether much of what does not lie in place moved as one: a board that was pushed on its table, say."""
    pairs = [
        (part, to)
        for part in old.parts
        if found_part(old.marks.grey, warped, *part, LIMITS.lying_px) is None
        and (to := found_part(old.marks.grey, warped, *part, LIMITS.apart_reach_px)) is not None
    ]
    return bool(pairs) and _moved_as_one(old, *(np.array(points, np.float32) for points in zip(*pairs, strict=True)))


def _moved_as_one(old: FollowedView, then: Floats, here: Floats) -> bool:
    """Whether many of these parts (N, 2), over much of the mat, moved alike."""
    if len(then) < LIMITS.min_apart:
        return False
    found, agree = cv2.estimateAffinePartial2D(then, here, method=cv2.RANSAC, ransacReprojThreshold=PARTS.max_spread_px)
    if found is None or int(agree.sum()) < LIMITS.min_apart:
        return False
    hull = cv2.contourArea(cv2.convexHull(then[agree.ravel() > 0]))
    return bool(hull > LIMITS.max_apart_share * cv2.contourArea((old.outline * old.scale).astype(np.float32)))


def _alike(old: FollowedView, warped: Floats) -> tuple[float, float]:
    """How like the table is to the old picture in place, and at most elsewhere (correlations)."""
    by, reach = LIMITS.alike_px / PARTS.width_px, LIMITS.alike_reach_px
    before, after = (_evened(cv2.resize(one, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), LIMITS.alike_blur_px)
                     for one in (old.marks.grey, warped))  # fmt: skip
    x, y, w, h = cv2.boundingRect((old.outline * old.scale * by).astype(np.float32))
    left, top = max(x, 0), max(y, 0)
    part = after[top : y + h, left : x + w]
    around = cv2.copyMakeBorder(before, reach, reach, reach, reach, cv2.BORDER_CONSTANT)
    around = around[top : top + len(part) + 2 * reach, left : left + part.shape[1] + 2 * reach]
    fits = cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED)
    middle = slice(reach - 1, reach + 2)
    here = float(fits[middle, middle].max())
    cv2.circle(fits, (reach, reach), LIMITS.alike_near_px, -1.0, -1)
    return here, float(fits.max())


def _lying(old: FollowedView, warped: Floats) -> Iterator[bool]:
    """Of each piece that shows something whether it lies in place."""
    high, wide = warped.shape
    far = LIMITS.lying_px
    for x, y, w, h in old.boxes:
        left, top, right, low = round(x * wide), round(y * high), round((x + w) * wide), round((y + h) * high)
        if left < far or top < far or right > wide - far or low > high - far or min(right - left, low - top) < 6:
            continue
        part = old.marks.grey[top:low, left:right]
        if part.std() < PARTS.min_grey_spread:
            continue
        around = warped[top - far : low + far, left - far : right + far]
        yield bool(cv2.matchTemplate(around, part, cv2.TM_CCOEFF_NORMED).max() > LIMITS.lying_likeness)


def _corner_shift(back: Doubles, shape: Sequence[int]) -> float:
    """How far the corner of a picture of that shape moves that moves most, px."""
    high, wide = shape
    corners = np.array([(0, 0), (wide, 0), (wide, high), (0, high)], np.float64)
    return float(np.linalg.norm(apply_homography(back, corners) - corners, axis=1).max())


def _keypoints(grey: Floats, region: Image | None = None) -> PrintKeypoints:
    spread = max(float(grey.std()), 1.0)
    even = np.clip(128 + (grey - grey.mean()) * (48 / spread), 0, 255).astype(np.uint8)
    found = PrintKeypoints.of(even, LIMITS.keypoints)
    if region is None or not len(found.at):
        return found
    x, y = np.round(found.at).astype(int).T
    on_table = region[np.clip(y, 0, len(region) - 1), np.clip(x, 0, region.shape[1] - 1)] > 0
    return PrintKeypoints(found.at[on_table], found.descriptors[on_table])


def _evened(grey: Floats, blur: float = 4.0) -> Floats:
    """A picture without what light makes of it."""
    return np.asarray(grey - cv2.GaussianBlur(grey, (0, 0), blur), np.float32)


def _scaled(back: Doubles, old: float, new: float) -> Doubles:
    """A homography between small pictures as one between the pictures, of which they are `old` and `new` times the
    size."""
    return np.asarray(_enlarging(old) @ back @ np.linalg.inv(_enlarging(new)), np.float64)


def _enlarging(by: float) -> Doubles:
    """From px of a picture made `by` times as large to its own, counted from the middle of the first one."""
    return np.array([[1 / by, 0, 0.5 / by - 0.5], [0, 1 / by, 0.5 / by - 0.5], [0, 0, 1]])
