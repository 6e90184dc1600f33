"""Whether a table looks like itself in one place alone: a chequered cloth does not."""

from __future__ import annotations

from collections.abc import Iterator

import cv2
import numpy as np

from vision.frame.camera_moved import LIMITS as PARTS
from vision.frame.camera_moved import evened, found_part
from vision.frame.followed.guesses import moved_as_one
from vision.frame.followed.limits import LIMITS
from vision.frame.followed.view import FollowedView
from vision.reading import Doubles, Floats


def is_unmistakable(old: FollowedView, grey: Floats, back: Doubles) -> bool:
    """Whether the table as it is seen now is like the old picture in that place alone, or its pieces say so."""
    high, wide = grey.shape
    warped = np.asarray(cv2.warpPerspective(grey, back, (wide, high), borderMode=cv2.BORDER_REPLICATE), np.float32)
    here, elsewhere = _alike(old, warped)
    if here < max(LIMITS.least_alike, elsewhere) or _moved_apart(old, warped):
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
    return bool(pairs) and moved_as_one(old, *(np.array(points, np.float32) for points in zip(*pairs, strict=True)))


def _alike(old: FollowedView, warped: Floats) -> tuple[float, float]:
    """How like the table is to the old picture in place, and at most elsewhere (correlations)."""
    by, reach = LIMITS.alike_px / PARTS.width_px, LIMITS.alike_reach_px
    before, after = (evened(cv2.resize(one, None, fx=by, fy=by, interpolation=cv2.INTER_AREA), LIMITS.alike_blur_px)
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
