"""When a camera has not moved, and when it is known where it moved to."""

from __future__ import annotations

from dataclasses import dataclass


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
    close_steps: int = 20
    """In so many steps at most it is laid by every px of these,"""
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
