"""The one piece in a picture told from its ground: whatever lies within its edge, all beyond it is ground.

The ground is what the picture's rim shows: of one colour, plain or grainy, and lit a little unevenly. A frame printed
on a piece has more of the piece about it; only its outer edge has nothing but ground beyond.
"""

from __future__ import annotations

from dataclasses import dataclass

import cv2
import numpy as np

from vision.reading import Doubles, Floats, Image, Ints, Mask


@dataclass(frozen=True, slots=True)
class GroundLimits:
    """What is ground in a picture, and what a piece."""

    work_px: int = 480
    """Pieces are sought in the picture shrunk to this many px on its long side."""
    grain_blur_px: float = 1.2
    """Grain is blurred by so much first."""
    rim_share: float = 0.05
    """The outermost part of a picture, which shows the ground."""
    least_apart_lab: float = 7.0
    """A piece differs from its ground by so much (Lab, 0 to 255)"""
    apart_deviations: float = 4.5
    """and by so many standard deviations of the ground's own grain."""
    most_rim_spread_lab: float = 14.0
    """A rim that varies by more than this, light set aside, is no ground."""
    least_share: float = 0.01
    """A piece covers at least this share of its picture,"""
    most_share: float = 0.92
    """and no more than this."""
    bare_share: float = 0.002
    """Where less than this differs from the ground, nothing lies."""
    fits: int = 4
    """So often the ground's light is fitted anew, each time without what is far off it."""
    reach_share: float = 0.045
    """A side is sought so far about where the piece ends, in parts of the short side: a shadow reaches further."""
    edge_share: float = 0.14
    """The outermost edge that is this strong beside the strongest,"""
    edge_times_ground: float = 3.0
    """and so many times as strong as the ground's grain, is the piece's own,"""
    darkest_shadow: float = 0.42
    """unless what lies within it is the ground's colour, no darker than this part of it,"""
    shadow_tint: float = 1.14
    """its three colours alike to this factor: that is the piece's shadow."""
    least_round: float = 0.85
    """How round a token must look,"""
    least_filled: float = 0.95
    """and how much of its ellipse it must fill."""
    rim_reach: float = 0.08
    """The rim of a round piece is sought so far about where it ends, in parts of its radius."""
    beside_scale: float = 1.08
    """What is apart from the ground beyond a piece drawn so large,"""
    most_common: float = 0.1
    """no more than this share of it about the same place,"""
    least_alike: float = 0.6
    """of an area alike to this factor,"""
    least_whole: float = 0.74
    """and which fills so much of the rectangle about it, as a round piece just does, is another piece."""
    over_share: float = 0.03
    """What meets the end of the picture along this part of its short side goes on beyond it."""


LIMITS = GroundLimits()


@dataclass(frozen=True, eq=False)
class PieceOutline:
    """The hull (N, 2) float32 of a piece in px of its picture; the share of the picture that it covers."""

    hull: Floats
    share: float

    @property
    def box(self) -> Floats:
        """The corners (4, 2) of the smallest rectangle about it, clockwise."""
        return np.asarray(cv2.boxPoints(cv2.minAreaRect(self.hull)), np.float32)

    def squareness(self) -> float:
        """The share of that rectangle that it fills."""
        _, (width, height), _ = cv2.minAreaRect(self.hull)
        return float(cv2.contourArea(self.hull) / max(width * height, 1.0))


def is_bare(image: Image) -> bool:
    """Whether a picture (BGR uint8) shows a ground, and nothing on it."""
    apart = _apart(_work(image)[0])
    return apart is not None and float(apart.mean()) < LIMITS.bare_share


def piece_outline(image: Image) -> PieceOutline | None:
    """The outline of the largest thing that differs from the ground of a picture (BGR uint8).

    None if its rim shows no ground, or nothing lies on it.
    """
    work, scale = _work(image)
    apart = _apart(work)
    if apart is None:
        return None
    hull = _largest_hull(apart)
    if hull is None:
        return None
    share = float(cv2.contourArea(hull)) / apart.size
    if not LIMITS.least_share < share < LIMITS.most_share or _at_rim(hull, apart.shape[1], apart.shape[0]):
        return None
    return PieceOutline(np.asarray((hull.reshape(-1, 2) + 0.5) / scale - 0.5, np.float32), share)


def another_beside(image: Image, quad: Floats) -> bool:
    """Whether another piece, about as large, lies whole in a picture (BGR uint8) beside the one in a quad (4, 2)."""
    work, scale = _work(image)
    apart = _apart(work)
    if apart is None:
        return False
    own = (quad + 0.5) * scale - 0.5
    grown = np.asarray(own.mean(axis=0) + LIMITS.beside_scale * (own - own.mean(axis=0)), np.float32)
    hull = _largest_hull(np.asarray(cv2.fillConvexPoly(apart, np.round(grown).astype(np.int32), 0), np.uint8))
    if hull is None or _at_rim(hull, apart.shape[1], apart.shape[0]):
        return False
    if cv2.intersectConvexConvex(hull.astype(np.float32), grown)[0] > LIMITS.most_common * cv2.contourArea(hull):
        return False  # a mount under the piece is left round it
    other, area = float(cv2.contourArea(hull)), float(cv2.contourArea(own.astype(np.float32)))
    alike = min(other, area) > LIMITS.least_alike * max(other, area)
    return alike and PieceOutline(np.asarray(hull.reshape(-1, 2), np.float32), 0.0).squareness() > LIMITS.least_whole


def is_cut_off(image: Image, quad: Floats) -> bool:
    """Whether the piece in a quad (4, 2) goes on where its picture (BGR uint8) ends, or only ground lies in the quad.

    Its shadow may. False where the picture's rim shows no ground.
    """
    found = _piece_in(image, quad)
    if found is None:
        return False
    piece, _ = found
    ends = max(int(end.sum()) for end in (piece[0], piece[-1], piece[:, 0], piece[:, -1]))
    return bool(not piece.any() or ends > LIMITS.over_share * min(piece.shape))


def fit_of(image: Image, quad: Floats) -> float:
    """How much of a quad (4, 2) and of the piece in it, taken together, both share: 1 where it lies just so, and where
    the rim of the picture (BGR uint8) shows no ground."""
    found = _piece_in(image, quad)
    if found is None:
        return 1.0
    piece, own = found
    return float((piece & own).sum()) / max(float((piece | own).sum()), 1.0)


def _piece_in(image: Image, quad: Floats) -> tuple[Mask, Mask] | None:
    """Which px (H, W) of a picture, shrunk, are of the piece in a quad, and which of the quad; None if the rim shows no
    ground."""
    work, scale = _work(image)
    lab = _lab(work)
    off, spread = _off_ground(lab)
    apart = _far_off(off, spread)
    if apart is None:
        return None
    own = cv2.fillConvexPoly(np.zeros_like(apart), np.round((quad + 0.5) * scale - 0.5).astype(np.int32), 1) > 0
    _, pieces = cv2.connectedComponents(cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8)))
    inside = np.bincount(pieces[own], minlength=2)
    inside[0] = 0
    piece = (pieces == inside.argmax()) & (apart > 0) & ~_is_shadow(lab, off)
    return np.asarray(piece & inside.any()), np.asarray(own)


def shows_corners(image: Image) -> bool:
    """Whether ground shows in all four corners of a picture (BGR uint8)."""
    apart = _apart(_work(image)[0])
    if apart is None:
        return False
    deep = max(round(LIMITS.rim_share * min(apart.shape)), 2)
    return all(
        corner.mean() < 0.5 for side in (apart[:deep], apart[-deep:]) for corner in (side[:, :deep], side[:, -deep:])
    )


def _is_shadow(lab: Floats, off: Floats) -> Mask:
    """Which px (H, W) have the ground's colour, only darker."""
    seen, ground = (
        cv2.cvtColor(np.clip(each, 0, 255).astype(np.uint8), cv2.COLOR_LAB2BGR).astype(np.float32) + 1
        for each in (lab, lab - off)
    )
    share = seen / ground
    mean = share.mean(axis=2)
    same_tint = share.max(axis=2) < LIMITS.shadow_tint * share.min(axis=2)
    return np.asarray((mean > LIMITS.darkest_shadow) & (mean < 1.03) & same_tint)


def _work(image: Image) -> tuple[Image, float]:
    """The picture as small as it is looked at, and at which scale."""
    scale = min(1.0, LIMITS.work_px / max(image.shape[:2]))
    work = cv2.resize(image, None, fx=scale, fy=scale, interpolation=cv2.INTER_AREA) if scale < 1 else image
    return np.asarray(work, np.uint8), scale


def _apart(work: Image) -> Image | None:
    """Mask (H, W) uint8 of what differs from the ground; None if the rim shows none."""
    return _far_off(*_off_ground(_lab(work)))


def _lab(work: Image) -> Floats:
    """The picture (H, W, 3) in Lab, its grain blurred."""
    soft = cv2.GaussianBlur(work, (0, 0), LIMITS.grain_blur_px)
    return np.asarray(cv2.cvtColor(soft, cv2.COLOR_BGR2LAB), np.float32)


def _far_off(off: Floats, spread: Floats) -> Image | None:
    """Mask (H, W) uint8 of what is far off the ground beside its spread; None if that is too wide for a ground."""
    if float(spread.max()) > LIMITS.most_rim_spread_lab:
        return None
    far = np.sqrt(((off / spread) ** 2).sum(axis=2))
    different = (far > LIMITS.apart_deviations) & (np.sqrt((off**2).sum(axis=2)) > LIMITS.least_apart_lab)
    return np.asarray(cv2.morphologyEx(different.astype(np.uint8), cv2.MORPH_OPEN, np.ones((3, 3), np.uint8)))


def _rim(height: int, width: int) -> Mask:
    deep = max(round(LIMITS.rim_share * min(height, width)), 2)
    rim = np.ones((height, width), bool)
    rim[deep:-deep, deep:-deep] = False
    return rim


def _terms(height: int, width: int) -> Floats:
    """How light may vary over a picture: (H, W, 4), even, across, down and towards its corners."""
    y, x = np.mgrid[-1 : 1 : height * 1j, -1 : 1 : width * 1j].astype(np.float32)
    return np.stack([np.ones_like(x), x, y, x * x + y * y], axis=2)


def _off_ground(lab: Floats) -> tuple[Floats, Floats]:
    """How far (H, W, 3) each px is from the ground, fitted to the rim, and the ground's own spread (3,)."""
    rim, terms = _rim(lab.shape[0], lab.shape[1]), _terms(lab.shape[0], lab.shape[1])
    seen, known = lab[rim], terms[rim].astype(np.float64)
    ways: Doubles = np.zeros((terms.shape[2], 3))
    ways[0] = np.median(seen, axis=0)  # what most of the rim shows: a piece that lies over it is no ground
    for fit in range(LIMITS.fits + 1):
        off = np.asarray(seen - known @ ways, np.float32)
        spread = np.asarray(1.48 * np.median(np.abs(off), axis=0) + 1.0, np.float32)
        keep = (np.abs(off) < 3 * spread).all(axis=1)
        if fit == LIMITS.fits or keep.sum() < 8 * terms.shape[2]:
            break
        ways = np.asarray(np.linalg.lstsq(known[keep], seen[keep].astype(np.float64), rcond=None)[0], np.float64)
    return np.asarray(lab - terms @ ways, np.float32), spread


def _largest_hull(apart: Image) -> Ints | None:
    """The hull (N, 1, 2) of the largest thing, with what lies close about it: print may part a card's border."""
    closed = cv2.morphologyEx(apart, cv2.MORPH_CLOSE, np.ones((5, 5), np.uint8))
    contours, _ = cv2.findContours(closed, cv2.RETR_EXTERNAL, cv2.CHAIN_APPROX_NONE)
    largest = max(contours, key=lambda contour: cv2.contourArea(cv2.convexHull(contour)), default=None)
    return None if largest is None else np.asarray(cv2.convexHull(largest), np.int32)


def _at_rim(hull: Ints, width: int, height: int) -> bool:
    points = hull.reshape(-1, 2)
    return bool((points.min(axis=0) < 2).any() or (points.max(axis=0) > (width - 3, height - 3)).any())


def quad_of(outline: PieceOutline) -> Floats | None:
    """The quad (4, 2) of straight sides about a piece, clockwise; None if it has other than four of them."""
    hull, box = outline.hull, outline.box
    lines = []
    for start, end in zip(box, np.roll(box, -1, axis=0), strict=True):
        line = _side(hull, start, end)
        if line is None:
            return None
        lines.append(line)
    corners = [_meeting(lines[i - 1], lines[i]) for i in range(4)]
    if any(corner is None for corner in corners):
        return None
    quad = np.asarray(corners, np.float32)
    ratio = float(cv2.contourArea(hull)) / max(float(cv2.contourArea(quad)), 1.0)
    return quad if 0.9 < ratio < 1.05 else None


def _side(hull: Floats, start: Floats, end: Floats) -> Floats | None:
    """The line (4: direction, point) along the part of a hull that runs beside one side of its box."""
    way = end - start
    length = float(np.linalg.norm(way))
    along = way / max(length, 1e-6)
    dense = _dense(hull, max(length / 100, 0.5))
    at = (dense - start) @ along / max(length, 1e-6)
    beside = np.abs((dense - start) @ np.array([-along[1], along[0]], np.float32))
    near = dense[(at > 0.12) & (at < 0.88) & (beside < 0.16 * length)]
    return None if len(near) < 8 else np.asarray(cv2.fitLine(near, cv2.DIST_HUBER, 0, 0.01, 0.01), np.float32).ravel()


def _dense(hull: Floats, step: float) -> Floats:
    """Points every `step` px along a closed hull."""
    parts = []
    for start, end in zip(hull, np.roll(hull, -1, axis=0), strict=True):
        count = max(round(float(np.linalg.norm(end - start)) / step), 1)
        parts.append(start + (end - start) * np.arange(count, dtype=np.float32)[:, None] / count)
    return np.concatenate(parts)


def _meeting(one: Floats, other: Floats) -> Floats | None:
    """Where two lines meet."""
    (dx, dy, px, py), (ex, ey, qx, qy) = one.tolist(), other.tolist()
    whole = dx * ey - dy * ex
    if abs(whole) < 1e-3:
        return None
    t = ((qx - px) * ey - (qy - py) * ex) / whole
    return np.array([px + t * dx, py + t * dy], np.float32)


def sharpened(image: Image, quad: Floats) -> Floats:
    """The quad (4, 2) with each side moved onto the sharp edge near it, the outermost if there are several."""
    reach = LIMITS.reach_share * float(np.linalg.norm(quad - np.roll(quad, -1, axis=0), axis=1).min())
    steps = max(round(2 * reach), 8)
    lines = [
        _sharp_side(image, start, end, reach, steps) for start, end in zip(quad, np.roll(quad, -1, axis=0), strict=True)
    ]
    corners = [_meeting(lines[i - 1], lines[i]) for i in range(4)]
    found = None if any(corner is None for corner in corners) else np.asarray(corners, np.float32)
    return quad if found is None or np.abs(found - quad).max() > 2 * reach else found


def _sharp_side(image: Image, start: Floats, end: Floats, reach: float, steps: int) -> Floats:
    """The line (4: direction, point) of the sharp edge beside one side of a clockwise quad; offsets run outwards."""
    way = np.asarray(end - start, np.float32)
    out = np.array([way[1], -way[0]], np.float32) / max(float(np.linalg.norm(way)), 1e-6)
    at = np.linspace(0.1, 0.9, 96, dtype=np.float32)
    offsets = np.linspace(-reach, reach, 2 * steps + 1, dtype=np.float32)
    points = (start + at[:, None] * way)[:, None] + offsets[None, :, None] * out
    edge = _edge_points(image, points)
    return np.asarray(cv2.fitLine(edge, cv2.DIST_HUBER, 0, 0.01, 0.01), np.float32).ravel()


def _edge_points(image: Image, points: Floats) -> Floats:
    """Where (N, 2) along each of N lines of points (N, M, 2), which run outwards, the piece's own edge is."""
    seen = cv2.remap(image, points, None, cv2.INTER_LINEAR, borderMode=cv2.BORDER_REPLICATE).astype(np.float32)
    seen = cv2.GaussianBlur(seen.reshape(len(points), -1), (0, 0), 0.01, sigmaY=1.0).reshape(seen.shape)
    change = np.abs(seen[:, 2:] - seen[:, :-2]).sum(axis=2)
    profile = np.convolve(np.median(change, axis=0), np.ones(3) / 3, mode="same")
    peak = _own_edge(profile, np.median(seen, axis=0))
    low, high = max(peak - 4, 0), peak + 5
    best = change[:, low:high].argmax(axis=1) + low + 1
    return np.asarray(points[np.arange(len(points)), best], np.float32)


def _own_edge(profile: Floats, colours: Floats) -> int:
    """Which of the edges across a side is the piece's own, by how much changes there (N,) and the colours (N + 2, 3).

    It is the outermost that is no shadow's: within a shadow lies ground, only darker.
    """
    quarter = len(profile) // 4
    grain = float(np.median(profile[-quarter:]))
    least = max(LIMITS.edge_share * float(profile.max()), LIMITS.edge_times_ground * grain)
    inner, outer = np.append(-np.inf, profile[:-1]), np.append(profile[1:], -np.inf)
    peaks = np.flatnonzero((profile >= least) & (profile >= inner) & (profile >= outer))
    ground = colours[-quarter:].mean(axis=0) + 1
    for peak in peaks[::-1].tolist():
        share = (colours[max(peak - 4, 0) : max(peak - 1, 1)].mean(axis=0) + 1) / ground
        shadow = LIMITS.darkest_shadow < share.mean() < 1.03 and share.max() < LIMITS.shadow_tint * share.min()
        if not shadow:
            return int(peak)
    return int(profile.argmax())


def outer_quad(image: Image) -> tuple[Floats, float] | None:
    """The quad (4, 2) of the one piece with straight sides on the ground of a picture, clockwise; and its share of it.

    None if there is no ground, or nothing of that shape on it.
    """
    outline = piece_outline(image)
    quad = None if outline is None else quad_of(outline)
    return None if outline is None or quad is None else (sharpened(image, quad), outline.share)


def round_quad(image: Image, outline: PieceOutline) -> Floats | None:
    """The square (4, 2) about a round piece as the camera sees it, from its top left; None if it is not round."""
    ellipse = cv2.fitEllipse(outline.hull) if len(outline.hull) > 5 else None
    if ellipse is None or min(ellipse[1]) < LIMITS.least_round * max(ellipse[1]):
        return None
    filled = float(cv2.contourArea(outline.hull)) / (np.pi / 4 * ellipse[1][0] * ellipse[1][1])
    if not LIMITS.least_filled < filled < 2 - LIMITS.least_filled:
        return None
    edge = _sharp_rim(image, _about(ellipse))
    return _about(cv2.fitEllipse(edge))


def _about(ellipse: tuple[tuple[float, float], tuple[float, float], float]) -> Floats:
    """The square about an ellipse, stretched as it is; upright, for its axes mean nothing on a round piece."""
    (x, y), (long, short), turn = ellipse
    c, s = np.cos(np.radians(turn)), np.sin(np.radians(turn))
    stretch = np.array([[c, -s], [s, c]]) @ np.diag([long, short]) @ np.array([[c, s], [-s, c]])
    square = np.array([[-0.5, -0.5], [0.5, -0.5], [0.5, 0.5], [-0.5, 0.5]]) @ stretch.T + (x, y)
    return np.asarray(square, np.float32)


def _sharp_rim(image: Image, square: Floats) -> Floats:
    """The points (N, 2) of the sharp edge about a round piece, sought along its radii."""
    middle, across, down = square.mean(axis=0), (square[1] - square[0]) / 2, (square[3] - square[0]) / 2
    turn = np.linspace(0, 2 * np.pi, 144, endpoint=False, dtype=np.float32)[:, None]
    ways = np.cos(turn) * across + np.sin(turn) * down
    steps = max(round(2 * LIMITS.rim_reach * float(np.linalg.norm(across))), 8)
    scales = 1 + np.linspace(-LIMITS.rim_reach, LIMITS.rim_reach, 2 * steps + 1, dtype=np.float32)
    points = np.asarray(middle + ways[:, None] * scales[None, :, None], np.float32)
    return _edge_points(image, points)
