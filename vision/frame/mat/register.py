"""A mat registered to its print: patches of the print are found again near where a first guess has them."""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.frame.mat.plane import Layout, Mat, apply_homography, off_mm
from vision.frame.mat.printed import LIMITS as PATCHES
from vision.frame.mat.printed import PrintedMat, PrintKeypoints, patch_corner
from vision.reading import Doubles, Floats, Image


@dataclass(frozen=True, slots=True)
class RegistrationLimits:
    """When a patch is found again, and when enough of them are."""

    min_likeness: float = 0.6
    """The least correlation of a patch with what lies there."""
    near_mm: float = 2.5
    """How far from its place a patch is sought once the mat is known well,"""
    far_mm: float = 9.0
    """and at first."""
    agreed_mm: float = 1.0
    """Patches that lie within this of their places on one plane agree."""
    growth_mm: tuple[float, ...] = (90.0, 180.0, 360.0, 2000.0)
    """How far from the markers that were seen patches are sought, step by step."""
    trusted_share: float = 0.25
    """A guess by markers that span so much of the mat holds everywhere."""
    far_corner_mm: float = 2.5
    """A marker's corner that the first guess has further off than this was measured badly."""
    min_agreed: int = 10
    """Patches that must agree to confirm a mat,"""
    min_agreed_share: float = 0.2
    """and so many of all: pieces and hands cover the others."""
    min_spread_share: float = 0.35
    """and the part of the mat that they span at least."""
    keypoint_width_px: float = 1280.0
    """Keypoints are sought in a picture no wider than this."""
    max_keypoint_ratio: float = 0.8
    """A keypoint is found again if the next likest is so much less alike."""
    soft_ratio: float = 0.4
    """Blur before a picture is shrunk, in px of the picture per px of the patches."""


LIMITS = RegistrationLimits()

Corners = tuple[Doubles, Doubles]
"""Corners of markers: where they are seen (N, 2) px, and where they are printed (N, 2) mm."""


@dataclass(frozen=True, eq=False)
class FoundPatches:
    """Patches of a print found again: which (N), where they lie (N, 2) px of the picture, how alike (N)."""

    numbers: np.ndarray[tuple[int, ...], np.dtype[np.intp]]
    px: Doubles
    likeness: Floats


def found_patches(grey: Image, mat: Mat, printed: PrintedMat, within_mm: float, about: Doubles | None = None,
                  reach_mm: float = 0.0) -> FoundPatches:  # fmt: skip
    """The patches of a print that are found again within so many mm of their places; with `about` (points, mm) only
    those so near to one of these."""
    scale, room = PATCHES.px_per_mm, max(round(within_mm * PATCHES.px_per_mm), 1)
    wide, deep = mat.layout["size_mm"]
    sheet = _sheet(grey, mat, (round(wide * scale), round(deep * scale)), room)
    edge = printed.patches.shape[1]
    numbers, at, alike = [], [], []
    for number, (centre, patch) in enumerate(zip(printed.centres, printed.patches, strict=True)):
        if about is not None and np.linalg.norm(about - centre, axis=1).min() > reach_mm:
            continue
        column, row = (int(v) for v in patch_corner(centre))
        window = sheet[row : row + edge + 2 * room, column : column + edge + 2 * room]
        if window.shape != (edge + 2 * room,) * 2 or window.std() < 2:
            continue
        fits = cv2.matchTemplate(window, patch, cv2.TM_CCOEFF_NORMED)
        _, best, _, (x, y) = cv2.minMaxLoc(fits)
        if best < LIMITS.min_likeness:
            continue
        numbers.append(number)
        at.append(centre + (np.array(peak(fits, x, y)) - room) / scale)
        alike.append(best)
    px = apply_homography(np.asarray(np.linalg.inv(mat.homography), np.float64), np.array(at).reshape(-1, 2))
    return FoundPatches(np.array(numbers, np.intp), px, np.array(alike, np.float32))


def registered(
    frame: Image, guess: Mat, printed: PrintedMat, known: Doubles, corners: Corners | None = None
) -> tuple[Mat, bool]:
    """A mat laid on what is printed, and whether the print confirms it: from a first guess that holds near `known`
    points (N, 2) mm, the middles of the markers that were seen. `corners` are those of these markers, on which it is
    laid too: most of a print are long lines, along which a patch may slide. Unconfirmed it is the guess."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    mat = guess
    for reach in LIMITS.growth_mm[-1 if _span_share(known, guess) > LIMITS.trusted_share else 0 :]:
        found = found_patches(grey, mat, printed, LIMITS.far_mm if reach < 1000 else 2 * LIMITS.near_mm, known, reach)
        better = _laid(printed, found, guess, corners)
        mat = better or mat
    found = found_patches(grey, mat, printed, LIMITS.near_mm)
    better = _laid(printed, found, guess, corners)
    if better is None or not _confirmed(better, printed, found):
        return guess, False
    return better, True


def by_keypoints(frame: Image, printed: PrintedMat, layout: Layout) -> Mat | None:
    """A first guess at a mat none of whose markers can be read: where most keypoints of its print are found again."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    shrink = min(LIMITS.keypoint_width_px / grey.shape[1], 1.0)
    small = cv2.resize(grey, None, fx=shrink, fy=shrink, interpolation=cv2.INTER_AREA)
    seen = PrintKeypoints.of(np.asarray(small, np.uint8), PATCHES.keypoints)
    if len(seen.at) < 2 or len(printed.keypoints.at) < 2:
        return None
    likes = cv2.BFMatcher().knnMatch(seen.descriptors, printed.keypoints.descriptors, k=2)
    pairs = [(m.queryIdx, m.trainIdx) for m, n in likes if m.distance < LIMITS.max_keypoint_ratio * n.distance]
    if len(pairs) < LIMITS.min_agreed:
        return None
    px, mm = (seen.at[[a for a, _ in pairs]] + 0.5) / shrink - 0.5, printed.keypoints.at[[b for _, b in pairs]]
    homography, agreed = cv2.findHomography(px, mm, cv2.RANSAC, LIMITS.near_mm)
    if homography is None or int(agreed.sum()) < LIMITS.min_agreed:
        return None
    return Mat(layout, np.asarray(homography, np.float64))


def still_there(frame: Image, mat: Mat, printed: PrintedMat, within_mm: float) -> bool:
    """Whether the markers of a mat, as far as they are in view, lie where they lay to so many mm."""
    grey = cv2.cvtColor(frame, cv2.COLOR_BGR2GRAY) if frame.ndim == 3 else frame
    marks = printed.only_markers()
    found = found_patches(grey, mat, marks, 2 * within_mm)
    off = off_mm(mat.homography, found.px, marks.centres[found.numbers])
    return len(found.numbers) > len(marks.centres) / 2 and bool(np.median(off) < within_mm)


def _sheet(grey: Image, mat: Mat, size: tuple[int, int], room: int) -> Image:
    """The mat from straight above at the scale of the patches, with so many px more on each side."""
    ratio = mat.px_per_mm / PATCHES.px_per_mm
    soft = cv2.GaussianBlur(grey, (0, 0), LIMITS.soft_ratio * ratio) if ratio > 1.2 else grey
    scale = PATCHES.px_per_mm
    # px centres: (column + 0.5) / scale is where a px of the patches lies, mm
    to_sheet = np.array([[scale, 0, room - 0.5], [0, scale, room - 0.5], [0, 0, 1]]) @ mat.homography
    made = cv2.warpPerspective(soft, to_sheet, (size[0] + 2 * room, size[1] + 2 * room), flags=cv2.INTER_LINEAR)
    return np.asarray(made, np.uint8)


def peak(fits: Floats, x: int, y: int) -> tuple[float, float]:
    """Where a maximum lies to a fraction of a px."""

    def between(low: float, middle: float, high: float) -> float:
        bend = low - 2 * middle + high
        return 0.0 if bend >= 0 else float(np.clip((low - high) / (2 * bend), -0.5, 0.5))

    across = between(*fits[y, x - 1 : x + 2]) if 0 < x < fits.shape[1] - 1 else 0.0
    down = between(*fits[y - 1 : y + 2, x]) if 0 < y < fits.shape[0] - 1 else 0.0
    return x + across, y + down


def _laid(printed: PrintedMat, found: FoundPatches, guess: Mat, corners: Corners | None) -> Mat | None:
    """The mat on which the patches that were found agree best, if they tell one, and the corners that are known."""
    mm = printed.centres[found.numbers]
    if len(mm) < 5:
        return None
    homography, _ = cv2.findHomography(found.px, mm, cv2.RANSAC, LIMITS.agreed_mm)
    if homography is None:
        return None
    agreed = off_mm(homography, found.px, mm) < LIMITS.agreed_mm
    if agreed.sum() < 5:
        return None
    px, mm = found.px[agreed], mm[agreed]
    if corners is not None:
        fit = off_mm(guess.homography, *corners) < LIMITS.far_corner_mm
        px, mm = np.concatenate([px, corners[0][fit]]), np.concatenate([mm, corners[1][fit]])
    homography, _ = cv2.findHomography(px, mm, 0)
    return None if homography is None else Mat(guess.layout, np.asarray(homography, np.float64))


def _confirmed(mat: Mat, printed: PrintedMat, found: FoundPatches) -> bool:
    """Whether enough of the print agrees, over enough of the mat."""
    mm = printed.centres[found.numbers]
    agreed = mm[off_mm(mat.homography, found.px, mm) < LIMITS.agreed_mm]
    if len(agreed) < max(LIMITS.min_agreed, LIMITS.min_agreed_share * len(printed.centres)):
        return False
    return _span_share(agreed, mat) > LIMITS.min_spread_share


def _span_share(points: Doubles, mat: Mat) -> float:
    """The share of a mat that points (N, 2) mm span."""
    wide, deep = mat.layout["size_mm"]
    return float(cv2.contourArea(cv2.convexHull(points.astype(np.float32))) / (wide * deep))
